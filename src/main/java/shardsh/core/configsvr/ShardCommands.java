package shardsh.core.configsvr;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.NodeId;
import shardsh.core.bson.Docs;
import shardsh.core.bson.TypeNames;
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
    commands.put("_configsvrAddShard", (db, command) -> addShard(command));
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

  /**
   * {@code {_configsvrAddShard: "rs/host:port,…", name?}} → {@code {shardAdded: id}}. The set must
   * be initiated and reachable; the wiring names its node by the set's name.
   */
  private BsonDocument addShard(BsonDocument command) {
    String url = command.getString("_configsvrAddShard").getValue();
    refuseMaxSize(command);
    int slash = url.indexOf('/');
    String setName = slash < 0 ? "" : url.substring(0, slash);
    List<String> hosts = Arrays.asList(url.substring(slash + 1).split(","));
    hosts.forEach(host -> checkHost(host, url));
    Optional<String> name =
        Optional.ofNullable(command.get("name")).map(value -> value.asString().getValue());
    if (name.isPresent() && name.get().isEmpty()) {
      throw new CommandException(ErrorCode.BAD_VALUE, "shard name cannot be empty");
    }
    if (slash > 0
        && environment.network().nodeAt(hosts.get(0)).isEmpty()
        && !environment.network().knows(new NodeId(setName))) {
      environment.startShard(setName, hosts.get(0));
    }
    BsonDocument hello = hello(url, hosts.get(0));
    checkSet(url, setName, hello);
    String set = hello.getString("setName").getValue();
    ShardId id = new ShardId(name.orElse(set));
    if (id.equals(ShardId.CONFIG)) {
      throw new CommandException(
          ErrorCode.BAD_VALUE, "use of shard replica set with name 'config' is not allowed");
    }
    String host = set + "/" + String.join(",", memberHosts(hello, hosts));
    for (ConfigCatalog.ShardEntry present : state.catalog().shards().values()) {
      if (present.host().equals(host) && present.id().equals(id)) {
        return added(id);
      }
      checkAgainst(present, id, set, hosts);
    }
    refuseForeignDatabases(hello, id);
    environment
        .network()
        .require(
            NodeId.CONFIG,
            new NodeId(set),
            "admin",
            new BsonDocument("_addShard", Docs.int32(1))
                .append("shardIdentity", new BsonDocument("shardName", new BsonString(id.name()))));
    environment.network().addAlias(id.node(), new NodeId(set));
    state.replace(
        state
            .catalog()
            .withShard(
                new ConfigCatalog.ShardEntry(
                    id, host, false, Optional.empty(), environment.nextClusterTime())));
    state.log(
        "addShard",
        "",
        new BsonDocument("name", new BsonString(id.name())).append("host", new BsonString(host)));
    return added(id);
  }

  /**
   * A limit on the shard's size, in MB; 0 is none. Source: the manual's page on addShard: gone
   * since 6.2, InvalidOptions. The wording is ours.
   */
  private void refuseMaxSize(BsonDocument command) {
    BsonValue maxSize = command.get("maxSize");
    if (maxSize == null) {
      return;
    }
    if (environment.profile().isAtLeast("6.2")) {
      throw new CommandException(
          ErrorCode.INVALID_OPTIONS, "addShard has no field maxSize since 6.2");
    }
    if (!maxSize.isNumber()) {
      throw new CommandException(
          ErrorCode.TYPE_MISMATCH,
          "\"maxSize\" had the wrong type. Expected long, found " + TypeNames.of(maxSize));
    }
    if (maxSize.asNumber().longValue() != 0) {
      throw new CommandException(
          ErrorCode.COMMAND_NOT_SUPPORTED, "maxSize of addShard is not modelled in shardsh");
    }
  }

  /** {@code host} or {@code host:port}. The codes are observed, the wording is ours. */
  private static void checkHost(String host, String url) {
    int colon = host.lastIndexOf(':');
    if ((colon < 0 ? host : host.substring(0, colon)).isBlank()) {
      throw badHost(url, "it names no host");
    }
    String port = colon < 0 ? "27017" : host.substring(colon + 1);
    if (port.isEmpty() || port.length() > 5 || !port.chars().allMatch(c -> c >= '0' && c <= '9')) {
      throw badHost(url, "'" + port + "' is not a port");
    }
    int number = Integer.parseInt(port);
    if (number < 1 || number > 65_535) {
      throw badHost(url, "port " + number + " is not from 1 to 65535");
    }
  }

  private static CommandException badHost(String url, String reason) {
    return new CommandException(
        ErrorCode.FAILED_TO_PARSE, "cannot add shard '" + url + "': " + reason);
  }

  /** The config servers become a shard as well; being one already is success. */
  private BsonDocument becomeShard() {
    ShardId id = ShardId.CONFIG;
    if (state.catalog().shards().containsKey(id)) {
      return Replies.ok();
    }
    environment.startConfigShard();
    String host = environment.network().connectionString(NodeId.CONFIG);
    state.replace(
        state
            .catalog()
            .withShard(
                new ConfigCatalog.ShardEntry(
                    id, host, false, Optional.empty(), environment.nextClusterTime())));
    state.log(
        "addShard",
        "",
        new BsonDocument("name", new BsonString(id.name())).append("host", new BsonString(host)));
    return Replies.ok();
  }

  private static BsonDocument added(ShardId id) {
    return Replies.ok(new BsonDocument("shardAdded", new BsonString(id.name())));
  }

  private BsonDocument hello(String url, String firstHost) {
    NodeId node =
        environment
            .network()
            .nodeAt(firstHost)
            .orElseThrow(
                () ->
                    new CommandException(
                        ErrorCode.OPERATION_FAILED,
                        "failed to run command { hello: 1 } when attempting to add shard "
                            + url
                            + " :: caused by :: HostUnreachable: Error connecting to "
                            + firstHost
                            + " :: caused by :: Connection refused"));
    return environment
        .network()
        .require(NodeId.CONFIG, node, "admin", new BsonDocument("hello", Docs.int32(1)));
  }

  private static void checkSet(String url, String setName, BsonDocument hello) {
    if (hello.containsKey("msg")) {
      throw new CommandException(ErrorCode.ILLEGAL_OPERATION, "cannot add a mongos as a shard");
    }
    if (!hello.containsKey("setName")) {
      throw new CommandException(
          ErrorCode.NOT_YET_INITIALIZED,
          "Cannot add "
              + url
              + " as a shard since the replica set is not initialized; run"
              + " rs.initiate() on it first");
    }
    String actual = hello.getString("setName").getValue();
    if (setName.isEmpty()) {
      throw new CommandException(
          ErrorCode.OPERATION_FAILED,
          "host is part of set "
              + actual
              + "; use replica set url format <setname>/<server1>,<server2>, ...");
    }
    if (!actual.equals(setName)) {
      throw new CommandException(
          ErrorCode.OPERATION_FAILED,
          "the provided connection string ("
              + url
              + ") does not match the actual set name "
              + actual);
    }
    if (Docs.truthy(hello, "configsvr")) {
      throw new CommandException(
          ErrorCode.OPERATION_FAILED,
          "Cannot add " + url + " as a shard since it is a config server");
    }
  }

  private static List<String> memberHosts(BsonDocument hello, List<String> asked) {
    BsonArray hosts = hello.getArray("hosts", new BsonArray());
    return hosts.isEmpty()
        ? asked
        : hosts.stream().map(host -> host.asString().getValue()).toList();
  }

  private static void checkAgainst(
      ConfigCatalog.ShardEntry present, ShardId id, String set, List<String> hosts) {
    String presentSet = present.host().substring(0, present.host().indexOf('/'));
    if (presentSet.equals(set)) {
      throw new CommandException(
          ErrorCode.ILLEGAL_OPERATION,
          "A shard named "
              + present.id()
              + " containing the replica set '"
              + set
              + "' already exists");
    }
    List<String> presentHosts =
        Arrays.asList(present.host().substring(present.host().indexOf('/') + 1).split(","));
    for (String host : hosts) {
      if (presentHosts.contains(host)) {
        throw new CommandException(
            ErrorCode.ILLEGAL_OPERATION,
            "'" + host + "' is already a member of the existing shard '" + present.host() + "'");
      }
    }
    if (present.id().equals(id)) {
      throw new CommandException(
          ErrorCode.ILLEGAL_OPERATION, "A shard named " + id + " already exists");
    }
  }

  private void refuseForeignDatabases(BsonDocument hello, ShardId id) {
    NodeId node = new NodeId(hello.getString("setName").getValue());
    BsonDocument reply =
        environment
            .network()
            .require(
                NodeId.CONFIG, node, "admin", new BsonDocument("listDatabases", Docs.int32(1)));
    for (BsonValue value : reply.getArray("databases")) {
      String name = value.asDocument().getString("name").getValue();
      ConfigCatalog.DatabaseEntry present = state.catalog().databases().get(name);
      if (present != null) {
        throw new CommandException(
            ErrorCode.OPERATION_FAILED,
            "can't add shard '"
                + id
                + "' because a local database '"
                + name
                + "' exists in another "
                + present.primary());
      }
    }
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
