package shardsh.core.sharding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static shardsh.core.sharding.TestTables.canvas;
import static shardsh.core.sharding.TestTables.key;
import static shardsh.core.sharding.TestTables.move;
import static shardsh.core.sharding.TestTables.ownerAndVersion;
import static shardsh.core.sharding.TestTables.shard;
import static shardsh.core.sharding.TestTables.splitAt;
import static shardsh.core.sharding.TestTables.table;
import static shardsh.core.sharding.TestTables.versions;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonTimestamp;
import org.junit.jupiter.api.Test;
import shardsh.core.keys.IndexKey;

/** The version numbers of every operation, from sharding-facts 3.2 and the curriculum. */
class ChunkOperationsTest {
  private static final IndexKey MIN = IndexKey.allMin(1);
  private static final BsonTimestamp LATER = new BsonTimestamp(1730463000, 1);

  /** The canvas after the cuts at 580 and 450 and the move of [400, 450) to s0. */
  private static RoutingTable canvasAfterMove() {
    return move(splitAt(splitAt(canvas(), 580), 450), key(400), "s0");
  }

  private static List<String> since(RoutingTable table, int major, int minor) {
    return table.chunksSince(new ChunkVersion(major, minor, TestTables.GENERATION)).stream()
        .map(chunk -> chunk.version().toString())
        .sorted()
        .toList();
  }

  @Test
  void firstChunksCountUpInKeyOrder() {
    RoutingTable table = canvas();

    assertEquals(List.of("1|0", "1|1", "1|2", "1|3", "1|4", "1|5"), versions(table));
    assertEquals("1|5", table.version().toString());
    assertEquals("1|1", table.shardVersion(shard("s0")).toString());
    assertEquals("1|3", table.shardVersion(shard("s1")).toString());
    assertEquals("1|5", table.shardVersion(shard("s2")).toString());
    assertEquals("0|0", table.shardVersion(shard("s3")).toString());
  }

  @Test
  void splitGivesBothHalvesTheNextMinorsLeftFirst() {
    RoutingTable table = splitAt(canvas(), 580);

    assertEquals("s2 1|6", ownerAndVersion(table, key(500)));
    assertEquals("s2 1|7", ownerAndVersion(table, key(580)));
    assertEquals("1|7", table.version().toString());
    assertEquals("1|1", table.shardVersion(shard("s0")).toString());
    assertEquals("1|3", table.shardVersion(shard("s1")).toString());
  }

  @Test
  void splitIntoSeveralPiecesNumbersThemInKeyOrderAndKeepsTheLeftId() {
    RoutingTable before = canvas();
    Chunk chunk = before.chunkFor(key(450));

    RoutingTable table =
        ChunkOperations.split(
            before, chunk, List.of(key(420), key(440), key(460)), TestTables.ids());

    assertEquals(
        List.of("1|0", "1|1", "1|2", "1|3", "1|6", "1|7", "1|8", "1|9", "1|5"), versions(table));
    assertEquals(chunk.id(), table.chunkFor(key(400)).id());
    assertNotEquals(chunk.id(), table.chunkFor(key(420)).id());
    assertEquals(chunk.history(), table.chunkFor(key(460)).history());
  }

  @Test
  void splitClearsTheJumboFlag() {
    RoutingTable jumbo = ChunkOperations.flagJumbo(canvas(), canvas().chunkFor(key(580)), true);
    assertTrue(jumbo.chunkFor(key(580)).jumbo());
    assertEquals("1|5", jumbo.version().toString());

    RoutingTable table = splitAt(jumbo, 580);

    assertFalse(table.chunkFor(key(500)).jumbo());
    assertFalse(table.chunkFor(key(580)).jumbo());
  }

  @Test
  void moveRaisesTheMajorOfTheMovedAndTheDonorsFirstRemainingChunk() {
    RoutingTable table = canvasAfterMove();

    assertEquals(List.of("1|0", "1|1", "1|2", "1|3", "2|0", "2|1", "1|6", "1|7"), versions(table));
    assertEquals("2|1", table.version().toString());
    assertEquals("2|0", table.shardVersion(shard("s0")).toString());
    assertEquals("1|3", table.shardVersion(shard("s1")).toString());
    assertEquals("2|1", table.shardVersion(shard("s2")).toString());
    assertEquals(3, table.chunkCount(shard("s0")));
    assertEquals(2, table.chunkCount(shard("s1")));
    assertEquals(3, table.chunkCount(shard("s2")));
  }

  @Test
  void movePutsTheRecipientInFrontOfTheHistory() {
    RoutingTable table =
        ChunkOperations.move(
            canvas(), canvas().chunkFor(key(400)).range(), shard("s0"), LATER, TestTables.ids());

    Chunk moved = table.chunkFor(key(400));
    assertEquals(canvas().chunkFor(key(400)).id(), moved.id());
    assertEquals(
        List.of(
            new Chunk.HistoryEntry(LATER, shard("s0")),
            new Chunk.HistoryEntry(TestTables.NOW, shard("s2"))),
        moved.history());
  }

  @Test
  void moveOfTheDonorsOnlyChunkChangesNothingElse() {
    RoutingTable table = move(table(List.of(100), "s0", "s1"), key(500), "s0");

    assertEquals(List.of("1|0", "2|0"), versions(table));
    assertEquals("0|0", table.shardVersion(shard("s1")).toString());
    assertEquals(0, table.chunkCount(shard("s1")));
    assertEquals(List.of(shard("s0")), table.owners());
  }

  @Test
  void rowsToFetchAfterTheMoveAreThoseAtOrAboveTheCachedVersion() {
    assertEquals(List.of("1|6", "1|7", "2|0", "2|1"), since(canvasAfterMove(), 1, 5));
    assertEquals(List.of("1|5", "2|0", "2|1"), since(move(canvas(), MIN, "s1"), 1, 5));
  }

  @Test
  void splitTakesTheCollectionsMajorWhereItsOwnerWasBehind() {
    RoutingTable table = splitAt(canvasAfterMove(), 250);

    assertEquals("s1 2|2", ownerAndVersion(table, key(200)));
    assertEquals("s1 2|3", ownerAndVersion(table, key(250)));
    assertEquals("2|3", table.shardVersion(shard("s1")).toString());
    assertEquals(List.of("2|1", "2|2", "2|3"), since(table, 2, 1));
  }

  @Test
  void movingBackGivesTheThirdMajorAndFiveRows() {
    RoutingTable table = move(canvasAfterMove(), key(400), "s2");

    assertEquals("s2 3|0", ownerAndVersion(table, key(400)));
    assertEquals("s0 3|1", ownerAndVersion(table, MIN));
    assertEquals("3|1", table.version().toString());
    assertEquals(5, since(table, 1, 5).size());
  }

  @Test
  void mergeTakesTheNextMinorTheFirstIdAndOneHistoryEntry() {
    RoutingTable split = splitAt(canvas(), 580);

    RoutingTable table =
        ChunkOperations.merge(
            split, List.of(split.chunkFor(key(500)), split.chunkFor(key(580))), LATER);

    assertEquals("s2 1|8", ownerAndVersion(table, key(600)));
    assertEquals(6, table.size());
    assertEquals(split.chunkFor(key(500)).id(), table.chunkFor(key(600)).id());
    assertEquals(
        List.of(new Chunk.HistoryEntry(LATER, shard("s2"))), table.chunkFor(key(600)).history());
  }

  @Test
  void mergeOfARealListingsFirstTwoChunksIsItsNextMinor() {
    RoutingTable table = table(List.of(), "s0");
    for (int i = 1; i <= 130; i++) {
      table = splitAt(table, i);
    }
    assertEquals(131, table.size());
    assertEquals("1|260", table.version().toString());

    RoutingTable merged =
        ChunkOperations.merge(table, List.copyOf(table.chunks().subList(0, 2)), LATER);

    assertEquals("s0 1|261", ownerAndVersion(merged, MIN));
  }

  @Test
  void rangeFromTheStartOfAChunkLeavesARestAndAControlChunk() {
    RoutingTable before = canvas();

    RoutingTable table =
        ChunkOperations.move(
            before, new ChunkRange(key(400), key(427)), shard("s0"), LATER, TestTables.ids());

    assertEquals("s0 2|0", ownerAndVersion(table, key(400)));
    assertEquals("s2 2|1", ownerAndVersion(table, key(427)));
    assertEquals("s2 2|2", ownerAndVersion(table, key(500)));
    assertEquals("2|2", table.version().toString());
    assertEquals("2|2", table.shardVersion(shard("s2")).toString());
    assertEquals(List.of("2|0", "2|1", "2|2"), since(table, 1, 5));
    assertEquals(before.chunkFor(key(400)).id(), table.chunkFor(key(400)).id());
    assertNotEquals(before.chunkFor(key(400)).id(), table.chunkFor(key(427)).id());
    assertEquals(before.chunkFor(key(400)).history(), table.chunkFor(key(427)).history());
  }

  @Test
  void rangeInTheMiddleOfAChunkNumbersLeftRestRightRestControl() {
    RoutingTable table =
        ChunkOperations.move(
            canvas(), new ChunkRange(key(420), key(427)), shard("s0"), LATER, TestTables.ids());

    assertEquals("s2 2|1", ownerAndVersion(table, key(400)));
    assertEquals("s0 2|0", ownerAndVersion(table, key(420)));
    assertEquals("s2 2|2", ownerAndVersion(table, key(427)));
    assertEquals("s2 2|3", ownerAndVersion(table, key(500)));
  }

  @Test
  void fiveCutsAndFourMovesByHandEndAtFiveOne() {
    RoutingTable table = table(List.of(), "s0");
    for (int point = 100; point <= 500; point += 100) {
      table = splitAt(table, point);
    }
    assertEquals(List.of("1|1", "1|3", "1|5", "1|7", "1|9", "1|10"), versions(table));

    table = move(move(table, key(200), "s1"), key(300), "s1");
    table = move(move(table, key(400), "s2"), key(500), "s2");

    assertEquals(List.of("5|1", "1|3", "2|0", "3|0", "4|0", "5|0"), versions(table));
    assertEquals("5|1", table.version().toString());
    assertEquals("5|1", table.shardVersion(shard("s0")).toString());
    assertEquals("3|0", table.shardVersion(shard("s1")).toString());
  }

  @Test
  void examplesOfTheFactsPageAgree() {
    RoutingTable table = table(List.of(), "a");
    table = splitAt(table, 10);
    assertEquals(List.of("1|1", "1|2"), versions(table));
    table = splitAt(table, 20);
    assertEquals(List.of("1|1", "1|3", "1|4"), versions(table));
    table = move(table, key(20), "b");
    assertEquals(List.of("2|1", "1|3", "2|0"), versions(table));
    table = splitAt(table, 15);
    assertEquals(List.of("2|1", "2|2", "2|3", "2|0"), versions(table));
  }

  @Test
  void twoRequestsOfTenThousandPointsEndAtMinorTwentyThousandAndTwo() {
    RoutingTable table = table(List.of(), "s0");
    for (int request = 0; request < 2; request++) {
      List<IndexKey> points = new ArrayList<>();
      for (int i = 1; i <= 10_000; i++) {
        points.add(key(request * 20_000 + i));
      }
      table = ChunkOperations.split(table, table.chunkFor(points.get(0)), points, TestTables.ids());
    }

    assertEquals("1|20002", table.version().toString());
    assertEquals(20_001, table.size());
  }
}
