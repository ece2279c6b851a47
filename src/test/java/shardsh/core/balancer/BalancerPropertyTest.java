package shardsh.core.balancer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import shardsh.core.base.ServerProfile.Imbalance;
import shardsh.core.keys.IndexKey;
import shardsh.core.sharding.Chunk;
import shardsh.core.sharding.ChunkOperations;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;
import shardsh.core.sharding.TestTables;
import shardsh.core.sim.SimRandom;

/** Whatever the start, rounds come to rest, and none of them puts a chunk into the wrong zone. */
class BalancerPropertyTest {
  private static final List<String> ZONES = List.of("a", "b");

  /** A random collection with zones, jumbo chunks, draining shards and uneven data. */
  private static BalancedWorld world(Imbalance imbalance, long seed) {
    SimRandom random = new SimRandom(seed);
    int shardCount = 2 + random.nextInt(5);
    int chunkCount = 1 + random.nextInt(40);
    List<IndexKey> points = new ArrayList<>();
    List<String> owners = new ArrayList<>();
    int crowded = 1 + random.nextInt(shardCount);
    for (int i = 0; i < chunkCount; i++) {
      owners.add("s" + random.nextInt(crowded));
      if (i > 0) {
        points.add(TestTables.key(10 * i));
      }
    }
    RoutingTable table = TestTables.table("{x: 1}", points, owners);
    for (Chunk chunk : List.copyOf(table.chunks())) {
      if (random.nextInt(8) == 0) {
        table = ChunkOperations.flagJumbo(table, chunk, true);
      }
    }
    BalancedWorld world = new BalancedWorld(imbalance, table);
    for (int i = 0; i < shardCount; i++) {
      List<String> zones = new ArrayList<>(ZONES);
      zones.removeIf(zone -> random.nextInt(2) == 0);
      world.shard("s" + i, random.nextInt(6) == 0, zones.toArray(new String[0]));
    }
    if (chunkCount >= 6) {
      world.zone("a", IndexKey.allMin(1), TestTables.key(10 * (1 + random.nextInt(2))));
      world.zone("b", TestTables.key(30), TestTables.key(10 * (4 + random.nextInt(2))));
    }
    for (int i = 0; i < chunkCount; i++) {
      world.weigh(10 * i, 10 * i + 10, random.nextInt(400));
    }
    return world;
  }

  @Provide
  Arbitrary<Long> seeds() {
    return Arbitraries.longs();
  }

  @Property(tries = 300, seed = "1")
  void roundsReachAFixedPointAndNeverBreakAZone(
      @ForAll Imbalance imbalance, @ForAll("seeds") long seed) {
    BalancedWorld world = world(imbalance, seed);
    int violations = world.violations();
    boolean resting = false;

    for (int round = 0; round < 3000 && !resting; round++) {
      RoutingTable before = world.table;
      DistributionStatus status = world.status();
      Decision decision = world.round();
      checkMoves(world, before, status, decision);
      assertTrue(world.violations() <= violations, "a move broke a zone: " + decision);
      violations = world.violations();
      resting = decision.moves().isEmpty();
    }

    assertTrue(resting, "still moving: " + world.counts());
    assertEquals(List.of(), world.round().moves(), "moved again after a round that moved nothing");
  }

  private static void checkMoves(
      BalancedWorld world, RoutingTable before, DistributionStatus status, Decision decision) {
    assertTrue(decision.moves().size() <= world.policy.movesMax());
    Set<ShardId> seen = new LinkedHashSet<>();
    for (Decision.Move move : decision.moves()) {
      Chunk chunk = before.chunkFor(move.min());
      assertEquals(chunk.range(), move.what().range());
      assertEquals(chunk.shard(), move.what().donor());
      assertTrue(!chunk.jumbo(), "moved a jumbo chunk");
      assertTrue(seen.add(move.what().donor()), "a shard in two moves: " + decision);
      assertTrue(seen.add(move.what().recipient()), "a shard in two moves: " + decision);
      DistributionStatus.ShardStatus to =
          status.shards().stream()
              .filter(shard -> shard.id().equals(move.what().recipient()))
              .findFirst()
              .orElseThrow();
      assertTrue(!to.draining(), "moved to a draining shard");
    }
  }

  @Property(tries = 100, seed = "1")
  void sameStatusGivesTheSameAnswer(@ForAll Imbalance imbalance, @ForAll("seeds") long seed) {
    assertEquals(
        Policies.of(imbalance).balance(world(imbalance, seed).status()),
        Policies.of(imbalance).balance(world(imbalance, seed).status()));
  }

  @Property(tries = 200, seed = "1")
  void classicRestsWithinTheThresholdWhereNothingStandsInTheWay(@ForAll("seeds") long seed) {
    SimRandom random = new SimRandom(seed);
    List<IndexKey> points = new ArrayList<>();
    List<String> owners = new ArrayList<>();
    int chunkCount = 1 + random.nextInt(100);
    for (int i = 0; i < chunkCount; i++) {
      owners.add("s" + random.nextInt(3));
      points.add(TestTables.key(i));
    }
    points.remove(points.size() - 1);
    BalancedWorld world =
        new BalancedWorld(
            Imbalance.CLASSIC, TestTables.table("{x: 1}", points, owners), "s0", "s1", "s2");

    boolean moved = !world.balanceUntilQuiet().isEmpty();

    int most = world.counts().values().stream().mapToInt(Integer::intValue).max().orElseThrow();
    int least = world.counts().values().stream().mapToInt(Integer::intValue).min().orElseThrow();
    int threshold = moved || chunkCount < 20 ? 2 : chunkCount < 80 ? 4 : 8;
    assertTrue(most - least < threshold, world.counts().toString());
  }
}
