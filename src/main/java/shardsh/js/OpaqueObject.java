package shardsh.js;

import java.util.List;
import org.graalvm.polyglot.proxy.ProxyExecutable;

/** An object that the program can hold and hand on, but not look into. */
public abstract class OpaqueObject extends ExtensibleObject {

  @Override
  protected final Object builtIn(String key) {
    return hasBuiltIn(key) ? (ProxyExecutable) arguments -> display() : null;
  }

  @Override
  protected final boolean hasBuiltIn(String key) {
    return key.equals("toJSON") || key.equals("toString");
  }

  @Override
  protected final List<String> builtInNames() {
    return List.of();
  }
}
