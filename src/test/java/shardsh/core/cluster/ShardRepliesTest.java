package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static shardsh.core.cluster.TestCluster.doc;

import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

/** What a router makes of the replies of several shards. */
class ShardRepliesTest {

  /** {@code shop.u} on s0; {@code shop.c} by k: below 50 on s0, from 50 on s1. */
  private static TestCluster cluster(String profile) {
    TestCluster cluster = TestCluster.plain(profile);
    cluster.admin("{enableSharding: 'shop'}");
    cluster.admin("{shardCollection: 'shop.c', key: {k: 1}}");
    cluster.insert("c", TestCluster.numbered(100));
    cluster.admin("{split: 'shop.c', middle: {k: 50}}");
    cluster.admin("{moveChunk: 'shop.c', find: {k: 50}, to: 's1'}");
    cluster.insert("u", List.of(doc("{_id: 1}")));
    return cluster;
  }

  private static BsonDocument withoutTimes(BsonDocument reply) {
    BsonDocument rest = reply.clone();
    rest.remove("$clusterTime");
    rest.remove("operationTime");
    return rest;
  }

  @Test
  void repliesAboutIndexesAreKeptByTheSetsOfTheShards() {
    TestCluster cluster = cluster("8.0");
    String one =
        "{numIndexesBefore: 2, numIndexesAfter: 3, createdCollectionAutomatically: false, ok: 1.0}";

    assertEquals(
        doc(
            "{raw: {'s0/127.0.0.1:27102': "
                + one
                + ", 's1/127.0.0.1:27103': "
                + one
                + "}, ok: 1.0}"),
        withoutTimes(cluster.shop("{createIndexes: 'c', indexes: [{key: {b: 1}, name: 'b_1'}]}")));
    assertEquals(
        doc(
            "{raw: {'s0/127.0.0.1:27102': {nIndexesWas: 3, ok: 1.0}, 's1/127.0.0.1:27103':"
                + " {nIndexesWas: 3, ok: 1.0}}, ok: 1.0}"),
        withoutTimes(cluster.shop("{dropIndexes: 'c', index: 'b_1'}")));
  }

  @Test
  void anUnshardedCollectionHasARawReplyToo() {
    TestCluster cluster = cluster("8.0");
    cluster.shop("{createIndexes: 'u', indexes: [{key: {b: 1}, name: 'b_1'}]}");

    assertEquals(
        doc("{raw: {'s0/127.0.0.1:27102': {nIndexesWas: 2, ok: 1.0}}, ok: 1.0}"),
        withoutTimes(cluster.shop("{dropIndexes: 'u', index: 'b_1'}")));
  }

  @Test
  void collModRepeatsTheReplyOfTheOnlyShardFromSixOn() {
    String modify = "{collMod: 'u', index: {name: 'b_1', hidden: true}}";
    String index = "{createIndexes: 'u', indexes: [{key: {b: 1}, name: 'b_1'}]}";
    String fields = "hidden_old: false, hidden_new: true";
    TestCluster now = cluster("8.0");
    TestCluster old = cluster("5.0");
    now.shop(index);
    old.shop(index);

    assertEquals(
        doc("{" + fields + ", raw: {'s0/127.0.0.1:27102': {" + fields + ", ok: 1.0}}, ok: 1.0}"),
        withoutTimes(now.shop(modify)));
    assertEquals(
        doc("{raw: {'s0/127.0.0.1:27102': {" + fields + ", ok: 1.0}}, ok: 1.0}"),
        withoutTimes(old.shop(modify)));
  }

  private static String concern(BsonDocument reply) {
    BsonDocument error = reply.getDocument("writeConcernError");
    return error.getInt32("code").getValue() + ": " + error.getString("errmsg").getValue();
  }

  @Test
  void aWriteConcernThatOneShardFailsNamesIt() {
    TestCluster cluster = cluster("8.0");
    String nodes = "100: Not enough data-bearing nodes at s0";

    assertEquals(
        nodes, concern(cluster.shop("{insert: 'u', documents: [{}], writeConcern: {w: 5}}")));
    assertEquals(
        nodes,
        concern(
            cluster.shop(
                "{findAndModify: 'u', query: {_id: 1}, remove: true, writeConcern: {w: 5}}")));
  }

  @Test
  void aWriteConcernThatSeveralShardsFailNamesAll() {
    assertEquals(
        "64: multiple errors reported : UnsatisfiableWriteConcern: Not enough data-bearing nodes at"
            + " s0 :: and :: UnsatisfiableWriteConcern: Not enough data-bearing nodes at s1 :: and"
            + " :: UnsatisfiableWriteConcern: Not enough data-bearing nodes at s2",
        concern(
            cluster("8.0")
                .shop(
                    "{update: 'c', updates: [{q: {}, u: {$set: {b: 1}}, multi: true}],"
                        + " writeConcern: {w: 5}}")));
  }

  @Test
  void afterAFailedWriteOfAnOrderedBatchTheConcernIsNotTold() {
    TestCluster cluster = cluster("8.0");
    String insert = "{insert: 'u', documents: [{_id: 7}, {_id: 1}], writeConcern: {w: 5}";

    assertFalse(cluster.shop(insert + "}").containsKey("writeConcernError"));
    cluster.shop("{delete: 'u', deletes: [{q: {_id: 7}, limit: 1}]}");
    assertEquals(
        "100: Not enough data-bearing nodes at s0",
        concern(cluster.shop(insert + ", ordered: false}")));
  }
}
