package shardsh.core.sharding;

import java.util.List;
import org.bson.BsonTimestamp;
import org.bson.types.ObjectId;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.ServerText;
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

  /** The larger of minSnapshotHistoryWindowInSeconds and the lifetime of a transaction, 60. */
  public static final int HISTORY_WINDOW_SECONDS = 300;

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

  /**
   * Who owned it at that cluster time.
   *
   * @throws CommandException STALE_CHUNK_HISTORY when its history does not reach back so far
   */
  public ShardId shardAt(BsonTimestamp time) {
    for (HistoryEntry entry : history) {
      if (entry.validAfter().compareTo(time) <= 0) {
        return entry.shard();
      }
    }
    throw new CommandException(
        ErrorCode.STALE_CHUNK_HISTORY,
        "Cannot find shardId the chunk belonged to at cluster time " + ServerText.of(time));
  }

  /** Since when the chunk is where it is; the beginning of time when nothing is known. */
  public BsonTimestamp onCurrentShardSince() {
    return history.isEmpty() ? new BsonTimestamp(0, 0) : history.get(0).validAfter();
  }

  /**
   * Whether it may be merged without being asked for by bounds: not flagged jumbo, and longer on
   * its shard than anybody reads the past. Source: {@code sharding-facts.md}, section 11.7.
   */
  public boolean isMergeable(long nowMillis) {
    return !jumbo && nowMillis / 1000 - onCurrentShardSince().getTime() >= HISTORY_WINDOW_SECONDS;
  }

  public Chunk withVersion(ChunkVersion newVersion) {
    return new Chunk(id, range, shard, newVersion, jumbo, history);
  }

  public Chunk withJumbo(boolean newJumbo) {
    return new Chunk(id, range, shard, version, newJumbo, history);
  }
}
