package shardsh.core.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import shardsh.core.base.CommandException;
import shardsh.core.keys.HashedKey;

/**
 * Section extractFromQuery of shardkey.json. The newer outcome ({@code expected}) is the one of
 * 8.0; {@code olderExpected} of one case is not checked. Hashing is done here, as the shard key
 * does it.
 */
class EqualityExtractorTest {
  @TestFactory
  Stream<DynamicTest> filterFixesTheShardKeyAsTheCaseSays() {
    return VectorFile.cases("shardkey.json", "extractFromQuery").stream()
        .map(
            c ->
                dynamicTest(
                    c.getDocument("shardKey") + " " + c.getDocument("query"), () -> check(c)));
  }

  private static void check(BsonDocument given) {
    BsonDocument shardKey = given.getDocument("shardKey");
    BsonDocument key =
        extract(given.getDocument("query"), new ArrayList<>(shardKey.keySet()))
            .orElseGet(BsonDocument::new);
    shardKey.forEach(
        (path, kind) -> {
          if (kind.isString() && key.containsKey(path)) {
            key.put(path, HashedKey.of(key.get(path)));
          }
        });

    assertEquals(given.getDocument("expected"), key);
  }

  private static Optional<BsonDocument> extract(BsonDocument query, List<String> paths) {
    MatchExpression tree;
    try {
      tree = MatchParser.parse(query, Collation.simple());
    } catch (CommandException e) {
      return Optional.empty();
    }
    return EqualityExtractor.equalities(tree, paths);
  }
}
