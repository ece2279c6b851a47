package shardsh.core.sharding;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.bson.types.ObjectId;
import shardsh.core.base.Namespace;
import shardsh.core.bson.Docs;

/**
 * Everything the config servers know, as one immutable value: every change builds a successor. Its
 * parts are keyed by name, in order of name.
 *
 * @param clusterId the cluster's id
 * @param shards by id
 * @param databases by name
 * @param collections sharded (and tracked) collections by full name
 * @param zones all ranges of all zones, by namespace and min
 */
public record ConfigCatalog(
    ObjectId clusterId,
    Map<ShardId, ShardEntry> shards,
    Map<String, DatabaseEntry> databases,
    Map<Namespace, CollectionEntry> collections,
    List<Zone> zones) {

  /** One row of config.shards. */
  public record ShardEntry(
      ShardId id,
      String host,
      boolean draining,
      Optional<List<String>> zones,
      BsonTimestamp topologyTime) {
    /** The zones this shard belongs to; empty when none. */
    public List<String> zoneNames() {
      return zones.orElse(List.of());
    }
  }

  /** One row of config.databases. */
  public record DatabaseEntry(
      String name, ShardId primary, DatabaseVersion version, boolean partitioned) {}

  /**
   * One row of config.collections with its chunks.
   *
   * @param updated when the entry was written, milliseconds of the epoch
   * @param options switches that are present only when used: noBalance, permitMigrations,
   *     enableAutoMerge, maxChunkSizeBytes, defragmentCollection, defragmentationPhase,
   *     unsplittable
   */
  public record CollectionEntry(RoutingTable table, long updated, BsonDocument options) {
    public CollectionEntry withTable(RoutingTable newTable) {
      return new CollectionEntry(newTable, updated, options);
    }

    public CollectionEntry withOptions(BsonDocument newOptions) {
      return new CollectionEntry(table, updated, newOptions);
    }

    /** Whether the balancer may touch this collection. */
    public boolean isBalanced() {
      return !Docs.truthy(options, "noBalance") && allowsMigrations();
    }

    /** Whether its chunks may move at all. */
    public boolean allowsMigrations() {
      return isOnUnlessSaid("permitMigrations") && isOnUnlessSaid("allowMigrations");
    }

    private boolean isOnUnlessSaid(String name) {
      return !options.containsKey(name) || Docs.truthy(options, name);
    }

    /** Whether its chunks may be merged without being asked for. */
    public boolean isAutoMerged() {
      return isOnUnlessSaid("enableAutoMerge");
    }

    /** Whether few chunks are to be made of its many. */
    public boolean isDefragmenting() {
      return Docs.truthy(options, "defragmentCollection");
    }

    /** What defragmentation does now; empty before its first round, and when there is none. */
    public Optional<String> defragmentationPhase() {
      return options.isString("defragmentationPhase")
          ? Optional.of(options.getString("defragmentationPhase").getValue())
          : Optional.empty();
    }
  }

  public ConfigCatalog {
    shards = Collections.unmodifiableMap(new TreeMap<>(shards));
    databases = Collections.unmodifiableMap(new TreeMap<>(databases));
    collections = Collections.unmodifiableMap(new TreeMap<>(collections));
    zones = List.copyOf(zones);
  }

  /** The catalog of a cluster without shards. */
  public static ConfigCatalog empty(ObjectId clusterId) {
    return new ConfigCatalog(
        clusterId, new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), List.of());
  }

  public Optional<RoutingTable> table(Namespace ns) {
    return Optional.ofNullable(collections.get(ns)).map(CollectionEntry::table);
  }

  public ConfigCatalog withShard(ShardEntry shard) {
    Map<ShardId, ShardEntry> next = new TreeMap<>(shards);
    next.put(shard.id(), shard);
    return new ConfigCatalog(clusterId, next, databases, collections, zones);
  }

  public ConfigCatalog withoutShard(ShardId shard) {
    Map<ShardId, ShardEntry> next = new TreeMap<>(shards);
    next.remove(shard);
    return new ConfigCatalog(clusterId, next, databases, collections, zones);
  }

  public ConfigCatalog withDatabase(DatabaseEntry database) {
    Map<String, DatabaseEntry> next = new TreeMap<>(databases);
    next.put(database.name(), database);
    return new ConfigCatalog(clusterId, shards, next, collections, zones);
  }

  public ConfigCatalog withoutDatabase(String name) {
    Map<String, DatabaseEntry> next = new TreeMap<>(databases);
    next.remove(name);
    return new ConfigCatalog(clusterId, shards, next, collections, zones);
  }

  public ConfigCatalog withCollection(Namespace ns, CollectionEntry collection) {
    Map<Namespace, CollectionEntry> next = new TreeMap<>(collections);
    next.put(ns, collection);
    return new ConfigCatalog(clusterId, shards, databases, next, zones);
  }

  public ConfigCatalog withTable(RoutingTable table) {
    return withCollection(table.ns(), collections.get(table.ns()).withTable(table));
  }

  public ConfigCatalog withoutCollection(Namespace ns) {
    Map<Namespace, CollectionEntry> next = new TreeMap<>(collections);
    next.remove(ns);
    return new ConfigCatalog(
        clusterId,
        shards,
        databases,
        next,
        zones.stream().filter(zone -> !zone.ns().equals(ns)).toList());
  }

  public ConfigCatalog withZones(List<Zone> newZones) {
    return new ConfigCatalog(clusterId, shards, databases, collections, newZones);
  }

  /** The zone ranges of one collection, by min. */
  public List<Zone> zonesOf(Namespace ns) {
    return zones.stream()
        .filter(zone -> zone.ns().equals(ns))
        .sorted((a, b) -> a.range().min().compareTo(b.range().min()))
        .toList();
  }
}
