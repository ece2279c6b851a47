package shardsh.render;

import java.util.List;
import java.util.Optional;
import shardsh.core.base.Namespace;
import shardsh.core.keys.IndexKey;
import shardsh.core.sharding.ChunkVersion;
import shardsh.core.sharding.MigrationState;
import shardsh.core.sharding.ShardId;
import shardsh.core.snapshot.ClusterSnapshot;
import shardsh.core.snapshot.ClusterSnapshot.CacheRow;
import shardsh.core.snapshot.ClusterSnapshot.CacheView;
import shardsh.core.snapshot.ClusterSnapshot.ChunkView;
import shardsh.core.snapshot.ClusterSnapshot.CollectionView;
import shardsh.core.snapshot.ClusterSnapshot.MemberView;
import shardsh.core.snapshot.ClusterSnapshot.MigrationView;
import shardsh.core.snapshot.ClusterSnapshot.NodeView;
import shardsh.core.snapshot.ClusterSnapshot.ShardVersionView;
import shardsh.core.trace.RoutingEvent;

/** What several pictures read from a snapshot. */
final class Facts {
  private static final long MEBIBYTE = 1024 * 1024;

  private static final int NAMES_MAX = 3;

  private Facts() {}

  /** A command as who typed it knows it: what {@code sim.fill} sends has a name of its own. */
  static String commandName(String command) {
    return command.equals("_simFill") ? "sim.fill" : command;
  }

  /** Whether a cached table is not the newest. */
  static boolean isBehind(CacheView cache, CollectionView collection) {
    return !cache.version().equals(collection.version());
  }

  /** Whether a cached table is one of the collection before it was dropped or got another key. */
  static boolean isOfOtherEpoch(CacheView cache, CollectionView collection) {
    return !cache.version().generation().equals(collection.version().generation());
  }

  /**
   * The version a shard has of a collection as the config servers know it; {@code 0|0} for none.
   */
  static ChunkVersion shardVersion(CollectionView collection, ShardId shard) {
    return collection.shardVersions().stream()
        .filter(view -> view.shard().equals(shard))
        .map(ShardVersionView::version)
        .findFirst()
        .orElse(ChunkVersion.none(collection.version().generation()));
  }

  /** The routers that have this very table. */
  static List<String> routersWith(Scene scene, CacheView cache) {
    return scene.now().routers().stream()
        .filter(router -> router.caches().contains(cache))
        .map(router -> router.id().name())
        .toList();
  }

  /**
   * How many chunks the bounds meet. Of several operations together the event tells the number of
   * their bounds only, and two of them may meet the same chunk.
   */
  static long chunksMet(RoutingEvent.Targeted targeted, CollectionView collection) {
    long met =
        collection.chunks().stream()
            .filter(
                chunk ->
                    targeted.bounds().stream()
                        .anyMatch(
                            span ->
                                chunk.range().min().compareTo(span.high()) <= 0
                                    && span.low().compareTo(chunk.range().max()) < 0))
            .count();
    return met == 0 ? targeted.chunks() : Math.min(met, targeted.chunks());
  }

  /** {@code m0}, {@code m0 m1} or {@code m0 and 4 more}. */
  static String namesWith(Scene scene, CacheView cache) {
    List<String> names = routersWith(scene, cache);
    return names.size() <= NAMES_MAX
        ? String.join(" ", names)
        : names.get(0) + " and " + (names.size() - 1) + " more";
  }

  static int chunksOn(CollectionView collection, ShardId shard) {
    return collection.shardVersions().stream()
        .filter(view -> view.shard().equals(shard))
        .mapToInt(ShardVersionView::chunks)
        .sum();
  }

  /** The version that a router would attach for a shard: the highest of its rows there. */
  static ChunkVersion wouldSend(CacheView cache, ShardId shard) {
    ChunkVersion highest = ChunkVersion.none(cache.version().generation());
    for (CacheRow row : cache.rows()) {
      if (row.shard().equals(shard)
          && row.version().generation().equals(highest.generation())
          && highest.isOlderThan(row.version())) {
        highest = row.version();
      }
    }
    return highest;
  }

  /** The chunk of an earlier snapshot in which this chunk's lower bound lay. */
  static Optional<ChunkView> chunkBefore(Scene scene, Namespace ns, ChunkView chunk) {
    return scene
        .before()
        .flatMap(before -> before.collection(ns))
        .flatMap(view -> chunkAt(view.chunks(), chunk.range().min()));
  }

  /** The chunk that holds a key, of chunks in key order. */
  private static Optional<ChunkView> chunkAt(List<ChunkView> chunks, IndexKey key) {
    int low = 0;
    int high = chunks.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (chunks.get(middle).range().min().compareTo(key) <= 0) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return chunks.isEmpty() || !chunks.get(low).range().contains(key)
        ? Optional.empty()
        : Optional.of(chunks.get(low));
  }

  static boolean isRunning(MigrationView migration) {
    return migration.state() != MigrationState.COMMITTED
        && migration.state() != MigrationState.ABORTED;
  }

  /** Whether writes to the range wait. */
  static boolean blocksWrites(MigrationView migration) {
    return migration.state() == MigrationState.CRITICAL_SECTION
        || migration.state() == MigrationState.COMMITTING;
  }

  /** The running migration of exactly this chunk or a part of it. */
  static Optional<MigrationView> migrationOf(
      ClusterSnapshot snapshot, Namespace ns, ChunkView chunk) {
    return snapshot.migrations().stream()
        .filter(Facts::isRunning)
        .filter(
            migration ->
                migration.what().ns().equals(ns)
                    && migration.what().range().overlaps(chunk.range()))
        .findFirst();
  }

  /** How full a chunk is, 1 at the limit. */
  static double fullness(ClusterSnapshot snapshot, ChunkView chunk) {
    return (double) chunk.bytes() / (snapshot.balancer().chunkSizeMB() * MEBIBYTE);
  }

  /** {@code s0:0}, or empty while there is no primary. */
  static Optional<String> primary(NodeView node) {
    return node.members().stream()
        .filter(member -> member.state().equals("PRIMARY"))
        .map(MemberView::name)
        .findFirst();
  }

  /** What a step of a migration is called on the page. */
  static String stepName(MigrationState state) {
    return switch (state) {
      case CREATED -> "start";
      case CLONING -> "clone";
      case CATCHING_UP -> "catch up";
      case CRITICAL_SECTION -> "critical section";
      case COMMITTING -> "commit";
      case COMMITTED -> "committed";
      case ABORTED -> "aborted";
    };
  }
}
