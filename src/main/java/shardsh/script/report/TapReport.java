package shardsh.script.report;

import java.util.List;
import java.util.Optional;
import org.bson.BsonValue;

/** TAP 14: {@code lesson-format.md}, 11.3. One subtest for each step that has checks. */
final class TapReport implements Report {
  @Override
  public String write(Grade grade, long millis) {
    StringBuilder out = new StringBuilder("TAP version 14\n");
    if (grade.verdict().isEmpty()) {
      String why = grade.trouble().map(Grade.Trouble::message).orElse("nothing to grade");
      return out.append("Bail out! ").append(oneLine(why)).append('\n').toString();
    }
    List<Grade.StepGrade> steps =
        grade.steps().stream().filter(step -> !step.checks().isEmpty()).toList();
    int extra = grade.trouble().isPresent() ? 1 : 0;
    if (steps.isEmpty() && extra == 0) {
      return out.append("1..0 # nothing to check\n").toString();
    }
    out.append("1..").append(steps.size() + extra).append('\n');
    for (int i = 0; i < steps.size(); i++) {
      step(grade, steps.get(i), i + 1, out);
    }
    grade
        .trouble()
        .ifPresent(
            trouble ->
                out.append("not ok ")
                    .append(steps.size() + 1)
                    .append(" - run: ")
                    .append(escaped(trouble.message()))
                    .append('\n'));
    for (String slip : grade.slipTexts()) {
      slip.lines().forEach(line -> out.append("# ").append(line).append('\n'));
    }
    return out.toString();
  }

  private static void step(Grade grade, Grade.StepGrade step, int number, StringBuilder out) {
    out.append("# Subtest: ").append(step.id()).append('\n');
    out.append("    1..").append(step.checks().size()).append('\n');
    boolean isOk = true;
    for (int i = 0; i < step.checks().size(); i++) {
      Grade.CheckGrade check = step.checks().get(i);
      boolean passed = check.status() == Grade.Status.PASSED;
      boolean skipped = check.status() == Grade.Status.SKIPPED;
      isOk &= passed || check.optional() || skipped && isReached(step);
      out.append(passed || skipped ? "    ok " : "    not ok ").append(i + 1).append(" - ");
      out.append(escaped(check.id()));
      if (skipped) {
        out.append(" # SKIP ").append(escaped(check.words()));
      } else if (!passed && check.optional()) {
        out.append(" # TODO optional");
      }
      out.append('\n');
      if (!passed && !skipped) {
        diagnostics(grade, check, out);
      }
    }
    boolean whole =
        isOk && step.status() != Grade.Status.FAILED && step.status() != Grade.Status.ERROR;
    out.append(whole ? "ok " : "not ok ").append(number).append(" - ").append(step.id());
    out.append('\n');
  }

  private static boolean isReached(Grade.StepGrade step) {
    return step.status() == Grade.Status.PASSED;
  }

  private static void diagnostics(Grade grade, Grade.CheckGrade check, StringBuilder out) {
    String indent = "      ";
    out.append(indent).append("---\n");
    String message = check.help().isEmpty() ? check.words() : check.help();
    out.append(indent).append("message: ").append(value(message)).append('\n');
    String severity = check.status() == Grade.Status.ERROR ? "error" : "fail";
    out.append(indent).append("severity: ").append(severity).append('\n');
    pair("found", check.actual(), indent, out);
    pair("wanted", check.expected(), indent, out);
    if (check.line() > 0) {
      out.append(indent).append("at: {file: ").append(value(grade.lesson().answer()));
      out.append(", line: ").append(check.line()).append("}\n");
    }
    out.append(indent).append("...\n");
  }

  private static void pair(
      String name, Optional<BsonValue> value, String indent, StringBuilder out) {
    value.ifPresent(
        found -> out.append(indent).append(name).append(": ").append(flow(found)).append('\n'));
  }

  /** JSON is YAML. */
  private static String flow(BsonValue value) {
    return new Json().value(value).toString().stripTrailing();
  }

  private static String value(String text) {
    return new Json().text(text).toString().stripTrailing();
  }

  private static String oneLine(String text) {
    return text.replaceAll("\\s*\\R\\s*", " ");
  }

  private static String escaped(String text) {
    return oneLine(text).replace("\\", "\\\\").replace("#", "\\#");
  }
}
