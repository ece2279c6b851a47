package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import shardsh.core.base.CommandException;

/** Writes to a sharded collection that are refused, before 7.1 and since; keys that change. */
class WriteErrorsTest {

  /** {@code shop.c} by k: below 50 on s0, from 50 on s1; documents k 0, 1, … 99. */
  private static TestCluster sharded(String profile) {
    TestCluster cluster = TestCluster.plain(profile);
    cluster.admin("{enableSharding: 'shop'}");
    cluster.admin("{shardCollection: 'shop.c', key: {k: 1}}");
    cluster.insert("c", TestCluster.numbered(100));
    cluster.admin("{split: 'shop.c', middle: {k: 50}}");
    cluster.admin("{moveChunk: 'shop.c', find: {k: 50}, to: 's1'}");
    return cluster;
  }

  private final TestCluster old = sharded("7.0");
  private final TestCluster now = sharded("8.0");

  private static String update(TestCluster cluster, String update) {
    return TestCluster.writeError(cluster.shop("{update: 'c', updates: [" + update + "]}"));
  }

  private static String delete(TestCluster cluster, String delete) {
    return TestCluster.writeError(cluster.shop("{delete: 'c', deletes: [" + delete + "]}"));
  }

  private static BsonDocument updated(TestCluster cluster, String update) {
    BsonDocument reply = cluster.shop("{update: 'c', updates: [" + update + "]}");
    assertTrue(!reply.containsKey("writeErrors"), reply::toJson);
    return reply;
  }

  /** What servers from 8.0 on put before errors of a running plan. */
  private String during(TestCluster cluster) {
    return cluster == now ? "Plan executor error during update :: caused by :: " : "";
  }

  private static int count(TestCluster cluster, String filter) {
    return cluster.find("m0", "shop.c", "{filter: " + filter + "}").size();
  }

  @Test
  void aTransactionNeedsASessionAndElseChangesNothing() {
    CommandException refused =
        assertThrows(
            CommandException.class,
            () ->
                now.shop(
                    "{insert: 'c', documents: [{_id: 'a', k: 1}], txnNumber: 1,"
                        + " startTransaction: true, autocommit: false}"));
    assertEquals("InvalidOptions", refused.errorCode().codeName());
    assertEquals(100, count(now, "{}"));
  }

  @Test
  void arraysAreNoShardKeys() {
    for (TestCluster cluster : List.of(old, now)) {
      assertEquals(
          "61: Shard key cannot contain array values or array descendants.",
          TestCluster.writeError(cluster.shop("{insert: 'c', documents: [{_id: 'a', k: [1]}]}")));
      assertEquals(
          "54: "
              + during(cluster)
              + "After applying the update to the document, the shard key field was found to be an"
              + " array or array descendant.",
          update(cluster, "{q: {k: 5}, u: {$set: {k: [1]}}}"));
    }
  }

  @Test
  void missingKeyFieldsCountAsNull() {
    now.shop("{insert: 'c', documents: [{_id: 'none'}]}");

    assertEquals(1, now.find("s0", "shop.c", "{filter: {_id: 'none'}}").size());
    assertEquals(1, count(now, "{k: null}"));
  }

  @Test
  void identifiersOfSomeTypesAreRefused() {
    for (String id : List.of("[1]", "/a/", "{$undefined: true}")) {
      String error =
          TestCluster.writeError(now.shop("{insert: 'c', documents: [{_id: " + id + ", k: 1}]}"));

      assertTrue(error.startsWith("53: The '_id' value cannot be of type "), error);
    }
  }

  @Test
  void updateOneNeedsKeyOrIdBefore71() {
    assertEquals(
        "72: A {multi:false} update on a sharded collection must contain an exact match on _id (and"
            + " have the collection default collation) or target a single shard (and have the"
            + " simple collation), but this update targeted 2 shards. Update request: { q: { x: 1"
            + " }, u: { $set: { y: 1 } }, multi: false, upsert: false }, shard key pattern: { k: 1"
            + " }",
        update(old, "{q: {x: 1}, u: {$set: {y: 1}}}"));
    assertEquals(1, updated(old, "{q: {_id: 3}, u: {$set: {y: 1}}}").getInt32("n").getValue());
    assertEquals(
        1, updated(old, "{q: {k: {$lt: 10}}, u: {$set: {y: 1}}}").getInt32("n").getValue());
    assertEquals(
        1, updated(now, "{q: {k: {$gte: 0}}, u: {$set: {y: 1}}}").getInt32("n").getValue());
    assertEquals(1, count(now, "{y: 1}"));
  }

  @Test
  void deleteOneNeedsKeyOrIdBefore71() {
    assertEquals(
        "61: A single delete on a sharded collection must contain an exact match on _id (and have"
            + " the collection default collation) or contain the shard key (and have the simple"
            + " collation). Delete request: { q: { x: 1 }, limit: 1 }, shard key pattern: { k: 1 }",
        delete(old, "{q: {x: 1}, limit: 1}"));
    BsonDocument reply = now.shop("{delete: 'c', deletes: [{q: {k: {$gte: 0}}, limit: 1}]}");
    assertEquals(1, reply.getInt32("n").getValue());
    assertEquals(99, count(now, "{}"));
  }

  @Test
  void findAndModifyNeedsTheKeyBefore71() {
    assertEquals(
        "61 ShardKeyNotFound: Query for sharded findAndModify must contain the shard key",
        old.refusal("m0", "shop", "{findAndModify: 'c', query: {_id: 1}, remove: true}"));
    BsonDocument reply =
        now.shop(
            "{findAndModify: 'c', query: {k: {$gte: 0}}, sort: {k: -1}, update: {$set: {y: 1}}}");
    assertEquals(99, reply.getDocument("value").getInt32("_id").getValue());
  }

  @Test
  void upsertNeedsTheKey() {
    String refused = "61: Failed to target upsert by query :: could not extract exact shard key";

    assertEquals(refused, update(old, "{q: {x: 1}, u: {$set: {y: 1}}, upsert: true}"));
    assertEquals(refused, update(old, "{q: {k: {$gt: 5}}, u: {$set: {y: 1}}, upsert: true}"));
    assertEquals(refused, update(old, "{q: {k: /a/}, u: {$set: {y: 1}}, upsert: true}"));
    assertEquals(refused, update(now, "{q: {x: 1}, u: {$set: {y: 1}}, multi: true, upsert: true}"));
    assertTrue(
        updated(now, "{q: {x: 1}, u: {$set: {y: 1, k: 70}}, upsert: true}")
            .containsKey("upserted"));
    assertEquals(1, now.find("s1", "shop.c", "{filter: {x: 1, y: 1}}").size());
  }

  @Test
  void upsertMayGiveAnotherShardTheDocument() {
    for (TestCluster cluster : List.of(old, now)) {
      BsonDocument reply =
          updated(cluster, "{q: {k: 1000, _id: 'new'}, u: {$set: {k: -5}}, upsert: true}");

      assertEquals(
          "new", reply.getArray("upserted").get(0).asDocument().getString("_id").getValue());
      assertEquals(1, cluster.find("s0", "shop.c", "{filter: {_id: 'new'}}").size());
      assertEquals(0, cluster.find("s1", "shop.c", "{filter: {_id: 'new'}}").size());
    }
  }

  @Test
  void replacementsAreNotForMany() {
    for (TestCluster cluster : List.of(old, now)) {
      String error = update(cluster, "{q: {k: 5}, u: {k: 5}, multi: true}");

      assertEquals("72: Replacement-style updates cannot be {multi:true}", error);
    }
  }

  @Test
  void manyDocumentsDoNotChangeTheirKeys() {
    for (TestCluster cluster : List.of(old, now)) {
      for (String filter : List.of("{k: 5}", "{}")) {
        assertEquals(
            "72: "
                + during(cluster)
                + "Multi-update operations are not allowed when updating the shard key field.",
            update(cluster, "{q: " + filter + ", u: {$set: {k: 77}}, multi: true}"));
      }
      assertEquals(1, count(cluster, "{k: 77}"));
    }
  }

  @Test
  void keyChangesNeedTheWholeKeyBefore71() {
    assertEquals(
        "31025: Shard key update is not allowed without specifying the full shard key in the query",
        update(old, "{q: {_id: 5}, u: {$set: {k: 60}}}"));
    updated(now, "{q: {_id: 5}, u: {$set: {k: 60}}}");
    assertEquals(2, count(now, "{k: 60}"));
  }

  @Test
  void documentMovesWithItsKey() {
    for (TestCluster cluster : List.of(old, now)) {
      BsonDocument reply = updated(cluster, "{q: {k: 5, _id: 5}, u: {$set: {k: 95.5}}}");

      assertEquals(1, reply.getInt32("n").getValue());
      assertEquals(1, reply.getInt32("nModified").getValue());
      assertEquals(0, cluster.find("s0", "shop.c", "{filter: {_id: 5}}").size());
      assertEquals(
          "[{\"_id\": 5, \"k\": 95.5}]",
          cluster.find("s1", "shop.c", "{filter: {_id: 5}}").toString());
      assertEquals(100, count(cluster, "{}"));
    }
  }

  @Test
  void findAndModifyMovesADocumentToo() {
    BsonDocument reply =
        now.shop(
            "{findAndModify: 'c', query: {_id: 5}, update: {$set: {k: 95.5}}, new: true,"
                + " fields: {k: 1, _id: 0}}");

    assertEquals("{\"k\": 95.5}", reply.getDocument("value").toJson());
    assertEquals(1, now.find("s1", "shop.c", "{filter: {_id: 5}}").size());
    assertEquals(100, count(now, "{}"));
  }

  @Test
  void orphanOfADocumentStandsInItsWay() {
    String error = update(now, "{q: {k: 60, _id: 60}, u: {$set: {k: 1}}}");

    assertEquals(
        "11000: Failed to update document's shard key field. There is either an orphan for this"
            + " document or _id for this collection is not globally unique. :: caused by :: E11000"
            + " duplicate key error collection: shop.c index: _id_ dup key: { _id: 60 }",
        error);
    assertEquals(1, count(now, "{k: 60}"));
    now.cluster().sim().advance(1_000_000);
    updated(now, "{q: {k: 60, _id: 60}, u: {$set: {k: 1}}}");
    assertEquals(2, count(now, "{k: 1}"));
  }

  @Test
  void identifierNeverChanges() {
    assertTrue(update(now, "{q: {k: 5}, u: {$set: {_id: 6}}}").startsWith("66: "));
  }

  @Test
  void errorsHaveThePlaceInTheClientsBatch() {
    BsonDocument reply =
        now.shop(
            "{insert: 'c', ordered: false, documents: ["
                + "{_id: 1000, k: 1}, {_id: 99, k: 99}, {_id: 1001, k: 80}, {_id: 3, k: 3},"
                + "{_id: 1002, k: [1]}]}");

    assertEquals(2, reply.getInt32("n").getValue());
    List<String> errors =
        reply.getArray("writeErrors").stream()
            .map(
                error ->
                    error.asDocument().getInt32("index").getValue()
                        + " "
                        + error.asDocument().getInt32("code").getValue())
            .toList();
    assertEquals(List.of("1 11000", "3 11000", "4 61"), errors);
  }

  @Test
  void orderedBatchStopsAtItsFirstError() {
    BsonDocument reply =
        now.shop(
            "{insert: 'c', documents: [{_id: 1000, k: 1}, {_id: 1001, k: 80}, {_id: 99, k: 99},"
                + " {_id: 1002, k: 2}]}");

    assertEquals(2, reply.getInt32("n").getValue());
    assertEquals(1, reply.getArray("writeErrors").size());
    assertEquals(0, count(now, "{_id: 1002}"));
  }

  @Test
  void deleteWantsALimitOfZeroOrOne() {
    for (String limit : List.of("", ", limit: 2")) {
      try {
        String error = delete(now, "{q: {k: 1}" + limit + "}");
        assertTrue(error.startsWith("9: ") || error.startsWith("40414: "), error);
      } catch (CommandException e) {
        assertTrue(List.of(9, 40414).contains(e.errorCode().code()), e.getMessage());
      }
    }
    assertEquals(100, count(now, "{}"));
  }
}
