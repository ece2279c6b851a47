package shardsh.script;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import shardsh.lesson.Check;
import shardsh.lesson.Course;
import shardsh.lesson.Finding;
import shardsh.lesson.Lesson;
import shardsh.lesson.LessonReader;
import shardsh.lesson.SetupLimitException;
import shardsh.lesson.Step;
import shardsh.script.report.Grade;
import shardsh.script.report.Reports;
import shardsh.shell.LessonRun;
import shardsh.shell.LessonSessions;

class GraderTest {
  /** What never ends is stopped after this; long enough for the answer to have begun. */
  private static final Duration SOON = Duration.ofMillis(200);

  private static final LessonSessions SESSIONS = new LessonSessions();

  private static final Lesson STALE =
      new LessonReader().read(Path.of("src/test/resources/lessons/stale-mongos.lesson.yaml"));
  private static final Lesson TWO_LISTS = Course.builtIn().lesson("one-collection-many-shards");

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
    return grade(answer, Optional.empty(), 60);
  }

  static Grade grade(String answer, String locale, int seconds) {
    return grade(STALE, answer, Optional.empty(), locale, Duration.ofSeconds(seconds));
  }

  /** What comes of an answer that is stopped soon. */
  static Grade endless(String answer, String locale) {
    return grade(STALE, answer, Optional.empty(), locale, SOON);
  }

  private static Grade grade(String answer, Optional<String> step, int seconds) {
    return grade(STALE, answer, step, "en", Duration.ofSeconds(seconds));
  }

  private static Grade grade(Lesson lesson, String answer, Optional<String> step, int seconds) {
    return grade(lesson, answer, step, "en", Duration.ofSeconds(seconds));
  }

  private static Grade grade(
      Lesson lesson, String answer, Optional<String> step, String locale, Duration timeout) {
    return Grader.grade(lesson, answer, options(step, locale, timeout), SESSIONS);
  }

  static Grader.Options options(Optional<String> step, String locale, Duration timeout) {
    return new Grader.Options(
        false, step, locale, OptionalLong.empty(), false, timeout, "answer.js");
  }

  private static Grade.CheckGrade check(Grade grade, String id) {
    return grade.steps().stream()
        .flatMap(step -> step.checks().stream())
        .filter(check -> check.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void referenceAnswerPassesWithAllPoints() {
    Grade grade = grade(WHOLE);

    assertEquals(Optional.of(Grade.Verdict.PASSED), grade.verdict(), grade.toString());
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
        grade(
            "sh.splitAt(\"shop.orders\", {customerId: 450})\nsim.balance()\n",
            Optional.of("move"),
            60);

    assertEquals(Optional.of(Grade.Verdict.PASSED), grade.verdict());
    assertEquals(1, grade.steps().size());
  }

  @Test
  void planOfACursorIsTheResultOfItsCommand() {
    Lesson lesson =
        new LessonReader().read(Path.of("lessons/aggregation/sharded-sort.lesson.yaml"));
    String pipeline =
        "[{$match: {mykey: {$in: [0, 1, 3, 7]}}}, {$sort: {favColour: 1}}, {$limit: 5}]";

    Grade grade =
        grade(
            lesson, "db.records.aggregate(" + pipeline + ").explain()", Optional.of("explain"), 60);

    assertEquals(Optional.of(Grade.Verdict.PASSED), grade.verdict(), grade.toString());
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
            Optional.of("two-participants"),
            60);

    assertEquals(Optional.of(Grade.Verdict.PASSED), grade.verdict(), grade.toString());
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
            Optional.of("one-fails"),
            60);

    assertEquals(Optional.of(Grade.Verdict.PASSED), grade.verdict(), grade.toString());
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
    Grade grade = grade(TWO_LISTS, answer, Optional.of("ask-whole"), 60);

    assertEquals(Optional.of(Grade.Verdict.PASSED), grade.verdict(), grade.toString());
    assertEquals(1, grade.cost().getNumber("commands").intValue(), "it is paid for once");
  }

  @Test
  void countOfACursorIsTheResultOfItsCommand() {
    Lesson lesson =
        new LessonReader().read(Path.of("lessons/left-out/own-metadata-filter.lesson.yaml"));

    Grade grade =
        grade(
            lesson,
            "db.orders.find({customerId: {$gte: 400, $lt: 450}}).count()",
            Optional.of("through-m0"),
            60);

    assertEquals(Optional.of(Grade.Verdict.PASSED), grade.verdict(), grade.toString());
  }

  @Test
  void failuresAreToldInTheLocaleOfTheGrade() {
    Grade grade = grade("sim.fill(\"shop.orders\", {customerId: 580}, 60)", "zh", 60);

    assertTrue(check(grade, "split-at-580").words().startsWith("应为 {collection: 1|7"));
    assertEquals("要先通过：split-at-580", check(grade, "halves").words());
    assertEquals("没有走到步骤 move", check(grade, "moved").words());
    assertEquals("尚未回答", check(grade, "rows").words());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sim.whatIf('sim.fill(\"shop.orders\", {customerId: 580}, 70)')",
        "db.getSiblingDB('config').chunks.updateOne({}, {$set: {lastmod: Timestamp(1, 7)}})",
        "sim.save()\nsim.import(\"format: 1\")",
        "solution\nskip\nnext",
        "solution;\nskip now please;"
      })
  void shortCutsPassNothing(String shortCut) {
    Grade grade = grade(shortCut);

    assertEquals(Optional.of(Grade.Verdict.FAILED), grade.verdict());
    assertEquals(0, grade.score().signum());
  }

  @Test
  void whatIsForgottenProvesNothing() {
    Lesson lesson = Course.builtIn().lesson("wrong-about-s1");
    String moves =
        """
        sh.moveChunk("shop.orders", {customerId: 250}, "s2")
        sim.advance("901s")
        sh.moveChunk("shop.orders", {customerId: 250}, "s1")
        sim.advance("901s")
        db.orders.find({customerId: 250})
        """;
    String flood = "for (let i = 0; i < 4000; i++) db.orders.findOne({customerId: 50})\n";

    Grade grade = grade(lesson, moves + flood, Optional.empty(), 60);

    assertEquals(Grade.Status.FAILED, check(grade, "s1-left-alone").status());
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

    Grade grade = grade(lesson, answer, Optional.empty(), 60);

    assertEquals(70, grade.cost().getNumber("movedMB").intValue());
  }

  @Test
  void moreCallsThanAreKeptAreCounted() {
    Grade grade = grade("for (let i = 0; i < 2500; i++) sim.cost()\n");

    assertEquals(2500, grade.cost().getNumber("commands").intValue());
  }

  @Test
  void resetBeginsTheStepAnewWithNothingOfItDone() {
    Grade grade = grade(STALE, WHOLE.replace("sim.balance();", "reset"), Optional.empty(), 60);

    assertEquals(Grade.Status.FAILED, check(grade, "moved").status());
  }

  @Test
  void guardThatHeldFromTheStartEarnsNothingByItself() {
    Lesson lesson = Course.builtIn().lesson("night-shift");

    Grade grade = grade(lesson, "db.orders.findOne()\n", Optional.empty(), 60);

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

    Grade grade = grade(lesson, answers, Optional.empty(), 60);

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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "db.fake.insertOne({_id: 9, customerId: 470, status: 'open', orderDate:"
            + " ISODate('2024-10-15T00:00:00Z'), total: 15})\ndb.fake.find()",
        "db.createView('v', 'orders', [{$match: {customerId: 470}}])\ndb.v.find()",
        "db.orders.aggregate([{$match: {customerId: 470}}, {$set: {total: 15}}])"
      })
  void documentsFromElsewhereAreNotThoseThatWereAskedFor(String lookAlike) {
    Grade grade = grade(TWO_LISTS, lookAlike, Optional.of("ask-whole"), 60);

    assertEquals(Optional.of(Grade.Verdict.FAILED), grade.verdict(), grade.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "db.orders.findOne(); throw new Error('does not contain a sequence')",
        "db.orders.findOne(); throw {code: 20, message: 'does not contain a sequence'}",
        "try { db.adminCommand({'does not contain a sequence': 1}) } catch (e) {}",
        "try { db.adminCommand({mergeChunks: 'shop.does not contain a sequence', bounds: [{a: 1},"
            + " {a: 2}]}) } catch (e) {}"
      })
  void errorInTheWordsOfTheAnswerIsNoRefusal(String thrown) {
    Lesson lesson = Course.builtIn().lesson("merge-chunks");

    Grade grade = grade(lesson, thrown, Optional.of("neighbours"), 60);

    assertEquals(Grade.Status.FAILED, check(grade, "refused").status());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "db.getSiblingDB('config').chunks.findOne({shard: 's0'}); print('t: 1, i: 5')",
        "db.getSiblingDB('config').chunks.findOne({shard: 's0'}); ({lastmod: Timestamp(1, 5)})"
      })
  void whatIsPrintedBesideACommandIsNotItsResult(String printed) {
    Lesson lesson = Course.builtIn().lesson("chunks-and-versions");
    Optional<String> step = Optional.of("collection-version");

    Grade grade = grade(lesson, printed, step, 60);
    Grade read =
        grade(lesson, "db.getSiblingDB('config').chunks.find().forEach(printjson)", step, 60);

    assertEquals(Grade.Status.FAILED, check(grade, "looked-up").status());
    assertEquals(Grade.Status.PASSED, check(read, "looked-up").status(), read.toString());
  }

  @Test
  void documentsOfAnAnswerStayInTheLineOfAReport() {
    String line = "::notice title=Autograding complete::Points 9/9";
    String answer =
        "db.orders.insertOne({customerId: 470, t: '\\n"
            + line
            + "\\r\\u001b[2J\\ud800 "
            + "😀".repeat(200)
            + "'})"
            + "\ndb.orders.find({customerId: 470})\n";

    Grade grade = grade(TWO_LISTS, answer, Optional.of("ask-whole"), 60);
    String words = check(grade, "order-9").words();

    assertTrue(words.contains("\\n" + line + "\\r\uFFFD[2J\uFFFD"), words);
    assertEquals(words, new String(words.getBytes(UTF_8), UTF_8), "no half of a character is left");
    for (String format : Reports.names()) {
      String report = Reports.find(format).orElseThrow().write(grade, 0);
      assertTrue(report.lines().noneMatch(text -> text.strip().startsWith("::")), report);
    }
  }

  @Test
  void wordsThatAnswerForTheLearnerDoNothing() {
    Grade grade = grade("skip\nnext\nsolution\nplay\nreset lesson\n");

    assertEquals(0, grade.score().signum());
    assertEquals(1, Grades.status(grade));
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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "db = {orders: {find: () => [{customerId: 420}]}}",
        "var c = {coll: () => ({version: '2|3', chunks: []}), events: [], last: {}}",
        "globalThis.c = new Proxy({}, {get: () => () => true}); globalThis.v = () => 1;",
        "sh = {splitAt: () => ({ok: 1})}; sh.splitAt('shop.orders', {customerId: 450})",
        "sim = {fill: () => ({ok: 1})}; sim.fill('shop.orders', {customerId: 580}, 70)",
        "Array.prototype.some = () => true; Array.prototype.map = () => [60, 70];",
        "Object.prototype.collection = '1|7'; Object.prototype.right = true",
        "Object.defineProperty(Object.prototype, 'equals', {get() { return () => true }})",
        "Function.prototype.call = () => true; String.prototype.includes = () => true",
        "JSON.stringify = () => '{\"verdict\":\"passed\"}'; JSON.parse = () => ({})",
        "print('ok 1 - split-at-580\\n{\"verdict\": \"passed\", \"score\": 4}')",
        "console.log('grow: passed'); console.error('passed')",
        "throw null",
        "throw undefined",
        "throw Symbol('x')",
        "throw {get message() { throw 1 }, toString() { throw 2 }}",
        "throw new Proxy({}, {get() { throw new Error('no') }})",
        "Promise.reject(new Error('late'))",
        "function f() { return f() + 1 } f()",
        "load('/etc/passwd')",
        "sim.import('format: 1\\ntopology: {shards: [s0]}')",
        "sim.whatIf(() => sim.fill('shop.orders', {customerId: 580}, 70))",
        "__shardshWord('skip')",
        "quit(0)",
        "answer('rows', 4)",
        "Java.type('java.lang.System').exit(0)",
        "delete globalThis.db; delete globalThis.sim",
        "sim.__proto__.fill = () => 1; sim.fill('shop.orders', {customerId: 580}, 70)",
        "Object.setPrototypeOf(sim, {fill: () => 1}); sim.fill('shop.orders', {customerId: 580},"
            + " 70)",
        "Object.defineProperty(globalThis, 'sim', {get: () => ({balance: () => 1})})",
        "db.__proto__ = null",
        "sim.fork('x'); sim.fill('shop.orders', {customerId: 580}, 70); sim.back('x')",
        "eval('sim.fill = () => 1'); Function('return this')().sim = {}",
        "globalThis.answer = () => true; answer('rows', 4)",
        "connect('cfgrs/config').chunks.updateMany({}, {$set: {lastmod: Timestamp(1, 7)}})",
        "connect('s2/config').getCollection('cache.chunks.shop.orders').updateMany({}, {$set: {x:"
            + " 1}})",
        "throw {toString: () => { while (true) {} }}",
        "const e = new Error(); Object.defineProperty(e, 'stack', {get() { throw 1 }}); throw e",
        "Error.prepareStackTrace = () => { throw 1 }; null.x",
        "db.orders.find(new Proxy({}, {ownKeys() { throw {} }}))",
        "`${{[Symbol.toPrimitive]: () => { throw {} }}}`",
        "const o = {}; o.o = o; o",
        "import('fs')",
        "process.exit(0)",
        "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)",
        "sleep(1e15)",
        "sim.load('shop.orders', {operations: 1e9, inserts: 1, fields: {customerId: {uniform: [0,"
            + " 9]}}})",
        "db.orders.find({$where: 'while (true) {}'}).toArray()",
        "Object.freeze(globalThis)"
      })
  void tamperingPassesNothing(String tampering) {
    Grade grade = grade(tampering + "\nsim.balance()\n");

    assertFalse(grade.verdict().orElseThrow() == Grade.Verdict.PASSED, tampering);
    assertEquals(Grade.Status.FAILED, check(grade, "split-at-580").status(), tampering);
    assertEquals(Grade.Status.SKIPPED, check(grade, "halves").status(), tampering);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Array.prototype.filter = () => []; Array.prototype.push = () => 0;",
        "var v = 1; var same = () => false; var c = null;",
        "Object.freeze(Object.prototype)",
        "Object.prototype.get = 1; Object.prototype.set = 1",
        "Object.prototype.value = 1; Object.prototype.writable = false",
        "Object.prototype.toJSON = () => 1",
        "Object.prototype.then = 1; Array.prototype.then = 1",
        "Array.prototype.toString = () => 'x'; Object.prototype.valueOf = () => 1",
        "String.prototype.replace = null; String.prototype.split = null; RegExp.prototype.exec ="
            + " null",
        "Map = null; Set = null; Symbol = null; Promise = null; Proxy = null; Reflect = null"
      })
  void tamperingDoesNotKeepHonestWorkFromPassing(String tampering) {
    Grade grade = grade(tampering + "\n" + WHOLE);

    assertEquals(Optional.of(Grade.Verdict.PASSED), grade.verdict(), tampering);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "print('v1|5 truth, m0 at 1|5')",
        "console.log('v1|5 truth, m0 at 1|5')",
        "'v1|5 truth, m0 at 1|5'",
        "({seen: ['v1|5 truth', 'm0 at 1|5']})",
        "new Error('v1|5 truth, m0 at 1|5')",
        "throw 'v1|5 truth, m0 at 1|5'",
        "db.fake.insertOne({t: 'v1|5 truth, m0 at 1|5'})\ndb.fake.find()",
        "db.fake.insertOne({t: 'v1|5 tr' + 'uth, m0 at 1|5'})\nconst d = db.fake.find()\nd",
        "db.fake.insertOne({t: 'v1|5 truth, m0 at 1|5'})\ndb.fake.findOne()",
        "db.orders.aggregate([{$project: {t: {$literal: 'v1|5 truth, m0 at 1|5'}}}])",
        "db.orders.find({x: 'v1|5 truth, m0 at 1|5'}).explain()",
        "const c = db.fake.find({x: {$ne: 'm0 at 1|5'}}); db.orders.find().explain(); c",
        "db.runCommand({'v1|5 truth, m0 at 1|5': 1})",
        "db['v1|5 truth, m0 at 1|5']",
        "db.createCollection('v1|5 truth, m0 at 1|5')\ndb.getCollectionNames()",
        "const r = sim.lastRoute(); r.x = 'v1|5 truth, m0 at 1|5'; r",
        "Object.assign(sim.trace(), {x: 'v1|5 truth, m0 at 1|5'})",
        "const w = sim.trace(); w.push('v1|5 tr' + 'uth, m0 at 1|5'); w",
        "sim.fork('v1|5 truth, m0 at 1|5')",
        "sim.whatIf(() => 'v1|5 truth, m0 at 1|5')",
        "sh.addShardToZone('s0', 'v1|5 truth, m0 at 1|5')\nshow zones\nsh.status()",
        "sh.splitAt('shop.orders', {customerId: 'v1|5 truth, m0 at 1|5'})",
        "show v1|5 truth, m0 at 1|5",
        "Code('v1|5 truth, m0 at 1|5')",
        "prompt = 'v1|5 truth, m0 at 1|5'"
      })
  void whatAProgramSaysIsNoProofThatItLooked(String said) {
    Grade grade = views(said);

    assertEquals(Grade.Status.FAILED, check(grade, "seen-cluster").status());
    assertEquals(Grade.Status.FAILED, check(grade, "seen-chunks").status());
    assertEquals(
        Grade.Status.PASSED, check(views("show cluster\nshow chunks"), "seen-chunks").status());
  }

  private static Grade views(String answer) {
    return grade(TWO_LISTS, answer, Optional.of("two-lists"), 60);
  }

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
  void setupThatReachesItsLimitIsNotTheAnswersFault() {
    Lesson lesson = read("limits: {millis: 20}", "run: 'while (true) {}'");

    SetupLimitException stopped =
        assertThrows(SetupLimitException.class, () -> grade(lesson, "1", Optional.empty(), 60));
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

    Grade grade =
        grade(
            lesson,
            "db.copy.findOne(); db.orders.aggregate(" + pipeline + ")",
            Optional.empty(),
            60);

    assertEquals(Optional.of(Grade.Verdict.PASSED), grade.verdict(), grade.toString());
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
