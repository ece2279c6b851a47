package shardsh.core.configsvr;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import shardsh.core.base.Namespace;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.Chunk;
import shardsh.core.sharding.ChunkOperations;
import shardsh.core.sharding.MergeableRuns;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;

/**
 * Merging all chunks of a shard that can be merged: neighbours without the flag jumbo and without a
 * zone bound between them that have been on the shard longer than the history window. Source:
 * {@code sharding-facts.md}, sections 3.2, 7.6 and 11.7.
 */
final class MergeAllCommands {
  private final CatalogState state;

  MergeAllCommands(CatalogState state) {
    this.state = state;
  }

  void addTo(Map<String, ConfigCommand> commands) {
    commands.put(
        "_configsvrCommitMergeAllChunksOnShard", (db, command) -> mergeAllChunksOnShard(command));
  }

  /**
   * {@code {…: ns, shard, maxNumberOfChunksToMerge?}} → {@code {shardVersion, numMergedChunks,
   * merged: [{min, max, chunks, version}]}}. A merged chunk counts as being there since the
   * youngest of its parts came.
   */
  private BsonDocument mergeAllChunksOnShard(BsonDocument command) {
    Namespace ns = Namespace.parse(command.getString(command.getFirstKey()).getValue());
    RoutingTable table = state.requireSharded(ns);
    ShardId shard = new ShardId(command.getString("shard").getValue());
    state.requireShard(shard);
    int left =
        command.containsKey("maxNumberOfChunksToMerge")
            ? command.getNumber("maxNumberOfChunksToMerge").intValue()
            : Integer.MAX_VALUE;
    long nowMillis = state.environment().clock().nowMillis();
    RoutingTable next = table;
    BsonArray merged = new BsonArray();
    int chunks = 0;
    for (List<Chunk> run :
        new MergeableRuns(table, state.catalog().zonesOf(ns))
            .of(chunk -> chunk.shard().equals(shard) && chunk.isMergeable(nowMillis))) {
      List<Chunk> part = run.subList(0, Math.min(run.size(), left - chunks));
      if (part.size() < 2) {
        break;
      }
      RoutingTable before = next;
      next = ChunkOperations.merge(next, part, youngest(part));
      chunks += part.size();
      merged.add(row(next, part));
      log(before, next, part);
    }
    if (chunks > 0) {
      state.replace(state.catalog().withTable(next));
    }
    return Replies.ok(
        new BsonDocument("shardVersion", next.shardVersion(shard).toBson())
            .append("numMergedChunks", new BsonInt32(chunks))
            .append("merged", merged));
  }

  private static BsonTimestamp youngest(List<Chunk> run) {
    BsonTimestamp youngest = new BsonTimestamp(0, 0);
    for (Chunk chunk : run) {
      BsonTimestamp since = chunk.onCurrentShardSince();
      youngest = since.compareTo(youngest) > 0 ? since : youngest;
    }
    return youngest;
  }

  private static BsonDocument row(RoutingTable next, List<Chunk> run) {
    return new BsonDocument("min", next.shardKey().named(run.get(0).min()))
        .append("max", next.shardKey().named(run.get(run.size() - 1).max()))
        .append("chunks", new BsonInt32(run.size()))
        .append("version", next.version().toTimestamp());
  }

  private void log(RoutingTable before, RoutingTable after, List<Chunk> run) {
    ShardId shard = run.get(0).shard();
    List<BsonDocument> pieces = new ArrayList<>();
    run.forEach(chunk -> pieces.add(ChunkCommits.piece(before, chunk)));
    state.log(
        "merge",
        before.ns().toString(),
        shard.name(),
        new BsonDocument("merged", new BsonArray(pieces))
            .append("prevShardVersion", before.shardVersion(shard).toTimestamp())
            .append("mergedVersion", after.version().toTimestamp())
            .append("owningShard", new BsonString(shard.name()))
            .append("numChunks", new BsonInt32(run.size()))
            .append("isAutoMerge", BsonBoolean.TRUE));
  }
}
