package shardsh.core.configsvr;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.Chunk;
import shardsh.core.sharding.ChunkVersion;
import shardsh.core.sharding.ConfigCatalog;
import shardsh.core.sharding.Generation;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.RunningMigration;
import shardsh.core.sharding.ShardId;
import shardsh.core.sharding.ShardKeyPattern;
import shardsh.core.sharding.Zone;
import shardsh.core.trace.CatalogEvent;

/**
 * A shard key gets more fields at its end. Nothing moves: every bound is extended, and the new
 * generation makes every router ask again. Source: {@code sharding-facts.md}, section 7.10.
 */
final class RefineCommands {
  private final CatalogState state;
  private final Environment environment;

  RefineCommands(CatalogState state) {
    this.state = state;
    this.environment = state.environment();
  }

  void addTo(Map<String, ConfigCommand> commands) {
    commands.put("_configsvrRefineCollectionShardKey", (db, command) -> refine(command));
  }

  /**
   * {@code {_configsvrRefineCollectionShardKey: ns, key, epoch}}: checks the key against the
   * present one and the indexes of every owner, and commits. Real servers ask one owner for its
   * index and take the others' for granted; here each must have it, because sizes are measured by
   * it.
   */
  private BsonDocument refine(BsonDocument command) {
    Namespace ns =
        Namespace.parse(command.getString("_configsvrRefineCollectionShardKey").getValue());
    RoutingTable table = state.requireSharded(ns);
    if (!table.generation().epoch().equals(command.getObjectId("epoch").getValue())) {
      throw new CommandException(
          ErrorCode.STALE_EPOCH,
          "refineCollectionShardKey namespace "
              + ns
              + " has a different epoch than mongos had in its routing table cache");
    }
    ReshardingCoordinator.requireNone(state, ns);
    ShardKeyPattern present = table.shardKey();
    ShardKeyPattern wanted =
        ShardKeyPattern.parse(command.getDocument("key"), table.shardKey().hash());
    if (wanted.equals(present)) {
      return Replies.ok();
    }
    if (!present.isExtendedBy(wanted.toDocument())) {
      throw new CommandException(
          ErrorCode.INVALID_OPTIONS,
          "refineCollectionShardKey shard key "
              + wanted
              + " does not extend the current shard key "
              + present);
    }
    requireNoMove(ns);
    requireIndexes(table, wanted);
    environment.toTheEnd(() -> commit(table, wanted));
    return Replies.ok();
  }

  /**
   * A move that is under way is refused rather than ended: its bounds are of the shorter key. Real
   * servers end it.
   */
  private void requireNoMove(Namespace ns) {
    for (RunningMigration running : environment.migrations()) {
      if (running.what().ns().equals(ns)) {
        throw new CommandException(
            ErrorCode.CONFLICTING_OPERATION_IN_PROGRESS,
            "refineCollectionShardKey of "
                + ns
                + " must wait: chunk "
                + running.key().text(running.what().range())
                + " is moving from "
                + running.what().donor()
                + " to "
                + running.what().recipient());
      }
    }
  }

  private void requireIndexes(RoutingTable table, ShardKeyPattern wanted) {
    BsonDocument check =
        new BsonDocument("checkShardingIndex", new BsonString(table.ns().toString()))
            .append("keyPattern", wanted.toDocument())
            .append("unique", BsonBoolean.valueOf(table.unique()));
    for (ShardId owner : table.owners()) {
      environment.network().require(NodeId.CONFIG, owner.node(), "admin", check);
    }
    for (ShardId shard : state.catalog().shards().keySet()) {
      if (environment.network().isDown(shard.node())) {
        throw new CommandException(
            ErrorCode.HOST_UNREACHABLE,
            "Error connecting to " + shard + " :: caused by :: connection refused");
      }
    }
  }

  private void commit(RoutingTable table, ShardKeyPattern wanted) {
    Namespace ns = table.ns();
    Generation after = new Generation(environment.ids().objectId(), environment.nextClusterTime());
    state.log("refineCollectionShardKey.start", ns.toString(), details(table, wanted, after));
    ConfigCatalog.CollectionEntry entry = state.catalog().collections().get(ns);
    RoutingTable refined = refined(table, wanted, after);
    state.replace(
        state
            .catalog()
            .withCollection(
                ns,
                new ConfigCatalog.CollectionEntry(
                    refined, environment.clock().nowMillis(), entry.options()))
            .withZones(refinedZones(ns, wanted)));
    state.log("refineCollectionShardKey.end", ns.toString(), details(table, wanted, after));
    environment
        .trace()
        .record(new CatalogEvent.GenerationChanged(ns, after, "refineCollectionShardKey"));
    tellShards(ns);
  }

  private static BsonDocument details(RoutingTable table, ShardKeyPattern wanted, Generation next) {
    return new BsonDocument("oldKey", table.shardKey().toDocument())
        .append("newKey", wanted.toDocument())
        .append("oldEpoch", new BsonObjectId(table.generation().epoch()))
        .append("newEpoch", new BsonObjectId(next.epoch()));
  }

  private static RoutingTable refined(
      RoutingTable table, ShardKeyPattern wanted, Generation generation) {
    List<Chunk> chunks = new ArrayList<>(table.size());
    for (Chunk chunk : table.chunks()) {
      chunks.add(
          new Chunk(
              chunk.id(),
              wanted.extendRange(chunk.range()),
              chunk.shard(),
              new ChunkVersion(chunk.version().major(), chunk.version().minor(), generation),
              chunk.jumbo(),
              chunk.history()));
    }
    return RoutingTable.of(table.ns(), table.uuid(), wanted, table.unique(), chunks)
        .withDefaultCollation(table.defaultCollation());
  }

  private List<Zone> refinedZones(Namespace ns, ShardKeyPattern wanted) {
    List<Zone> zones = new ArrayList<>();
    for (Zone zone : state.catalog().zones()) {
      zones.add(
          zone.ns().equals(ns)
              ? new Zone(
                  zone.id(), ns, wanted.paths(), wanted.extendRange(zone.range()), zone.name())
              : zone);
    }
    return zones;
  }

  /** Every shard takes over the longer key, also for ranges that wait for their deletion. */
  private void tellShards(Namespace ns) {
    for (ShardId shard : state.catalog().shards().keySet()) {
      environment
          .network()
          .require(
              NodeId.CONFIG,
              shard.node(),
              "admin",
              new BsonDocument("_flushRoutingTableCacheUpdates", new BsonString(ns.toString())));
    }
  }
}
