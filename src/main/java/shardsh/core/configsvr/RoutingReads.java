package shardsh.core.configsvr;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import shardsh.core.base.Namespace;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.Chunk;
import shardsh.core.sharding.ChunkDocuments;
import shardsh.core.sharding.ChunkVersion;
import shardsh.core.sharding.ConfigCatalog;
import shardsh.core.sharding.RoutingTable;

/**
 * The reads by which routers and shards learn the routing table. Real ones read config.collections
 * and config.chunks in one aggregation; here it is one find on config.chunks, marked with the
 * collection's name, whose reply brings the collection's row along.
 */
final class RoutingReads {
  private final CatalogState state;

  RoutingReads(CatalogState state) {
    this.state = state;
  }

  /**
   * {@code {find: "chunks", routingFor: ns, since?: version}} → rows in order of lastmod, with
   * {@code collection: header} unless the collection is not sharded. Rows are those of at least
   * {@code since}, or all when the generation has changed.
   */
  BsonDocument chunks(BsonDocument command) {
    Namespace ns = Namespace.parse(command.getString("routingFor").getValue());
    Optional<RoutingTable> found = state.catalog().table(ns);
    if (found.isEmpty()) {
      return Replies.cursor("firstBatch", new BsonArray(), 0, "config.chunks");
    }
    RoutingTable table = found.get();
    Optional<ChunkVersion> since =
        Optional.ofNullable(command.get("since"))
            .map(value -> ChunkVersion.parse(value.asDocument()))
            .filter(version -> version.generation().equals(table.generation()));
    List<Chunk> rows = since.isPresent() ? table.chunksSince(since.get()) : table.chunks();
    BsonArray batch = new BsonArray();
    rows.stream()
        .sorted(Comparator.comparing(Chunk::version, ChunkVersion::compareWithin))
        .forEach(
            row -> batch.add(ChunkDocuments.toBson(table, row, state.environment().profile())));
    return Replies.cursor("firstBatch", batch, 0, "config.chunks")
        .append("collection", ChunkDocuments.header(table));
  }

  /** {@code {find: "databases", routingFor: name}} → the row, or nothing. */
  BsonDocument database(BsonDocument command) {
    String name = command.getString("routingFor").getValue();
    ConfigCatalog.DatabaseEntry database = state.catalog().databases().get(name);
    BsonArray batch = new BsonArray();
    if (database != null) {
      batch.add(ConfigDocuments.database(database, true));
    }
    return Replies.cursor("firstBatch", batch, 0, "config.databases");
  }

  /** {@code {listShards: 1}} → {@code {shards: [row]}}. */
  BsonDocument shards(ConfigDocuments documents) {
    BsonArray rows = new BsonArray();
    for (ConfigCatalog.ShardEntry shard : state.catalog().shards().values()) {
      rows.add(documents.shard(shard));
    }
    return Replies.ok(new BsonDocument("shards", rows));
  }
}
