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
        "{'required': ['a', 'a']} | 9 | $jsonSchema keyword 'required' array cannot contain"
            + " duplicate values",
        "{'required': 'a'} | 14 | $jsonSchema keyword 'required' must be an array, but found an"
            + " element of type string",
        "{'required': [5]} | 14 | $jsonSchema keyword 'required' must be an array of strings, but"
            + " found an element of type: int",
        "{'minLength': -1} | 9 | Expected a non-negative number in: minLength: -1",
        "{'maxItems': 'x'} | 9 | Expected a number in: maxItems: \"x\"",
        "{'minProperties': 1.5} | 9 | Expected an integer: minProperties: 1.5",
        "{'bsonType': 5} | 14 | $jsonSchema keyword 'bsonType' must be either a string or an array"
            + " of strings",
        "{'bsonType': [5]} | 14 | $jsonSchema keyword 'bsonType' array elements must be strings",
        "{'bsonType': []} | 9 | $jsonSchema keyword 'bsonType' must name at least one type",
        "{'bsonType': 'integer'} | 9 | $jsonSchema type 'integer' is not currently supported.",
        "{'type': ['string', 'string']} | 9 | $jsonSchema keyword 'type' has duplicate value:"
            + " string",
        "{'enum': [1, 1.0]} | 9 | $jsonSchema keyword 'enum' array cannot contain duplicate"
            + " values.",
        "{'enum': 5} | 14 | $jsonSchema keyword 'enum' must be an array, but found an element of"
            + " type int",
        "{'allOf': []} | 2 | $jsonSchema keyword 'allOf' must be a non-empty array",
        "{'anyOf': [1]} | 14 | $jsonSchema keyword 'anyOf' must be an array of objects, but found"
            + " an element of type int",
        "{'not': 5} | 14 | $jsonSchema keyword 'not' must be an object, but found an element of"
            + " type int",
        "{'pattern': 5} | 14 | $jsonSchema keyword 'pattern' must be a string",
        "{'properties': {'a': 5}} | 14 | Nested schema for $jsonSchema property 'a' must be an"
            + " object",
        "{'patternProperties': {'a': 5}} | 14 | $jsonSchema keyword 'patternProperties' has"
            + " property 'a' which is not an object",
        "{'additionalProperties': 5} | 14 | $jsonSchema keyword 'additionalProperties' must be an"
            + " object or a boolean",
        "{'additionalItems': 5} | 14 | $jsonSchema keyword 'additionalItems' must be either an"
            + " object or a boolean, but got a int",
        "{'items': 5} | 14 | $jsonSchema keyword 'items' must be an array or an object, not int",
        "{'items': [5]} | 14 | $jsonSchema keyword 'items' requires that each element of the array"
            + " is an object, but found a int",
        "{'dependencies': {'a': 5}} | 14 | property 'a' in $jsonSchema keyword 'dependencies' must"
            + " be either an object or an array",
        "{'dependencies': {'a': []}} | 9 | property 'a' in $jsonSchema keyword 'dependencies'"
            + " cannot be an empty array",
        "{'dependencies': {'a': [5]}} | 14 | array 'a' in $jsonSchema keyword 'dependencies' can"
            + " only contain strings, but found element of type: int",
        "{'dependencies': {'a': ['b', 'b']}} | 9 | array 'a' in $jsonSchema keyword 'dependencies'"
            + " contains duplicate element: b",
        "{'properties': 1} | 14 | $jsonSchema keyword 'properties' must be an object",
        "{'multipleOf': 0} | 9 | $jsonSchema keyword 'multipleOf' must have a positive value",
      })
  void badSchemaFailsWithCodeAndWording(String schema, int code, String message) {
    CommandException thrown = assertThrows(CommandException.class, () -> schema(schema));

    assertEquals(code, thrown.errorCode().code());
    assertEquals(message, thrown.getMessage());
  }
}
