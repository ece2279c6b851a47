package shardsh.core.sharding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static shardsh.core.sharding.TestTables.canvas;
import static shardsh.core.sharding.TestTables.key;
import static shardsh.core.sharding.TestTables.shard;
import static shardsh.core.sharding.TestTables.splitAt;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonMinKey;
import org.bson.BsonString;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;
import shardsh.core.keys.IndexKey;

class RoutingTableTest {

  private static RoutingTable of(List<Chunk> rows) {
    RoutingTable like = canvas();
    return RoutingTable.of(like.ns(), like.uuid(), like.shardKey(), false, rows);
  }

  private static List<Chunk> canvasRows() {
    return new ArrayList<>(canvas().chunks());
  }

  @Test
  void rowsMayComeInAnyOrder() {
    List<Chunk> rows = canvasRows();
    Collections.reverse(rows);

    assertEquals(canvas().chunks(), of(rows).chunks());
  }

  @Test
  void gapIsRefusedWithBothSides() {
    List<Chunk> rows = canvasRows();
    rows.remove(2);

    IllegalStateException error = assertThrows(IllegalStateException.class, () -> of(rows));

    assertTrue(error.getMessage().endsWith(": gap"), error.getMessage());
  }

  @Test
  void overlapIsRefused() {
    List<Chunk> rows = canvasRows();
    Chunk second = rows.get(1);
    ChunkRange wider = new ChunkRange(second.min(), key(250));
    rows.set(1, new Chunk(second.id(), wider, second.shard(), second.version(), false, List.of()));

    IllegalStateException error = assertThrows(IllegalStateException.class, () -> of(rows));

    assertTrue(error.getMessage().endsWith(": overlap"), error.getMessage());
  }

  @Test
  void missingEndIsRefused() {
    List<Chunk> withoutFirst = canvasRows().subList(1, 6);
    List<Chunk> withoutLast = canvasRows().subList(0, 5);

    assertThrows(IllegalStateException.class, () -> of(withoutFirst));
    assertThrows(IllegalStateException.class, () -> of(withoutLast));
    assertThrows(IllegalStateException.class, () -> of(List.of()));
  }

  @Test
  void rowsThatDoNotEndOnABoundAreRefused() {
    Chunk row = canvas().chunkFor(key(100));
    ChunkRange half = new ChunkRange(key(100), key(150));
    Chunk bad = new Chunk(row.id(), half, row.shard(), row.version().nextMajor(), false, List.of());

    assertThrows(IllegalStateException.class, () -> canvas().refreshedWith(List.of(bad)));
  }

  @Test
  void lowerBoundIsInsideAndUpperBoundIsNot() {
    assertEquals(key(100), canvas().chunkFor(key(100)).min());
    assertEquals(IndexKey.allMin(1), canvas().chunkFor(key(99)).min());
  }

  @Test
  void keyIsFoundWhateverItsNumberTypeAndOtherTypesSortAround() {
    assertEquals(key(400), canvas().chunkFor(IndexKey.of(new BsonInt64(450))).min());
    assertEquals(key(500), canvas().chunkFor(IndexKey.of(new BsonString("a"))).min());
    assertEquals(key(500), canvas().chunkFor(IndexKey.allMax(1)).min());
  }

  @Test
  void rangeThatEndsOnABoundTakesTheChunkThatStartsThere() {
    assertEquals(2, canvas().chunksOverlapping(key(100), key(200)).size());
    assertEquals(1, canvas().chunksOverlapping(key(100), key(199)).size());
  }

  @Test
  void shardsOfARangeComeById() {
    RoutingTable table = TestTables.table(List.of(1, 2), "s2", "s0", "s1");

    assertEquals(
        List.of(shard("s0"), shard("s1"), shard("s2")),
        List.copyOf(table.shardsOverlapping(IndexKey.allMin(1), IndexKey.allMax(1))));
  }

  @Test
  void compoundKeyFindsItsChunk() {
    RoutingTable table =
        TestTables.table(
            "{region: 1, _id: 1}",
            List.of(IndexKey.of(new BsonString("south"), new BsonMinKey())),
            List.of("shard1rs", "shard2rs"));

    assertEquals(
        shard("shard2rs"),
        table.chunkFor(IndexKey.of(new BsonString("south"), new BsonInt32(0))).shard());
    assertEquals(
        shard("shard1rs"),
        table.chunkFor(IndexKey.of(new BsonString("north"), new BsonInt32(9))).shard());
  }

  @Test
  void changeLeavesTheOlderTableAsItWas() {
    RoutingTable older = canvas();

    RoutingTable newer = splitAt(older, 450);

    assertEquals(6, older.size());
    assertEquals(7, newer.size());
    assertEquals("1|5", older.version().toString());
  }

  @Test
  void versionsOfDifferentGenerationsHaveNoOrder() {
    Generation other = new Generation(new ObjectId("66f000000000000000000002"), TestTables.NOW);
    ChunkVersion mine = canvas().version();

    assertThrows(
        IllegalStateException.class, () -> mine.isOlderThan(new ChunkVersion(9, 9, other)));
    assertFalse(mine.isCompatibleWith(new ChunkVersion(1, 5, other)));
  }

  @Test
  void versionsAreCompatibleWhenTheirMajorsAgree() {
    ChunkVersion cached = new ChunkVersion(1, 5, TestTables.GENERATION);

    assertTrue(cached.isCompatibleWith(new ChunkVersion(1, 7, TestTables.GENERATION)));
    assertFalse(cached.isCompatibleWith(new ChunkVersion(2, 1, TestTables.GENERATION)));
    assertEquals(cached, ChunkVersion.parse(cached.toBson()));
  }
}
