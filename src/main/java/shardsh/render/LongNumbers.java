package shardsh.render;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Whole numbers too long to be shown, as hashes are, by their size: {@code -3.07e18}. As many
 * digits as tell all of them apart.
 */
record LongNumbers(int digits) {
  private static final int LONG = 9;
  private static final int DIGITS_MIN = 3;
  private static final int DIGITS_MAX = 19;

  static LongNumbers of(List<Long> numbers) {
    for (int digits = DIGITS_MIN; digits < DIGITS_MAX; digits++) {
      LongNumbers shorter = new LongNumbers(digits);
      LongStream all = numbers.stream().mapToLong(Long::longValue).distinct();
      if (all.mapToObj(shorter::text).distinct().count() == numbers.stream().distinct().count()) {
        return shorter;
      }
    }
    return new LongNumbers(DIGITS_MAX);
  }

  String text(long number) {
    String whole = Long.toString(number);
    if (whole.length() <= LONG) {
      return whole;
    }
    BigDecimal rounded = BigDecimal.valueOf(number).round(new MathContext(digits));
    int exponent = rounded.precision() - rounded.scale() - 1;
    String shorter = rounded.movePointLeft(exponent).stripTrailingZeros() + "e" + exponent;
    return shorter.length() < whole.length() ? shorter : whole;
  }
}
