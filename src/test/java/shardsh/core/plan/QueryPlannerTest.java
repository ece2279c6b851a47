package shardsh.core.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.InterruptFlag;
import shardsh.core.base.Namespace;
import shardsh.core.base.OperationContext;
import shardsh.core.keys.HashedKey;
import shardsh.core.keys.KeyPattern;
import shardsh.core.query.CanonicalQuery;
import shardsh.core.query.MatchParser;
import shardsh.core.query.QueryContext;
import shardsh.core.storage.CollectionStore;
import shardsh.core.storage.IndexFunctions;
import shardsh.core.storage.IndexSpec;

/** Which plan is chosen, what it looks at and what explain says of it. */
class QueryPlannerTest {
  private final CollectionStore store =
      new CollectionStore(
          new Namespace("shop", "orders"),
          new IndexFunctions(
              HashedKey::of, filter -> MatchParser.parse(filter, QueryContext.PLAIN)::matches));

  private Optional<ShardFilter> shardFilter = Optional.empty();
  private boolean express;

  private void index(String spec) {
    store.createIndex(IndexSpec.parse(BsonDocument.parse(spec)));
  }

  /** Orders 0 to count - 1 of ten customers each, dearer as they go. */
  private void orders(int count) {
    for (int i = 0; i < count; i++) {
      store.insert(
          BsonDocument.parse(
              "{_id: "
                  + i
                  + ", customerId: "
                  + i / 10
                  + ", total: "
                  + i
                  + ", status: 's"
                  + i % 3
                  + "'}"));
    }
  }

  private PlannerInput input() {
    return PlannerInput.of(store, shardFilter, express, true);
  }

  private static CanonicalQuery find(String fields) {
    BsonDocument find = new BsonDocument("find", new BsonString("orders"));
    find.putAll(BsonDocument.parse(fields));
    return CanonicalQuery.parse(find);
  }

  private List<QuerySolution> plans(String fields) {
    return new QueryPlanner(input()).plan(find(fields));
  }

  private PlanExecutor executor(QuerySolution solution) {
    return new PlanExecutor(solution, store, OperationContext.unbounded(), false);
  }

  private PlanExecutor run(String fields) {
    PlanExecutor executor = executor(plans(fields).get(0));
    executor.drain();
    return executor;
  }

  private static String shape(QuerySolution solution) {
    StringBuilder shape = new StringBuilder();
    append(solution.root(), shape);
    return shape.toString();
  }

  private static void append(SolutionNode node, StringBuilder shape) {
    shape.append(node.stage());
    if (node instanceof SolutionNode.IndexScan) {
      shape.append('[').append(((SolutionNode.IndexScan) node).index().name()).append(']');
    }
    if (!node.children().isEmpty()) {
      shape.append('(');
      String separator = "";
      for (SolutionNode child : node.children()) {
        shape.append(separator);
        append(child, shape);
        separator = " ";
      }
      shape.append(')');
    }
  }

  private String best(String fields) {
    return shape(plans(fields).get(0));
  }

  private void owned(String shardKey, int below) {
    shardFilter =
        Optional.of(
            new ShardFilter(
                KeyPattern.of(BsonDocument.parse(shardKey)),
                document -> document.getInt32("customerId").getValue() < below,
                key -> key.get(0).asInt32().getValue() < below));
  }

  @Test
  void equalityLooksAtItsOwnKeysOnly() {
    index("{key: {customerId: 1}}");
    orders(100);

    PlanExecutor executor = run("{filter: {customerId: 4}}");

    assertEquals(10, executor.returned());
    assertEquals(10, executor.keysExamined());
    assertEquals(10, executor.docsExamined());
  }

  @Test
  void gapsBetweenIntervalsAreJumpedOver() {
    index("{key: {customerId: 1}}");
    orders(1000);

    PlanExecutor executor = run("{filter: {customerId: {$in: [3, 50, 90]}}}");

    assertEquals(30, executor.returned());
    assertEquals(33, executor.keysExamined());
  }

  @Test
  void secondFieldOfACompoundIndexIsJumpedToForEachFirst() {
    index("{key: {status: 1, total: -1}}");
    orders(300);

    PlanExecutor executor = run("{filter: {status: {$gte: 's0'}, total: {$gte: 290}}}");

    assertEquals(10, executor.returned());
    assertTrue(executor.keysExamined() <= 20, "keys " + executor.keysExamined());
  }

  @Test
  void equalityComesBeforeRangeAndTheLoserIsKept() {
    index("{key: {total: 1}}");
    index("{key: {customerId: 1}}");
    orders(40);

    List<QuerySolution> plans = plans("{filter: {customerId: 1, total: {$gt: 5}}}");

    assertEquals("FETCH(IXSCAN[customerId_1])", shape(plans.get(0)));
    assertEquals("FETCH(IXSCAN[total_1])", shape(plans.get(1)));
  }

  @Test
  void farFewerKeysBeatAnEquality() {
    index("{key: {status: 1}}");
    index("{key: {total: 1}}");
    orders(3000);

    assertEquals("FETCH(IXSCAN[total_1])", best("{filter: {status: 's1', total: {$lt: 20}}}"));
  }

  @Test
  void indexThatGivesTheOrderNeedsNoSort() {
    index("{key: {customerId: 1, total: 1}}");
    orders(50);

    assertEquals(
        "LIMIT(FETCH(IXSCAN[customerId_1_total_1]))",
        best("{filter: {customerId: 3}, sort: {total: -1}, limit: 2}"));
    PlanExecutor executor = run("{filter: {customerId: 3}, sort: {total: -1}, limit: 2}");
    assertEquals(2, executor.keysExamined());
  }

  @Test
  void sortWithALimitKeepsTheBestOnly() {
    orders(50);

    PlanExecutor executor = executor(plans("{sort: {total: -1}, limit: 2}").get(0));

    List<BsonDocument> rows = executor.drain();
    assertEquals(49, rows.get(0).getInt32("total").getValue());
    assertEquals(48, rows.get(1).getInt32("total").getValue());
    assertEquals(2, rows.size());
  }

  @Test
  void sortBeyondItsMemoryFailsUnlessItMayUseTheDisk() {
    String big = "x".repeat(1024 * 1024);
    for (int i = 0; i < 101; i++) {
      store.insert(new BsonDocument("_id", new BsonInt32(i)).append("text", new BsonString(big)));
    }
    QuerySolution plan = plans("{sort: {text: 1}}").get(0);

    CommandException refused = assertThrows(CommandException.class, () -> executor(plan).drain());
    PlanExecutor onDisk = new PlanExecutor(plan, store, OperationContext.unbounded(), true);

    assertEquals(292, refused.errorCode().code());
    assertEquals(101, onDisk.drain().size());
    assertEquals(BsonBoolean.TRUE, Explain.stages(onDisk).get("usedDisk"));
  }

  @Test
  void coveredQueryLooksAtNoDocument() {
    index("{key: {customerId: 1, total: 1}}");
    orders(50);

    PlanExecutor executor =
        executor(plans("{filter: {customerId: 3}, projection: {_id: 0, total: 1}}").get(0));

    assertEquals(BsonDocument.parse("{total: 30}"), executor.drain().get(0));
    assertEquals(0, executor.docsExamined());
    assertEquals("PROJECTION_COVERED(IXSCAN[customerId_1_total_1])", shape(executor.solution()));
  }

  @Test
  void branchesOfOrUseTheirOwnIndexesAndGiveEachRecordOnce() {
    index("{key: {customerId: 1}}");
    index("{key: {total: 1}}");
    orders(50);

    PlanExecutor executor =
        executor(plans("{filter: {$or: [{customerId: 1}, {total: {$lt: 12}}]}}").get(0));

    assertEquals("FETCH(OR(IXSCAN[customerId_1] IXSCAN[total_1]))", shape(executor.solution()));
    assertEquals(20, executor.drain().size());
  }

  @Test
  void hiddenSparseAndForeignPartialIndexesAreLeftAlone() {
    index("{key: {customerId: 1}, name: 'hidden', hidden: true}");
    index("{key: {total: 1}, name: 'partial', partialFilterExpression: {total: {$gt: 20}}}");
    orders(50);

    assertEquals("COLLSCAN", best("{filter: {customerId: 1}}"));
    assertEquals("COLLSCAN", best("{filter: {total: {$gt: 10}}}"));
    assertEquals("FETCH(IXSCAN[partial])", best("{filter: {total: {$gt: 30}}}"));
  }

  @Test
  void filterOnIdIsALookup() {
    orders(10);

    assertEquals("IDHACK", best("{filter: {_id: 3}}"));
    express = true;
    assertEquals("EXPRESS_IXSCAN", best("{filter: {_id: 3}}"));
    assertEquals("FETCH(IXSCAN[_id_])", best("{filter: {_id: {$gt: 3}}}"));
    assertEquals(1, run("{filter: {_id: 3}}").returned());
  }

  @Test
  void filterThatNothingSatisfiesReadsNothing() {
    assertEquals("EOF", best("{filter: {a: {$in: []}}}"));
  }

  @Test
  void hintForcesAnIndexOrTheNaturalOrder() {
    index("{key: {total: 1}}");
    index("{key: {customerId: 1}}");
    orders(20);

    assertEquals("FETCH(IXSCAN[total_1])", best("{filter: {customerId: 1}, hint: {total: 1}}"));
    assertEquals("FETCH(IXSCAN[total_1])", best("{filter: {customerId: 1}, hint: 'total_1'}"));
    assertEquals("COLLSCAN", best("{filter: {customerId: 1}, hint: {$natural: -1}}"));
    assertEquals(
        19,
        executor(plans("{hint: {$natural: -1}}").get(0)).drain().get(0).getInt32("_id").getValue());
  }

  @Test
  void hintWithoutIndexIsRefused() {
    CommandException refused =
        assertThrows(CommandException.class, () -> plans("{filter: {a: 1}, hint: {nope: 1}}"));

    assertEquals(ErrorCode.BAD_VALUE, refused.errorCode());
    assertTrue(refused.getMessage().startsWith("error processing query: ns=shop.orders"));
    assertTrue(
        refused
            .getMessage()
            .endsWith(
                "planner returned error :: caused by :: hint provided does not correspond to an"
                    + " existing index"));
  }

  @Test
  void minAndMaxAreAStretchOfTheHintedIndex() {
    index("{key: {total: 1}}");
    orders(20);

    PlanExecutor executor = run("{min: {total: 5}, max: {total: 8}, hint: {total: 1}}");

    assertEquals(3, executor.returned());
    assertEquals(3, executor.keysExamined());
    assertEquals(
        51173,
        assertThrows(CommandException.class, () -> plans("{min: {total: 5}}")).errorCode().code());
    assertEquals(
        51174,
        assertThrows(
                CommandException.class, () -> plans("{min: {customerId: 5}, hint: {total: 1}}"))
            .errorCode()
            .code());
  }

  @Test
  void shardFilterSitsAboveTheFetchAndCountsWhatItSkips() {
    index("{key: {total: 1}}");
    orders(50);
    owned("{customerId: 1}", 2);

    PlanExecutor executor = executor(plans("{filter: {total: {$gte: 10}}}").get(0));

    assertEquals("SHARDING_FILTER(FETCH(IXSCAN[total_1]))", shape(executor.solution()));
    assertEquals(10, executor.drain().size());
    assertEquals(new BsonInt32(30), Explain.stages(executor).get("chunkSkips"));
  }

  @Test
  void shardFilterIsLeftOutWhenTheQueryFixesTheKey() {
    index("{key: {customerId: 1}}");
    orders(50);
    owned("{customerId: 1}", 2);

    assertEquals("FETCH(IXSCAN[customerId_1])", best("{filter: {customerId: 1, total: {$gt: 3}}}"));
    assertEquals(
        "FETCH(SHARDING_FILTER(IXSCAN[customerId_1]))",
        best("{filter: {customerId: {$in: [1, 2]}}}"));
  }

  @Test
  void indexWithTheShardKeyIsFilteredWithoutFetching() {
    index("{key: {customerId: 1, total: 1}}");
    orders(50);
    owned("{customerId: 1}", 2);

    String covered = best("{filter: {customerId: {$gte: 0}}, projection: {_id: 0, total: 1}}");

    assertEquals("PROJECTION_COVERED(SHARDING_FILTER(IXSCAN[customerId_1_total_1]))", covered);
  }

  @Test
  void countByOneStretchOfAnIndexScansKeysOnly() {
    index("{key: {customerId: 1}}");
    orders(50);
    CanonicalQuery query = find("{filter: {customerId: {$gte: 1, $lt: 4}}}");

    QuerySolution plan = new QueryPlanner(input()).planCount(query).get(0);
    PlanExecutor executor = executor(plan);

    assertEquals("COUNT(COUNT_SCAN)", shape(plan));
    assertEquals(30, executor.count());
    assertEquals(0, executor.docsExamined());
    assertEquals(
        BsonDocument.parse(
            "{startKey: {customerId: 1}, startKeyInclusive: true, endKey: {customerId: 4},"
                + " endKeyInclusive: false}"),
        Explain.plan(plan).getDocument("inputStage").get("indexBounds"));
  }

  @Test
  void countOfEverythingAsksTheCollection() {
    orders(50);
    owned("{customerId: 1}", 2);

    QuerySolution plan = new QueryPlanner(input()).planCount(find("{}")).get(0);

    assertEquals("RECORD_STORE_FAST_COUNT", shape(plan));
    assertEquals(50, executor(plan).count());
  }

  @Test
  void distinctJumpsFromValueToValue() {
    index("{key: {customerId: 1, total: 1}}");
    orders(200);

    QuerySolution plan = new QueryPlanner(input()).planDistinct(find("{}"), "customerId").get(0);
    PlanExecutor executor = executor(plan);
    List<BsonDocument> rows = new ArrayList<>();
    while (executor.next()) {
      rows.add(executor.stored());
    }

    assertEquals("PROJECTION_COVERED(DISTINCT_SCAN)", shape(plan));
    assertEquals(20, rows.size());
    assertEquals(20, executor.keysExamined());
  }

  @Test
  void interruptStopsAScan() {
    orders(50);
    InterruptFlag flag = new InterruptFlag();
    PlanExecutor executor =
        new PlanExecutor(
            plans("{filter: {total: -1}}").get(0),
            store,
            new OperationContext(flag, () -> 0, Long.MAX_VALUE),
            true);
    flag.raise();

    CommandException stopped = assertThrows(CommandException.class, executor::next);

    assertEquals(ErrorCode.INTERRUPTED, stopped.errorCode());
  }

  @Test
  void returnKeyGivesIndexKeys() {
    index("{key: {total: 1}}");
    orders(10);

    assertEquals(
        List.of(BsonDocument.parse("{total: 7}")),
        executor(plans("{filter: {total: 7}, returnKey: true}").get(0)).drain());
  }
}
