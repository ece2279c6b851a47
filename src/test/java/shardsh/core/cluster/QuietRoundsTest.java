package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import shardsh.core.base.NodeId;

/** Rounds that would find what the last one found are passed over, and nobody can tell. */
class QuietRoundsTest {
  private static final long HOUR_MILLIS = 3_600_000;

  private static TestCluster idle(String profile, boolean window) {
    TestCluster cluster =
        TestCluster.of(
            profile,
            "topology: {shards: [s0, s1], mongos: [m0], replicaSetSize: 1}",
            "params: {balancer: 'on'}",
            "databases: {shop: {primary: s0}}");
    cluster.admin("{enableSharding: 'shop'}");
    cluster.admin("{shardCollection: 'shop.c', key: {k: 1}}");
    cluster.admin("{split: 'shop.c', middle: {k: 0}}");
    if (window) {
      cluster.run(
          "m0",
          "config",
          "{update: 'settings', updates: [{q: {_id: 'balancer'}, upsert: true,"
              + " u: {$set: {activeWindow: {start: '23:00', stop: '06:30'}}}}]}");
    }
    return cluster;
  }

  private static String state(TestCluster cluster) {
    return cluster.admin("{balancerStatus: 1}").getNumber("numBalancerRounds")
        + "\n"
        + cluster.cluster().sim().clock().toJson()
        + "\n"
        + cluster.cluster().snapshot().balancer()
        + "\n"
        + cluster.chunks("shop.c");
  }

  /** A round that is due before an instant may end after it. */
  private static void advanceTo(TestCluster cluster, long millis) {
    long ahead = millis - cluster.cluster().clock().nowMillis();
    if (ahead > 0) {
      cluster.cluster().sim().advance(ahead);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"classic", "5.0", "8.0"})
  void oneLongAdvanceIsLikeManyShortOnes(String profile) {
    for (boolean window : new boolean[] {false, true}) {
      TestCluster atOnce = idle(profile, window);
      TestCluster bitByBit = atOnce.copy();

      long start = atOnce.cluster().clock().nowMillis();
      advanceTo(atOnce, start + 50 * HOUR_MILLIS);
      for (int i = 1; i <= 50 * 360; i++) {
        advanceTo(bitByBit, start + i * 10_000L);
      }

      assertEquals(state(bitByBit), state(atOnce));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"classic", "8.0"})
  void whatFallsDueInTheMiddleIsNotMissed(String profile) {
    TestCluster cluster = idle(profile, false);
    cluster.admin("{moveChunk: 'shop.c', find: {k: 5}, to: 's1'}");
    cluster.cluster().sim().balance();

    BsonDocument report = cluster.cluster().sim().advance(24 * HOUR_MILLIS);

    assertTrue(
        report.getArray("ran").stream()
            .anyMatch(task -> task.asDocument().getString("task").getValue().equals("deleteRange")),
        report::toJson);
  }

  @Test
  void configServersThatAreDownHaveNoRounds() {
    TestCluster cluster = idle("8.0", false);
    cluster.cluster().sim().advance(HOUR_MILLIS);
    int before = rounds(cluster);

    cluster.cluster().sim().down(NodeId.CONFIG);
    cluster.cluster().sim().advance(HOUR_MILLIS);
    cluster.cluster().sim().up(NodeId.CONFIG);

    assertEquals(before, rounds(cluster));
  }

  @Test
  void noRoundBeginsWhileOneWaitsForTheDeletionOfWhatItMoves() {
    TestCluster cluster = idle("8.0", false);
    cluster.admin("{moveRange: 'shop.c', toShard: 's1', min: {k: 0}}");
    cluster.admin("{addShardToZone: 's0', zone: 'home'}");
    cluster.admin("{updateZoneKeyRange: 'shop.c', min: {k: 0}, max: {k: 100}, zone: 'home'}");
    int before = rounds(cluster);

    BsonDocument report = cluster.cluster().sim().balance();

    assertEquals(1, report.getArray("moves").size(), report::toJson);
    assertEquals(before + 1, rounds(cluster));
    cluster.cluster().sim().down(NodeId.CONFIG);
    cluster.cluster().sim().advance(HOUR_MILLIS);
  }

  private static int rounds(TestCluster cluster) {
    return cluster.admin("{balancerStatus: 1}").getNumber("numBalancerRounds").intValue();
  }

  @Test
  void roundsOfAnotherIntervalAreAllCounted() {
    TestCluster cluster = idle("8.0", false);
    cluster.run(
        "cfgrs",
        "admin",
        "{configureFailPoint: 'overrideBalanceRoundInterval', mode: 'alwaysOn',"
            + " data: {intervalMs: 500}}");
    cluster.cluster().sim().advance(20_000);
    long before = rounds(cluster);

    cluster.cluster().sim().advance(30_000);

    // A round takes some milliseconds itself.
    assertTrue(rounds(cluster) - before > 50, () -> "rounds: " + (rounds(cluster) - before));
  }
}
