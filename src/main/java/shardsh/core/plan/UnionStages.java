package shardsh.core.plan;

import java.util.List;
import java.util.PriorityQueue;
import org.bson.BsonDocument;
import shardsh.core.bson.Docs;
import shardsh.core.keys.IndexKey;
import shardsh.core.query.SortPattern;

/** The stages that take rows from several others and give each record once. */
final class UnionStages {
  private UnionStages() {}

  /** OR: one child after the other. */
  static final class Or extends PlanStage {
    private final RecordSet seen = new RecordSet();
    private int current;
    private long tested;
    private long dropped;

    Or(SolutionNode.Or node, PlanStage... children) {
      super(node, children);
    }

    @Override
    State doWork() {
      if (current == children().size()) {
        return State.EOF;
      }
      PlanStage child = children().get(current);
      State state = child.work();
      if (state == State.EOF) {
        current++;
        return current == children().size() ? State.EOF : State.NEED_TIME;
      }
      if (state == State.NEED_TIME) {
        return state;
      }
      tested++;
      if (!seen.add(child.row.recordId())) {
        dropped++;
        return State.NEED_TIME;
      }
      row = child.row;
      return State.ADVANCED;
    }

    @Override
    void addCounters(BsonDocument stats) {
      stats.append("dupsTested", Docs.number(tested)).append("dupsDropped", Docs.number(dropped));
    }
  }

  /** SORT_MERGE: always the child whose next row comes first. */
  static final class SortMerge extends PlanStage {

    private record Waiting(IndexKey key, int child, Row row) {}

    private final SortPattern pattern;
    private final RecordSet seen = new RecordSet();
    private final PriorityQueue<Waiting> waiting;
    private final int[][] positions;

    /** The child that must give its next row before anything can come out; the size when none. */
    private int pending;

    private boolean allStarted;

    private long tested;
    private long dropped;

    SortMerge(SolutionNode.SortMerge node, PlanStage... children) {
      super(node, children);
      this.pattern = node.pattern();
      this.positions = new int[children.length][];
      this.waiting = new PriorityQueue<>(this::compare);
    }

    private int compare(Waiting left, Waiting right) {
      int compared = pattern.compareKeys(left.key(), right.key());
      return compared != 0 ? compared : Integer.compare(left.child(), right.child());
    }

    @Override
    State doWork() {
      if (pending < children().size()) {
        return refill();
      }
      if (waiting.isEmpty()) {
        return State.EOF;
      }
      Waiting first = waiting.remove();
      pending = first.child();
      tested++;
      if (!seen.add(first.row().recordId())) {
        dropped++;
        return State.NEED_TIME;
      }
      row = first.row();
      return State.ADVANCED;
    }

    private State refill() {
      PlanStage child = children().get(pending);
      State state = child.work();
      if (state == State.NEED_TIME) {
        return state;
      }
      if (state == State.ADVANCED) {
        waiting.add(new Waiting(sortKey(child.row, pending), pending, child.row));
      }
      if (!allStarted && pending + 1 < children().size()) {
        pending++;
      } else {
        allStarted = true;
        pending = children().size();
      }
      return State.NEED_TIME;
    }

    private IndexKey sortKey(Row from, int child) {
      if (from.isFetched()) {
        return pattern.sortKey(from.document());
      }
      if (positions[child] == null) {
        List<String> paths = List.copyOf(pattern.toBson().keySet());
        positions[child] = new int[paths.size()];
        for (int i = 0; i < paths.size(); i++) {
          positions[child][i] = from.index().positionOf(paths.get(i));
        }
      }
      return from.keyPart(positions[child]);
    }

    @Override
    void addCounters(BsonDocument stats) {
      stats.append("dupsTested", Docs.number(tested)).append("dupsDropped", Docs.number(dropped));
    }
  }
}
