package shardsh.core.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import shardsh.core.base.Namespace;
import shardsh.core.bson.BsonOrder;
import shardsh.core.keys.KeyPattern;
import shardsh.core.keys.MultikeyPaths;
import shardsh.core.query.CanonicalQuery;
import shardsh.core.query.IndexBounds;
import shardsh.core.query.MatchNormalizer;
import shardsh.core.query.MatchParser;
import shardsh.core.query.QueryContext;
import shardsh.core.storage.IndexSpec;

/** Plans agree with the cases handed to us: stages, indexes, bounds, directions and filters. */
class PlannerVectorTest {

  private static final IndexStatistics NO_DATA =
      new IndexStatistics() {
        @Override
        public long documents() {
          return 0;
        }

        @Override
        public long keys(IndexEntry index, IndexBounds bounds) {
          return 0;
        }
      };

  @TestFactory
  Stream<DynamicTest> plansAgreeWithTheCases() throws IOException {
    try (InputStream in = getClass().getResourceAsStream("/vectors/planner-handed.json")) {
      BsonDocument file = BsonDocument.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      return file.getArray("cases").getValues().stream()
          .map(BsonValue::asDocument)
          .map(one -> DynamicTest.dynamicTest(one.getString("name").getValue(), () -> check(one)));
    }
  }

  private static void check(BsonDocument one) {
    List<IndexEntry> indexes = new ArrayList<>();
    indexes.add(new IndexEntry(IndexSpec.id(), MultikeyPaths.NONE));
    for (BsonValue index : one.getArray("indexes")) {
      indexes.add(index(index.asDocument()));
    }
    BsonDocument find =
        new BsonDocument("find", new BsonString("c")).append("filter", one.get("query"));
    for (String field : List.of("sort", "projection", "skip", "limit")) {
      if (one.containsKey(field)) {
        find.append(field, one.get(field));
      }
    }
    PlannerInput input =
        new PlannerInput(
            new Namespace("test", "c"), indexes, NO_DATA, Optional.empty(), false, true);

    QuerySolution best = new QueryPlanner(input).plan(CanonicalQuery.parse(find)).get(0);

    BsonDocument plan = Explain.plan(best);
    BsonDocument expected = one.getDocument("plan");
    // The limit sits above the plans of the cases, which were written for plans without it.
    if (plan.getString("stage").getValue().equals("LIMIT")
        && !expected.getString("stage").getValue().equals("LIMIT")) {
      plan = plan.getDocument("inputStage");
    }
    compare(expected, plan, "plan " + plan + ": ");
  }

  private static IndexEntry index(BsonDocument index) {
    BsonDocument spec = new BsonDocument("key", index.get("key"));
    if (index.containsKey("sparse")) {
      spec.append("sparse", BsonBoolean.TRUE);
    }
    IndexSpec parsed = IndexSpec.parse(spec);
    KeyPattern pattern = parsed.keyPattern();
    MultikeyPaths paths = MultikeyPaths.NONE;
    if (index.containsKey("multikey")) {
      paths = MultikeyPaths.everywhere(pattern);
    }
    if (index.containsKey("multikeyPaths")) {
      for (BsonValue path : index.getArray("multikeyPaths")) {
        for (int i = 0; i < pattern.size(); i++) {
          if (pattern.fields().get(i).path().text().equals(path.asString().getValue())) {
            paths = paths.with(i, pattern.fields().get(i).path().parts().size() - 1);
          }
        }
      }
    }
    return new IndexEntry(parsed, paths);
  }

  private static void compare(BsonDocument expected, BsonDocument plan, String where) {
    String stage = expected.getString("stage").getValue();
    String planned = plan.getString("stage").getValue();
    assertTrue(
        planned.equals(stage) || (stage.equals("PROJECTION") && planned.startsWith(stage + "_")),
        where + "stage " + planned + " instead of " + stage);
    for (String field :
        List.of("keyPattern", "sortPattern", "transformBy", "limitAmount", "skipAmount")) {
      if (expected.containsKey(field)) {
        assertTrue(
            plan.containsKey(field) && BsonOrder.SIMPLE.equal(expected.get(field), plan.get(field)),
            where + field);
      }
    }
    if (stage.equals("IXSCAN") || stage.equals("COLLSCAN")) {
      assertEquals(
          expected.get("direction", new BsonString("forward")), plan.get("direction"), where);
    }
    if (expected.containsKey("bounds")) {
      assertEquals(
          expected.getDocument("bounds").toJson(),
          withoutFractions(plan.getDocument("indexBounds")).toJson(),
          where);
    }
    if (expected.containsKey("filter")) {
      assertEquals(
          normal(expected.getDocument("filter")), normal(plan.getDocument("filter")), where);
    }
    compareInputs(expected, plan, where);
  }

  private static void compareInputs(BsonDocument expected, BsonDocument plan, String where) {
    if (expected.containsKey("input")) {
      compare(expected.getDocument("input"), plan.getDocument("inputStage"), where);
    }
    if (!expected.containsKey("inputs")) {
      return;
    }
    BsonArray inputs = plan.getArray("inputStages");
    assertEquals(expected.getArray("inputs").size(), inputs.size(), where + "inputs");
    List<BsonValue> left = new ArrayList<>(inputs.getValues());
    for (BsonValue wanted : expected.getArray("inputs")) {
      AssertionError last = null;
      BsonValue found = null;
      for (BsonValue candidate : left) {
        try {
          compare(wanted.asDocument(), candidate.asDocument(), where);
          found = candidate;
          break;
        } catch (AssertionError e) {
          last = e;
        }
      }
      if (found == null) {
        throw last;
      }
      left.remove(found);
    }
  }

  /** The cases write whole numbers plainly. */
  private static BsonDocument withoutFractions(BsonDocument bounds) {
    BsonDocument plain = new BsonDocument();
    bounds.forEach(
        (path, intervals) -> {
          BsonArray texts = new BsonArray();
          for (BsonValue text : intervals.asArray()) {
            texts.add(
                new BsonString(
                    text.asString().getValue().replaceAll("\\b(\\d+|inf|nan)\\.0", "$1")));
          }
          plain.append(path, texts);
        });
    return plain;
  }

  private static BsonDocument normal(BsonDocument filter) {
    return MatchNormalizer.normalize(MatchParser.parse(filter, QueryContext.PLAIN)).toBson();
  }
}
