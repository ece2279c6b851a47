package shardsh.core.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import shardsh.core.base.CommandException;

/**
 * The cases of match-handed.json. All hold for 8.0: those with {@code until} end at 9.0, the one
 * with {@code since} begins at 8.0.
 */
class MatchVectorTest {
  @TestFactory
  Stream<DynamicTest> filterDecidesAsTheCaseSays() {
    return VectorFile.cases("match-handed.json", "cases").stream()
        .map(c -> dynamicTest(c.getString("name").getValue(), () -> check(c)));
  }

  private static void check(BsonDocument given) {
    BsonDocument filter = given.getDocument("filter");
    Collation collation =
        given.containsKey("collation")
            ? Collation.parse(given.getDocument("collation"))
            : Collation.simple();
    if (given.containsKey("error")) {
      CommandException thrown =
          assertThrows(CommandException.class, () -> MatchParser.parse(filter, collation));
      assertEquals(
          given.getDocument("error").getInt32("code").getValue(), thrown.errorCode().code());
      return;
    }
    boolean matches = MatchParser.parse(filter, collation).matches(given.getDocument("document"));
    assertEquals(given.getBoolean("matches").getValue(), matches, filter.toString());
  }
}
