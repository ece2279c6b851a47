package shardsh.core.expr;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/**
 * Decimal128 arithmetic: 34 digits, ties to even, with infinities and NaN as IEEE 754 has them.
 * Doubles become decimals with fifteen digits, as in the server.
 */
public final class Decimals {
  static final MathContext PRECISION = new MathContext(34, RoundingMode.HALF_EVEN);
  private static final MathContext DOUBLE_DIGITS = new MathContext(15, RoundingMode.HALF_EVEN);
  private static final int EXPONENT_MAX = 6111;
  private static final int EXPONENT_MIN = -6176;

  public static final Decimal128 ZERO = new Decimal128(0);

  private Decimals() {}

  public static boolean isZero(Decimal128 value) {
    return value.isFinite() && significandIsZero(value);
  }

  /** Any finite value whose significand is 0 has exponent bits and sign only. */
  private static boolean significandIsZero(Decimal128 value) {
    long high = value.getHigh();
    boolean large = (high & 0x6000000000000000L) == 0x6000000000000000L;
    return large || (value.getLow() == 0 && (high & 0x1FFFFFFFFFFFFL) == 0);
  }

  /** The finite value as a BigDecimal; minus zero is zero. */
  public static BigDecimal finite(Decimal128 value) {
    if (significandIsZero(value)) {
      return BigDecimal.valueOf(0, -exponentOfZero(value));
    }
    return value.bigDecimalValue();
  }

  private static int exponentOfZero(Decimal128 value) {
    return (int) ((value.getHigh() & 0x7FFFFFFFFFFFFFFFL) >>> 49) - 6176;
  }

  /** Rounds to 34 digits; too large becomes infinite, too small zero. */
  public static Decimal128 of(BigDecimal value) {
    BigDecimal rounded = value.round(PRECISION);
    int exponent = -rounded.scale();
    if (rounded.signum() == 0) {
      return new Decimal128(
          BigDecimal.valueOf(0, -Math.max(EXPONENT_MIN, Math.min(EXPONENT_MAX, exponent))));
    }
    if (exponent < EXPONENT_MIN) {
      BigDecimal shortened = value.setScale(-EXPONENT_MIN, RoundingMode.HALF_EVEN);
      return new Decimal128(shortened);
    }
    if (exponent > EXPONENT_MAX) {
      int digits = rounded.precision() + exponent - EXPONENT_MAX;
      if (digits > 34) {
        return rounded.signum() < 0 ? Decimal128.NEGATIVE_INFINITY : Decimal128.POSITIVE_INFINITY;
      }
      return new Decimal128(rounded.setScale(-EXPONENT_MAX));
    }
    return new Decimal128(rounded);
  }

  public static Decimal128 of(long value) {
    return new Decimal128(value);
  }

  /** Fifteen significant digits: 0.1 becomes 0.100000000000000. */
  public static Decimal128 of(double value) {
    if (Double.isNaN(value)) {
      return Decimal128.NaN;
    }
    if (Double.isInfinite(value)) {
      return value < 0 ? Decimal128.NEGATIVE_INFINITY : Decimal128.POSITIVE_INFINITY;
    }
    if (value == 0) {
      return 1 / value < 0 ? Decimal128.NEGATIVE_ZERO : ZERO;
    }
    BigDecimal rounded = new BigDecimal(value).round(DOUBLE_DIGITS);
    int missing = 15 - rounded.precision();
    return new Decimal128(missing > 0 ? rounded.setScale(rounded.scale() + missing) : rounded);
  }

  /** Every digit a double has, to 34. */
  public static Decimal128 exactly(double value) {
    if (Double.isNaN(value) || Double.isInfinite(value) || value == 0) {
      return of(value);
    }
    return of(new BigDecimal(value));
  }

  /** A number of any type as a decimal. */
  public static Decimal128 of(BsonValue number) {
    return switch (number.getBsonType()) {
      case INT32 -> of(number.asInt32().getValue());
      case INT64 -> of(number.asInt64().getValue());
      case DOUBLE -> of(number.asDouble().getValue());
      default -> number.asDecimal128().getValue();
    };
  }

  public static double toDouble(Decimal128 value) {
    if (value.isNaN()) {
      return Double.NaN;
    }
    if (value.isInfinite()) {
      return value.isNegative() ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }
    if (significandIsZero(value)) {
      return value.isNegative() ? -0.0 : 0.0;
    }
    return value.bigDecimalValue().doubleValue();
  }

  public static Decimal128 add(Decimal128 left, Decimal128 right) {
    if (left.isFinite() && right.isFinite()) {
      return of(finite(left).add(finite(right)));
    }
    if (left.isNaN() || right.isNaN()) {
      return Decimal128.NaN;
    }
    if (left.isInfinite() && right.isInfinite() && left.isNegative() != right.isNegative()) {
      return Decimal128.NaN;
    }
    return left.isInfinite() ? left : right;
  }

  public static Decimal128 subtract(Decimal128 left, Decimal128 right) {
    return add(left, negate(right));
  }

  public static Decimal128 negate(Decimal128 value) {
    return value.isNaN()
        ? value
        : Decimal128.fromIEEE754BIDEncoding(value.getHigh() ^ Long.MIN_VALUE, value.getLow());
  }

  public static Decimal128 abs(Decimal128 value) {
    return value.isNegative() ? negate(value) : value;
  }

  public static Decimal128 multiply(Decimal128 left, Decimal128 right) {
    if (left.isFinite() && right.isFinite()) {
      Decimal128 product = of(finite(left).multiply(finite(right)));
      boolean negative = left.isNegative() != right.isNegative();
      return negative && isZero(product) ? negate(product) : product;
    }
    if (left.isNaN() || right.isNaN() || isZero(left) || isZero(right)) {
      return Decimal128.NaN;
    }
    return infinity(left.isNegative() != right.isNegative());
  }

  /** Division by zero gives an infinity, zero by zero NaN. */
  public static Decimal128 divide(Decimal128 left, Decimal128 right) {
    if (left.isNaN() || right.isNaN() || (left.isInfinite() && right.isInfinite())) {
      return Decimal128.NaN;
    }
    boolean negative = left.isNegative() != right.isNegative();
    if (left.isInfinite()) {
      return infinity(negative);
    }
    if (right.isInfinite()) {
      return negative ? negate(ZERO) : ZERO;
    }
    if (isZero(right)) {
      return isZero(left) ? Decimal128.NaN : infinity(negative);
    }
    Decimal128 quotient = of(quotient(finite(left), finite(right)));
    return negative && isZero(quotient) ? negate(quotient) : quotient;
  }

  /** Exact quotients keep the preferred exponent: 12.5 / 2.5 is 5, not 5.000. */
  private static BigDecimal quotient(BigDecimal left, BigDecimal right) {
    return left.divide(right, PRECISION);
  }

  /** The remainder with the sign of {@code left}; by zero or of infinity NaN. */
  public static Decimal128 remainder(Decimal128 left, Decimal128 right) {
    if (left.isNaN() || right.isNaN() || left.isInfinite() || isZero(right)) {
      return Decimal128.NaN;
    }
    if (right.isInfinite()) {
      return left;
    }
    return of(finite(left).remainder(finite(right)));
  }

  /** Rounds to a number of decimal places, which may be negative. */
  public static Decimal128 round(Decimal128 value, int places, RoundingMode mode) {
    if (!value.isFinite()) {
      return value;
    }
    BigDecimal number = finite(value);
    if (places >= number.scale()) {
      return value;
    }
    if (number.precision() - number.scale() + places < -1) {
      return roundedAway(number, places, mode);
    }
    Decimal128 rounded = of(number.setScale(places, mode));
    return value.isNegative() && isZero(rounded) ? negate(rounded) : rounded;
  }

  /** A value far below the unit it is rounded to; setScale would build a giant power of ten. */
  private static Decimal128 roundedAway(BigDecimal number, int places, RoundingMode mode) {
    boolean up =
        (mode == RoundingMode.CEILING && number.signum() > 0)
            || (mode == RoundingMode.FLOOR && number.signum() < 0);
    return up ? of(BigDecimal.valueOf(number.signum(), places)) : of(BigDecimal.valueOf(0, places));
  }

  static Decimal128 infinity(boolean negative) {
    return negative ? Decimal128.NEGATIVE_INFINITY : Decimal128.POSITIVE_INFINITY;
  }

  /** Whether the value has no fraction and fits a long. */
  static boolean isWholeLong(Decimal128 value) {
    if (!value.isFinite()) {
      return false;
    }
    BigDecimal number = finite(value);
    if (number.signum() == 0) {
      return true;
    }
    if (number.precision() - number.scale() > 19) {
      return false;
    }
    BigDecimal plain = number.stripTrailingZeros();
    return plain.scale() <= 0 && plain.toBigInteger().bitLength() < 64;
  }
}
