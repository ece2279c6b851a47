package shardsh.core.balancer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static shardsh.core.sharding.TestTables.canvas;
import static shardsh.core.sharding.TestTables.doc;
import static shardsh.core.sharding.TestTables.key;
import static shardsh.core.sharding.TestTables.ownerAndVersion;
import static shardsh.core.sharding.TestTables.shard;
import static shardsh.core.sharding.TestTables.splitAt;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import shardsh.core.base.ServerProfile.Imbalance;
import shardsh.core.keys.IndexKey;
import shardsh.core.sharding.ChunkOperations;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.TestTables;

/** The balancing scenes of the sharding page, with the numbers of the curriculum. */
class CanvasBalancingTest {
  private static final IndexKey MIN = IndexKey.allMin(1);

  private static BalancedWorld classic(RoutingTable table) {
    return new BalancedWorld(Imbalance.CLASSIC, table, "s0", "s1", "s2");
  }

  @Test
  void threeChunksAgainstTwoAndTwoStayWhereTheyAre() {
    BalancedWorld world = classic(splitAt(canvas(), 580));

    Decision decision = world.round();

    assertEquals(List.of(), decision.moves());
    assertEquals(
        doc(
            "{ns: 'shop.orders', unit: 'chunks', shards: {s0: 2, s1: 2, s2: 3},"
                + " difference: 1, threshold: 2}"),
        decision.compared().get(0).toBson());
    assertEquals(
        doc("{ns: 'shop.orders', why: 'difference 1 is below the threshold 2'}"),
        decision.skipped().get(0).toBson());
  }

  @Test
  void fourAgainstTwoAndTwoMoveTheDonorsFirstChunkToTheFirstOfTheEmptiest() {
    BalancedWorld world = classic(splitAt(splitAt(canvas(), 580), 450));

    List<String> moves = world.balanceUntilQuiet();

    assertEquals(List.of("400:s2>s0"), moves);
    assertEquals("s0 2|0", ownerAndVersion(world.table, key(400)));
    assertEquals("s2 2|1", ownerAndVersion(world.table, key(450)));
    assertEquals("s2 1|6", ownerAndVersion(world.table, key(500)));
    assertEquals("s2 1|7", ownerAndVersion(world.table, key(580)));
    assertEquals("2|1", world.table.version().toString());
    assertEquals("2|0", world.table.shardVersion(shard("s0")).toString());
    assertEquals("1|3", world.table.shardVersion(shard("s1")).toString());
    assertEquals("2|1", world.table.shardVersion(shard("s2")).toString());
  }

  @ParameterizedTest
  @EnumSource(names = {"CLASSIC", "CHUNK_COUNT"})
  void jumboChunkStaysBehindWhenFiveTwoTwoBecomeThreeEach(Imbalance imbalance) {
    RoutingTable table = splitAt(splitAt(splitAt(canvas(), 580), 450), 550);
    table = ChunkOperations.flagJumbo(table, table.chunkFor(key(580)), true);
    BalancedWorld world = new BalancedWorld(imbalance, table, "s0", "s1", "s2");

    List<String> moves = world.balanceUntilQuiet();

    assertEquals(List.of("400:s2>s0", "450:s2>s1"), moves);
    assertEquals("{s0=3, s1=3, s2=3}", world.counts().toString());
    assertEquals("3|1", world.table.version().toString());
    assertEquals(shard("s2"), world.table.chunkFor(key(580)).shard());
  }

  @Test
  void newShardIsGivenTheFirstChunkAndNotTheHotOne() {
    BalancedWorld world = classic(canvas()).shard("s3", false);

    List<String> moves = world.balanceUntilQuiet();

    assertEquals(List.of("Min:s0>s3"), moves);
    assertEquals("2|1", world.table.shardVersion(shard("s0")).toString());
    assertEquals("2|0", world.table.shardVersion(shard("s3")).toString());
    assertEquals("2|1", world.table.version().toString());
  }

  @Test
  void newShardStaysEmptyWhenNobodyIsAboveTheIdealNumber() {
    BalancedWorld world =
        new BalancedWorld(Imbalance.CHUNK_COUNT, canvas(), "s0", "s1", "s2", "s3");

    Decision decision = world.round();

    assertEquals(List.of(), decision.moves());
    assertEquals(
        doc(
            "{ns: 'shop.orders', unit: 'chunks', shards: {s0: 2, s1: 2, s2: 2, s3: 0},"
                + " ideal: 2, difference: 0, threshold: 1}"),
        decision.compared().get(0).toBson());
  }

  @Test
  void zoneTakesItsChunksOneRoundAtATimeAndThePageRuleEvensOutTheRest() {
    BalancedWorld world = classic(canvas()).shard("s1", false, "east").zone("east", MIN, key(200));

    assertEquals("Min:s0>s1", BalancedWorld.shown(world.round().moves().get(0)));
    assertEquals("s1 2|0", ownerAndVersion(world.table, key(0)));
    assertEquals("s0 2|1", ownerAndVersion(world.table, key(100)));
    assertEquals("100:s0>s1", BalancedWorld.shown(world.round().moves().get(0)));
    assertEquals("3|0", world.table.version().toString());
    assertEquals("{s0=0, s1=4, s2=2}", world.counts().toString());
    assertEquals(List.of("200:s1>s0"), world.balanceUntilQuiet());
    assertEquals("s0 4|0", ownerAndVersion(world.table, key(200)));
    assertEquals("s1 4|1", ownerAndVersion(world.table, key(0)));
    assertEquals("{s0=1, s1=3, s2=2}", world.counts().toString());
  }

  @Test
  void zoneTakesItsChunksAndNoMoreWhenShardsAreHeldAgainstTheIdeal() {
    BalancedWorld world =
        new BalancedWorld(Imbalance.CHUNK_COUNT, canvas(), "s0", "s1", "s2")
            .shard("s1", false, "east")
            .zone("east", MIN, key(200));

    assertEquals(List.of("Min:s0>s1", "100:s0>s1"), world.balanceUntilQuiet());
    assertEquals("{s0=0, s1=4, s2=2}", world.counts().toString());
  }

  @Test
  void boundOfAZoneInsideAChunkIsCutFirst() {
    BalancedWorld world = classic(canvas()).shard("s1", false, "east").zone("east", MIN, key(150));

    List<ZoneSplits.ZoneSplit> cuts = ZoneSplits.needed(world.table, world.zones());

    assertEquals(
        List.of(new ZoneSplits.ZoneSplit(world.table.chunkFor(key(100)), List.of(key(150)))), cuts);
    RoutingTable cut = splitAt(world.table, 150);
    assertEquals(List.of(), ZoneSplits.needed(cut, world.zones()));
  }

  @Test
  void bothBoundsOfAZoneCutTheSameChunkAtOnce() {
    BalancedWorld world = classic(canvas()).zone("east", key(520), key(530));

    List<ZoneSplits.ZoneSplit> cuts = ZoneSplits.needed(world.table, world.zones());

    assertEquals(1, cuts.size());
    assertEquals(List.of(key(520), key(530)), cuts.get(0).points());
  }

  private static BalancedWorld weighedCanvas(double moreOn400) {
    return new BalancedWorld(Imbalance.DATA_SIZE, canvas(), "s0", "s1", "s2")
        .weigh(0, 100, 45)
        .weigh(100, 200, 50)
        .weigh(200, 300, 55)
        .weigh(300, 400, 65)
        .weigh(400, 500, 70 + moreOn400)
        .weigh(500, 580, 60);
  }

  @Test
  void hundredAndFiveMegabytesOfDifferenceAreBalanced() {
    BalancedWorld world = weighedCanvas(0).weigh(580, 581, 70);

    Decision decision = world.round();

    assertEquals(List.of(), decision.moves());
    assertEquals(
        doc(
            "{ns: 'shop.orders', unit: 'MB', shards: {s0: 95, s1: 120, s2: 200}, ideal: 138.3,"
                + " difference: 105, threshold: 384}"),
        decision.compared().get(0).toBson());
    assertEquals(
        "difference 105 MB is below the threshold 384 MB", decision.skipped().get(0).why());
  }

  @Test
  void pieceOfTheDonorsFirstChunkMovesWhenFourHundredMegabytesAreAdded() {
    BalancedWorld world = weighedCanvas(400);

    Decision decision = world.round();

    assertEquals(384L << 20, decision.compared().get(0).threshold());
    assertEquals(435, decision.compared().get(0).difference().orElseThrow() >> 20);
    assertEquals(
        List.of("400:s2>s0"), decision.moves().stream().map(BalancedWorld::shown).toList());
    assertEquals(key(427), world.table.chunkFor(key(400)).max());
    assertEquals("s0 2|0", ownerAndVersion(world.table, key(400)));
    assertEquals("s2 2|1", ownerAndVersion(world.table, key(427)));
    assertEquals("s2 2|2", ownerAndVersion(world.table, key(500)));
    assertEquals(221.9, world.megabytesOn("s0"));
    assertEquals(120.0, world.megabytesOn("s1"));
    assertEquals(403.1, world.megabytesOn("s2"));
    assertEquals(List.of(), world.balanceUntilQuiet());
  }

  private static BalancedWorld twoShards(long bytesOnFirst, long bytesOnSecond) {
    RoutingTable table = TestTables.table(List.of(100), "s0", "s1");
    BalancedWorld world = new BalancedWorld(Imbalance.DATA_SIZE, table, "s0", "s1");
    world.weigh(0, 1, bytesOnFirst / 1048576.0);
    return world.weigh(100, 101, bytesOnSecond / 1048576.0);
  }

  @Test
  void exactlyThreeTimesTheChunkSizeMoves() {
    assertEquals(1, twoShards((384L << 20) + 5, 5).round().moves().size());
  }

  @Test
  void oneByteLessThanThreeTimesTheChunkSizeStaysAndIsShownBelowTheThreshold() {
    Decision decision = twoShards((384L << 20) - 1, 0).round();

    assertEquals(List.of(), decision.moves());
    assertEquals(
        doc(
            "{ns: 'shop.orders', unit: 'MB', shards: {s0: 384, s1: 0}, ideal: 192,"
                + " difference: 383.9, threshold: 384}"),
        decision.compared().get(0).toBson());
  }

  @Test
  void oneChunkAgainstNineWithEqualMegabytesStays() {
    List<Integer> points = List.of(100, 101, 102, 103, 104, 105, 106, 107, 108);
    RoutingTable table =
        TestTables.table(points, "s0", "s1", "s1", "s1", "s1", "s1", "s1", "s1", "s1", "s1");
    BalancedWorld world =
        new BalancedWorld(Imbalance.DATA_SIZE, table, "s0", "s1")
            .weigh(0, 1, 900)
            .weigh(100, 109, 900);

    assertEquals(List.of(), world.balanceUntilQuiet());
  }
}
