package shardsh.script.report;

import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import shardsh.lesson.CheckWords;

/** The results file of the track test runners: {@code lesson-format.md}, 11.6. */
final class ExercismReport implements Report {
  private static final int MESSAGE_MAX = 65_535;

  @Override
  public String write(Grade grade, long millis) {
    Json json = new Json();
    String status = status(grade);
    json.open('{').name("version").number(3).name("status").text(status);
    if (status.equals("error")) {
      json.name("message").text(cut(message(grade)));
    }
    json.name("tests").open('[');
    for (Grade.StepGrade step : grade.steps()) {
      for (Grade.CheckGrade check : step.checks()) {
        test(grade, step, check, json);
      }
    }
    if (grade.trouble().isPresent() && !status.equals("error")) {
      json.open('{').name("name").text("run").name("test_code").text("").name("status");
      json.text("error").name("message").text(message(grade)).close('}');
    }
    return json.close(']').close('}').toString();
  }

  /** {@code error} is for what ran no test at all: there students see the message and no test. */
  private static String status(Grade grade) {
    if (grade.verdictWord().equals("passed")) {
      return "pass";
    }
    boolean cutShort = grade.trouble().isPresent() || grade.verdict().isEmpty();
    boolean none = statuses(grade).noneMatch(status -> status == Grade.Status.PASSED);
    boolean broken = statuses(grade).allMatch(status -> status == Grade.Status.ERROR);
    return cutShort && none || broken ? "error" : "fail";
  }

  private static Stream<Grade.Status> statuses(Grade grade) {
    return grade.steps().stream()
        .flatMap(step -> step.checks().stream())
        .map(Grade.CheckGrade::status);
  }

  private static String message(Grade grade) {
    return grade
        .trouble()
        .map(
            trouble -> {
              String place = grade.place(trouble.line());
              return (place.isEmpty() ? "" : place + ": ") + trouble.message();
            })
        .orElseGet(() -> ReportWords.notEvaluated(grade));
  }

  private static void test(Grade grade, Grade.StepGrade step, Grade.CheckGrade check, Json json) {
    String status =
        switch (check.status()) {
          case PASSED -> "pass";
          case FAILED, SKIPPED -> "fail";
          case ERROR -> "error";
        };
    json.open('{').name("name").text(name(step, check)).name("test_code").text("");
    json.name("status").text(status);
    if (check.status() != Grade.Status.PASSED) {
      json.name("message").text(ReportWords.withSlips(grade, check));
    }
    json.name("task_id").number(step.number()).close('}');
  }

  /** Names are to be read by people here, and are no keys. */
  private static String name(Grade.StepGrade step, Grade.CheckGrade check) {
    return CheckWords.title(step.id()) + ": " + CheckWords.title(check.id());
  }

  /** The limit counts bytes. */
  private static String cut(String text) {
    String cut = text.length() > MESSAGE_MAX ? text.substring(0, MESSAGE_MAX) : text;
    while (cut.getBytes(StandardCharsets.UTF_8).length > MESSAGE_MAX) {
      cut = cut.substring(0, cut.length() * 3 / 4);
    }
    return cut;
  }
}
