package shardsh.core.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.OperationContext;
import shardsh.core.bson.Docs;
import shardsh.core.query.CanonicalQuery;
import shardsh.core.storage.CollectionStore;

/**
 * Plans and what their stages counted, as documents. Source: the manual's page on explain results;
 * one shard's part, which routers wrap. Estimates of time are always 0: the model does not wait.
 */
public final class Explain {
  private static final int TRIAL_ROWS = 101;
  private static final int TRIAL_WORKS = 10_000;

  private final int majorVersion;

  /**
   * @param majorVersion of the server, e.g. 8; shapes differ
   */
  public Explain(int majorVersion) {
    this.majorVersion = majorVersion;
  }

  /** The {@code queryPlanner} section; the first solution won. */
  public BsonDocument queryPlanner(
      PlannerInput input, CanonicalQuery query, List<QuerySolution> solutions) {
    return queryPlanner(input, query, plan(solutions.get(0)), rejected(solutions));
  }

  /** The same with a winning plan that was put together elsewhere, e.g. under an UPDATE stage. */
  public BsonDocument queryPlanner(
      PlannerInput input, CanonicalQuery query, BsonDocument winningPlan, BsonArray rejectedPlans) {
    BsonDocument section = new BsonDocument();
    if (majorVersion < 5) {
      section.append("plannerVersion", new BsonInt32(1));
    }
    section
        .append("namespace", new BsonString(input.ns().toString()))
        .append("indexFilterSet", BsonBoolean.FALSE)
        .append("parsedQuery", query.tree().toBson());
    if (!query.collation().isSimple()) {
      section.append("collation", query.collation().toBson());
    }
    section.append("queryHash", new BsonString(QueryShape.queryHash(query)));
    if (majorVersion >= 8) {
      section.append("planCacheShapeHash", new BsonString(QueryShape.queryHash(query)));
    }
    section.append("planCacheKey", new BsonString(QueryShape.planCacheKey(query, input.indexes())));
    if (majorVersion >= 7) {
      section.append("optimizationTimeMillis", new BsonInt32(0));
    }
    if (majorVersion >= 5) {
      section
          .append("maxIndexedOrSolutionsReached", BsonBoolean.FALSE)
          .append("maxIndexedAndSolutionsReached", BsonBoolean.FALSE)
          .append("maxScansToExplodeReached", BsonBoolean.FALSE);
    }
    if (majorVersion >= 8) {
      section.append("prunedSimilarIndexes", BsonBoolean.FALSE);
    }
    return section
        .append("winningPlan", marked(winningPlan))
        .append("rejectedPlans", rejectedPlans);
  }

  /** What 8.0 calls the shape of a query as a whole; 64 hexadecimal digits, ours. */
  public static Optional<BsonString> shapeHash(CanonicalQuery query, int majorVersion) {
    return majorVersion >= 8
        ? Optional.of(new BsonString(QueryShape.shapeHash(query)))
        : Optional.empty();
  }

  /** The plans that lost. */
  public BsonArray rejected(List<QuerySolution> solutions) {
    BsonArray rejected = new BsonArray();
    for (QuerySolution solution : solutions.subList(1, solutions.size())) {
      rejected.add(marked(plan(solution)));
    }
    return rejected;
  }

  /** A plan without counters: {@code {stage, …, inputStage}}. */
  public static BsonDocument plan(QuerySolution solution) {
    return plan(solution.root());
  }

  private static BsonDocument plan(SolutionNode node) {
    return express(node).orElseGet(() -> tree(node));
  }

  private static BsonDocument tree(SolutionNode node) {
    BsonDocument plan = new BsonDocument("stage", new BsonString(below(node)));
    if (!(node instanceof SolutionNode.IdHack)) {
      plan.putAll(node.details());
    }
    List<BsonDocument> inputs = new ArrayList<>();
    node.children().forEach(child -> inputs.add(tree(child)));
    addInputs(plan, inputs);
    return plan;
  }

  /**
   * The express plans of 8.0 are one stage, which filters orphans and projects by itself. Source:
   * the server's plan_explainer_express.
   */
  private static Optional<BsonDocument> express(SolutionNode node) {
    if (node instanceof SolutionNode.IdHack) {
      BsonDocument plan = new BsonDocument("stage", new BsonString(node.stage()));
      plan.putAll(node.details());
      return ((SolutionNode.IdHack) node).express() ? Optional.of(plan) : Optional.empty();
    }
    if (node instanceof SolutionNode.Express) {
      BsonDocument plan = new BsonDocument("stage", new BsonString(node.stage()));
      plan.putAll(node.details());
      return Optional.of(plan);
    }
    if (node instanceof SolutionNode.ShardingFilter) {
      return express(node.children().get(0));
    }
    if (node instanceof SolutionNode.Project && node.stage().equals("PROJECTION_SIMPLE")) {
      return express(node.children().get(0))
          .map(
              plan ->
                  plan.append("projection", node.details().get("transformBy"))
                      .append("projectionCovered", BsonBoolean.FALSE));
    }
    return Optional.empty();
  }

  /** Express plans are whole plans: under another stage a lookup by {@code _id} is IDHACK. */
  private static String below(SolutionNode node) {
    return node instanceof SolutionNode.IdHack ? "IDHACK" : node.stage();
  }

  private static void addInputs(BsonDocument plan, List<BsonDocument> inputs) {
    if (inputs.size() == 1) {
      plan.append("inputStage", inputs.get(0));
    } else if (!inputs.isEmpty()) {
      plan.append("inputStages", new BsonArray(inputs));
    }
  }

  /**
   * The {@code executionStats} section of a plan that has run, without {@code allPlansExecution}.
   *
   * @param millis how long it took in simulated time
   */
  public BsonDocument executionStats(PlanExecutor executor, long millis) {
    return executionStats(executor, millis, stages(executor));
  }

  /** The same with stages that were put together elsewhere, e.g. under an UPDATE stage. */
  public BsonDocument executionStats(
      PlanExecutor executor, long millis, BsonDocument executionStages) {
    return new BsonDocument("executionSuccess", BsonBoolean.TRUE)
        .append("nReturned", Docs.number(executor.returned()))
        .append("executionTimeMillis", Docs.number(millis))
        .append("totalKeysExamined", Docs.number(executor.keysExamined()))
        .append("totalDocsExamined", Docs.number(executor.docsExamined()))
        .append("executionStages", marked(executionStages));
  }

  /** With what 8.0 says of every winning plan: that it does not come from the plan cache. */
  public BsonDocument marked(BsonDocument plan) {
    if (majorVersion < 8) {
      return plan;
    }
    BsonDocument marked = new BsonDocument("isCached", BsonBoolean.FALSE);
    marked.putAll(plan);
    return marked;
  }

  /** The stages of a plan with what they have counted. */
  public static BsonDocument stages(PlanExecutor executor) {
    return stages(executor.root());
  }

  private static BsonDocument stages(PlanStage stage) {
    Optional<BsonDocument> express = express(stage.node());
    if (express.isPresent()) {
      return express
          .get()
          .append("nReturned", Docs.number(stage.advanced()))
          .append("executionTimeMillisEstimate", new BsonInt32(0))
          .append("keysExamined", Docs.number(PlanExecutor.keysExamined(stage)))
          .append("docsExamined", Docs.number(PlanExecutor.docsExamined(stage)));
    }
    return treeStages(stage);
  }

  private static BsonDocument treeStages(PlanStage stage) {
    BsonDocument stats = new BsonDocument("stage", new BsonString(below(stage.node())));
    BsonDocument details =
        stage.node() instanceof SolutionNode.IdHack ? new BsonDocument() : stage.node().details();
    if (details.containsKey("filter")) {
      stats.append("filter", details.get("filter"));
    }
    stats
        .append("nReturned", Docs.number(stage.advanced()))
        .append("executionTimeMillisEstimate", new BsonInt32(0))
        .append("works", Docs.number(stage.works()))
        .append("advanced", Docs.number(stage.advanced()))
        .append("needTime", Docs.number(stage.needTime()))
        .append("needYield", new BsonInt32(0))
        .append("saveState", new BsonInt32(0))
        .append("restoreState", new BsonInt32(0))
        .append("isEOF", new BsonInt32(stage.isEof() ? 1 : 0));
    boolean countersFirst = stage.node() instanceof SolutionNode.CountScan;
    if (countersFirst) {
      stage.addCounters(stats);
    }
    for (Map.Entry<String, BsonValue> detail : details.entrySet()) {
      if (!detail.getKey().equals("filter")) {
        stats.append(detail.getKey(), detail.getValue());
      }
    }
    if (!countersFirst) {
      stage.addCounters(stats);
    }
    List<BsonDocument> inputs = new ArrayList<>();
    stage.children().forEach(child -> inputs.add(treeStages(child)));
    addInputs(stats, inputs);
    return stats;
  }

  /**
   * What each of several candidates does in a short trial (101 rows, or 10,000 steps): {@code
   * allPlansExecution}. Empty when there was no choice.
   */
  public BsonArray allPlans(
      List<QuerySolution> solutions, CollectionStore store, OperationContext operation) {
    BsonArray all = new BsonArray();
    if (solutions.size() < 2) {
      return all;
    }
    for (QuerySolution solution : solutions) {
      PlanExecutor trial =
          new PlanExecutor(
              solution,
              store,
              operation,
              true,
              new PlanExecutor.ExecutionBudget(TRIAL_WORKS, TRIAL_ROWS));
      while (trial.next()) {
        continue;
      }
      all.add(
          new BsonDocument("nReturned", Docs.number(trial.returned()))
              .append("executionTimeMillisEstimate", new BsonInt32(0))
              .append("totalKeysExamined", Docs.number(trial.keysExamined()))
              .append("totalDocsExamined", Docs.number(trial.docsExamined()))
              .append("executionStages", all.isEmpty() ? stages(trial) : marked(stages(trial))));
    }
    return all;
  }
}
