package shardsh.core.mongod;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Replies;
import shardsh.core.rpc.RoutingLoader;
import shardsh.core.sharding.ChunkVersion;
import shardsh.core.sharding.DatabaseVersion;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;
import shardsh.core.sharding.StaleConfigInfo;

/**
 * What a shard knows of the cluster's metadata, and the check of the versions that come with
 * requests. Source: {@code sharding-facts.md}, section 4.
 */
final class ShardingState {
  private final Environment environment;
  private final Map<Namespace, Optional<RoutingTable>> tables = new TreeMap<>();
  private final Map<String, DatabaseVersion> databases = new TreeMap<>();
  private final Map<String, BsonTimestamp> dropped = new TreeMap<>();
  private ShardId shard;

  ShardingState(Environment environment, ShardId shard) {
    this.environment = environment;
    this.shard = shard;
  }

  ShardingState copy(Environment otherEnvironment) {
    ShardingState copy = new ShardingState(otherEnvironment, shard);
    copy.tables.putAll(tables);
    copy.databases.putAll(databases);
    copy.dropped.putAll(dropped);
    return copy;
  }

  ShardId shard() {
    return shard;
  }

  void becomes(ShardId id) {
    shard = id;
  }

  /** The table this shard filters by; empty when unsharded or when it does not know. */
  Optional<RoutingTable> table(Namespace ns) {
    return tables.getOrDefault(ns, Optional.empty());
  }

  boolean knows(Namespace ns) {
    return tables.containsKey(ns);
  }

  /** Takes over a table without asking, when the cluster starts. */
  void learn(Namespace ns, Optional<RoutingTable> table) {
    tables.put(ns, table);
  }

  void forget(Namespace ns) {
    tables.remove(ns);
  }

  void learnDatabase(String name, DatabaseVersion version) {
    databases.put(name, version);
  }

  /** The version this shard knows of a database; empty when it never heard of it. */
  Optional<DatabaseVersion> databaseVersion(String name) {
    return Optional.ofNullable(databases.get(name));
  }

  /** The database is gone: requests that believe in any that was made before are stale. */
  void databaseDropped(String name) {
    databases.remove(name);
    tables.keySet().removeIf(ns -> ns.db().equals(name));
    dropped.put(name, environment.clusterTime());
  }

  /** Asks the config servers for what is new. */
  Optional<RoutingTable> refresh(Namespace ns) {
    Optional<RoutingTable> fresh = new RoutingLoader(environment).load(shard.node(), ns, table(ns));
    tables.put(ns, fresh);
    return fresh;
  }

  /** Asks what is new; when nobody answers, asks again before the next request. */
  void refreshOrForget(Namespace ns) {
    try {
      refresh(ns);
    } catch (CommandException unreachable) {
      forget(ns);
    }
  }

  /**
   * Checks the {@code shardVersion} of a request and gives the filter for its reads: empty for
   * unversioned requests, unsharded collections and read concern available.
   *
   * @throws CommandException STALE_CONFIG with a {@link StaleConfigInfo}
   */
  Optional<OwnershipFilter> check(Namespace ns, BsonDocument command) {
    BsonValue sent = command.get("shardVersion");
    if (sent == null || isAvailable(command)) {
      return Optional.empty();
    }
    ChunkVersion received = ChunkVersion.parse(sent.asDocument());
    if (received.isIgnored()) {
      return Optional.empty();
    }
    if (!knows(ns)) {
      refresh(ns);
    }
    Optional<RoutingTable> table = table(ns);
    ChunkVersion own = table.map(known -> known.shardVersion(shard)).orElse(ChunkVersion.UNSHARDED);
    if (!own.isCompatibleWith(received)) {
      StaleConfigInfo info = new StaleConfigInfo(ns, shard, received, Optional.of(own));
      if (isBehind(own, received)) {
        refresh(ns);
      }
      throw new CommandException(ErrorCode.STALE_CONFIG, reason(ns, own, received), info);
    }
    return table.map(known -> new OwnershipFilter(known, shard));
  }

  /**
   * Checks database and shard version of a request, and gives the filter for its reads as {@link
   * #check} does.
   *
   * @throws CommandException STALE_CONFIG or STALE_DB_VERSION
   */
  Optional<OwnershipFilter> checkBoth(Namespace ns, BsonDocument command) {
    checkDatabase(ns.db(), command);
    return check(ns, command);
  }

  /**
   * What the shard owns, for the rules about shard keys in writes: as {@link #check}, but also for
   * writes that go to every shard whatever its version.
   */
  Optional<OwnershipFilter> ownership(Namespace ns, BsonDocument command) {
    BsonValue sent = command.get("shardVersion");
    if (sent == null || !ChunkVersion.parse(sent.asDocument()).isIgnored()) {
      return check(ns, command);
    }
    if (!knows(ns)) {
      refresh(ns);
    }
    return table(ns).map(known -> new OwnershipFilter(known, shard));
  }

  private static boolean isAvailable(BsonDocument command) {
    BsonValue readConcern = command.get("readConcern");
    return readConcern != null
        && readConcern.isDocument()
        && readConcern.asDocument().isString("level")
        && readConcern.asDocument().getString("level").getValue().equals("available");
  }

  private static boolean isBehind(ChunkVersion own, ChunkVersion received) {
    if (!own.generation().equals(received.generation())) {
      return received.generation().timestamp().compareTo(own.generation().timestamp()) > 0;
    }
    return own.isOlderThan(received);
  }

  private static String reason(Namespace ns, ChunkVersion own, ChunkVersion received) {
    if (received.isUnsharded()) {
      return "this shard contains chunks for "
          + ns
          + ", but the client expects unsharded collection";
    }
    if (!own.generation().equals(received.generation())) {
      return "epoch mismatch detected for " + ns;
    }
    if (own.major() == 0) {
      return "this shard no longer contains chunks for "
          + ns
          + ", the collection may have been dropped or the chunks moved";
    }
    return "version mismatch detected for " + ns;
  }

  /**
   * Checks the {@code databaseVersion} of a request for an unsharded collection.
   *
   * @throws CommandException STALE_DB_VERSION
   */
  void checkDatabase(String db, BsonDocument command) {
    BsonValue sent = command.get("databaseVersion");
    if (sent == null) {
      return;
    }
    DatabaseVersion received = DatabaseVersion.parse(sent.asDocument());
    BsonTimestamp end = dropped.get(db);
    boolean gone =
        end != null && received.timestamp().compareTo(end) <= 0 && !isThereAfterAll(db, received);
    DatabaseVersion own = databases.get(db);
    if (gone || (own != null && own.isNewerThan(received))) {
      BsonDocument detail =
          new BsonDocument("db", new BsonString(db)).append("vReceived", received.toBson());
      if (own != null) {
        detail.append("vWanted", own.toBson());
      }
      throw new CommandException(
          ErrorCode.STALE_DB_VERSION, "version mismatch for database " + db, detail);
    }
    databases.put(db, received);
  }

  /**
   * Asks the config servers, who may not have heard of the end of a drop. The database may have
   * another primary since: then its version is newer than the one received.
   */
  private boolean isThereAfterAll(String db, DatabaseVersion received) {
    Optional<DatabaseVersion> version =
        databaseRow(db).map(row -> DatabaseVersion.parse(row.getDocument("version")));
    if (version.isEmpty() || !version.get().timestamp().equals(received.timestamp())) {
      return false;
    }
    dropped.remove(db);
    databases.put(db, version.get());
    return !version.get().isNewerThan(received);
  }

  /** What the config servers have of a database now; empty when there is none of that name. */
  Optional<BsonDocument> databaseRow(String db) {
    BsonDocument reply =
        environment
            .network()
            .require(
                shard.node(),
                NodeId.CONFIG,
                "config",
                new BsonDocument("find", new BsonString("databases"))
                    .append("filter", new BsonDocument("_id", new BsonString(db)))
                    .append("routingFor", new BsonString(db)));
    return Replies.batchOf(reply).stream().map(BsonValue::asDocument).findFirst();
  }
}
