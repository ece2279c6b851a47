package shardsh.lesson;

import java.util.List;
import java.util.Optional;

/**
 * Finds checks that hold before anything is done: that something must not occur, or at most so
 * often. One that latches is passed at the first look, and what is done later counts no more.
 */
final class LatchLint {
  private final Faults remarks;

  LatchLint(Faults remarks) {
    this.remarks = remarks;
  }

  /** Only of do steps: in others there is a command before the first look. */
  void check(SourceNode step) {
    List<SourceNode> checks = step.itemsOf("checks");
    if (!checks.isEmpty() && checks.stream().allMatch(LatchLint::holdsAtOnce)) {
      remarks.add(
          step,
          "all checks of the step " + step.text("id").orElse("") + " hold before anything is done",
          "check what has to be done");
    }
    for (SourceNode check : step.itemsOf("checks")) {
      boolean latches =
          check.flag("latch").orElse(true)
              && !check.flag("hold").orElse(false)
              && check.itemsOf("dependsOn").isEmpty();
      if (latches && holdsAtOnce(check)) {
        remarks.add(
            check,
            "the check "
                + check.text("id").orElse("")
                + " passes at the first look and then stays passed, whatever is done after",
            "add 'latch: false', or 'dependsOn' a check of what has to be done");
      }
    }
  }

  private static boolean holdsAtOnce(SourceNode check) {
    return switch (check.text("kind").orElse("")) {
      case "event" -> check.itemsOf("sequence").isEmpty();
      case "used" ->
          check.fieldsOf("calls").values().stream().allMatch(bound -> allowsNone(bound.raw()));
      case "cost" ->
          check.has("max") && check.number("min").filter(min -> min.signum() > 0).isEmpty();
      case "output" -> !check.has("contains") && !check.has("matches");
      case "state" -> isNoneYet(check);
      default -> false;
    };
  }

  /** A bound on a count that no call at all keeps. */
  private static boolean allowsNone(String bound) {
    String comparison = bound.replaceAll("[0-9\\s]", "");
    String number = bound.replaceAll("\\D", "");
    boolean isZero = number.isEmpty() || number.matches("0+");
    return switch (comparison) {
      case "<" -> !isZero;
      case "<=" -> true;
      case ">=" -> isZero;
      case ">" -> false;
      default -> isZero;
    };
  }

  /** Nothing of what was done, written as JavaScript: {@code !c.step.commands.some(…)}. */
  private static boolean isNoneYet(SourceNode check) {
    String js = check.text("js").orElse("").strip();
    boolean all =
        js.matches("(?s)c\\.(step\\.commands|(step\\.)?events)\\.every\\(.*\\)") && isOneCall(js);
    boolean none =
        js.matches("(?s)!\\s*c\\.(step\\.commands|(step\\.)?events)\\.some\\(.*\\)")
            && isOneCall(js);
    Optional<SourceNode> equals = check.get("equals");
    boolean counted =
        js.matches("(?s)c\\.(step\\.commands|(step\\.)?events)\\.filter\\(.*\\)\\.length")
            && equals.filter(value -> value.raw().equals("0")).isPresent();
    return all && equals.isEmpty() || none && equals.isEmpty() || counted;
  }

  /** Whether the bracket that is opened first is the one closed at the very end. */
  private static boolean isOneCall(String js) {
    int depth = 0;
    for (int i = js.indexOf('('); i < js.length(); i++) {
      char c = js.charAt(i);
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (depth == 0) {
        return i == js.length() - 1;
      }
    }
    return false;
  }
}
