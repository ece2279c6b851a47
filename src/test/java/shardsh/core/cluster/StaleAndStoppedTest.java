package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.OptionalLong;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import shardsh.core.base.Namespace;

/** What is repeated after a refusal for staleness, and waits that are told to stop. */
class StaleAndStoppedTest {
  private final TestCluster cluster = sharded();

  /** {@code shop.c} by k: below 50 on s0, from 50 on s1; then m1 is left behind by a move to s2. */
  private static TestCluster sharded() {
    TestCluster cluster = TestCluster.plain("8.0");
    cluster.admin("{shardCollection: 'shop.c', key: {k: 1}}");
    cluster.insert("c", TestCluster.numbered(100));
    cluster.shop("{createIndexes: 'c', indexes: [{key: {x: 1}, name: 'x_1'}]}");
    cluster.admin("{split: 'shop.c', middle: {k: 50}}");
    cluster.admin("{moveChunk: 'shop.c', find: {k: 50}, to: 's1', _waitForDelete: true}");
    cluster.find("m1", "shop.c", "{}");
    cluster.admin("{moveChunk: 'shop.c', find: {k: 5}, to: 's2'}");
    return cluster;
  }

  @Test
  void indexIsDroppedOncePerShard() {
    BsonDocument reply = cluster.run("m1", "shop", "{dropIndexes: 'c', index: 'x_1'}");

    assertTrue(reply.getDocument("raw").containsKey("s1/127.0.0.1:27103"), reply::toJson);
    assertTrue(reply.getDocument("raw").containsKey("s2/127.0.0.1:27104"), reply::toJson);
  }

  @Test
  void weightIsAddedOncePerShard() {
    cluster
        .cluster()
        .sim()
        .fill(
            TestCluster.M1,
            Namespace.parse("shop.c"),
            TestCluster.doc("{k: {from: 40, to: 59}}"),
            20,
            OptionalLong.of(20));

    long declared =
        cluster.cluster().snapshot().shards().stream()
            .flatMap(shard -> shard.collections().stream())
            .mapToLong(collection -> collection.declaredDocuments())
            .sum();
    assertEquals(20, declared);
  }

  @Test
  void waitThatIsToldToStopDoesNotMoveTheClockToWhatIsDue() {
    long before = cluster.cluster().clock().nowMillis();
    cluster.interrupts().raise();
    String refused = cluster.refusal("{moveChunk: 'shop.c', find: {k: 5}, to: 's0'}");
    cluster.interrupts().clear();

    assertTrue(refused.startsWith("11601 Interrupted: "), refused);
    assertTrue(cluster.cluster().clock().nowMillis() - before < 1000);
    cluster.cluster().sim().advance(1_000_000);
    assertEquals(50, cluster.find("s2", "shop.c", "{}").size());
    assertEquals(0, cluster.find("s0", "shop.c", "{}").size());
  }

  @Test
  void moveThatMustWaitForOrphansObeysItsLimitOfTime() {
    long before = cluster.cluster().clock().nowMillis();

    String refused =
        cluster.refusal("{moveChunk: 'shop.c', find: {k: 5}, to: 's0', maxTimeMS: 5000}");

    assertEquals("50 MaxTimeMSExpired: operation exceeded time limit", refused);
    long waited = cluster.cluster().clock().nowMillis() - before;
    assertTrue(waited >= 5000 && waited < 5100, "waited " + waited + " ms");
    assertEquals(100, cluster.find("m0", "shop.c", "{}").size());
  }
}
