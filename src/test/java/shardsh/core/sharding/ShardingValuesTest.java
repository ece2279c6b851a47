package shardsh.core.sharding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static shardsh.core.sharding.TestTables.NS;
import static shardsh.core.sharding.TestTables.canvas;
import static shardsh.core.sharding.TestTables.doc;
import static shardsh.core.sharding.TestTables.key;
import static shardsh.core.sharding.TestTables.shard;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import shardsh.core.base.Namespace;
import shardsh.core.base.ServerProfile;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.KeyHash;

/** Ranges, zones, migration states, the catalog and rows of config.chunks. */
class ShardingValuesTest {
  private static final IndexKey MIN = IndexKey.allMin(1);
  private static final IndexKey MAX = IndexKey.allMax(1);
  private static final List<String> NAMES = List.of("customerId");

  private static Zone zone(String name, IndexKey min, IndexKey max) {
    return new Zone(new ObjectId(0, 1), NS, NAMES, new ChunkRange(min, max), name);
  }

  @Test
  void rangeHoldsItsMinAndNotItsMax() {
    ChunkRange range = new ChunkRange(key(10), key(20));

    assertTrue(range.contains(key(10)));
    assertFalse(range.contains(key(20)));
    assertFalse(range.contains(key(9)));
  }

  @Test
  void keyMaxKeyLiesInTheLastRange() {
    assertTrue(new ChunkRange(key(10), MAX).contains(MAX));
    assertFalse(new ChunkRange(MIN, key(10)).contains(MAX));
  }

  @Test
  void rangesThatOnlyTouchDoNotOverlap() {
    ChunkRange range = new ChunkRange(key(10), key(20));

    assertFalse(range.overlaps(new ChunkRange(key(20), key(30))));
    assertTrue(range.overlaps(new ChunkRange(key(19), key(30))));
    assertTrue(new ChunkRange(MIN, MAX).covers(range));
    assertFalse(range.covers(new ChunkRange(key(10), key(21))));
  }

  @Test
  void emptyRangeIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> new ChunkRange(key(10), key(10)));
  }

  @Test
  void chunkOnlyPartlyInAZoneIsInNone() {
    List<Zone> zones = List.of(zone("a", key(0), key(10)));

    assertEquals("a", Zone.of(zones, new ChunkRange(key(5), key(10))));
    assertEquals("", Zone.of(zones, new ChunkRange(key(5), key(11))));
  }

  @Test
  void sameRangeOfTheSameZoneMayBeGivenAgain() {
    List<Zone> zones = List.of(zone("a", key(0), key(10)));
    ChunkRange same = new ChunkRange(key(0), key(10));

    assertEquals(Optional.empty(), Zone.conflicting(zones, same, "a"));
    assertEquals(Optional.of(zones.get(0)), Zone.conflicting(zones, same, "b"));
    assertEquals(Optional.empty(), Zone.conflicting(zones, new ChunkRange(key(10), key(20)), "a"));
  }

  @ParameterizedTest
  @CsvSource({
    "CREATED, CLONING, true",
    "CLONING, CATCHING_UP, true",
    "CATCHING_UP, CRITICAL_SECTION, true",
    "CRITICAL_SECTION, COMMITTING, true",
    "COMMITTING, COMMITTED, true",
    "COMMITTING, ABORTED, true",
    "CREATED, CATCHING_UP, false",
    "CLONING, CREATED, false",
    "COMMITTED, ABORTED, false",
    "ABORTED, CREATED, false"
  })
  void migrationGoesForwardOneStateOrAborts(
      MigrationState from, MigrationState to, boolean allowed) {
    assertEquals(allowed, from.mayBecome(to));
  }

  @Test
  void mergingAllRunsOfTheCanvasTakesThreeMinors() {
    RoutingTable table = canvas();
    for (IndexKey start : List.of(MIN, key(200), key(400))) {
      Chunk first = table.chunkFor(start);
      Chunk second = table.chunkFor(first.max());
      table = ChunkOperations.merge(table, List.of(first, second), TestTables.NOW);
    }

    assertEquals(List.of("1|6", "1|7", "1|8"), TestTables.versions(table));
    assertEquals(List.of(shard("s0"), shard("s1"), shard("s2")), table.owners());
  }

  @Test
  void onlyChunkOfADonorWithTheCachedVersionCostsOneRow() {
    RoutingTable before = TestTables.table(List.of(100), "s0", "s1");

    RoutingTable after = TestTables.move(before, key(100), "s0");

    assertEquals(1, after.chunksSince(before.version()).size());
  }

  @Test
  void rowsOfConfigChunksNameTheirCollectionAsTheVersionDoes() {
    Chunk chunk = canvas().chunkFor(key(450)).withJumbo(true);

    BsonDocument old = ChunkDocuments.toBson(canvas(), chunk, ServerProfile.V4_4);
    BsonDocument recent = ChunkDocuments.toBson(canvas(), chunk, ServerProfile.V8_0);

    assertEquals(
        List.of("_id", "lastmodEpoch", "ns", "min", "max", "shard", "lastmod", "history", "jumbo"),
        List.copyOf(old.keySet()));
    assertEquals(
        List.of(
            "_id",
            "uuid",
            "min",
            "max",
            "shard",
            "lastmod",
            "onCurrentShardSince",
            "history",
            "jumbo"),
        List.copyOf(recent.keySet()));
    assertEquals(doc("{customerId: 400}"), recent.getDocument("min"));
    assertEquals(new BsonTimestamp(1, 4), recent.getTimestamp("lastmod"));
  }

  @Test
  void tableComesBackFromItsHeaderAndRows() {
    RoutingTable table =
        TestTables.table(
            "{region: 1, 'at.day': 1, _id: 'hashed'}",
            List.of(
                IndexKey.ofDocument(
                    doc("{region: 'EU', 'at.day': null, _id: {$numberLong: '5'}}"))),
            List.of("s0", "s1"));
    table = ChunkOperations.flagJumbo(table, table.chunkFor(IndexKey.allMin(3)), true);

    List<Chunk> rows = new ArrayList<>();
    for (Chunk chunk : table.chunks()) {
      BsonDocument row = ChunkDocuments.toBson(table, chunk, ServerProfile.V8_0);
      rows.add(ChunkDocuments.parse(row, table.generation()));
    }
    RoutingTable back = ChunkDocuments.table(ChunkDocuments.header(table), rows);

    assertEquals(table.chunks(), back.chunks());
    assertEquals(table.shardKey(), back.shardKey());
    assertEquals(KeyHash.REAL, back.shardKey().hash());
    assertEquals(table.version(), back.version());
  }

  @Test
  void staleConfigInfoSurvivesTheWire() {
    ChunkVersion received = new ChunkVersion(1, 5, TestTables.GENERATION);
    ChunkVersion wanted = new ChunkVersion(2, 1, TestTables.GENERATION);
    StaleConfigInfo known = new StaleConfigInfo(NS, shard("s2"), received, Optional.of(wanted));
    StaleConfigInfo unknown = new StaleConfigInfo(NS, shard("s2"), received, Optional.empty());

    assertEquals(known, StaleConfigInfo.parse(known.toBson()));
    assertEquals(unknown, StaleConfigInfo.parse(unknown.toBson()));
  }

  @Test
  void catalogKeepsOlderValuesAndForgetsZonesWithTheirCollection() {
    ConfigCatalog empty = ConfigCatalog.empty(new ObjectId(0, 9));
    Namespace other = Namespace.parse("shop.customers");
    Zone kept = new Zone(new ObjectId(0, 2), other, NAMES, new ChunkRange(MIN, MAX), "a");
    ConfigCatalog full =
        empty
            .withCollection(NS, new ConfigCatalog.CollectionEntry(canvas(), 0, new BsonDocument()))
            .withZones(List.of(zone("b", key(10), key(20)), zone("a", key(0), key(10)), kept));

    ConfigCatalog dropped = full.withoutCollection(NS);

    assertEquals(Optional.empty(), empty.table(NS));
    assertEquals(List.of("a", "b"), full.zonesOf(NS).stream().map(Zone::name).toList());
    assertEquals(List.of(kept), dropped.zones());
    assertEquals(Optional.empty(), dropped.table(NS));
    assertEquals(6, full.table(NS).orElseThrow().size());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | true",
        "{noBalance: false} | true",
        "{noBalance: true} | false",
        "{permitMigrations: false} | false"
      })
  void collectionIsBalancedUnlessAnOptionSaysOtherwise(String options, boolean balanced) {
    assertEquals(
        balanced, new ConfigCatalog.CollectionEntry(canvas(), 0, doc(options)).isBalanced());
  }
}
