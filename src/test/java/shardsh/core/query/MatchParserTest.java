package shardsh.core.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static shardsh.core.query.VectorFile.doc;

import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import shardsh.core.base.CommandException;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.keys.KeyPattern;

class MatchParserTest {
  private static MatchExpression parse(String filter) {
    return MatchParser.parse(doc(filter.replace('\'', '"')), Collation.simple());
  }

  private static CommandException failure(String filter) {
    return assertThrows(CommandException.class, () -> parse(filter), filter);
  }

  private static boolean matches(String filter, String document) {
    return parse(filter).matches(doc(document.replace('\'', '"')));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"a\": {\"$foo\": 1}} | 2 | unknown operator: $foo",
        "{\"a\": {\"$gt\": 1, \"b\": 2}} | 2 | unknown operator: b",
        "{\"$foo\": 1} | 2 | unknown top level operator: $foo. If you have a field name that starts"
            + " with a '$' symbol, consider using $getField or $setField.",
        "{\"$and\": 1} | 2 | $and must be an array",
        "{\"$or\": []} | 2 | $and/$or/$nor must be a nonempty array",
        "{\"$nor\": [1]} | 2 | $or/$and/$nor entries need to be full objects",
        "{\"a\": {\"$not\": 5}} | 2 | $not needs a regex or a document",
        "{\"a\": {\"$not\": {}}} | 2 | $not cannot be empty",
        "{\"a\": {\"$in\": 5}} | 2 | $in needs an array",
        "{\"a\": {\"$nin\": {}}} | 2 | $nin needs an array",
        "{\"a\": {\"$in\": [{\"$gt\": 1}]}} | 2 | cannot nest $ under $in",
        "{\"a\": {\"$all\": 5}} | 2 | $all needs an array",
        "{\"a\": {\"$all\": [{\"$gt\": 5}]}} | 2 | no $ expressions in $all",
        "{\"a\": {\"$size\": -1}} | 2 | Failed to parse $size. Expected a non-negative number in:"
            + " $size: -1",
        "{\"a\": {\"$size\": 2.5}} | 2 | Failed to parse $size. Expected an integer: $size: 2.5",
        "{\"a\": {\"$size\": \"x\"}} | 2 | Failed to parse $size. Expected a number in: $size:"
            + " \"x\"",
        "{\"a\": {\"$type\": \"x\"}} | 2 | Unknown type name alias: x",
        "{\"a\": {\"$type\": 20}} | 2 | Invalid numerical type code: 20",
        "{\"a\": {\"$type\": 0}} | 2 | Invalid numerical type code: 0. Instead use"
            + " {$exists:false}.",
        "{\"a\": {\"$type\": 20.0}} | 2 | Invalid numerical type code: 20",
        "{\"a\": {\"$type\": []}} | 9 | $type must match at least one type",
        "{\"a\": {\"$type\": true}} | 14 | type must be represented as a number or a string",
        "{\"a\": {\"$options\": \"i\"}} | 2 | $options needs a $regex",
        "{\"a\": {\"$regex\": 5}} | 2 | $regex has to be a string",
        "{\"a\": {\"$regex\": \"a\", \"$options\": \"z\"}} | 51108 | invalid flag in regex"
            + " options: z",
        "{\"a\": {\"$ne\": {\"$regularExpression\": {\"pattern\": \"a\", \"options\": \"\"}}}} | 2"
            + " | Can't have regex as arg to $ne.",
        "{\"a\": {\"$gt\": {\"$regularExpression\": {\"pattern\": \"a\", \"options\": \"\"}}}} | 2"
            + " | Can't have RegEx as arg to predicate over field 'a'.",
        "{\"a\": {\"$undefined\": true}} | 2 | cannot compare to undefined",
        "{\"a\": {\"$elemMatch\": 5}} | 2 | $elemMatch needs an Object",
        "{\"a\": {\"$elemMatch\": {\"$expr\": 1}}} | 2 | unknown operator: $expr",
        "{\"a\": {\"$elemMatch\": {\"b\": 1, \"$expr\": 1}}} | 2 | $expr can only be applied to"
            + " the top-level document",
        "{\"a\": {\"$bitsAllSet\": -1}} | 9 | Expected a non-negative number in: $bitsAllSet: -1",
        "{\"a\": {\"$size\": {\"$numberDouble\": \"NaN\"}}} | 2 | Failed to parse $size. Expected"
            + " an integer, but found NaN in: $size: nan.0",
        "{\"a\": {\"$size\": 1e20}} | 2 | Failed to parse $size. Cannot represent as a 64-bit"
            + " integer: $size: 1e+20.0",
        "{\"a\": {\"$size\": {\"$numberDouble\": \"Infinity\"}}} | 2 | Failed to parse $size."
            + " Cannot represent as a 64-bit integer: $size: inf.0",
        "{\"a\": {\"$size\": {\"$numberDecimal\": \"2.5\"}}} | 2 | Failed to parse $size. Cannot"
            + " represent as a 64-bit integer: $size: 2.5",
        "{\"a\": {\"$size\": 5000000000}} | 2 | Failed to parse $size. Cannot represent $size:"
            + " 5000000000 in an int",
        "{\"a\": {\"$bitsAllSet\": [-1]}} | 2 | Failed to parse bit position. Expected a"
            + " non-negative number in: 0: -1",
        "{\"a\": {\"$bitsAllSet\": [1, \"x\"]}} | 2 | Failed to parse bit position. Expected a"
            + " number in: 1: \"x\"",
        "{\"a\": {\"$bitsAnySet\": [1.5]}} | 2 | Failed to parse bit position. Expected an integer:"
            + " 0: 1.5",
        "{\"a\": {\"$bitsAnyClear\": {\"$numberDouble\": \"NaN\"}}} | 9 | Expected an integer, but"
            + " found NaN in: $bitsAnyClear: nan.0",
        "{\"a\": {\"$bitsAllClear\": 1e30}} | 9 | Cannot represent as a 64-bit integer:"
            + " $bitsAllClear: 1e+30.0",
        "{\"a\": {\"$bitsAnySet\": \"x\"}} | 2 | $bitsAnySet takes an Array, a number, or a"
            + " BinData but received: $bitsAnySet: \"x\"",
        "{\"$jsonSchema\": 1} | 14 | $jsonSchema must be an object",
        "{\"$alwaysTrue\": 5} | 9 | $alwaysTrue must be an integer value of 1",
        "{\"$alwaysFalse\": \"x\"} | 9 | Expected a number in: $alwaysFalse: \"x\"",
        "{\"a\": {\"$regex\": \"(\"}} | 51091 | Regular expression is invalid: missing closing"
            + " parenthesis",
        "{\"a\": {\"$regex\": \"*\"}} | 51091 | Regular expression is invalid: quantifier does not"
            + " follow a repeatable item",
        "{\"a\": {\"$regex\": \"x)\"}} | 51091 | Regular expression is invalid: unmatched closing"
            + " parenthesis",
        "{\"a\": {\"$regex\": \"[z-a]\"}} | 51091 | Regular expression is invalid: range out of"
            + " order in character class",
        "{\"a\": {\"$regex\": \"a{3,2}\"}} | 51091 | Regular expression is invalid: numbers out of"
            + " order in {} quantifier",
        "{\"a\": {\"$regex\": \"(?y)\"}} | 51091 | Regular expression is invalid: unrecognized"
            + " character after (? or (?-",
        "{\"$sampleRate\": 2} | 2 | numeric argument to $sampleRate must be in [0, 1]",
      })
  void badFilterFailsWithCodeAndWording(String filter, int code, String message) {
    CommandException thrown = failure(filter);

    assertEquals(code, thrown.errorCode().code());
    assertEquals(message, thrown.getMessage());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'$text': {'$search': 'x'}}",
        "{'$where': 'true'}",
        "{'a': {'$geoWithin': {}}}",
        "{'a': {'$near': [0, 0]}}",
        "{'a': {'$maxDistance': 5}}",
      })
  void operatorThatIsNotModelledIsRefusedByName(String filter) {
    CommandException thrown = failure(filter);

    assertEquals(115, thrown.errorCode().code());
    assertTrue(thrown.getMessage().startsWith("shardsh does not model the query operator $"));
  }

  @Test
  void filterNestedTooDeepIsAnErrorAndNotAnOverflow() {
    BsonDocument filter = new BsonDocument("a", new BsonInt32(1));
    BsonDocument value = new BsonDocument();
    for (int i = 0; i < 5000; i++) {
      filter = new BsonDocument("$and", new BsonArray(List.of(filter)));
      value = new BsonDocument("a", value);
    }
    BsonDocument deepFilter = filter;
    BsonDocument deepValue = new BsonDocument("x", value);

    assertEquals(
        15,
        assertThrows(
                CommandException.class, () -> MatchParser.parse(deepFilter, Collation.simple()))
            .errorCode()
            .code());
    assertEquals(
        15,
        assertThrows(CommandException.class, () -> MatchParser.parse(deepValue, Collation.simple()))
            .errorCode()
            .code());
  }

  @Test
  void oneHundredLevelsOfLogicArePossibleAndMoreAreNot() {
    assertTrue(matches(nested(99), "{'a': 1}"));
    assertEquals(
        "BSONObj exceeded maximum nested object depth: 200", failure(nested(101)).getMessage());
  }

  private static String nested(int levels) {
    return "{'$or': [".repeat(levels) + "{'a': 1}" + "]}".repeat(levels);
  }

  @Test
  void databaseReferenceIsAValue() {
    String reference = "{'$ref': 'c', '$id': 1}";

    assertTrue(matches("{'a': " + reference + "}", "{'a': " + reference + "}"));
    assertTrue(matches("{'a': {'$in': [" + reference + "]}}", "{'a': " + reference + "}"));
    assertTrue(matches("{'a': {'$elemMatch': {'$id': 1}}}", "{'a': [" + reference + "]}"));
    assertEquals("unknown operator: $id", failure("{'a': {'$id': 1}}").getMessage());
  }

  @Test
  void expressionIsAskedAboutTheWholeDocument() {
    String filter = "{'$expr': {'$gt': ['$spent', '$budget']}}";

    assertTrue(matches(filter, "{'spent': 5, 'budget': 3}"));
    assertFalse(matches(filter, "{'spent': 2, 'budget': 3}"));
    assertTrue(matches("{'$nor': [{'$expr': {'$eq': ['$a', 1]}}]}", "{'a': 2}"));
  }

  @Test
  void sampleRateDrawsFromTheOperationsChance() {
    Random random = new Random(1);
    QueryContext context =
        QueryContext.of(
            Collation.simple(), EvaluationContext.Settings.PLAIN.withRandom(random::nextDouble));
    MatchExpression tree = MatchParser.parse(doc("{\"$sampleRate\": 0.3}"), context);

    int taken = 0;
    for (int i = 0; i < 1000; i++) {
      taken += tree.matches(new BsonDocument()) ? 1 : 0;
    }

    assertTrue(taken > 240 && taken < 360, "taken: " + taken);
    assertTrue(matches("{'$sampleRate': 1}", "{}"));
    assertFalse(matches("{'$sampleRate': 0}", "{}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'a': 5, 'b': {'$gt': 1}} | {'$and': [{'a': {'$eq': 5}}, {'b': {'$gt': 1}}]}",
        "{'a': {'$ne': 1}} | {'a': {'$not': {'$eq': 1}}}",
        "{'a': {'$nin': [2, 1]}} | {'a': {'$not': {'$in': [1, 2]}}}",
        "{'a': {'$exists': false}} | {'a': {'$not': {'$exists': true}}}",
        "{'$or': [{'a': 2}, {'a': 1}]} | {'a': {'$in': [1, 2]}}",
        "{'a': {'$in': [1]}} | {'a': {'$eq': 1}}",
        "{'a': {'$in': []}} | {'$alwaysFalse': 1}",
        "{'a': {'$not': {'$gt': 1, '$lt': 5}}} | {'a': {'$not': {'$lt': 5, '$gt': 1}}}",
        "{'a': {'$all': [1, 2]}} | {'$and': [{'a': {'$eq': 1}}, {'a': {'$eq': 2}}]}",
        "{'a': {'$elemMatch': {'$gt': 1, '$lt': 5}}} | {'a': {'$elemMatch': {'$gt': 1, '$lt':"
            + " 5}}}",
        "{'a': {'$type': 'string'}} | {'a': {'$type': [2]}}",
        "{'a': {'$regex': 'x', '$options': 'si'}} | {'a': {'$regex': 'x', '$options': 'is'}}",
        "{} | {}",
      })
  void normalFormIsPrintedAsExplainDoes(String filter, String printed) {
    assertEquals(
        doc(printed.replace('\'', '"')), MatchNormalizer.normalize(parse(filter)).toBson());
  }

  /**
   * Every kind of predicate either bounds an index or is named here: a new one without bounds is a
   * decision.
   */
  @Test
  void predicatesWithoutBoundsAreTheseOnly() {
    TreeSet<String> without = new TreeSet<>();
    for (String predicate :
        new String[] {
          "{'a': 1}",
          "{'a': {'$in': [1, 2]}}",
          "{'a': {'$exists': true}}",
          "{'a': {'$type': 'string'}}",
          "{'a': {'$mod': [2, 0]}}",
          "{'a': {'$regex': 'x'}}",
          "{'a': {'$size': 2}}",
          "{'a': {'$elemMatch': {'b': 1}}}",
          "{'a': {'$elemMatch': {'$gt': 1}}}",
          "{'a': {'$bitsAllSet': 1}}",
          "{'$expr': {'$eq': ['$a', 1]}}",
          "{'$jsonSchema': {}}",
          "{'$nor': [{'a': 1}]}",
          "{'a': {'$not': {'$gt': 1}}}",
          "{'$or': [{'a': 1}, {'a': {'$gt': 5}}]}",
          "{'$and': [{'a': {'$gt': 1}}, {'a': {'$lt': 5}}]}",
          "{'$alwaysTrue': 1}",
          "{'$alwaysFalse': 1}",
          "{'$text': {}}",
        }) {
      MatchExpression tree =
          MatchParser.parseForRouting(doc(predicate.replace('\'', '"')), Collation.simple());
      IndexAccess access =
          IndexBoundsBuilder.access(
              tree, KeyPattern.of(doc("{\"a\": 1, \"a.b\": 1}")), IndexBoundsBuilder.Options.PLAIN);
      if (access.restrictedFields() == 0) {
        without.add(tree.getClass().getSimpleName());
      }
    }

    assertEquals(
        "[AlwaysFalse, AlwaysTrue, Bits, JsonSchema, Nor, Size, Unmodelled]", without.toString());
    assertEquals(20, kinds().size(), kinds().toString());
  }

  /** The permitted records at any depth; predicatesWithoutBounds… has one of each. */
  private static TreeSet<String> kinds() {
    TreeSet<String> kinds = new TreeSet<>();
    collectKinds(MatchExpression.class, kinds);
    return kinds;
  }

  private static void collectKinds(Class<?> kind, TreeSet<String> kinds) {
    if (!kind.isSealed()) {
      kinds.add(kind.getSimpleName());
      return;
    }
    for (Class<?> variant : kind.getPermittedSubclasses()) {
      collectKinds(variant, kinds);
    }
  }

  @Test
  void collationDecidesAboutStringsOnly() {
    Collation noCase = Collation.parse(doc("{\"locale\": \"en\", \"strength\": 2}"));
    MatchExpression tree = MatchParser.parse(doc("{\"a\": \"ABC\"}"), noCase);

    assertTrue(tree.matches(new BsonDocument("a", new BsonString("abc"))));
    assertTrue(
        MatchParser.parse(doc("{\"a\": {\"$lt\": \"B\"}}"), noCase)
            .matches(new BsonDocument("a", new BsonString("a"))));
    assertFalse(
        MatchParser.parse(doc("{\"a\": {\"$regex\": \"ABC\"}}"), noCase)
            .matches(new BsonDocument("a", new BsonString("abc"))));
  }
}
