package shardsh.core.cluster;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.bson.BsonDocument;
import org.bson.BsonType;
import org.bson.BsonValue;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.mongod.ShardServer;
import shardsh.core.mongos.CatalogCache;
import shardsh.core.mongos.Router;
import shardsh.core.rpc.CommandFields;
import shardsh.core.rpc.CommandList;
import shardsh.core.rpc.ReplicaSet;
import shardsh.core.sharding.ConfigCatalog;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;
import shardsh.core.sharding.Zone;
import shardsh.core.snapshot.Glance;

/**
 * What things in a cluster are called, for who types, and the little that a status line says. A
 * look from outside of the model: no message is sent and no document is changed, and the costs do
 * not grow with documents or chunks.
 */
public final class ClusterNames {
  private static final int SAMPLE_PER_SHARD = 40;
  private static final int DEPTH_MAX = 4;
  private static final int FIELDS_MAX = 500;

  private final Cluster cluster;
  private final ConfigCatalog catalog;

  ClusterNames(Cluster cluster) {
    this.cluster = cluster;
    this.catalog = cluster.config().state().catalog();
  }

  /** The databases, {@code admin} and {@code config} among them. */
  public TreeSet<String> databases() {
    TreeSet<String> names = new TreeSet<>(List.of("admin", "config"));
    names.addAll(catalog.databases().keySet());
    return names;
  }

  /** The collections and views of one database. */
  public List<String> collections(String database) {
    if (database.equals("config")) {
      return cluster.config().state().documentNames();
    }
    List<String> names = new ArrayList<>();
    for (Namespace ns : collections()) {
      if (ns.db().equals(database)) {
        names.add(ns.collection());
      }
    }
    return names;
  }

  /** Collections and views of all databases but the cluster's own. */
  public TreeSet<Namespace> collections() {
    TreeSet<Namespace> names = new TreeSet<>(catalog.collections().keySet());
    for (ShardServer shard : cluster.shards()) {
      names.addAll(shard.inspect().names());
    }
    names.removeIf(
        ns ->
            ns.collection().startsWith("system.")
                || List.of("admin", "config", "local").contains(ns.db()));
    return names;
  }

  /** Whether a collection has a shard key. */
  public boolean isSharded(Namespace ns) {
    return catalog.table(ns).filter(table -> !table.isUnsplittable()).isPresent();
  }

  /** The fields of a collection's shard key; empty if it has none. */
  public List<String> shardKey(Namespace ns) {
    return catalog
        .table(ns)
        .filter(table -> !table.isUnsplittable())
        .map(table -> List.copyOf(table.shardKey().keyPattern().toDocument().keySet()))
        .orElse(List.of());
  }

  /**
   * The fields of a collection, in the order in which they are met: {@code _id}, those of the shard
   * key, then those of some documents of each shard. Of embedded documents, in arrays too, also the
   * paths into them, e.g. {@code address.city}.
   */
  public List<String> fields(Namespace ns) {
    Set<String> fields = new LinkedHashSet<>(List.of("_id"));
    if (ns.db().equals("config")) {
      List<BsonDocument> documents = cluster.config().state().documents(ns.collection());
      documents
          .subList(0, Math.min(SAMPLE_PER_SHARD, documents.size()))
          .forEach(document -> addFields("", document, 0, fields));
      return List.copyOf(fields);
    }
    fields.addAll(shardKey(ns));
    for (ShardServer shard : cluster.shards()) {
      for (BsonDocument document : shard.inspect().sample(ns, SAMPLE_PER_SHARD)) {
        addFields("", document, 0, fields);
      }
    }
    return List.copyOf(fields);
  }

  /** The types that a field has in some documents of each shard; none if no document has it. */
  public Set<BsonType> types(Namespace ns, String field) {
    Set<BsonType> types = new LinkedHashSet<>();
    for (ShardServer shard : cluster.shards()) {
      for (BsonDocument document : shard.inspect().sample(ns, SAMPLE_PER_SHARD)) {
        if (document.containsKey(field)) {
          types.add(document.get(field).getBsonType());
        }
      }
    }
    return types;
  }

  /** What a view was made of, {@code {viewOn, pipeline}}; empty for a collection. */
  public Optional<BsonDocument> view(Namespace ns) {
    return cluster.shards().stream()
        .flatMap(shard -> shard.inspect().view(ns).stream())
        .findFirst();
  }

  private static void addFields(
      String before, BsonDocument document, int depth, Set<String> fields) {
    if (depth == DEPTH_MAX) {
      return;
    }
    document.forEach(
        (name, value) -> {
          if (fields.size() < FIELDS_MAX) {
            fields.add(before + name);
            addInside(before + name + ".", value, depth + 1, fields);
          }
        });
  }

  private static void addInside(String before, BsonValue value, int depth, Set<String> fields) {
    if (value.isDocument()) {
      addFields(before, value.asDocument(), depth, fields);
    } else if (value.isArray()) {
      for (BsonValue element : value.asArray()) {
        if (element.isDocument()) {
          addFields(before, element.asDocument(), depth, fields);
        }
      }
    }
  }

  /** The names of a collection's indexes, {@code _id_} first. */
  public Set<String> indexes(Namespace ns) {
    Set<String> names = new LinkedHashSet<>();
    for (ShardServer shard : cluster.shards()) {
      names.addAll(shard.inspect().indexes(ns));
    }
    return names;
  }

  /**
   * The commands that the process has under this profile, without the messages that only the
   * processes of a cluster send.
   */
  public Set<String> commands(NodeId node) {
    Collection<String> own =
        node.equals(NodeId.CONFIG) ? cluster.config().commandNames() : routerCommands();
    for (ShardServer shard : cluster.shards()) {
      boolean isIt = node.equals(shard.id()) || node.name().startsWith(shard.id() + ":");
      own = isIt ? shard.commandNames() : own;
    }
    return CommandList.names(own);
  }

  private List<String> routerCommands() {
    return cluster.routers().get(0).commandNames();
  }

  /** Whether a router under this profile has the command. */
  public boolean hasCommand(String name) {
    return routerCommands().contains(name);
  }

  /** The fields that may follow the name of a command, those that all commands have last. */
  public List<String> commandFields(String command) {
    return CommandFields.of(command);
  }

  /** The shards of the cluster. */
  public List<String> shards() {
    List<String> names = new ArrayList<>();
    for (ShardId shard : catalog.shards().keySet()) {
      names.add(shard.toString());
    }
    return names;
  }

  /** The members of all sets that have more than one, e.g. {@code s0:1}. */
  public List<String> members() {
    List<String> names = new ArrayList<>();
    addMembers(cluster.config().set(), names);
    for (ShardServer shard : cluster.shards()) {
      if (!shard.shardId().equals(ShardId.CONFIG)) {
        addMembers(shard.set(), names);
      }
    }
    return names;
  }

  private static void addMembers(ReplicaSet set, List<String> names) {
    int count = set.hosts().size();
    for (int i = 0; count > 1 && i < count; i++) {
      names.add(set.name() + ":" + i);
    }
  }

  /** Zones that shards or ranges belong to. */
  public TreeSet<String> zones() {
    TreeSet<String> names = new TreeSet<>();
    catalog.shards().values().forEach(shard -> names.addAll(shard.zoneNames()));
    catalog.zones().forEach((Zone zone) -> names.add(zone.name()));
    return names;
  }

  /**
   * The versions of a collection as the process believes them and as they are. Without a collection
   * that is sharded: of the first sharded one of the database. A process that is no router has no
   * table to be old, so nothing is said of versions.
   *
   * @param node the process that is connected to
   */
  public Glance glance(NodeId node, String database, Optional<Namespace> wanted) {
    boolean isRouter = cluster.routers().stream().anyMatch(router -> router.id().equals(node));
    Optional<RoutingTable> table =
        wanted
            .flatMap(catalog::table)
            .or(
                () ->
                    catalog.collections().values().stream()
                        .map(ConfigCatalog.CollectionEntry::table)
                        .filter(known -> known.ns().db().equals(database))
                        .filter(known -> !known.ns().collection().startsWith("system."))
                        .findFirst())
            .filter(known -> isRouter && !known.isUnsplittable());
    boolean isOn = cluster.config().state().isBalancerOn();
    return new Glance(
        table.map(known -> versions(node, known)),
        isOn ? cluster.environment().parameters().balancerRuns() : "off",
        cluster.clock().nowMillis());
  }

  private Glance.Versions versions(NodeId node, RoutingTable real) {
    Optional<CatalogCache.Entry> entry =
        cluster.routers().stream()
            .filter(router -> router.id().equals(node))
            .map(Router::cache)
            .findFirst()
            .flatMap(cache -> cache.entry(real.ns()));
    return new Glance.Versions(
        real.ns(),
        entry
            .flatMap(CatalogCache.Entry::table)
            .filter(table -> !table.isUnsplittable())
            .map(RoutingTable::version),
        entry.map(CatalogCache.Entry::stale).orElse(false),
        real.version());
  }
}
