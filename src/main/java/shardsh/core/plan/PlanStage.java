package shardsh.core.plan;

import java.util.List;
import org.bson.BsonDocument;

/**
 * A stage at work. Each call to {@link #work} does a small piece: it gives a row, asks for more
 * time, or says that there is nothing more. What was done is counted here, and explain prints it.
 */
abstract class PlanStage {

  /** The outcome of one piece of work. */
  enum State {
    /** {@link #row} has been set. */
    ADVANCED,
    NEED_TIME,
    EOF
  }

  private final SolutionNode node;
  private final List<PlanStage> children;
  private final PlanStage child;
  private long works;
  private long advanced;
  private long needTime;
  private boolean eof;

  /** The row of the last call that advanced. */
  Row row;

  PlanStage(SolutionNode node, PlanStage... children) {
    this.node = node;
    this.children = List.of(children);
    this.child = children.length == 0 ? null : children[0];
  }

  final State work() {
    works++;
    State state = doWork();
    switch (state) {
      case ADVANCED -> advanced++;
      case NEED_TIME -> needTime++;
      case EOF -> eof = true;
    }
    return state;
  }

  abstract State doWork();

  final SolutionNode node() {
    return node;
  }

  final List<PlanStage> children() {
    return children;
  }

  final PlanStage child() {
    return child;
  }

  final long works() {
    return works;
  }

  final long advanced() {
    return advanced;
  }

  final long needTime() {
    return needTime;
  }

  final boolean isEof() {
    return eof;
  }

  /** Index keys this stage itself has looked at. */
  long keysExamined() {
    return 0;
  }

  /** Documents this stage itself has looked at. */
  long docsExamined() {
    return 0;
  }

  /** Adds the counters that only this kind of stage has. */
  void addCounters(BsonDocument stats) {}
}
