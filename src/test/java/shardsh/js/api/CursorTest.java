package shardsh.js.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.js.EndedException;
import shardsh.js.Evaluation;
import shardsh.js.EvaluationError;

/** What is sent for cursors and change streams, and what they give and print. */
class CursorTest {
  private final ApiWorld world = new ApiWorld();

  @Test
  void findIsSentWhenPrintedAndNotBefore() {
    world.evaluate("const c = db.orders.find({a: 1}, {b: 1}).sort({a: -1}).limit(5).skip(2)");
    assertEquals(List.of(), world.router.take());

    assertEquals(
        List.of(
            "shop {\"find\": \"orders\", \"filter\": {\"a\": 1}, \"projection\": {\"b\": 1},"
                + " \"sort\": {\"a\": -1}, \"skip\": 2, \"limit\": 5, \"batchSize\": 20}"),
        world.sent("c"));
  }

  @Test
  void aggregationCursorMakesStagesOfSortSkipAndProjection() {
    assertEquals(
        List.of(
            "shop {\"aggregate\": \"orders\", \"pipeline\": [{\"$match\": {\"a\": 1}}, {\"$sort\":"
                + " {\"b\": 1}}, {\"$skip\": 2}, {\"$project\": {\"b\": 1}}], \"cursor\": {}}"),
        world.sent(
            "db.orders.aggregate([{$match: {a: 1}}]).sort({b: 1}).skip(2).projection({b: 1})"
                + ".toArray()"));
  }

  @Test
  void cursorOptionsGoByTheirNumbersToo() {
    assertEquals(
        List.of(
            "shop {\"find\": \"orders\", \"filter\": {}, \"noCursorTimeout\": true,"
                + " \"allowPartialResults\": true}"),
        world.sent(
            "db.orders.find().addOption(16).addOption(128).oplogReplay().maxAwaitTimeMS(5)"
                + ".toArray()"));
  }

  @Test
  void cursorPrintsTwentyAtATime() {
    String[] documents = new String[45];
    for (int i = 0; i < documents.length; i++) {
      documents[i] =
          "{_id: " + i + ", text: 'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz'}";
    }
    world.router.documents("shop.orders", documents);

    String first = world.printed("db.orders.find()");
    String second = ApiWorld.text(world.api.it().orElseThrow());
    String third = ApiWorld.text(world.api.it().orElseThrow());

    assertEquals(true, first.contains("_id: 19,") && !first.contains("_id: 20,"), first);
    assertEquals(true, first.endsWith("]\nType \"it\" for more"), first);
    assertEquals(true, second.contains("_id: 20,") && second.contains("_id: 39,"));
    assertEquals(true, third.endsWith("}\n]"), third);
    assertEquals(true, world.api.it().isEmpty());
    assertEquals("no cursor", world.printed("it()"));
  }

  @Test
  void nextBatchIsFetchedOnlyWhenNeeded() {
    world.router.documents("shop.orders", "{_id: 1}", "{_id: 2}", "{_id: 3}");

    world.evaluate("var c = db.orders.find().batchSize(2); c.next(); c.next()");
    assertEquals(1, world.router.take().size());

    assertEquals("[ 3, null ]", world.printed("[c.next()._id, c.next()]"));
    assertEquals(
        List.of("shop {\"getMore\": 1, \"collection\": \"orders\", \"batchSize\": 2}"),
        world.router.take());
  }

  @Test
  void emptyResultPrintsNothingAndFindOneNull() {
    assertEquals("", world.printed("db.orders.find()"));
    assertEquals("[]", world.printed("db.orders.find().toArray()"));
    assertEquals("null", world.printed("db.orders.findOne()"));
  }

  @Test
  void cursorMethodsCallFunctionsOfTheProgram() {
    world.router.documents("shop.orders", "{_id: 1}", "{_id: 2}", "{_id: 3}");

    assertEquals("[ 10, 20, 30 ]", world.printed("db.orders.find().map(d => d._id * 10)"));
    assertEquals(
        "[ 1, 2 ]",
        world.printed(
            "const s1 = []; db.orders.find().forEach(d => { s1.push(d._id); return d._id < 2 });"
                + " s1"));
    assertEquals("3", world.printed("db.orders.find().itcount()"));
    assertEquals("[ 2, 4, 6 ]", world.printed("db.orders.find().map(d => d._id * 2).toArray()"));
    assertEquals(
        "[ 1, true, 2 ]",
        world.printed(
            "var k = db.orders.find(); [k.next()._id, k.hasNext(), k.objsLeftInBatch()]"));
  }

  @Test
  void cursorCanBeLoopedOverAndSpread() {
    world.router.documents("shop.orders", "{_id: 1}", "{_id: 2}", "{_id: 3}");

    assertEquals(
        "6", world.printed("let n1 = 0; for (const d of db.orders.find()) n1 += d._id; n1"));
    assertEquals("3", world.printed("[...db.orders.find()].length"));
  }

  @Test
  void changeStreamOpensAtOnceAndDoesNotWait() {
    world.evaluate("const w = db.orders.watch([{$match: {a: 1}}], {fullDocument: 'updateLookup'})");
    assertEquals(
        List.of(
            "shop {\"aggregate\": \"orders\", \"pipeline\": [{\"$changeStream\": {\"fullDocument\":"
                + " \"updateLookup\"}}, {\"$match\": {\"a\": 1}}], \"cursor\": {}}"),
        world.router.take());
    assertEquals("ChangeStreamCursor on shop.orders", world.printed("w"));

    world.router.reply("aggregate", "{cursor: {id: 5, ns: 'shop.orders', firstBatch: []}, ok: 1}");
    world.router.reply("getMore", "{cursor: {id: 5, ns: 'shop.orders', nextBatch: []}, ok: 1}");
    world.router.reply(
        "getMore", "{cursor: {id: 5, ns: 'shop.orders', nextBatch: [{x: 1}]}, ok: 1}");
    assertEquals(
        "[ null, { x: 1 } ]",
        world.printed("const w2 = db.orders.watch(); [w2.tryNext(), w2.tryNext()]"));
    assertEquals(List.of(), world.host.printed);
  }

  @Test
  void changeStreamWarnsOnceThatNextWaits() {
    world.router.reply("aggregate", "{cursor: {id: 5, ns: 'shop.orders', firstBatch: []}, ok: 1}");
    world.router.reply(
        "getMore", "{cursor: {id: 5, ns: 'shop.orders', nextBatch: [{x: 1}, {x: 2}]}, ok: 1}");

    world.evaluate("const w = db.orders.watch(); w.next(); w.next()");

    assertEquals(1, world.host.printed.size());
    assertTrue(
        world
            .host
            .printed
            .get(0)
            .startsWith("Warning: If there are no documents in the batch, next"));
  }

  @Test
  void changeStreamThatHasEndedSaysSo() {
    world.router.reply("aggregate", "{cursor: {id: 5, ns: 'shop.orders', firstBatch: []}, ok: 1}");
    world.router.reply(
        "getMore", "{cursor: {id: 0, ns: 'shop.orders', nextBatch: [{x: 1}]}, ok: 1}");
    world.evaluate("const w = db.orders.watch().disableBlockWarnings(); w.next()");

    assertEquals(
        "MongoshRuntimeError: Cannot call tryNext on closed cursor",
        world.errorText("w.tryNext()"));
    assertEquals("MongoRuntimeError: ChangeStream is closed", world.errorText("w.next()"));
    assertEquals("MongoAPIError: ChangeStream is closed", world.errorText("w.next()"));
    assertEquals("false", world.printed("w.hasNext()"));
    assertEquals(
        "MongoshUnimplementedError: Cannot call toArray on a change stream cursor",
        world.errorText("w.toArray()"));
    assertEquals(List.of(), world.host.printed);
  }

  @Test
  void errorWhileThePageIsFetchedIsAnErrorOfTheLine() {
    world.router.fail("find", new CommandException(ErrorCode.HOST_UNREACHABLE, "s1 is down"));
    Evaluation.Completed line = (Evaluation.Completed) world.evaluate("db.orders.find()");

    EndedException ended = assertThrows(EndedException.class, () -> world.api.result(line.value()));

    EvaluationError error = ((Evaluation.Failed) ended.outcome()).error();
    assertEquals("MongoServerError", error.name());
    assertEquals("HostUnreachable", error.codeName().orElseThrow());
  }

  @Test
  void printShowsTheFirstPageOfACursor() {
    world.router.documents("shop.orders", "{_id: 1}", "{_id: 2}");

    world.evaluate("print(db.orders.find())");

    assertEquals(List.of("[ { _id: 1 }, { _id: 2 } ]"), world.host.printed);
  }

  @Test
  void functionsOfTheShellServeAsCallbacks() {
    world.router.documents("shop.orders", "{_id: 1}");

    world.evaluate("db.orders.find().forEach(printjson)");

    assertEquals(List.of("{", "  _id: 1", "}"), world.host.printed);
  }

  @Test
  void errorThrownInACallbackGoesToTheCaller() {
    world.router.documents("shop.orders", "{_id: 1}");

    assertEquals(
        "RangeError: mine",
        world.errorText("db.orders.find().forEach(d => { throw new RangeError('mine') })"));
  }
}
