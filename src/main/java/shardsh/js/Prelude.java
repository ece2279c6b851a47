package shardsh.js;

import java.util.LinkedHashMap;
import java.util.Map;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyExecutable;

/**
 * Our own JavaScript functions in one world. Only those of {@code start.js} are there from the
 * start; those of {@code prelude.js} and {@code more.js} are loaded when one of them is first asked
 * for.
 */
final class Prelude {
  private static final String OTHER_GLOBALS = " Date Proxy";

  private final HostFunctions host;
  private final Value start;
  private final Map<String, Value> functions = new LinkedHashMap<>();
  private Value main;
  private Value more;

  Prelude(HostFunctions host) {
    this.host = host;
    ProxyExecutable global = arguments -> function("global").execute(arguments[0]);
    String names = String.join(" ", HostFunctions.bsonNames()) + OTHER_GLOBALS;
    start = host.resource("start.js").execute(names, global, host.random());
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
    Value function = start.getMember(name);
    if (function == null) {
      function = main().getMember(name);
    }
    return function == null ? more().getMember(name) : function;
  }

  private Value main() {
    if (main == null) {
      main = host.resource("prelude.js").execute(host.members(), start.getMember("kept"));
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
