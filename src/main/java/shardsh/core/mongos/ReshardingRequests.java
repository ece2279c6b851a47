package shardsh.core.mongos;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.bson.Docs;
import shardsh.core.bson.ServerText;
import shardsh.core.keys.KeyHash;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;
import shardsh.core.sharding.ShardKeyPattern;

/**
 * {@code reshardCollection} (5.0), {@code unshardCollection} and {@code moveCollection} (8.0), as a
 * person asks for them. Source: {@code sharding-facts.md}, section 7.11.
 */
final class ReshardingRequests {
  private static final int RESHARD_SINCE = 5;
  private static final int MOVE_SINCE = 8;
  private static final int CHUNKS_MAX = 10_000;

  private final Environment environment;
  private final ShardCalls calls;
  private final CatalogCache cache;
  private final ShardKeyCommands keys;

  ReshardingRequests(
      Environment environment, ShardCalls calls, CatalogCache cache, ShardKeyCommands keys) {
    this.environment = environment;
    this.calls = calls;
    this.cache = cache;
    this.keys = keys;
  }

  void addTo(Map<String, RouterCommand> commands) {
    int version = environment.profile().majorVersion();
    if (version >= RESHARD_SINCE) {
      add(commands, "reshardCollection", this::reshardCollection);
      add(commands, "abortReshardCollection", command -> abort(command, "reshardCollection"));
      add(
          commands,
          "commitReshardCollection",
          command -> forward(command, "_configsvrCommitReshardCollection"));
      add(
          commands,
          "cleanupReshardCollection",
          command -> forward(command, "_configsvrCleanupReshardCollection"));
    }
    if (version >= MOVE_SINCE) {
      add(commands, "moveCollection", new MoveCollection(calls, cache, this)::run);
      add(commands, "unshardCollection", this::unshardCollection);
      add(commands, "abortMoveCollection", command -> abort(command, "moveCollection"));
      add(commands, "abortUnshardCollection", command -> abort(command, "unshardCollection"));
    }
  }

  private static void add(
      Map<String, RouterCommand> commands,
      String name,
      Function<BsonDocument, BsonDocument> command) {
    commands.put(name, ShardingCommands.admin((db, document) -> command.apply(document)));
  }

  private BsonDocument reshardCollection(BsonDocument command) {
    Namespace ns = ShardingCommands.requireNamespace(command);
    ShardKeyPattern key = ShardKeyPattern.parse(command.getDocument("key"), KeyHash.REAL);
    check(command);
    RoutingTable table = keys.requireSharded(ns, "reshardCollection");
    boolean sameKey = table.shardKey().keyPattern().equals(key.keyPattern());
    if (!sameKey || Docs.truthy(command, "forceRedistribution")) {
      requireZones(ns, command);
    }
    BsonDocument request =
        new BsonDocument("_shardsvrReshardCollection", new BsonString(ns.toString()))
            .append("provenance", new BsonString("reshardCollection"));
    for (String field :
        List.of("key", "numInitialChunks", "zones", "forceRedistribution", "demoMode")) {
      if (command.containsKey(field) && !command.get(field).isNull()) {
        request.append(field, command.get(field));
      }
    }
    return begin(ns, request);
  }

  /**
   * The primary shard of the database hands the request to the config servers; {@code
   * {stoppedBefore?}}.
   */
  BsonDocument begin(Namespace ns, BsonDocument request) {
    try {
      BsonDocument reply =
          calls.unversioned(cache.primaryOf(ns.db()).orElseThrow(), "admin", request);
      return reply.containsKey("stoppedBefore")
          ? Replies.ok(new BsonDocument("stoppedBefore", reply.get("stoppedBefore")))
          : Replies.ok();
    } finally {
      cache.invalidate(ns);
    }
  }

  private void check(BsonDocument command) {
    if (command.containsKey("shardDistribution")
        && environment.profile().majorVersion() >= MOVE_SINCE) {
      throw CommandException.notModelled("shardDistribution of reshardCollection");
    }
    if (Docs.truthy(command, "unique")) {
      throw new CommandException(
          ErrorCode.BAD_VALUE, "reshardCollection does not support unique: true");
    }
    if (!RequestFields.collation(command).isSimple()) {
      throw new CommandException(
          ErrorCode.BAD_VALUE,
          "The collation for reshardCollection must be {locale: 'simple'}, but found: "
              + ServerText.of(command.get("collation")));
    }
    if (command.containsKey("_presetReshardedChunks")) {
      throw new CommandException(
          ErrorCode.BAD_VALUE,
          "Test commands must be enabled when a value is provided for field:"
              + " _presetReshardedChunks");
    }
    BsonValue chunks = command.get("numInitialChunks");
    if (chunks == null || !chunks.isNumber()) {
      return;
    }
    double count = chunks.asNumber().doubleValue();
    if (!(count >= 1 && count <= CHUNKS_MAX)) {
      throw new CommandException(
          ErrorCode.BAD_VALUE,
          "BSON field 'numInitialChunks' value must be "
              + (count > CHUNKS_MAX ? "<= " + CHUNKS_MAX : ">= 1")
              + ", actual value '"
              + (long) count
              + "'");
    }
  }

  private void requireZones(Namespace ns, BsonDocument command) {
    if (command.containsKey("zones")) {
      return;
    }
    BsonDocument find =
        new BsonDocument("find", new BsonString("tags"))
            .append("filter", new BsonDocument("ns", new BsonString(ns.toString())))
            .append("limit", new BsonInt32(1));
    BsonDocument reply =
        environment.network().require(calls.router(), NodeId.CONFIG, "config", find);
    if (!Replies.batchOf(reply).isEmpty()) {
      throw new CommandException(ErrorCode.BAD_VALUE, "Must specify value for zones field");
    }
  }

  /** {@code {unshardCollection: ns, toShard?}}; without it the shard with the least data. */
  private BsonDocument unshardCollection(BsonDocument command) {
    Namespace ns = ShardingCommands.requireNamespace(command);
    Routing routing = calls.fresh(ns);
    if (!routing.isTracked()) {
      throw new CommandException(
          ErrorCode.NAMESPACE_NOT_FOUND, "Namespace " + ns + " is not tracked in the catalog");
    }
    if (!routing.isSharded()) {
      throw new CommandException(
          ErrorCode.NAMESPACE_NOT_SHARDED, "Namespace " + ns + " is not sharded");
    }
    ShardId to =
        command.containsKey("toShard")
            ? new ShardId(ShardingCommands.requireText(command, "toShard"))
            : emptiest();
    return begin(ns, toShard(ns, "unshardCollection", to));
  }

  static BsonDocument toShard(Namespace ns, String provenance, ShardId to) {
    return new BsonDocument("_shardsvrReshardCollection", new BsonString(ns.toString()))
        .append("provenance", new BsonString(provenance))
        .append("toShard", new BsonString(to.name()));
  }

  private ShardId emptiest() {
    BsonDocument reply = calls.config(new BsonDocument("listShards", new BsonInt32(1)));
    ShardId emptiest = null;
    long least = Long.MAX_VALUE;
    for (BsonValue row : reply.getArray("shards")) {
      if (Docs.truthy(row.asDocument(), "draining")) {
        continue;
      }
      ShardId shard = new ShardId(row.asDocument().getString("_id").getValue());
      BsonDocument sizes =
          calls.unversioned(shard, "admin", new BsonDocument("listDatabases", new BsonInt32(1)));
      long size = sizes.getNumber("totalSize").longValue();
      if (size < least) {
        least = size;
        emptiest = shard;
      }
    }
    if (emptiest == null) {
      throw new CommandException(ErrorCode.SHARD_NOT_FOUND, "No shards found");
    }
    return emptiest;
  }

  private BsonDocument abort(BsonDocument command, String provenance) {
    Namespace ns = ShardingCommands.requireNamespace(command);
    calls.config(
        new BsonDocument("_configsvrAbortReshardCollection", new BsonString(ns.toString()))
            .append("provenance", new BsonString(provenance)));
    return Replies.ok();
  }

  private BsonDocument forward(BsonDocument command, String as) {
    Namespace ns = ShardingCommands.requireNamespace(command);
    calls.config(new BsonDocument(as, new BsonString(ns.toString())));
    cache.invalidate(ns);
    return Replies.ok();
  }
}
