package shardsh.core.configsvr;

import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.NodeId;
import shardsh.core.bson.Docs;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.ConfigCatalog;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;
import shardsh.core.sharding.Zone;

/** Shards come and go. Source: {@code sharding-facts.md}, section 7.8. */
final class ShardCommands {
  private static final int UNSHARDED_MOVE_SINCE = 8;

  private final CatalogState state;
  private final Environment environment;

  ShardCommands(CatalogState state) {
    this.state = state;
    this.environment = state.environment();
  }

  void addTo(Map<String, ConfigCommand> commands) {
    commands.put("_configsvrAddShard", new AddShard(state)::run);
    commands.put(
        "_configsvrRemoveShard",
        (db, command) -> remove(command.getString("_configsvrRemoveShard").getValue()));
    if (knowsUnsharded()) {
      commands.put("_configsvrTransitionFromDedicatedConfigServer", (db, command) -> becomeShard());
      commands.put(
          "_configsvrTransitionToDedicatedConfigServer",
          (db, command) -> remove(ShardId.CONFIG.name()));
    }
  }

  /** The config servers become a shard as well; being one already is success. */
  private BsonDocument becomeShard() {
    ShardId id = ShardId.CONFIG;
    if (state.catalog().shards().containsKey(id)) {
      return Replies.ok();
    }
    environment.startConfigShard();
    AddShard.enter(state, id, environment.nodes().connectionString(NodeId.CONFIG));
    return Replies.ok();
  }

  /**
   * {@code {_configsvrRemoveShard: id}}: starts draining, then tells how far it is, then removes.
   * Draining itself is the balancer's work. Config servers stay a shard until their orphans are
   * deleted, since the set goes on.
   */
  private BsonDocument remove(String name) {
    ShardId id = new ShardId(name);
    ConfigCatalog.ShardEntry shard = state.requireShard(id);
    BsonArray databases = databasesOn(id);
    if (!shard.draining()) {
      checkRemovable(id, shard);
      state.log("removeShard.start", "", new BsonDocument("shard", new BsonString(id.name())));
      state.replace(state.catalog().withShard(draining(shard)));
      return Replies.ok(
          withNote(
              new BsonDocument("msg", new BsonString("draining started successfully"))
                  .append("state", new BsonString("started"))
                  .append("shard", new BsonString(id.name())),
              id));
    }
    BsonArray collections = unshardedOn(id);
    long chunks = 0;
    long jumbo = 0;
    for (ConfigCatalog.CollectionEntry entry : state.catalog().collections().values()) {
      RoutingTable table = entry.table();
      if (!table.isUnsplittable() && table.chunkCount(id) > 0) {
        chunks += table.chunkCount(id);
        jumbo +=
            table.chunks().stream()
                .filter(chunk -> chunk.jumbo() && chunk.shard().equals(id))
                .count();
      }
    }
    if (chunks > 0 || !databases.isEmpty() || !collections.isEmpty()) {
      BsonDocument remaining = new BsonDocument("chunks", Docs.int64(chunks));
      if (knowsUnsharded()) {
        remaining.append("collectionsToMove", Docs.int64(collections.size()));
      }
      remaining
          .append("dbs", Docs.int64(databases.size()))
          .append("jumboChunks", Docs.int64(jumbo));
      BsonDocument reply =
          new BsonDocument("msg", new BsonString("draining ongoing"))
              .append("state", new BsonString("ongoing"))
              .append("remaining", remaining);
      return Replies.ok(withNote(reply, id));
    }
    long pending = id.equals(ShardId.CONFIG) ? pendingDeletions(id) : 0;
    if (pending > 0) {
      return Replies.ok(
          new BsonDocument("msg", new BsonString("waiting for pending data cleanup"))
              .append("state", new BsonString("pendingDataCleanup"))
              .append("pendingRangeDeletions", Docs.int64(pending)));
    }
    state.replace(state.catalog().withoutShard(id));
    state.log("removeShard", "", new BsonDocument("shard", new BsonString(id.name())));
    return Replies.ok(
        new BsonDocument("msg", new BsonString("removeshard completed successfully"))
            .append("state", new BsonString("completed"))
            .append("shard", new BsonString(id.name())));
  }

  private long pendingDeletions(ShardId id) {
    return environment
        .network()
        .require(
            NodeId.CONFIG,
            id.node(),
            "config",
            new BsonDocument("count", new BsonString("rangeDeletions"))
                .append("query", new BsonDocument()))
        .getNumber("n")
        .longValue();
  }

  private ConfigCatalog.ShardEntry draining(ConfigCatalog.ShardEntry shard) {
    return new ConfigCatalog.ShardEntry(
        shard.id(), shard.host(), true, shard.zones(), environment.nextClusterTime());
  }

  private void checkRemovable(ShardId id, ConfigCatalog.ShardEntry shard) {
    boolean lastOne =
        state.catalog().shards().values().stream()
            .noneMatch(other -> !other.draining() && !other.id().equals(id));
    if (lastOne) {
      throw new CommandException(
          ErrorCode.ILLEGAL_OPERATION,
          "Operation not allowed because it would remove the last shard");
    }
    for (String zone : shard.zoneNames()) {
      boolean elsewhere =
          state.catalog().shards().values().stream()
              .anyMatch(other -> !other.id().equals(id) && other.zoneNames().contains(zone));
      boolean hasRanges = state.catalog().zones().stream().map(Zone::name).anyMatch(zone::equals);
      if (!elsewhere && hasRanges) {
        throw new CommandException(
            ErrorCode.ZONE_STILL_IN_USE,
            "Operation not allowed because it would remove the only shard for zone "
                + zone
                + " which has a chunk range is associated with it");
      }
    }
  }

  private BsonArray databasesOn(ShardId id) {
    return new BsonArray(
        state.catalog().databases().values().stream()
            .filter(database -> database.primary().equals(id))
            .map(database -> new BsonString(database.name()))
            .toList());
  }

  /** From 8.0 on, collections that are not sharded can be moved by themselves. */
  private boolean knowsUnsharded() {
    return environment.profile().majorVersion() >= UNSHARDED_MOVE_SINCE;
  }

  private BsonArray unshardedOn(ShardId id) {
    return new BsonArray(
        state.catalog().collections().values().stream()
            .map(ConfigCatalog.CollectionEntry::table)
            .filter(table -> table.isUnsplittable() && table.chunkCount(id) > 0)
            .map(table -> new BsonString(table.ns().toString()))
            .toList());
  }

  /** What is still to be moved by hand, with a note: since 8.0 only when there is something. */
  private BsonDocument withNote(BsonDocument reply, ShardId id) {
    BsonArray databases = databasesOn(id);
    BsonArray collections = knowsUnsharded() ? unshardedOn(id) : new BsonArray();
    if (!knowsUnsharded() || !databases.isEmpty() || !collections.isEmpty()) {
      String note =
          knowsUnsharded()
              ? "you need to call moveCollection for collectionsToMove and afterwards movePrimary"
                  + " for the dbsToMove"
              : "you need to drop or movePrimary these databases";
      reply.append("note", new BsonString(note));
    }
    reply.append("dbsToMove", databases);
    return knowsUnsharded() ? reply.append("collectionsToMove", collections) : reply;
  }
}
