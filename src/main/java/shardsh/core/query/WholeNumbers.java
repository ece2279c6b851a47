package shardsh.core.query;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.OptionalLong;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/** Numbers of any type as 64-bit whole numbers. */
final class WholeNumbers {
  private WholeNumbers() {}

  /** Whether a number, cut to a whole one, leaves that remainder (with the sign of the number). */
  static boolean leaves(BsonValue value, long divisor, long remainder) {
    if (value.isInt32() || value.isInt64()) {
      return modulo(value.asNumber().longValue(), divisor) == remainder;
    }
    if (!value.isNumber() && !value.isDecimal128()) {
      return false;
    }
    OptionalLong whole = truncated(value);
    return whole.isPresent() && modulo(whole.getAsLong(), divisor) == remainder;
  }

  private static long modulo(long value, long divisor) {
    return divisor == -1 ? 0 : value % divisor;
  }

  /** Cut towards zero; empty for NaN, infinities, what does not fit and what is no number. */
  static OptionalLong truncated(BsonValue value) {
    return switch (value.getBsonType()) {
      case INT32, INT64 -> OptionalLong.of(value.asNumber().longValue());
      case DOUBLE -> truncated(value.asDouble().getValue());
      case DECIMAL128 -> truncated(value.asDecimal128().getValue());
      default -> OptionalLong.empty();
    };
  }

  private static OptionalLong truncated(double value) {
    return value >= -0x1p63 && value < 0x1p63
        ? OptionalLong.of((long) value)
        : OptionalLong.empty();
  }

  private static OptionalLong truncated(Decimal128 value) {
    if (!value.isFinite()) {
      return OptionalLong.empty();
    }
    BigDecimal exact = exact(value);
    if (exact.precision() - exact.scale() > 20) {
      return OptionalLong.empty();
    }
    BigInteger whole = exact.setScale(0, RoundingMode.DOWN).unscaledValue();
    return whole.bitLength() < 64 ? OptionalLong.of(whole.longValue()) : OptionalLong.empty();
  }

  /** The exact whole value; empty also when there is a fraction. */
  static OptionalLong exact(BsonValue value) {
    OptionalLong whole = truncated(value);
    if (whole.isEmpty()) {
      return whole;
    }
    boolean isWhole =
        switch (value.getBsonType()) {
          case DOUBLE -> value.asDouble().getValue() == Math.rint(value.asDouble().getValue());
          case DECIMAL128 -> isWhole(exact(value.asDecimal128().getValue()));
          default -> true;
        };
    return isWhole ? whole : OptionalLong.empty();
  }

  private static boolean isWhole(BigDecimal value) {
    return value.signum() == 0 || value.stripTrailingZeros().scale() <= 0;
  }

  /** A finite Decimal128; the driver refuses to convert negative zero, so zero is taken by hand. */
  private static BigDecimal exact(Decimal128 value) {
    boolean zero = value.getLow() == 0 && (value.getHigh() & 0x1FFFFFFFFFFFFL) == 0;
    return zero ? BigDecimal.ZERO : value.bigDecimalValue();
  }
}
