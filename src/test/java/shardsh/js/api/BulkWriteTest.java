package shardsh.js.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import shardsh.core.base.WorkDone;
import shardsh.js.EvaluationError;

/** Many writes in one call: what is sent, refused and told of errors. */
class BulkWriteTest {
  private final ApiWorld world = new ApiWorld();

  @Test
  void failedInsertManyTellsWhatWasWritten() {
    world.router.reply(
        "insert", "{n: 1, writeErrors: [{index: 1, code: 11000, errmsg: 'E11000 dup'}], ok: 1}");

    EvaluationError error = world.error("db.orders.insertMany([{_id: 1}, {_id: 1}, {_id: 2}])");

    assertEquals("MongoBulkWriteError", error.name());
    assertEquals("E11000 dup", error.message());
    assertEquals(
        BsonDocument.parse(
            "{insertedCount: 1, matchedCount: 0, modifiedCount: 0, deletedCount: 0, upsertedCount:"
                + " 0, upsertedIds: {}, insertedIds: {'0': 1}}"),
        error.details().getDocument("result"));
    assertEquals(
        BsonDocument.parse("{err: {index: 1, code: 11000, errmsg: 'E11000 dup', op: {_id: 1}}}"),
        error.details().getArray("writeErrors").get(0));
  }

  @Test
  void theCommandsOfABulkWriteAreCountedAsOneCall() {
    world.evaluate(
        "db.orders.bulkWrite([{insertOne: {document: {_id: 1}}}, {insertOne: {document: {_id: 2}}},"
            + " {deleteOne: {filter: {_id: 1}}}])");

    assertEquals(
        List.of(new WorkDone("bulkWrite", 0, 3), new WorkDone("bulkWrite", 2, 3)),
        world.host.counted);
  }

  @Test
  void bulkWriteSendsNeighboursTogether() {
    world.router.reply("update", "{n: 2, nModified: 1, ok: 1}");
    world.router.reply("delete", "{n: 3, ok: 1}");

    assertEquals(
        "{\n  acknowledged: true,\n  insertedCount: 2,\n  insertedIds: { '0': 1, '1': 2 },\n"
            + "  matchedCount: 2,\n  modifiedCount: 1,\n  deletedCount: 3,\n  upsertedCount: 0,\n"
            + "  upsertedIds: {}\n}",
        world.printed(
            "db.orders.bulkWrite([{insertOne: {document: {_id: 1}}}, {insertOne: {document: {_id:"
                + " 2}}}, {updateOne: {filter: {a: 1}, update: {$set: {b: 1}}}}, {replaceOne:"
                + " {filter: {a: 2}, replacement: {c: 1}}}, {deleteMany: {filter: {}}}])"));
    assertEquals(
        List.of("insert", "update", "delete"),
        world.router.take().stream().map(text -> text.split("\"")[1]).toList());
  }

  @Test
  void orderedBulkStopsAtTheFirstError() {
    world.router.reply("delete", "{n: 0, writeErrors: [{index: 0, code: 1, errmsg: 'no'}], ok: 1}");

    assertEquals(
        "MongoBulkWriteError: no",
        world.errorText(
            "const b1 = db.orders.initializeOrderedBulkOp(); b1.find({}).delete();"
                + " b1.insert({a: 1}); b1.execute()"));
    assertEquals(1, world.router.take().size());
  }

  @Test
  void writeErrorsOfABulkWriteAnswerLikeTheDrivers() {
    world.router.reply(
        "insert", "{n: 0, writeErrors: [{index: 0, code: 11000, errmsg: 'dup'}], ok: 1}");

    assertEquals(
        "[ 0, 11000, 'dup', { _id: 1 }, true, 1 ]",
        world.printed(
            "try { db.orders.insertMany([{_id: 1}]) } catch (e) { const w = e.writeErrors[0];"
                + " [w.index, w.code, w.errmsg, w.getOperation(), e.result.hasWriteErrors(),"
                + " e.result.getWriteErrors().length] }"));
  }

  @Test
  void collectedWritesShowTheStatementsOfTheirBatches() {
    assertEquals(
        "[{\"originalZeroIndex\":0,\"batchType\":1,\"operations\":[{\"_id\":1}]},"
            + "{\"originalZeroIndex\":1,\"batchType\":2,\"operations\":[{\"q\":{\"a\":1},\"u\":"
            + "{\"$set\":{\"b\":1}},\"multi\":true}]},{\"originalZeroIndex\":2,\"batchType\":3,"
            + "\"operations\":[{\"q\":{},\"limit\":1},{\"q\":{},\"limit\":0}]}]",
        world.printed(
            "const b2 = db.orders.initializeOrderedBulkOp(); b2.insert({_id: 1}); b2.find({a:"
                + " 1}).update({$set: {b: 1}}); b2.find({}).deleteOne(); b2.find({}).delete();"
                + " JSON.stringify(b2.getOperations())"));
    assertEquals("3", world.printed("b2.toJSON().nBatches"));
  }

  @Test
  void badWritesAreRefusedInTheDriversWords() {
    String bulk = "MongoInvalidArgumentError: ";
    assertEquals(
        bulk + "Selector must be a valid JavaScript object",
        world.errorText("db.orders.bulkWrite([{updateOne: {update: {$set: {a: 1}}}}])"));
    assertEquals(
        bulk + "Document must be a valid JavaScript object",
        world.errorText("db.orders.bulkWrite([{replaceOne: {filter: {}}}])"));
    assertEquals(
        bulk + "Replacement document must not use atomic operators",
        world.errorText(
            "db.orders.bulkWrite([{replaceOne: {filter: {}, replacement: {$set: {a: 1}}}}])"));
    assertEquals(
        bulk + "Operation must be an object with an operation key",
        world.errorText("db.orders.bulkWrite([5])"));
    assertEquals(
        bulk + "Document must be a valid JavaScript object",
        world.errorText("db.orders.updateOne({}, 5)"));
    for (String pipeline : List.of("[]", "[{}]", "[{a: 1}]")) {
      assertEquals(
          bulk + "Update document requires atomic operators",
          world.errorText("db.orders.updateOne({}, " + pipeline + ")"));
    }
    assertEquals(List.of(), world.router.take());
  }

  @Test
  void deletionOfABulkWriteWithoutAFilterIsSentWithoutOne() {
    assertEquals(
        List.of("shop {\"delete\": \"orders\", \"deletes\": [{\"limit\": 1}], \"ordered\": true}"),
        world.sent("db.orders.bulkWrite([{deleteOne: {}}])"));
  }
}
