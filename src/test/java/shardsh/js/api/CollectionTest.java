package shardsh.js.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.js.EvaluationError;

/** What methods of collections send, and what they make of the replies. */
class CollectionTest {
  private final ApiWorld world = new ApiWorld();

  @Test
  void findOneAsksForOneDocument() {
    assertEquals(
        List.of(
            "shop {\"find\": \"orders\", \"filter\": {\"_id\": 5}, \"limit\": 1, \"singleBatch\":"
                + " true}"),
        world.sent("db.orders.findOne({_id: 5})"));
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
