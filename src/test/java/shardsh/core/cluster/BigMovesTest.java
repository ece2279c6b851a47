package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.OptionalLong;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import shardsh.core.base.Namespace;
import shardsh.core.trace.CatalogEvent;
import shardsh.core.trace.ClusterEvent;
import shardsh.core.trace.TraceEntry;

/** Moves of chunks over the limit: by force, and by the balancer. */
class BigMovesTest {
  private static final String WRITE = "{insert: 't', documents: [{k: 5}], maxTimeMS: 100}";

  /** The last chunk holds {@code megabytes}, all of them at k 25. */
  private static TestCluster holding(String profile, double megabytes) {
    TestCluster cluster =
        TestCluster.of(
            profile,
            "topology: {shards: [s0, s1, s2], mongos: [m0], replicaSetSize: 1}",
            "params: {balancer: manual}",
            "databases: {shop: {primary: s0}}",
            "collections:",
            "  - ns: shop.t",
            "    shardKey: {k: 1}",
            "    chunks:",
            "    - {shard: s2, max: 10}",
            "    - {shard: s2}");
    cluster
        .cluster()
        .sim()
        .fill(
            TestCluster.M0,
            Namespace.parse("shop.t"),
            TestCluster.doc("{k: 25}"),
            megabytes,
            OptionalLong.empty());
    return cluster;
  }

  private static void standAfterClone(TestCluster cluster) {
    cluster.cluster().sim().stepMigrations(true);
    cluster.admin("{moveChunk: 'shop.t', find: {k: 25}, to: 's1', forceJumbo: true}");
    cluster.cluster().sim().step(2);
  }

  @Test
  void writesWaitFromTheCloneOnWhenAChunkOverTheLimitIsForced() {
    TestCluster cluster = holding("8.0", 300);
    standAfterClone(cluster);

    assertEquals(
        "50 MaxTimeMSExpired: operation exceeded time limit", cluster.refusal("m0", "shop", WRITE));
    assertEquals(List.of(), cluster.find("m0", "shop.t", "{filter: {k: 5}}"));
    cluster.shop("{insert: 't', documents: [{k: 5}]}");

    assertTrue(cluster.chunks("shop.t").get(1).startsWith("MaxKey s1 "));
  }

  @Test
  void writesGoOnDuringTheCloneWhenTheForceIsNotNeeded() {
    TestCluster cluster = holding("8.0", 100);
    standAfterClone(cluster);

    assertEquals(1, cluster.shop(WRITE).getInt32("n").getValue());
  }

  @Test
  void theTraceTellsThatTheBalancerFlagsAChunkThatItCouldNotMove() {
    for (String profile : List.of("6.0", "8.0")) {
      TestCluster cluster = holding(profile, 900);
      cluster.admin("{moveChunk: 'shop.t', find: {k: 5}, to: 's0'}");
      long mark = cluster.cluster().trace().mark();
      BsonDocument round = cluster.cluster().sim().balance();

      List<ClusterEvent> marked =
          cluster.cluster().trace().since(mark).stream()
              .map(TraceEntry::event)
              .filter(CatalogEvent.JumboMarked.class::isInstance)
              .toList();
      assertEquals(1, marked.size(), () -> profile + ": " + round);
      CatalogEvent.JumboMarked one = (CatalogEvent.JumboMarked) marked.get(0);
      assertEquals("s2 900", one.owner() + " " + (one.bytes() >> 20));
      assertEquals(128 << 20, one.limitBytes());
    }
  }
}
