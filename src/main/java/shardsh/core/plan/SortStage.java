package shardsh.core.plan;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.BsonSize;
import shardsh.core.bson.Docs;
import shardsh.core.keys.IndexKey;
import shardsh.core.query.SortPattern;

/** SORT: takes in all rows, then gives them in order; equal ones in the order they came. */
final class SortStage extends PlanStage {

  private record Keyed(IndexKey key, long arrival, Row row) {}

  private final SortPattern pattern;
  private final long limit;
  private final boolean allowDiskUse;
  private final List<Keyed> all = new ArrayList<>();

  /** The best rows so far, the worst on top; only with a limit. */
  private final PriorityQueue<Keyed> best;

  private Iterator<Keyed> output;
  private long arrivals;
  private long memory;
  private long totalBytes;
  private boolean usedDisk;

  SortStage(SolutionNode.Sort node, PlanStage child, boolean allowDiskUse) {
    super(node, child);
    this.pattern = node.pattern();
    this.limit = node.limit();
    this.allowDiskUse = allowDiskUse;
    this.best = limit > 0 ? new PriorityQueue<>((left, right) -> compare(right, left)) : null;
  }

  private int compare(Keyed left, Keyed right) {
    int compared = pattern.compareKeys(left.key(), right.key());
    return compared != 0 ? compared : Long.compare(left.arrival(), right.arrival());
  }

  @Override
  State doWork() {
    if (output == null) {
      return take();
    }
    if (!output.hasNext()) {
      return State.EOF;
    }
    row = output.next().row();
    return State.ADVANCED;
  }

  private State take() {
    State state = child().work();
    if (state == State.NEED_TIME) {
      return state;
    }
    if (state == State.EOF) {
      if (best != null) {
        all.addAll(best);
      }
      all.sort(this::compare);
      output = all.iterator();
      return State.NEED_TIME;
    }
    Row taken = child().row;
    if (isFull() && pattern.isPlainlyNotBefore(best.element().key(), taken.document())) {
      return State.NEED_TIME;
    }
    IndexKey key = pattern.sortKey(taken.document());
    if (best == null) {
      Keyed keyed = new Keyed(key, arrivals++, taken);
      all.add(keyed);
      grow(taken);
    } else if (best.size() < limit) {
      best.add(new Keyed(key, arrivals++, taken));
      grow(taken);
    } else if (pattern.compareKeys(key, best.element().key()) < 0) {
      memory -= BsonSize.of(best.remove().row().document());
      best.add(new Keyed(key, arrivals++, taken));
      grow(taken);
    }
    return State.NEED_TIME;
  }

  private boolean isFull() {
    return best != null && best.size() == limit;
  }

  private void grow(Row taken) {
    int bytes = BsonSize.of(taken.document());
    memory += bytes;
    totalBytes += bytes;
    if (memory > SolutionNode.SORT_MEMORY_MAX) {
      if (!allowDiskUse) {
        throw new CommandException(
            ErrorCode.QUERY_EXCEEDED_MEMORY_LIMIT,
            "Sort exceeded memory limit of "
                + SolutionNode.SORT_MEMORY_MAX
                + " bytes, but did not opt in to external sorting. Aborting operation. Pass"
                + " allowDiskUse:true to opt in.");
      }
      usedDisk = true;
    }
  }

  @Override
  void addCounters(BsonDocument stats) {
    stats
        .append("totalDataSizeSorted", Docs.number(totalBytes))
        .append("usedDisk", BsonBoolean.valueOf(usedDisk))
        .append("spills", Docs.number(usedDisk ? totalBytes / SolutionNode.SORT_MEMORY_MAX : 0));
  }
}
