package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

/** What {@code sim.advance} says about the work that fell due. */
class SimAdvanceTest {
  private static TestCluster balancing(String runs) {
    TestCluster cluster =
        TestCluster.of(
            "5.0",
            "topology: {shards: [s0, s1], mongos: [m0], replicaSetSize: 1}",
            "params: {balancer: '" + runs + "'}",
            "databases: {shop: {primary: s0}}");
    cluster.admin("{enableSharding: 'shop'}");
    cluster.admin("{shardCollection: 'shop.c', key: {k: 1}}");
    cluster.admin("{split: 'shop.c', middle: {k: 0}}");
    cluster.admin("{split: 'shop.c', middle: {k: 1}}");
    cluster.admin("{split: 'shop.c', middle: {k: 2}}");
    return cluster;
  }

  private static long rounds(TestCluster cluster) {
    return cluster.admin("{balancerStatus: 1}").getNumber("numBalancerRounds").longValue();
  }

  @Test
  void everyBalancerRoundIsListedOrCounted() {
    TestCluster cluster = balancing("on");
    long before = rounds(cluster);

    BsonDocument report = cluster.cluster().sim().advance(300_000);

    long listed =
        report.getArray("ran").stream()
            .filter(task -> task.asDocument().getString("task").getValue().equals("balancerRound"))
            .count();
    assertEquals(2, listed);
    assertEquals(rounds(cluster) - before, listed + report.getNumber("quietRounds").longValue());
  }

  @Test
  void withoutRoundsNoneAreCounted() {
    BsonDocument report = balancing("manual").cluster().sim().advance(300_000);

    assertFalse(report.containsKey("quietRounds"), report::toJson);
  }
}
