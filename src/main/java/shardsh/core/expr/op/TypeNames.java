package shardsh.core.expr.op;

import java.util.LinkedHashMap;
import java.util.Map;
import org.bson.BsonType;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;

/** The names and numbers of types as {@code $convert} takes them. */
final class TypeNames {
  private static final Map<String, BsonType> BY_NAME = new LinkedHashMap<>();

  static {
    BY_NAME.put("double", BsonType.DOUBLE);
    BY_NAME.put("string", BsonType.STRING);
    BY_NAME.put("object", BsonType.DOCUMENT);
    BY_NAME.put("array", BsonType.ARRAY);
    BY_NAME.put("binData", BsonType.BINARY);
    BY_NAME.put("undefined", BsonType.UNDEFINED);
    BY_NAME.put("objectId", BsonType.OBJECT_ID);
    BY_NAME.put("bool", BsonType.BOOLEAN);
    BY_NAME.put("date", BsonType.DATE_TIME);
    BY_NAME.put("null", BsonType.NULL);
    BY_NAME.put("regex", BsonType.REGULAR_EXPRESSION);
    BY_NAME.put("dbPointer", BsonType.DB_POINTER);
    BY_NAME.put("javascript", BsonType.JAVASCRIPT);
    BY_NAME.put("symbol", BsonType.SYMBOL);
    BY_NAME.put("javascriptWithScope", BsonType.JAVASCRIPT_WITH_SCOPE);
    BY_NAME.put("int", BsonType.INT32);
    BY_NAME.put("timestamp", BsonType.TIMESTAMP);
    BY_NAME.put("long", BsonType.INT64);
    BY_NAME.put("decimal", BsonType.DECIMAL128);
    BY_NAME.put("minKey", BsonType.MIN_KEY);
    BY_NAME.put("maxKey", BsonType.MAX_KEY);
    BY_NAME.put("missing", BsonType.END_OF_DOCUMENT);
  }

  private TypeNames() {}

  /**
   * @throws CommandException BAD_VALUE when there is no type of that name
   */
  static BsonType named(String name) {
    BsonType type = BY_NAME.get(name);
    if (type == null) {
      throw new CommandException(ErrorCode.BAD_VALUE, "Unknown type name: " + name);
    }
    return type;
  }

  /**
   * @throws CommandException FAILED_TO_PARSE when there is no type of that number
   */
  static BsonType numbered(int number) {
    for (BsonType type : BsonType.values()) {
      int value = type.getValue() == 255 ? -1 : type.getValue();
      if (value == number) {
        return type;
      }
    }
    throw new CommandException(
        ErrorCode.FAILED_TO_PARSE,
        "In $convert, numeric value for 'to' does not correspond to a BSON type: " + number);
  }

  static String nameOf(BsonType type) {
    for (Map.Entry<String, BsonType> entry : BY_NAME.entrySet()) {
      if (entry.getValue() == type) {
        return entry.getKey();
      }
    }
    throw new IllegalStateException("no name for " + type);
  }
}
