package shardsh.script.report;

import java.util.Locale;

/** Our own format, with everything in it: {@code lesson-format.md}, 11.1. */
final class JsonReport implements Report {
  @Override
  public String write(Grade grade, long millis) {
    Json json = new Json();
    json.open('{').name("schemaVersion").number(1);
    json.name("tool").open('{').name("name").text("shardsh").name("version").text(version());
    json.close('}');
    lesson(grade.lesson(), json);
    json.name("mode").text(grade.mode());
    if (grade.verdict().isPresent()) {
      json.name("verdict").text(grade.verdictWord());
    } else {
      json.name("verdict").nothing();
    }
    grade
        .trouble()
        .ifPresent(
            trouble -> {
              json.name("error").open('{').name("message").text(trouble.message());
              if (trouble.line() > 0) {
                json.name("line").number(trouble.line());
              }
              json.name("status").number(trouble.status()).close('}');
            });
    json.name("score").number(grade.score()).name("maxScore").number(grade.max());
    json.name("steps").open('[');
    grade.steps().forEach(step -> step(step, json));
    json.close(']').name("questions").open('[');
    for (Grade.QuestionGrade question : grade.questions()) {
      json.open('{').name("id").text(question.id()).name("status").text(question.status());
      question.given().ifPresent(given -> json.name("given").value(given));
      json.close('}');
    }
    json.close(']');
    slips(grade, json);
    json.name("cost").value(grade.cost());
    if (millis > 0) {
      json.name("millis").number(millis);
    }
    return json.close('}').toString();
  }

  private static String version() {
    String version = JsonReport.class.getPackage().getImplementationVersion();
    return version == null ? "0.1.0" : version;
  }

  private static void slips(Grade grade, Json json) {
    if (grade.slips().isEmpty()) {
      return;
    }
    json.name("errors").open('[');
    for (Grade.Slip slip : grade.slips()) {
      json.open('{').name("line").number(slip.line()).name("message").text(slip.message());
      json.close('}');
    }
    json.close(']');
  }

  private static void lesson(Grade.LessonFacts lesson, Json json) {
    json.name("lesson").open('{').name("id").text(lesson.id());
    json.name("revision").number(lesson.revision()).name("sha256").text(lesson.sha256());
    json.name("locale").text(lesson.locale()).name("seed").number(lesson.seed());
    json.name("profile").text(lesson.profile()).close('}');
  }

  private static void step(Grade.StepGrade step, Json json) {
    json.open('{').name("id").text(step.id()).name("kind").text(step.kind());
    json.name("status").text(word(step.status()));
    json.name("score").number(step.score()).name("maxScore").number(step.max());
    if (step.first() > 0) {
      json.name("statements").open('[').number(step.first()).number(step.last()).close(']');
    }
    json.name("checks").open('[');
    for (Grade.CheckGrade check : step.checks()) {
      json.open('{').name("id").text(check.id()).name("kind").text(check.kind());
      json.name("status").text(word(check.status()));
      json.name("points").number(check.points()).name("max").number(check.max());
      check.expected().ifPresent(value -> json.name("expected").value(value));
      check.actual().ifPresent(value -> json.name("actual").value(value));
      if (!check.words().isEmpty()) {
        json.name("message").text(check.words());
      }
      if (!check.help().isEmpty()) {
        json.name("help").text(check.help());
      }
      if (check.line() > 0 && check.status() != Grade.Status.PASSED) {
        json.name("line").number(check.line());
      }
      if (check.status() == Grade.Status.SKIPPED && !check.dependsOn().isEmpty()) {
        json.name("dependsOn").open('[');
        check.dependsOn().forEach(json::text);
        json.close(']');
      }
      json.close('}');
    }
    json.close(']').close('}');
  }

  private static String word(Grade.Status status) {
    return status.name().toLowerCase(Locale.ROOT);
  }
}
