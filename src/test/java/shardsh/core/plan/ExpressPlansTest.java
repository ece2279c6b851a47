package shardsh.core.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

/** When 8.0 answers an equality with one look into an index. */
class ExpressPlansTest {
  private final CollectionStore store =
      new CollectionStore(
          new Namespace("shop", "orders"),
          new IndexFunctions(
              HashedKey::of, filter -> MatchParser.parse(filter, QueryContext.PLAIN)::matches));

  private Optional<ShardFilter> shardFilter = Optional.empty();

  private void index(String spec) {
    store.createIndex(IndexSpec.parse(BsonDocument.parse(spec)));
  }

  private PlanExecutor run(String fields, boolean express) {
    BsonDocument find = new BsonDocument("find", new BsonString("orders"));
    find.putAll(BsonDocument.parse(fields));
    PlannerInput input = PlannerInput.of(store, shardFilter, express, true);
    QuerySolution best = new QueryPlanner(input).planFind(CanonicalQuery.parse(find)).get(0);
    return new PlanExecutor(best, store, OperationContext.unbounded(), false);
  }

  private String stage(String fields) {
    return Explain.plan(run(fields, true).solution()).getString("stage").getValue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{a: 1}       | {filter: {a: 1}, limit: 1}",
        "{a: -1}      | {filter: {a: {bar: 1}}, limit: 1}",
        "{a: 1, b: -1}| {filter: {a: 10}, limit: 1}",
        "{'a.bar': 1} | {filter: {'a.bar': 1}, limit: 1}",
        "{a: 1}       | {filter: {$or: [{a: 0}, {a: 0}]}, limit: 1}",
      })
  void oneDocumentOfAnEqualityOnAnIndexPrefixIsExpress(String key, String find) {
    index("{key: " + key + ", name: 'i'}");
    assertEquals("EXPRESS_IXSCAN", stage(find));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{a: 1}       | {filter: {a: 1}}",
        "{a: 1}       | {filter: {a: {$lte: 1}}, limit: 1}",
        "{a: 1}       | {filter: {a: null}, limit: 1}",
        "{a: 1}       | {filter: {a: [1]}, limit: 1}",
        "{a: 1}       | {filter: {a: 0, b: 0}, limit: 1}",
        "{a: 1}       | {filter: {a: 0}, projection: {a: 1, _id: 0}, limit: 1}",
        "{a: 1}       | {filter: {a: 0}, sort: {b: 1}, limit: 1}",
        "{a: 1}       | {filter: {a: 0}, skip: 1, limit: 1}",
        "{a: 1}       | {filter: {a: 0}, hint: 'i', limit: 1}",
        "{a: 1}       | {filter: {a: 0}, batchSize: 1, limit: 1}",
        "{a: 1}       | {filter: {a: 'x'}, collation: {locale: 'en', strength: 2}, limit: 1}",
        "{a: 1}       | {filter: {'a.b': 0}, limit: 1}",
        "{a: 1, b: 1} | {filter: {b: 0}, limit: 1}",
        "{a: 'hashed'}| {filter: {a: 0}, limit: 1}",
      })
  void anythingElseIsPlanned(String key, String find) {
    index("{key: " + key + ", name: 'i'}");
    assertEquals(false, stage(find).equals("EXPRESS_IXSCAN"), find);
  }

  @Test
  void aUniqueIndexOnOneFieldNeedsNoLimitAndOneOnTwoFieldsDoes() {
    index("{key: {a: 1}, name: 'a', unique: true}");
    index("{key: {b: 1, c: 1}, name: 'bc', unique: true}");
    assertEquals("EXPRESS_IXSCAN", stage("{filter: {a: 1}}"));
    assertEquals("FETCH", stage("{filter: {b: 1}}"));
  }

  @Test
  void theIndexWithTheFewestFieldsIsTakenAndAPartialOneOnlyWhereItHoldsAllMatches() {
    index("{key: {a: 1, b: 1, c: 1}, name: 'abc'}");
    index("{key: {a: 1, b: 1}, name: 'ab'}");
    index("{key: {a: 1}, name: 'a', partialFilterExpression: {a: {$lt: 1}}}");
    BsonDocument inside = Explain.plan(run("{filter: {a: 0}, limit: 1}", true).solution());
    BsonDocument outside = Explain.plan(run("{filter: {a: 1}, limit: 1}", true).solution());
    assertEquals(List.of("a", "ab"), List.of(name(inside), name(outside)));
  }

  private static String name(BsonDocument plan) {
    return plan.getString("indexName").getValue();
  }

  @Test
  void orphansMayHideTheFirstMatchSoThatAShardPlansUnlessTheIndexIsUnique() {
    KeyPattern key = KeyPattern.of(BsonDocument.parse("{k: 1}"));
    shardFilter = Optional.of(new ShardFilter(key, document -> true, owned -> true));
    index("{key: {a: 1}, name: 'a'}");
    index("{key: {k: 1}, name: 'k'}");
    assertEquals("LIMIT", stage("{filter: {a: 1}, limit: 1}"));
    assertEquals("EXPRESS_IXSCAN", stage("{filter: {k: 1}, limit: 1}"));
  }

  @Test
  void itLooksAtOneKeyAndOneDocumentAndGivesWhatAPlanGives() {
    index("{key: {a: 1}, name: 'a'}");
    for (int i = 0; i < 20; i++) {
      store.insert(BsonDocument.parse("{_id: " + i + ", a: [" + i % 3 + ", " + i % 5 + "]}"));
    }
    for (int value = -1; value < 6; value++) {
      String find = "{filter: {a: " + value + "}, limit: 1}";
      PlanExecutor express = run(find, true);
      PlanExecutor planned = run(find, false);
      assertEquals(planned.drain(), express.drain());
      assertEquals(value < 0 || value > 4 ? 0 : 1, express.keysExamined());
      assertEquals(express.keysExamined(), express.docsExamined());
    }
  }
}
