package shardsh.lesson;

import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Whole numbers in words: English ones below a thousand, Chinese ones below ten thousand. */
final class NumberWords {
  private static final List<String> ONES =
      List.of(
          "zero",
          "one",
          "two",
          "three",
          "four",
          "five",
          "six",
          "seven",
          "eight",
          "nine",
          "ten",
          "eleven",
          "twelve",
          "thirteen",
          "fourteen",
          "fifteen",
          "sixteen",
          "seventeen",
          "eighteen",
          "nineteen");
  private static final List<String> TENS =
      List.of("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety");

  /** Hundreds, tens, ones, and what is counted, which is no number itself. */
  private static final Pattern ENGLISH =
      Pattern.compile(
          "(?:(a|"
              + String.join("|", ONES.subList(1, 10))
              + ")\\s+hundred\\b(?:\\s+and\\b)?)?\\s*(?:("
              + String.join("|", TENS)
              + ")\\b[\\s-]?)?\\s*(?:("
              + String.join("|", ONES)
              + ")\\b)?(?:\\s+(?!hundred|thousand|million|"
              + String.join("|", ONES)
              + ")[a-z ]{1,23})?");

  private static final String DIGITS = "零一二三四五六七八九";
  private static final Pattern CHINESE =
      Pattern.compile("([零一二三四五六七八九十百千]{1,9})(?:\\s*(?![万亿])[\\p{IsHan}a-z ]{1,23})?");

  private NumberWords() {}

  /**
   * The number that a text names, perhaps with what it counts behind it, e.g. {@code three chunks};
   * empty when it is none.
   */
  static OptionalInt read(String text) {
    String plain = text.strip().toLowerCase(Locale.ROOT).replace('两', '二').replace('〇', '零');
    Matcher chinese = CHINESE.matcher(plain);
    return chinese.matches() ? chinese(chinese.group(1)) : english(plain);
  }

  private static OptionalInt english(String text) {
    Matcher words = ENGLISH.matcher(text);
    boolean isNumber =
        words.matches()
            && (words.group(1) != null || words.group(2) != null || words.group(3) != null);
    if (!isNumber) {
      return OptionalInt.empty();
    }
    int hundreds = words.group(1) == null ? 0 : Math.max(1, ONES.indexOf(words.group(1)));
    int tens = words.group(2) == null ? 0 : TENS.indexOf(words.group(2)) + 2;
    int ones = words.group(3) == null ? 0 : ONES.indexOf(words.group(3));
    return OptionalInt.of(hundreds * 100 + tens * 10 + ones);
  }

  /** Digits in front of their units; empty where two digits stand side by side. */
  private static OptionalInt chinese(String text) {
    int sum = 0;
    int digit = -1;
    int unit = 1;
    for (char sign : text.toCharArray()) {
      int size = unitOf(sign);
      if (size > 1) {
        sum += (digit < 0 ? 1 : digit) * size;
        digit = -1;
        unit = size;
      } else if (digit > 0) {
        return OptionalInt.empty();
      } else {
        unit = digit == 0 || sign == '零' ? 1 : unit;
        digit = DIGITS.indexOf(sign);
      }
    }
    // The last digit after hundreds counts tens: 一百五 is 150.
    return OptionalInt.of(sum + Math.max(0, digit) * (unit > 10 ? unit / 10 : 1));
  }

  /** 1 for what is no unit. */
  private static int unitOf(char sign) {
    return switch (sign) {
      case '十' -> 10;
      case '百' -> 100;
      case '千' -> 1000;
      default -> 1;
    };
  }
}
