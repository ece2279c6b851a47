package shardsh.core.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static shardsh.core.query.VectorFile.doc;

import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import shardsh.core.base.CommandException;

class ProjectionTest {
  private static BsonDocument json(String text) {
    return doc(text.replace('\'', '"'));
  }

  private static Projection find(String spec) {
    return Projection.parse(json(spec));
  }

  @Test
  void computedFieldsFollowTheIncludedOnes() {
    BsonDocument document = json("{'_id': 1, 'a': 2, 'b': 3, 'c': 4}");

    assertEquals(
        "{\"_id\": 1, \"b\": 3, \"sum\": 5, \"a\": \"x\"}",
        find("{'sum': {'$add': ['$a', '$b']}, 'a': 'x', 'b': 1}").apply(document).toJson());
  }

  @Test
  void additionKeepsPlacesAndAppendsInOrder() {
    Projection addition =
        Projection.parseAddition(
            json("{'n': 1, 'a.b': '$c', 'c': '$$REMOVE', 'd': {}}"), QueryContext.PLAIN);

    assertEquals(
        "{\"a\": [{\"x\": 1, \"b\": 7}, {\"b\": 7}], \"n\": 1, \"d\": {}}",
        addition.apply(json("{'a': [{'x': 1}, 5], 'c': 7}")).toJson());
  }

  @Test
  void stageKnowsNoFindOperators() {
    Projection stage =
        Projection.parseStage(json("{'a': {'$slice': ['$a', 1]}}"), QueryContext.PLAIN);

    assertEquals("{\"a\": [1]}", stage.apply(json("{'a': [1, 2]}")).toJson());
    assertEquals(
        31324,
        assertThrows(
                CommandException.class,
                () -> Projection.parseStage(json("{'a.$': 1}"), QueryContext.PLAIN))
            .errorCode()
            .code());
    assertEquals(
        51272,
        assertThrows(
                CommandException.class, () -> Projection.parseStage(json("{}"), QueryContext.PLAIN))
            .errorCode()
            .code());
  }

  @Test
  void coveredPlansLearnWhatIsRead() {
    assertEquals("[_id, a.b]", find("{'a.b': 1}").requiredPaths().orElseThrow().toString());
    assertEquals(
        "[a, b.c]",
        find("{'_id': 0, 'a': 1, 'x': '$b.c'}").requiredPaths().orElseThrow().toString());
    assertTrue(find("{'a': 0}").requiredPaths().isEmpty());
    assertTrue(find("{'x': '$$ROOT'}").requiredPaths().isEmpty());
    assertTrue(find("{'a.$': 1}").requiredPaths().isEmpty());
    assertTrue(find("{'a': 1, '_id': 0}").isSimple());
    assertTrue(!find("{'a.b': 1}").isSimple() && !find("{'a': {'$slice': 1}}").isSimple());
  }

  @Test
  void specificationIsPrintedNestedWithItsDefaults() {
    assertEquals(json("{'a': {'b': true}, '_id': true}"), find("{'a.b': 1}").toBson());
    assertEquals(json("{'a': false, '_id': false}"), find("{'a': 0, '_id': 0}").toBson());
  }

  @Test
  void variablesAreSeenByComputedFields() {
    QueryContext context = QueryContext.PLAIN.with(json("{'x': 5}"));

    assertEquals(
        "{\"y\": 6}",
        Projection.parse(json("{'_id': 0, 'y': {'$add': ['$$x', 1]}}"), context)
            .apply(json("{'_id': 1}"))
            .toJson());
  }

  @Test
  void projectionNestedTooDeepIsAnErrorAndNotAnOverflow() {
    BsonDocument spec = new BsonDocument("a", new BsonInt32(1));
    for (int i = 0; i < 5000; i++) {
      spec = new BsonDocument("a", spec);
    }
    BsonDocument deep = spec;

    assertEquals(
        15, assertThrows(CommandException.class, () -> Projection.parse(deep)).errorCode().code());
    assertEquals(
        15,
        assertThrows(CommandException.class, () -> find("{'" + "a.".repeat(5000) + "a': 1}"))
            .errorCode()
            .code());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'a.': 1} | 40353 | FieldPath must not end with a '.'.",
        "{'a..b': 1} | 15998 | FieldPath field names may not be empty strings.",
        "{'$a': 1} | 16410 | FieldPath field names may not start with '$'. Consider using"
            + " $getField or $setField.",
        "{'a': {}} | 51270 | An empty sub-projection is not a valid value. Found empty object at"
            + " path",
        "{'a': 1, 'b': 0} | 31254 | Cannot do exclusion on field b in inclusion projection",
        "{'a': 0, 'b': 1} | 31253 | Cannot do inclusion on field b in exclusion projection",
        "{'a.b': 1, 'a': 1} | 31250 | Path collision at a",
        "{'a': 1, 'a.b': 1} | 31249 | Path collision at a.b remaining portion b",
        "{'a.b': {'$elemMatch': {'c': 1}}} | 31275 | Cannot use $elemMatch projection on a nested"
            + " field.",
        "{'a': {'$meta': 'textScore'}} | 115 | shardsh does not model { $meta: \"textScore\" }",
        "{'a': {'$meta': 'other'}} | 17308 | Unsupported argument to $meta: other",
        "{'a': {'$meta': 1}} | 17307 | $meta only supports string arguments",
        "{'a': 0, 'b': '$c'} | 31310 | Cannot use an expression b: \"$c\" in an exclusion"
            + " projection",
        "{'a': 0, 'b': {'$abs': 1}} | 31252 | Cannot use expression other than $meta in exclusion"
            + " projection",
        "{'a.$': 1, 'b': {'$elemMatch': {'c': 1}}} | 31255 | Cannot specify positional operator"
            + " and $elemMatch.",
        "{'b': {'$elemMatch': {'c': 1}}, 'a.$': 1} | 31256 | Cannot specify positional operator"
            + " and $elemMatch.",
        "{'a.$': 'x'} | 31308 | positional projection cannot be used with a literal",
        "{'a.$': {'b': 1}} | 31271 | positional projection cannot be used with an expression or"
            + " sub object",
        "{'a': {'$slice': 'x'}} | 28667 | Invalid $slice syntax. The given syntax { $slice: \"x\" }"
            + " did not match the find() syntax because :: Location31273: $slice only supports"
            + " numbers and [skip, limit] arrays :: The given syntax did not match the expression"
            + " $slice syntax. :: caused by :: Expression $slice takes at least 2 arguments, and at"
            + " most 3, but 1 were passed in.",
        "{'a': {'$slice': [1]}} | 28667 | Invalid $slice syntax. The given syntax { $slice: [ 1 ] }"
            + " did not match the find() syntax because :: Location31272: $slice array argument"
            + " should be of form [skip, limit] :: The given syntax did not match the expression"
            + " $slice syntax. :: caused by :: Expression $slice takes at least 2 arguments, and at"
            + " most 3, but 1 were passed in.",
      })
  void badProjectionFailsWithCodeAndWording(String spec, int code, String message) {
    CommandException thrown = assertThrows(CommandException.class, () -> find(spec));

    assertEquals(code, thrown.errorCode().code());
    assertEquals(message, thrown.getMessage());
  }
}
