package shardsh.core.expr.op;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.bson.BsonDecimal128;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import shardsh.core.expr.Decimals;
import shardsh.core.expr.Numbers;
import shardsh.core.expr.Values;

/** {@code $ceil}, {@code $floor}, {@code $round} and {@code $trunc}. */
final class Rounding {
  private static final long PLACES_MIN = -20;
  private static final long PLACES_MAX = 100;

  private Rounding() {}

  static BsonValue ceil(BsonValue value) {
    return switch (value.getBsonType()) {
      case DOUBLE -> new BsonDouble(Math.ceil(value.asDouble().getValue()));
      case DECIMAL128 -> decimal(value, 0, RoundingMode.CEILING);
      default -> value;
    };
  }

  static BsonValue floor(BsonValue value) {
    return switch (value.getBsonType()) {
      case DOUBLE -> new BsonDouble(Math.floor(value.asDouble().getValue()));
      case DECIMAL128 -> decimal(value, 0, RoundingMode.FLOOR);
      default -> value;
    };
  }

  private static BsonValue decimal(BsonValue value, int places, RoundingMode mode) {
    return new BsonDecimal128(Decimals.round(value.asDecimal128().getValue(), places, mode));
  }

  /** {@code $round} (ties to even) or {@code $trunc} (toward zero), with optional places. */
  static OperatorParser toPlaces(RoundingMode mode) {
    return (name, spec, scope) ->
        Call.between(1, 2, values -> rounded(name, mode, values)).parse(name, spec, scope);
  }

  private static BsonValue rounded(String name, RoundingMode mode, BsonValue[] values) {
    BsonValue value = values[0];
    if (Values.isNullish(value)) {
      return BsonNull.VALUE;
    }
    if (!Numbers.isNumber(value)) {
      throw Values.error(
          51081, name + " only supports numeric types, not " + Values.typeName(value));
    }
    int places = 0;
    if (values.length > 1) {
      if (Values.isNullish(values[1])) {
        return BsonNull.VALUE;
      }
      places = places(name, values[1]);
    }
    return switch (value.getBsonType()) {
      case DECIMAL128 -> decimal(value, places, mode);
      case DOUBLE -> new BsonDouble(rounded(value.asDouble().getValue(), places, mode));
      default -> rounded(name, value, places, mode);
    };
  }

  private static int places(String name, BsonValue value) {
    if (!Numbers.isWholeLong(value)) {
      throw Values.error(51082, "precision argument to  " + name + " must be a integral value");
    }
    long places = Numbers.toLong(value);
    if (places < PLACES_MIN || places > PLACES_MAX) {
      throw Values.error(
          51083,
          "cannot apply "
              + name
              + " with precision value "
              + places
              + " value must be in [-20, 100]");
    }
    return (int) places;
  }

  private static double rounded(double value, int places, RoundingMode mode) {
    if (value == 0 || Double.isNaN(value) || Double.isInfinite(value)) {
      return value;
    }
    Decimal128 rounded = Decimals.round(Decimals.exactly(value), places, mode);
    return Math.copySign(Decimals.toDouble(rounded), value);
  }

  private static BsonValue rounded(String name, BsonValue value, int places, RoundingMode mode) {
    if (places >= 0) {
      return value;
    }
    BigDecimal rounded = BigDecimal.valueOf(Numbers.toLong(value)).setScale(places, mode);
    if (rounded.toBigInteger().bitLength() > 63) {
      throw Values.error(
          51080,
          "invalid conversion from Decimal128 result in "
              + name
              + " resulting from arguments: ["
              + Numbers.toLong(value)
              + ", "
              + places
              + "]");
    }
    long whole = rounded.longValue();
    return value.isInt32() && whole == (int) whole
        ? new BsonInt32((int) whole)
        : new BsonInt64(whole);
  }
}
