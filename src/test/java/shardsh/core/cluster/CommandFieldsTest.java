package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import shardsh.core.base.CommandException;

/** Fields that a command does not have, lacks, or has with another type; and what it lists. */
class CommandFieldsTest {
  private final TestCluster canvas = TestCluster.named("canvas");

  private String refusal(String command) {
    return canvas.refusal("m0", "shop", command);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{find: 'orders', foo: 1} | 40415 Location40415: BSON field 'FindCommandRequest.foo' is an"
            + " unknown field.",
        "{count: 'orders', foo: 1} | 40415 Location40415: BSON field 'count.foo' is an unknown"
            + " field.",
        "{update: 'orders', updates: [{q: {}, u: {a: 1}, foo: 1}]} | 40415 Location40415: BSON"
            + " field 'update.updates.foo' is an unknown field.",
        "{collMod: 'orders', index: {foo: 1}} | 40415 Location40415: BSON field"
            + " 'collMod.index.foo' is an unknown field.",
        "{explain: {find: 'orders', foo: 1}} | 40415 Location40415: BSON field"
            + " 'FindCommandRequest.foo' is an unknown field."
      })
  void unknownFieldIsRefused(String command, String expected) {
    assertEquals(expected, refusal(command));
  }

  @Test
  void commandOnTheWrongDatabaseIsRefusedWhateverItsFieldsAre() {
    assertEquals(
        "13 Unauthorized: listShards may only be run against the admin database.",
        refusal("{listShards: 1, readConcern: {level: [null]}, lsid: 5, txnNumber: 'x'}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{find: 'orders', limit: 'x'} | 14 TypeMismatch: BSON field 'FindCommandRequest.limit' is"
            + " the wrong type 'string', expected types '[long, int, decimal, double']",
        "{find: 'orders', filter: 5} | 14 TypeMismatch: Expected field filterto be of type object",
        "{find: 'orders', filter: null} | 14 TypeMismatch: Expected field filterto be of type"
            + " object",
        "{find: 'orders', singleBatch: 1} | 14 TypeMismatch: Field 'singleBatch' should be a"
            + " boolean value, but found: int",
        "{find: 'orders', limit: -1} | 51024 Location51024: BSON field 'limit' value must be >= 0,"
            + " actual value '-1'",
        "{find: 'orders', awaitData: true} | 9 FailedToParse: Cannot set 'awaitData' without also"
            + " setting 'tailable'",
        "{ping: 1, shardVersion: 5} | 14 TypeMismatch: BSON field 'shardVersion' is the wrong type"
            + " 'int', expected type 'object'",
        "{ping: 1, shardVersion: {a: 1}} | 40414 Location40414: BSON field 'shardVersion.e' is"
            + " missing but a required field",
        "{ping: 1, databaseVersion: {uuid: 'x'}} | 14 TypeMismatch: BSON field"
            + " 'databaseVersion.uuid' is the wrong type 'string', expected type 'binData'",
        "{find: 'orders', maxTimeMS: 'x'} | 2 BadValue: maxTimeMS must be a number",
        "{find: 'orders', readConcern: {level: 'x'}} | 2 BadValue: Enumeration value 'x' for field"
            + " 'readConcern.level' is not a valid value.",
        "{insert: 'orders', documents: [{a: 1}], writeConcern: 5} | 14 TypeMismatch:"
            + " \"writeConcern\" had the wrong type. Expected object, found int",
        "{getMore: 5, collection: 'orders'} | 14 TypeMismatch: BSON field 'getMore.getMore' is the"
            + " wrong type 'int', expected type 'long'",
        "{getMore: {$numberLong: '5'}} | 40414 Location40414: BSON field 'getMore.collection' is"
            + " missing but a required field",
        "{aggregate: 'orders', pipeline: 5, cursor: {}} | 14 TypeMismatch: 'pipeline' option must"
            + " be specified as an array",
        "{collStats: 'orders', scale: 0} | 51024 Location51024: BSON field 'scale' value must be"
            + " >= 1, actual value '0'",
        "{create: 'n', validationLevel: 'x'} | 2 BadValue: Enumeration value 'x' for field"
            + " 'create.validationLevel' is not a valid value.",
        "{dropDatabase: 2} | 2 BadValue: have to pass 1 as db parameter",
        "{listDatabases: 1} | 13 Unauthorized: listDatabases may only be run against the admin"
            + " database.",
        "{explain: {ping: 1}} | 20 IllegalOperation: Cannot explain cmd: ping",
        "{explain: {nope: 1}} | 59 CommandNotFound: Explain failed due to unknown command: nope",
        "{collMod: 'orders', index: {hidden: true}} | 72 InvalidOptions: Must specify either index"
            + " name or key pattern.",
        "{collMod: 'orders', index: {name: '_id_', hidden: true}} | 2 BadValue: can't hide _id"
            + " index",
        "{collMod: 'orders', viewOn: 'x'} | 72 InvalidOptions: 'viewOn' option only supported on a"
            + " view",
        "{dropIndexes: 'orders', index: 'customerId_1'} | 370 CannotDropShardKeyIndex: Cannot drop"
            + " the only compatible index for this collection's shard key"
      })
  void badValueIsRefusedInTheServersWords(String command, String expected) {
    assertEquals(expected, refusal(command));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{shardCollection: 'shop.x', key: 5} | 14 TypeMismatch: BSON field 'shardCollection.key'"
            + " is the wrong type 'int', expected type 'object'",
        "{moveRange: 'shop.orders'} | 40414 Location40414: BSON field 'moveRange.toShard' is"
            + " missing but a required field",
        "{addShardToZone: 's0', zone: 5} | 14 TypeMismatch: \"zone\" had the wrong type. Expected"
            + " string, found int",
        "{addShardToZone: 's0'} | 4 NoSuchKey: Missing expected field \"zone\"",
        "{updateZoneKeyRange: 'shop.orders', min: 5, max: {customerId: 1}, zone: 'A'} | 14"
            + " TypeMismatch: \"min\" had the wrong type. Expected object, found int",
        "{split: 'shop.orders', find: 5} | wrong type for 'find' field, expected object, found"
            + " find: 5",
        "{updateZoneKeyRange: 'shop.orders', min: {}, max: {customerId: 1}, zone: 'A'} | 2"
            + " BadValue: The field 'min' cannot be empty",
        "{updateZoneKeyRange: 'shop.orders', min: {customerId: 0}, max: {customerId: 1}} | 4"
            + " NoSuchKey: Missing expected field \"zone\"",
        "{updateZoneKeyRange: 'shop.orders', min: {customerId: 0}, max: {customerId: 1}, zone: 5}"
            + " | 14 TypeMismatch: \"zone\" had the wrong type. Expected string or null, found int",
        "{shardCollection: 'shop.h', key: {a: 'hashed'}, numInitialChunks: -1} | 72"
            + " InvalidOptions: numInitialChunks cannot be more than either: 24576, 8192 * number"
            + " of shards; or 1000000",
        "{shardCollection: 'shop.$x', key: {a: 1}} | 73 InvalidNamespace: Invalid collection name:"
            + " $x",
        "{moveChunk: 'shop.orders', find: 5, to: 's1'} | need to specify either a find query, or"
            + " both lower and upper bounds.",
        "{removeShard: 5} | 14 TypeMismatch: Field 'removeShard' must be of type string",
        "{moveChunk: 5, find: {customerId: 1}, to: 's1'} | 2 BadValue: collection name has invalid"
            + " type int",
        "{replSetGetStatus: 1} | replSetGetStatus is not supported through mongos"
      })
  void adminCommandRefusesWrongFields(String command, String expected) {
    assertEquals(expected, canvas.refusal(command));
  }

  @Test
  void parserErrorsHaveNamesSince70() {
    TestCluster seven = TestCluster.plain("7.0");

    assertEquals(
        "40415 IDLUnknownField: BSON field 'count.foo' is an unknown field.",
        seven.refusal("m0", "shop", "{count: 'c', foo: 1}"));
    assertEquals(
        "40414 IDLFailedToParse: BSON field 'distinct.key' is missing but a required field",
        seven.refusal("m0", "shop", "{distinct: 'c'}"));
  }

  @Test
  void refusedIndexLeavesNoCollectionBehind() {
    refusal("{createIndexes: 'fresh', indexes: [{key: {a: 1}, name: 'a'}, {key: {}, name: 'b'}]}");

    BsonDocument found = canvas.shop("{listCollections: 1, filter: {name: 'fresh'}}");

    assertEquals(0, found.getDocument("cursor").getArray("firstBatch").size());
  }

  @Test
  void listCommandsNamesWhatTheProcessHas() {
    BsonDocument router = canvas.admin("{listCommands: 1}").getDocument("commands");
    BsonDocument shard = canvas.run("s0", "admin", "{listCommands: 1}").getDocument("commands");

    for (String name : List.of("find", "moveChunk", "ping", "listCommands")) {
      assertTrue(router.containsKey(name), name);
    }
    assertTrue(router.getDocument("moveChunk").getBoolean("adminOnly").getValue());
    assertTrue(shard.containsKey("replSetGetStatus"));
    assertFalse(shard.containsKey("moveRange"));
    assertTrue(router.keySet().stream().noneMatch(name -> name.startsWith("_")));
    for (String name : router.keySet()) {
      if (!List.of("addShard", "dropDatabase").contains(name)) {
        assertFalse(answer("admin", name).startsWith("59 "), "listed but unknown: " + name);
      }
    }
  }

  private String answer(String db, String name) {
    try {
      canvas.copy().run("m0", db, "{" + name + ": 1}");
      return "ok";
    } catch (CommandException e) {
      return TestCluster.text(e);
    }
  }

  @Test
  void listDatabasesFilters() {
    assertEquals(
        "[{\"name\": \"shop\"}]",
        canvas
            .admin("{listDatabases: 1, nameOnly: true, filter: {name: 'shop'}}")
            .getArray("databases")
            .getValues()
            .toString());
  }

  @Test
  void collStatsDividesByTheScale() {
    long bytes = canvas.shop("{collStats: 'orders'}").getNumber("size").longValue();
    BsonDocument scaled = canvas.shop("{collStats: 'orders', scale: 1000000}");

    assertTrue(bytes > 300_000_000, "bytes: " + bytes);
    assertEquals(bytes / 1_000_000, scaled.getNumber("size").longValue(), 2);
    assertEquals(1_000_000, scaled.getNumber("scaleFactor").longValue());
  }
}
