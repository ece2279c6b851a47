package shardsh.core.expr;

import org.bson.BsonBoolean;
import org.bson.BsonNull;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.BsonOrder;

/** What expressions ask of single values; everywhere a missing value is {@code null}. */
public final class Values {
  private Values() {}

  /** Whether the value is missing, null or undefined. */
  public static boolean isNullish(BsonValue value) {
    return value == null || value instanceof BsonNull || value instanceof BsonUndefined;
  }

  /**
   * Whether a value counts as true in an expression: everything but missing, null, undefined, false
   * and numeric zero.
   */
  public static boolean isTrue(BsonValue value) {
    if (value == null) {
      return false;
    }
    return switch (value.getBsonType()) {
      case NULL, UNDEFINED, END_OF_DOCUMENT -> false;
      case BOOLEAN -> value.asBoolean().getValue();
      case INT32 -> value.asInt32().getValue() != 0;
      case INT64 -> value.asInt64().getValue() != 0;
      case DOUBLE -> value.asDouble().getValue() != 0;
      case DECIMAL128 -> !Decimals.isZero(value.asDecimal128().getValue());
      default -> true;
    };
  }

  /** The name of a value's type as {@code $type} gives it; {@code missing} for a missing value. */
  public static String typeName(BsonValue value) {
    if (value == null) {
      return "missing";
    }
    return switch (value.getBsonType()) {
      case DOUBLE -> "double";
      case STRING -> "string";
      case DOCUMENT -> "object";
      case ARRAY -> "array";
      case BINARY -> "binData";
      case UNDEFINED -> "undefined";
      case OBJECT_ID -> "objectId";
      case BOOLEAN -> "bool";
      case DATE_TIME -> "date";
      case NULL -> "null";
      case REGULAR_EXPRESSION -> "regex";
      case DB_POINTER -> "dbPointer";
      case JAVASCRIPT -> "javascript";
      case SYMBOL -> "symbol";
      case JAVASCRIPT_WITH_SCOPE -> "javascriptWithScope";
      case INT32 -> "int";
      case TIMESTAMP -> "timestamp";
      case INT64 -> "long";
      case DECIMAL128 -> "decimal";
      case MIN_KEY -> "minKey";
      case MAX_KEY -> "maxKey";
      case END_OF_DOCUMENT -> "missing";
    };
  }

  /** Compares two values of which either may be missing; missing is above MinKey and below null. */
  public static int compare(BsonValue left, BsonValue right, BsonOrder order) {
    if (left != null && right != null) {
      return order.compare(left, right);
    }
    return Integer.compare(typeOrder(left), typeOrder(right));
  }

  private static int typeOrder(BsonValue value) {
    return value == null ? 0 : BsonOrder.canonicalType(value);
  }

  /** The value, or null (BSON) in place of a missing one. */
  public static BsonValue orNull(BsonValue value) {
    return value == null ? BsonNull.VALUE : value;
  }

  public static BsonBoolean bool(boolean value) {
    return value ? BsonBoolean.TRUE : BsonBoolean.FALSE;
  }

  /** An error that has a number only. */
  public static CommandException error(int code, String message) {
    return new CommandException(ErrorCode.location(code), message);
  }
}
