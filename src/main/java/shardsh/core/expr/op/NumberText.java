package shardsh.core.expr.op;

import java.math.BigDecimal;
import java.math.MathContext;

/** How doubles are written where they become strings. */
final class NumberText {
  private static final int PLAIN_EXPONENT_MIN = -4;
  private static final int PLAIN_EXPONENT_END = 16;

  private NumberText() {}

  /** The shortest text that reads back: 1, 0.1, 1e+16, 1.5e-07, -0, NaN, Infinity. */
  static String of(double value) {
    if (Double.isNaN(value)) {
      return "NaN";
    }
    if (Double.isInfinite(value)) {
      return value < 0 ? "-Infinity" : "Infinity";
    }
    if (value == 0) {
      return 1 / value < 0 ? "-0" : "0";
    }
    BigDecimal shortest = shortest(value);
    int exponent = shortest.precision() - shortest.scale() - 1;
    if (exponent >= PLAIN_EXPONENT_MIN && exponent < PLAIN_EXPONENT_END) {
      return shortest.toPlainString();
    }
    String digits = shortest.unscaledValue().abs().toString();
    String fraction = digits.length() > 1 ? "." + digits.substring(1) : "";
    String size = Integer.toString(Math.abs(exponent));
    return (value < 0 ? "-" : "")
        + digits.charAt(0)
        + fraction
        + (exponent < 0 ? "e-" : "e+")
        + (size.length() < 2 ? "0" + size : size);
  }

  /** Java 17 sometimes writes a digit more than needed, e.g. 2.0E-322 as 1.98E-322. */
  private static BigDecimal shortest(double value) {
    BigDecimal exact = new BigDecimal(value);
    boolean subnormal = Math.abs(value) < Double.MIN_NORMAL;
    for (int digits = subnormal ? 1 : 15; digits < 17; digits++) {
      BigDecimal rounded = exact.round(new MathContext(digits));
      if (rounded.doubleValue() == value) {
        return rounded.stripTrailingZeros();
      }
    }
    return new BigDecimal(Double.toString(value)).stripTrailingZeros();
  }
}
