package shardsh.core.sharding;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;
import shardsh.core.keys.IndexKey;

/**
 * Neighbouring chunks of one shard that may become one: no bound of a zone lies between them.
 * Source: {@code sharding-facts.md}, sections 7.6 and 11.7.
 */
public final class MergeableRuns {
  private final RoutingTable table;
  private final TreeSet<IndexKey> zoneBounds = new TreeSet<>();

  /**
   * @param zones the collection's zone ranges
   */
  public MergeableRuns(RoutingTable table, List<Zone> zones) {
    this.table = table;
    for (Zone zone : zones) {
      zoneBounds.add(zone.range().min());
      zoneBounds.add(zone.range().max());
    }
  }

  /** All runs of two or more neighbours that are all allowed, in key order. */
  public List<List<Chunk>> of(Predicate<Chunk> allowed) {
    List<List<Chunk>> runs = new ArrayList<>();
    List<Chunk> run = new ArrayList<>();
    for (Chunk chunk : table.chunks()) {
      boolean fits = allowed.test(chunk);
      if (!run.isEmpty() && !(fits && mayJoin(run.get(run.size() - 1), chunk))) {
        keep(run, runs);
        run = new ArrayList<>();
      }
      if (fits) {
        run.add(chunk);
      }
    }
    keep(run, runs);
    return runs;
  }

  /** Whether neighbours, lower one first, are of one shard with no bound of a zone between them. */
  public boolean mayJoin(Chunk lower, Chunk upper) {
    return lower.shard().equals(upper.shard()) && !isZoneBound(upper.min());
  }

  /** Whether a zone begins or ends at that key. */
  public boolean isZoneBound(IndexKey key) {
    return zoneBounds.contains(key);
  }

  private static void keep(List<Chunk> run, List<List<Chunk>> runs) {
    if (run.size() > 1) {
      runs.add(List.copyOf(run));
    }
  }
}
