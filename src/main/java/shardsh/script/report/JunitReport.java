package shardsh.script.report;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;

/** JUnit XML that the strict description accepts: {@code lesson-format.md}, 11.2. */
final class JunitReport implements Report {
  @Override
  public String write(Grade grade, long millis) {
    StringBuilder out =
        new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    int number = 0;
    for (Grade.StepGrade step : grade.steps()) {
      if (!step.checks().isEmpty()) {
        suite(grade, step, number++, millis, out);
      }
    }
    if (grade.trouble().isPresent()) {
      trouble(grade, number, out);
    }
    return out.append("</testsuites>\n").toString();
  }

  private static void suite(
      Grade grade, Grade.StepGrade step, int number, long millis, StringBuilder out) {
    List<Grade.CheckGrade> checks = step.checks();
    out.append("  <testsuite package=\"").append(attribute(grade.lesson().track()));
    out.append("\" id=\"").append(number).append("\" name=\"");
    out.append(attribute(grade.lesson().id() + "." + step.id()));
    out.append("\" timestamp=\"1970-01-01T00:00:00\" hostname=\"localhost\" tests=\"");
    out.append(checks.size()).append("\" failures=\"").append(count(checks, Grade.Status.FAILED));
    out.append("\" errors=\"").append(count(checks, Grade.Status.ERROR));
    out.append("\" skipped=\"").append(count(checks, Grade.Status.SKIPPED));
    out.append("\" time=\"").append(number == 0 ? seconds(millis) : "0").append("\">\n");
    if (number == 0) {
      out.append("    <properties><property name=\"lesson\" value=\"");
      out.append(attribute(grade.lesson().id()));
      out.append("\"/><property name=\"revision\" value=\"").append(grade.lesson().revision());
      out.append("\"/></properties>\n");
    } else {
      out.append("    <properties/>\n");
    }
    for (Grade.CheckGrade check : checks) {
      testcase(grade, step, check, out);
    }
    out.append("    <system-out/>\n").append(slips(grade, number)).append("  </testsuite>\n");
  }

  /** The first suite has them: they are about the answer as a whole. */
  private static String slips(Grade grade, int number) {
    return number > 0 || grade.slips().isEmpty()
        ? "    <system-err/>\n"
        : "    <system-err>" + text(String.join("\n", grade.slipTexts())) + "</system-err>\n";
  }

  private static long count(List<Grade.CheckGrade> checks, Grade.Status status) {
    return checks.stream().filter(check -> shown(check) == status).count();
  }

  /** An optional check that does not hold is no failure. */
  private static Grade.Status shown(Grade.CheckGrade check) {
    return check.optional() && check.status() == Grade.Status.FAILED
        ? Grade.Status.SKIPPED
        : check.status();
  }

  private static String seconds(long millis) {
    return millis == 0
        ? "0"
        : BigDecimal.valueOf(millis)
            .divide(BigDecimal.valueOf(1000), 3, RoundingMode.HALF_UP)
            .toPlainString();
  }

  private static void testcase(
      Grade grade, Grade.StepGrade step, Grade.CheckGrade check, StringBuilder out) {
    out.append("    <testcase name=\"").append(attribute(check.id())).append("\" classname=\"");
    out.append(attribute(grade.lesson().id() + "." + step.id())).append("\" time=\"0\"");
    String place = grade.place(check.line());
    String text =
        check.help().isEmpty() || place.isEmpty() ? check.help() : place + ": " + check.help();
    switch (shown(check)) {
      case PASSED -> out.append("/>\n");
      case SKIPPED -> {
        out.append("><skipped message=\"").append(attribute(check.words()));
        out.append("\"/></testcase>\n");
      }
      case FAILED -> verdict("failure", check, text, out);
      case ERROR -> verdict("error", check, text, out);
    }
  }

  private static void verdict(
      String element, Grade.CheckGrade check, String text, StringBuilder out) {
    out.append("><").append(element).append(" type=\"").append(attribute(check.kind()));
    out.append("\" message=\"").append(attribute(check.words())).append('"');
    if (text.isEmpty()) {
      out.append("/>");
    } else {
      out.append('>').append(text(text)).append("</").append(element).append('>');
    }
    out.append("</testcase>\n");
  }

  private static void trouble(Grade grade, int number, StringBuilder out) {
    Grade.Trouble trouble = grade.trouble().orElseThrow();
    out.append("  <testsuite package=\"").append(attribute(grade.lesson().track()));
    out.append("\" id=\"").append(number).append("\" name=\"");
    out.append(attribute(grade.lesson().id())).append(".run\"");
    out.append(" timestamp=\"1970-01-01T00:00:00\" hostname=\"localhost\" tests=\"1\"");
    out.append(" failures=\"0\" errors=\"1\" skipped=\"0\" time=\"0\">\n    <properties/>\n");
    out.append("    <testcase name=\"run\" classname=\"").append(attribute(grade.lesson().id()));
    out.append("\" time=\"0\"><error type=\"run\" message=\"");
    out.append(attribute(trouble.message())).append("\"/></testcase>\n");
    out.append("    <system-out/>\n    <system-err/>\n  </testsuite>\n");
  }

  private static String attribute(String value) {
    return text(value).replace("\"", "&quot;").replace("\n", "&#10;").replace("\t", "&#9;");
  }

  /** XML knows no control characters, and no lone surrogates. */
  private static String text(String value) {
    StringBuilder out = new StringBuilder();
    value
        .codePoints()
        .filter(
            c ->
                c == '\n'
                    || c == '\t'
                    || c >= ' ' && c < 0xd800
                    || c >= 0xe000 && c <= 0xfffd
                    || c > 0xffff)
        .forEach(
            c -> {
              switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                default -> out.appendCodePoint(c);
              }
            });
    return out.toString();
  }
}
