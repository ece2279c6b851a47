package shardsh.core.sharding;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonTimestamp;
import org.bson.types.ObjectId;
import shardsh.core.base.Namespace;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.KeyHash;

/** Routing tables for tests, first chunks as {@code 1|0, 1|1, …} in key order. */
public final class TestTables {
  public static final Namespace NS = Namespace.parse("shop.orders");
  public static final BsonTimestamp NOW = new BsonTimestamp(1730462400, 1);
  public static final Generation GENERATION =
      new Generation(new ObjectId("66f000000000000000000001"), new BsonTimestamp(1730462400, 1));

  private TestTables() {}

  public static BsonDocument doc(String json) {
    return BsonDocument.parse(json);
  }

  public static IndexKey key(int value) {
    return IndexKey.of(new BsonInt32(value));
  }

  public static ShardId shard(String name) {
    return new ShardId(name);
  }

  /**
   * A table on {@code {customerId: 1}} cut at the points, the chunks on the shards in key order.
   */
  public static RoutingTable table(List<Integer> points, String... shards) {
    List<IndexKey> keys = points.stream().map(TestTables::key).toList();
    return table("{customerId: 1}", keys, Arrays.asList(shards));
  }

  public static RoutingTable table(String shardKey, List<IndexKey> points, List<String> shards) {
    ShardKeyPattern pattern = ShardKeyPattern.parse(doc(shardKey), KeyHash.REAL);
    List<Chunk> chunks = new ArrayList<>();
    IndexKey low = IndexKey.allMin(pattern.size());
    for (int i = 0; i <= points.size(); i++) {
      IndexKey high = i < points.size() ? points.get(i) : IndexKey.allMax(pattern.size());
      ShardId owner = shard(shards.get(i));
      chunks.add(
          new Chunk(
              new ObjectId(0, i),
              new ChunkRange(low, high),
              owner,
              new ChunkVersion(1, i, GENERATION),
              false,
              List.of(new Chunk.HistoryEntry(NOW, owner))));
      low = high;
    }
    return RoutingTable.of(NS, new BsonBinary(new byte[16]), pattern, false, chunks);
  }

  /** The canvas of the sharding page: six chunks, two on each of s0, s1 and s2. */
  public static RoutingTable canvas() {
    return table(List.of(100, 200, 300, 400, 500), "s0", "s0", "s1", "s1", "s2", "s2");
  }

  /** Ids that count up. */
  public static Supplier<ObjectId> ids() {
    int[] next = {1000};
    return () -> new ObjectId(1, next[0]++);
  }

  /** Cuts the chunk that holds the point. */
  public static RoutingTable splitAt(RoutingTable table, int point) {
    return ChunkOperations.split(table, table.chunkFor(key(point)), List.of(key(point)), ids());
  }

  /** Moves the whole chunk that holds the key. */
  public static RoutingTable move(RoutingTable table, IndexKey inside, String recipient) {
    return ChunkOperations.move(
        table, table.chunkFor(inside).range(), shard(recipient), NOW, ids());
  }

  /** Owner and version of the chunk that holds the key, e.g. {@code s0 2|0}. */
  public static String ownerAndVersion(RoutingTable table, IndexKey inside) {
    Chunk chunk = table.chunkFor(inside);
    return chunk.shard() + " " + chunk.version();
  }

  /** The versions of all chunks in key order. */
  public static List<String> versions(RoutingTable table) {
    return table.chunks().stream().map(chunk -> chunk.version().toString()).toList();
  }
}
