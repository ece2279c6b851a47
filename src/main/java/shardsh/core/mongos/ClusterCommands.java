package shardsh.core.mongos;

import java.util.Map;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.bson.Docs;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.FailPointCommand;
import shardsh.core.rpc.FailPoints;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.Chunk;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;

/**
 * Commands about the cluster as a whole: shards, zones, the balancer, the router's own cache.
 * Source: {@code sharding-facts.md}, sections 7.7, 7.8 and 8.
 */
final class ClusterCommands {
  private static final int CHUNKS_SHOWN_MAX = 10_000;

  /** 5.3 in truth; of the versions that are modelled, the first is 6.0. */
  private static final int COLLECTION_BALANCING_SINCE = 6;

  private static final int CONFIG_SHARD_SINCE = 8;

  private final Environment environment;
  private final ShardCalls calls;
  private final CatalogCache cache;

  ClusterCommands(Environment environment, ShardCalls calls, CatalogCache cache) {
    this.environment = environment;
    this.calls = calls;
    this.cache = cache;
  }

  void addTo(Map<String, RouterCommand> commands) {
    passOn(commands, "addShard", "_configsvrAddShard");
    passOn(commands, "removeShard", "_configsvrRemoveShard");
    passOn(commands, "listShards", "listShards");
    passOn(commands, "addShardToZone", "_configsvrAddShardToZone");
    passOn(commands, "removeShardFromZone", "_configsvrRemoveShardFromZone");
    passOn(commands, "updateZoneKeyRange", "_configsvrUpdateZoneKeyRange");
    passOn(commands, "balancerStart", "_configsvrBalancerStart");
    passOn(commands, "balancerStop", "_configsvrBalancerStop");
    passOn(commands, "balancerStatus", "_configsvrBalancerStatus");
    passOn(commands, "balancerCollectionStatus", "_configsvrBalancerCollectionStatus");
    if (environment.profile().isAtLeast("5.0")) {
      passOn(commands, "setAllowMigrations", "_configsvrSetAllowMigrations");
    }
    commands.put("configureFailPoint", ShardingCommands.admin((db, command) -> failPoint(command)));
    if (environment.profile().majorVersion() >= COLLECTION_BALANCING_SINCE) {
      passOn(commands, "configureCollectionBalancing", "_configsvrConfigureCollectionBalancing");
    }
    if (environment.profile().majorVersion() >= CONFIG_SHARD_SINCE) {
      passOn(
          commands,
          "transitionFromDedicatedConfigServer",
          "_configsvrTransitionFromDedicatedConfigServer");
      passOn(
          commands,
          "transitionToDedicatedConfigServer",
          "_configsvrTransitionToDedicatedConfigServer");
    }
    commands.put("flushRouterConfig", ShardingCommands.admin((db, command) -> flush(command)));
    commands.put("replSetGetStatus", ShardingCommands.admin((db, command) -> notASet()));
    commands.put("getShardVersion", ShardingCommands.admin((db, command) -> version(command)));
  }

  private void passOn(Map<String, RouterCommand> commands, String name, String as) {
    commands.put(
        name,
        ShardingCommands.admin(
            (db, command) -> {
              check(name, command);
              BsonDocument request = new BsonDocument(as, command.get(name));
              command.forEach(
                  (field, value) -> {
                    if (!field.equals(name)) {
                      request.append(field, value);
                    }
                  });
              BsonDocument reply = calls.config(request);
              reply.remove("ok");
              return Replies.ok(reply);
            }));
  }

  private static void check(String name, BsonDocument command) {
    if (name.equals("listShards") && command.containsKey("filter")) {
      throw CommandException.notModelled("filter of listShards");
    }
    if (name.equals("removeShard") && !command.isString(name)) {
      throw new CommandException(
          ErrorCode.TYPE_MISMATCH, "Field 'removeShard' must be of type string");
    }
  }

  private static BsonDocument notASet() {
    throw new CommandException(
        ErrorCode.NONE,
        "replSetGetStatus is not supported through mongos",
        new BsonDocument("info", new BsonString("mongos")));
  }

  /**
   * A fail point of a real router is its own. Those of the model stand on shards and config
   * servers, so a router passes the command on to all of them.
   */
  private BsonDocument failPoint(BsonDocument command) {
    FailPoints.Place place = FailPoints.placeOf(FailPointCommand.nameIn(command));
    if (place == FailPoints.Place.CONFIG) {
      return calls.config(command);
    }
    int count = 0;
    for (ShardId shard : environment.shards()) {
      count += calls.unversioned(shard, "admin", command).getInt32("count").getValue();
    }
    return Replies.ok(new BsonDocument("count", new BsonInt32(count)));
  }

  private BsonDocument flush(BsonDocument command) {
    BsonValue what = command.get("flushRouterConfig");
    if (what.isString()) {
      String text = what.asString().getValue();
      if (text.contains(".")) {
        cache.invalidate(Namespace.parse(text));
      } else {
        cache.invalidateDatabase(text);
      }
    } else {
      cache.invalidateAll();
    }
    return Replies.ok(new BsonDocument("flushed", Docs.bool(true)));
  }

  private BsonDocument version(BsonDocument command) {
    BsonValue what = command.get("getShardVersion");
    if (!what.isString()) {
      throw new CommandException(ErrorCode.TYPE_MISMATCH, "need to specify namespace");
    }
    String text = what.asString().getValue();
    if (!text.contains(".")) {
      return databaseVersion(text);
    }
    Namespace ns = Namespace.parse(text);
    Optional<RoutingTable> table = cache.routing(ns).table();
    if (table.isEmpty()) {
      throw new CommandException(
          ErrorCode.NAMESPACE_NOT_SHARDED, "Collection " + ns + " is not sharded.");
    }
    RoutingTable known = table.get();
    BsonDocument reply =
        new BsonDocument("version", known.version().toTimestamp())
            .append("versionEpoch", new BsonObjectId(known.generation().epoch()));
    if (environment.profile().majorVersion() >= 5) {
      reply.append("versionTimestamp", known.generation().timestamp());
    }
    if (Docs.truthy(command, "fullMetadata") && known.size() <= CHUNKS_SHOWN_MAX) {
      BsonArray chunks = new BsonArray();
      for (Chunk chunk : known.chunks()) {
        BsonArray bounds = new BsonArray();
        bounds.add(known.shardKey().named(chunk.min()));
        bounds.add(known.shardKey().named(chunk.max()));
        chunks.add(bounds);
      }
      reply.append("chunks", chunks);
    }
    return Replies.ok(reply);
  }

  private BsonDocument databaseVersion(String name) {
    if (name.isEmpty()) {
      throw new CommandException(ErrorCode.INVALID_NAMESPACE, "Invalid namespace specified ''");
    }
    Optional<BsonString> primary = cache.primaryOf(name).map(shard -> new BsonString(shard.name()));
    if (primary.isEmpty()) {
      throw new CommandException(ErrorCode.NAMESPACE_NOT_FOUND, "database " + name + " not found");
    }
    BsonDocument version =
        cache.databaseVersion(name).map(found -> found.toBson()).orElseGet(BsonDocument::new);
    if (!environment.profile().isAtLeast("5.0")) {
      version.remove("timestamp");
    }
    return Replies.ok(new BsonDocument("primaryShard", primary.get()).append("version", version));
  }
}
