package shardsh.core.query;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonType;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.BsonOrder;
import shardsh.core.expr.Values;

/** Reads {@code $jsonSchema}. */
final class SchemaParser {
  private static final Schema ANYTHING = new Schema(List.of());
  private static final Schema NOTHING = new Schema(List.of(value -> false));
  private static final int DEPTH_MAX = 100;

  private final BsonDocument schema;
  private final int depth;
  private final List<Schema.Condition> conditions = new ArrayList<>();

  private SchemaParser(BsonDocument schema, int depth) {
    this.schema = schema;
    this.depth = depth;
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
      throw failedToParse("$jsonSchema exceeded maximum depth of " + DEPTH_MAX);
    }
    return new SchemaParser(schema, depth).read();
  }

  private static CommandException failedToParse(String message) {
    return new CommandException(ErrorCode.FAILED_TO_PARSE, message);
  }

  private static CommandException wrongType(String keyword, String expected) {
    return new CommandException(
        ErrorCode.TYPE_MISMATCH, "$jsonSchema keyword '" + keyword + "' must be " + expected);
  }

  private static String foundElementOf(BsonValue value) {
    return ", but found an element of type " + Values.typeName(value);
  }

  private Schema read() {
    if (schema.containsKey("type") && schema.containsKey("bsonType")) {
      throw failedToParse("Cannot specify both $jsonSchema keywords 'type' and 'bsonType'");
    }
    for (Map.Entry<String, BsonValue> field : schema.entrySet()) {
      keyword(field.getKey(), field.getValue());
    }
    members();
    items();
    return new Schema(conditions);
  }

  private void keyword(String keyword, BsonValue value) {
    switch (keyword) {
      case "title", "description" -> text(keyword, value);
      case "properties",
          "patternProperties",
          "additionalProperties",
          "items",
          "additionalItems" -> {}
      case "bsonType" -> type(bsonTypes(value));
      case "type" -> type(jsonTypes(value));
      case "enum" -> enumeration(value);
      case "allOf" -> logical(keyword, value, List::size);
      case "anyOf" -> anyOf(value);
      case "oneOf" -> oneOf(value);
      case "not" -> {
        if (!value.isDocument()) {
          throw wrongType(keyword, "an object" + foundElementOf(value));
        }
        Schema not = parse(value.asDocument(), depth + 1);
        conditions.add(candidate -> !not.validates(candidate));
      }
      case "minimum", "maximum" -> limit(keyword, value);
      case "exclusiveMinimum", "exclusiveMaximum" -> exclusive(keyword, value);
      case "multipleOf" -> multipleOf(value);
      case "minLength" -> atLeast(keyword, value, BsonValue::isString, SchemaParser::codePoints);
      case "maxLength" -> atMost(keyword, value, BsonValue::isString, SchemaParser::codePoints);
      case "pattern" -> pattern(value);
      case "minItems" -> atLeast(keyword, value, BsonValue::isArray, v -> v.asArray().size());
      case "maxItems" -> atMost(keyword, value, BsonValue::isArray, v -> v.asArray().size());
      case "uniqueItems" -> {
        if (flag(keyword, value)) {
          conditions.add(v -> !v.isArray() || Schema.distinct(v.asArray()));
        }
      }
      case "minProperties" ->
          atLeast(keyword, value, BsonValue::isDocument, v -> v.asDocument().size());
      case "maxProperties" ->
          atMost(keyword, value, BsonValue::isDocument, v -> v.asDocument().size());
      case "required" -> required(value);
      case "dependencies" -> dependencies(value);
      case "$ref", "$schema", "default", "definitions", "format", "id" ->
          throw failedToParse("$jsonSchema keyword '" + keyword + "' is not currently supported");
      case "encrypt", "encryptMetadata" ->
          throw new CommandException(
              ErrorCode.COMMAND_NOT_SUPPORTED,
              "shardsh does not model the $jsonSchema keyword '" + keyword + "'");
      default -> throw failedToParse("Unknown $jsonSchema keyword: " + keyword);
    }
  }

  private void type(TypeSet types) {
    conditions.add(value -> types.contains(value.getBsonType()));
  }

  private static TypeSet bsonTypes(BsonValue value) {
    typeNames("bsonType", value);
    return OperandParser.types(value);
  }

  /** The names that {@code type} or {@code bsonType} gives, each of them once. */
  private static List<String> typeNames(String keyword, BsonValue value) {
    if (!value.isString() && !value.isArray()) {
      throw wrongType(keyword, "either a string or an array of strings");
    }
    List<String> names = new ArrayList<>();
    for (BsonValue name : value.isArray() ? value.asArray() : List.of(value)) {
      if (!name.isString()) {
        throw new CommandException(
            ErrorCode.TYPE_MISMATCH,
            "$jsonSchema keyword '" + keyword + "' array elements must be strings");
      }
      String text = name.asString().getValue();
      if (text.equals("integer")) {
        throw failedToParse("$jsonSchema type 'integer' is not currently supported.");
      }
      if (names.contains(text)) {
        throw failedToParse("$jsonSchema keyword '" + keyword + "' has duplicate value: " + text);
      }
      names.add(text);
    }
    if (names.isEmpty()) {
      throw failedToParse("$jsonSchema keyword '" + keyword + "' must name at least one type");
    }
    return names;
  }

  private static TypeSet jsonTypes(BsonValue value) {
    List<BsonType> types = new ArrayList<>();
    boolean numbers = false;
    for (String name : typeNames("type", value)) {
      switch (name) {
        case "object" -> types.add(BsonType.DOCUMENT);
        case "array" -> types.add(BsonType.ARRAY);
        case "string" -> types.add(BsonType.STRING);
        case "boolean" -> types.add(BsonType.BOOLEAN);
        case "null" -> types.add(BsonType.NULL);
        case "number" -> numbers = true;
        default ->
            throw new CommandException(ErrorCode.BAD_VALUE, "Unknown type name alias: " + name);
      }
    }
    return TypeSet.of(types, numbers);
  }

  private void enumeration(BsonValue value) {
    List<BsonValue> allowed = new ArrayList<>();
    for (BsonValue member : nonEmpty("enum", value)) {
      BsonValue normal = Schema.withSortedFields(member);
      if (allowed.stream().anyMatch(one -> BsonOrder.SIMPLE.equal(one, normal))) {
        throw failedToParse("$jsonSchema keyword 'enum' array cannot contain duplicate values.");
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

  private List<Schema> schemas(String keyword, BsonValue value) {
    if (!value.isArray()) {
      throw wrongType(keyword, "an array");
    }
    if (value.asArray().isEmpty()) {
      throw new CommandException(
          ErrorCode.BAD_VALUE, "$jsonSchema keyword '" + keyword + "' must be a non-empty array");
    }
    List<Schema> schemas = new ArrayList<>();
    for (BsonValue member : value.asArray()) {
      if (!member.isDocument()) {
        throw wrongType(keyword, "an array of objects" + foundElementOf(member));
      }
      schemas.add(parse(member.asDocument(), depth + 1));
    }
    return schemas;
  }

  private void limit(String keyword, BsonValue value) {
    boolean minimum = keyword.equals("minimum");
    BsonValue limit = number(keyword, value);
    String exclusiveKeyword = minimum ? "exclusiveMinimum" : "exclusiveMaximum";
    boolean exclusive =
        schema.containsKey(exclusiveKeyword)
            && flag(exclusiveKeyword, schema.get(exclusiveKeyword));
    conditions.add(
        candidate -> {
          if (!isNumber(candidate)) {
            return true;
          }
          int compared = BsonOrder.compareNumbers(candidate, limit);
          return minimum
              ? compared > 0 || (compared == 0 && !exclusive)
              : compared < 0 || (compared == 0 && !exclusive);
        });
  }

  private void exclusive(String keyword, BsonValue value) {
    flag(keyword, value);
    String needed = keyword.equals("exclusiveMinimum") ? "minimum" : "maximum";
    if (!schema.containsKey(needed)) {
      throw failedToParse(
          "$jsonSchema keyword '" + needed + "' must be a present if " + keyword + " is present");
    }
  }

  private void multipleOf(BsonValue value) {
    BigDecimal divisor = decimal(number("multipleOf", value));
    if (divisor == null || divisor.signum() <= 0) {
      throw failedToParse("$jsonSchema keyword 'multipleOf' must have a positive value");
    }
    conditions.add(
        candidate -> {
          BigDecimal number = isNumber(candidate) ? decimal(candidate) : null;
          return !isNumber(candidate)
              || (number != null && number.remainder(divisor).signum() == 0);
        });
  }

  /** Null for NaN and infinities. */
  private static BigDecimal decimal(BsonValue value) {
    return switch (value.getBsonType()) {
      case DECIMAL128 ->
          value.asDecimal128().getValue().isFinite()
              ? new BigDecimal(value.asDecimal128().getValue().toString())
              : null;
      case DOUBLE ->
          Double.isFinite(value.asDouble().getValue())
              ? BigDecimal.valueOf(value.asDouble().getValue())
              : null;
      default -> BigDecimal.valueOf(value.asNumber().longValue());
    };
  }

  private void pattern(BsonValue value) {
    if (!value.isString()) {
      throw wrongType("pattern", "a string");
    }
    RegexPattern pattern =
        RegexPattern.of(new BsonRegularExpression(value.asString().getValue(), ""));
    conditions.add(
        candidate -> !candidate.isString() || pattern.finds(candidate.asString().getValue()));
  }

  private static long codePoints(BsonValue value) {
    String text = value.asString().getValue();
    return text.codePointCount(0, text.length());
  }

  private void atLeast(
      String keyword,
      BsonValue value,
      Predicate<BsonValue> concerns,
      ToLongFunction<BsonValue> of) {
    long limit = count(keyword, value);
    conditions.add(one -> !concerns.test(one) || of.applyAsLong(one) >= limit);
  }

  private void atMost(
      String keyword,
      BsonValue value,
      Predicate<BsonValue> concerns,
      ToLongFunction<BsonValue> of) {
    long limit = count(keyword, value);
    conditions.add(one -> !concerns.test(one) || of.applyAsLong(one) <= limit);
  }

  private void required(BsonValue value) {
    List<String> names = new ArrayList<>();
    for (BsonValue name : nonEmpty("required", value)) {
      if (!name.isString()) {
        throw wrongType(
            "required",
            "an array of strings, but found an element of type: " + Values.typeName(name));
      }
      if (names.contains(name.asString().getValue())) {
        throw failedToParse("$jsonSchema keyword 'required' array cannot contain duplicate values");
      }
      names.add(name.asString().getValue());
    }
    conditions.add(
        candidate -> !candidate.isDocument() || candidate.asDocument().keySet().containsAll(names));
  }

  private void dependencies(BsonValue value) {
    for (Map.Entry<String, BsonValue> entry : object("dependencies", value).entrySet()) {
      Schema then = dependency(entry.getKey(), entry.getValue());
      conditions.add(
          candidate ->
              !candidate.isDocument()
                  || !candidate.asDocument().containsKey(entry.getKey())
                  || then.validates(candidate));
    }
  }

  private Schema dependency(String name, BsonValue value) {
    if (value.isDocument()) {
      return parse(value.asDocument(), depth + 1);
    }
    String keyword = "' in $jsonSchema keyword 'dependencies' ";
    if (!value.isArray()) {
      throw new CommandException(
          ErrorCode.TYPE_MISMATCH,
          "property '" + name + keyword + "must be either an object or an array");
    }
    if (value.asArray().isEmpty()) {
      throw failedToParse("property '" + name + keyword + "cannot be an empty array");
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
        throw failedToParse(
            "array '"
                + name
                + keyword
                + "contains duplicate element: "
                + one.asString().getValue());
      }
      needed.add(one.asString().getValue());
    }
    return parse(new BsonDocument("required", value), depth + 1);
  }

  private void members() {
    if (!schema.containsKey("properties")
        && !schema.containsKey("patternProperties")
        && !schema.containsKey("additionalProperties")) {
      return;
    }
    Map<String, Schema> properties = new LinkedHashMap<>();
    Map<RegexPattern, Schema> patterns = new LinkedHashMap<>();
    object("properties", schema.get("properties", new BsonDocument()))
        .forEach((name, value) -> properties.put(name, property(name, value)));
    object("patternProperties", schema.get("patternProperties", new BsonDocument()))
        .forEach(
            (name, value) ->
                patterns.put(
                    RegexPattern.of(new BsonRegularExpression(name, "")),
                    patternProperty(name, value)));
    conditions.add(
        new Schema.Members(
            properties, patterns, rest("additionalProperties", "an object or a boolean")));
  }

  private Schema property(String name, BsonValue value) {
    if (!value.isDocument()) {
      throw new CommandException(
          ErrorCode.TYPE_MISMATCH,
          "Nested schema for $jsonSchema property '" + name + "' must be an object");
    }
    return parse(value.asDocument(), depth + 1);
  }

  private Schema patternProperty(String name, BsonValue value) {
    if (!value.isDocument()) {
      throw new CommandException(
          ErrorCode.TYPE_MISMATCH,
          "$jsonSchema keyword 'patternProperties' has property '"
              + name
              + "' which is not an object");
    }
    return parse(value.asDocument(), depth + 1);
  }

  private void items() {
    BsonValue items = schema.get("items");
    BsonValue others = schema.get("additionalItems", BsonBoolean.TRUE);
    Schema rest =
        rest(
            "additionalItems",
            "either an object or a boolean, but got a " + Values.typeName(others));
    if (items == null) {
      return;
    }
    if (items.isArray()) {
      List<Schema> first = new ArrayList<>();
      items.asArray().forEach(item -> first.add(item(item)));
      conditions.add(new Schema.Items(first, rest));
    } else if (items.isDocument()) {
      conditions.add(new Schema.Items(List.of(), parse(items.asDocument(), depth + 1)));
    } else {
      throw wrongType("items", "an array or an object, not " + Values.typeName(items));
    }
  }

  private Schema item(BsonValue item) {
    if (!item.isDocument()) {
      throw new CommandException(
          ErrorCode.TYPE_MISMATCH,
          "$jsonSchema keyword 'items' requires that each element of the array is an object, but"
              + " found a "
              + Values.typeName(item));
    }
    return parse(item.asDocument(), depth + 1);
  }

  /** The schema of what no other keyword is about. */
  private Schema rest(String keyword, String expected) {
    BsonValue value = schema.get(keyword, BsonBoolean.TRUE);
    if (value.isBoolean()) {
      return value.asBoolean().getValue() ? ANYTHING : NOTHING;
    }
    if (!value.isDocument()) {
      throw wrongType(keyword, expected);
    }
    return parse(value.asDocument(), depth + 1);
  }

  private static boolean isNumber(BsonValue value) {
    return value.isNumber() || value.isDecimal128();
  }

  private static BsonValue number(String keyword, BsonValue value) {
    if (!isNumber(value)) {
      throw wrongType(keyword, "a number");
    }
    return value;
  }

  private static long count(String keyword, BsonValue value) {
    return IntegerOperand.ofNonNegativeLong(keyword, value);
  }

  private static String text(String keyword, BsonValue value) {
    if (!(value instanceof BsonString)) {
      throw wrongType(keyword, "of type string");
    }
    return value.asString().getValue();
  }

  private static boolean flag(String keyword, BsonValue value) {
    if (!value.isBoolean()) {
      throw wrongType(keyword, "a boolean");
    }
    return value.asBoolean().getValue();
  }

  private static BsonDocument object(String keyword, BsonValue value) {
    if (!value.isDocument()) {
      throw wrongType(keyword, "an object");
    }
    return value.asDocument();
  }

  private static BsonArray nonEmpty(String keyword, BsonValue value) {
    if (!value.isArray()) {
      throw wrongType(keyword, "an array" + foundElementOf(value));
    }
    if (value.asArray().isEmpty()) {
      throw failedToParse("$jsonSchema keyword '" + keyword + "' cannot be an empty array");
    }
    return value.asArray();
  }
}
