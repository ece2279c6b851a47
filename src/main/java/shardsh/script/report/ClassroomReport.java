package shardsh.script.report;

/** The result object of the classroom's grading reporter: {@code lesson-format.md}, 11.5. */
final class ClassroomReport implements Report {
  @Override
  public String write(Grade grade, long millis) {
    Json json = new Json();
    json.open('{').name("version").number(1).name("status").text(status(grade));
    json.name("max_score").number(grade.max()).name("tests").open('[');
    boolean any = false;
    for (Grade.StepGrade step : grade.steps()) {
      for (Grade.CheckGrade check : step.checks()) {
        test(grade, step, check, json);
        any = true;
      }
    }
    if (!any || grade.trouble().isPresent()) {
      String message =
          grade.trouble().map(Grade.Trouble::message).orElse(ReportWords.nothingToCheck(grade));
      int line = grade.trouble().map(Grade.Trouble::line).orElse(0);
      entry(json, "run", "error", message, line > 0 ? grade.lesson().answer() : "", line);
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

  private static void test(Grade grade, Grade.StepGrade step, Grade.CheckGrade check, Json json) {
    String status =
        switch (check.status()) {
          case PASSED -> "pass";
          case FAILED, SKIPPED -> "fail";
          case ERROR -> "error";
        };
    boolean skipped = check.status() == Grade.Status.SKIPPED;
    String message = ReportWords.withSlips(grade, check);
    boolean placed = check.line() > 0 && check.status() != Grade.Status.PASSED && !skipped;
    json.open('{').name("name").text(step.id() + ": " + check.id()).name("status").text(status);
    json.name("score").number(check.points());
    rest(json, message, placed ? grade.lesson().answer() : "", placed ? check.line() : 0);
  }

  private static void entry(
      Json json, String name, String status, String message, String file, int line) {
    json.open('{').name("name").text(name).name("status").text(status).name("score").number(0);
    rest(json, message, file, line);
  }

  private static void rest(Json json, String message, String file, int line) {
    json.name("message").text(message).name("test_code").text("").name("filename").text(file);
    json.name("line_no").number(line).name("duration").number(0).close('}');
  }
}
