package shardsh.core.balancer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static shardsh.core.sharding.TestTables.canvas;
import static shardsh.core.sharding.TestTables.doc;
import static shardsh.core.sharding.TestTables.key;
import static shardsh.core.sharding.TestTables.shard;
import static shardsh.core.sharding.TestTables.splitAt;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import shardsh.core.base.ServerProfile;
import shardsh.core.base.ServerProfile.Imbalance;
import shardsh.core.keys.IndexKey;
import shardsh.core.sharding.ChunkOperations;
import shardsh.core.sharding.ChunkRange;
import shardsh.core.sharding.MigrateInfo;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.TestTables;

class PolicyTest {

  /** A table whose shards s0, s1, … hold so many neighbouring chunks each. */
  private static RoutingTable spread(int... chunksPerShard) {
    List<IndexKey> points = new ArrayList<>();
    List<String> owners = new ArrayList<>();
    for (int shard = 0; shard < chunksPerShard.length; shard++) {
      for (int i = 0; i < chunksPerShard[shard]; i++) {
        owners.add("s" + shard);
        points.add(key(owners.size()));
      }
    }
    points.remove(points.size() - 1);
    return TestTables.table("{x: 1}", points, owners);
  }

  private static BalancedWorld world(Imbalance imbalance, int... chunksPerShard) {
    BalancedWorld world = new BalancedWorld(imbalance, spread(chunksPerShard));
    for (int i = 0; i < chunksPerShard.length; i++) {
      world.shard("s" + i, false);
    }
    return world;
  }

  private static int[] numbers(String text) {
    return Arrays.stream(text.split("/")).mapToInt(Integer::parseInt).toArray();
  }

  @ParameterizedTest
  @CsvSource({"19, 2", "20, 4", "79, 4", "80, 8"})
  void classicThresholdGrowsWithTheCollection(int chunks, long threshold) {
    Decision decision = world(Imbalance.CLASSIC, chunks - 1, 1).round();

    assertEquals(threshold, decision.compared().get(0).threshold());
  }

  @ParameterizedTest
  @CsvSource({
    "9/8/7, false",
    "10/8/6, true",
    "32/27/25, false",
    "33/27/24, true",
    "8/5/7, false",
    "2/3/1/2/4, true",
    "47/53, false",
    "32/26/28/37, true"
  })
  void classicFirstRoundMovesFromItsThresholdOn(String chunksPerShard, boolean moves) {
    Decision decision = world(Imbalance.CLASSIC, numbers(chunksPerShard)).round();

    assertEquals(moves, !decision.moves().isEmpty());
  }

  @Test
  void classicGoesOnToADifferenceOfOneOnceItHasStarted() {
    BalancedWorld world = world(Imbalance.CLASSIC, 10, 8, 6);

    List<String> moves = world.balanceUntilQuiet();

    assertEquals(2, moves.size());
    assertEquals("{s0=8, s1=8, s2=8}", world.counts().toString());
  }

  @Test
  void chunkCountMovesForADifferenceThatClassicLeavesAlone() {
    BalancedWorld world = world(Imbalance.CHUNK_COUNT, 9, 8, 7);

    assertEquals(List.of("Min:s0>s2"), world.balanceUntilQuiet());
  }

  @Test
  void chunkCountCountsZonedChunksInTheIdealOutsideOfZones() {
    BalancedWorld world =
        world(Imbalance.CHUNK_COUNT, 4, 2, 0)
            .shard("s0", false, "a")
            .zone("a", IndexKey.allMin(1), key(3));

    Decision decision = world.round();

    assertEquals("a", decision.compared().get(0).zone());
    assertEquals(
        doc(
            "{ns: 'shop.orders', unit: 'chunks', shards: {s0: 1, s1: 2, s2: 0}, ideal: 2,"
                + " difference: 0, threshold: 1}"),
        decision.compared().get(1).toBson());
  }

  @Test
  void realListingOfTwentySixChunksIsReproduced() {
    List<IndexKey> points = new ArrayList<>();
    for (char first = 'a'; first <= 'e'; first++) {
      for (char second = 'a'; second <= 'e'; second++) {
        points.add(IndexKey.of(new BsonString("" + first + second)));
      }
    }
    RoutingTable table = TestTables.table("{email: 1}", List.of(), List.of("shard0001"));
    for (IndexKey point : points) {
      table = ChunkOperations.split(table, table.chunkFor(point), List.of(point), TestTables.ids());
    }
    BalancedWorld world =
        new BalancedWorld(
            Imbalance.CLASSIC, table, "shard0000", "shard0001", "shard0002", "shard0003");

    List<String> moves = new ArrayList<>();
    for (Decision decision = world.round(); !decision.moves().isEmpty(); decision = world.round()) {
      moves.add(decision.moves().get(0).what().recipient().name());
    }

    assertEquals(19, moves.size());
    assertEquals(
        List.of(
            "2|0", "3|0", "4|0", "5|0", "6|0", "7|0", "8|0", "9|0", "10|0", "11|0", "12|0", "13|0",
            "14|0", "15|0", "16|0", "17|0", "18|0", "19|0", "20|0", "20|1", "1|41", "1|43", "1|45",
            "1|47", "1|49", "1|50"),
        TestTables.versions(world.table));
    assertEquals("{shard0000=7, shard0001=7, shard0002=6, shard0003=6}", world.counts().toString());
    for (int i = 0; i < moves.size(); i++) {
      String expected = List.of("shard0000", "shard0002", "shard0003").get(i % 3);
      assertEquals(expected, moves.get(i), "recipient of move " + i);
    }
  }

  @Test
  void nothingMovesWhenTheDonorHasOnlyJumboChunks() {
    RoutingTable table = spread(3, 0);
    for (int x = 0; x < 3; x++) {
      table = ChunkOperations.flagJumbo(table, table.chunkFor(key(x)), true);
    }

    Decision decision = new BalancedWorld(Imbalance.CLASSIC, table, "s0", "s1").round();

    assertEquals(List.of(), decision.moves());
    assertEquals("all chunks of s0 are jumbo", decision.skipped().get(0).why());
  }

  @ParameterizedTest
  @EnumSource
  void drainingShardIsEmptiedByForceEvenOntoFullerShards(Imbalance imbalance) {
    BalancedWorld world = world(imbalance, 1, 5).shard("s0", true);

    Decision decision = world.round();

    assertEquals(1, decision.moves().size());
    assertTrue(decision.moves().get(0).forced());
    assertEquals(Optional.of(MigrateInfo.Reason.DRAIN), decision.firstReason());
    assertEquals("{s0=0, s1=6}", world.counts().toString());
  }

  @Test
  void classicDrainsOneShardARoundWhereLaterServersDrainAll() {
    assertEquals(1, drainTwo(Imbalance.CLASSIC).round().moves().size());
    assertEquals(2, drainTwo(Imbalance.CHUNK_COUNT).round().moves().size());
  }

  private static BalancedWorld drainTwo(Imbalance imbalance) {
    return world(imbalance, 1, 5, 1, 5).shard("s0", true).shard("s2", true);
  }

  @Test
  void drainingShardWithJumboChunksOnlySaysSo() {
    RoutingTable table = spread(1, 2);
    table = ChunkOperations.flagJumbo(table, table.chunkFor(key(0)), true);
    BalancedWorld world = new BalancedWorld(Imbalance.CHUNK_COUNT, table, "s1").shard("s0", true);

    Decision decision = world.round();

    assertEquals(List.of(), decision.moves());
    assertEquals("s0 is draining, but its chunks are jumbo", decision.skipped().get(0).why());
  }

  @Test
  void drainingShardThatNobodyRelievesSaysSo() {
    BalancedWorld world = world(Imbalance.CHUNK_COUNT, 2, 0).shard("s0", true).shard("s1", true);

    assertEquals(
        "s0 is draining, but no shard can take its chunks", world.round().skipped().get(0).why());
  }

  @Test
  void fullestShardThatCanGiveNothingStandsInTheWayBeforeSixAndNotAfter() {
    assertEquals(List.of(), stuckDrainer(Imbalance.CHUNK_COUNT).round().moves());
    assertEquals(
        "2:s1>s2", BalancedWorld.shown(stuckDrainer(Imbalance.DATA_SIZE).round().moves().get(0)));
  }

  private static BalancedWorld stuckDrainer(Imbalance imbalance) {
    RoutingTable table = spread(2, 2, 0);
    table = ChunkOperations.flagJumbo(table, table.chunkFor(key(0)), true);
    table = ChunkOperations.flagJumbo(table, table.chunkFor(key(1)), true);
    return new BalancedWorld(imbalance, table, "s1", "s2")
        .shard("s0", true)
        .weigh(0, 1, 2000)
        .weigh(1, 2, 2000)
        .weigh(2, 3, 1500)
        .weigh(3, 4, 1500);
  }

  @Test
  void jumboChunkInTheWrongZoneStaysAndIsNamed() {
    RoutingTable table = ChunkOperations.flagJumbo(canvas(), canvas().chunkFor(key(0)), true);
    BalancedWorld world =
        new BalancedWorld(Imbalance.CHUNK_COUNT, table, "s0", "s2")
            .shard("s1", false, "east")
            .zone("east", IndexKey.allMin(1), key(100));

    Decision decision = world.round();

    assertEquals(List.of(), decision.moves());
    assertEquals("jumbo chunks of zone \"east\" stay on s0", decision.skipped().get(0).why());
  }

  @Test
  void zoneWithoutShardsIsSkippedWithAWord() {
    BalancedWorld world =
        world(Imbalance.CHUNK_COUNT, 2, 2).zone("nowhere", IndexKey.allMin(1), key(2));

    List<String> why = world.round().skipped().stream().map(Decision.Skip::why).toList();

    assertTrue(why.contains("zone \"nowhere\" has no shards"), why.toString());
    assertTrue(
        why.contains("no shard can take chunks of zone \"nowhere\" from s0"), why.toString());
  }

  @Test
  void attemptToBalanceJumboChunksForcesEveryMove() {
    BalancedWorld world = world(Imbalance.CHUNK_COUNT, 4, 0);
    DistributionStatus plain = world.status();
    DistributionStatus forcing =
        new DistributionStatus(
            plain.table(), plain.zones(), plain.shards(), plain.chunkSizeBytes(), false, true);

    assertFalse(world.policy.balance(plain).moves().get(0).forced());
    assertTrue(world.policy.balance(forcing).moves().get(0).forced());
  }

  @Test
  void onlyDataSizeLeavesTheEndOfTheRangeToTheDonor() {
    Decision byCount = world(Imbalance.CHUNK_COUNT, 4, 0).round();
    Decision bySize = world(Imbalance.DATA_SIZE, 4, 0).weigh(0, 4, 500).round();

    assertEquals(Optional.of(key(1)), byCount.moves().get(0).max());
    assertEquals(Optional.empty(), bySize.moves().get(0).max());
  }

  @Test
  void shardThatMovesOneCollectionIsBusyForTheNext() {
    BalancerPolicy policy = Policies.of(Imbalance.CHUNK_COUNT);
    DistributionStatus status = world(Imbalance.CHUNK_COUNT, 4, 0).status();

    List<Decision> decisions = policy.round(List.of(status, status));

    assertEquals(1, decisions.get(0).moves().size());
    assertEquals(List.of(), decisions.get(1).moves());
    assertEquals("no shard is free to give a chunk", decisions.get(1).skipped().get(0).why());
  }

  @Test
  void classicMovesOneChunkInAllCollectionsTogether() {
    BalancerPolicy policy = Policies.of(Imbalance.CLASSIC);
    DistributionStatus status = world(Imbalance.CLASSIC, 4, 0, 4, 0).status();

    List<Decision> decisions = policy.round(List.of(status, status));

    assertEquals(1, decisions.get(0).moves().size());
    assertEquals("this round has moved a chunk already", decisions.get(1).skipped().get(0).why());
  }

  @Test
  void everyProfileHasItsPolicy() {
    List<String> names =
        ServerProfile.ALL.stream().map(p -> Policies.of(p.imbalance()).name()).toList();

    assertEquals(
        List.of("classic", "chunkCount", "chunkCount", "dataSize", "dataSize", "dataSize"), names);
  }

  @Test
  void reportShowsWhatWasComparedMovedAndSkipped() {
    BalancedWorld world =
        new BalancedWorld(Imbalance.CLASSIC, splitAt(splitAt(canvas(), 580), 450), "s0", "s1", "s2")
            .weigh(400, 500, 70);
    Decision decision = world.policy.balance(world.status());
    MigrateInfo what = decision.moves().get(0).what();
    String why = decision.moves().get(0).why();
    RoundReport report = new RoundReport();
    report.decided(decision);
    ChunkRange range = what.range();
    report.moved(new RoundReport.Moved(what, world.table.shardKey(), world.bytesIn(range), why));
    report.skipped(new Decision.Skip(what.ns(), "balancing is disabled"));

    assertEquals(1, report.moveCount());
    assertEquals(
        doc(
            "{round: 3, policy: 'classic', compared: [{ns: 'shop.orders', unit: 'chunks', shards:"
                + " {s0: 2, s1: 2, s2: 4}, difference: 2, threshold: 2}], moves: [{ns:"
                + " 'shop.orders', min: {customerId: 400}, max: {customerId: 450}, from: 's2', to:"
                + " 's0', sizeMB: 35, reason: 'chunksImbalance', why: 's2 has the most (4 chunks);"
                + " of the shards that may take it s0 has the least (2 chunks); s1 (2 chunks) ties"
                + " and comes later; it is the first chunk of s2 in key order'}], skipped: [{ns:"
                + " 'shop.orders', why: 'balancing is disabled'}]}"),
        report.toBson(3, world.policy));
    assertEquals(shard("s2"), what.donor());
  }
}
