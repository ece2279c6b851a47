package shardsh.core.sharding;

import java.util.List;
import org.bson.BsonTimestamp;
import org.bson.types.ObjectId;
import shardsh.core.keys.IndexKey;

/**
 * A range with its owner and version: one row of config.chunks.
 *
 * @param history who owned it since when, newest first
 */
public record Chunk(
    ObjectId id,
    ChunkRange range,
    ShardId shard,
    ChunkVersion version,
    boolean jumbo,
    List<HistoryEntry> history) {

  /** From {@code validAfter} on the chunk was on {@code shard}. */
  public record HistoryEntry(BsonTimestamp validAfter, ShardId shard) {}

  public Chunk {
    history = List.copyOf(history);
  }

  public IndexKey min() {
    return range.min();
  }

  public IndexKey max() {
    return range.max();
  }

  public Chunk withVersion(ChunkVersion newVersion) {
    return new Chunk(id, range, shard, newVersion, jumbo, history);
  }

  public Chunk withJumbo(boolean newJumbo) {
    return new Chunk(id, range, shard, version, newJumbo, history);
  }
}
