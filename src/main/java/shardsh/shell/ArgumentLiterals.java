package shardsh.shell;

import java.util.List;
import shardsh.js.api.MethodInfo;
import shardsh.shell.CursorPlace.Call;

/** The values other than strings that an argument may be, where they are few. */
final class ArgumentLiterals {
  private static final List<String> BOOLEANS = List.of("true", "false");

  private ArgumentLiterals() {}

  /** Of a setting those that it takes; else yes and no where the method's example has either. */
  static List<String> of(MethodInfo method, Call call) {
    boolean isSetting = method.name().equals("set") && method.usage().startsWith("config.");
    if (isSetting) {
      boolean isSwitch =
          call.argument() == 1
              && call.earlier().get(0).asText().filter(SessionConfig::isSwitch).isPresent();
      return isSwitch ? BOOLEANS : List.of();
    }
    String example = UsageExample.of(method.usage(), method.name()).argument(call.argument());
    return BOOLEANS.contains(example) ? BOOLEANS : List.of();
  }
}
