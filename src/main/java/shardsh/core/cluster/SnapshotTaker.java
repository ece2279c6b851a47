package shardsh.core.cluster;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import shardsh.core.balancer.BalancerWindow;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.configsvr.CatalogState;
import shardsh.core.mongod.MigrationRecord;
import shardsh.core.mongod.ShardInspection;
import shardsh.core.mongod.ShardServer;
import shardsh.core.mongos.CatalogCache;
import shardsh.core.mongos.Router;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.ReplicaSet;
import shardsh.core.sharding.Chunk;
import shardsh.core.sharding.ConfigCatalog;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;
import shardsh.core.snapshot.ClusterSnapshot;
import shardsh.core.storage.RangeStatistics;

/** Looks at every node and writes down what is there. */
final class SnapshotTaker {
  private final Cluster cluster;
  private final Environment environment;
  private final CatalogState config;
  private final Map<ShardId, ShardServer> byShardId = new TreeMap<>();

  SnapshotTaker(Cluster cluster) {
    this.cluster = cluster;
    this.environment = cluster.environment();
    this.config = cluster.config().state();
    for (ShardServer shard : cluster.shards()) {
      byShardId.put(shard.shardId(), shard);
    }
  }

  ClusterSnapshot take() {
    return new ClusterSnapshot(
        environment.clock().nowMillis(),
        environment.clock().elapsedMillis(),
        environment.profile().name(),
        cluster.routers().stream().map(this::router).toList(),
        node(NodeId.CONFIG, cluster.config().set()),
        cluster.shards().stream().map(this::shard).toList(),
        config.catalog().collections().values().stream()
            .filter(entry -> !entry.table().isUnsplittable() && !isTemporary(entry.table().ns()))
            .map(this::collection)
            .toList(),
        config.catalog().databases().values().stream().map(this::database).toList(),
        migrations(),
        cluster.config().reshardings(),
        config.catalog().zones().stream()
            .filter(zone -> config.catalog().table(zone.ns()).isEmpty())
            .toList(),
        balancer(),
        environment.scheduler().pending().stream()
            .map(
                task ->
                    new ClusterSnapshot.PendingTask(
                        task.dueMillis(), task.node(), task.name(), task.arguments()))
            .toList(),
        cluster.lastLoad());
  }

  private ClusterSnapshot.NodeView node(NodeId id, ReplicaSet set) {
    List<ClusterSnapshot.MemberView> members = new ArrayList<>();
    for (int i = 0; i < set.hosts().size(); i++) {
      String state = set.isInitiated() ? set.members().state(i).name() : "STARTUP";
      members.add(new ClusterSnapshot.MemberView(id + ":" + i, set.hosts().get(i), state));
    }
    return new ClusterSnapshot.NodeView(
        id, set.host(), !environment.network().isDown(id), set.isInitiated(), members);
  }

  private ClusterSnapshot.RouterView router(Router router) {
    List<ClusterSnapshot.CacheView> caches = new ArrayList<>();
    router
        .cache()
        .entries()
        .forEach(
            (ns, entry) ->
                entry
                    .table()
                    .filter(table -> !table.isUnsplittable() && !isTemporary(table.ns()))
                    .ifPresent(table -> caches.add(cache(table, entry))));
    return new ClusterSnapshot.RouterView(
        router.id(), router.host(), !environment.network().isDown(router.id()), caches);
  }

  private ClusterSnapshot.CacheView cache(RoutingTable cached, CatalogCache.Entry entry) {
    Optional<RoutingTable> actual = config.catalog().table(cached.ns());
    List<ClusterSnapshot.CacheRow> rows = new ArrayList<>();
    for (Chunk chunk : cached.chunks()) {
      rows.add(
          new ClusterSnapshot.CacheRow(
              chunk.range(),
              chunk.shard(),
              chunk.version(),
              actual.map(table -> mark(chunk, table)).orElse("")));
    }
    return new ClusterSnapshot.CacheView(cached.ns(), cached.version(), entry.stale(), rows);
  }

  /**
   * {@code wrong shard} wins over {@code old (split)} and {@code old (merged)}; equal bounds and
   * owner have no mark. Rows of another epoch are not compared: the key may be another one, too.
   */
  private static String mark(Chunk cached, RoutingTable actual) {
    if (!cached.version().generation().equals(actual.version().generation())) {
      return "old epoch";
    }
    List<Chunk> now = actual.chunksOverlapping(cached.min(), cached.max());
    boolean split = false;
    boolean merged = false;
    for (Chunk chunk : now) {
      if (!chunk.range().overlaps(cached.range())) {
        continue;
      }
      if (!chunk.shard().equals(cached.shard())) {
        return "wrong shard";
      }
      boolean grown = chunk.range().covers(cached.range());
      merged |= grown && !chunk.range().equals(cached.range());
      split |= !grown;
    }
    return split ? "old (split)" : merged ? "old (merged)" : "";
  }

  private ClusterSnapshot.ShardView shard(ShardServer server) {
    ShardId id = server.shardId();
    ShardInspection inside = server.inspect();
    Optional<ConfigCatalog.ShardEntry> entry =
        Optional.ofNullable(config.catalog().shards().get(id));
    List<ClusterSnapshot.ShardCollectionView> collections = new ArrayList<>();
    for (Namespace ns : inside.collections()) {
      if (!isTemporary(ns)) {
        collections.add(shardCollection(ns, id, inside));
      }
    }
    return new ClusterSnapshot.ShardView(
        id,
        node(id.equals(ShardId.CONFIG) ? NodeId.CONFIG : server.id(), server.set()),
        entry.isPresent(),
        entry.isEmpty() && config.wasRemoved(id),
        entry.map(ConfigCatalog.ShardEntry::draining).orElse(false),
        entry.map(ConfigCatalog.ShardEntry::zoneNames).orElse(List.of()),
        collections,
        inside.rangeDeletions().stream()
            .map(
                waiting ->
                    new ClusterSnapshot.RangeDeletionView(
                        waiting.ns(),
                        waiting.range(),
                        waiting.whenToClean(),
                        waiting.orphans(),
                        waiting.bytes(),
                        waiting.pending(),
                        waiting.dueMillis()))
            .toList(),
        inside.reads(),
        inside.writes());
  }

  /** A collection that resharding fills; pictures show it when it has its name. */
  private static boolean isTemporary(Namespace ns) {
    return ns.collection().startsWith("system.resharding.");
  }

  private ClusterSnapshot.ShardCollectionView shardCollection(
      Namespace ns, ShardId id, ShardInspection inside) {
    Optional<RoutingTable> table = config.catalog().table(ns);
    RangeStatistics all = inside.sizeOf(ns);
    RangeStatistics orphaned =
        table.map(known -> all.minus(inside.ownedSize(known))).orElse(RangeStatistics.NONE);
    return new ClusterSnapshot.ShardCollectionView(
        ns,
        all.documents(),
        orphaned.documents(),
        all.totalBytes(),
        orphaned.totalBytes(),
        all.weightDocuments().rounded(),
        orphaned.weightDocuments().rounded(),
        table.map(known -> known.chunkCount(id)).orElse(0),
        inside.filteringVersion(ns));
  }

  private ClusterSnapshot.CollectionView collection(ConfigCatalog.CollectionEntry entry) {
    RoutingTable table = entry.table();
    List<ClusterSnapshot.ChunkView> chunks = new ArrayList<>();
    for (Chunk chunk : table.chunks()) {
      ShardServer owner = byShardId.get(chunk.shard());
      Optional<RangeStatistics> size =
          Optional.ofNullable(owner).map(server -> server.inspect().sizeOf(table, chunk.range()));
      chunks.add(
          new ClusterSnapshot.ChunkView(
              chunk.range(),
              chunk.shard(),
              chunk.version(),
              size.map(RangeStatistics::totalBytes).orElse(0L),
              size.map(RangeStatistics::totalDocuments).orElse(0L),
              chunk.jumbo()));
    }
    List<ClusterSnapshot.ShardVersionView> versions = new ArrayList<>();
    for (ShardId shard : config.catalog().shards().keySet()) {
      versions.add(
          new ClusterSnapshot.ShardVersionView(
              shard, table.shardVersion(shard), table.chunkCount(shard)));
    }
    return new ClusterSnapshot.CollectionView(
        table.ns(),
        table.shardKey().keyPattern(),
        table.unique(),
        table.version(),
        chunks,
        versions,
        config.catalog().zonesOf(table.ns()),
        entry.isBalanced());
  }

  private ClusterSnapshot.DatabaseView database(ConfigCatalog.DatabaseEntry database) {
    List<ClusterSnapshot.UnshardedView> unsharded = new ArrayList<>();
    for (ShardServer shard : cluster.shards()) {
      ShardInspection inside = shard.inspect();
      for (Namespace ns : inside.collections()) {
        if (ns.db().equals(database.name())
            && holderOfUnsharded(ns, database).filter(shard.shardId()::equals).isPresent()) {
          RangeStatistics size = inside.sizeOf(ns);
          unsharded.add(
              new ClusterSnapshot.UnshardedView(
                  ns, shard.shardId(), size.totalDocuments(), size.totalBytes()));
        }
      }
    }
    unsharded.sort(Comparator.comparing(ClusterSnapshot.UnshardedView::ns));
    return new ClusterSnapshot.DatabaseView(
        database.name(), database.primary(), database.version(), unsharded, known(database.name()));
  }

  /** Where a collection is that has no shard key: where it was put, else on the primary shard. */
  private Optional<ShardId> holderOfUnsharded(Namespace ns, ConfigCatalog.DatabaseEntry database) {
    Optional<RoutingTable> table = config.catalog().table(ns);
    if (table.isEmpty()) {
      return Optional.of(database.primary());
    }
    return table
        .filter(RoutingTable::isUnsplittable)
        .filter(unsplittable -> !isTemporary(ns))
        .map(unsplittable -> unsplittable.chunks().get(0).shard());
  }

  private List<ClusterSnapshot.KnownDatabase> known(String database) {
    List<ClusterSnapshot.KnownDatabase> known = new ArrayList<>();
    for (ShardServer shard : cluster.shards()) {
      shard
          .inspect()
          .databaseVersion(database)
          .ifPresent(
              version ->
                  known.add(
                      new ClusterSnapshot.KnownDatabase(shard.id(), Optional.empty(), version)));
    }
    for (Router router : cluster.routers()) {
      CatalogCache.Database cached = router.cache().databases().get(database);
      if (cached != null) {
        known.add(
            new ClusterSnapshot.KnownDatabase(
                router.id(), Optional.of(cached.primary()), cached.version()));
      }
    }
    return known;
  }

  private List<ClusterSnapshot.MigrationView> migrations() {
    List<MigrationRecord> records = new ArrayList<>();
    cluster.shards().forEach(shard -> records.addAll(shard.migrations().all()));
    records.sort(Comparator.comparingLong(MigrationRecord::sinceMillis));
    return records.stream().map(SnapshotTaker::migration).toList();
  }

  private static ClusterSnapshot.MigrationView migration(MigrationRecord record) {
    return new ClusterSnapshot.MigrationView(
        record.what(),
        record.state(),
        record.entered().stream()
            .map(entered -> new ClusterSnapshot.StateTime(entered.state(), entered.atMillis()))
            .toList(),
        record.version(),
        record.documents(),
        record.bytes(),
        record.noted(),
        record.forwarded(),
        record.progress().map(at -> new ClusterSnapshot.Standing(at.next(), at.heldBy())),
        record.reason());
  }

  private ClusterSnapshot.BalancerView balancer() {
    return new ClusterSnapshot.BalancerView(
        config.isBalancerOn() ? "full" : "off",
        config.isBalancerOn() ? environment.parameters().balancerRuns() : "off",
        cluster.balancer().policy().name(),
        config.chunkSizeMB(),
        Optional.ofNullable(config.settings().get("balancer"))
            .flatMap(BalancerWindow::in)
            .map(BalancerWindow::toString),
        config.lastRound());
  }
}
