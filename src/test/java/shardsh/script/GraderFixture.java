package shardsh.script;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import shardsh.lesson.Course;
import shardsh.lesson.Lesson;
import shardsh.lesson.LessonReader;
import shardsh.script.report.Grade;
import shardsh.shell.LessonSessions;

/** Answers of the tests, and the grades that they get. */
abstract class GraderFixture {
  /** What never ends is stopped after this; long enough for the answer to have begun. */
  private static final Duration SOON = Duration.ofMillis(200);

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final LessonSessions SESSIONS = new LessonSessions();

  static final Lesson STALE =
      new LessonReader().read(Path.of("src/test/resources/lessons/stale-mongos.lesson.yaml"));

  static final Lesson TWO_LISTS = Course.builtIn().lesson("one-collection-many-shards");

  static final String WHOLE =
      """
      sim.fill("shop.orders", {customerId: 580}, 70)
      //@ answer after-split accept
      db.orders.find({customerId: 470})
      sh.splitAt("shop.orders", {customerId: 450});
      sim.balance();
      answer("rows", 4)
      //@ answer first-shard s2
      db.orders.find({customerId: 420})
      sh.splitAt("shop.orders", {customerId: 250});
      db.orders.find({customerId: 210});
      """;

  static Grade grade(String answer) {
    return grade(STALE, answer);
  }

  static Grade grade(Lesson lesson, String answer) {
    return grade(lesson, answer, Optional.empty(), "en", PATIENCE);
  }

  /** The grade of an answer to one step alone. */
  static Grade grade(Lesson lesson, String answer, String step) {
    return grade(lesson, answer, Optional.of(step), "en", PATIENCE);
  }

  static Grade grade(String answer, String locale, int seconds) {
    return grade(STALE, answer, Optional.empty(), locale, Duration.ofSeconds(seconds));
  }

  /** What comes of an answer that is stopped soon. */
  static Grade endless(String answer, String locale) {
    return grade(STALE, answer, Optional.empty(), locale, SOON);
  }

  private static Grade grade(
      Lesson lesson, String answer, Optional<String> step, String locale, Duration timeout) {
    return Grader.grade(lesson, answer, options(step, locale, timeout), SESSIONS);
  }

  static Grader.Options options(Optional<String> step, String locale, Duration timeout) {
    return new Grader.Options(
        false, step, locale, OptionalLong.empty(), false, timeout, "answer.js");
  }

  static Grade.CheckGrade check(Grade grade, String id) {
    return grade.steps().stream()
        .flatMap(step -> step.checks().stream())
        .filter(check -> check.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  static void assertPassed(Grade grade) {
    assertEquals(Optional.of(Grade.Verdict.PASSED), grade.verdict(), grade.toString());
  }
}
