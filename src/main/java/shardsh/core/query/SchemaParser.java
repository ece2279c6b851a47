package shardsh.core.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.BsonOrder;

/**
 * Reads {@code $jsonSchema}: goes through the keywords and through the schemas inside a schema, and
 * reads itself the keywords that compare with given values or combine schemas.
 */
final class SchemaParser {
  private static final int DEPTH_MAX = 100;

  private final BsonDocument schema;
  private final int depth;
  private final SchemaLimits limits;
  private final SchemaContents contents;
  private final List<Schema.Condition> conditions = new ArrayList<>();

  private SchemaParser(BsonDocument schema, int depth) {
    this.schema = schema;
    this.depth = depth;
    this.limits = new SchemaLimits(schema);
    this.contents = new SchemaContents(schema, this::nested);
  }

  /**
   * @throws CommandException TYPE_MISMATCH for a keyword's value of the wrong type, FAILED_TO_PARSE
   *     for an unknown keyword or a value that is not allowed
   */
  static Schema parse(BsonDocument schema) {
    return parse(schema, 0);
  }

  private static Schema parse(BsonDocument schema, int depth) {
    if (depth > DEPTH_MAX) {
      throw SchemaOperands.failedToParse("$jsonSchema exceeded maximum depth of " + DEPTH_MAX);
    }
    return new SchemaParser(schema, depth).read();
  }

  private Schema nested(BsonDocument inside) {
    return parse(inside, depth + 1);
  }

  private Schema read() {
    if (schema.containsKey("type") && schema.containsKey("bsonType")) {
      throw SchemaOperands.failedToParse(
          "Cannot specify both $jsonSchema keywords 'type' and 'bsonType'");
    }
    for (Map.Entry<String, BsonValue> field : schema.entrySet()) {
      keyword(field.getKey(), field.getValue());
    }
    contents.members().ifPresent(conditions::add);
    contents.items().ifPresent(conditions::add);
    return new Schema(conditions);
  }

  private void keyword(String keyword, BsonValue value) {
    switch (keyword) {
      case "title", "description" -> SchemaOperands.text(keyword, value);
      case "properties",
          "patternProperties",
          "additionalProperties",
          "items",
          "additionalItems" -> {}
      case "bsonType" -> type(SchemaTypes.bsonTypes(value));
      case "type" -> type(SchemaTypes.jsonTypes(value));
      case "enum" -> enumeration(value);
      case "allOf" -> logical(keyword, value, List::size);
      case "anyOf" -> anyOf(value);
      case "oneOf" -> oneOf(value);
      case "not" -> not(value);
      case "minimum", "maximum" -> conditions.add(limits.limit(keyword, value));
      case "exclusiveMinimum", "exclusiveMaximum" -> limits.checkExclusive(keyword, value);
      case "multipleOf" -> conditions.add(SchemaLimits.multipleOf(value));
      case "minLength", "maxLength" -> conditions.add(SchemaLimits.length(keyword, value));
      case "pattern" -> conditions.add(SchemaLimits.pattern(value));
      case "minItems", "maxItems" -> conditions.add(SchemaLimits.elements(keyword, value));
      case "uniqueItems" -> uniqueItems(value);
      case "minProperties", "maxProperties" -> conditions.add(SchemaLimits.members(keyword, value));
      case "required" -> conditions.add(SchemaContents.required(value));
      case "dependencies" -> conditions.addAll(contents.dependencies(value));
      case "$ref", "$schema", "default", "definitions", "format", "id" ->
          throw SchemaOperands.failedToParse(
              "$jsonSchema keyword '" + keyword + "' is not currently supported");
      case "encrypt", "encryptMetadata" ->
          throw new CommandException(
              ErrorCode.COMMAND_NOT_SUPPORTED,
              "shardsh does not model the $jsonSchema keyword '" + keyword + "'");
      default -> throw SchemaOperands.failedToParse("Unknown $jsonSchema keyword: " + keyword);
    }
  }

  private void type(TypeSet types) {
    conditions.add(value -> types.contains(value.getBsonType()));
  }

  private void enumeration(BsonValue value) {
    List<BsonValue> allowed = new ArrayList<>();
    for (BsonValue member : SchemaOperands.nonEmpty("enum", value)) {
      BsonValue normal = Schema.withSortedFields(member);
      if (allowed.stream().anyMatch(one -> BsonOrder.SIMPLE.equal(one, normal))) {
        throw SchemaOperands.failedToParse(
            "$jsonSchema keyword 'enum' array cannot contain duplicate values.");
      }
      allowed.add(normal);
    }
    conditions.add(
        candidate -> {
          BsonValue normal = Schema.withSortedFields(candidate);
          return allowed.stream().anyMatch(one -> BsonOrder.SIMPLE.equal(one, normal));
        });
  }

  private void logical(String keyword, BsonValue value, ToIntFunction<List<Schema>> wanted) {
    List<Schema> schemas = schemas(keyword, value);
    conditions.add(
        candidate ->
            schemas.stream().filter(one -> one.validates(candidate)).count()
                == wanted.applyAsInt(schemas));
  }

  private void oneOf(BsonValue value) {
    logical("oneOf", value, schemas -> 1);
  }

  private void anyOf(BsonValue value) {
    List<Schema> schemas = schemas("anyOf", value);
    conditions.add(candidate -> schemas.stream().anyMatch(one -> one.validates(candidate)));
  }

  private void not(BsonValue value) {
    if (!value.isDocument()) {
      throw SchemaOperands.wrongType("not", "an object" + SchemaOperands.foundElementOf(value));
    }
    Schema not = nested(value.asDocument());
    conditions.add(candidate -> !not.validates(candidate));
  }

  private void uniqueItems(BsonValue value) {
    if (SchemaOperands.flag("uniqueItems", value)) {
      conditions.add(one -> !one.isArray() || Schema.distinct(one.asArray()));
    }
  }

  private List<Schema> schemas(String keyword, BsonValue value) {
    if (!value.isArray()) {
      throw SchemaOperands.wrongType(keyword, "an array");
    }
    if (value.asArray().isEmpty()) {
      throw new CommandException(
          ErrorCode.BAD_VALUE, "$jsonSchema keyword '" + keyword + "' must be a non-empty array");
    }
    List<Schema> schemas = new ArrayList<>();
    for (BsonValue member : value.asArray()) {
      if (!member.isDocument()) {
        throw SchemaOperands.wrongType(
            keyword, "an array of objects" + SchemaOperands.foundElementOf(member));
      }
      schemas.add(nested(member.asDocument()));
    }
    return schemas;
  }
}
