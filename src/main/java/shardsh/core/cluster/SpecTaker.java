package shardsh.core.cluster;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.Namespace;
import shardsh.core.configsvr.CatalogState;
import shardsh.core.mongod.ShardServer;
import shardsh.core.rpc.Environment;
import shardsh.core.sharding.ConfigCatalog;
import shardsh.core.sharding.ShardId;
import shardsh.core.sharding.Zone;
import shardsh.core.sim.SimParameters;
import shardsh.core.snapshot.ClusterSpec;
import shardsh.core.snapshot.ClusterSpec.BalancerMode;
import shardsh.core.snapshot.ClusterSpec.CollectionSpec;
import shardsh.core.snapshot.ClusterSpec.DatabaseSpec;
import shardsh.core.snapshot.ClusterSpec.Params;
import shardsh.core.snapshot.ClusterSpec.Topology;
import shardsh.core.snapshot.ClusterSpec.ZoneRangeSpec;
import shardsh.core.snapshot.ClusterSpec.ZoneSpec;

/**
 * Describes a cluster so that one like it can be started: processes, dials, collections with their
 * chunks, versions, documents and weight, zones and switches.
 *
 * <p>Left out: what time has brought (the clock, orphans and what is due, caches that are old, open
 * cursors, the change log, who is down and who is primary), and what a collection has besides its
 * indexes (views, validators). All sets get as many members as the largest has.
 */
final class SpecTaker {
  private static final int PORT_MAX = 65_535;

  private final Cluster cluster;
  private final Environment environment;
  private final CatalogState config;
  private final StringBuilder run = new StringBuilder();

  SpecTaker(Cluster cluster) {
    // A copy, since reading the documents takes time and is recorded.
    this.cluster = cluster.copy();
    this.environment = this.cluster.environment();
    this.config = this.cluster.config().state();
  }

  ClusterSpec take() {
    boolean initiated = cluster.config().set().isInitiated();
    List<CollectionSpec> collections = initiated ? collections() : List.of();
    if (initiated) {
      switches();
    }
    return new ClusterSpec(
        Optional.of(environment.profile().name()),
        topology(initiated),
        params(),
        environment.random().seed(),
        initiated ? databases() : List.of(),
        collections,
        initiated ? zones() : List.of(),
        run.toString());
  }

  private Topology topology(boolean initiated) {
    List<String> shards = new ArrayList<>();
    Map<String, Integer> ports = new LinkedHashMap<>();
    cluster.routers().forEach(router -> ports.put(router.id().name(), port(router.host())));
    ports.put(cluster.config().id().name(), port(cluster.config().host()));
    List<Integer> sizes = new ArrayList<>(List.of(cluster.config().set().hosts().size()));
    boolean configShard = initiated && config.catalog().shards().containsKey(ShardId.CONFIG);
    for (ShardServer shard : cluster.shards()) {
      String name = initiated ? shard.shardId().name() : shard.id().name();
      if (shard.shardId().equals(ShardId.CONFIG)) {
        continue;
      }
      if (!initiated || config.catalog().shards().containsKey(shard.shardId())) {
        shards.add(name);
        ports.put(name, port(shard.set().hosts().get(0)));
        sizes.add(shard.set().hosts().size());
      }
    }
    List<String> routers = cluster.routers().stream().map(router -> router.id().name()).toList();
    int members = mostCommon(sizes);
    Topology usual =
        new Topology(shards, routers, members, new LinkedHashMap<>(), configShard, initiated);
    boolean asUsual = new TreeMap<>(ClusterBuilder.ports(usual)).equals(new TreeMap<>(ports));
    return asUsual || meet(ports, routers, members)
        ? usual
        : new Topology(shards, routers, members, ports, configShard, initiated);
  }

  /** A cluster file has one size for all sets: the one that most have, of several the largest. */
  private static int mostCommon(List<Integer> sizes) {
    return sizes.stream()
        .max(
            Comparator.<Integer>comparingInt(size -> Collections.frequency(sizes, size))
                .thenComparing(Comparator.naturalOrder()))
        .orElseThrow();
  }

  /** Whether sets of that size at those ports would want the same one, or one that there is not. */
  private static boolean meet(Map<String, Integer> ports, List<String> routers, int members) {
    Set<Integer> taken = new TreeSet<>();
    for (Map.Entry<String, Integer> node : ports.entrySet()) {
      for (int k = 0; k < (routers.contains(node.getKey()) ? 1 : members); k++) {
        int port = node.getValue() + k * ClusterBuilder.MEMBER_STEP;
        if (port > PORT_MAX || !taken.add(port)) {
          return true;
        }
      }
    }
    return false;
  }

  private static int port(String host) {
    return Integer.parseInt(host.substring(host.lastIndexOf(':') + 1));
  }

  private Params params() {
    SimParameters now = environment.parameters();
    boolean usualSplits = now.autoSplit() == environment.profile().splitsOnInsert();
    boolean usualMerges = now.autoMerge() == environment.profile().autoMerge();
    BalancerMode balancer =
        !config.isBalancerOn()
            ? BalancerMode.OFF
            : now.balancerRuns().equals("manual") ? BalancerMode.MANUAL : BalancerMode.ON;
    return new Params(
        config.settings().containsKey("chunksize")
            ? Optional.of(config.chunkSizeMB())
            : Optional.empty(),
        usualSplits ? Optional.empty() : Optional.of(now.autoSplit()),
        usualMerges ? Optional.empty() : Optional.of(now.autoMerge()),
        balancer,
        now.orphanCleanupDelaySecs(),
        now.toyHash(),
        now.exactBoundary(),
        (int) (now.latencyMicros() / 1000));
  }

  /** The first one is {@code db} at the start. */
  private List<DatabaseSpec> databases() {
    List<DatabaseSpec> databases = new ArrayList<>();
    for (ConfigCatalog.DatabaseEntry entry : config.catalog().databases().values()) {
      DatabaseSpec database = new DatabaseSpec(entry.name(), Optional.of(entry.primary().name()));
      if (entry.name().equals(cluster.firstDatabase())) {
        databases.add(0, database);
      } else {
        databases.add(database);
      }
    }
    return databases;
  }

  private List<CollectionSpec> collections() {
    List<CollectionSpec> collections = new ArrayList<>();
    CollectionTaker taker = new CollectionTaker(cluster);
    for (ConfigCatalog.CollectionEntry entry : config.catalog().collections().values()) {
      Namespace ns = entry.table().ns();
      if (!CollectionTaker.isInternal(ns) && !entry.table().isUnsplittable()) {
        collections.add(taker.sharded(entry.table()));
      }
    }
    for (ConfigCatalog.DatabaseEntry database : config.catalog().databases().values()) {
      for (Namespace ns : taker.unsharded(database)) {
        collections.add(taker.unsharded(ns));
        ShardId home =
            config
                .catalog()
                .table(ns)
                .map(table -> table.owners().get(0))
                .orElse(database.primary());
        if (!home.equals(database.primary())) {
          line("sh.moveCollection(" + quoted(ns.toString()) + ", " + quoted(home.name()) + ")");
        }
      }
    }
    return collections;
  }

  private List<ZoneSpec> zones() {
    Map<String, List<String>> shards = new LinkedHashMap<>();
    Map<String, List<ZoneRangeSpec>> ranges = new LinkedHashMap<>();
    for (ConfigCatalog.ShardEntry shard : config.catalog().shards().values()) {
      for (String zone : shard.zoneNames()) {
        shards.computeIfAbsent(zone, name -> new ArrayList<>()).add(shard.id().name());
      }
    }
    for (Zone zone : config.catalog().zones()) {
      ranges
          .computeIfAbsent(zone.name(), name -> new ArrayList<>())
          .add(
              new ZoneRangeSpec(
                  zone.ns(),
                  bound(zone, zone.range().min().values()),
                  bound(zone, zone.range().max().values())));
      shards.computeIfAbsent(zone.name(), name -> new ArrayList<>());
    }
    List<ZoneSpec> zones = new ArrayList<>();
    shards.forEach(
        (name, of) -> zones.add(new ZoneSpec(name, of, ranges.getOrDefault(name, List.of()))));
    return zones;
  }

  private static BsonDocument bound(Zone zone, List<BsonValue> values) {
    BsonDocument bound = new BsonDocument();
    for (int i = 0; i < values.size(); i++) {
      bound.append(zone.fields().get(i), values.get(i));
    }
    return bound;
  }

  /** What has no field of its own in a description. */
  private void switches() {
    for (BsonDocument setting : config.settings().values()) {
      BsonDocument rest = new BsonDocument();
      rest.putAll(setting);
      List.of("_id", "mode", "stopped").forEach(rest::remove);
      String id = setting.getString("_id").getValue();
      if (!id.equals("chunksize") && !rest.isEmpty()) {
        line(
            "db.getSiblingDB(\"config\").settings.updateOne({_id: "
                + quoted(id)
                + "}, {$set: EJSON.parse("
                + quoted(rest.toJson())
                + ")}, {upsert: true})");
      }
    }
    for (ConfigCatalog.CollectionEntry entry : config.catalog().collections().values()) {
      String ns = quoted(entry.table().ns().toString());
      if (entry.options().getBoolean("noBalance", BsonBoolean.FALSE).getValue()) {
        line("sh.disableBalancing(" + ns + ")");
      }
      if (!entry.options().getBoolean("permitMigrations", BsonBoolean.TRUE).getValue()) {
        line("sh.disableMigrations(" + ns + ")");
      }
    }
    for (ConfigCatalog.ShardEntry shard : config.catalog().shards().values()) {
      if (shard.draining()) {
        line("db.adminCommand({removeShard: " + quoted(shard.id().name()) + "})");
      }
    }
  }

  private void line(String command) {
    run.append(command).append(";\n");
  }

  private static String quoted(String text) {
    String json = new BsonDocument("v", new BsonString(text)).toJson();
    return json.substring(json.indexOf(':') + 1, json.length() - 1).strip();
  }
}
