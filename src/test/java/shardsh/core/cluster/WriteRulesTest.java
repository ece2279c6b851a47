package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static shardsh.core.cluster.TestCluster.doc;

import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import shardsh.core.base.CommandException;

/** What writes take over from their command, and names and sizes they may store, by version. */
class WriteRulesTest {

  /** {@code shop.c} by k: below 2 on s0, from 2 on s1; {@code shop.p} not sharded. */
  private static TestCluster cluster(String profile) {
    TestCluster cluster = TestCluster.plain(profile);
    cluster.admin("{enableSharding: 'shop'}");
    cluster.admin("{shardCollection: 'shop.c', key: {k: 1}}");
    for (String collection : List.of("c", "p")) {
      cluster.insert(
          collection,
          List.of(doc("{_id: 1, k: 1, a: 3}"), doc("{_id: 2, k: 2, a: 1}"), doc("{_id: 3, k: 3}")));
    }
    cluster.admin("{split: 'shop.c', middle: {k: 2}}");
    cluster.admin("{moveChunk: 'shop.c', find: {k: 2}, to: 's1'}");
    return cluster;
  }

  private final TestCluster now = cluster("8.0");

  private static String write(TestCluster cluster, String command) {
    BsonDocument reply = cluster.shop(command);
    return reply.containsKey("writeErrors")
        ? TestCluster.writeError(reply)
        : "n " + reply.getInt32("n").getValue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"c", "p"})
  void variablesOfACommandAreKnownToItsFiltersAndPipelines(String collection) {
    String filter = "{$expr: {$eq: ['$a', '$$v']}}";
    String let = ", let: {v: 3}}";

    String updates = "[{q: " + filter + ", u: [{$set: {z: '$$v'}}]}]";
    assertEquals("n 1", write(now, "{update: '" + collection + "', updates: " + updates + let));
    assertEquals(
        doc("{_id: 1, k: 1, a: 3, z: 3}"),
        now.shop("{findAndModify: '" + collection + "', query: " + filter + ", remove: true" + let)
            .getDocument("value"));
    assertEquals(
        "n 0",
        write(
            now, "{delete: '" + collection + "', deletes: [{q: " + filter + ", limit: 1}]" + let));
  }

  @ParameterizedTest
  @ValueSource(strings = {"c", "p"})
  void sortChoosesTheDocumentToUpdateSince80(String collection) {
    String command =
        "{update: '" + collection + "', updates: [{q: {a: {$gt: 0}}, u: {$set: {z: 1}}, sort: {a: ";

    assertEquals("n 1", write(now, command + "-1}}]}"));
    assertEquals(1, now.find("m0", "shop." + collection, "{filter: {_id: 1, z: 1}}").size());
    assertEquals(
        "9: Cannot specify sort with multi=true", write(now, command + "1}, multi: true}]}"));
    assertEquals(
        "40415 IDLUnknownField: BSON field 'update.updates.sort' is an unknown field.",
        cluster("7.0").refusal("m0", "shop", command + "1}}]}"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"c", "p"})
  void upsertsDoNotTakeExpressions(String collection) {
    assertEquals(
        "224: $expr is not allowed in the query predicate for an upsert",
        write(
            now,
            "{update: '"
                + collection
                + "', updates: [{q: {$and: [{$expr: true}]}, u: {$set: {z: 1}}, upsert: true}]}"));
    assertEquals(
        224,
        assertThrows(
                CommandException.class,
                () ->
                    now.shop(
                        "{findAndModify: '"
                            + collection
                            + "', query: {$expr: true}, update: {$set: {z: 1}}, upsert: true}"))
            .errorCode()
            .code());
  }

  @Test
  void errorsOfARunningPlanSaySoFrom80OnAndForFindAndModifyAlways() {
    String update = "{update: 'p', updates: [{q: {_id: 1}, u: {$push: {a: 1}}}]}";
    String fault = "The field 'a' must be an array but is of type int in document {_id: 1}";

    assertEquals(
        "2: Plan executor error during update :: caused by :: " + fault, write(now, update));
    assertEquals("2: " + fault, write(cluster("7.0"), update));
    assertEquals(
        "2 BadValue: Plan executor error during findAndModify :: caused by :: " + fault,
        cluster("4.4")
            .refusal(
                "m0", "shop", "{findAndModify: 'p', query: {_id: 1}, update: {$push: {a: 1}}}"));
    assertEquals(
        "14: Cannot increment with non-numeric argument: {a: \"x\"}",
        write(now, "{update: 'p', updates: [{q: {_id: 1}, u: {$inc: {a: 'x'}}}]}"));
  }

  @Test
  void namesWithADollarSignAreStoredSince50() {
    TestCluster old = cluster("4.4");
    String insert = "{insert: 'p', documents: [{_id: 9, $a: 1}]}";
    String update = "{update: 'p', updates: [{q: {_id: 1}, u: {$set: {'b.$c': 1}}}]}";

    assertEquals("n 1", write(now, insert));
    assertEquals("n 1", write(now, update));
    assertEquals("2: Document can't have $ prefixed field names: $a", write(old, insert));
    assertEquals(
        "52: The dollar ($) prefixed field '$c' in 'b.$c' is not valid for storage.",
        write(old, update));
  }

  @Test
  void emptyTimestampsAtTheTopBecomeTheTimeOfTheInsert() {
    now.shop("{insert: 'p', documents: [{_id: 9, t: Timestamp(0, 0), n: {t: Timestamp(0, 0)}}]}");

    BsonDocument stored = now.find("m0", "shop.p", "{filter: {_id: 9}}").get(0);
    assertNotEquals(new BsonTimestamp(0), stored.get("t"));
    assertEquals(new BsonTimestamp(0), stored.getDocument("n").get("t"));
  }

  @Test
  void oneOperationHasOneErrorHoweverManyShardsFail() {
    BsonDocument reply =
        now.shop("{update: 'c', updates: [{q: {}, u: {$set: {k: 77}}, multi: true}]}");

    assertEquals(1, reply.getArray("writeErrors").size());
  }

  @Test
  void constantsAreForPipelinesOnly() {
    assertEquals(
        "51198: Constant values may only be specified for pipeline updates",
        write(now, "{update: 'p', updates: [{q: {}, u: {$set: {a: 1}}, c: {v: 1}}]}"));
  }

  @Test
  void documentThatMovesMustBeAloneInItsBatch() {
    String one = "{q: {k: 1}, u: {$set: {k: 90}}}";
    String other = "{q: {k: 2}, u: {$set: {z: 1}}}";

    assertEquals(
        "72: Document shard key value updates that cause the doc to move shards must be sent with"
            + " write batch of size 1",
        write(now, "{update: 'c', updates: [" + one + ", " + other + "]}"));
    assertEquals(0, now.find("m0", "shop.c", "{filter: {z: 1}}").size());
    assertEquals("n 1", write(now, "{update: 'c', updates: [" + one + "]}"));
  }

  @Test
  void boundsOnOneShardDeleteOneDocumentSince50() {
    String command = "{delete: 'c', deletes: [{q: {k: {$gt: 2}}, limit: 1}]}";

    assertEquals("n 1", write(cluster("5.0"), command));
    assertEquals("61", write(cluster("4.4"), command).substring(0, 2));
  }

  @ParameterizedTest
  @ValueSource(strings = {"c", "p"})
  void limitOfADeleteIsZeroOrOneOrTheWholeCommandFails(String collection) {
    assertEquals(
        "9 FailedToParse: The limit field in delete objects must be 0 or 1. Got 5",
        now.refusal(
            "m0",
            "shop",
            "{delete: '" + collection + "', deletes: [{q: {}, limit: 0}, {q: {}, limit: 5}]}"));
  }

  @Test
  void errorsBeforeAPlanRunsAreNotThoseOfItsExecutor() {
    String error = write(now, "{update: 'p', updates: [{q: {}, u: {$set: {z: 1}}, hint: 'nope'}]}");

    assertEquals("2: error processing query", error.substring(0, 25));
  }

  /** Why a document was refused by {@code shop.v} with this validator. */
  private static BsonDocument details(TestCluster cluster, String validator, String document) {
    cluster.shop("{create: 'v', validator: " + validator + "}");
    BsonDocument reply = cluster.shop("{insert: 'v', documents: [" + document + "]}");
    BsonDocument error = reply.getArray("writeErrors").get(0).asDocument();
    assertEquals(121, error.getInt32("code").getValue());
    return error.getDocument("errInfo").getDocument("details");
  }

  @Test
  void validatorTellsWhichRulesOfItsSchemaAreNotMet() {
    assertEquals(
        doc(
            "{operatorName: '$jsonSchema', title: 'T', schemaRulesNotSatisfied: [{operatorName:"
                + " 'required', specifiedAs: {required: ['a', 'z']}, missingProperties: ['z']},"
                + " {operatorName: 'properties', propertiesNotSatisfied: [{propertyName: 'a',"
                + " description: 'few', details: [{operatorName: 'maximum', specifiedAs: {maximum:"
                + " 10}, reason: 'comparison failed', consideredValue: 50}]}]}]}"),
        details(
            now,
            "{$jsonSchema: {title: 'T', bsonType: 'object', required: ['a', 'z'], properties: {a:"
                + " {bsonType: 'int', maximum: 10, description: 'few'}}}}",
            "{_id: 1, a: 50}"));
  }

  @Test
  void validatorTellsWhichClausesOfItsFilterAreNotMet() {
    assertEquals(
        doc(
            "{operatorName: '$and', clausesNotSatisfied: [{index: 0, details: {operatorName: '$gt',"
                + " specifiedAs: {a: {$gt: 5}}, reason: 'comparison failed', consideredValue: 1}},"
                + " {index: 1, details: {operatorName: '$exists', specifiedAs: {b: {$exists:"
                + " true}}, reason: 'path does not exist'}}]}"),
        details(now, "{a: {$gt: 5}, b: {$exists: true}, c: null}", "{_id: 1, a: 1}"));
  }

  @Test
  void validatorIsPassedByOnDemandAndModerateOnesSpareOldDocuments() {
    now.shop("{collMod: 'p', validator: {a: {$gt: 2}}, validationLevel: 'moderate'}");
    String bad = "{insert: 'p', documents: [{_id: 9, a: 0}]";

    assertEquals("121", write(now, bad + "}").substring(0, 3));
    assertEquals("n 1", write(now, bad + ", bypassDocumentValidation: true}"));
    assertEquals("n 1", write(now, "{update: 'p', updates: [{q: {_id: 2}, u: {$set: {z: 1}}}]}"));
    assertEquals(
        "121",
        write(now, "{update: 'p', updates: [{q: {_id: 1}, u: {$set: {a: 1}}}]}").substring(0, 3));
  }

  @Test
  void cappedCollectionKeepsItsNewestDocuments() {
    for (String profile : List.of("4.4", "8.0")) {
      TestCluster cluster = cluster(profile);
      cluster.shop("{create: 'k', capped: true, size: 4096, max: 2}");
      cluster.shop("{insert: 'k', documents: [{_id: 1}, {_id: 2}, {_id: 3}]}");

      assertEquals(
          List.of(doc("{_id: 2}"), doc("{_id: 3}")), cluster.find("m0", "shop.k", "{filter: {}}"));
      assertEquals(
          profile.equals("4.4") ? "20: cannot remove from a capped collection: shop.k" : "n 1",
          write(cluster, "{delete: 'k', deletes: [{q: {}, limit: 1}]}"));
    }
  }

  @Test
  void positionalProjectionOfFindAndModifyShowsTheElementThatWasFound() {
    now.shop("{insert: 'p', documents: [{_id: 9, b: [1, 5, 7]}]}");

    assertEquals(
        doc("{_id: 9, b: [5]}"),
        now.shop(
                "{findAndModify: 'p', query: {_id: 9, b: 5}, update: {$set: {z: 1}}, fields:"
                    + " {'b.$': 1}}")
            .getDocument("value"));
  }

  @ParameterizedTest
  @CsvSource({"c, s1, 64", "p, s0, 79"})
  void writeConcernsThatCannotBeMetAreReportedBesideTheWrite(
      String collection, String shard, int codeOfAll) {
    String insert = "{insert: '" + collection + "', documents: [{_id: 9, k: 9}], writeConcern: ";

    BsonDocument many = now.shop(insert + "{w: 5}}");
    assertEquals(1, many.getInt32("n").getValue());
    assertEquals(
        doc(
            "{code: 100, codeName: 'UnsatisfiableWriteConcern', errmsg: 'Not enough data-bearing"
                + " nodes at "
                + shard
                + "', errInfo: {writeConcern: {w: 5, wtimeout: 0, provenance:"
                + " 'clientSupplied'}}}"),
        many.getDocument("writeConcernError"));
    assertEquals(
        codeOfAll,
        now.shop(
                "{delete: '"
                    + collection
                    + "', deletes: [{q: {}, limit: 0}], writeConcern: {w: 'x'}}")
            .getDocument("writeConcernError")
            .getInt32("code")
            .getValue());
  }

  @Test
  void writeConcernsThatNoSetCanHaveAreRefused() {
    String insert = "{insert: 'p', documents: [{_id: 9}], writeConcern: ";

    assertEquals(
        "9 FailedToParse: w has to be a non-negative number and not greater than 50; found: 51",
        now.refusal("m0", "shop", insert + "{w: 51}}"));
    assertEquals(
        "9 FailedToParse: w has to be a number, string, or object; found: bool",
        now.refusal("m0", "shop", insert + "{w: true}}"));
    assertEquals(
        "40415 IDLUnknownField: BSON field 'writeConcern.x' is an unknown field.",
        now.refusal("m0", "shop", insert + "{x: 1}}"));
    assertEquals(0, now.find("m0", "shop.p", "{filter: {_id: 9}}").size());
  }

  @Test
  void unacknowledgedWritesAreAnsweredWithoutCounts() {
    BsonDocument reply =
        now.shop("{insert: 'c', documents: [{_id: 9, k: 9}], writeConcern: {w: 0}}");

    assertEquals(false, reply.containsKey("n"));
    assertEquals(1, now.find("m0", "shop.c", "{filter: {_id: 9}}").size());
  }

  @Test
  void collectionsOfTheServersOwnAreNotWritten() {
    assertEquals(
        "73 InvalidNamespace: Invalid system namespace: shop.system.foo",
        now.refusal("m0", "shop", "{insert: 'system.foo', documents: [{_id: 1}]}"));
    assertEquals("n 1", write(now, "{insert: 'system.js', documents: [{_id: 1}]}"));
  }
}
