package shardsh.core.mongod;

import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.bson.TypeNames;

/**
 * Which rules of a {@code $jsonSchema} a document fails, property by property. Source: the manual's
 * pages on schema validation (5.0 and later). Rules that are not listed there are named with what
 * they demand only.
 */
final class SchemaDetails {
  private static final String VALUE = "v";
  private static final List<String> NOTES = List.of("title", "description");

  private SchemaDetails() {}

  static BsonDocument of(BsonDocument schema, BsonDocument document) {
    BsonDocument details = new BsonDocument("operatorName", new BsonString("$jsonSchema"));
    addNotes(schema, details);
    return details.append("schemaRulesNotSatisfied", failures(schema, document));
  }

  private static void addNotes(BsonDocument schema, BsonDocument details) {
    for (String note : NOTES) {
      if (schema.containsKey(note)) {
        details.append(note, schema.get(note));
      }
    }
  }

  private static BsonArray failures(BsonDocument schema, BsonValue value) {
    BsonArray failures = new BsonArray();
    for (String keyword : schema.keySet()) {
      boolean modifies = keyword.equals("exclusiveMinimum") || keyword.equals("exclusiveMaximum");
      if (NOTES.contains(keyword) || modifies) {
        continue;
      }
      BsonDocument rule = new BsonDocument(keyword, schema.get(keyword));
      String exclusive = "exclusive" + capital(keyword);
      if (schema.containsKey(exclusive)) {
        rule.append(exclusive, schema.get(exclusive));
      }
      if (keyword.equals("additionalProperties")) {
        for (String other : List.of("properties", "patternProperties")) {
          rule.append(other, names(schema.getDocument(other, new BsonDocument())));
        }
      }
      if (!holds(rule, value)) {
        failures.add(failure(keyword, schema, value));
      }
    }
    return failures;
  }

  private static String capital(String word) {
    return word.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1);
  }

  /** The properties without their rules: that they are there is all that matters. */
  private static BsonDocument names(BsonDocument properties) {
    BsonDocument names = new BsonDocument();
    properties.keySet().forEach(name -> names.append(name, new BsonDocument()));
    return names;
  }

  private static boolean holds(BsonDocument schema, BsonValue value) {
    BsonDocument whole = new BsonDocument("properties", new BsonDocument(VALUE, schema));
    return ValidationDetails.matches(
        new BsonDocument("$jsonSchema", whole), new BsonDocument(VALUE, value));
  }

  private static BsonDocument failure(String keyword, BsonDocument schema, BsonValue value) {
    BsonValue argument = schema.get(keyword);
    BsonDocument details = new BsonDocument("operatorName", new BsonString(keyword));
    return switch (keyword) {
      case "properties" ->
          details.append("propertiesNotSatisfied", properties(argument.asDocument(), value));
      case "required" ->
          specified(details, keyword, argument)
              .append("missingProperties", missing(argument, value));
      case "additionalProperties" ->
          argument.isBoolean()
              ? specified(details, keyword, argument)
                  .append("additionalProperties", additional(schema, value))
              : specified(details, keyword, argument);
      case "items" -> items(details, argument, value);
      case "allOf", "anyOf", "oneOf" ->
          details.append("schemasNotSatisfied", branches(argument.asArray(), value));
      case "not" -> ValidationDetails.reason(details, "child expression matched");
      default -> ofValue(specified(details, keyword, argument), keyword, value);
    };
  }

  private static BsonDocument specified(BsonDocument details, String keyword, BsonValue argument) {
    return details.append("specifiedAs", new BsonDocument(keyword, argument));
  }

  private static BsonDocument ofValue(BsonDocument details, String keyword, BsonValue value) {
    String reason =
        switch (keyword) {
          case "bsonType", "type" -> "type did not match";
          case "minimum", "maximum" -> "comparison failed";
          case "enum" -> "value was not found in enum";
          case "pattern" -> "regular expression did not match";
          case "minLength", "maxLength" -> "specified string length was not satisfied";
          case "minItems", "maxItems" -> "array did not match specified length";
          case "uniqueItems" -> "found a duplicate item";
          case "multipleOf" -> "considered value is not a multiple of the specified value";
          case "minProperties", "maxProperties" ->
              "specified number of properties was not satisfied";
          default -> "";
        };
    if (reason.isEmpty()) {
      return details;
    }
    ValidationDetails.reason(details, reason);
    if (keyword.endsWith("Properties")) {
      return details.append("numberOfProperties", new BsonInt32(value.asDocument().size()));
    }
    ValidationDetails.considered(details, value);
    return keyword.equals("bsonType") || keyword.equals("type")
        ? details.append("consideredType", new BsonString(TypeNames.of(value)))
        : details;
  }

  private static BsonArray properties(BsonDocument properties, BsonValue value) {
    BsonArray failed = new BsonArray();
    for (Map.Entry<String, BsonValue> property : properties.entrySet()) {
      BsonValue held = value.asDocument().get(property.getKey());
      BsonDocument schema = property.getValue().asDocument();
      if (held == null || holds(schema, held)) {
        continue;
      }
      BsonDocument row = new BsonDocument("propertyName", new BsonString(property.getKey()));
      addNotes(schema, row);
      failed.add(row.append("details", failures(schema, held)));
    }
    return failed;
  }

  private static BsonArray missing(BsonValue required, BsonValue value) {
    BsonArray missing = new BsonArray();
    for (BsonValue name : required.asArray()) {
      if (!value.asDocument().containsKey(name.asString().getValue())) {
        missing.add(name);
      }
    }
    return missing;
  }

  private static BsonArray additional(BsonDocument schema, BsonValue value) {
    BsonDocument known = schema.getDocument("properties", new BsonDocument());
    BsonDocument patterns = schema.getDocument("patternProperties", new BsonDocument());
    BsonArray additional = new BsonArray();
    for (String name : value.asDocument().keySet()) {
      boolean matched =
          patterns.keySet().stream()
              .anyMatch(
                  pattern ->
                      ValidationDetails.matches(
                          new BsonDocument(
                              VALUE, new BsonDocument("$regex", new BsonString(pattern))),
                          new BsonDocument(VALUE, new BsonString(name))));
      if (!known.containsKey(name) && !matched) {
        additional.add(new BsonString(name));
      }
    }
    return additional;
  }

  private static BsonDocument items(BsonDocument details, BsonValue schema, BsonValue value) {
    if (!schema.isDocument()) {
      return specified(details, "items", schema);
    }
    BsonArray elements = value.asArray();
    for (int i = 0; i < elements.size(); i++) {
      if (!holds(schema.asDocument(), elements.get(i))) {
        return ValidationDetails.reason(details, "At least one item did not match the sub-schema")
            .append("itemIndex", new BsonInt32(i))
            .append("details", failures(schema.asDocument(), elements.get(i)));
      }
    }
    return details;
  }

  private static BsonArray branches(BsonArray schemas, BsonValue value) {
    BsonArray failed = new BsonArray();
    for (int i = 0; i < schemas.size(); i++) {
      BsonDocument schema = schemas.get(i).asDocument();
      if (!holds(schema, value)) {
        failed.add(
            new BsonDocument("index", new BsonInt32(i)).append("details", failures(schema, value)));
      }
    }
    return failed;
  }
}
