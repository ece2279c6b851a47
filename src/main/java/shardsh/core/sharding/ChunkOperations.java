package shardsh.core.sharding;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.bson.BsonTimestamp;
import org.bson.types.ObjectId;
import shardsh.core.keys.IndexKey;

/**
 * What splits, merges and migrations do to a routing table, with the version numbers they give.
 * Source: {@code sharding-facts.md}, section 3.2. Arguments have been checked by the caller.
 */
public final class ChunkOperations {
  private static final int HISTORY_MAX = 10;

  private ChunkOperations() {}

  /**
   * Cuts a chunk at the points, which lie strictly inside and ascend. The pieces take the
   * collection's major part and its next minor parts in key order; the flag jumbo is cleared.
   */
  public static RoutingTable split(
      RoutingTable table, Chunk chunk, List<IndexKey> points, Supplier<ObjectId> ids) {
    List<Chunk> pieces = new ArrayList<>();
    ChunkVersion version = table.version();
    IndexKey low = chunk.min();
    for (int i = 0; i <= points.size(); i++) {
      IndexKey high = i < points.size() ? points.get(i) : chunk.max();
      version = version.nextMinor();
      pieces.add(
          new Chunk(
              i == 0 ? chunk.id() : ids.get(),
              new ChunkRange(low, high),
              chunk.shard(),
              version,
              false,
              chunk.history()));
      low = high;
    }
    return table.replacing(pieces);
  }

  /** Joins neighbours of one shard into one chunk with the next minor part. */
  public static RoutingTable merge(RoutingTable table, List<Chunk> run, BsonTimestamp validAfter) {
    Chunk first = run.get(0);
    Chunk merged =
        new Chunk(
            first.id(),
            new ChunkRange(first.min(), run.get(run.size() - 1).max()),
            first.shard(),
            table.version().nextMinor(),
            false,
            List.of(new Chunk.HistoryEntry(validAfter, first.shard())));
    return table.replacing(List.of(merged));
  }

  /**
   * Gives {@code range}, a chunk or a part of one, to another shard. The moved part becomes {@code
   * M+1|0}; then the left rest, the right rest and one other chunk of the donor, as far as they
   * exist, take {@code M+1|1, 2, …}.
   */
  public static RoutingTable move(
      RoutingTable table,
      ChunkRange range,
      ShardId recipient,
      BsonTimestamp validAfter,
      Supplier<ObjectId> ids) {
    Chunk chunk = table.chunkFor(range.min());
    ChunkVersion version = table.version().nextMajor();
    List<Chunk.HistoryEntry> history = new ArrayList<>();
    history.add(new Chunk.HistoryEntry(validAfter, recipient));
    history.addAll(chunk.history().subList(0, Math.min(HISTORY_MAX, chunk.history().size())));
    List<Chunk> run = new ArrayList<>();
    Chunk moved = new Chunk(chunk.id(), range, recipient, version, chunk.jumbo(), history);
    if (chunk.min().compareTo(range.min()) < 0) {
      version = version.nextMinor();
      run.add(rest(chunk, new ChunkRange(chunk.min(), range.min()), version, ids));
    }
    run.add(moved);
    if (range.max().compareTo(chunk.max()) < 0) {
      version = version.nextMinor();
      run.add(rest(chunk, new ChunkRange(range.max(), chunk.max()), version, ids));
    }
    ChunkVersion controlVersion = version.nextMinor();
    RoutingTable next = table.replacing(run);
    return table
        .firstOtherChunkOf(chunk.shard(), chunk)
        .map(control -> next.replacing(List.of(control.withVersion(controlVersion))))
        .orElse(next);
  }

  private static Chunk rest(
      Chunk chunk, ChunkRange range, ChunkVersion version, Supplier<ObjectId> ids) {
    return new Chunk(ids.get(), range, chunk.shard(), version, chunk.jumbo(), chunk.history());
  }

  /** Gives a chunk the next major version, {@code M+1|0}. */
  public static RoutingTable raiseVersion(RoutingTable table, Chunk chunk) {
    return table.replacing(List.of(chunk.withVersion(table.version().nextMajor())));
  }

  /** Sets or clears the flag; versions stay. */
  public static RoutingTable flagJumbo(RoutingTable table, Chunk chunk, boolean jumbo) {
    return table.replacing(List.of(chunk.withJumbo(jumbo)));
  }
}
