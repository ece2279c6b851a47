package shardsh.js;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyExecutable;

/**
 * Our own JavaScript functions in one world. Only that of {@code start.js} is there from the start;
 * those of {@code prelude.js} and {@code more.js} are loaded when one of them is first asked for.
 */
final class Prelude {
  private final HostFunctions host;

  /** The one function of {@code start.js}: what to do, then what with. */
  private final Value start;

  private final Map<String, Value> functions = new LinkedHashMap<>();
  private Value main;
  private Value more;

  Prelude(HostFunctions host) {
    this.host = host;
    start = host.resource("start.js");
    start.executeVoid("random", host.random());
    ProxyExecutable global = arguments -> function("global").execute(arguments[0]);
    defineLazily(HostFunctions.LAZY_GLOBALS, global, false);
  }

  /**
   * Makes globals that are made when first asked for.
   *
   * @param make gives what the global of a name is
   */
  void defineLazily(List<String> names, ProxyExecutable make, boolean enumerable) {
    Object[] arguments = new Object[names.size() + 3];
    arguments[0] = "lazy";
    arguments[1] = make;
    arguments[2] = enumerable;
    for (int i = 0; i < names.size(); i++) {
      arguments[i + 3] = names.get(i);
    }
    start.executeVoid(arguments);
  }

  /** Makes a global whose reading and setting are calls. */
  void defineAccessor(String name, ProxyExecutable get, ProxyExecutable set) {
    start.executeVoid("accessor", get, true, name, set);
  }

  /** JavaScript's {@code typeof}. */
  String typeOf(Value value) {
    return start.execute("typeOf", value).asString();
  }

  /** JavaScript's {@code undefined}. */
  Value undefined() {
    return start.execute("nothing");
  }

  /** The function of that name, from whichever file has it. */
  Value function(String name) {
    Value function = functions.get(name);
    if (function == null) {
      function = find(name);
      functions.put(name, function);
    }
    return function;
  }

  private Value find(String name) {
    Value function = main().getMember(name);
    return function == null ? more().getMember(name) : function;
  }

  private Value main() {
    if (main == null) {
      main = host.resource("prelude.js").execute(host.members(), start.execute("kept"));
    }
    return main;
  }

  private Value more() {
    if (more == null) {
      more = main().getMember("more").execute();
    }
    return more;
  }
}
