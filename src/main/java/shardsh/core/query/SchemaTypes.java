package shardsh.core.query;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonType;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;

/** Reads the type names of {@code $jsonSchema}: JSON's own after type, BSON's after bsonType. */
final class SchemaTypes {

  private SchemaTypes() {}

  /** The types that {@code bsonType} names. */
  static TypeSet bsonTypes(BsonValue value) {
    typeNames("bsonType", value);
    return OperandParser.types(value);
  }

  /** The types that {@code type} names. */
  static TypeSet jsonTypes(BsonValue value) {
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

  /** The names that {@code type} or {@code bsonType} gives, each of them once. */
  private static List<String> typeNames(String keyword, BsonValue value) {
    if (!value.isString() && !value.isArray()) {
      throw SchemaOperands.wrongType(keyword, "either a string or an array of strings");
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
        throw SchemaOperands.failedToParse(
            "$jsonSchema type 'integer' is not currently supported.");
      }
      if (names.contains(text)) {
        throw SchemaOperands.failedToParse(
            "$jsonSchema keyword '" + keyword + "' has duplicate value: " + text);
      }
      names.add(text);
    }
    if (names.isEmpty()) {
      throw SchemaOperands.failedToParse(
          "$jsonSchema keyword '" + keyword + "' must name at least one type");
    }
    return names;
  }
}
