package shardsh.core.mongos;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Replies;
import shardsh.core.rpc.RoutingLoader;
import shardsh.core.sharding.DatabaseVersion;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;

/**
 * A router's copies of databases and routing tables. Nothing pushes changes to it: an entry is
 * asked for when it is first used, and again after somebody found it stale.
 */
public final class CatalogCache {

  /** A collection as it was last seen; {@code table} is empty when it was not sharded. */
  public record Entry(Optional<RoutingTable> table, boolean stale) {}

  /** A database as it was last seen. */
  public record Database(ShardId primary, DatabaseVersion version) {}

  private final Environment environment;
  private final NodeId router;
  private final Map<String, Database> databases = new TreeMap<>();
  private final Map<Namespace, Entry> collections = new TreeMap<>();

  CatalogCache(Environment environment, NodeId router) {
    this.environment = environment;
    this.router = router;
  }

  CatalogCache copy(Environment otherEnvironment) {
    CatalogCache copy = new CatalogCache(otherEnvironment, router);
    copy.databases.putAll(databases);
    copy.collections.putAll(collections);
    return copy;
  }

  /** Forgets everything, as a process that was started again. */
  public void forget() {
    databases.clear();
    collections.clear();
  }

  /** What is cached, by namespace; for pictures, not for routing. */
  public Map<Namespace, Entry> entries() {
    return new TreeMap<>(collections);
  }

  /** What is cached of one collection; for pictures, not for routing. */
  public Optional<Entry> entry(Namespace ns) {
    return Optional.ofNullable(collections.get(ns));
  }

  /** The databases that are cached, by name; for pictures, not for routing. */
  public Map<String, Database> databases() {
    return new TreeMap<>(databases);
  }

  /** Takes over a table without asking, when the cluster starts. */
  public void learn(RoutingTable table) {
    collections.put(table.ns(), new Entry(Optional.of(table), false));
  }

  /** Takes over a database without asking, when the cluster starts. */
  public void learnDatabase(String name, ShardId primary, DatabaseVersion version) {
    databases.put(name, new Database(primary, version));
  }

  /** The routing of a collection, asked for if it is not known or known to be stale. */
  Routing routing(Namespace ns) {
    Optional<Database> database = database(ns.db());
    if (database.isEmpty()) {
      return new Routing(ns, Optional.empty(), Optional.empty(), Optional.empty());
    }
    Entry entry = collections.get(ns);
    if (entry == null || entry.stale()) {
      Optional<RoutingTable> known = entry == null ? Optional.empty() : entry.table();
      entry = new Entry(new RoutingLoader(environment).load(router, ns, known), false);
      collections.put(ns, entry);
    }
    Optional<ShardId> holder =
        entry.table().filter(RoutingTable::isUnsplittable).map(table -> table.owners().get(0));
    return new Routing(
        ns,
        holder.or(() -> database.map(Database::primary)),
        database.map(Database::version),
        entry.table());
  }

  /** The primary shard of a database; empty when it does not exist. */
  Optional<ShardId> primaryOf(String name) {
    return database(name).map(Database::primary);
  }

  Optional<DatabaseVersion> databaseVersion(String name) {
    return database(name).map(Database::version);
  }

  private Optional<Database> database(String name) {
    Database known = databases.get(name);
    if (known == null) {
      known = loadDatabase(name);
      if (known != null) {
        databases.put(name, known);
      }
    }
    return Optional.ofNullable(known);
  }

  private Database loadDatabase(String name) {
    BsonDocument reply =
        environment
            .network()
            .require(
                router,
                NodeId.CONFIG,
                "config",
                new BsonDocument("find", new BsonString("databases"))
                    .append("filter", new BsonDocument("_id", new BsonString(name)))
                    .append("routingFor", new BsonString(name)));
    BsonArray rows = Replies.batchOf(reply);
    return rows.isEmpty() ? null : parse(rows.get(0).asDocument());
  }

  private static Database parse(BsonDocument row) {
    return new Database(
        new ShardId(row.getString("primary").getValue()),
        DatabaseVersion.parse(row.getDocument("version")));
  }

  /** Takes over a row of config.databases that came with a reply. */
  void learnDatabase(BsonDocument row) {
    databases.put(row.getString("_id").getValue(), parse(row));
  }

  /** The collection must be asked for before it is used again. */
  void invalidate(Namespace ns) {
    collections.computeIfPresent(ns, (key, entry) -> new Entry(entry.table(), true));
  }

  /** The database, and every collection in it that was not sharded, must be asked for again. */
  void invalidateDatabase(String name) {
    databases.remove(name);
    List<Namespace> known = new ArrayList<>(collections.keySet());
    for (Namespace ns : known) {
      if (ns.db().equals(name)) {
        invalidate(ns);
      }
    }
  }

  /** Everything must be asked for again. */
  void invalidateAll() {
    databases.clear();
    List<Namespace> known = new ArrayList<>(collections.keySet());
    known.forEach(this::invalidate);
  }

  /** Forgets a collection altogether. */
  void forget(Namespace ns) {
    collections.remove(ns);
  }
}
