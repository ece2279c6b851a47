package shardsh.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import shardsh.lesson.Lesson;
import shardsh.lesson.LessonReader;
import shardsh.lesson.SetupLimitException;
import shardsh.script.report.Grade;
import shardsh.script.report.Reports;

/** Answers and setups that do not end, and what runs in both. */
class GraderLimitsTest extends GraderFixture {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "while (true) {}",
        "while (true) { try { while (true) {} } catch (e) {} finally { continue } }",
        "const a = []; while (true) a.push(new Array(100000).fill(1))",
        "while (true) print('x'.repeat(1000))",
        "for (;;) db.orders.find({customerId: 470}).toArray()",
        "[{[Symbol.toPrimitive]() { while (true) {} }}] + ''",
        "db.orders.find({get a() { while (true) {} }})",
        "db.orders.find().forEach(() => { while (true) {} })",
        "printjson(new Proxy({}, {get() { while (true) {} }}))",
        "throw new Proxy(new Error('x'), {get() { while (true) {} }})",
        "class E extends Error { get message() { while (true) {} } } throw new E()",
        "(async () => { while (true) await null })()",
        "Promise.resolve().then(function f() { return Promise.resolve().then(f) })",
        "for (;;) try { (function f() { f() })() } catch (e) {}",
        "new Array(4294967295).fill(0)",
        "sim.fill('shop.orders', {customerId: {from: 0, to: 1e9}}, 1e9)",
        "sim.whatIf('while (true) {}')"
      })
  void whatNeverEndsIsUndecidedAndNeverAPass(String endless) {
    Grade grade = endless(endless + "\n" + WHOLE, "en");

    assertEquals(Optional.of(Grade.Verdict.UNDECIDED), grade.verdict(), endless);
    assertEquals(2, Grades.status(grade));
    assertEquals(1, grade.trouble().orElseThrow().line(), "it was stopped in its first line");
  }

  @Test
  void textThatTakesTooMuchToReadIsUndecidedToo() {
    Grade grade = grade("(".repeat(900_000));

    assertEquals(Optional.of(Grade.Verdict.UNDECIDED), grade.verdict(), grade.toString());
  }

  @Test
  void setupThatReachesItsLimitIsNotTheAnswersFault() {
    Lesson lesson = read("limits: {millis: 20}", "run: 'while (true) {}'");

    SetupLimitException stopped = assertThrows(SetupLimitException.class, () -> grade(lesson, "1"));
    Grade grade = Grades.undecided("mine", "zh", stopped.inChinese());

    assertTrue(
        stopped.getMessage().startsWith("the limit of time was reached while the lesson mine"));
    assertEquals(2, Grades.status(grade));
    assertTrue(Reports.find("tap").orElseThrow().write(grade, 0).contains("not ok 1 - run: 布置"));
  }

  @Test
  void functionsOfTheServerRunInTheSetupAndInTheAnswer() {
    String pipeline =
        "[{$match: {$expr: {$function: {body: \"x => x === 470\", args: [\"$customerId\"], lang:"
            + " \"js\"}}}}]";
    Lesson lesson =
        read(
            "",
            "run: 'db.copy.insertOne({n: db.orders.aggregate("
                + pipeline
                + ").toArray().length})'");

    Grade grade = grade(lesson, "db.copy.findOne(); db.orders.aggregate(" + pipeline + ")");

    assertPassed(grade);
  }

  private static Lesson read(String field, String setup) {
    return new LessonReader()
        .read(
"""
format: 1
id: mine
track: mine
title: Mine
summary: Mine.
difficulty: 1
minutes: 1
teaches: [S1-05]
%s
setup:
  cluster: canvas
  %s
steps:
  - id: ask
    kind: do
    ask: Ask.
    checks: [{id: one, kind: state, js: 'c.last.op === "aggregate" && c.last.result.length === 1 && c.step.commands.length === 2'}]
    hints: [h]
    solution: '1'
complete: Done.
"""
                .formatted(field, setup),
            "mine.lesson.yaml");
  }
}
