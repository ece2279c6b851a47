package shardsh.js.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.js.Evaluation;
import shardsh.js.EvaluationError;

class DatabaseTest {
  private final ApiWorld world = new ApiWorld();

  @Test
  void namesPrintAsMongoshPrintsThem() {
    assertEquals("shop", world.printed("db"));
    assertEquals("shop.nums", world.printed("db.nums"));
    assertEquals("shop.a.b.c", world.printed("db.a.b.c"));
    assertEquals("shop.version", world.printed("db.getCollection('version')"));
    assertEquals("mongodb://127.0.0.1:27100/", world.printed("db.getMongo()"));
    assertEquals(
        "Shard class connected to mongodb://127.0.0.1:27100/ via db shop", world.printed("sh"));
    assertEquals(
        "ReplicaSet class connected to mongodb://127.0.0.1:27100/ via db shop",
        world.printed("rs"));
    assertEquals("shop/shop.x", world.printed("`${db}/${db.x}`"));
    assertEquals("undefined", world.printed("String(db._private)"));
  }

  @Test
  void errorsOfTheEngineNameNoClassOfShardsh() {
    String caught = "try { %s } catch (e) { e.message }";
    for (String wrong :
        List.of(
            "db.nums.nope()",
            "sh.nope()",
            "db.nums.find().nope()",
            "sh.status.nope()",
            "[...db.nums]",
            "new db.nums()",
            "db()",
            "config.nope()",
            "EJSON.nope()",
            "db.nums.explain().nope()",
            "db.getMongo().nope()")) {
      String message = world.printed(caught.formatted(wrong));
      assertEquals(-1, message.indexOf("shardsh."), wrong + ": " + message);
    }
    assertEquals("TypeError: db.nums is not a constructor", world.errorText("new db.nums()"));
    assertEquals("TypeError: db is not a function", world.errorText("db()"));
    assertEquals("TypeError: object is not iterable", world.errorText("[...db.nums]"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"5", "null", "'majority'", "[1]", "new Date(0)"})
  void writeConcernThatIsNoDocumentSetsNothing(String concern) {
    for (String write :
        List.of(
            "insertOne({_id: 1}, {writeConcern: %s})",
            "insertMany([{_id: 1}], {writeConcern: %s})",
            "updateOne({}, {$set: {a: 1}}, {writeConcern: %s})",
            "deleteMany({}, {writeConcern: %s})",
            "findOneAndDelete({}, {writeConcern: %s})",
            "bulkWrite([{deleteOne: {filter: {}}}], {writeConcern: %s})")) {
      List<String> sent = world.sent("db.nums." + write.formatted(concern));

      assertFalse(sent.get(0).contains("writeConcern"), sent::toString);
    }
  }

  @Test
  void readConcernThatIsAWordIsItsLevel() {
    List<String> sent = world.sent("db.nums.countDocuments({}, {readConcern: 'majority'})");

    assertTrue(sent.get(0).contains("\"readConcern\": {\"level\": \"majority\"}"), sent::toString);
  }

  @Test
  void errorWithoutACodeHasNoNameForIt() {
    world.router.fail("ping", new CommandException(ErrorCode.NONE, "no shard key found"));

    assertEquals(
        "undefined undefined",
        world.printed("try { db.runCommand({ping: 1}) } catch (e) { `${e.code} ${e.codeName}` }"));
  }

  @Test
  void commandWithoutANameIsRefused() {
    assertEquals(
        "MongoshInvalidInputError: [COMMON-10001] The command must have at least one field, its"
            + " name",
        world.errorText("db.nums.runCommand({})"));
  }

  @Test
  void databaseCanBeChanged() {
    assertEquals("switched to db other", world.api.use("other"));
    assertEquals("already on db other", world.api.use("other"));
    world.evaluate("db = db.getSiblingDB('third')");
    assertEquals("third", world.api.database());
    world.evaluate("use('fourth')");
    assertEquals(List.of("m0 other", "m0 third", "m0 fourth"), world.host.databases);
    assertEquals(
        "MongoshInvalidInputError: [COMMON-10002] Cannot reassign 'db' to non-Database type",
        world.errorText("db = 5"));
    assertEquals(
        "MongoshInvalidInputError: [COMMON-10001] Invalid database name: a b",
        world.errorText("use('a b')"));
    assertEquals(
        "MongoshInvalidInputError: [COMMON-10001] Missing required argument at position 0"
            + " (Mongo.use)",
        world.errorText("use()"));
  }

  @Test
  void otherConnectionCarriesItsCommands() {
    world.evaluate("db = connect('m1/admin')");

    assertEquals(List.of("m1 admin"), world.host.databases);
    world.printed("db.runCommand({ping: 1})");
    assertEquals(List.of("admin {\"ping\": 1}"), world.host.other.take());
    assertEquals("{ ok: 1 }", world.printed("new Mongo('m1').getDB('x').runCommand('ping')"));
    assertEquals(
        "MongoNetworkError: connect ECONNREFUSED nowhere:1",
        world.errorText("connect('nowhere:1')"));
  }

  @Test
  void serverErrorKeepsCodeAndName() {
    world.router.fail(
        "ping", new CommandException(ErrorCode.SHARD_NOT_FOUND, "Could not find shard"));

    EvaluationError error = world.error("db.runCommand({ping: 1})");

    assertEquals(EvaluationError.Kind.SERVER, error.kind());
    assertEquals("MongoServerError", error.name());
    assertEquals("Could not find shard", error.message());
    assertEquals(70, error.code().orElseThrow());
    assertEquals("ShardNotFound", error.codeName().orElseThrow());
    world.router.fail("ping", new CommandException(ErrorCode.SHARD_NOT_FOUND, "no"));
    assertEquals(
        "{ ok: 0, errmsg: 'no', code: 70, codeName: 'ShardNotFound' }",
        world.printed("try { db.runCommand('ping') } catch (e) { e.errorResponse }"));
  }

  @Test
  void commandsOfTheDatabase() {
    assertEquals(
        List.of("shop {\"create\": \"c\", \"capped\": true}"),
        world.sent("db.createCollection('c', {capped: true})"));
    assertEquals(List.of("shop {\"dbStats\": 1, \"scale\": 1024}"), world.sent("db.stats(1024)"));
    assertEquals("{ ok: 1, dropped: 'shop' }", world.printed("db.dropDatabase()"));
    assertEquals(
        List.of("admin {\"listShards\": 1}"), takeAfterDrop("db.adminCommand({listShards: 1})"));
    world.router.documents("shop.$cmd.$listCollections", "{name: 'b'}", "{name: 'a'}");
    assertEquals("[ 'a', 'b' ]", world.printed("db.getCollectionNames()"));
  }

  private List<String> takeAfterDrop(String js) {
    return world.sent(js);
  }

  @Test
  void showListsDatabasesAndCollections() {
    world.router.reply(
        "listDatabases",
        "{databases: [{name: 'shop', sizeOnDisk: 2181038}, {name: 'admin', sizeOnDisk: 900}], ok:"
            + " 1}");
    assertEquals("admin     900 B\nshop   2.08 MiB", world.printed("show('dbs')"));
    world.router.documents(
        "shop.$cmd.$listCollections",
        "{name: 'system.views', type: 'collection'}",
        "{name: 'v', type: 'view'}",
        "{name: 'orders', type: 'collection'}");
    assertEquals(
        "orders\nv             [view]\nsystem.views", world.printed("show('collections')"));
    assertEquals("the cluster [a]", world.printed("show('cluster', 'a')"));
    assertEquals(
        "MongoshInvalidInputError: [COMMON-10001] 'nope' is not a valid argument for \"show\".",
        world.errorText("show('nope')"));
  }

  @Test
  void whatTheModelLacksSaysSo() {
    assertEquals(
        "MongoshUnimplementedError: Database.createUser is not modelled in shardsh",
        world.errorText("db.createUser({user: 'a'})"));
    assertEquals(
        "MongoshUnimplementedError: passwordPrompt is not modelled in shardsh",
        world.errorText("passwordPrompt()"));
    assertEquals(
        "MongoshDeprecatedError: [COMMON-10003] `copyDatabase()` was removed because it was"
            + " deprecated in MongoDB 4.0",
        world.errorText("db.copyDatabase()"));
    assertEquals("TypeError: db.c.save is not a function", world.errorText("db.c.save({})"));
  }

  @Test
  void globalFunctions() {
    world.evaluate("print('a', {b: 1}, 2); printjson({a: 1}); console.log('x', [1])");
    assertEquals(List.of("a { b: 1 } 2", "{", "  a: 1", "}", "x [ 1 ]"), world.host.printed);
    world.evaluate("sleep(50)");
    assertEquals(50, world.host.slept);
    assertEquals("2.12.0", world.printed("version()"));
    assertEquals("12", world.printed("bsonsize({a: 1})"));
    assertEquals("true", world.printed("isInteractive()"));
    assertEquals("{\n  a: 1\n}", world.printed("tojson({a: 1})"));
    assertEquals(new Evaluation.Exited(4), world.evaluate("exit(4)"));
    assertEquals(new Evaluation.Exited(0), world.evaluate("quit()"));
  }

  @Test
  void loadRunsAFileInThisWorld() {
    world.host.files.put("a.js", "var fromFile = 7;");
    world.host.files.put("bad.js", "\nnope()");

    assertEquals("true", world.printed("load('a.js')"));
    assertEquals("7", world.printed("fromFile"));
    EvaluationError error = world.error("load('bad.js')");
    assertEquals("ReferenceError", error.name());
    assertEquals("bad.js", error.place().orElseThrow().source());
    assertEquals(2, error.place().orElseThrow().line());
    assertEquals(
        "Error: ENOENT: no such file or directory, open 'none.js'",
        world.errorText("load('none.js')"));
  }

  @Test
  void settingsAreReadAndChanged() {
    assertEquals("20", world.printed("config.get('displayBatchSize')"));
    assertEquals(
        "Setting \"displayBatchSize\" has been changed",
        world.printed("config.set('displayBatchSize', 3)"));
    assertEquals(
        "Option \"nope\" is not available in this environment",
        world.printed("config.set('nope', 3)"));
    assertEquals(
        "Cannot set option \"displayBatchSize\": displayBatchSize must be a positive integer",
        world.printed("config.set('displayBatchSize', 'x')"));
    assertEquals("Map(1) { 'displayBatchSize' => 3 }", world.printed("config"));
    world.evaluate("DBQuery.shellBatchSize = 5");
    assertEquals("5", world.printed("DBQuery.shellBatchSize"));
  }

  @Test
  void extendedJsonGoesBothWays() {
    assertEquals(
        "{\"a\":{\"$oid\":\"674100000000000000000001\"},\"n\":1,\"d\":{\"$date\":\"1970-01-01T00:00:00Z\"}}",
        world.printed(
            "EJSON.stringify({a: ObjectId('674100000000000000000001'), n: 1, d: new Date(0)})"));
    assertEquals(
        "{\"n\":{\"$numberInt\":\"1\"},\"l\":{\"$numberLong\":\"2\"}}",
        world.printed("EJSON.stringify({n: 1, l: Long(2)}, {relaxed: false})"));
    assertEquals(
        "{ a: ObjectId('674100000000000000000001'), b: 5, c: 1e+21 }",
        world.printed(
            "EJSON.parse('{\"a\":{\"$oid\":\"674100000000000000000001\"},\"b\":{\"$numberLong\":\"5\"},\"c\":1e21}')"));
    assertEquals("SyntaxError", world.error("EJSON.parse('{a')").name());
    assertEquals("BSONError", world.error("EJSON.parse('{\"$oid\":\"zz\"}')").name());
  }

  @Test
  void transactionCommandsCarryTheSession() {
    world.evaluate(
        "const s = db.getMongo().startSession(); s.startTransaction();"
            + " s.getDatabase('shop').orders.insertOne({_id: 1}); s.commitTransaction()");
    List<String> sent = world.router.take();

    String id =
        "{\"id\": {\"$binary\": {\"base64\": \"awxj3gAAQACAAAAAAAAAAQ==\", \"subType\": \"04\"}}}";
    assertEquals(
        List.of(
            "shop {\"insert\": \"orders\", \"documents\": [{\"_id\": 1}], \"ordered\": true,"
                + " \"lsid\": "
                + id
                + ", \"txnNumber\": 1, \"startTransaction\": true, \"autocommit\": false}",
            "admin {\"commitTransaction\": 1, \"lsid\": "
                + id
                + ", \"txnNumber\": 1, \"autocommit\": false}"),
        sent);
  }

  @Test
  void helpIsAPage() {
    String text = world.printed("db.orders.find.help()");
    assertEquals(
        "\n"
            + "  Collection.find:\n\n"
            + "    find                                       A cursor over the documents that"
            + " match a filter.\n"
            + "    db.collection.find({customerId: 42}, {total: 1})",
        text);
    assertEquals(
        true, world.printed("sh.help()").startsWith("\n  Shard Class:\n\n    enableSharding  "));
    assertEquals(world.printed("sh.help()"), world.printed("sh.help"));
    assertEquals(true, world.printed("help").startsWith("\n  Shell Help:\n\n    bsonsize  "));
    assertEquals("about keys", world.printed("help('keys')"));
  }

  @Test
  void memberThatIsNotThereIsMissedInTheWholeList() {
    world.router.reply(
        "replSetGetConfig",
        "{config: {_id: 's0', members: [{_id: 0, host: 'h:1'}, {_id: 1, host: 'h:2'}]}, ok: 1}");

    assertEquals(
        "MongoshInvalidInputError: [COMMON-10001] Couldn't find h:3 in"
            + " [{\"_id\":0,\"host\":\"h:1\"},{\"_id\":1,\"host\":\"h:2\"}]."
            + " Is the host in the config?",
        world.errorText("rs.remove('h:3')"));
  }
}
