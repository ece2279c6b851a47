package shardsh.render;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Doubles as JavaScript writes them: the fewest digits that read back as the same number. */
public final class JsNumber {
  private static final int DIGITS_ALWAYS_EXACT = 15;
  private static final int DIGITS_MAX = 17;

  private JsNumber() {}

  /** E.g. {@code 1}, {@code 0.1}, {@code 1e+21}, {@code 5e-324}, {@code -0}, {@code NaN}. */
  public static String text(double value) {
    if (Double.isNaN(value)) {
      return "NaN";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "Infinity" : "-Infinity";
    }
    if (value == 0) {
      return 1 / value < 0 ? "-0" : "0";
    }
    if (value == Math.rint(value) && Math.abs(value) < 1e15) {
      return Long.toString((long) value);
    }
    double size = Math.abs(value);
    if (size >= 1e-3 && size < 1e7) {
      String text = Double.toString(size);
      if (text.length() <= DIGITS_ALWAYS_EXACT) {
        return (value < 0 ? "-" : "") + withoutZeros(text);
      }
    }
    BigDecimal shortest = shortest(size);
    String digits = shortest.unscaledValue().toString();
    int point = digits.length() - shortest.scale();
    return (value < 0 ? "-" : "") + layout(digits, point);
  }

  /** Java may write {@code 0.0020}. Up to fifteen digits there is only one decimal for a number. */
  private static String withoutZeros(String text) {
    int end = text.length();
    while (text.charAt(end - 1) == '0') {
      end--;
    }
    return text.substring(0, end);
  }

  private static BigDecimal shortest(double value) {
    BigDecimal exact = new BigDecimal(value);
    for (int digits = DIGITS_ALWAYS_EXACT; digits < DIGITS_MAX; digits++) {
      BigDecimal rounded = exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
      if (rounded.doubleValue() == value) {
        return shorter(rounded, value);
      }
    }
    return exact.round(new MathContext(DIGITS_MAX, RoundingMode.HALF_EVEN)).stripTrailingZeros();
  }

  /** Very small numbers need fewer digits than any of their correct roundings to fifteen has. */
  private static BigDecimal shorter(BigDecimal rounded, double value) {
    BigDecimal best = rounded.stripTrailingZeros();
    if (value >= Double.MIN_NORMAL) {
      return best;
    }
    for (int digits = 1; digits < best.precision(); digits++) {
      MathContext context = new MathContext(digits, RoundingMode.HALF_EVEN);
      BigDecimal fewer = new BigDecimal(value).round(context);
      if (fewer.doubleValue() == value) {
        return fewer.stripTrailingZeros();
      }
    }
    return best;
  }

  /** Source: the rules of Number::toString in the ECMAScript standard. */
  private static String layout(String digits, int point) {
    int count = digits.length();
    if (count <= point && point <= 21) {
      return digits + "0".repeat(point - count);
    }
    if (point > 0 && point <= 21) {
      return digits.substring(0, point) + "." + digits.substring(point);
    }
    if (point > -6 && point <= 0) {
      return "0." + "0".repeat(-point) + digits;
    }
    int exponent = point - 1;
    String mantissa = count == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
    return mantissa + "e" + (exponent < 0 ? "-" : "+") + Math.abs(exponent);
  }
}
