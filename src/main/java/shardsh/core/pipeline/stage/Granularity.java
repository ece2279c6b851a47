package shardsh.core.pipeline.stage;

import java.util.Map;
import java.util.TreeMap;
import org.bson.BsonDecimal128;
import org.bson.BsonDouble;
import org.bson.BsonValue;
import shardsh.core.expr.Decimals;
import shardsh.core.expr.Numbers;
import shardsh.core.expr.Values;

/**
 * The series of preferred numbers to which {@code $bucketAuto} rounds boundaries. Source: the
 * manual's table of granularities; the series are those of Renard, of IEC 60063 (E), 1-2-5 and the
 * powers of two.
 */
final class Granularity {
  private static final String POWERS_OF_TWO = "POWERSOF2";
  private static final Map<String, double[]> SERIES = new TreeMap<>();

  static {
    SERIES.put("R5", numbers("10 16 25 40 63"));
    SERIES.put("R10", numbers("100 125 160 200 250 315 400 500 630 800"));
    SERIES.put(
        "R20",
        numbers("100 112 125 140 160 180 200 224 250 280 315 355 400 450 500 560 630 710 800 900"));
    SERIES.put(
        "R40",
        numbers(
            "100 106 112 118 125 132 140 150 160 170 180 190 200 212 224 236 250 265 280 300 315"
                + " 335 355 375 400 425 450 475 500 530 560 600 630 670 710 750 800 850 900 950"));
    SERIES.put(
        "R80",
        numbers(
            "103 109 115 122 128 136 145 155 165 175 185 195 206 218 230 243 258 272 290 307 325"
                + " 345 365 387 412 437 462 487 515 545 575 615 650 690 730 775 825 875 925 975"));
    SERIES.put("1-2-5", numbers("10 20 50"));
    SERIES.put("E6", numbers("10 15 22 33 47 68"));
    SERIES.put("E12", numbers("10 12 15 18 22 27 33 39 47 56 68 82"));
    SERIES.put(
        "E24", numbers("10 11 12 13 15 16 18 20 22 24 27 30 33 36 39 43 47 51 56 62 68 75 82 91"));
    SERIES.put(
        "E48",
        numbers(
            "100 105 110 115 121 127 133 140 147 154 162 169 178 187 196 205 215 226 237 249 261"
                + " 274 287 301 316 332 348 365 383 402 422 442 464 487 511 536 562 590 619 649 681"
                + " 715 750 787 825 866 909 953"));
    SERIES.put(
        "E96",
        numbers(
            "100 102 105 107 110 113 115 118 121 124 127 130 133 137 140 143 147 150 154 158 162"
                + " 165 169 174 178 182 187 191 196 200 205 210 215 221 226 232 237 243 249 255 261"
                + " 267 274 280 287 294 301 309 316 324 332 340 348 357 365 374 383 392 402 412 422"
                + " 432 442 453 464 475 487 499 511 523 536 549 562 576 590 604 619 634 649 665 681"
                + " 698 715 732 750 768 787 806 825 845 866 887 909 931 953 976"));
    SERIES.put(
        "E192",
        numbers(
            "100 101 102 104 105 106 107 109 110 111 113 114 115 117 118 120 121 123 124 126 127"
                + " 129 130 132 133 135 137 138 140 142 143 145 147 149 150 152 154 156 158 160 162"
                + " 164 165 167 169 172 174 176 178 180 182 184 187 189 191 193 196 198 200 203 205"
                + " 208 210 213 215 218 221 223 226 229 232 234 237 240 243 246 249 252 255 258 261"
                + " 264 267 271 274 277 280 284 287 291 294 298 301 305 309 312 316 320 324 328 332"
                + " 336 340 344 348 352 357 361 365 370 374 379 383 388 392 397 402 407 412 417 422"
                + " 427 432 437 442 448 453 459 464 470 475 481 487 493 499 505 511 517 523 530 536"
                + " 542 549 556 562 569 576 583 590 597 604 612 619 626 634 642 649 657 665 673 681"
                + " 690 698 706 715 723 732 741 750 759 768 777 787 796 806 816 825 835 845 856 866"
                + " 876 887 898 909 920 931 942 953 965 976 988"));
  }

  private final String label;
  private final double[] series;

  private Granularity(String label, double[] series) {
    this.label = label;
    this.series = series;
  }

  private static double[] numbers(String text) {
    String[] words = text.split(" ");
    double[] numbers = new double[words.length];
    for (int i = 0; i < words.length; i++) {
      numbers[i] = Double.parseDouble(words[i]);
    }
    return numbers;
  }

  /**
   * @throws shardsh.core.base.CommandException Location40257 when there is no series of that name
   */
  static Granularity named(String name) {
    if (!name.equals(POWERS_OF_TWO) && !SERIES.containsKey(name)) {
      throw Values.error(40257, "Unknown rounding granularity '" + name + "'");
    }
    return new Granularity(name, SERIES.getOrDefault(name, new double[0]));
  }

  String label() {
    return label;
  }

  /**
   * @throws shardsh.core.base.CommandException Location40258, 40259, 40260 unless the value is a
   *     number from 0
   */
  static void check(BsonValue value) {
    if (!Numbers.isNumber(value)) {
      throw Values.error(
          40258,
          "$bucketAuto only supports rounding of numeric values, but a value of type "
              + Values.typeName(value)
              + " was provided.");
    }
    if (Numbers.isNaN(value)) {
      throw Values.error(40259, "$bucketAuto only supports rounding of numeric values: NaN");
    }
    if (Numbers.toDouble(value) < 0) {
      throw Values.error(
          40260,
          "$bucketAuto only supports rounding of values that are not negative: "
              + Numbers.toDouble(value));
    }
  }

  /** The next number of the series above; 0 and infinity stay. */
  BsonValue roundUp(BsonValue value) {
    return rounded(value, true);
  }

  /** The next number of the series below; 0 and infinity stay. */
  BsonValue roundDown(BsonValue value) {
    return rounded(value, false);
  }

  private BsonValue rounded(BsonValue value, boolean up) {
    double number = Numbers.toDouble(value);
    if (number == 0 || Double.isInfinite(number)) {
      return value;
    }
    double rounded = series.length == 0 ? power(number, up) : up ? above(number) : below(number);
    return value.isDecimal128()
        ? new BsonDecimal128(Decimals.of(rounded))
        : new BsonDouble(rounded);
  }

  private static double power(double number, boolean up) {
    int exponent = Math.getExponent(number);
    boolean exact = number == Math.scalb(1.0, exponent);
    return Math.scalb(1.0, up ? exponent + 1 : exact ? exponent - 1 : exponent);
  }

  private double above(double number) {
    double factor = 1;
    while (number >= series[series.length - 1] * factor) {
      factor *= 10;
    }
    while (number < series[0] * factor) {
      double lowest = series[0] * factor;
      factor /= 10;
      if (number >= series[series.length - 1] * factor) {
        return lowest;
      }
    }
    for (double candidate : series) {
      if (candidate * factor > number) {
        return candidate * factor;
      }
    }
    throw new IllegalStateException("no number of " + label + " above " + number);
  }

  private double below(double number) {
    double factor = 1;
    while (number <= series[0] * factor) {
      factor /= 10;
    }
    while (number > series[series.length - 1] * factor) {
      double highest = series[series.length - 1] * factor;
      factor *= 10;
      if (number <= series[0] * factor) {
        return highest;
      }
    }
    for (int i = series.length - 1; i >= 0; i--) {
      if (series[i] * factor < number) {
        return series[i] * factor;
      }
    }
    throw new IllegalStateException("no number of " + label + " below " + number);
  }
}
