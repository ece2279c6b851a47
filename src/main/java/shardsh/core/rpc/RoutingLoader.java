package shardsh.core.rpc;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.sharding.Chunk;
import shardsh.core.sharding.ChunkDocuments;
import shardsh.core.sharding.ChunkVersion;
import shardsh.core.sharding.Generation;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.trace.RoutingEvent;

/**
 * How a router or a shard learns a collection's routing table from the config servers: only the
 * rows of at least the version it knows, or everything when it knows nothing or another generation.
 */
public final class RoutingLoader {
  private final Environment environment;

  public RoutingLoader(Environment environment) {
    this.environment = environment;
  }

  /**
   * Asks once and gives the new table; empty when the collection is not sharded.
   *
   * @param known what {@code who} knew before
   */
  public Optional<RoutingTable> load(NodeId who, Namespace ns, Optional<RoutingTable> known) {
    BsonDocument reply = ask(who, ns, known.map(RoutingTable::version));
    if (!reply.containsKey("collection")) {
      return Optional.empty();
    }
    BsonDocument header = reply.getDocument("collection");
    Generation generation = ChunkDocuments.generation(header);
    List<Chunk> rows = new ArrayList<>();
    for (BsonValue row : Replies.batchOf(reply)) {
      rows.add(ChunkDocuments.parse(row.asDocument(), generation));
    }
    boolean incremental = known.isPresent() && known.get().generation().equals(generation);
    RoutingTable table =
        incremental ? known.get().refreshedWith(rows) : ChunkDocuments.table(header, rows);
    environment
        .trace()
        .record(
            new RoutingEvent.RoutingRefreshed(
                who,
                ns,
                incremental ? known.map(RoutingTable::version) : Optional.empty(),
                table.version(),
                rows.size()));
    return Optional.of(table);
  }

  private BsonDocument ask(NodeId who, Namespace ns, Optional<ChunkVersion> since) {
    BsonDocument command = new BsonDocument("find", new BsonString("chunks"));
    BsonDocument filter = new BsonDocument("ns", new BsonString(ns.toString()));
    since.ifPresent(
        version -> filter.append("lastmod", new BsonDocument("$gte", version.toTimestamp())));
    command.append("filter", filter).append("sort", new BsonDocument("lastmod", new BsonInt32(1)));
    command.append("routingFor", new BsonString(ns.toString()));
    since.ifPresent(version -> command.append("since", version.toBson()));
    return environment.network().require(who, NodeId.CONFIG, "config", command);
  }
}
