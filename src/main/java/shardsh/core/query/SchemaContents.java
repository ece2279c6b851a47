package shardsh.core.query;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonRegularExpression;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.expr.Values;

/**
 * Reads the keywords of {@code $jsonSchema} about what objects and arrays hold: which members there
 * must be, and the schemas of members and elements.
 */
final class SchemaContents {
  private static final Schema ANYTHING = new Schema(List.of());
  private static final Schema NOTHING = new Schema(List.of(value -> false));

  private final BsonDocument schema;
  private final Function<BsonDocument, Schema> nested;

  /**
   * @param schema the schema the keywords stand in
   * @param nested reads a schema inside this one
   */
  SchemaContents(BsonDocument schema, Function<BsonDocument, Schema> nested) {
    this.schema = schema;
    this.nested = nested;
  }

  static Schema.Condition required(BsonValue value) {
    List<String> names = new ArrayList<>();
    for (BsonValue name : SchemaOperands.nonEmpty("required", value)) {
      if (!name.isString()) {
        throw SchemaOperands.wrongType(
            "required",
            "an array of strings, but found an element of type: " + Values.typeName(name));
      }
      if (names.contains(name.asString().getValue())) {
        throw SchemaOperands.failedToParse(
            "$jsonSchema keyword 'required' array cannot contain duplicate values");
      }
      names.add(name.asString().getValue());
    }
    return candidate ->
        !candidate.isDocument() || candidate.asDocument().keySet().containsAll(names);
  }

  List<Schema.Condition> dependencies(BsonValue value) {
    List<Schema.Condition> conditions = new ArrayList<>();
    for (Map.Entry<String, BsonValue> entry :
        SchemaOperands.object("dependencies", value).entrySet()) {
      Schema then = dependency(entry.getKey(), entry.getValue());
      conditions.add(
          candidate ->
              !candidate.isDocument()
                  || !candidate.asDocument().containsKey(entry.getKey())
                  || then.validates(candidate));
    }
    return conditions;
  }

  private Schema dependency(String name, BsonValue value) {
    if (value.isDocument()) {
      return nested.apply(value.asDocument());
    }
    String keyword = "' in $jsonSchema keyword 'dependencies' ";
    if (!value.isArray()) {
      throw new CommandException(
          ErrorCode.TYPE_MISMATCH,
          "property '" + name + keyword + "must be either an object or an array");
    }
    if (value.asArray().isEmpty()) {
      throw SchemaOperands.failedToParse(
          "property '" + name + keyword + "cannot be an empty array");
    }
    List<String> needed = new ArrayList<>();
    for (BsonValue one : value.asArray()) {
      if (!one.isString()) {
        throw new CommandException(
            ErrorCode.TYPE_MISMATCH,
            "array '"
                + name
                + keyword
                + "can only contain strings, but found element of type: "
                + Values.typeName(one));
      }
      if (needed.contains(one.asString().getValue())) {
        throw SchemaOperands.failedToParse(
            "array '"
                + name
                + keyword
                + "contains duplicate element: "
                + one.asString().getValue());
      }
      needed.add(one.asString().getValue());
    }
    return nested.apply(new BsonDocument("required", value));
  }

  /** What the properties, patternProperties and additionalProperties demand together. */
  Optional<Schema.Condition> members() {
    if (!schema.containsKey("properties")
        && !schema.containsKey("patternProperties")
        && !schema.containsKey("additionalProperties")) {
      return Optional.empty();
    }
    Map<String, Schema> properties = new LinkedHashMap<>();
    Map<RegexPattern, Schema> patterns = new LinkedHashMap<>();
    SchemaOperands.object("properties", schema.get("properties", new BsonDocument()))
        .forEach((name, value) -> properties.put(name, property(name, value)));
    SchemaOperands.object("patternProperties", schema.get("patternProperties", new BsonDocument()))
        .forEach(
            (name, value) ->
                patterns.put(
                    RegexPattern.of(new BsonRegularExpression(name, "")),
                    patternProperty(name, value)));
    return Optional.of(
        new Schema.Members(
            properties, patterns, rest("additionalProperties", "an object or a boolean")));
  }

  private Schema property(String name, BsonValue value) {
    if (!value.isDocument()) {
      throw new CommandException(
          ErrorCode.TYPE_MISMATCH,
          "Nested schema for $jsonSchema property '" + name + "' must be an object");
    }
    return nested.apply(value.asDocument());
  }

  private Schema patternProperty(String name, BsonValue value) {
    if (!value.isDocument()) {
      throw new CommandException(
          ErrorCode.TYPE_MISMATCH,
          "$jsonSchema keyword 'patternProperties' has property '"
              + name
              + "' which is not an object");
    }
    return nested.apply(value.asDocument());
  }

  /** What items and additionalItems demand together. */
  Optional<Schema.Condition> items() {
    BsonValue items = schema.get("items");
    BsonValue others = schema.get("additionalItems", BsonBoolean.TRUE);
    Schema rest =
        rest(
            "additionalItems",
            "either an object or a boolean, but got a " + Values.typeName(others));
    if (items == null) {
      return Optional.empty();
    }
    if (items.isArray()) {
      List<Schema> first = new ArrayList<>();
      items.asArray().forEach(item -> first.add(item(item)));
      return Optional.of(new Schema.Items(first, rest));
    }
    if (items.isDocument()) {
      return Optional.of(new Schema.Items(List.of(), nested.apply(items.asDocument())));
    }
    throw SchemaOperands.wrongType("items", "an array or an object, not " + Values.typeName(items));
  }

  private Schema item(BsonValue item) {
    if (!item.isDocument()) {
      throw new CommandException(
          ErrorCode.TYPE_MISMATCH,
          "$jsonSchema keyword 'items' requires that each element of the array is an object, but"
              + " found a "
              + Values.typeName(item));
    }
    return nested.apply(item.asDocument());
  }

  /** The schema of what no other keyword is about. */
  private Schema rest(String keyword, String expected) {
    BsonValue value = schema.get(keyword, BsonBoolean.TRUE);
    if (value.isBoolean()) {
      return value.asBoolean().getValue() ? ANYTHING : NOTHING;
    }
    if (!value.isDocument()) {
      throw SchemaOperands.wrongType(keyword, expected);
    }
    return nested.apply(value.asDocument());
  }
}
