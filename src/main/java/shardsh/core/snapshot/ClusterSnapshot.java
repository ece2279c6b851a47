package shardsh.core.snapshot;

import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.keys.KeyPattern;
import shardsh.core.sharding.ChunkRange;
import shardsh.core.sharding.ChunkVersion;
import shardsh.core.sharding.DatabaseVersion;
import shardsh.core.sharding.MigrateInfo;
import shardsh.core.sharding.MigrationState;
import shardsh.core.sharding.MigrationStep;
import shardsh.core.sharding.ReshardingProgress;
import shardsh.core.sharding.ShardId;
import shardsh.core.sharding.Zone;

/**
 * Everything at one instant. Lists are in a fixed order: nodes as configured, shards by id,
 * collections by name, chunks by key. Sizes are in bytes.
 *
 * @param nowMillis simulated instant, milliseconds of the epoch
 * @param elapsedMillis since the cluster started
 * @param zonesToCome zone ranges of collections that are not sharded yet
 * @param lastLoad what the last load did; empty when none was driven
 */
public record ClusterSnapshot(
    long nowMillis,
    long elapsedMillis,
    String profile,
    List<RouterView> routers,
    NodeView config,
    List<ShardView> shards,
    List<CollectionView> collections,
    List<DatabaseView> databases,
    List<MigrationView> migrations,
    List<ReshardingProgress> reshardings,
    List<Zone> zonesToCome,
    BalancerView balancer,
    List<PendingTask> pending,
    Optional<LoadView> lastLoad) {

  /**
   * A process: its name, where it listens, whether it runs and (config servers, shards) its set.
   */
  public record NodeView(
      NodeId id, String host, boolean up, boolean initiated, List<MemberView> members) {}

  /** A member of a replica set. */
  public record MemberView(String name, String host, String state) {}

  /** A router with its cached tables. */
  public record RouterView(NodeId id, String host, boolean up, List<CacheView> caches) {

    public Optional<CacheView> cacheOf(Namespace ns) {
      return caches.stream().filter(cache -> cache.ns().equals(ns)).findFirst();
    }
  }

  /**
   * What a router believes of one collection.
   *
   * @param needsRefresh whether the router knows already that it must ask again
   */
  public record CacheView(
      Namespace ns, ChunkVersion version, boolean needsRefresh, List<CacheRow> rows) {}

  /**
   * One cached row; {@code mark} is {@code ""}, {@code old (split)}, {@code old (merged)}, {@code
   * wrong shard} or, in a table of another epoch, {@code old epoch}.
   */
  public record CacheRow(ChunkRange range, ShardId shard, ChunkVersion version, String mark) {}

  /**
   * A shard with what lies on it.
   *
   * @param removed whether it was a shard of this cluster and is none now
   */
  public record ShardView(
      ShardId id,
      NodeView node,
      boolean inCatalog,
      boolean removed,
      boolean draining,
      List<String> zones,
      List<ShardCollectionView> collections,
      List<RangeDeletionView> rangeDeletions,
      long reads,
      long writes) {

    public Optional<ShardCollectionView> collection(Namespace ns) {
      return collections.stream().filter(view -> view.ns().equals(ns)).findFirst();
    }
  }

  /**
   * One collection's data on one shard.
   *
   * @param documents documents stored, orphans included
   * @param orphans of those, how many the shard does not own
   * @param bytes documents and declared weight, orphans included
   * @param orphanBytes of those, what the shard does not own
   * @param declaredDocuments how many documents the declared weight stands for
   * @param declaredOrphans of those, how many the shard does not own
   * @param filteringVersion what the shard knows of its own version; empty when it must ask
   */
  public record ShardCollectionView(
      Namespace ns,
      long documents,
      long orphans,
      long bytes,
      long orphanBytes,
      long declaredDocuments,
      long declaredOrphans,
      int chunks,
      Optional<ChunkVersion> filteringVersion) {

    /** What the shard does not own, in documents stored and declared. */
    public long allOrphans() {
      return orphans + declaredOrphans;
    }

    /** What the shard owns, in documents stored and declared. */
    public long ownedDocuments() {
      return documents + declaredDocuments - allOrphans();
    }
  }

  /**
   * A range that waits for its deletion; a pending one for the end of its migration first.
   *
   * @param orphans documents stored and declared
   * @param bytes of the orphans
   */
  public record RangeDeletionView(
      Namespace ns,
      ChunkRange range,
      String whenToClean,
      long orphans,
      long bytes,
      boolean pending,
      long dueMillis) {}

  /** A sharded collection as the config servers know it. */
  public record CollectionView(
      Namespace ns,
      KeyPattern shardKey,
      boolean unique,
      ChunkVersion version,
      List<ChunkView> chunks,
      List<ShardVersionView> shardVersions,
      List<Zone> zones,
      boolean balancing) {

    public long bytes() {
      return chunks.stream().mapToLong(ChunkView::bytes).sum();
    }
  }

  /**
   * One chunk.
   *
   * @param documents owned documents in it, plus those its declared weight stands for
   */
  public record ChunkView(
      ChunkRange range,
      ShardId shard,
      ChunkVersion version,
      long bytes,
      long documents,
      boolean jumbo) {}

  /** What a router's table says of one shard: its version and how many chunks it owns. */
  public record ShardVersionView(ShardId shard, ChunkVersion version, int chunks) {}

  /**
   * A database with its primary shard and its unsharded collections.
   *
   * @param known what routers and shards believe of its version, as far as they have heard of it
   */
  public record DatabaseView(
      String name,
      ShardId primary,
      DatabaseVersion version,
      List<UnshardedView> unsharded,
      List<KnownDatabase> known) {}

  /**
   * A router's or a shard's belief about a database.
   *
   * @param primary where a router sends requests for unsharded collections; empty for a shard
   */
  public record KnownDatabase(NodeId who, Optional<ShardId> primary, DatabaseVersion version) {}

  /** A collection without a shard key, and the shard that holds it. */
  public record UnshardedView(Namespace ns, ShardId shard, long documents, long bytes) {}

  /**
   * A migration, running or recent.
   *
   * @param entered when each state was entered, in order; nothing before the start
   * @param noted writes to the range since the clone
   * @param forwarded documents sent to the recipient because of them
   * @param standing empty when it has ended
   */
  public record MigrationView(
      MigrateInfo what,
      MigrationState state,
      List<StateTime> entered,
      Optional<ChunkVersion> version,
      long documents,
      long bytes,
      long noted,
      long forwarded,
      Optional<Standing> standing,
      String reason) {}

  /**
   * Where a migration stands still.
   *
   * @param before the step that comes next
   * @param by what holds it: a fail point or {@code sim.stepMigrations(true)}; empty when nothing
   *     does, as when the outcome of a commit is not known
   */
  public record Standing(MigrationStep before, String by) {}

  /** When a migration entered a state, milliseconds of the epoch. */
  public record StateTime(MigrationState state, long atMillis) {}

  /**
   * @param mode {@code full} or {@code off}
   * @param runs {@code on} (by itself, as time goes), {@code manual} or {@code off}
   * @param policy name of the rule
   * @param window {@code 23:00–06:00} or empty
   * @param lastRound the report of the last round
   */
  public record BalancerView(
      String mode,
      String runs,
      String policy,
      int chunkSizeMB,
      Optional<String> window,
      Optional<BsonDocument> lastRound) {}

  /** Something that is due later. */
  public record PendingTask(long dueMillis, NodeId node, String task, BsonDocument arguments) {}

  public Optional<CollectionView> collection(Namespace ns) {
    return collections.stream().filter(view -> view.ns().equals(ns)).findFirst();
  }

  public Optional<ShardView> shard(ShardId id) {
    return shards.stream().filter(view -> view.id().equals(id)).findFirst();
  }

  public Optional<RouterView> router(NodeId id) {
    return routers.stream().filter(view -> view.id().equals(id)).findFirst();
  }
}
