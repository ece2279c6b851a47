package shardsh.core.mongos;

import java.util.List;
import java.util.Map;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.base.ServerProfile;
import shardsh.core.bson.Docs;
import shardsh.core.bson.ServerText;
import shardsh.core.bson.TypeNames;
import shardsh.core.keys.KeyHash;
import shardsh.core.query.Collation;
import shardsh.core.rpc.AdminDatabase;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;
import shardsh.core.sharding.ShardKeyPattern;

/**
 * Sharding a collection, and splitting, moving and merging its chunks, as a person asks for it.
 * Source: {@code sharding-facts.md}, sections 7.1 to 7.6 and 8.3.
 */
final class ShardingCommands {
  /** Since then shardCollection takes numInitialChunks and passes over it: SERVER-74747. */
  private static final String INITIAL_CHUNKS_IGNORED_SINCE = "7.2";

  private final Environment environment;
  private final ShardCalls calls;
  private final CatalogCache cache;

  ShardingCommands(Environment environment, ShardCalls calls, CatalogCache cache) {
    this.environment = environment;
    this.calls = calls;
    this.cache = cache;
  }

  void addTo(Map<String, RouterCommand> commands) {
    commands.put("enableSharding", admin(this::enableSharding));
    commands.put("shardCollection", admin(this::shardCollection));
    ShardKeyCommands keys = new ShardKeyCommands(environment, calls, cache);
    keys.addTo(commands);
    new ReshardingRequests(environment, calls, cache, keys).addTo(commands);
    new MovePrimary(environment, calls, cache).addTo(commands);
    commands.put("split", admin(this::split));
    commands.put("moveChunk", admin(this::moveChunk));
    if (environment.profile().isAtLeast("6.0")) {
      commands.put("moveRange", admin(this::moveRange));
    }
    commands.put("mergeChunks", admin(this::mergeChunks));
    if (environment.profile().autoMerge()) {
      commands.put("mergeAllChunksOnShard", admin(this::mergeAllChunksOnShard));
    }
    commands.put("clearJumboFlag", admin(this::clearJumboFlag));
  }

  /** The command, refused on any database but admin. */
  static RouterCommand admin(RouterCommand command) {
    return new AdminCommand(command);
  }

  /** A command of the admin database alone, which is refused before its fields are looked at. */
  record AdminCommand(RouterCommand command) implements RouterCommand {
    @Override
    public BsonDocument run(String db, BsonDocument document) {
      AdminDatabase.require(db, Docs.firstName(document));
      return command.run(db, document);
    }
  }

  private BsonDocument enableSharding(String db, BsonDocument command) {
    String name = requireText(command, "enableSharding");
    if (name.equals("config")) {
      return Replies.ok();
    }
    BsonDocument request =
        new BsonDocument("_configsvrCreateDatabase", new BsonString(name))
            .append("enableSharding", BsonBoolean.TRUE);
    if (command.containsKey("primaryShard")) {
      request.append("primaryShardId", new BsonString(requireText(command, "primaryShard")));
    }
    BsonDocument reply = calls.config(request);
    cache.learnDatabase(reply.getDocument("database"));
    return Replies.ok();
  }

  static String requireText(BsonDocument command, String field) {
    BsonValue value = command.get(field);
    if (value == null || !value.isString()) {
      throw new CommandException(
          ErrorCode.TYPE_MISMATCH,
          "BSON field '"
              + command.getFirstKey()
              + (command.getFirstKey().equals(field) ? "" : "." + field)
              + "' is the wrong type '"
              + (value == null ? "missing" : TypeNames.of(value))
              + "', expected type 'string'");
    }
    return value.asString().getValue();
  }

  static Namespace requireNamespace(BsonDocument command) {
    return Namespace.parse(requireText(command, command.getFirstKey()));
  }

  private BsonDocument shardCollection(String db, BsonDocument command) {
    Namespace ns = requireNamespace(command);
    BsonDocument key = command.getDocument("key");
    if (key.isEmpty()) {
      throw new CommandException(ErrorCode.BAD_VALUE, "Shard key is empty");
    }
    if (ns.isInternal() || ns.collection().startsWith("system.")) {
      throw new CommandException(
          ErrorCode.ILLEGAL_OPERATION,
          ns.isInternal()
              ? "can't shard '" + ns.db() + "' database"
              : "can't shard system namespaces");
    }
    if (ns.collection().contains("$")) {
      throw new CommandException(
          ErrorCode.INVALID_NAMESPACE, "Invalid collection name: " + ns.collection());
    }
    ServerProfile profile = environment.profile();
    ShardKeyPattern pattern = ShardKeyPattern.parse(key, KeyHash.REAL);
    boolean unique = Docs.truthy(command, "unique");
    if (pattern.isHashed() && unique) {
      throw new CommandException(
          ErrorCode.INVALID_OPTIONS,
          "Hashed shard keys cannot be declared unique. It's possible to ensure uniqueness on the"
              + " hashed field by declaring an additional (non-hashed) unique index on the field.");
    }
    Collation collation = RequestFields.collation(command);
    if (!collation.isSimple()) {
      throw new CommandException(
          ErrorCode.BAD_VALUE,
          "The collation for shardCollection must be {locale: 'simple'}, but found: "
              + ServerText.of(command.get("collation")));
    }
    if (command.containsKey("timeseries")) {
      throw new CommandException(
          ErrorCode.COMMAND_NOT_SUPPORTED,
          "sharded time series collections are not modelled in shardsh");
    }
    requireDatabase(ns.db(), profile);
    cache.invalidate(ns);
    Routing routing = cache.routing(ns);
    if (routing.isSharded()) {
      return sameAgainOrRefuse(routing.table().orElseThrow(), pattern, unique);
    }
    BsonDocument request =
        new BsonDocument("_shardsvrCreateCollection", new BsonString(ns.toString()));
    for (String field : List.of("key", "unique", "numInitialChunks", "presplitHashedZones")) {
      boolean passedOver =
          field.equals("numInitialChunks") && profile.isAtLeast(INITIAL_CHUNKS_IGNORED_SINCE);
      if (command.containsKey(field) && !passedOver) {
        request.append(field.equals("key") ? "shardKey" : field, command.get(field));
      }
    }
    request.append("collationGiven", BsonBoolean.valueOf(command.containsKey("collation")));
    BsonDocument made =
        environment
            .network()
            .require(router(), routing.primary().orElseThrow().node(), "admin", request);
    cache.invalidate(ns);
    return sharded(ns, made.get("collectionUUID"));
  }

  /** Servers before 5.0 tell the collection's UUID as well. */
  private BsonDocument sharded(Namespace ns, BsonValue uuid) {
    BsonDocument reply = new BsonDocument("collectionsharded", new BsonString(ns.toString()));
    if (!environment.profile().isAtLeast("5.0")) {
      reply.append("collectionUUID", uuid);
    }
    return Replies.ok(reply);
  }

  private NodeId router() {
    return calls.router();
  }

  private void requireDatabase(String name, ServerProfile profile) {
    if (cache.primaryOf(name).isPresent()) {
      if (!profile.implicitSharding() && !isPartitioned(name)) {
        throw notEnabled(name);
      }
      return;
    }
    if (!profile.implicitSharding()) {
      throw notEnabled(name);
    }
    BsonDocument reply =
        calls.config(new BsonDocument("_configsvrCreateDatabase", new BsonString(name)));
    cache.learnDatabase(reply.getDocument("database"));
  }

  private boolean isPartitioned(String name) {
    BsonDocument reply =
        calls.config(new BsonDocument("_configsvrCreateDatabase", new BsonString(name)));
    return Docs.truthy(reply.getDocument("database"), "partitioned");
  }

  private static CommandException notEnabled(String name) {
    return new CommandException(ErrorCode.ILLEGAL_OPERATION, "sharding not enabled for db " + name);
  }

  private BsonDocument sameAgainOrRefuse(
      RoutingTable table, ShardKeyPattern pattern, boolean unique) {
    boolean same =
        table.shardKey().keyPattern().equals(pattern.keyPattern()) && table.unique() == unique;
    if (!same) {
      throw new CommandException(
          ErrorCode.ALREADY_INITIALIZED, "sharding already enabled for collection " + table.ns());
    }
    return sharded(table.ns(), table.uuid());
  }

  /** Hands the request to the config servers, who know which chunks there are. */
  private BsonDocument forward(String as, BsonDocument command) {
    requireNamespace(command);
    BsonDocument request = new BsonDocument(as, command.get(command.getFirstKey()));
    command.forEach(
        (name, value) -> {
          if (!name.equals(command.getFirstKey())) {
            request.append(name, value);
          }
        });
    return calls.config(request);
  }

  private BsonDocument split(String db, BsonDocument command) {
    forward("_configsvrSplit", command);
    return Replies.ok();
  }

  private BsonDocument moveChunk(String db, BsonDocument command) {
    long before = environment.clock().nowMillis();
    BsonValue to = command.get("to");
    if (to == null || (to.isString() && to.asString().getValue().isEmpty())) {
      throw new CommandException(
          ErrorCode.NONE, "you have to specify where you want to move the chunk");
    }
    requireText(command, "to");
    BsonDocument reply = forward("_configsvrMoveChunk", command);
    BsonDocument answer =
        new BsonDocument("millis", Docs.int32((int) (environment.clock().nowMillis() - before)));
    if (reply.containsKey("stoppedBefore")) {
      answer.append("stoppedBefore", reply.get("stoppedBefore"));
    }
    return Replies.ok(answer);
  }

  private BsonDocument moveRange(String db, BsonDocument command) {
    requireText(command, "toShard");
    BsonDocument reply = forward("_configsvrMoveRange", command);
    return reply.containsKey("stoppedBefore")
        ? Replies.ok(new BsonDocument("stoppedBefore", reply.get("stoppedBefore")))
        : Replies.ok();
  }

  private BsonDocument mergeChunks(String db, BsonDocument command) {
    forward("_configsvrMergeChunks", command);
    return Replies.ok();
  }

  /** {@code {mergeAllChunksOnShard: ns, shard, maxNumberOfChunksToMerge?}}, 7.0 and later. */
  private BsonDocument mergeAllChunksOnShard(String db, BsonDocument command) {
    Namespace ns = requireNamespace(command);
    ShardId shard = new ShardId(requireText(command, "shard"));
    if (!environment.shards().contains(shard)) {
      throw new CommandException(ErrorCode.SHARD_NOT_FOUND, "Shard " + shard + " does not exist");
    }
    BsonDocument request =
        new BsonDocument("_shardsvrMergeAllChunksOnShard", new BsonString(ns.toString()));
    if (command.containsKey("maxNumberOfChunksToMerge")) {
      request.append("maxNumberOfChunksToMerge", command.get("maxNumberOfChunksToMerge"));
    }
    environment.network().require(router(), shard.node(), "admin", request);
    return Replies.ok();
  }

  private BsonDocument clearJumboFlag(String db, BsonDocument command) {
    forward("_configsvrClearJumbo", command);
    return Replies.ok();
  }
}
