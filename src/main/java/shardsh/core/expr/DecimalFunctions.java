package shardsh.core.expr;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import org.bson.types.Decimal128;

/**
 * Roots, powers, logarithms and trigonometry of decimals by series, with more digits than a
 * Decimal128 keeps, so that the rounded result is right but for rare ties.
 */
public final class DecimalFunctions {

  /** The precision of intermediate results. */
  public static final MathContext WORKING = new MathContext(60, RoundingMode.HALF_EVEN);

  public static final BigDecimal PI =
      new BigDecimal(
          "3.14159265358979323846264338327950288419716939937510582097494459230781640628620899");

  private static final BigDecimal TWO_PI = PI.multiply(BigDecimal.valueOf(2));
  private static final BigDecimal HALF_PI = PI.divide(BigDecimal.valueOf(2));
  private static final BigDecimal ONE = BigDecimal.ONE;
  private static final BigDecimal TWO = BigDecimal.valueOf(2);
  private static final BigDecimal TINY = new BigDecimal("1E-65");
  private static final BigDecimal LN_10 =
      new BigDecimal(
          "2.30258509299404568401799145468436420760110148862877297603332790096757260967735248");
  private static final BigDecimal EXPONENT_LIMIT = BigDecimal.valueOf(15_000);

  private DecimalFunctions() {}

  /** The root of a value that is not negative; NaN and infinity stay. */
  public static Decimal128 sqrt(Decimal128 value) {
    if (!value.isFinite()) {
      return value;
    }
    return Decimals.of(Decimals.finite(value).sqrt(Decimals.PRECISION));
  }

  public static Decimal128 exp(Decimal128 value) {
    if (value.isNaN()) {
      return value;
    }
    if (value.isInfinite()) {
      return value.isNegative() ? Decimals.ZERO : value;
    }
    return rounded(Decimals.finite(value), null);
  }

  /** {@code e} to the exponent, which may be far out of range. */
  private static Decimal128 rounded(BigDecimal exponent, BigDecimal factor) {
    if (exponent.compareTo(EXPONENT_LIMIT) > 0) {
      return Decimals.infinity(factor != null && factor.signum() < 0);
    }
    if (exponent.negate().compareTo(EXPONENT_LIMIT) > 0) {
      return Decimals.of(BigDecimal.ZERO);
    }
    BigDecimal result = exp(exponent);
    return Decimals.of(factor == null ? result : result.multiply(factor));
  }

  /** The natural logarithm of a positive value; NaN and infinity stay. */
  public static Decimal128 ln(Decimal128 value) {
    return value.isFinite() ? Decimals.of(ln(Decimals.finite(value))) : value;
  }

  public static Decimal128 log10(Decimal128 value) {
    if (!value.isFinite()) {
      return value;
    }
    BigDecimal number = Decimals.finite(value);
    if (number.stripTrailingZeros().unscaledValue().equals(BigInteger.ONE)) {
      return Decimals.of(number.precision() - number.scale() - 1L);
    }
    return Decimals.of(ln(number).divide(LN_10, WORKING));
  }

  public static Decimal128 pow(Decimal128 base, Decimal128 exponent) {
    if (Decimals.isZero(exponent)) {
      return Decimals.of(1L);
    }
    if (!base.isFinite() || !exponent.isFinite()) {
      double approximate = StrictMath.pow(Decimals.toDouble(base), Decimals.toDouble(exponent));
      return Decimals.exactly(approximate);
    }
    BigDecimal number = Decimals.finite(base);
    BigDecimal power = Decimals.finite(exponent);
    if (number.signum() == 0) {
      return Decimals.of(BigDecimal.ZERO);
    }
    boolean whole = power.stripTrailingZeros().scale() <= 0;
    if (whole && power.abs().compareTo(BigDecimal.valueOf(100_000)) <= 0) {
      return wholePower(number, power.intValue());
    }
    if (number.signum() < 0 && !whole) {
      return Decimal128.NaN;
    }
    boolean negative = number.signum() < 0 && power.toBigInteger().testBit(0);
    BigDecimal exponentOfE = ln(number.abs()).multiply(power, WORKING);
    return rounded(exponentOfE, negative ? ONE.negate() : null);
  }

  private static Decimal128 wholePower(BigDecimal base, int power) {
    BigDecimal result = base.pow(Math.abs(power), new MathContext(80, RoundingMode.HALF_EVEN));
    return Decimals.of(power < 0 ? ONE.divide(result, WORKING) : result);
  }

  /** {@code e} to that power. */
  public static BigDecimal exp(BigDecimal power) {
    int halvings = 0;
    BigDecimal reduced = power;
    while (reduced.abs().compareTo(new BigDecimal("0.01")) > 0) {
      reduced = reduced.divide(TWO, new MathContext(80, RoundingMode.HALF_EVEN));
      halvings++;
    }
    MathContext precise = new MathContext(80, RoundingMode.HALF_EVEN);
    BigDecimal sum = ONE;
    BigDecimal term = ONE;
    for (int i = 1; term.abs().compareTo(new BigDecimal("1E-80")) > 0; i++) {
      term = term.multiply(reduced, precise).divide(BigDecimal.valueOf(i), precise);
      sum = sum.add(term, precise);
    }
    for (int i = 0; i < halvings; i++) {
      sum = sum.multiply(sum, precise);
    }
    return sum;
  }

  /** The natural logarithm of a positive number. */
  public static BigDecimal ln(BigDecimal value) {
    int exponent = value.precision() - value.scale();
    BigDecimal mantissa = value.scaleByPowerOfTen(-exponent);
    BigDecimal guess = BigDecimal.valueOf(StrictMath.log(mantissa.doubleValue()));
    for (int i = 0; i < 3; i++) {
      BigDecimal power = exp(guess);
      BigDecimal step = mantissa.subtract(power).multiply(TWO).divide(mantissa.add(power), WORKING);
      guess = guess.add(step, WORKING);
    }
    return guess.add(LN_10.multiply(BigDecimal.valueOf(exponent)), WORKING);
  }

  public static BigDecimal sin(BigDecimal angle) {
    BigDecimal x = reduced(angle);
    return series(x, x, 2);
  }

  public static BigDecimal cos(BigDecimal angle) {
    return series(ONE, reduced(angle), 1);
  }

  public static BigDecimal tan(BigDecimal angle) {
    return sin(angle).divide(cos(angle), WORKING);
  }

  private static BigDecimal reduced(BigDecimal angle) {
    BigDecimal turns = angle.divide(TWO_PI, WORKING).setScale(0, RoundingMode.HALF_EVEN);
    return angle.subtract(turns.multiply(TWO_PI), new MathContext(80, RoundingMode.HALF_EVEN));
  }

  /** The alternating series of sine and cosine from a first term on. */
  private static BigDecimal series(BigDecimal first, BigDecimal x, int next) {
    BigDecimal square = x.multiply(x, WORKING);
    BigDecimal sum = first;
    BigDecimal term = first;
    for (int i = next; term.abs().compareTo(TINY) > 0; i += 2) {
      BigDecimal divisor = BigDecimal.valueOf(-(long) i * (i + 1));
      term = term.multiply(square, WORKING).divide(divisor, WORKING);
      sum = sum.add(term, WORKING);
    }
    return sum;
  }

  public static BigDecimal atan(BigDecimal value) {
    if (value.signum() < 0) {
      return atan(value.negate()).negate();
    }
    if (value.compareTo(ONE) > 0) {
      return HALF_PI.subtract(atan(ONE.divide(value, WORKING)), WORKING);
    }
    BigDecimal x = value;
    int halvings = 0;
    while (x.compareTo(new BigDecimal("0.05")) > 0) {
      BigDecimal root = ONE.add(x.multiply(x, WORKING)).sqrt(WORKING);
      x = x.divide(ONE.add(root), WORKING);
      halvings++;
    }
    BigDecimal square = x.multiply(x, WORKING).negate();
    BigDecimal sum = x;
    BigDecimal power = x;
    for (int i = 3; power.abs().compareTo(TINY) > 0; i += 2) {
      power = power.multiply(square, WORKING);
      sum = sum.add(power.divide(BigDecimal.valueOf(i), WORKING), WORKING);
    }
    return sum.multiply(TWO.pow(halvings), WORKING);
  }

  public static BigDecimal atan2(BigDecimal y, BigDecimal x) {
    if (x.signum() == 0) {
      return y.signum() == 0 ? BigDecimal.ZERO : y.signum() < 0 ? HALF_PI.negate() : HALF_PI;
    }
    BigDecimal angle = atan(y.divide(x, WORKING));
    if (x.signum() > 0) {
      return angle;
    }
    return y.signum() < 0 ? angle.subtract(PI, WORKING) : angle.add(PI, WORKING);
  }

  public static BigDecimal asin(BigDecimal value) {
    BigDecimal other = ONE.subtract(value.multiply(value)).max(BigDecimal.ZERO).sqrt(WORKING);
    return atan2(value, other);
  }

  public static BigDecimal acos(BigDecimal value) {
    return HALF_PI.subtract(asin(value), WORKING);
  }

  public static BigDecimal sinh(BigDecimal value) {
    BigDecimal up = exp(value);
    return up.subtract(ONE.divide(up, WORKING), WORKING).divide(TWO, WORKING);
  }

  public static BigDecimal cosh(BigDecimal value) {
    BigDecimal up = exp(value);
    return up.add(ONE.divide(up, WORKING), WORKING).divide(TWO, WORKING);
  }

  public static BigDecimal tanh(BigDecimal value) {
    if (value.abs().compareTo(BigDecimal.valueOf(1000)) > 0) {
      return BigDecimal.valueOf(value.signum());
    }
    return sinh(value).divide(cosh(value), WORKING);
  }

  public static BigDecimal asinh(BigDecimal value) {
    BigDecimal size = value.abs();
    BigDecimal result = ln(size.add(size.multiply(size).add(ONE).sqrt(WORKING)));
    return value.signum() < 0 ? result.negate() : result;
  }

  public static BigDecimal acosh(BigDecimal value) {
    return ln(value.add(value.multiply(value).subtract(ONE).sqrt(WORKING)));
  }

  /** The inverse of {@link #tanh}; the value lies strictly between -1 and 1. */
  public static BigDecimal atanh(BigDecimal value) {
    BigDecimal ratio = ONE.add(value).divide(ONE.subtract(value), WORKING);
    return ln(ratio).divide(TWO, WORKING);
  }
}
