package shardsh.core.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import shardsh.core.base.Namespace;
import shardsh.core.base.OperationContext;
import shardsh.core.query.CanonicalQuery;
import shardsh.core.storage.CollectionStore;
import shardsh.core.storage.IndexFunctions;
import shardsh.core.storage.IndexSpec;

/** The documents explain is made of, field by field in order. */
class ExplainTest {
  private final CollectionStore store =
      new CollectionStore(new Namespace("shop", "orders"), IndexFunctions.withoutFilters());

  @BeforeEach
  void threeOrdersAndTwoIndexes() {
    store.createIndex(IndexSpec.parse(BsonDocument.parse("{key: {a: 1, b: -1}}")));
    store.createIndex(IndexSpec.parse(BsonDocument.parse("{key: {b: 1}}")));
    store.insert(BsonDocument.parse("{_id: 1, a: 1, b: [5, 6]}"));
    store.insert(BsonDocument.parse("{_id: 2, a: 1, b: 7}"));
    store.insert(BsonDocument.parse("{_id: 3, a: 2, b: 8}"));
  }

  private PlannerInput input() {
    return PlannerInput.of(store, Optional.empty(), true, true);
  }

  private static CanonicalQuery find(String fields) {
    BsonDocument find = new BsonDocument("find", new BsonString("orders"));
    find.putAll(BsonDocument.parse(fields));
    return CanonicalQuery.parse(find);
  }

  @Test
  void scanOfAnIndexSaysWhatItScans() {
    QuerySolution best =
        new QueryPlanner(input()).plan(find("{filter: {a: 1, b: {$gt: 5}}}")).get(0);

    assertEquals(
        "{\"stage\": \"FETCH\", \"inputStage\": {\"stage\": \"IXSCAN\", \"keyPattern\": {\"a\": 1,"
            + " \"b\": -1}, \"indexName\": \"a_1_b_-1\", \"isMultiKey\": true,"
            + " \"multiKeyPaths\": {\"a\": [], \"b\": [\"b\"]}, \"isUnique\": false,"
            + " \"isSparse\": false, \"isPartial\": false, \"indexVersion\": 2,"
            + " \"direction\": \"forward\", \"indexBounds\": {\"a\": [\"[1, 1]\"], \"b\":"
            + " [\"[inf.0, 5)\"]}}}",
        Explain.plan(best).toJson());
  }

  @Test
  void stagesCountWhatTheyDid() {
    QuerySolution best =
        new QueryPlanner(input()).plan(find("{filter: {a: 1, b: {$gt: 4}}}")).get(0);
    PlanExecutor executor = new PlanExecutor(best, store, OperationContext.unbounded(), true);
    executor.drain();

    BsonDocument stats = new Explain(7).executionStats(executor, 12);

    assertEquals(
        "[executionSuccess, nReturned, executionTimeMillis, totalKeysExamined, totalDocsExamined,"
            + " executionStages]",
        stats.keySet().toString());
    assertEquals(2, stats.getInt32("nReturned").getValue());
    assertEquals(3, stats.getInt32("totalKeysExamined").getValue());
    assertEquals(2, stats.getInt32("totalDocsExamined").getValue());
    BsonDocument scan = stats.getDocument("executionStages").getDocument("inputStage");
    assertEquals(
        "[stage, nReturned, executionTimeMillisEstimate, works, advanced, needTime, needYield,"
            + " saveState, restoreState, isEOF, keyPattern, indexName, isMultiKey, multiKeyPaths,"
            + " isUnique, isSparse, isPartial, indexVersion, direction, indexBounds, keysExamined,"
            + " seeks, dupsTested, dupsDropped]",
        scan.keySet().toString());
    assertEquals(4, scan.getInt32("works").getValue());
    assertEquals(2, scan.getInt32("advanced").getValue());
    assertEquals(1, scan.getInt32("needTime").getValue());
    assertEquals(1, scan.getInt32("dupsDropped").getValue());
    assertEquals(1, scan.getInt32("isEOF").getValue());
  }

  @Test
  void plannerSectionDependsOnTheVersion() {
    CanonicalQuery query = find("{filter: {a: 1}}");
    List<QuerySolution> plans = new QueryPlanner(input()).plan(query);

    BsonDocument old = new Explain(4).queryPlanner(input(), query, plans);
    BsonDocument recent = new Explain(8).queryPlanner(input(), query, plans);

    assertEquals(
        "[plannerVersion, namespace, indexFilterSet, parsedQuery, queryHash, planCacheKey,"
            + " winningPlan, rejectedPlans]",
        old.keySet().toString());
    assertEquals(BsonDocument.parse("{a: {$eq: 1}}"), recent.get("parsedQuery"));
    assertFalse(recent.containsKey("plannerVersion"));
    assertEquals("isCached", recent.getDocument("winningPlan").getFirstKey());
  }

  @Test
  void queriesOfOneShapeHaveOneHash() {
    PlannerInput input = input();
    BsonDocument one =
        new Explain(6).queryPlanner(input, find("{filter: {a: 1}}"), plans("{filter: {a: 1}}"));
    BsonDocument other =
        new Explain(6).queryPlanner(input, find("{filter: {a: 9}}"), plans("{filter: {a: 9}}"));
    BsonDocument different =
        new Explain(6).queryPlanner(input, find("{filter: {b: 9}}"), plans("{filter: {b: 9}}"));

    assertEquals(one.get("queryHash"), other.get("queryHash"));
    assertFalse(one.get("queryHash").equals(different.get("queryHash")));
  }

  private List<QuerySolution> plans(String fields) {
    return new QueryPlanner(input()).plan(find(fields));
  }

  @Test
  void allCandidatesAreTriedWhenThereIsAChoice() {
    BsonArray trials =
        new Explain(7)
            .allPlans(plans("{filter: {a: 1, b: 7}}"), store, OperationContext.unbounded());

    assertEquals(2, trials.size());
    assertEquals(
        "[nReturned, executionTimeMillisEstimate, totalKeysExamined, totalDocsExamined,"
            + " executionStages]",
        trials.get(0).asDocument().keySet().toString());
    assertTrue(
        new Explain(7)
            .allPlans(plans("{filter: {a: 1}}"), store, OperationContext.unbounded())
            .isEmpty());
  }
}
