package shardsh.script.report;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonInt32;

/** The results file of the autograder service: {@code lesson-format.md}, 11.4. */
final class GradescopeReport implements Report {
  @Override
  public String write(Grade grade, long millis) {
    Json json = new Json();
    json.open('{').name("output").text(summary(grade)).name("output_format").text("text");
    if (millis > 0) {
      json.name("execution_time").number(BigDecimal.valueOf(millis, 3));
    }
    json.name("visibility").text("visible").name("tests").open('[');
    boolean any = false;
    for (Grade.StepGrade step : grade.steps()) {
      int place = 1;
      for (Grade.CheckGrade check : step.checks()) {
        test(grade, step, check, step.number() + "." + place++, json);
        any = true;
      }
    }
    if (!any) {
      json.open('{').name("name").text("run").name("score").number(0).name("max_score").number(0);
      boolean passed = grade.verdictWord().equals("passed");
      json.name("status").text(passed ? "passed" : "failed").name("output").text(summary(grade));
      json.name("output_format").text("text").close('}');
    }
    json.close(']').name("leaderboard").open('[').open('{').name("name").text("Messages");
    json.name("value").value(grade.cost().get("messages", new BsonInt32(0)));
    json.name("order").text("asc").close('}').close(']');
    json.name("extra_data").open('{').name("lesson").text(grade.lesson().id());
    json.name("revision").number(grade.lesson().revision());
    json.name("seed").number(grade.lesson().seed());
    json.name("verdict").text(grade.verdictWord());
    return json.close('}').close('}').toString();
  }

  private static String summary(Grade grade) {
    List<String> lines = new ArrayList<>(List.of(ReportWords.points(grade)));
    grade.trouble().map(Grade.Trouble::message).ifPresent(lines::add);
    lines.addAll(grade.slipTexts());
    return String.join("\n", lines);
  }

  private static void test(
      Grade grade, Grade.StepGrade step, Grade.CheckGrade check, String number, Json json) {
    json.open('{').name("name").text(step.id() + ": " + check.id()).name("number").text(number);
    json.name("score").number(check.points()).name("max_score").number(check.max());
    boolean passed = check.status() == Grade.Status.PASSED;
    json.name("status").text(passed ? "passed" : "failed");
    json.name("output").text(passed ? check.noticed() : ReportWords.of(grade, check));
    json.name("output_format").text("text");
    if (!grade.lesson().tags().isEmpty()) {
      json.name("tags").open('[');
      grade.lesson().tags().forEach(json::text);
      json.close(']');
    }
    if (!check.visibility().equals("visible")) {
      json.name("visibility").text(check.visibility());
    }
    json.close('}');
  }
}
