package shardsh.core.sharding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.bson.BsonTimestamp;
import org.bson.types.ObjectId;
import shardsh.core.keys.IndexKey;
import shardsh.core.sim.SimRandom;

/**
 * A routing table under random splits, merges, moves and refreshes, against a plain list that is
 * searched from one end to the other.
 */
class RoutingTablePropertyTest {
  private static final int KEYS = 400;
  private static final List<String> SHARDS = List.of("s0", "s1", "s2", "s3");

  /** The same chunks as a list, and everything asked of it by looking at all of them. */
  private record Oracle(List<Chunk> chunks) {
    Chunk chunkFor(IndexKey key) {
      for (Chunk chunk : chunks) {
        boolean belowMax =
            key.compareTo(chunk.max()) < 0
                || (key.isAllMax() && chunk == chunks.get(chunks.size() - 1));
        if (chunk.min().compareTo(key) <= 0 && belowMax) {
          return chunk;
        }
      }
      throw new IllegalStateException("no chunk holds " + key);
    }

    List<Chunk> overlapping(IndexKey low, IndexKey high) {
      List<Chunk> found = new ArrayList<>();
      for (Chunk chunk : chunks) {
        boolean lastAndMax = low.isAllMax() && chunk.max().isAllMax();
        if (chunk.min().compareTo(high) <= 0 && (low.compareTo(chunk.max()) < 0 || lastAndMax)) {
          found.add(chunk);
        }
      }
      return found;
    }

    String highest(String shard) {
      ChunkVersion highest = ChunkVersion.none(TestTables.GENERATION);
      for (Chunk chunk : chunks) {
        boolean counts = shard.isEmpty() || chunk.shard().name().equals(shard);
        if (counts && highest.isOlderThan(chunk.version())) {
          highest = chunk.version();
        }
      }
      return highest.toString();
    }
  }

  private final Supplier<ObjectId> ids = TestTables.ids();

  private RoutingTable step(RoutingTable table, SimRandom random) {
    IndexKey key = TestTables.key(random.nextInt(KEYS));
    Chunk chunk = table.chunkFor(key);
    BsonTimestamp now = new BsonTimestamp(2_000_000_000, random.nextInt(1000));
    return switch (random.nextInt(6)) {
      case 0, 1 -> splitRandomly(table, chunk, random);
      case 2 -> mergeAround(table, chunk, now, 2 + random.nextInt(4));
      case 3 -> moveElsewhere(table, chunk.range(), now, random);
      case 4 -> moveElsewhere(table, partOf(chunk, random), now, random);
      default -> ChunkOperations.flagJumbo(table, chunk, random.nextInt(2) == 0);
    };
  }

  private RoutingTable splitRandomly(RoutingTable table, Chunk chunk, SimRandom random) {
    TreeSet<IndexKey> points = new TreeSet<>();
    for (int i = random.nextInt(10) == 0 ? 40 : 1 + random.nextInt(3); i > 0; i--) {
      points.add(TestTables.key(random.nextInt(KEYS)));
    }
    points.removeIf(point -> !chunk.range().contains(point) || point.equals(chunk.min()));
    return points.isEmpty() ? table : ChunkOperations.split(table, chunk, List.copyOf(points), ids);
  }

  private RoutingTable mergeAround(
      RoutingTable table, Chunk chunk, BsonTimestamp now, int longest) {
    List<Chunk> run = new ArrayList<>();
    for (Chunk candidate : table.chunks()) {
      boolean follows = candidate.equals(chunk) || !run.isEmpty();
      if (follows && run.size() < longest && candidate.shard().equals(chunk.shard())) {
        run.add(candidate);
      } else if (follows) {
        break;
      }
    }
    return run.size() < 2 ? table : ChunkOperations.merge(table, run, now);
  }

  private RoutingTable moveElsewhere(
      RoutingTable table, ChunkRange range, BsonTimestamp now, SimRandom random) {
    ShardId recipient = TestTables.shard(SHARDS.get(random.nextInt(SHARDS.size())));
    return table.chunkFor(range.min()).shard().equals(recipient)
        ? table
        : ChunkOperations.move(table, range, recipient, now, ids);
  }

  private static ChunkRange partOf(Chunk chunk, SimRandom random) {
    TreeSet<IndexKey> bounds = new TreeSet<>(List.of(chunk.min(), chunk.max()));
    for (int i = 0; i < 4; i++) {
      IndexKey bound = TestTables.key(random.nextInt(KEYS));
      if (chunk.range().contains(bound)) {
        bounds.add(bound);
      }
    }
    List<IndexKey> sorted = List.copyOf(bounds);
    int low = random.nextInt(sorted.size() - 1);
    return new ChunkRange(sorted.get(low), sorted.get(low + 1));
  }

  private static RoutingTable start(SimRandom random) {
    TreeSet<IndexKey> points = new TreeSet<>();
    for (int i = random.nextInt(30); i > 0; i--) {
      points.add(TestTables.key(random.nextInt(KEYS)));
    }
    return cutAt(points, random);
  }

  /** So many chunks that their table has several blocks. */
  private static RoutingTable large(SimRandom random) {
    TreeSet<IndexKey> points = new TreeSet<>();
    for (int i = -KEYS; i < 2 * KEYS; i++) {
      points.add(TestTables.key(i));
    }
    return cutAt(points, random);
  }

  private static RoutingTable cutAt(TreeSet<IndexKey> points, SimRandom random) {
    List<String> owners = new ArrayList<>();
    for (int i = 0; i <= points.size(); i++) {
      owners.add(SHARDS.get(random.nextInt(SHARDS.size())));
    }
    return TestTables.table("{customerId: 1}", List.copyOf(points), owners);
  }

  private static void check(RoutingTable table, SimRandom random) {
    Oracle oracle = new Oracle(List.copyOf(table.chunks()));
    assertEquals(oracle.chunks().size(), table.size());
    assertGapFree(oracle.chunks());
    for (String shard : SHARDS) {
      ShardId id = TestTables.shard(shard);
      long count = oracle.chunks().stream().filter(c -> c.shard().equals(id)).count();
      assertEquals(count, table.chunkCount(id));
      assertEquals(oracle.highest(shard), table.shardVersion(id).toString());
      assertEquals(count > 0, table.owners().contains(id));
      assertEquals(
          oracle.chunks().stream().filter(c -> c.shard().equals(id)).findFirst(),
          table.firstChunkOf(id));
    }
    assertEquals(oracle.highest(""), table.version().toString());
    for (int i = 0; i < 5; i++) {
      checkLookups(table, oracle, random);
    }
  }

  private static void assertGapFree(List<Chunk> chunks) {
    assertTrue(chunks.get(0).min().isAllMin());
    assertTrue(chunks.get(chunks.size() - 1).max().isAllMax());
    for (int i = 1; i < chunks.size(); i++) {
      assertEquals(chunks.get(i - 1).max(), chunks.get(i).min());
    }
    Set<String> versions = new LinkedHashSet<>();
    chunks.forEach(chunk -> assertTrue(versions.add(chunk.version().toString()), "version twice"));
  }

  private static IndexKey anyKey(SimRandom random) {
    return switch (random.nextInt(12)) {
      case 0 -> IndexKey.allMin(1);
      case 1 -> IndexKey.allMax(1);
      default -> TestTables.key(random.nextInt(KEYS + 20) - 10);
    };
  }

  private static void checkLookups(RoutingTable table, Oracle oracle, SimRandom random) {
    IndexKey key = anyKey(random);
    Chunk chunk = oracle.chunkFor(key);
    assertEquals(chunk, table.chunkFor(key));
    assertEquals(Optional.of(chunk), table.chunkWithBounds(chunk.min(), chunk.max()));
    assertEquals(Optional.empty(), table.chunkWithBounds(chunk.min(), TestTables.key(-99)));
    IndexKey other = anyKey(random);
    IndexKey low = key.compareTo(other) <= 0 ? key : other;
    IndexKey high = low == key ? other : key;
    List<Chunk> overlapping = oracle.overlapping(low, high);
    assertEquals(overlapping, table.chunksOverlapping(low, high));
    TreeSet<ShardId> owners = new TreeSet<>();
    overlapping.forEach(each -> owners.add(each.shard()));
    assertEquals(List.copyOf(owners), List.copyOf(table.shardsOverlapping(low, high)));
    assertEquals(
        oracle.chunks().stream()
            .filter(each -> each.shard().equals(chunk.shard()) && each != chunk)
            .findFirst(),
        table.firstOtherChunkOf(chunk.shard(), chunk));
  }

  @Property(tries = 200, seed = "1")
  void everyChangeKeepsTheTableWholeAndItsVersionsRising(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 60) int steps) {
    SimRandom random = new SimRandom(seed);
    RoutingTable table = start(random);
    for (int i = 0; i < steps; i++) {
      RoutingTable next = step(table, random);

      check(next, random);
      boolean sameBoundsAndOwners = next.size() == table.size() && sameRows(next, table);
      assertTrue(
          sameBoundsAndOwners || table.version().isOlderThan(next.version()),
          "changed without a newer version");
      table = next;
    }
  }

  private static boolean sameRows(RoutingTable next, RoutingTable table) {
    for (int i = 0; i < table.size(); i++) {
      Chunk a = table.chunks().get(i);
      Chunk b = next.chunks().get(i);
      if (!a.range().equals(b.range()) || !a.shard().equals(b.shard())) {
        return false;
      }
    }
    return true;
  }

  @Property(tries = 150, seed = "1")
  void olderTableBecomesTheNewerOneByItsMissingRows(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 50) int steps) {
    SimRandom random = new SimRandom(seed);
    becomesTheNewerOne(start(random), steps, random);
  }

  @Property(tries = 10, seed = "1")
  void olderTableOfManyBlocksBecomesTheNewerOneByItsMissingRows(@ForAll long seed) {
    SimRandom random = new SimRandom(seed);
    becomesTheNewerOne(large(random), 30, random);
  }

  private void becomesTheNewerOne(RoutingTable first, int steps, SimRandom random) {
    List<RoutingTable> past = new ArrayList<>();
    RoutingTable table = first;
    for (int i = 0; i < steps; i++) {
      past.add(table);
      table = step(table, random);
    }
    for (RoutingTable older : past) {
      List<Chunk> rows = new ArrayList<>(table.chunksSince(older.version()));
      shuffle(rows, random);

      RoutingTable refreshed = older.refreshedWith(rows);

      assertEquals(withoutFlags(table), withoutFlags(refreshed));
      assertEquals(table.version(), refreshed.version());
      for (String shard : SHARDS) {
        ShardId id = TestTables.shard(shard);
        assertEquals(table.shardVersion(id), refreshed.shardVersion(id));
        assertEquals(table.chunkCount(id), refreshed.chunkCount(id));
      }
    }
  }

  /** A flag changes without a version, so a refresh does not carry it. */
  private static List<Chunk> withoutFlags(RoutingTable table) {
    return table.chunks().stream().map(chunk -> chunk.withJumbo(false)).toList();
  }

  private static void shuffle(List<Chunk> rows, SimRandom random) {
    for (int i = rows.size() - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      Chunk swapped = rows.get(i);
      rows.set(i, rows.get(j));
      rows.set(j, swapped);
    }
  }

  @Property(tries = 20, seed = "1")
  void largeTableStaysWholeWhenItsBlocksAreCutAndJoined(@ForAll long seed) {
    SimRandom random = new SimRandom(seed);
    List<IndexKey> points = new ArrayList<>();
    List<String> owners = new ArrayList<>(List.of("s0"));
    for (int i = 0; i < 3000; i++) {
      points.add(TestTables.key(i));
      owners.add(SHARDS.get(i / 700 % SHARDS.size()));
    }
    RoutingTable table = TestTables.table("{customerId: 1}", points, owners);
    for (int i = 0; i < 15; i++) {
      Chunk chunk = table.chunkFor(TestTables.key(random.nextInt(3000)));
      BsonTimestamp now = new BsonTimestamp(2_000_000_000, i);
      table =
          random.nextInt(3) > 0
              ? mergeAround(table, chunk, now, 1300)
              : moveElsewhere(table, chunk.range(), now, random);
      check(table, random);
    }
  }
}
