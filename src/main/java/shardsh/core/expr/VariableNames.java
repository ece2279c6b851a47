package shardsh.core.expr;

import java.util.ArrayList;
import java.util.List;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.ServerProfile;

/**
 * What an expression may use where it stands: the variables, which are the system's and those that
 * outer expressions or stages declare, and the operators that the server's version has. Immutable.
 */
public final class VariableNames {

  /** Only {@code ROOT}, {@code CURRENT}, {@code NOW} and the like; the newest server. */
  public static final VariableNames SYSTEM =
      new VariableNames(null, null, false, ServerProfile.V8_0);

  private final VariableNames outer;
  private final String name;
  private final boolean rebindsCurrent;
  private final ServerProfile profile;

  private VariableNames(
      VariableNames outer, String name, boolean rebindsCurrent, ServerProfile profile) {
    this.outer = outer;
    this.name = name;
    this.rebindsCurrent = rebindsCurrent;
    this.profile = profile;
  }

  /** The system's variables on a server of that profile. */
  public static VariableNames of(ServerProfile profile) {
    return new VariableNames(null, null, false, profile);
  }

  /** These names and one more; an equal name is hidden by the new one. */
  public VariableNames with(String variable) {
    return new VariableNames(this, variable, rebindsCurrent || variable.equals("CURRENT"), profile);
  }

  /** The server whose operators may be used. */
  public ServerProfile profile() {
    return profile;
  }

  /** Whether {@code $a} means something other than a field of the root document. */
  public boolean rebindsCurrent() {
    return rebindsCurrent;
  }

  /** Whether a user's variable of that name is declared. */
  public boolean declares(String variable) {
    for (VariableNames scope = this; scope.outer != null; scope = scope.outer) {
      if (scope.name.equals(variable)) {
        return true;
      }
    }
    return false;
  }

  /** The names of users' variables, outermost first. */
  public List<String> declared() {
    List<String> names = new ArrayList<>();
    for (VariableNames scope = this; scope.outer != null; scope = scope.outer) {
      if (!names.contains(scope.name)) {
        names.add(0, scope.name);
      }
    }
    return names;
  }

  /** Whether the name is one of the server's own variables. */
  public static boolean isSystem(String variable) {
    return switch (variable) {
      case "ROOT",
          "CURRENT",
          "REMOVE",
          "NOW",
          "CLUSTER_TIME",
          "JS_SCOPE",
          "IS_MR",
          "SEARCH_META",
          "USER_ROLES" ->
          true;
      default -> false;
    };
  }

  /**
   * Checks the name of a variable that a user declares ({@code $let}, {@code as}, {@code let}).
   *
   * @throws CommandException FAILED_TO_PARSE unless it begins with a small or non-ASCII letter and
   *     goes on with letters, digits, underscores and non-ASCII characters
   */
  public static void checkDeclarable(String variable) {
    if (!variable.equals("CURRENT")) {
      check(variable, false);
    }
  }

  /**
   * Checks the name of a variable that is read; capitals may begin it.
   *
   * @throws CommandException FAILED_TO_PARSE as {@link #checkDeclarable}
   */
  public static void checkReadable(String variable) {
    check(variable, true);
  }

  private static void check(String variable, boolean capitalsBegin) {
    if (variable.isEmpty()) {
      throw new CommandException(ErrorCode.FAILED_TO_PARSE, "empty variable names are not allowed");
    }
    char first = variable.charAt(0);
    boolean beginsWell =
        (first >= 'a' && first <= 'z')
            || first > 127
            || (capitalsBegin && first >= 'A' && first <= 'Z');
    if (!beginsWell) {
      throw new CommandException(
          ErrorCode.FAILED_TO_PARSE,
          "'" + variable + "' starts with an invalid character for a user variable name");
    }
    for (int i = 1; i < variable.length(); i++) {
      char c = variable.charAt(i);
      boolean good =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || c == '_'
              || c > 127;
      if (!good) {
        throw new CommandException(
            ErrorCode.FAILED_TO_PARSE,
            "'" + variable + "' contains an invalid character for a variable name: '" + c + "'");
      }
    }
  }
}
