package shardsh.script.report;

/** The results file of the track test runners: {@code lesson-format.md}, 11.6. */
final class ExercismReport implements Report {
  private static final int MESSAGE_MAX = 65_535;

  @Override
  public String write(Grade grade, long millis) {
    Json json = new Json();
    json.open('{').name("version").number(3).name("status").text(status(grade));
    if (status(grade).equals("error")) {
      json.name("message").text(cut(message(grade)));
    }
    json.name("tests").open('[');
    for (Grade.StepGrade step : grade.steps()) {
      for (Grade.CheckGrade check : step.checks()) {
        test(grade, step, check, json);
      }
    }
    return json.close(']').close('}').toString();
  }

  private static String status(Grade grade) {
    return switch (grade.verdictWord()) {
      case "passed" -> "pass";
      case "failed" -> "fail";
      default -> "error";
    };
  }

  private static String message(Grade grade) {
    return grade
        .trouble()
        .map(Grade.Trouble::message)
        .orElseGet(() -> ReportWords.notEvaluated(grade));
  }

  private static void test(Grade grade, Grade.StepGrade step, Grade.CheckGrade check, Json json) {
    String status =
        switch (check.status()) {
          case PASSED -> "pass";
          case FAILED, SKIPPED -> "fail";
          case ERROR -> "error";
        };
    json.open('{').name("name").text(step.id() + ": " + check.id()).name("test_code").text("");
    json.name("status").text(status);
    if (check.status() != Grade.Status.PASSED) {
      json.name("message").text(cut(ReportWords.of(grade, check)));
    }
    json.name("task_id").number(step.number()).close('}');
  }

  private static String cut(String text) {
    return text.length() > MESSAGE_MAX ? text.substring(0, MESSAGE_MAX) : text;
  }
}
