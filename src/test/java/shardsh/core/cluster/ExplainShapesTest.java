package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Which stages explain shows, from the router's down, and their fields. Source: {@code
 * sharding-facts.md}, section 17, and the server's explain sources.
 */
class ExplainShapesTest {
  private static final TestCluster LATEST = cluster("8.0");
  private static final TestCluster OLDER = cluster("6.0");

  /** {@code shop.c} on three shards by k, 10 documents each; {@code shop.u} is not sharded. */
  private static TestCluster cluster(String profile) {
    TestCluster cluster = TestCluster.plain(profile);
    StringBuilder documents = new StringBuilder();
    for (int i = 0; i < 30; i++) {
      documents.append(String.format("{_id: %d, k: %d, a: %d, b: %d},", i, i, i % 5, i % 3));
    }
    for (String name : List.of("c", "u")) {
      cluster.run(
          "m0",
          "shop",
          "{createIndexes: '"
              + name
              + "', indexes: [{key: {k: 1}, name: 'k_1'}, {key: {a: 1}, name: 'a_1'},"
              + " {key: {b: 1}, name: 'b_1'}]}");
      cluster.run("m0", "shop", "{insert: '" + name + "', documents: [" + documents + "]}");
    }
    cluster.run("m0", "admin", "{shardCollection: 'shop.c', key: {k: 1}}");
    cluster.run("m0", "admin", "{split: 'shop.c', middle: {k: 10}}");
    cluster.run("m0", "admin", "{split: 'shop.c', middle: {k: 20}}");
    cluster.run("m0", "admin", "{moveChunk: 'shop.c', find: {k: 15}, to: 's1'}");
    cluster.run("m0", "admin", "{moveChunk: 'shop.c', find: {k: 25}, to: 's2'}");
    return cluster;
  }

  private static BsonDocument explain(TestCluster cluster, String command, String verbosity) {
    return cluster.run("m0", "shop", "{explain: " + command + ", verbosity: '" + verbosity + "'}");
  }

  private static String stages(BsonDocument plan) {
    String stage = plan.getString("stage").getValue();
    if (plan.containsKey("inputStage")) {
      return stage + " < " + stages(plan.getDocument("inputStage"));
    }
    if (plan.containsKey("inputStages")) {
      List<String> inputs = new ArrayList<>();
      for (BsonValue input : plan.getArray("inputStages")) {
        inputs.add(stages(input.asDocument()));
      }
      return stage + " < (" + String.join(", ", inputs) + ")";
    }
    return stage;
  }

  /** E.g. {@code SHARD_MERGE 3: FETCH < IXSCAN}; the first phase of a write after a slash. */
  private static String planned(BsonDocument planner) {
    BsonDocument plan = planner.getDocument("winningPlan");
    BsonDocument shard = plan.getArray("shards").get(0).asDocument();
    String text =
        plan.getString("stage").getValue()
            + " "
            + plan.getArray("shards").size()
            + ": "
            + stages(shard.getDocument("winningPlan"));
    return plan.containsKey("inputStage")
        ? text + " / " + planned(plan.getDocument("inputStage"))
        : text;
  }

  private static BsonDocument firstShard(BsonDocument explain) {
    return explain
        .getDocument("executionStats")
        .getDocument("executionStages")
        .getArray("shards")
        .get(0)
        .asDocument();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{find: 'c', filter: {k: 5}} | SINGLE_SHARD 1: FETCH < IXSCAN",
        "{find: 'c', filter: {_id: 5}} | SHARD_MERGE 3: EXPRESS_IXSCAN",
        "{find: 'c', filter: {a: 1}, sort: {k: 1}} | SHARD_MERGE_SORT 3: SORT < SHARDING_FILTER <"
            + " FETCH < IXSCAN",
        "{find: 'c', filter: {k: {$gt: 3}}, projection: {k: 1, _id: 0}} | SHARD_MERGE 3:"
            + " PROJECTION_COVERED < SHARDING_FILTER < IXSCAN",
        "{find: 'u', filter: {$or: [{a: 1}, {b: 1}]}} | SINGLE_SHARD 1: SUBPLAN < FETCH < OR <"
            + " (IXSCAN, IXSCAN)",
        "{find: 'u', filter: {$or: [{a: 1}, {b: 1}]}, hint: {a: 1}} | SINGLE_SHARD 1: FETCH <"
            + " IXSCAN",
        "{find: 'none', filter: {a: 1}} | SINGLE_SHARD 1: EOF",
        "{find: 'u', filter: {a: {$in: []}}} | SINGLE_SHARD 1: EOF",
        "{count: 'c'} | SHARD_MERGE 3: RECORD_STORE_FAST_COUNT",
        "{count: 'c', query: {k: 5}} | SINGLE_SHARD 1: COUNT < COUNT_SCAN",
        "{count: 'u', query: {$or: [{a: 1}, {b: 1}]}} | SINGLE_SHARD 1: COUNT < SUBPLAN < OR <"
            + " (IXSCAN, IXSCAN)",
        "{count: 'none', query: {a: 1}} | SINGLE_SHARD 1: COUNT < EOF",
        "{distinct: 'u', key: 'a'} | SINGLE_SHARD 1: PROJECTION_COVERED < DISTINCT_SCAN",
        "{update: 'c', updates: [{q: {k: 5}, u: {$set: {z: 1}}}]} | SHARD_WRITE 1: UPDATE < FETCH"
            + " < IXSCAN",
        "{update: 'c', updates: [{q: {a: 1}, u: {$set: {z: 1}}, multi: true}]} | SHARD_WRITE 3:"
            + " UPDATE < FETCH < IXSCAN",
        "{update: 'u', updates: [{q: {_id: 5}, u: {$set: {z: 1}}}]} | SHARD_WRITE 1:"
            + " EXPRESS_UPDATE",
        "{update: 'u', updates: [{q: {_id: 5}, u: {$set: {z: 1}}, upsert: true}]} | SHARD_WRITE 1:"
            + " UPDATE < IDHACK",
        "{delete: 'u', deletes: [{q: {_id: 5}, limit: 1}]} | SHARD_WRITE 1: EXPRESS_DELETE",
        "{delete: 'none', deletes: [{q: {a: 5}, limit: 0}]} | SHARD_WRITE 1: DELETE < EOF",
        "{findAndModify: 'c', query: {k: 5}, remove: true, fields: {a: 1}} | SINGLE_SHARD 1:"
            + " PROJECTION_DEFAULT < DELETE < FETCH < IXSCAN",
        "{update: 'c', updates: [{q: {a: 1}, u: {$set: {z: 1}}}]} | SHARD_WRITE 1: UPDATE < FETCH <"
            + " IXSCAN / SHARD_MERGE 3: LIMIT < SHARDING_FILTER < FETCH < IXSCAN",
        "{findAndModify: 'c', query: {a: 1}, remove: true, sort: {a: 1}} | SHARD_WRITE 1: DELETE <"
            + " FETCH < IXSCAN / SHARD_MERGE_SORT 3: LIMIT < SHARDING_FILTER < FETCH < IXSCAN"
      })
  void stagesOfTheLatestServer(String command, String expected) {
    BsonDocument explain = explain(LATEST, command, "queryPlanner");

    assertEquals(expected, planned(explain.getDocument("queryPlanner")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{find: 'c', filter: {_id: 5}} | SHARD_MERGE 3: SHARDING_FILTER < IDHACK",
        "{update: 'u', updates: [{q: {_id: 5}, u: {$set: {z: 1}}}]} | SHARD_WRITE 1: UPDATE <"
            + " IDHACK",
      })
  void stagesBeforeExpressPlans(String command, String expected) {
    BsonDocument explain = explain(OLDER, command, "queryPlanner");

    assertEquals(expected, planned(explain.getDocument("queryPlanner")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{update: 'u', updates: [{q: {a: 1}, u: {$set: {b: 1}}, multi: true}]} | {nReturned: 0,"
            + " works: 7, advanced: 0, needTime: 6, isEOF: 1, nMatched: 6, nWouldModify: 4,"
            + " nWouldUpsert: 0}",
        "{update: 'c', updates: [{q: {k: 5}, u: {$set: {z: 1}}}]} | {nReturned: 0, works: 2,"
            + " advanced: 0, needTime: 1, isEOF: 1, nMatched: 1, nWouldModify: 1, nWouldUpsert:"
            + " 0}",
        "{update: 'u', updates: [{q: {a: 99}, u: {$set: {z: 1}}, upsert: true}]} | {nReturned: 0,"
            + " works: 1, nMatched: 0, nWouldModify: 0, nWouldUpsert: 1}",
        "{delete: 'u', deletes: [{q: {a: 1}, limit: 0}]} | {nReturned: 0, works: 7, needTime: 6,"
            + " nWouldDelete: 6}",
        "{findAndModify: 'c', query: {k: 5}, update: {$set: {z: 1}}} | {nReturned: 1, works: 2,"
            + " advanced: 1, needTime: 0, nMatched: 1, nWouldModify: 1}"
      })
  void stageThatWritesCountsWhatItWouldDo(String command, String expected) {
    BsonDocument shard = firstShard(explain(LATEST, command, "executionStats"));

    BsonDocument stage = shard.getDocument("executionStages");
    TestCluster.doc(expected)
        .forEach((field, value) -> assertEquals(value, stage.get(field), field + " of " + stage));
    assertEquals(stage.get("nReturned"), shard.get("nReturned"));
  }

  @Test
  void collectionThatDoesNotExistHasStatisticsToo() {
    BsonDocument shard =
        firstShard(explain(LATEST, "{find: 'none', filter: {a: 1}}", "executionStats"));

    assertEquals(new BsonInt32(0), shard.get("nReturned"));
    assertEquals(
        new BsonString("nonExistentNamespace"), shard.getDocument("executionStages").get("type"));
  }

  @Test
  void routerSaysWhoItIsAndWhichParametersCount() {
    BsonDocument latest = explain(LATEST, "{find: 'c'}", "queryPlanner");
    BsonDocument older = explain(cluster("4.4"), "{find: 'c'}", "queryPlanner");

    List<String> fields = List.copyOf(latest.keySet());
    assertEquals(
        List.of("queryPlanner", "queryShapeHash", "serverInfo", "serverParameters", "command"),
        fields.subList(0, 5));
    assertEquals(new BsonInt32(27100), latest.getDocument("serverInfo").get("port"));
    assertEquals(64, latest.getString("queryShapeHash").getValue().length());
    assertFalse(older.containsKey("serverParameters"));
    assertFalse(older.containsKey("queryShapeHash"));
  }
}
