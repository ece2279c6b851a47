package shardsh.core.update;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.Map;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import shardsh.core.base.CommandException;
import shardsh.core.expr.Values;
import shardsh.core.query.Collation;
import shardsh.core.query.MatchExpression;
import shardsh.core.query.MatchParser;
import shardsh.core.query.QueryContext;
import shardsh.core.query.VectorFile;

/** The cases of update-handed.json; none depends on the version. */
class UpdateVectorTest {
  private static final long NOW = 1_730_462_400_000L;

  @TestFactory
  Stream<DynamicTest> updateChangesTheDocumentAsTheCaseSays() {
    return VectorFile.cases("update-handed.json", "cases").stream()
        .map(c -> dynamicTest(c.getString("name").getValue(), () -> check(c)));
  }

  private static void check(BsonDocument given) {
    if (given.containsKey("error")) {
      CommandException thrown = assertThrows(CommandException.class, () -> run(given));
      assertEquals(
          given.getDocument("error").getInt32("code").getValue(), thrown.errorCode().code());
      return;
    }
    UpdateResult result = run(given);
    if (given.containsKey("shape")) {
      assertEquals(given.getDocument("shape"), shape(result.document(), given));
      return;
    }
    assertEquals(
        VectorFile.exact(given.getDocument("result")), VectorFile.exact(result.document()));
    if (given.getBoolean("noop", BsonBoolean.FALSE).getValue()) {
      assertEquals(false, result.changed());
    }
  }

  private static BsonDocument shape(BsonDocument document, BsonDocument given) {
    BsonDocument shape = new BsonDocument();
    for (Map.Entry<String, BsonValue> field : document.entrySet()) {
      boolean name = given.getDocument("shape").get(field.getKey()) instanceof BsonString;
      shape.append(
          field.getKey(),
          name ? new BsonString(Values.typeName(field.getValue())) : field.getValue());
    }
    return shape;
  }

  private static UpdateResult run(BsonDocument given) {
    QueryContext context =
        QueryContext.of(
            given.containsKey("collation")
                ? Collation.parse(given.getDocument("collation"))
                : Collation.simple());
    MatchExpression filter =
        MatchParser.parse(given.getDocument("query", new BsonDocument()), context);
    Update update =
        UpdateParser.parse(
            given.get("update"), given.get("arrayFilters", new BsonArray()), context);
    if (given.containsKey("document")) {
      return update.apply(given.getDocument("document"), filter, NOW);
    }
    assertEquals(true, given.getBoolean("upsert").getValue());
    return new UpdateResult(update.upsertDocument(filter, NOW), true);
  }
}
