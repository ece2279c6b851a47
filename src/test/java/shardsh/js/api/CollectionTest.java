package shardsh.js.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.js.EndedException;
import shardsh.js.Evaluation;
import shardsh.js.EvaluationError;

class CollectionTest {
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
  void findOneAsksForOneDocument() {
    assertEquals(
        List.of(
            "shop {\"find\": \"orders\", \"filter\": {\"_id\": 5}, \"limit\": 1, \"singleBatch\":"
                + " true}"),
        world.sent("db.orders.findOne({_id: 5})"));
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
  void optionsOfTheWrongTypeAreNoBug() {
    assertEquals("MongoInvalidArgumentError", world.error("db.orders.insertMany([1])").name());
    assertEquals("MongoshInvalidInputError", world.error("db.orders.createIndexes([1])").name());
    assertEquals(
        "true", world.printed("db.orders.insertMany([{a: 1}], {ordered: 1}).acknowledged"));
    world.printed("db.orders.find({}, {}, {limit: 'x', skip: null})");
    assertEquals("MongoshInvalidInputError", world.error("db.runCommand({})").name());
    assertEquals(
        "[COMMON-10001] Argument at position 0 must be of type object, got array instead"
            + " (Collection.insertOne)",
        world.error("db.orders.insertOne([1])").message());
    assertEquals("BSONError", world.error("db.orders.insertOne(db)").name());
    assertEquals("BSONError", world.error("db.orders.insertOne({a: db.orders})").name());
  }

  @Test
  void errorThrownInACallbackGoesToTheCaller() {
    world.router.documents("shop.orders", "{_id: 1}");

    assertEquals(
        "RangeError: mine",
        world.errorText("db.orders.find().forEach(d => { throw new RangeError('mine') })"));
  }

  @Test
  void insertOneAddsAnIdAndGivesIt() {
    assertEquals(
        "{\n  acknowledged: true,\n  insertedId: ObjectId('6724be400000000000000001')\n}",
        world.printed("const d = {a: 1}; db.orders.insertOne(d)"));
    assertEquals(
        List.of(
            "shop {\"insert\": \"orders\", \"documents\": [{\"_id\": {\"$oid\":"
                + " \"6724be400000000000000001\"}, \"a\": 1}], \"ordered\": true}"),
        world.router.take());
    assertEquals("{ a: 1, _id: ObjectId('6724be400000000000000001') }", world.printed("d"));
  }

  @Test
  void insertManyNumbersItsIds() {
    assertEquals(
        "{ acknowledged: true, insertedIds: { '0': 500, '1': 501 } }",
        world.printed("db.orders.insertMany([{_id: 500}, {_id: 501}])"));
    assertEquals(
        "MongoInvalidArgumentError: Argument \"docs\" must be an array of documents",
        world.errorText("db.orders.insertMany({a: 1})"));
  }

  @Test
  void updateHasFiveFields() {
    world.router.reply("update", "{n: 1, nModified: 1, ok: 1}");
    assertEquals(
        "{\n  acknowledged: true,\n  insertedId: null,\n  matchedCount: 1,\n  modifiedCount: 1,\n"
            + "  upsertedCount: 0\n}",
        world.printed("db.orders.updateOne({_id: 1}, {$set: {a: 2}})"));
    assertEquals(
        List.of(
            "shop {\"update\": \"orders\", \"updates\": [{\"q\": {\"_id\": 1}, \"u\": {\"$set\":"
                + " {\"a\": 2}}}], \"ordered\": true}"),
        world.router.take());

    world.router.reply("update", "{n: 1, nModified: 0, upserted: [{index: 0, _id: 7}], ok: 1}");
    assertEquals(
        "{\n  acknowledged: true,\n  insertedId: 7,\n  matchedCount: 0,\n  modifiedCount: 0,\n"
            + "  upsertedCount: 1\n}",
        world.printed("db.orders.updateMany({a: 1}, {$set: {b: 1}}, {upsert: true})"));
  }

  @Test
  void updateWithoutOperatorsIsRefusedBeforeItIsSent() {
    assertEquals(
        "MongoInvalidArgumentError: Update document requires atomic operators",
        world.errorText("db.orders.updateOne({}, {a: 1})"));
    assertEquals(
        "MongoInvalidArgumentError: Replacement document must not contain atomic operators",
        world.errorText("db.orders.replaceOne({}, {$set: {a: 1}})"));
    assertEquals(List.of(), world.router.take());
  }

  @Test
  void duplicateKeyIsAServerErrorThatCanBeCaught() {
    String reply =
        "{n: 0, writeErrors: [{index: 0, code: 11000, keyPattern: {_id: 1}, keyValue: {_id: 1},"
            + " errmsg: 'E11000 duplicate key error collection: shop.orders index: _id_ dup key: {"
            + " _id: 1 }'}], ok: 1}";
    world.router.reply("insert", reply);
    world.router.reply("insert", reply);

    EvaluationError error = world.error("db.orders.insertOne({_id: 1})");
    assertEquals("MongoServerError", error.name());
    assertEquals(11000, error.code().orElseThrow());
    assertEquals("DuplicateKey", error.codeName().orElseThrow());
    assertEquals(
        "[ true, 11000, { _id: 1 }, [] ]",
        world.printed(
            "try { db.orders.insertOne({_id: 1}) } catch (e) { [e instanceof Error, e.code,"
                + " e.keyValue, e.errorLabels] }"));
  }

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
  void countsDistinctAndDeletes() {
    world.router.reply(
        "aggregate", "{cursor: {id: 0, ns: 'shop.orders', firstBatch: [{_id: 1, n: 9}]}, ok: 1}");
    assertEquals("9", world.printed("db.orders.countDocuments({a: 1}, {limit: 10})"));
    assertEquals(
        List.of(
            "shop {\"aggregate\": \"orders\", \"pipeline\": [{\"$match\": {\"a\": 1}}, {\"$limit\":"
                + " 10}, {\"$group\": {\"_id\": 1, \"n\": {\"$sum\": 1}}}], \"cursor\": {}}"),
        world.router.take());
    world.router.reply("count", "{n: 4, ok: 1}");
    assertEquals("4", world.printed("db.orders.estimatedDocumentCount()"));
    world.router.reply("distinct", "{values: ['a', 'b'], ok: 1}");
    assertEquals("[ 'a', 'b' ]", world.printed("db.orders.distinct('s', {a: 1})"));
    world.router.reply("delete", "{n: 1, ok: 1}");
    assertEquals(
        "{ acknowledged: true, deletedCount: 1 }", world.printed("db.orders.deleteOne({a: 1})"));
  }

  @Test
  void findOneAndUpdateGivesTheDocument() {
    world.router.reply("findAndModify", "{value: {_id: 1, n: 5}, ok: 1}");
    assertEquals(
        "{ _id: 1, n: 5 }",
        world.printed(
            "db.orders.findOneAndUpdate({_id: 1}, {$inc: {n: 1}}, {returnDocument: 'after', sort:"
                + " {a: 1}})"));
    assertEquals(
        List.of(
            "shop {\"findAndModify\": \"orders\", \"query\": {\"_id\": 1}, \"sort\": {\"a\": 1},"
                + " \"update\": {\"$inc\": {\"n\": 1}}, \"new\": true}"),
        world.router.take());
    assertEquals("null", world.printed("db.orders.findOneAndDelete({_id: 9})"));
  }

  @Test
  void indexesAreNamedByTheirKeys() {
    assertEquals("a_1_b_-1", world.printed("db.orders.createIndex({a: 1, b: -1}, {unique: true})"));
    assertEquals(
        List.of(
            "shop {\"createIndexes\": \"orders\", \"indexes\": [{\"key\": {\"a\": 1, \"b\": -1},"
                + " \"name\": \"a_1_b_-1\", \"unique\": true}]}"),
        world.router.take());
    assertEquals(
        "[ 'a_hashed', 'b_1' ]", world.printed("db.orders.createIndexes([{a: 'hashed'}, {b: 1}])"));
  }

  @Test
  void explainWrapsTheCommand() {
    assertEquals(
        List.of(
            "shop {\"explain\": {\"find\": \"orders\", \"filter\": {\"a\": 1}}, \"verbosity\":"
                + " \"executionStats\"}"),
        world.sent("db.orders.find({a: 1}).explain('executionStats')"));
    assertEquals(
        List.of(
            "shop {\"explain\": {\"find\": \"orders\", \"filter\": {\"a\": 1}, \"sort\": {\"b\":"
                + " 1}}, \"verbosity\": \"queryPlanner\"}"),
        world.sent("db.orders.explain().find({a: 1}).sort({b: 1})"));
    assertEquals("Explainable(shop.orders)", world.printed("db.orders.explain()"));
  }

  @Test
  void dropOfWhatIsNotThereIsFalse() {
    world.router.fail("drop", new CommandException(ErrorCode.NAMESPACE_NOT_FOUND, "ns not found"));

    assertEquals("false", world.printed("db.orders.drop()"));
    assertEquals("true", world.printed("db.orders.drop()"));
  }

  @Test
  void deprecatedHelperWarnsOnce() {
    world.router.reply("count", "{n: 4, ok: 1}");
    world.router.reply("count", "{n: 4, ok: 1}");

    world.printed("db.orders.count()");
    world.printed("db.orders.count()");

    assertEquals(
        List.of(
            "DeprecationWarning: Collection.count() is deprecated. Use countDocuments or"
                + " estimatedDocumentCount."),
        world.host.printed);
  }

  @Test
  void callsAreReportedWithTheirFilter() {
    world.evaluate(
        "db.orders.find({a: 1}); db.orders.countDocuments({b: 2}); db.orders.find().sort({a: 1})");

    assertEquals(
        List.of(
            "find m0 shop.orders {\"a\": 1}",
            "countDocuments m0 shop.orders {\"b\": 2}",
            "find m0 shop.orders"),
        world.host.calls);
  }

  @Test
  void missingArgumentIsRefusedWithTheUsageAsHint() {
    EvaluationError error = world.error("db.orders.updateOne()");

    assertEquals(
        "[COMMON-10001] Missing required argument at position 0 (Collection.updateOne)",
        error.message());
    assertEquals(
        "db.collection.updateOne({_id: 1}, {$set: {a: 2}}, {upsert: true})",
        error.hint().orElseThrow());
  }

  @Test
  void verbosityThatIsNoTextIsRefused() {
    assertEquals(
        "[COMMON-10001] verbosity must be a string",
        world.error("db.orders.find().explain(5)").message());
    assertEquals(
        "[COMMON-10001] verbosity must be a string",
        world.error("db.orders.explain([])").message());
  }

  @Test
  void scaleBelowOneIsRefused() {
    assertEquals(
        "[COMMON-10001] scale has to be a number >=1, got -1",
        world.error("db.printCollectionStats(-1)").message());
  }

  @Test
  void numbersThatAreNoneAreNoDurationsAndNoRouters() {
    assertEquals("MongoshInvalidInputError", world.error("sim.advance(NaN)").name());
    assertEquals("MongoshInvalidInputError", world.error("sim.router(NaN)").name());
    assertEquals("MongoshInvalidInputError", world.error("sim.router(-1)").name());
  }

  @Test
  void optionsOfTheDriverAreNotSentButReadPreferenceIs() {
    assertEquals(
        List.of(
            "shop {\"dbStats\": 1, \"scale\": 1, \"$readPreference\": {\"mode\":"
                + " \"secondary\"}}"),
        world.sent("db.stats({readPreference: 'secondary', retryWrites: true})"));
    assertEquals(
        List.of("shop {\"ping\": 1, \"retryWrites\": true}"),
        world.sent("db.runCommand({ping: 1, retryWrites: true})"));
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

  @Test
  void unacknowledgedWritesKnowNoCountsAndNoErrors() {
    world.router.reply(
        "insert", "{n: 0, writeErrors: [{index: 0, code: 11000, errmsg: 'dup'}], ok: 1}");

    assertEquals(
        "{ acknowledged: false, insertedId: 1 }",
        world.printed("db.orders.insertOne({_id: 1}, {writeConcern: {w: 0}})"));
    assertEquals(
        "{ acknowledged: false, deletedCount: undefined }",
        world.printed("db.orders.deleteOne({}, {writeConcern: {w: 0}})"));
  }

  @Test
  void wholeReplyOfFindOneAndUpdateComesWithTheResultMetadata() {
    world.router.reply("findAndModify", "{lastErrorObject: {n: 1}, value: {_id: 1}, ok: 1}");

    assertEquals(
        "1",
        world.printed(
            "db.orders.findOneAndUpdate({}, {$set: {a: 1}}, {includeResultMetadata:"
                + " true}).lastErrorObject.n"));
  }
}
