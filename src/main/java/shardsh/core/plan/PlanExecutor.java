package shardsh.core.plan;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import shardsh.core.base.OperationContext;
import shardsh.core.storage.CollectionStore;

/**
 * Carries out one plan over one collection, row by row. It sees the collection's indexes and
 * natural order as they were when it was made, but fetches documents as they are then, so rows may
 * be written while it runs. Not to be kept between commands: drain it, or remember where it stood.
 */
public final class PlanExecutor {
  private final QuerySolution solution;
  private final PlanStage root;
  private final OperationContext operation;
  private final ExecutionBudget budget;

  /**
   * @param allowDiskUse whether a sort may take more than 100 MB; the default from 6.0 on
   */
  public PlanExecutor(
      QuerySolution solution,
      CollectionStore store,
      OperationContext operation,
      boolean allowDiskUse) {
    this(solution, store, operation, allowDiskUse, ExecutionBudget.NONE);
  }

  PlanExecutor(
      QuerySolution solution,
      CollectionStore store,
      OperationContext operation,
      boolean allowDiskUse,
      ExecutionBudget budget) {
    this.solution = solution;
    this.root = new PlanStages(store, allowDiskUse).of(solution.root());
    this.operation = operation;
    this.budget = budget;
  }

  /** How far a trial may go. */
  record ExecutionBudget(long works, long rows) {
    static final ExecutionBudget NONE = new ExecutionBudget(Long.MAX_VALUE, Long.MAX_VALUE);
  }

  /**
   * On to the next row; false at the end.
   *
   * @throws shardsh.core.base.CommandException when the operation is interrupted, when a sort needs
   *     too much memory, or what a projection throws
   */
  public boolean next() {
    while (root.works() < budget.works() && root.advanced() < budget.rows()) {
      operation.checkForInterrupt();
      PlanStage.State state = root.work();
      if (state == PlanStage.State.ADVANCED) {
        return true;
      }
      if (state == PlanStage.State.EOF) {
        return false;
      }
    }
    return false;
  }

  /** What the query gives for this row: the projection, or the document. */
  public BsonDocument document() {
    return root.row.result();
  }

  /** The stored document of this row; of a covered row, what its index key holds of it. */
  public BsonDocument stored() {
    return root.row.document();
  }

  public long recordId() {
    return root.row.recordId();
  }

  /** All rows that are left. */
  public List<BsonDocument> drain() {
    List<BsonDocument> documents = new ArrayList<>();
    while (next()) {
      documents.add(document());
    }
    return documents;
  }

  /** Runs the plan of a count to its end and gives the number. */
  public long count() {
    while (next()) {
      continue;
    }
    if (root instanceof RowStages.Count) {
      return ((RowStages.Count) root).counted();
    }
    return root instanceof RowStages.FastCount
        ? ((RowStages.FastCount) root).counted()
        : root.advanced();
  }

  /** The number of rows given so far. */
  public long returned() {
    return root.advanced();
  }

  public long keysExamined() {
    return keysExamined(root);
  }

  static long keysExamined(PlanStage stage) {
    long sum = stage.keysExamined();
    List<PlanStage> children = stage.children();
    for (int i = 0; i < children.size(); i++) {
      sum += keysExamined(children.get(i));
    }
    return sum;
  }

  public long docsExamined() {
    return docsExamined(root);
  }

  static long docsExamined(PlanStage stage) {
    long sum = stage.docsExamined();
    List<PlanStage> children = stage.children();
    for (int i = 0; i < children.size(); i++) {
      sum += docsExamined(children.get(i));
    }
    return sum;
  }

  public QuerySolution solution() {
    return solution;
  }

  PlanStage root() {
    return root;
  }
}
