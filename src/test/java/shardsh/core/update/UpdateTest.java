package shardsh.core.update;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static shardsh.core.query.VectorFile.doc;

import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import shardsh.core.base.CommandException;
import shardsh.core.query.Collation;
import shardsh.core.query.MatchExpression;
import shardsh.core.query.MatchParser;
import shardsh.core.query.QueryContext;

class UpdateTest {
  private static final long NOW = 1_730_462_400_000L;
  private static final MatchExpression ALL = filter("{}");

  private static BsonDocument json(String text) {
    return doc(text.replace('\'', '"'));
  }

  private static MatchExpression filter(String text) {
    return MatchParser.parse(json(text), Collation.simple());
  }

  private static Update update(String text) {
    BsonValue spec = json("{'u': " + text + "}").get("u");
    return UpdateParser.parse(spec, new BsonArray(), QueryContext.PLAIN);
  }

  private static String applied(String update, String document) {
    return update(update).apply(json(document), ALL, NOW).document().toJson().replace('"', '\'');
  }

  @Test
  void newFieldsComeInTheOrderOfTheirNamesWhateverTheOperator() {
    assertEquals(
        "{'_id': 1, 'a': 1, 'b': 2, 'z': 3}",
        applied("{'$set': {'z': 3, 'a': 1}, '$inc': {'b': 2}}", "{'_id': 1}"));
    assertEquals(
        "{'x': {'2': 1, '10': 1}}", applied("{'$set': {'x.10': 1, 'x.2': 1}}", "{'x': {}}"));
  }

  @Test
  void unchangedDocumentIsGivenBackItself() {
    BsonDocument document = json("{'_id': 1, 'a': {'b': [1, 2]}}");

    UpdateResult result =
        update("{'$set': {'a.b': [1, 2]}, '$unset': {'c.d': 1}, '$max': {'_id': 0}}")
            .apply(document, ALL, NOW);

    assertSame(document, result.document());
    assertFalse(result.changed());
  }

  @Test
  void documentHandedOverIsNeverChanged() {
    BsonDocument document = json("{'_id': 1, 'a': {'b': [1, 2]}}");

    update("{'$set': {'a.b.0': 9, 'a.c': 1}, '$push': {'d': 1}}").apply(document, ALL, NOW);

    assertEquals(json("{'_id': 1, 'a': {'b': [1, 2]}}"), document);
  }

  @Test
  void upsertPutsItsIdFirst() {
    assertEquals(
        "{\"_id\": 7, \"a\": 1, \"b\": 2}",
        update("{'$set': {'b': 2, '_id': 7}}").upsertDocument(filter("{'a': 1}"), NOW).toJson());
    assertEquals(
        "{\"a\": 1, \"n\": 1}",
        update("{'$inc': {'n': 1}}").upsertDocument(filter("{'a': 1}"), NOW).toJson());
  }

  @Test
  void pipelineSeesConstantsAndKeepsTheId() {
    QueryContext context = QueryContext.PLAIN.withConstants(json("{'x': {'$add': 1}}"));
    Update update =
        UpdateParser.parse(
            json("{'u': [{'$set': {'n': '$$x'}}, {'$unset': ['a', 'b.c']}, {'$replaceWith': {'n':"
                    + " '$n', 'b': '$b'}}]}")
                .get("u"),
            new BsonArray(),
            context);

    assertEquals(
        "{\"_id\": 1, \"n\": {\"$add\": 1}, \"b\": {\"d\": 2}}",
        update
            .apply(json("{'_id': 1, 'a': 1, 'b': {'c': 1, 'd': 2}}"), ALL, NOW)
            .document()
            .toJson());
  }

  @Test
  void replacementFillsInEmptyTimestamps() {
    assertEquals(
        NOW / 1000,
        update("{'t': {'$timestamp': {'t': 0, 'i': 0}}}")
            .apply(json("{'_id': 1}"), ALL, NOW)
            .document()
            .getTimestamp("t")
            .getTime());
  }

  @Test
  void pathsAreThoseNamed() {
    assertEquals(
        List.of("a.b", "c", "d", "e"),
        update("{'$set': {'a.b': 1}, '$unset': {'c': 1}, '$rename': {'e': 'd'}}").paths());
  }

  @Test
  void updateNestedTooDeepIsAnErrorAndNotAnOverflow() {
    BsonValue value = new BsonArray();
    for (int i = 0; i < 5000; i++) {
      value = new BsonArray(List.of(value));
    }
    BsonDocument deep = new BsonDocument("$set", new BsonDocument("a", value));
    String longPath = "a.".repeat(5000) + "a";

    for (BsonValue update : List.of(deep, json("{'$set': {'" + longPath + "': 1}}"))) {
      assertEquals(
          15,
          assertThrows(CommandException.class, () -> UpdateParser.parse(update, QueryContext.PLAIN))
              .errorCode()
              .code());
    }
    assertEquals(
        15,
        assertThrows(
                CommandException.class,
                () ->
                    update("{'$set': {'x': 1}}")
                        .upsertDocument(filter("{'" + longPath + "': 1}"), NOW))
            .errorCode()
            .code());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'$foo': {'a': 1}} | {} | 9 | Unknown modifier: $foo. Expected a valid update modifier or"
            + " pipeline-style update specified as an array",
        "{'$set': 5} | {} | 9 | Modifiers operate on fields but we found type int instead. For"
            + " example: {$mod: {<field>: ...}} not {$set: 5}",
        "{'$set': {'a': 1, 'a.b': 2}} | {} | 40 | Updating the path 'a.b' would create a conflict"
            + " at 'a'",
        "{'$set': {'a.b': 1}} | {'a': 5} | 28 | Cannot create field 'b' in element {a: 5}",
        "{'$set': {'_id': 2}} | {'_id': 1} | 66 | Performing an update on the path '_id' would"
            + " modify the immutable field '_id'",
        "{'_id': 2} | {'_id': 1} | 66 | After applying the update, the (immutable) field '_id' was"
            + " found to have been altered to _id: 2",
        "[{'$set': {'_id': 2}}] | {'_id': 1} | 66 | After applying the update, the (immutable)"
            + " field '_id' was found to have been altered to _id: 2",
        "{'$set': {'a..b': 1}} | {} | 56 | The update path 'a..b' contains an empty field name,"
            + " which is not allowed.",
        "{'$set': {'a.$.b.$': 1}} | {} | 2 | Too many positional (i.e. '$') elements found in path"
            + " 'a.$.b.$'",
        "{'$set': {'a.$': 1}} | {'a': [1]} | 2 | The positional operator did not find the match"
            + " needed from the query.",
        "{'$set': {'a.$[i]': 1}} | {} | 2 | No array filter found for identifier 'i' in path"
            + " 'a.$[i]'",
        "{'$set': {'a.$[]': 1}} | {'a': 5} | 2 | Cannot apply array updates to non-array element"
            + " a: 5",
        "{'$push': {'a': 1}} | {'_id': 1, 'a': 5} | 2 | The field 'a' must be an array but is of"
            + " type int in document {_id: 1}",
        "{'$inc': {'a': 1}} | {'_id': 1, 'a': 'x'} | 14 | Cannot apply $inc to a value of"
            + " non-numeric type. {_id: 1} has the field 'a' of non-numeric type string",
        "{'$inc': {'a': 1}} | {'_id': 1, 'a': {'$numberLong': '9223372036854775807'}} | 2 |"
            + " Failed to apply $inc operations to current value"
            + " ((NumberLong)9223372036854775807) for document {_id: 1}",
        "{'$bit': {'a': {'not': 1}}} | {} | 2 | The $bit modifier only supports 'and', 'or', and"
            + " 'xor', not 'not' which is an unknown operator: {not: 1}",
        "{'$pop': {'a': 2}} | {} | 9 | $pop expects 1 or -1, found: 2",
        "{'$pullAll': {'a': 2}} | {} | 2 | $pullAll requires an array argument but was given a int",
        "{'$currentDate': {'a': 'x'}} | {} | 2 | string is not valid type for $currentDate. Please"
            + " use a boolean ('true') or a $type expression ({$type: 'timestamp/date'}).",
        "{'$currentDate': {'a': {'$type': 'date', 'x': 1}}} | {} | 2 | Unrecognized $currentDate"
            + " option: x",
        "{'$currentDate': {'a': {'$type': 'x'}}} | {} | 2 | The '$type' string field is required"
            + " to be 'date' or 'timestamp': {$currentDate: {field : {$type: 'date'}}}",
        "{'$push': {'a': {'$each': [], '$position': 1.5}}} | {} | 2 | The value for $position must"
            + " be an integer value, not of type: double",
        "{'$push': {'a': {'$each': 1, '$slice': 'x', 'y': 1}}} | {} | 2 | Unrecognized clause in"
            + " $push: y",
        "{'$push': {'a': {'$slice': 'x', '$each': 1}}} | {} | 2 | The argument to $each in $push"
            + " must be an array but it was of type: int",
        "{'$push': {'a': {'$each': [], '$slice': 1.5}}} | {} | 2 | The value for $slice must be an"
            + " integer value but was given type: double",
        "{'$bit': {'a': {'or': 1}}} | {'_id': 1, 'a': 'x'} | 2 | Cannot apply $bit to a value of"
            + " non-integral type._id: 1 has the field a of non-integer data type string",
        "{'$pop': {'a.b.c': 1}} | {'a': {'b': 1}} | 28 | Cannot use the part (c) of (a.b.c) to"
            + " traverse the element ({b: 1})",
        "{'$pull': {'a.b.c': 1}} | {'a': [{'b': 1}]} | 28 | Cannot use the part (b) of (a.b.c) to"
            + " traverse the element ({a: [ { b: 1 } ]})",
        "{'$pullAll': {'a': [1]}} | {'a': 1} | 2 | Cannot apply $pull to a non-array value",
        "{'$set': {'a.b.$[]': 1}} | {'a': 5} | 2 | The path 'a.b' must exist in the document in"
            + " order to apply array updates.",
        "{'$rename': {'a.b': 'c'}} | {'a': 5} | 28 | cannot use the part (a of a.b) to traverse the"
            + " element ({a: 5})",
        "{'$rename': {'a.0': 'c'}} | {'_id': 1, 'a': [5]} | 2 | The source field cannot be an array"
            + " element, 'a.0' in doc with _id: 1 has an array field called 'a'",
        "{'$set': {'a.1500001': 1}} | {'a': []} | 34 | can't backfill more than 1500000 elements",
        "{'$inc': {'$b': 2}} | {} | 52 | The dollar ($) prefixed field '$b' in '$b' is not allowed"
            + " in the context of an update's replacement document. Consider using an aggregation"
            + " pipeline with $replaceWith.",
        "{'_id': {'a': {'$b': 1}}} | {'_id': 1} | 52 | _id fields may not contain '$'-prefixed"
            + " fields: $b is not valid for storage.",
        "{'a': 1, '$b': 2} | {} | 52 | The dollar ($) prefixed field '$b' in '$b' is not allowed in"
            + " the context of an update's replacement document. Consider using an aggregation"
            + " pipeline with $replaceWith.",
        "[{'$foo': 1}] | {} | 40324 | Unrecognized pipeline stage name: '$foo'",
        "[{'$set': 5}] | {} | 40272 | $set specification stage must be an object, got int",
        "[{'$unset': 5}] | {} | 31002 | $unset specification must be a string or an array",
        "[{'$replaceRoot': {}}] | {} | 40231 | no newRoot specified for the $replaceRoot stage",
        "[{'$replaceRoot': {'newRoot': {}, 'x': 1}}] | {} | 40230 | unrecognized option to"
            + " $replaceRoot stage: x, only valid option is 'newRoot'.",
        "[{'$replaceWith': '$a'}] | {'a': 1} | 40228 | 'replacement document' must evaluate to an"
            + " object, but resulting value was: 1. Type of resulting value: 'int'. Input document:"
            + " { a: 1 }",
        "[{'$match': {}}] | {} | 72 | $match is not allowed to be used within an update",
        "[{'$set': {}}] | {} | 40177 | Invalid $set :: caused by :: specification must have at"
            + " least one field",
      })
  void badUpdateFailsWithCodeAndWording(String update, String document, int code, String message) {
    CommandException thrown =
        assertThrows(CommandException.class, () -> update(update).apply(json(document), ALL, NOW));

    assertEquals(message, thrown.getMessage());
    assertEquals(code, thrown.errorCode().code());
  }

  @Test
  void namesWithADollarSignAreAllowedBelowTheTopAndInNewDocuments() {
    assertEquals("{'_id': 1, 'a': {'$b': 1}}", applied("{'$set': {'a.$b': 1}}", "{'_id': 1}"));
    assertEquals("{'_id': 1}", applied("{'$unset': {'$b': 1}}", "{'_id': 1, '$b': 1}"));
    assertEquals("{'$b': 1, 'c': 2}", applied("[{'$set': {'c': 2}}]", "{'$b': 1}"));
    assertEquals(
        "{\"a\": 1, \"$b\": 2}",
        update("{'$set': {'$b': 2}}").upsertDocument(filter("{'a': 1}"), NOW).toJson());
  }

  @Test
  void pullLooksIntoArraysForOperatorsButNotForValues() {
    String nested = "{'a': [[1, 2], 1, [3]]}";

    assertEquals("{'a': [[3]]}", applied("{'$pull': {'a': {'$lt': 3}}}", nested));
    assertEquals("{'a': [[1, 2], [3]]}", applied("{'$pull': {'a': 1}}", nested));
    assertEquals(
        "{'a': [{'x': 2}]}",
        applied("{'$pull': {'a': {'$or': [{'x': 1}]}}}", "{'a': [{'x': 1}, {'x': 2}]}"));
  }

  @Test
  void replacementCannotTakeAnIdFromAFieldInsideIt() {
    assertEquals(
        111,
        assertThrows(
                CommandException.class,
                () -> update("{'z': 1}").upsertDocument(filter("{'_id.x': 1}"), NOW))
            .errorCode()
            .code());
  }
}
