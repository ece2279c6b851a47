package shardsh.core.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import shardsh.core.base.Namespace;
import shardsh.core.base.OperationContext;
import shardsh.core.keys.HashedKey;
import shardsh.core.query.CanonicalQuery;
import shardsh.core.query.MatchParser;
import shardsh.core.query.QueryContext;
import shardsh.core.storage.CollectionStore;
import shardsh.core.storage.IndexFunctions;
import shardsh.core.storage.IndexSpec;

/** Index scans so long that the end of their bounds is found instead of compared with. */
class IndexScanTest {
  private static final int DOCUMENTS = 3000;

  private final CollectionStore store =
      new CollectionStore(
          new Namespace("shop", "orders"),
          new IndexFunctions(
              HashedKey::of, filter -> MatchParser.parse(filter, QueryContext.PLAIN)::matches));

  /** {@code a} below 50, ten documents of each {@code b} on average. */
  private void fill(String index) {
    store.createIndex(
        IndexSpec.parse(
            new BsonDocument("key", BsonDocument.parse(index))
                .append("name", new BsonString("i"))));
    Random random = new Random(7);
    for (int id = 0; id < DOCUMENTS; id++) {
      store.insert(
          new BsonDocument("_id", new BsonInt32(id))
              .append("a", new BsonInt32(random.nextInt(50)))
              .append("b", new BsonInt32(random.nextInt(300))));
    }
  }

  private PlanExecutor executor(String filter, String sort) {
    CanonicalQuery query =
        CanonicalQuery.parse(
            new BsonDocument("find", new BsonString("orders"))
                .append("filter", BsonDocument.parse(filter))
                .append("sort", BsonDocument.parse(sort))
                .append("hint", new BsonString("i")));
    PlannerInput input = PlannerInput.of(store, Optional.empty(), true, true);
    return new PlanExecutor(
        new QueryPlanner(input).plan(query).get(0), store, OperationContext.unbounded(), true);
  }

  private long matching(String filter) {
    var tree = MatchParser.parse(BsonDocument.parse(filter), QueryContext.PLAIN);
    var records = store.records(true);
    long count = 0;
    while (records.next()) {
      count += tree.matches(records.document()) ? 1 : 0;
    }
    return count;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{a: 1}        | {a: {$gte: 10, $lt: 30}}  | {a: 1}",
        "{a: 1}        | {a: {$gt: 10, $lte: 30}}  | {a: 1}",
        "{a: 1}        | {a: {$gt: 10, $lte: 30}}  | {a: -1}",
        "{a: 1}        | {a: {$gte: 10, $lt: 30}}  | {a: -1}",
        "{a: -1}       | {a: {$gte: 10, $lt: 30}}  | {a: 1}",
        "{a: -1}       | {a: {$gt: 10, $lte: 30}}  | {a: -1}",
        "{a: 1}        | {a: {$lt: 7}}             | {a: 1}",
        "{a: 1}        | {a: {$gte: 47}}           | {a: -1}",
        "{a: 1}        | {a: 12}                   | {a: 1}",
        "{a: 1, b: 1}  | {a: 12}                   | {a: 1, b: 1}",
        "{a: 1, b: 1}  | {a: 12, b: {$lt: 150}}    | {a: 1, b: 1}",
        "{a: 1, b: -1} | {a: 12, b: {$gte: 150}}   | {a: -1, b: 1}",
        "{a: -1, b: 1} | {a: {$gt: 3, $lt: 40}}    | {a: 1, b: -1}"
      })
  void singleStretchGivesAndExaminesWhatIsInside(String index, String filter, String sort) {
    fill(index);

    PlanExecutor executor = executor(filter, sort);
    int given = executor.drain().size();

    assertEquals(matching(filter), given);
    assertEquals(given, executor.keysExamined());
    assertEquals(given, executor.docsExamined());
  }

  @ParameterizedTest
  @ValueSource(strings = {"{a: 1}", "{a: -1}"})
  void documentsThatChangeUnderTheScanAreGivenAsTheyAre(String sort) {
    fill("{a: 1}");

    PlanExecutor executor = executor("{a: {$gte: 10}}", sort);
    List<Integer> found = new ArrayList<>();
    int gone = 0;
    while (executor.next()) {
      int id = executor.stored().getInt32("_id").getValue();
      found.add(executor.stored().getInt32("b").getValue());
      if (id + 1 < DOCUMENTS && store.recordWithId(new BsonInt32(id + 1)) >= 0 && id % 3 == 0) {
        store.remove(store.recordWithId(new BsonInt32(id + 1)));
        gone++;
      }
      for (int other = 0; found.size() == 100 && other < DOCUMENTS; other++) {
        long record = store.recordWithId(new BsonInt32(other));
        if (record >= 0) {
          BsonDocument changed = store.document(record).orElseThrow().clone();
          store.replace(record, changed.append("b", new BsonInt32(1000)));
        }
      }
    }

    assertEquals(0, found.subList(0, 100).stream().filter(b -> b == 1000).count());
    assertEquals(0, found.subList(100, found.size()).stream().filter(b -> b != 1000).count());
    assertEquals(DOCUMENTS - gone, store.count());
  }
}
