package shardsh.core.configsvr;

import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.bson.Docs;
import shardsh.core.keys.IndexKey;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.Chunk;
import shardsh.core.sharding.ChunkRange;
import shardsh.core.sharding.ConfigCatalog;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;
import shardsh.core.sharding.Zone;

/**
 * Moves asked for by a person or chosen by the balancer: checks them and hands them to the donor.
 * Source: {@code sharding-facts.md}, sections 7.4 and 7.5.
 */
final class MoveCommands {
  private static final List<String> PASSED_ON =
      List.of("min", "max", "forceJumbo", "waitForDelete", "reason", "moveCollection");

  private final CatalogState state;

  MoveCommands(CatalogState state) {
    this.state = state;
  }

  void addTo(Map<String, ConfigCommand> commands) {
    commands.put("_configsvrMoveRange", (db, command) -> moveRange(command));
  }

  /**
   * {@code {_configsvrMoveRange: ns, toShard, min, max?, forceJumbo?, waitForDelete?, reason?,
   * moveCollection?}}, the last for a collection that is not sharded → the donor's reply. A range
   * on the recipient already is a success that does nothing. Without {@code max} the donor chooses
   * it, about one chunk size from {@code min}; without {@code min} likewise downwards.
   */
  BsonDocument moveRange(BsonDocument command) {
    Namespace ns = Namespace.parse(command.getString("_configsvrMoveRange").getValue());
    RoutingTable table =
        Docs.truthy(command, "moveCollection") ? state.requireTable(ns) : state.requireSharded(ns);
    ConfigCatalog.ShardEntry recipient =
        requireRecipient(new ShardId(command.getString("toShard").getValue()));
    ShardId to = recipient.id();
    IndexKey probe = probe(table, command);
    Chunk chunk = table.chunkFor(probe);
    if (chunk.shard().equals(to)) {
      return Replies.ok();
    }
    checkSuitable(table, chunk, recipient);
    if (state.catalog().collections().get(ns).options().containsKey("allowMigrations")) {
      throw new CommandException(
          ErrorCode.CONFLICTING_OPERATION_IN_PROGRESS,
          "Collection " + ns + " is being resharded; its chunks do not move until that is over");
    }
    if (state.catalog().collections().get(ns).options().containsKey("permitMigrations")) {
      throw new CommandException(
          ErrorCode.CONFLICTING_OPERATION_IN_PROGRESS,
          "Collection "
              + ns
              + " does not permit migrations; sh.enableMigrations(\""
              + ns
              + "\") allows them again");
    }
    BsonDocument request =
        new BsonDocument("_shardsvrMoveRange", new BsonString(ns.toString()))
            .append("toShard", new BsonString(to.name()))
            .append("fromShard", new BsonString(chunk.shard().name()))
            .append("maxChunkSizeBytes", new BsonInt64(state.chunkSizeBytes(ns)));
    for (String passed : PASSED_ON) {
      if (command.containsKey(passed)) {
        request.append(passed, command.get(passed));
      }
    }
    return state
        .environment()
        .network()
        .require(NodeId.CONFIG, chunk.shard().node(), "admin", request);
  }

  private static IndexKey probe(RoutingTable table, BsonDocument command) {
    boolean hasMin = command.containsKey("min");
    if (!hasMin && !command.containsKey("max")) {
      throw new CommandException(
          ErrorCode.INVALID_OPTIONS, "at least one of min and max must be given");
    }
    if (hasMin && command.containsKey("max")) {
      return table.shardKey().range(command.getDocument("min"), command.getDocument("max")).min();
    }
    IndexKey key = table.shardKey().requireBound(command.getDocument(hasMin ? "min" : "max"));
    return hasMin ? key : lastKeyBelow(table, key);
  }

  private ConfigCatalog.ShardEntry requireRecipient(ShardId to) {
    for (ConfigCatalog.ShardEntry shard : state.catalog().shards().values()) {
      if (shard.id().equals(to) || shard.host().equals(to.name())) {
        return shard;
      }
    }
    throw new CommandException(ErrorCode.SHARD_NOT_FOUND, "Shard " + to + " does not exist");
  }

  private static IndexKey lastKeyBelow(RoutingTable table, IndexKey max) {
    Chunk above = table.chunkFor(max);
    if (!above.min().equals(max)) {
      return above.min();
    }
    int index = table.chunks().indexOf(above);
    return index == 0 ? above.min() : table.chunks().get(index - 1).min();
  }

  private void checkSuitable(RoutingTable table, Chunk chunk, ConfigCatalog.ShardEntry recipient) {
    if (recipient.draining()) {
      throw new CommandException(
          state.environment().profile().majorVersion() >= 6
              ? ErrorCode.SHARD_NOT_FOUND
              : ErrorCode.ILLEGAL_OPERATION,
          state.environment().profile().majorVersion() >= 6
              ? "Shard " + recipient.id() + " is currently draining"
              : recipient.id() + " is currently draining.");
    }
    ChunkRange range = chunk.range();
    String zone = Zone.of(state.catalog().zonesOf(table.ns()), range);
    if (state.environment().profile().majorVersion() < 6
        && !zone.isEmpty()
        && !recipient.zoneNames().contains(zone)) {
      throw new CommandException(
          ErrorCode.ILLEGAL_OPERATION, recipient.id() + " is not in the correct zone " + zone);
    }
  }
}
