package shardsh.benchmark;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonInt32;
import shardsh.core.keys.IndexKey;
import shardsh.core.sharding.Chunk;
import shardsh.core.sharding.ChunkVersion;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.TestTables;

/** A chunk map of a million chunks over ten shards. */
public final class ChunkMap {
  private static final int CHUNKS = 1_000_000;
  private static final int SHARDS = 10;
  private static final int STEP = 10;
  private static final int SEARCHES = 1_000_000;
  private static final int CHANGES = 100;
  private static final int PRIME = 7919;

  private ChunkMap() {}

  public static void main(String[] arguments) {
    List<IndexKey> points = new ArrayList<>(CHUNKS);
    List<String> owners = new ArrayList<>(CHUNKS);
    for (int i = 0; i < CHUNKS; i++) {
      owners.add("s" + i % SHARDS);
      if (i > 0) {
        points.add(TestTables.key(i * STEP));
      }
    }
    RoutingTable table = TestTables.table("{_id: 1}", points, owners);
    IndexKey[] keys = new IndexKey[SEARCHES];
    for (int i = 0; i < SEARCHES; i++) {
      keys[i] = IndexKey.of(new BsonInt32(place(i)));
    }
    // A million of them in milliseconds: one in nanoseconds.
    Stopwatch.time("1,000,000 searches", () -> search(table, keys));
    Stopwatch.time("100 splits", () -> split(table).size());
    Stopwatch.time("100 moves", () -> move(table).version().major());
    refresh(table, "1 change", 1);
    refresh(table, "100 changes", CHANGES);
  }

  /** A key somewhere in the middle of a chunk. */
  private static int place(int i) {
    return (int) ((long) i * PRIME % CHUNKS) * STEP + STEP / 2;
  }

  private static Object search(RoutingTable table, IndexKey[] keys) {
    int found = 0;
    for (IndexKey key : keys) {
      found += table.chunkFor(key).version().minor() & 1;
    }
    return found;
  }

  private static RoutingTable split(RoutingTable table) {
    RoutingTable now = table;
    for (int i = 0; i < CHANGES; i++) {
      now = TestTables.splitAt(now, place(i));
    }
    return now;
  }

  private static RoutingTable move(RoutingTable table) {
    RoutingTable now = table;
    for (int i = 0; i < CHANGES; i++) {
      now = TestTables.move(now, TestTables.key(place(i)), "s" + (i + 3) % SHARDS);
    }
    return now;
  }

  /** What a router does that missed some splits: asks for the rows since its version, adds them. */
  private static void refresh(RoutingTable table, String name, int changes) {
    RoutingTable changed = table;
    for (int i = 0; i < changes; i++) {
      changed = TestTables.splitAt(changed, place(i));
    }
    RoutingTable newest = changed;
    ChunkVersion known = table.version();
    Stopwatch.time(
        "refresh after " + name,
        () -> {
          List<Chunk> rows = newest.chunksSince(known);
          return rows.size() + " " + table.refreshedWith(rows).size();
        });
  }
}
