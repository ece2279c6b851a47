package shardsh.core.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.Namespace;
import shardsh.core.base.OperationContext;
import shardsh.core.bson.BsonOrder;
import shardsh.core.bson.BsonPath;
import shardsh.core.keys.KeyGenerator;
import shardsh.core.keys.KeyHash;
import shardsh.core.keys.KeyPattern;
import shardsh.core.query.CanonicalQuery;
import shardsh.core.query.EqualityExtractor;
import shardsh.core.query.MatchParser;
import shardsh.core.query.QueryContext;
import shardsh.core.query.SortPattern;
import shardsh.core.storage.CollectionStore;
import shardsh.core.storage.IndexFunctions;
import shardsh.core.storage.IndexSpec;
import shardsh.core.storage.RecordCursor;

/**
 * Every plan of a query gives what asking each document in turn gives: random documents, indexes,
 * filters, sorts, limits and projections.
 */
class PlanPropertyTest {
  private static final List<String> PATHS = List.of("a", "b", "a.x", "a.y", "c");

  @Property(tries = 400, seed = "1")
  void everyPlanGivesWhatTheFilterSelects(@ForAll long seed) {
    Random random = new Random(seed);
    KeyHash hash = random.nextBoolean() ? KeyHash.REAL : KeyHash.TOY;
    CollectionStore store = store(random, hash);
    for (int i = 0; i < 12; i++) {
      check(store, random, hash);
    }
  }

  private static CollectionStore store(Random random, KeyHash hash) {
    IndexFunctions functions =
        new IndexFunctions(
            hash::of, filter -> MatchParser.parse(filter, QueryContext.PLAIN)::matches);
    CollectionStore store = new CollectionStore(new Namespace("test", "c"), functions);
    int arrays = random.nextInt(4);
    for (int i = random.nextInt(4); i >= 0; i--) {
      createIndex(store, random);
    }
    int documents = random.nextInt(40);
    for (int id = 0; id < documents; id++) {
      try {
        store.insert(document(id, random, arrays));
      } catch (CommandException e) {
        assertTrue(List.of(171, 16766).contains(e.errorCode().code()), e.getMessage());
      }
    }
    for (int i = 0; i < documents / 5; i++) {
      long record = store.recordWithId(new BsonInt32(random.nextInt(documents)));
      if (record >= 0 && random.nextBoolean()) {
        store.remove(record);
      }
    }
    return store;
  }

  private static void createIndex(CollectionStore store, Random random) {
    BsonDocument key = new BsonDocument();
    for (int i = random.nextInt(3); i >= 0; i--) {
      key.put(pick(PATHS, random), new BsonInt32(random.nextInt(3) == 0 ? -1 : 1));
    }
    if (random.nextInt(6) == 0) {
      key.put(pick(PATHS, random), new BsonString("hashed"));
    }
    BsonDocument spec = new BsonDocument("key", key);
    int kind = random.nextInt(8);
    if (kind == 0) {
      spec.append("sparse", BsonBoolean.TRUE);
    } else if (kind == 1) {
      spec.append(
          "partialFilterExpression",
          new BsonDocument("b", new BsonDocument("$gt", new BsonInt32(1))));
    } else if (kind == 2) {
      spec.append("collation", BsonDocument.parse("{locale: 'en', strength: 2}"));
    }
    try {
      store.createIndex(IndexSpec.parse(spec));
    } catch (CommandException e) {
      assertTrue(List.of(85, 86).contains(e.errorCode().code()), e.getMessage());
    }
  }

  private static BsonDocument document(int id, Random random, int arrays) {
    BsonDocument document = new BsonDocument("_id", new BsonInt32(id));
    for (String name : List.of("a", "b", "c")) {
      if (random.nextInt(5) > 0) {
        document.append(name, value(random, arrays, 2));
      }
    }
    return document;
  }

  private static BsonValue value(Random random, int arrays, int depth) {
    int kind = random.nextInt(10);
    if (kind < arrays && depth > 0) {
      BsonArray array = new BsonArray();
      for (int i = random.nextInt(3); i > 0; i--) {
        array.add(value(random, arrays, depth - 1));
      }
      return array;
    }
    if (kind < 7 && kind > 3 && depth > 0) {
      BsonDocument object = new BsonDocument();
      if (random.nextInt(3) > 0) {
        object.append("x", value(random, arrays, depth - 1));
      }
      if (random.nextInt(3) > 0) {
        object.append("y", value(random, arrays, depth - 1));
      }
      return object;
    }
    return scalar(random);
  }

  private static BsonValue scalar(Random random) {
    return switch (random.nextInt(8)) {
      case 0 -> BsonNull.VALUE;
      case 1 -> new BsonString(pick(List.of("p", "P", "q", ""), random));
      case 2 -> new BsonDouble(random.nextInt(8) / 2.0);
      case 3 -> new BsonRegularExpression("q");
      default -> new BsonInt32(random.nextInt(5));
    };
  }

  private static BsonDocument filter(Random random, int depth) {
    int kind = random.nextInt(depth > 0 ? 9 : 6);
    if (kind == 6) {
      return new BsonDocument("$or", filters(random, depth));
    }
    if (kind == 7) {
      return new BsonDocument("$and", filters(random, depth));
    }
    if (kind == 8 && random.nextInt(3) == 0) {
      return new BsonDocument("$nor", filters(random, depth));
    }
    BsonDocument filter = new BsonDocument();
    for (int i = random.nextInt(3); i >= 0; i--) {
      filter.put(pick(PATHS, random), predicate(random, depth));
    }
    return filter;
  }

  private static BsonArray filters(Random random, int depth) {
    BsonArray filters = new BsonArray();
    for (int i = 1 + random.nextInt(2); i >= 0; i--) {
      filters.add(filter(random, depth - 1));
    }
    return filters;
  }

  private static BsonValue predicate(Random random, int depth) {
    BsonValue operand = random.nextInt(10) == 0 ? value(random, 5, 1) : scalar(random);
    BsonValue plain = operand.isRegularExpression() ? new BsonInt32(1) : operand;
    BsonInt32 other = new BsonInt32(random.nextInt(5));
    return switch (random.nextInt(14)) {
      case 0 -> new BsonDocument("$gt", plain);
      case 1 -> new BsonDocument("$lte", plain);
      case 2 -> new BsonDocument("$gte", new BsonInt32(1)).append("$lt", other);
      case 3 -> new BsonDocument("$ne", plain);
      case 4 -> new BsonDocument("$in", new BsonArray(List.of(operand, other)));
      case 5 -> new BsonDocument("$nin", new BsonArray(List.of(operand, other)));
      case 6 -> new BsonDocument("$exists", BsonBoolean.valueOf(random.nextBoolean()));
      case 7 ->
          new BsonDocument(
              "$type",
              new BsonString(pick(List.of("number", "null", "object", "array", "string"), random)));
      case 8 -> new BsonDocument("$not", new BsonDocument("$gt", plain));
      case 9 -> new BsonDocument("$size", new BsonInt32(random.nextInt(3)));
      case 10 ->
          new BsonDocument(
              "$elemMatch",
              random.nextBoolean()
                  ? new BsonDocument("$gte", other).append("$lt", new BsonInt32(4))
                  : new BsonDocument("x", predicate(random, 0))
                      .append("y", new BsonDocument("$gte", other)));
      case 11 ->
          new BsonDocument("$mod", new BsonArray(List.of(new BsonInt32(2), new BsonInt32(1))));
      default -> depth >= 0 ? operand : plain;
    };
  }

  private static <T> T pick(List<T> list, Random random) {
    return list.get(random.nextInt(list.size()));
  }

  private static void check(CollectionStore store, Random random, KeyHash hash) {
    BsonDocument find =
        new BsonDocument("find", new BsonString("c")).append("filter", filter(random, 2));
    if (random.nextInt(2) == 0) {
      BsonDocument sort = new BsonDocument();
      for (int i = random.nextInt(2); i >= 0; i--) {
        sort.put(pick(PATHS, random), new BsonInt32(random.nextBoolean() ? 1 : -1));
      }
      find.append("sort", sort);
      if (random.nextInt(3) == 0) {
        find.append("limit", new BsonInt32(1 + random.nextInt(5)));
      }
      if (random.nextInt(4) == 0) {
        find.append("skip", new BsonInt32(1 + random.nextInt(3)));
      }
    }
    if (random.nextInt(3) == 0) {
      find.append(
          "projection",
          new BsonDocument("_id", new BsonInt32(random.nextInt(2)))
              .append(pick(PATHS, random), new BsonInt32(1)));
    }
    if (random.nextInt(6) == 0) {
      find.append("collation", BsonDocument.parse("{locale: 'en', strength: 2}"));
    }
    CanonicalQuery query;
    try {
      query = CanonicalQuery.parse(find);
    } catch (CommandException e) {
      return;
    }
    Optional<ShardFilter> shard =
        random.nextInt(3) == 0 ? Optional.of(shardFilter(random)) : Optional.empty();
    PlannerInput input = PlannerInput.of(store, shard, false, hash == KeyHash.REAL);
    List<BsonDocument> matching = matching(store, query, shard);
    for (QuerySolution solution : new QueryPlanner(input).plan(query)) {
      compare(find, query, solution, store, matching);
    }
    count(find, query, input, store, matching);
    distinct(find, query, input, store, matching);
  }

  private static ShardFilter shardFilter(Random random) {
    KeyPattern pattern =
        KeyPattern.of(
            BsonDocument.parse(
                pick(List.of("{b: 1}", "{b: 1, _id: 1}", "{_id: 1}", "{b: 'hashed'}"), random)));
    KeyGenerator keys = new KeyGenerator(pattern, false);
    int part = random.nextInt(3);
    return new ShardFilter(
        pattern,
        document -> {
          try {
            return keys.keys(document).keys().get(0).toString().hashCode() % 3 != part;
          } catch (CommandException e) {
            return false;
          }
        },
        key -> key.toString().hashCode() % 3 != part);
  }

  private static List<BsonDocument> matching(
      CollectionStore store, CanonicalQuery query, Optional<ShardFilter> shard) {
    boolean targeted =
        shard.isPresent()
            && query.collation().isSimple()
            && EqualityExtractor.equalities(
                    query.tree(), List.copyOf(shard.get().shardKey().toDocument().keySet()))
                .isPresent();
    List<BsonDocument> matching = new ArrayList<>();
    RecordCursor cursor = store.records(true);
    while (cursor.next()) {
      boolean owned =
          shard.isEmpty() || targeted || shard.get().ownsDocument().test(cursor.document());
      if (query.tree().matches(cursor.document()) && owned) {
        matching.add(cursor.document());
      }
    }
    return matching;
  }

  private static void compare(
      BsonDocument find,
      CanonicalQuery query,
      QuerySolution solution,
      CollectionStore store,
      List<BsonDocument> matching) {
    String where = find + "\n" + Explain.plan(solution);
    PlanExecutor executor = new PlanExecutor(solution, store, OperationContext.unbounded(), true);
    List<BsonDocument> results;
    List<BsonDocument> expected = matching;
    try {
      if (query.sort().isPresent()) {
        expected = query.sort().get().sorted(matching);
      }
      results = executor.drain();
    } catch (CommandException e) {
      assertEquals("cannot sort with keys that are parallel arrays", e.getMessage(), where);
      return;
    }
    long from = Math.min(expected.size(), query.skip());
    long to =
        query.limit() == 0 ? expected.size() : Math.min(expected.size(), from + query.limit());
    expected = expected.subList((int) from, (int) to);
    assertEquals(expected.size(), results.size(), where);
    boolean whole = query.projection().isEmpty();
    if (query.sort().isPresent() && whole) {
      SortPattern sort = query.sort().get();
      for (int i = 0; i < results.size(); i++) {
        assertEquals(0, sort.compare(expected.get(i), results.get(i)), where + "\nrow " + i);
      }
    }
    if (query.limit() == 0 && query.skip() == 0) {
      assertEquals(counted(expected, query, whole), counted(results, query, true), where);
    }
  }

  private static Map<String, Integer> counted(
      List<BsonDocument> documents, CanonicalQuery query, boolean asTheyAre) {
    List<BsonDocument> sorted = new ArrayList<>();
    for (BsonDocument document : documents) {
      sorted.add(asTheyAre ? document : query.projection().get().apply(document));
    }
    sorted.sort(Comparator.comparing(BsonDocument::toJson));
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (BsonDocument document : sorted) {
      counts.merge(document.toJson(), 1, Integer::sum);
    }
    return counts;
  }

  private static void count(
      BsonDocument find,
      CanonicalQuery query,
      PlannerInput input,
      CollectionStore store,
      List<BsonDocument> matching) {
    long from = Math.min(matching.size(), query.skip());
    long expected =
        query.limit() == 0
            ? matching.size() - from
            : Math.min(matching.size() - from, query.limit());
    for (QuerySolution solution : new QueryPlanner(input).planCount(query)) {
      PlanExecutor executor = new PlanExecutor(solution, store, OperationContext.unbounded(), true);
      assertEquals(expected, executor.count(), find + "\n" + Explain.plan(solution));
    }
  }

  private static void distinct(
      BsonDocument find,
      CanonicalQuery query,
      PlannerInput input,
      CollectionStore store,
      List<BsonDocument> matching) {
    if (query.skip() > 0
        || query.limit() > 0
        || query.sort().isPresent()
        || query.projection().isPresent()) {
      return;
    }
    for (String field : PATHS) {
      TreeSet<BsonValue> expected = new TreeSet<>(BsonOrder.SIMPLE);
      matching.forEach(document -> addValues(document, field, expected));
      for (QuerySolution solution : new QueryPlanner(input).planDistinct(query, field)) {
        PlanExecutor executor =
            new PlanExecutor(solution, store, OperationContext.unbounded(), true);
        TreeSet<BsonValue> values = new TreeSet<>(BsonOrder.SIMPLE);
        try {
          while (executor.next()) {
            addValues(executor.stored(), field, values);
          }
        } catch (CommandException e) {
          assertEquals("cannot sort with keys that are parallel arrays", e.getMessage());
          return;
        }
        String where = find + " distinct " + field + "\n" + Explain.plan(solution);
        assertTrue(
            BsonOrder.SIMPLE.equal(array(expected), array(values)),
            where + "\nexpected " + expected + " but was " + values);
      }
    }
  }

  private static BsonArray array(TreeSet<BsonValue> values) {
    return new BsonArray(new ArrayList<>(values));
  }

  private static void addValues(BsonDocument document, String field, TreeSet<BsonValue> values) {
    BsonPath.of(field)
        .visit(
            document,
            value -> {
              if (value.isArray()) {
                values.addAll(value.asArray());
              } else {
                values.add(value);
              }
            });
  }
}
