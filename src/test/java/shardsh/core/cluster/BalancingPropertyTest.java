package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.OptionalLong;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import shardsh.core.base.CommandException;
import shardsh.core.base.Namespace;
import shardsh.core.sharding.Zone;
import shardsh.core.sim.SimRandom;
import shardsh.core.snapshot.ClusterSnapshot;

/**
 * On whole clusters: rounds with all they do, cutting at zone bounds and moving data, come to rest,
 * and none of them puts a chunk outside its zone.
 */
class BalancingPropertyTest {
  private static final Namespace NS = Namespace.parse("shop.orders");

  @Provide
  Arbitrary<String> profiles() {
    return Arbitraries.of("classic", "4.4", "6.0", "8.0");
  }

  @Provide
  Arbitrary<Long> seeds() {
    return Arbitraries.longs();
  }

  private static TestCluster world(String profile, SimRandom random) {
    TestCluster cluster =
        TestCluster.of(
            profile,
            "topology: {shards: [s0, s1, s2, s3], mongos: [m0], replicaSetSize: 1}",
            "params: {balancer: manual, chunkSizeMB: 2}",
            "databases: {shop: {primary: s0}}");
    cluster.admin("{enableSharding: 'shop'}");
    cluster.admin("{shardCollection: 'shop.orders', key: {k: 1}}");
    for (String zone : List.of("a", "b")) {
      for (int i = 0; i < 1 + random.nextInt(2); i++) {
        cluster.admin("{addShardToZone: 's" + random.nextInt(4) + "', zone: '" + zone + "'}");
      }
      int low = zone.equals("a") ? random.nextInt(20) : 50 + random.nextInt(20);
      int high = low + 1 + random.nextInt(25);
      cluster.admin(
          "{updateZoneKeyRange: 'shop.orders', min: {k: "
              + low
              + "}, max: {k: "
              + high
              + "}, zone: '"
              + zone
              + "'}");
    }
    for (int i = random.nextInt(12); i > 0; i--) {
      attempt(cluster, "{split: 'shop.orders', middle: {k: " + random.nextInt(100) + "}}");
      attempt(
          cluster,
          "{moveChunk: 'shop.orders', find: {k: "
              + random.nextInt(100)
              + "}, to: 's"
              + random.nextInt(4)
              + "'}");
    }
    BsonDocument run =
        new BsonDocument("from", new BsonInt32(0)).append("to", new BsonInt32(random.nextInt(99)));
    cluster
        .cluster()
        .sim()
        .fill(
            TestCluster.M0,
            NS,
            new BsonDocument("k", run),
            1 + random.nextInt(60),
            OptionalLong.empty());
    if (random.nextInt(3) == 0) {
      attempt(cluster, "{removeShard: 's" + random.nextInt(4) + "'}");
    }
    return cluster;
  }

  private static void attempt(TestCluster cluster, String command) {
    try {
      cluster.admin(command);
    } catch (CommandException refused) {
      // Some splits, moves and removals are not possible; the world is as random without them.
    }
  }

  private static int violations(TestCluster cluster) {
    ClusterSnapshot snapshot = cluster.cluster().snapshot();
    int violations = 0;
    for (ClusterSnapshot.ChunkView chunk : snapshot.collection(NS).orElseThrow().chunks()) {
      List<String> zones =
          snapshot.shards().stream()
              .filter(shard -> shard.id().equals(chunk.shard()))
              .findFirst()
              .orElseThrow()
              .zones();
      for (Zone zone : snapshot.collection(NS).orElseThrow().zones()) {
        boolean inside = zone.range().covers(chunk.range());
        violations += inside && !zones.contains(zone.name()) ? 1 : 0;
      }
    }
    return violations;
  }

  @Property(tries = 40, seed = "1")
  void roundsComeToRestAndBreakNoZone(
      @ForAll("profiles") String profile, @ForAll("seeds") long seed) {
    TestCluster cluster = world(profile, new SimRandom(seed));
    BsonDocument round = cluster.cluster().sim().balance();
    int violations = violations(cluster);
    int rounds = 1;

    while (!round.getArray("moves").isEmpty() && rounds++ < 400) {
      round = cluster.cluster().sim().balance();
      int now = violations(cluster);
      assertTrue(now <= violations, "a round broke a zone: " + round);
      violations = now;
    }

    List<String> resting = cluster.chunks("shop.orders");
    assertTrue(round.getArray("moves").isEmpty(), () -> "still moving: " + resting);
    cluster.cluster().sim().balance();
    assertEquals(resting, cluster.chunks("shop.orders"), "moved after a round that moved nothing");
  }
}
