package shardsh.core.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import shardsh.core.keys.Interval;
import shardsh.core.keys.KeyPattern;

/** The cases of bounds-handed.json, and those of kind indexBounds in targeting-handed.json. */
class BoundsVectorTest {
  @TestFactory
  Stream<DynamicTest> filterBoundsTheIndexAsTheCaseSays() {
    return VectorFile.cases("bounds-handed.json", "cases").stream()
        .map(c -> dynamicTest(c.getString("name").getValue(), () -> check(c)));
  }

  private static void check(BsonDocument given) {
    KeyPattern pattern = KeyPattern.of(given.getDocument("keyPattern"));
    Collation collation = Collation.parse(given.getDocument("collation", new BsonDocument()));
    IndexBoundsBuilder.Options options =
        new IndexBoundsBuilder.Options(
            given.getBoolean("multikey", BsonBoolean.FALSE).getValue()
                ? IndexBoundsBuilder.Arrays.EVERYWHERE
                : IndexBoundsBuilder.Arrays.NONE,
            given.getBoolean("sparse", BsonBoolean.FALSE).getValue(),
            collation);
    MatchExpression tree =
        MatchNormalizer.normalize(MatchParser.parse(given.getDocument("filter"), collation));

    IndexBounds bounds;
    Tightness tightness;
    Optional<MatchPath> path = PredicateAssignment.pathOf(tree);
    if (pattern.size() == 1
        && path.isPresent()
        && path.get().text().equals(pattern.fields().get(0).path().text())) {
      PredicateBounds translated =
          IndexBoundsBuilder.predicate(tree, pattern, 0, options).orElseThrow();
      bounds = IndexBoundsBuilder.bounds(pattern, List.of(translated.values()));
      tightness = translated.tightness();
    } else {
      IndexAccess access = IndexBoundsBuilder.access(tree, pattern, options);
      bounds = access.bounds();
      tightness = access.tightness();
    }

    // The cases write the infinite numbers as inf, explain as inf.0.
    String text = bounds.toBson().toJson().replaceAll("\\b(inf|nan)\\.0", "$1");
    assertEquals(given.getDocument("bounds"), BsonDocument.parse(text));
    if (given.containsKey("tightness")) {
      assertEquals(given.getString("tightness").getValue(), tightness.name());
    }
  }

  @TestFactory
  Stream<DynamicTest> filterBoundsTheShardKeyAsTheCaseSays() {
    return VectorFile.cases("targeting-handed.json", "cases").stream()
        .filter(c -> c.getString("kind").getValue().equals("indexBounds"))
        .map(c -> dynamicTest(c.getString("name").getValue(), () -> checkShardKey(c)));
  }

  private static void checkShardKey(BsonDocument given) {
    KeyPattern pattern = KeyPattern.of(given.getDocument("shardKey"));
    MatchExpression tree =
        MatchParser.parseForRouting(given.getDocument("query"), Collation.simple());

    IndexBounds bounds = IndexBoundsBuilder.forShardKey(tree, pattern);

    given
        .getDocument("expectedBounds")
        .forEach(
            (path, intervals) ->
                assertEquals(
                    intervals(intervals.asArray()),
                    bounds.fields().stream()
                        .filter(field -> field.path().equals(path))
                        .findFirst()
                        .orElseThrow()
                        .intervals()
                        .stream()
                        .map(BoundsVectorTest::text)
                        .toList()));
  }

  private static List<String> intervals(BsonArray array) {
    List<String> texts = new ArrayList<>();
    for (BsonValue value : array) {
      BsonDocument interval = value.asDocument();
      texts.add(
          text(
              new Interval(
                  interval.get("min"),
                  interval.getBoolean("minInclusive").getValue(),
                  interval.get("max"),
                  interval.getBoolean("maxInclusive").getValue())));
    }
    return texts;
  }

  private static String text(Interval interval) {
    return new IndexBounds(
            List.of(new IndexBounds.Field("x", false, new IntervalList(List.of(interval)))))
        .toString();
  }
}
