package shardsh.core.expr;

import org.bson.BsonDecimal128;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNumber;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/** How numbers of the four types turn into each other. */
public final class Numbers {
  private Numbers() {}

  public static boolean isNumber(BsonValue value) {
    return value instanceof BsonNumber;
  }

  /** The wider of two number types: int, long, double, decimal. */
  public static BsonType wider(BsonType left, BsonType right) {
    return rank(left) >= rank(right) ? left : right;
  }

  private static int rank(BsonType type) {
    return switch (type) {
      case INT32 -> 0;
      case INT64 -> 1;
      case DOUBLE -> 2;
      default -> 3;
    };
  }

  /** The number as a double, decimals rounded to nearest. */
  public static double toDouble(BsonValue number) {
    return switch (number.getBsonType()) {
      case INT32 -> number.asInt32().getValue();
      case INT64 -> number.asInt64().getValue();
      case DOUBLE -> number.asDouble().getValue();
      default -> Decimals.toDouble(number.asDecimal128().getValue());
    };
  }

  /** The number as a long: doubles and decimals are cut off, too large ones clamped, NaN is 0. */
  public static long toLong(BsonValue number) {
    return switch (number.getBsonType()) {
      case INT32 -> number.asInt32().getValue();
      case INT64 -> number.asInt64().getValue();
      case DOUBLE -> (long) number.asDouble().getValue();
      default -> truncated(number.asDecimal128().getValue());
    };
  }

  private static long truncated(Decimal128 value) {
    if (value.isNaN()) {
      return 0;
    }
    double approximate = Decimals.toDouble(value);
    if (approximate >= 0x1p63) {
      return Long.MAX_VALUE;
    }
    return approximate < -0x1p63 ? Long.MIN_VALUE : Decimals.finite(value).longValue();
  }

  /** Whether the value is a number without a fraction that fits a long, so that toLong is exact. */
  public static boolean isWholeLong(BsonValue value) {
    if (!(value instanceof BsonNumber)) {
      return false;
    }
    return switch (value.getBsonType()) {
      case INT32, INT64 -> true;
      case DOUBLE -> isWholeLong(value.asDouble().getValue());
      default -> Decimals.isWholeLong(value.asDecimal128().getValue());
    };
  }

  private static boolean isWholeLong(double value) {
    return value == Math.rint(value) && value >= -0x1p63 && value < 0x1p63;
  }

  /** Whether the value is a number without a fraction that fits an int. */
  public static boolean isWholeInt(BsonValue value) {
    return isWholeLong(value) && toLong(value) == (int) toLong(value);
  }

  /** An int where it fits, else a long. */
  public static BsonNumber intOrLong(long value) {
    return value == (int) value ? new BsonInt32((int) value) : new BsonInt64(value);
  }

  /** Whether the value is a NaN of either kind. */
  public static boolean isNaN(BsonValue value) {
    if (value instanceof BsonDouble number) {
      return Double.isNaN(number.getValue());
    }
    return value instanceof BsonDecimal128 decimal && decimal.getValue().isNaN();
  }
}
