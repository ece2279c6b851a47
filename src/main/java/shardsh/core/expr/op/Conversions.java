package shardsh.core.expr.op;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDecimal128;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import shardsh.core.base.CommandException;
import shardsh.core.bson.ServerText;
import shardsh.core.expr.Decimals;
import shardsh.core.expr.Numbers;
import shardsh.core.expr.Values;

/**
 * Which values {@code $convert} turns into which types, and how. Takes no null or missing values.
 */
final class Conversions {
  private static final String NO_ON_ERROR = " in $convert with no onError value";

  private Conversions() {}

  static CommandException failure(String before, String after) {
    return new CommandException(ParsedDate.CONVERSION_FAILURE, before + NO_ON_ERROR + after);
  }

  static CommandException unsupported(BsonValue value, String target) {
    return failure("Unsupported conversion from " + Values.typeName(value) + " to " + target, "");
  }

  private static CommandException overflow(BsonValue value) {
    return failure("Conversion would overflow target type", ": " + ServerText.of(value));
  }

  static BsonValue toDouble(BsonValue value) {
    return switch (value.getBsonType()) {
      case DOUBLE -> value;
      case INT32, INT64 -> new BsonDouble(Numbers.toDouble(value));
      case DECIMAL128 -> decimalToDouble(value);
      case BOOLEAN -> new BsonDouble(value.asBoolean().getValue() ? 1 : 0);
      case DATE_TIME -> new BsonDouble(value.asDateTime().getValue());
      case STRING -> NumberReader.toDouble(value.asString().getValue());
      default -> throw unsupported(value, "double");
    };
  }

  private static BsonValue decimalToDouble(BsonValue value) {
    Decimal128 decimal = value.asDecimal128().getValue();
    double number = Decimals.toDouble(decimal);
    boolean tooLarge = Double.isInfinite(number) && decimal.isFinite();
    boolean tooSmall = number == 0 && !Decimals.isZero(decimal) && decimal.isFinite();
    if (tooLarge || tooSmall) {
      throw overflow(value);
    }
    return new BsonDouble(number);
  }

  static BsonValue toDecimal(BsonValue value) {
    return switch (value.getBsonType()) {
      case DECIMAL128 -> value;
      case DOUBLE, INT32, INT64 -> new BsonDecimal128(Decimals.of(value));
      case BOOLEAN -> new BsonDecimal128(Decimals.of(value.asBoolean().getValue() ? 1L : 0L));
      case DATE_TIME -> new BsonDecimal128(Decimals.of(value.asDateTime().getValue()));
      case STRING -> NumberReader.toDecimal(value.asString().getValue());
      default -> throw unsupported(value, "decimal");
    };
  }

  static BsonValue toInt(BsonValue value) {
    return switch (value.getBsonType()) {
      case INT32 -> value;
      case INT64, DOUBLE, DECIMAL128 ->
          new BsonInt32((int) wholePart(value, Integer.MIN_VALUE, Integer.MAX_VALUE));
      case BOOLEAN -> new BsonInt32(value.asBoolean().getValue() ? 1 : 0);
      case STRING ->
          new BsonInt32(
              (int)
                  NumberReader.toLong(
                      value.asString().getValue(), Integer.MIN_VALUE, Integer.MAX_VALUE));
      default -> throw unsupported(value, "int");
    };
  }

  static BsonValue toLong(BsonValue value) {
    return switch (value.getBsonType()) {
      case INT64 -> value;
      case INT32, DOUBLE, DECIMAL128 ->
          new BsonInt64(wholePart(value, Long.MIN_VALUE, Long.MAX_VALUE));
      case BOOLEAN -> new BsonInt64(value.asBoolean().getValue() ? 1 : 0);
      case DATE_TIME -> new BsonInt64(value.asDateTime().getValue());
      case STRING ->
          new BsonInt64(
              NumberReader.toLong(value.asString().getValue(), Long.MIN_VALUE, Long.MAX_VALUE));
      default -> throw unsupported(value, "long");
    };
  }

  /** Cuts off the fraction. A double must lie within the bounds with its fraction, too. */
  private static long wholePart(BsonValue value, long min, long max) {
    if (value.isInt32() || value.isInt64()) {
      long whole = Numbers.toLong(value);
      if (whole < min || whole > max) {
        throw overflow(value);
      }
      return whole;
    }
    double approximate = Numbers.toDouble(value);
    if (Double.isNaN(approximate)) {
      throw failure("Attempt to convert NaN value to integer type", "");
    }
    if (Double.isInfinite(approximate)) {
      throw failure("Attempt to convert infinity value to integer type", "");
    }
    BigDecimal exact =
        value.isDouble()
            ? new BigDecimal(approximate)
            : Decimals.finite(value.asDecimal128().getValue()).setScale(0, RoundingMode.DOWN);
    if (exact.compareTo(BigDecimal.valueOf(min)) < 0
        || exact.compareTo(BigDecimal.valueOf(max)) > 0) {
      throw overflow(value);
    }
    return exact.longValue();
  }

  static BsonValue toBool(BsonValue value) {
    return Numbers.isNumber(value) || value.isBoolean()
        ? Values.bool(Values.isTrue(value))
        : BsonBoolean.TRUE;
  }

  static BsonValue toDate(BsonValue value) {
    return switch (value.getBsonType()) {
      case DATE_TIME -> value;
      case INT64 -> new BsonDateTime(value.asInt64().getValue());
      case DOUBLE, DECIMAL128 -> new BsonDateTime(wholePart(value, Long.MIN_VALUE, Long.MAX_VALUE));
      case OBJECT_ID, TIMESTAMP -> new BsonDateTime(DateZones.millis(value));
      case STRING -> DateFromString.convert(value.asString().getValue());
      default -> throw unsupported(value, "date");
    };
  }

  static BsonValue toObjectId(BsonValue value) {
    if (value.isObjectId()) {
      return value;
    }
    if (!value.isString()) {
      throw unsupported(value, "objectId");
    }
    String text = value.asString().getValue();
    if (!ObjectId.isValid(text)) {
      String reason =
          text.length() == 24
              ? "Invalid character found in hex string"
              : "Invalid string length for parsing to OID, expected 24 but found " + text.length();
      throw failure("Failed to parse objectId '" + text + "'", ": " + reason);
    }
    return new BsonObjectId(new ObjectId(text));
  }

  /**
   * @param format how binary data is written; null unless given
   */
  static BsonValue toText(BsonValue value, String format) {
    return switch (value.getBsonType()) {
      case STRING -> value;
      case DOUBLE, INT32, INT64, DECIMAL128, DATE_TIME -> new BsonString(Strings.coerced(value));
      case BOOLEAN -> new BsonString(value.asBoolean().getValue() ? "true" : "false");
      case OBJECT_ID -> new BsonString(value.asObjectId().getValue().toHexString());
      case BINARY -> new BsonString(BinaryText.print(value.asBinary(), format));
      default -> throw unsupported(value, "string");
    };
  }

  /**
   * @param format how the string is written; null unless given
   */
  static BsonValue toBinary(BsonValue value, int subtype, String format) {
    if (value.getBsonType() == BsonType.STRING) {
      byte[] bytes = BinaryText.read(value.asString().getValue(), subtype, format);
      return new BsonBinary((byte) subtype, bytes);
    }
    if (value instanceof BsonBinary binary && (binary.getType() & 0xFF) == subtype) {
      return binary;
    }
    if (value.isBinary()) {
      throw failure("Conversions between different binData subtypes are not supported", "");
    }
    throw unsupported(value, "binData");
  }
}
