package shardsh.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import shardsh.lesson.Course;
import shardsh.lesson.Lesson;
import shardsh.script.report.Grade;

/** What passes nothing: short cuts, look-alikes, and programs that tamper with the grading. */
class GraderForgeryTest extends GraderFixture {
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

    Grade grade = grade(lesson, moves + flood);

    assertEquals(Grade.Status.FAILED, check(grade, "s1-left-alone").status());
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
    Grade grade = grade(TWO_LISTS, lookAlike, "ask-whole");

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

    Grade grade = grade(lesson, thrown, "neighbours");

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
    String step = "collection-version";

    Grade grade = grade(lesson, printed, step);
    Grade read = grade(lesson, "db.getSiblingDB('config').chunks.find().forEach(printjson)", step);

    assertEquals(Grade.Status.FAILED, check(grade, "looked-up").status());
    assertEquals(Grade.Status.PASSED, check(read, "looked-up").status(), read.toString());
  }

  @Test
  void wordsThatAnswerForTheLearnerDoNothing() {
    Grade grade = grade("skip\nnext\nsolution\nplay\nreset lesson\n");

    assertEquals(0, grade.score().signum());
    assertEquals(1, Grades.status(grade));
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
        "Object.freeze(globalThis)",
        "const r = Proxy.revocable({}, {}); r.revoke(); db.orders.find(r.proxy)",
        "db.orders.find(new Proxy({}, {getPrototypeOf() { throw new Error('asked') }}))",
        "db.x.insertOne({a: Object.defineProperty([], 0, {enumerable: true, get() { throw new"
            + " Error('asked') }})})",
        "Object.defineProperty(Array.prototype, 0, {get() { throw new Error('asked') }});"
            + " db.x.insertOne({a: [, 1]})"
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
        "Symbol = null",
        "Array.prototype[Symbol.iterator] = null",
        "Object.keys = null; Object.assign = null; Reflect.ownKeys = null",
        "Map = null; Set = null; Symbol = null; Promise = null; Proxy = null; Reflect = null",
        "ObjectId.prototype.toJSON = Timestamp.prototype.toString = Long.prototype.valueOf = () =>"
            + " 1"
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
    return grade(TWO_LISTS, answer, "two-lists");
  }
}
