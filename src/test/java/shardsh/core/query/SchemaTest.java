package shardsh.core.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static shardsh.core.query.VectorFile.doc;

import org.bson.BsonDocument;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import shardsh.core.base.CommandException;

/** One case per keyword of $jsonSchema, as the manual describes them. */
class SchemaTest {
  private static MatchExpression schema(String text) {
    return MatchParser.parse(new BsonDocument("$jsonSchema", doc(json(text))), Collation.simple());
  }

  private static String json(String text) {
    return text.replace('\'', '"');
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'required': ['a', 'b']} | {'a': 1, 'b': null} | {'a': 1}",
        "{'properties': {'a': {'bsonType': 'int'}}} | {'b': 1} | {'a': 'x'}",
        "{'properties': {'a': {'bsonType': ['int', 'string']}}} | {'a': 'x'} | {'a': 1.5}",
        "{'properties': {'a': {'type': 'number'}}} | {'a': 1.5} | {'a': 'x'}",
        "{'properties': {'a': {'type': ['boolean', 'null']}}} | {'a': null} | {'a': 0}",
        "{'properties': {'a': {'minimum': 5}}} | {'a': 5} | {'a': 4}",
        "{'properties': {'a': {'minimum': 5, 'exclusiveMinimum': true}}} | {'a': 6} | {'a': 5}",
        "{'properties': {'a': {'maximum': 5}}} | {'a': 'x'} | {'a': 6}",
        "{'properties': {'a': {'multipleOf': 0.1}}} | {'a': 0.3} | {'a': 0.35}",
        "{'properties': {'a': {'minLength': 2, 'maxLength': 3}}} | {'a': 'xyz'} | {'a': 'x'}",
        "{'properties': {'a': {'pattern': '^x'}}} | {'a': 'xy'} | {'a': 'yx'}",
        "{'properties': {'a': {'enum': [1, {'b': 1, 'c': 2}]}}} | {'a': {'c': 2, 'b': 1}} |"
            + " {'a': 2}",
        "{'properties': {'a': {'minItems': 1, 'maxItems': 2}}} | {'a': [1]} | {'a': []}",
        "{'properties': {'a': {'uniqueItems': true}}} | {'a': [1, 2]} | {'a': [1, 1.0]}",
        "{'properties': {'a': {'items': {'bsonType': 'int'}}}} | {'a': [1, 2]} | {'a': [1, 'x']}",
        "{'properties': {'a': {'items': [{'bsonType': 'int'}], 'additionalItems': false}}} |"
            + " {'a': [1]} | {'a': [1, 2]}",
        "{'properties': {'a': {'minProperties': 1, 'maxProperties': 1}}} | {'a': {'b': 1}} |"
            + " {'a': {}}",
        "{'properties': {'a': {}}, 'additionalProperties': false} | {'a': 1} | {'a': 1, 'b': 1}",
        "{'additionalProperties': {'bsonType': 'int'}} | {'a': 1} | {'a': 'x'}",
        "{'patternProperties': {'^n': {'bsonType': 'int'}}} | {'n1': 1, 'x': 'y'} | {'n1': 'x'}",
        "{'dependencies': {'a': ['b']}} | {'b': 1} | {'a': 1}",
        "{'dependencies': {'a': {'required': ['b']}}} | {'a': 1, 'b': 1} | {'a': 1}",
        "{'allOf': [{'required': ['a']}, {'required': ['b']}]} | {'a': 1, 'b': 1} | {'a': 1}",
        "{'anyOf': [{'required': ['a']}, {'required': ['b']}]} | {'b': 1} | {'c': 1}",
        "{'oneOf': [{'required': ['a']}, {'required': ['b']}]} | {'a': 1} | {'a': 1, 'b': 1}",
        "{'not': {'required': ['a']}} | {'b': 1} | {'a': 1}",
        "{'title': 't', 'description': 'd', 'bsonType': 'object'} | {} |",
      })
  void documentIsValidOrNot(String schema, String valid, String invalid) {
    MatchExpression tree = schema(schema);

    assertEquals(true, tree.matches(doc(json(valid))));
    if (invalid != null) {
      assertEquals(false, tree.matches(doc(json(invalid))));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'foo': 1} | 9 | Unknown $jsonSchema keyword: foo",
        "{'$ref': 'x'} | 9 | $jsonSchema keyword '$ref' is not currently supported",
        "{'type': 'integer'} | 9 | $jsonSchema type 'integer' is not currently supported.",
        "{'type': 'string', 'bsonType': 'string'} | 9 | Cannot specify both $jsonSchema keywords"
            + " 'type' and 'bsonType'",
        "{'required': []} | 9 | $jsonSchema keyword 'required' cannot be an empty array",
        "{'minLength': -1} | 9 | $jsonSchema keyword 'minLength' must be a non-negative integer",
        "{'properties': 1} | 14 | $jsonSchema keyword 'properties' must be an object",
        "{'multipleOf': 0} | 9 | $jsonSchema keyword 'multipleOf' must have a positive value",
      })
  void badSchemaFailsWithCodeAndWording(String schema, int code, String message) {
    CommandException thrown = assertThrows(CommandException.class, () -> schema(schema));

    assertEquals(code, thrown.errorCode().code());
    assertEquals(message, thrown.getMessage());
  }
}
