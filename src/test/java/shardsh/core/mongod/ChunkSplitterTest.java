package shardsh.core.mongod;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;
import shardsh.core.cluster.TestCluster;

/** Splits that a shard makes by itself. */
class ChunkSplitterTest {
  private static final BsonString TENTH_OF_A_MEGABYTE = new BsonString("x".repeat(100_000));

  private static TestCluster sharded() {
    TestCluster cluster =
        TestCluster.of(
            "classic",
            "topology: {shards: [s0, s1], mongos: [m0], replicaSetSize: 1}",
            "params: {balancer: manual, chunkSizeMB: 1}",
            "databases: {shop: {primary: s0}}");
    cluster.admin("{enableSharding: 'shop'}");
    cluster.admin("{shardCollection: 'shop.c', key: {k: 1}}");
    return cluster;
  }

  private static void insert(TestCluster cluster, int k) {
    cluster.insert(
        "c",
        List.of(
            new BsonDocument("_id", new BsonInt32(k))
                .append("k", new BsonInt32(k))
                .append("pad", TENTH_OF_A_MEGABYTE)));
  }

  @Test
  void chunkThatOutgrowsTheLimitIsCutAtItsMiddle() {
    TestCluster cluster = sharded();
    for (int k = 0; k < 12; k++) {
      insert(cluster, k);
    }

    assertEquals(List.of("6 s0 1|1", "MaxKey s0 1|2"), cluster.chunks("shop.c"));
  }

  @Test
  void largeChunkThatWasNotWrittenToIsLeftAlone() {
    TestCluster cluster = sharded();
    cluster.admin("{split: 'shop.c', middle: {k: 100}}");
    cluster.run(
        "m0",
        "shop",
        "{_simFill: 'c', key: {k: {from: 0, to: 90}}, bytes: 5000000, docs: 50, noSplit: true}");

    for (int k = 100; k < 112; k++) {
      insert(cluster, k);
    }

    assertEquals(List.of("100 s0 1|1", "106 s0 1|3", "MaxKey s0 1|4"), cluster.chunks("shop.c"));
  }

  @Test
  void bytesOfOneChunkDoNotCountForAnother() {
    TestCluster cluster = sharded();
    cluster.admin("{split: 'shop.c', middle: {k: 100}}");
    cluster.run(
        "m0",
        "shop",
        "{_simFill: 'c', key: {k: {from: 100, to: 101}}, bytes: 1500000, docs: 2, noSplit: true}");
    for (int k = 0; k < 2; k++) {
      insert(cluster, k);
      insert(cluster, 100 + k);
    }
    assertEquals(2, cluster.chunks("shop.c").size());

    TestCluster copy = cluster.copy();
    insert(copy, 102);

    assertEquals(3, copy.chunks("shop.c").size());
    assertEquals(2, cluster.chunks("shop.c").size());
    insert(cluster, 102);
    assertEquals(copy.chunks("shop.c"), cluster.chunks("shop.c"));
  }

  @Test
  void copyOfAShardKnowsHowMuchWasWrittenSinceItLastLooked() {
    TestCluster cluster = sharded();
    for (int k = 0; k < 11; k++) {
      insert(cluster, k);
    }

    TestCluster copy = cluster.copy();
    insert(cluster, 11);
    insert(copy, 11);

    assertEquals(cluster.chunks("shop.c"), copy.chunks("shop.c"));
    assertEquals(2, copy.chunks("shop.c").size());
  }
}
