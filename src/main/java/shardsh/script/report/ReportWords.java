package shardsh.script.report;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The program's own words in reports for machines that show them to people, in their language. */
final class ReportWords {
  private ReportWords() {}

  private static boolean isChinese(Grade grade) {
    return grade.lesson().locale().equals("zh");
  }

  private static String say(Grade grade, String en, String zh) {
    return isChinese(grade) ? zh : en;
  }

  /** {@code stale-mongos: 1 of 2 points}. */
  static String points(Grade grade) {
    String score = Json.plain(grade.score());
    String max = Json.plain(grade.max());
    return grade.lesson().id()
        + say(grade, ": " + score + " of " + max + " points", ":" + score + " / " + max + " 分");
  }

  /** Why a check did not pass, then what helps; empty for one that did. */
  static String of(Grade grade, Grade.CheckGrade check) {
    boolean skipped = check.status() == Grade.Status.SKIPPED;
    String words = skipped ? say(grade, "skipped, ", "跳过,") + check.words() : check.words();
    return check.help().isEmpty() ? words : words + "\n" + check.help();
  }

  /** The same for reports with no other place for slips: they go with the first that failed. */
  static String withSlips(Grade grade, Grade.CheckGrade check) {
    boolean isFirst =
        grade.steps().stream()
            .flatMap(step -> step.checks().stream())
            .filter(other -> other.status() != Grade.Status.PASSED)
            .findFirst()
            .filter(first -> first == check)
            .isPresent();
    return isFirst
        ? Stream.concat(Stream.of(of(grade, check)), grade.slipTexts().stream())
            .collect(Collectors.joining("\n"))
        : of(grade, check);
  }

  static String nothingToCheck(Grade grade) {
    return say(grade, "nothing to check", "没有要检查的内容");
  }

  /** What a verdict without a decision says when no limit is to blame. */
  static String notEvaluated(Grade grade) {
    return say(grade, "a check of the lesson could not be evaluated", "课程中有一项检查无法执行");
  }
}
