package shardsh.core.mongod;

import java.util.Map;
import java.util.Optional;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.bson.Docs;
import shardsh.core.rpc.AdminDatabase;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.ChunkVersion;
import shardsh.core.sharding.DatabaseVersion;
import shardsh.core.sharding.RoutingTable;

/**
 * What a shard believes of versions, asked directly. Source: {@code sharding-facts.md}, section
 * 8.7.
 */
final class VersionCommands {
  private final ShardServer server;

  VersionCommands(ShardServer server) {
    this.server = server;
  }

  void addTo(Map<String, ShardCommand> commands) {
    commands.put("getShardVersion", this::shardVersion);
    commands.put("getDatabaseVersion", this::databaseVersion);
  }

  private static String name(String db, BsonDocument command) {
    String first = command.getFirstKey();
    AdminDatabase.require(db, first);
    BsonValue name = command.get(first);
    if (!name.isString()) {
      throw new CommandException(
          ErrorCode.TYPE_MISMATCH, "need to specify " + first + " with a name");
    }
    return name.asString().getValue();
  }

  /**
   * {@code {getShardVersion: ns, fullMetadata?}} → {@code {configServer, inShardedMode, mine,
   * global, metadata?}}: {@code mine} is this shard's version, {@code global} the collection's, as
   * far as it knows.
   */
  private BsonDocument shardVersion(String db, BsonDocument command) {
    Namespace ns = Namespace.parse(name(db, command));
    Optional<RoutingTable> table = server.sharding().table(ns);
    BsonDocument reply =
        new BsonDocument(
                "configServer",
                new BsonString(server.environment().nodes().connectionString(NodeId.CONFIG)))
            .append("inShardedMode", BsonBoolean.TRUE)
            .append(
                "mine",
                table
                    .map(known -> known.shardVersion(server.shardId()).toTimestamp())
                    .orElse(new BsonTimestamp(0, 0)))
            .append("global", global(ns, table));
    if (Docs.truthy(command, "fullMetadata")) {
      reply.append("metadata", table.map(this::metadata).orElseGet(BsonDocument::new));
    }
    return Replies.ok(reply);
  }

  private BsonValue global(Namespace ns, Optional<RoutingTable> table) {
    if (table.isPresent()) {
      return table.get().version().toTimestamp();
    }
    return server.sharding().knows(ns)
        ? ChunkVersion.UNSHARDED.toTimestamp()
        : new BsonString("UNKNOWN");
  }

  private BsonDocument metadata(RoutingTable table) {
    BsonObjectId epoch = new BsonObjectId(table.generation().epoch());
    return new BsonDocument("collVersion", table.version().toTimestamp())
        .append("collVersionEpoch", epoch)
        .append("shardVersion", table.shardVersion(server.shardId()).toTimestamp())
        .append("shardVersionEpoch", epoch)
        .append("keyPattern", table.shardKey().toDocument());
  }

  /** {@code {getDatabaseVersion: name}} → {@code {dbVersion}}; empty when it never heard of it. */
  private BsonDocument databaseVersion(String db, BsonDocument command) {
    String name = name(db, command);
    return Replies.ok(
        new BsonDocument(
            "dbVersion",
            server
                .sharding()
                .databaseVersion(name)
                .map(DatabaseVersion::toBson)
                .orElseGet(BsonDocument::new)));
  }
}
