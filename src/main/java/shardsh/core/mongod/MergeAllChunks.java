package shardsh.core.mongod;

import java.util.Map;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.Chunk;
import shardsh.core.sharding.ChunkVersion;
import shardsh.core.sharding.Generation;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.trace.CatalogEvent;

/**
 * A shard's part in keeping chunks few: it has all its chunks merged that can be merged, by asking
 * the config servers, who know each chunk's history; and it measures its chunks.
 */
final class MergeAllChunks {
  private final ShardServer server;

  MergeAllChunks(ShardServer server) {
    this.server = server;
  }

  void addTo(Map<String, ShardCommand> commands) {
    commands.put("_shardsvrMergeAllChunksOnShard", (db, command) -> merge(command));
    commands.put("_shardsvrMeasureChunks", (db, command) -> measure(command));
  }

  /** {@code {…: ns, maxNumberOfChunksToMerge?}} → {@code {numMergedChunks}}. */
  private BsonDocument merge(BsonDocument command) {
    Namespace ns = Namespace.parse(command.getString(command.getFirstKey()).getValue());
    BsonDocument request =
        new BsonDocument("_configsvrCommitMergeAllChunksOnShard", new BsonString(ns.toString()))
            .append("shard", new BsonString(server.sharding().shard().name()));
    if (command.containsKey("maxNumberOfChunksToMerge")) {
      request.append("maxNumberOfChunksToMerge", command.get("maxNumberOfChunksToMerge"));
    }
    BsonDocument reply =
        server.environment().network().require(server.id(), NodeId.CONFIG, "admin", request);
    if (!reply.getArray("merged").isEmpty()) {
      RoutingTable fresh = server.sharding().refresh(ns).orElseThrow();
      for (BsonValue row : reply.getArray("merged")) {
        record(fresh, row.asDocument());
      }
    }
    return Replies.ok(new BsonDocument("numMergedChunks", reply.get("numMergedChunks")));
  }

  /** {@code {…: ns}} → {@code {chunks: [{min, bytes}]}}, for each chunk of this shard. */
  private BsonDocument measure(BsonDocument command) {
    Namespace ns = Namespace.parse(command.getString(command.getFirstKey()).getValue());
    BsonArray rows = new BsonArray();
    Optional<RoutingTable> table = server.sharding().refresh(ns);
    if (table.isPresent()) {
      for (Chunk chunk : table.get().chunksOf(server.sharding().shard())) {
        rows.add(
            new BsonDocument("min", table.get().shardKey().named(chunk.min()))
                .append(
                    "bytes",
                    new BsonInt64(server.sizes().of(table.get(), chunk.range()).totalBytes())));
      }
    }
    return Replies.ok(new BsonDocument("chunks", rows));
  }

  private void record(RoutingTable table, BsonDocument row) {
    Generation generation = table.generation();
    int major = row.getTimestamp("version").getTime();
    int minor = row.getTimestamp("version").getInc();
    server
        .environment()
        .trace()
        .record(
            new CatalogEvent.ChunksMerged(
                server.sharding().shard(),
                table.ns(),
                table.shardKey().range(row.getDocument("min"), row.getDocument("max")),
                row.getInt32("chunks").getValue(),
                new ChunkVersion(major, minor, generation)));
  }
}
