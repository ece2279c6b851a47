package shardsh.core.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import shardsh.core.base.CommandException;
import shardsh.core.bson.BsonOrder;

/** The cases of sort-projection-handed.json; none depends on the version. */
class SortProjectionVectorTest {
  @TestFactory
  Stream<DynamicTest> sortsAndProjectsAsTheCaseSays() {
    return VectorFile.cases("sort-projection-handed.json", "cases").stream()
        .map(c -> dynamicTest(c.getString("name").getValue(), () -> check(c)));
  }

  private static void check(BsonDocument given) {
    if (given.containsKey("error")) {
      CommandException thrown = assertThrows(CommandException.class, () -> result(given));
      assertEquals(
          given.getDocument("error").getInt32("code").getValue(), thrown.errorCode().code());
    } else if (given.containsKey("sortKey")) {
      assertEquals(given.getArray("sortKey").getValues(), result(given).asArray().getValues());
    } else {
      assertEquals(VectorFile.exact(given.get("result")), VectorFile.exact(result(given)));
    }
  }

  private static BsonValue result(BsonDocument given) {
    MatchExpression filter =
        MatchParser.parse(given.getDocument("filter", new BsonDocument()), Collation.simple());
    return switch (given.getString("kind").getValue()) {
      case "compare" ->
          new BsonInt32(BsonOrder.SIMPLE.compare(given.get("left"), given.get("right")));
      case "sortKey" ->
          new BsonArray(
              SortPattern.parse(given.getDocument("sort"))
                  .sortKey(given.getDocument("document"))
                  .values());
      case "sort" -> sorted(given, filter);
      default -> projected(given, filter);
    };
  }

  private static BsonValue sorted(BsonDocument given, MatchExpression filter) {
    List<BsonDocument> found = new ArrayList<>();
    for (BsonValue document : given.getArray("documents")) {
      if (filter.matches(document.asDocument())) {
        found.add(document.asDocument());
      }
    }
    BsonArray ids = new BsonArray();
    SortPattern.parse(given.getDocument("sort"))
        .sorted(found)
        .forEach(document -> ids.add(document.get("_id")));
    return ids;
  }

  private static BsonValue projected(BsonDocument given, MatchExpression filter) {
    Projection projection = Projection.parse(given.getDocument("projection"));
    MatchDetails details = new MatchDetails();
    BsonDocument document = given.getDocument("document");
    assertEquals(true, filter.matches(document, details));
    return projection.apply(document, details);
  }
}
