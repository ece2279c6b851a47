package shardsh.core.mongod;

import org.bson.BsonDocument;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.Docs;
import shardsh.core.bson.ServerText;
import shardsh.core.keys.IndexKey;
import shardsh.core.rpc.Environment;
import shardsh.core.sharding.Chunk;
import shardsh.core.sharding.ChunkRange;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.storage.RangeStatistics;
import shardsh.core.storage.SplitPoints;
import shardsh.core.trace.CallEvent;

/**
 * Which range a request to move means, and whether it is small enough. Source: {@code
 * sharding-facts.md}, sections 7.4 and 7.5.
 */
final class MoveRanges {
  private final ShardServer server;
  private final Environment environment;

  MoveRanges(ShardServer server) {
    this.server = server;
    this.environment = server.environment();
  }

  /**
   * The range of {@code {min?, max?}}, inside one chunk of this shard; the bound that is missing is
   * chosen so that about {@code maxBytes} move.
   *
   * @throws CommandException FAILED_TO_PARSE when nothing lies above {@code min} or below {@code
   *     max}; 11089203 when it lies in several chunks; OPERATION_FAILED when this shard does not
   *     own it
   */
  ChunkRange rangeToMove(RoutingTable table, BsonDocument command, long maxBytes) {
    boolean hasMin = command.containsKey("min");
    boolean hasMax = command.containsKey("max");
    IndexKey min = hasMin ? IndexKey.ofDocument(command.getDocument("min")) : null;
    IndexKey max = hasMax ? IndexKey.ofDocument(command.getDocument("max")) : null;
    Chunk chunk = hasMin ? table.chunkFor(min) : chunkBelow(table, max);
    ChunkRange most =
        table.shardKey().range(hasMin ? min : chunk.min(), hasMax ? max : chunk.max());
    if (!hasMax) {
      max = pieceEnd(table, min, most.max(), maxBytes);
    }
    if (!hasMin) {
      min = pieceStart(table, most.min(), max, maxBytes);
    }
    ChunkRange range = new ChunkRange(min, max);
    if (!chunk.range().covers(range)) {
      throw new CommandException(
          ErrorCode.location(11089203),
          "the range "
              + table.shardKey().text(range)
              + " does not lie inside one chunk; it meets "
              + table.shardKey().text(chunk.range()));
    }
    if (!chunk.shard().equals(server.sharding().shard())) {
      throw new CommandException(
          ErrorCode.OPERATION_FAILED,
          "chunk " + table.shardKey().text(range) + " is not owned by this shard");
    }
    return range;
  }

  private static Chunk chunkBelow(RoutingTable table, IndexKey max) {
    Chunk found = table.chunkFor(max);
    return found.min().equals(max)
        ? table.chunks().get(Math.max(0, table.chunks().indexOf(found) - 1))
        : found;
  }

  private IndexKey pieceEnd(RoutingTable table, IndexKey min, IndexKey max, long maxBytes) {
    return server
        .data()
        .store(table.ns())
        .map(store -> new SplitPoints(store, table.shardKey().keyPattern(), min, max))
        .map(points -> points.pieceEnd(maxBytes))
        .orElse(max);
  }

  private IndexKey pieceStart(RoutingTable table, IndexKey min, IndexKey max, long maxBytes) {
    IndexKey start = min;
    while (server.sizes().of(table, new ChunkRange(start, max)).totalBytes() > maxBytes) {
      IndexKey next = pieceEnd(table, start, max, maxBytes);
      if (next.equals(max)) {
        return start;
      }
      start = next;
    }
    return start;
  }

  /** How many times the chunk size a range may hold that is moved. */
  private double sizeFactor() {
    return environment.profile().majorVersion() >= 6 ? 2 : 1.3;
  }

  /** Whether a range holds more than a move takes unless it is forced. */
  boolean isTooBig(RoutingTable table, ChunkRange range, long maxBytes) {
    RangeStatistics size = server.sizes().of(table, range);
    return size.totalDocuments() > 0 && size.totalBytes() > sizeFactor() * maxBytes;
  }

  /**
   * @param asked the request; the balancer, which gives a reason, learns the size of the chunk
   * @throws CommandException CHUNK_TOO_BIG, for the balancer with {@code {bytes}}
   */
  void checkSize(RoutingTable table, ChunkRange range, long maxBytes, BsonDocument asked) {
    if (!isTooBig(table, range, maxBytes)) {
      return;
    }
    RangeStatistics size = server.sizes().of(table, range);
    double factor = sizeFactor();
    long documents = size.totalDocuments();
    long average = Math.max(1, size.totalBytes() / documents);
    environment
        .trace()
        .record(
            new CallEvent.Refused(
                server.id(),
                table.ns(),
                "moveChunk",
                "The range has "
                    + documents
                    + " documents of "
                    + average
                    + " bytes on average, "
                    + size.totalBytes()
                    + " bytes. A move takes at most "
                    + (factor == 2 ? "2" : "1.3")
                    + " times the chunk size (2 from 6.0 on, 1.3 before), here "
                    + (factor == 2 ? "2" : "1.3")
                    + " × "
                    + maxBytes
                    + " bytes, which is "
                    + (long) (factor * maxBytes / average)
                    + " such documents. The chunk size is that of the collection, else the one in"
                    + " config.settings. What works: split the chunk, if it has more than one key"
                    + " value; a larger chunk size; or moveChunk with forceJumbo: true."));
    throw new CommandException(
        ErrorCode.CHUNK_TOO_BIG,
        "Cannot move chunk: the maximum number of documents for a chunk is "
            + (long) (factor * maxBytes / average)
            + ", the maximum chunk size is "
            + maxBytes
            + ", average document size is "
            + average
            + ". Found "
            + documents
            + " documents in chunk ns: "
            + table.ns()
            + " "
            + ServerText.of(table.shardKey().named(range.min()))
            + " -> "
            + ServerText.of(table.shardKey().named(range.max())),
        asked.containsKey("reason")
            ? new BsonDocument("bytes", Docs.int64(bytesOfChunk(table, range)))
            : null);
  }

  private long bytesOfChunk(RoutingTable table, ChunkRange range) {
    return server.sizes().of(table, table.chunkFor(range.min()).range()).totalBytes();
  }
}
