package shardsh.js;

import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyArray;
import org.graalvm.polyglot.proxy.ProxyExecutable;

/** An object that the program can hold and hand on, but not look into. */
public abstract class OpaqueObject implements ShellObject {

  @Override
  public Object getMember(String key) {
    return key.equals("toJSON") || key.equals("toString")
        ? (ProxyExecutable) arguments -> display()
        : null;
  }

  @Override
  public Object getMemberKeys() {
    return ProxyArray.fromArray();
  }

  @Override
  public boolean hasMember(String key) {
    return key.equals("toJSON") || key.equals("toString");
  }

  @Override
  public void putMember(String key, Value value) {
    throw new UnsupportedOperationException();
  }

  /** {@link #display}: the engine puts this text into its own errors. */
  @Override
  public final String toString() {
    return display();
  }
}
