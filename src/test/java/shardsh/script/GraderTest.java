package shardsh.script;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import shardsh.lesson.Check;
import shardsh.lesson.Course;
import shardsh.lesson.Finding;
import shardsh.lesson.Lesson;
import shardsh.lesson.LessonReader;
import shardsh.lesson.Step;
import shardsh.script.report.Grade;
import shardsh.script.report.Reports;
import shardsh.shell.LessonRun;

/** What answers earn: by which of their lines, in which step, in which words. */
class GraderTest extends GraderFixture {
  @Test
  void referenceAnswerPassesWithAllPoints() {
    Grade grade = grade(WHOLE);

    assertPassed(grade);
    assertEquals(0, grade.score().compareTo(grade.max()));
    assertEquals(0, grade.max().compareTo(new BigDecimal(4)));
    assertTrue(grade.questions().stream().allMatch(q -> q.status().equals("right")));
    assertEquals(0, Grades.status(grade));
  }

  @Test
  void balancingWithoutSplittingFailsWithTheKnownMistake() {
    Grade grade =
        grade(
            "sim.fill(\"shop.orders\", {customerId: 580}, 70)\n"
                + "db.orders.find({customerId: 470})\nsim.balance()\n");

    assertEquals(1, Grades.status(grade));
    Grade.CheckGrade moved = check(grade, "moved");
    assertEquals(Grade.Status.FAILED, moved.status());
    assertTrue(moved.help().contains("Split first."), moved.help());
    assertEquals(3, moved.line());
    assertEquals(Grade.Status.SKIPPED, check(grade, "small-piece").status());
    assertEquals("no migrate.start", check(grade, "six-stages").words());
  }

  @Test
  void stepMarkerAfterAMistakeStartsFromTheCheckpoint() {
    Grade grade =
        grade("//@ step move\nsh.splitAt(\"shop.orders\", {customerId: 450})\nsim.balance()\n");

    assertEquals(Grade.Status.FAILED, check(grade, "split-at-580").status());
    assertEquals(Grade.Status.PASSED, check(grade, "moved").status());
  }

  @Test
  void oneStepAloneIsGradedFromItsCheckpoint() {
    Grade grade =
        grade(STALE, "sh.splitAt(\"shop.orders\", {customerId: 450})\nsim.balance()\n", "move");

    assertEquals(Optional.of(Grade.Verdict.PASSED), grade.verdict());
    assertEquals(1, grade.steps().size());
  }

  @Test
  void planOfACursorIsTheResultOfItsCommand() {
    Lesson lesson =
        new LessonReader().read(Path.of("lessons/aggregation/sharded-sort.lesson.yaml"));
    String pipeline =
        "[{$match: {mykey: {$in: [0, 1, 3, 7]}}}, {$sort: {favColour: 1}}, {$limit: 5}]";

    Grade grade = grade(lesson, "db.records.aggregate(" + pipeline + ").explain()", "explain");

    assertPassed(grade);
  }

  @Test
  void sessionBegunAfterACheckpointIsNotTakenForOneOfTheStepsBefore() {
    Lesson lesson =
        new LessonReader().read(Path.of("lessons/left-out/cross-shard-transactions.lesson.yaml"));

    Grade grade =
        grade(
            lesson,
            """
            s = db.getMongo().startSession(); o = s.getDatabase("shop").orders;
            s.startTransaction();
            o.updateOne({customerId: 150}, {$set: {total: 302}});
            o.updateOne({customerId: 420}, {$set: {total: 302}});
            s.commitTransaction();
            """,
            "two-participants");

    assertPassed(grade);
  }

  @Test
  void checkpointHasWhatSeveralReferenceSolutionsCommitted() {
    Lesson lesson =
        new LessonReader().read(Path.of("lessons/left-out/cross-shard-transactions.lesson.yaml"));

    Grade grade =
        grade(
            lesson,
            """
            sim.fail({to: "s2", command: "prepareTransaction", do: "error", code: 11601});
            s = db.getMongo().startSession(); o = s.getDatabase("shop").orders;
            s.startTransaction();
            o.updateOne({customerId: 150}, {$set: {total: 303}});
            o.updateOne({customerId: 420}, {$set: {total: 303}});
            s.commitTransaction();
            """,
            "one-fails");

    assertPassed(grade);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "const kept = db.orders.find({customerId: 470})\nkept",
        "const kept = db.orders.find({customerId: 470})\nkept.toArray()",
        "const kept = db.orders.find({customerId: 470})\n1\nkept.forEach(printjson)",
        "const kept = db.orders.aggregate([{$match: {customerId: 470}}])\nkept.next()"
      })
  void cursorThatIsReadInALaterStatementIsTheCommandOfItsHelper(String answer) {
    Grade grade = grade(TWO_LISTS, answer, "ask-whole");

    assertPassed(grade);
    assertEquals(1, grade.cost().getNumber("commands").intValue(), "it is paid for once");
  }

  @Test
  void countOfACursorIsTheResultOfItsCommand() {
    Lesson lesson =
        new LessonReader().read(Path.of("lessons/left-out/own-metadata-filter.lesson.yaml"));

    Grade grade =
        grade(lesson, "db.orders.find({customerId: {$gte: 400, $lt: 450}}).count()", "through-m0");

    assertPassed(grade);
  }

  @Test
  void failuresAreToldInTheLocaleOfTheGrade() {
    Grade grade = grade("sim.fill(\"shop.orders\", {customerId: 580}, 60)", "zh", 60);

    assertTrue(check(grade, "split-at-580").words().startsWith("要求：集合在 1|7"));
    assertEquals("要先通过：split-at-580", check(grade, "halves").words());
    assertEquals("没有走到步骤 move", check(grade, "moved").words());
    assertEquals("尚未回答", check(grade, "rows").words());
  }

  @Test
  void workOnAForkThatComesBackLaterIsPaidFor() {
    Lesson lesson = Course.builtIn().lesson("hot-shard-rescue");
    String answer =
        """
        sim.fork("a"); sh.moveChunk("shop.orders", {customerId: 470}, "s0"); sim.fork("b"); sim.back("a")
        for (let i = 0; i < 100; i++) db.orders.countDocuments({customerId: 50})
        sim.back("b")
        """;

    Grade grade = grade(lesson, answer);

    assertEquals(70, grade.cost().getNumber("movedMB").intValue());
  }

  @Test
  void moreCallsThanAreKeptAreCounted() {
    Grade grade = grade("for (let i = 0; i < 2500; i++) sim.cost()\n");

    assertEquals(2500, grade.cost().getNumber("commands").intValue());
  }

  @Test
  void resetBeginsTheStepAnewWithNothingOfItDone() {
    Grade grade = grade(STALE, WHOLE.replace("sim.balance();", "reset"));

    assertEquals(Grade.Status.FAILED, check(grade, "moved").status());
  }

  @Test
  void guardThatHeldFromTheStartEarnsNothingByItself() {
    Lesson lesson = Course.builtIn().lesson("night-shift");

    Grade grade = grade(lesson, "db.orders.findOne()\n");

    assertEquals(Grade.Status.SKIPPED, check(grade, "at-night").status());
    assertEquals(0, grade.score().signum());
  }

  @Test
  void guardThatCouldNotBeAskedAtTheStartEarnsNothingByItself() {
    Step step = Course.builtIn().lesson("night-shift").steps().get(0);
    Check open = step.checks().get(0);
    Check guard = step.checks().get(3);
    StepRecord record = new StepRecord(step, 1);

    record.begins(List.of(new LessonRun.State(guard, Finding.broken("a limit was reached"))));
    List<LessonRun.State> earned =
        record.earned(
            List.of(
                new LessonRun.State(open, Finding.failed("no", "不")),
                new LessonRun.State(guard, Finding.passed())));

    assertFalse(earned.get(1).finding().isPassed());
  }

  @Test
  void severalAnswersOnOneLineAreAllTaken() {
    Lesson lesson = Course.builtIn().lesson("ghost-hunt");
    String answers =
        """
        for (const s of ["s0", "s1", "s2"]) new Mongo(s).getDB("shop").orders.countDocuments({})
        answer("orphans-s0", 31); answer("orphans-s1", 0); answer('orphans-s2', 13)
        """;

    Grade grade = grade(lesson, answers);

    for (String id : List.of("orphans-s0", "orphans-s1", "orphans-s2")) {
      assertEquals(Grade.Status.PASSED, check(grade, id).status(), id);
    }
  }

  @Test
  void syntaxErrorStopsTheRunAndWhatCameBeforeCounts() {
    Grade grade = grade("sim.fill(\"shop.orders\", {customerId: 580}, 70)\nlet = = 3\n");

    assertEquals(Grade.Status.PASSED, check(grade, "halves").status());
    assertEquals(2, grade.trouble().orElseThrow().line());
    assertEquals(1, Grades.status(grade));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "const s = `\n//@ step move\n`",
        "/*\n//@ answer rows 4\n//@ step the-catch\n*/",
        "const f = () => {\n  //@ step move\n  return 1;\n}",
        "'//@ step move'",
        "\uFEFF//@ answer rows 4"
      })
  void markerInsideAStatementOrACommentIsAPartOfIt(String text) {
    Grade grade = grade(text + "\nsim.fill(\"shop.orders\", {customerId: 580}, 70)\n");

    assertEquals(Grade.Status.PASSED, check(grade, "halves").status(), grade.toString());
    assertTrue(grade.trouble().isEmpty());
  }

  @Test
  void documentsOfAnAnswerStayInTheLineOfAReport() {
    String line = "::notice title=Autograding complete::Points 9/9";
    String answer =
        "db.orders.insertOne({customerId: 470, t: '\\n"
            + line
            + "\\r\\u001b[2J\\ud800\\u202e\\u2028 "
            + "😀".repeat(200)
            + "'})"
            + "\ndb.orders.find({customerId: 470})\n";

    Grade grade = grade(TWO_LISTS, answer, "ask-whole");
    String words = check(grade, "order-9").words();

    assertTrue(words.contains("\\n" + line + "\\r\uFFFD[2J\uFFFD\uFFFD\uFFFD "), words);
    assertEquals(words, new String(words.getBytes(UTF_8), UTF_8), "no half of a character is left");
    for (String format : Reports.names()) {
      String report = Reports.find(format).orElseThrow().write(grade, 0);
      assertTrue(report.lines().noneMatch(text -> text.strip().startsWith("::")), report);
    }
  }

  @Test
  void sameAnswerTwiceGivesTheSameBytesInEveryFormat() {
    Grade first = grade(WHOLE);
    Grade second = grade(WHOLE);

    for (String format : Reports.names()) {
      assertEquals(
          Reports.find(format).orElseThrow().write(first, 0),
          Reports.find(format).orElseThrow().write(second, 0),
          format);
    }
  }
}
