package shardsh.core.balancer;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import shardsh.core.base.Namespace;
import shardsh.core.keys.IndexKey;
import shardsh.core.sharding.Chunk;
import shardsh.core.sharding.ConfigCatalog;
import shardsh.core.sharding.MergeableRuns;
import shardsh.core.sharding.MigrateInfo;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;
import shardsh.core.sharding.Zone;

/**
 * Makes few chunks of many in a collection that is to be defragmented: joins neighbours, measures
 * what is left, moves chunks of less than a quarter of the chunk size to a neighbour's shard and
 * joins them with it, and joins neighbours again. Each round lets a shard do one thing. Source: the
 * manual's pages on defragmentation, 6.0 and later; how much one round does, and which neighbour is
 * taken, is ours.
 */
final class Defragmentation {
  static final String MERGE_AND_MEASURE = "mergeAndMeasureChunks";
  static final String MOVE_AND_MERGE = "moveAndMergeChunks";
  static final String MERGE = "mergeChunks";

  private static final int SMALL_PERCENT = 25;

  private final BalancerView view;
  private final ChunkWork work;

  Defragmentation(BalancerView view, ChunkWork work) {
    this.view = view;
    this.work = work;
  }

  /** A small chunk, the neighbour it should be joined with, and where that is. */
  private record Candidate(Chunk chunk, Chunk neighbour, long bytes) {}

  /** {@code {currentPhase, progress: {remainingChunksToProcess}}}. */
  static BsonDocument progress(ConfigCatalog.CollectionEntry entry, BalancerView view) {
    String phase = entry.defragmentationPhase().orElse(MERGE_AND_MEASURE);
    long remaining =
        phase.equals(MOVE_AND_MERGE)
            ? candidates(entry.table(), view).size()
            : runs(entry.table(), view).size();
    return new BsonDocument("currentPhase", new BsonString(phase))
        .append("progress", new BsonDocument("remainingChunksToProcess", new BsonInt64(remaining)));
  }

  /**
   * One round of every collection that is to be defragmented.
   *
   * @return the shards that moved something, and are busy for this round
   */
  Set<ShardId> round(RoundReport report) {
    Set<ShardId> used = new LinkedHashSet<>(view.migratingShards());
    for (ConfigCatalog.CollectionEntry entry : List.copyOf(view.catalog().collections().values())) {
      if (entry.isDefragmenting() && entry.allowsMigrations()) {
        step(entry, report, used);
      }
    }
    return used;
  }

  private void step(ConfigCatalog.CollectionEntry entry, RoundReport report, Set<ShardId> used) {
    Namespace ns = entry.table().ns();
    String phase = entry.defragmentationPhase().orElse(MERGE_AND_MEASURE);
    if (entry.defragmentationPhase().isEmpty()) {
      view.enterDefragmentation(ns, phase);
    }
    if (phase.equals(MOVE_AND_MERGE)) {
      moveAndMerge(entry.table(), report, used);
      return;
    }
    List<List<Chunk>> runs = runs(entry.table(), view);
    if (!runs.isEmpty()) {
      mergeOnePerShard(entry.table(), runs, report);
    } else if (phase.equals(MERGE_AND_MEASURE)) {
      view.measured(ns, work.measure(entry.table()));
      view.enterDefragmentation(ns, MOVE_AND_MERGE);
      report.entered(ns, MOVE_AND_MERGE);
    } else {
      view.leaveDefragmentation(ns);
      report.entered(ns, "none");
    }
  }

  private static List<List<Chunk>> runs(RoutingTable table, BalancerView view) {
    return new MergeableRuns(table, view.catalog().zonesOf(table.ns())).of(chunk -> true);
  }

  private void mergeOnePerShard(RoutingTable table, List<List<Chunk>> runs, RoundReport report) {
    Set<ShardId> done = new LinkedHashSet<>();
    for (List<Chunk> run : runs) {
      if (done.add(run.get(0).shard())) {
        work.merge(table, run, report);
      }
    }
  }

  private void moveAndMerge(RoutingTable table, RoundReport report, Set<ShardId> used) {
    view.measured(table.ns(), work.measure(table));
    List<Candidate> candidates = candidates(table, view);
    if (candidates.isEmpty()) {
      view.enterDefragmentation(table.ns(), MERGE);
      report.entered(table.ns(), MERGE);
      return;
    }
    for (Candidate candidate : candidates) {
      ShardId from = candidate.chunk().shard();
      ShardId to = candidate.neighbour().shard();
      if (!used.contains(from) && !used.contains(to)) {
        used.add(from);
        used.add(to);
        bringTogether(table, candidate, report);
      }
    }
  }

  private void bringTogether(RoutingTable table, Candidate candidate, RoundReport report) {
    Chunk chunk = candidate.chunk();
    Chunk neighbour = candidate.neighbour();
    boolean together = true;
    if (!chunk.shard().equals(neighbour.shard())) {
      MigrateInfo what =
          new MigrateInfo(
              table.ns(),
              chunk.range(),
              chunk.shard(),
              neighbour.shard(),
              MigrateInfo.Reason.DEFRAGMENTATION);
      String why =
          "it holds less than a quarter of the chunk size, and its neighbour is on "
              + neighbour.shard();
      together = work.move(new Decision.Move(what, true, false, why), report);
    }
    if (together) {
      boolean below = neighbour.min().compareTo(chunk.min()) < 0;
      work.merge(table, below ? List.of(neighbour, chunk) : List.of(chunk, neighbour), report);
    }
  }

  /** The small chunks that can be joined with a neighbour, smallest first. */
  private static List<Candidate> candidates(RoutingTable table, BalancerView view) {
    Map<IndexKey, Long> sizes = view.measured(table.ns());
    List<Zone> zones = view.catalog().zonesOf(table.ns());
    MergeableRuns seams = new MergeableRuns(table, zones);
    long small = view.chunkSizeBytes(table.ns()) / 100 * SMALL_PERCENT;
    List<Candidate> found = new ArrayList<>();
    List<Chunk> chunks = table.chunks();
    for (int i = 0; i < chunks.size(); i++) {
      Chunk chunk = chunks.get(i);
      long bytes = sizes.getOrDefault(chunk.min(), Long.MAX_VALUE);
      if (bytes < small) {
        List<Chunk> neighbours = new ArrayList<>();
        if (i > 0 && !seams.isZoneBound(chunk.min())) {
          neighbours.add(chunks.get(i - 1));
        }
        if (i < chunks.size() - 1 && !seams.isZoneBound(chunk.max())) {
          neighbours.add(chunks.get(i + 1));
        }
        neighbours.removeIf(neighbour -> !mayTake(neighbour, chunk, zones, view));
        neighbours.stream()
            .min(Comparator.comparing(neighbour -> sizes.getOrDefault(neighbour.min(), 0L)))
            .ifPresent(neighbour -> found.add(new Candidate(chunk, neighbour, bytes)));
      }
    }
    found.sort(Comparator.comparing(Candidate::bytes));
    return found;
  }

  private static boolean mayTake(
      Chunk neighbour, Chunk chunk, List<Zone> zones, BalancerView view) {
    if (neighbour.shard().equals(chunk.shard())) {
      return true;
    }
    ConfigCatalog.ShardEntry shard = view.catalog().shards().get(neighbour.shard());
    String zone = Zone.of(zones, chunk.range());
    return !shard.draining() && (zone.isEmpty() || shard.zoneNames().contains(zone));
  }
}
