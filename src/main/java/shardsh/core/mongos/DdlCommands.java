package shardsh.core.mongos;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.bson.Docs;
import shardsh.core.query.DatabaseRows;
import shardsh.core.query.MatchParser;
import shardsh.core.query.QueryContext;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;

/** Databases, collections and indexes as a router makes, lists and drops them. */
final class DdlCommands {
  /** Real drops never give up. */
  private static final int DROP_TRIES = 4;

  private static final String COLL_MOD_REPEATS_SINCE = "6.0";

  private final Environment environment;
  private final ShardCalls calls;
  private final CatalogCache cache;

  DdlCommands(Environment environment, ShardCalls calls, CatalogCache cache) {
    this.environment = environment;
    this.calls = calls;
    this.cache = cache;
  }

  void addTo(Map<String, RouterCommand> commands) {
    commands.put("create", this::create);
    commands.put("drop", this::drop);
    commands.put("dropDatabase", this::dropDatabase);
    commands.put("renameCollection", ShardingCommands.admin(this::rename));
    commands.put("listCollections", this::listCollections);
    commands.put("listDatabases", ShardingCommands.admin((db, command) -> listDatabases(command)));
    commands.put("createIndexes", (db, command) -> everyOwner(db, command, true, false));
    commands.put("dropIndexes", (db, command) -> everyOwner(db, command, false, false));
    commands.put("collMod", this::collMod);
    commands.put("listIndexes", this::listIndexes);
  }

  /** The database's primary shard; the database is made when there is none. */
  ShardId requirePrimary(String db) {
    Optional<ShardId> known = cache.primaryOf(db);
    if (known.isPresent()) {
      return known.get();
    }
    BsonDocument reply =
        calls.config(new BsonDocument("_configsvrCreateDatabase", new BsonString(db)));
    cache.learnDatabase(reply.getDocument("database"));
    return cache.primaryOf(db).orElseThrow();
  }

  /** The routing of a collection whose database is made when there is none. */
  Routing inDatabase(Routing routing) {
    if (routing.databaseExists()) {
      return routing;
    }
    requirePrimary(routing.ns().db());
    return cache.routing(routing.ns());
  }

  private BsonDocument create(String db, BsonDocument command) {
    Namespace ns = RequestFields.namespace(db, command, "create");
    if (ns.collection().startsWith("system.")) {
      throw new CommandException(ErrorCode.INVALID_NAMESPACE, "Invalid system namespace: " + ns);
    }
    checkOptions(command);
    if (ns.collection().contains("$")) {
      throw new CommandException(
          ErrorCode.INVALID_NAMESPACE, "Invalid collection name: " + ns.collection());
    }
    return calls.retrying(
        ns,
        given -> {
          Routing routing = inDatabase(given);
          if (routing.isSharded()) {
            throw new CommandException(
                ErrorCode.NAMESPACE_EXISTS, "namespace " + ns + " already exists");
          }
          return calls.callShard(routing, routing.primary().orElseThrow(), command);
        });
  }

  private static void checkOptions(BsonDocument command) {
    requireOneOf(command, "validationLevel", List.of("off", "strict", "moderate"));
    requireOneOf(command, "validationAction", List.of("error", "warn"));
    if (command.isString("viewOn") && command.getString("viewOn").getValue().isEmpty()) {
      throw new CommandException(ErrorCode.BAD_VALUE, "'viewOn' cannot be empty");
    }
  }

  private static void requireOneOf(BsonDocument command, String field, List<String> known) {
    if (command.isString(field) && !known.contains(command.getString(field).getValue())) {
      throw new CommandException(
          ErrorCode.BAD_VALUE,
          "Enumeration value '"
              + command.getString(field).getValue()
              + "' for field '"
              + command.getFirstKey()
              + "."
              + field
              + "' is not a valid value.");
    }
  }

  private BsonDocument collMod(String db, BsonDocument command) {
    checkOptions(command);
    if (command.isDocument("validator")) {
      MatchParser.parse(command.getDocument("validator"), QueryContext.of(environment.profile()));
    }
    boolean repeats = environment.profile().isAtLeast(COLL_MOD_REPEATS_SINCE);
    return everyOwner(db, command, false, repeats);
  }

  private BsonDocument drop(String db, BsonDocument command) {
    Namespace ns = RequestFields.namespace(db, command, "drop");
    if (cache.primaryOf(db).isEmpty()) {
      return nothingToDrop();
    }
    cache.invalidate(ns);
    Routing routing = cache.routing(ns);
    if (!routing.isTracked()) {
      return calls.retrying(
          ns,
          fresh ->
              fresh.databaseExists()
                  ? calls.callShard(fresh, fresh.primary().orElseThrow(), command)
                  : nothingToDrop());
    }
    List<ShardId> shards = allShards();
    requireReachable(shards);
    environment.toTheEnd(() -> dropOn(shards, ns));
    environment.operation().checkForInterrupt();
    return Replies.ok(new BsonDocument("ns", new BsonString(ns.toString())));
  }

  /**
   * Once begun, a drop is no longer the client's: real ones go on when its time is up. The config
   * servers hear of it first, so that no chunk moves meanwhile.
   */
  private void dropOn(List<ShardId> shards, Namespace ns) {
    BsonDocument remove =
        new BsonDocument("_configsvrRemoveCollection", new BsonString(ns.toString()));
    BsonDocument drop =
        new BsonDocument("_shardsvrDropCollectionParticipant", new BsonString(ns.toString()));
    insisting(() -> calls.config(remove));
    for (ShardId shard : shards) {
      insisting(() -> calls.unversioned(shard, "admin", drop));
    }
    cache.forget(ns);
  }

  /** Sends a step of a drop, which may be done twice, again when it failed. */
  private static void insisting(Runnable step) {
    for (int tries = 1; ; tries++) {
      try {
        step.run();
        return;
      } catch (CommandException e) {
        if (tries == DROP_TRIES) {
          throw e;
        }
      }
    }
  }

  /**
   * Real drops go on trying until every shard has answered; here they are refused before anything
   * has changed, unless an election brings a primary while the router looks for one.
   */
  private void requireReachable(List<ShardId> shards) {
    BsonDocument ping = new BsonDocument("ping", Docs.int32(1));
    if (environment.network().isDown(NodeId.CONFIG)) {
      calls.config(ping);
    }
    for (ShardId shard : shards) {
      if (environment.network().isDown(shard.node())) {
        calls.unversioned(shard, "admin", ping);
      }
    }
  }

  private BsonDocument nothingToDrop() {
    if (environment.profile().majorVersion() >= 7) {
      return Replies.ok();
    }
    throw new CommandException(ErrorCode.NAMESPACE_NOT_FOUND, "ns not found");
  }

  /** Every shard of the cluster, by id. */
  List<ShardId> allShards() {
    BsonDocument reply = calls.config(new BsonDocument("listShards", Docs.int32(1)));
    List<ShardId> shards = new ArrayList<>();
    for (BsonValue row : reply.getArray("shards")) {
      shards.add(new ShardId(row.asDocument().getString("_id").getValue()));
    }
    return shards;
  }

  private BsonDocument dropDatabase(String db, BsonDocument command) {
    BsonValue one = command.get("dropDatabase");
    if (!one.isNumber() || one.asNumber().doubleValue() != 1) {
      throw new CommandException(ErrorCode.BAD_VALUE, "have to pass 1 as db parameter");
    }
    if (db.equals("config") || db.equals("admin")) {
      throw new CommandException(ErrorCode.ILLEGAL_OPERATION, "Cannot drop '" + db + "' database");
    }
    if (cache.primaryOf(db).isEmpty()) {
      return Replies.ok();
    }
    List<ShardId> shards = allShards();
    requireReachable(shards);
    List<String> sharded = shardedCollections(db);
    environment.toTheEnd(() -> dropOn(shards, db, sharded));
    environment.operation().checkForInterrupt();
    return Replies.ok(new BsonDocument("dropped", new BsonString(db)));
  }

  private void dropOn(List<ShardId> shards, String db, List<String> sharded) {
    for (String collection : sharded) {
      BsonString ns = new BsonString(db + "." + collection);
      insisting(() -> calls.config(new BsonDocument("_configsvrRemoveCollection", ns)));
      cache.forget(new Namespace(db, collection));
    }
    BsonDocument drop = new BsonDocument("dropDatabase", Docs.int32(1));
    for (ShardId shard : shards) {
      insisting(() -> calls.unversioned(shard, db, drop));
    }
    calls.config(new BsonDocument("_configsvrRemoveDatabase", new BsonString(db)));
    cache.invalidateDatabase(db);
  }

  private List<String> shardedCollections(String db) {
    BsonDocument reply =
        environment
            .network()
            .require(
                calls.router(),
                NodeId.CONFIG,
                "config",
                new BsonDocument("find", new BsonString("collections")));
    List<String> names = new ArrayList<>();
    for (BsonValue row : Replies.batchOf(reply)) {
      Namespace ns = Namespace.parse(row.asDocument().getString("_id").getValue());
      if (ns.db().equals(db)) {
        names.add(ns.collection());
      }
    }
    return names;
  }

  private BsonDocument rename(String db, BsonDocument command) {
    Namespace from = Namespace.parse(command.getString("renameCollection").getValue());
    Namespace to = Namespace.parse(command.getString("to").getValue());
    if (from.equals(to)) {
      throw new CommandException(
          ErrorCode.ILLEGAL_OPERATION, "Can't rename a collection to itself");
    }
    if (to.collection().isEmpty() || to.collection().contains("$")) {
      throw new CommandException(ErrorCode.INVALID_NAMESPACE, "Invalid target namespace: " + to);
    }
    Routing routing = cache.routing(from);
    if (routing.isTracked()) {
      throw CommandException.notModelled("renaming a sharded collection");
    }
    Optional<ShardId> primary = routing.primary();
    if (primary.isEmpty()) {
      throw new CommandException(
          ErrorCode.NAMESPACE_NOT_FOUND, "Source collection " + from + " does not exist");
    }
    if (cache.routing(to).isTracked()) {
      throw CommandException.notModelled("replacing " + to + ", which is sharded or was moved,");
    }
    BsonDocument reply = calls.unversioned(primary.get(), "admin", command);
    cache.forget(from);
    cache.forget(to);
    return reply;
  }

  private BsonDocument listCollections(String db, BsonDocument command) {
    if (db.equals("config")) {
      return environment.network().require(calls.router(), NodeId.CONFIG, db, command);
    }
    Optional<ShardId> primary = cache.primaryOf(db);
    if (primary.isEmpty()) {
      return Replies.cursor("firstBatch", new BsonArray(), 0, db + ".$cmd.listCollections");
    }
    return calls.unversioned(primary.get(), db, command);
  }

  private BsonDocument listDatabases(BsonDocument command) {
    Map<String, Long> sizes = new TreeMap<>();
    Map<String, BsonDocument> byShard = new TreeMap<>();
    for (ShardId shard : allShards()) {
      BsonDocument reply =
          calls.unversioned(shard, "admin", new BsonDocument("listDatabases", Docs.int32(1)));
      for (BsonValue row : reply.getArray("databases")) {
        String name = row.asDocument().getString("name").getValue();
        long size = row.asDocument().getNumber("sizeOnDisk").longValue();
        sizes.merge(name, size, Long::sum);
        byShard
            .computeIfAbsent(name, key -> new BsonDocument())
            .append(shard.name(), new BsonInt64(size));
      }
    }
    sizes.put("admin", 0L);
    sizes.put("config", 0L);
    List<BsonDocument> rows = new ArrayList<>();
    for (Map.Entry<String, Long> size : sizes.entrySet()) {
      BsonDocument row =
          new BsonDocument("name", new BsonString(size.getKey()))
              .append("sizeOnDisk", new BsonInt64(size.getValue()))
              .append("empty", BsonBoolean.valueOf(size.getValue() == 0));
      if (byShard.containsKey(size.getKey())) {
        row.append("shards", byShard.get(size.getKey()));
      }
      rows.add(row);
    }
    return Replies.ok(DatabaseRows.reply(command, rows));
  }

  /**
   * Sends the command to all shards that have the collection, and puts their replies together.
   *
   * @param repeatsOne whether the reply about a collection that is not sharded also has the fields
   *     of the only shard's
   */
  private BsonDocument everyOwner(
      String db, BsonDocument command, boolean makesDatabase, boolean repeatsOne) {
    Namespace ns = RequestFields.namespace(db, command, command.getFirstKey());
    Map<ShardId, BsonDocument> done = new TreeMap<>();
    return calls.retrying(
        ns,
        given -> {
          Routing routing = makesDatabase ? inDatabase(given) : given;
          if (!routing.databaseExists()) {
            throw new CommandException(ErrorCode.NAMESPACE_NOT_FOUND, "ns not found " + ns);
          }
          List<ShardId> shards =
              routing
                  .table()
                  .map(RoutingTable::owners)
                  .orElseGet(() -> List.of(routing.primary().orElseThrow()));
          calls.scatterOnce(routing, shards, command, done);
          return withRaw(done, repeatsOne && !routing.isSharded());
        });
  }

  /**
   * {@code {raw: {"s0/127.0.0.1:27102": …}, ok: 1}}.
   *
   * @param repeats whether the reply of the only shard also stands before them
   */
  private BsonDocument withRaw(Map<ShardId, BsonDocument> replies, boolean repeats) {
    BsonDocument reply = new BsonDocument();
    if (repeats) {
      replies.values().forEach(reply::putAll);
      reply.remove("ok");
    }
    BsonDocument raw = new BsonDocument();
    replies.forEach((shard, one) -> raw.append(calls.connectionString(shard), one));
    return Replies.ok(reply.append("raw", raw));
  }

  private BsonDocument listIndexes(String db, BsonDocument command) {
    Namespace ns = RequestFields.namespace(db, command, "listIndexes");
    return calls.retrying(
        ns,
        routing -> {
          if (!routing.databaseExists()) {
            throw new CommandException(ErrorCode.NAMESPACE_NOT_FOUND, "ns does not exist: " + ns);
          }
          ShardId shard =
              routing
                  .table()
                  .map(table -> table.owners().get(0))
                  .orElseGet(() -> routing.primary().orElseThrow());
          return calls.callShard(routing, shard, command);
        });
  }
}
