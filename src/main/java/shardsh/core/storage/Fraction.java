package shardsh.core.storage;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * An exact number of bytes or documents, so that weight which is cut, moved and joined again is
 * what it was. Always in lowest terms, the denominator positive.
 */
public final class Fraction implements Comparable<Fraction> {
  public static final Fraction ZERO = new Fraction(BigInteger.ZERO, BigInteger.ONE);

  private final BigInteger numerator;
  private final BigInteger denominator;

  private Fraction(BigInteger numerator, BigInteger denominator) {
    this.numerator = numerator;
    this.denominator = denominator;
  }

  public static Fraction of(long whole) {
    return whole == 0 ? ZERO : new Fraction(BigInteger.valueOf(whole), BigInteger.ONE);
  }

  /** Exactly the decimal that this double prints as: 0.1 is one tenth. */
  public static Fraction of(double value) {
    BigDecimal decimal = BigDecimal.valueOf(value);
    return decimal.scale() <= 0
        ? reduced(decimal.toBigIntegerExact(), BigInteger.ONE)
        : reduced(decimal.unscaledValue(), BigInteger.TEN.pow(decimal.scale()));
  }

  private static Fraction reduced(BigInteger numerator, BigInteger denominator) {
    BigInteger divisor = numerator.gcd(denominator);
    return divisor.equals(BigInteger.ONE)
        ? new Fraction(numerator, denominator)
        : new Fraction(numerator.divide(divisor), denominator.divide(divisor));
  }

  public Fraction plus(Fraction other) {
    if (other.numerator.signum() == 0) {
      return this;
    }
    if (numerator.signum() == 0) {
      return other;
    }
    return denominator.equals(other.denominator)
        ? reduced(numerator.add(other.numerator), denominator)
        : reduced(
            numerator.multiply(other.denominator).add(other.numerator.multiply(denominator)),
            denominator.multiply(other.denominator));
  }

  public Fraction minus(Fraction other) {
    return plus(new Fraction(other.numerator.negate(), other.denominator));
  }

  public Fraction times(long factor) {
    return reduced(numerator.multiply(BigInteger.valueOf(factor)), denominator);
  }

  /** Divided by a number above 0. */
  public Fraction dividedBy(long divisor) {
    return reduced(numerator, denominator.multiply(BigInteger.valueOf(divisor)));
  }

  public Fraction half() {
    return reduced(numerator, denominator.multiply(BigInteger.TWO));
  }

  /** The nearest whole number, halves up. */
  public long rounded() {
    return new BigDecimal(numerator)
        .divide(new BigDecimal(denominator), 0, RoundingMode.HALF_UP)
        .longValueExact();
  }

  public double doubleValue() {
    return numerator.doubleValue() / denominator.doubleValue();
  }

  public boolean isZero() {
    return numerator.signum() == 0;
  }

  @Override
  public int compareTo(Fraction other) {
    return denominator.equals(other.denominator)
        ? numerator.compareTo(other.numerator)
        : numerator.multiply(other.denominator).compareTo(other.numerator.multiply(denominator));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Fraction
        && numerator.equals(((Fraction) other).numerator)
        && denominator.equals(((Fraction) other).denominator);
  }

  @Override
  public int hashCode() {
    return 31 * numerator.hashCode() + denominator.hashCode();
  }

  @Override
  public String toString() {
    return denominator.equals(BigInteger.ONE)
        ? numerator.toString()
        : numerator + "/" + denominator;
  }

  /** Reads what {@link #toString} writes. */
  public static Fraction parse(String text) {
    int slash = text.indexOf('/');
    return slash < 0
        ? new Fraction(new BigInteger(text), BigInteger.ONE)
        : new Fraction(
            new BigInteger(text.substring(0, slash)), new BigInteger(text.substring(slash + 1)));
  }
}
