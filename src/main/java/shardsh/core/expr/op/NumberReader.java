package shardsh.core.expr.op;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import org.bson.BsonDecimal128;
import org.bson.BsonDouble;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import shardsh.core.base.CommandException;
import shardsh.core.expr.Decimals;

/** Reads numbers from strings for {@code $convert}: decimal digits only, no spaces, no suffixes. */
final class NumberReader {
  private NumberReader() {}

  static long toLong(String text, long min, long max) {
    refuseHexadecimal(text);
    String digits = text.startsWith("+") || text.startsWith("-") ? text.substring(1) : text;
    if (digits.isEmpty()) {
      throw failure(text, "No digits");
    }
    for (int i = 0; i < digits.length(); i++) {
      if (digits.charAt(i) < '0' || digits.charAt(i) > '9') {
        throw failure(text, "Did not consume whole string.");
      }
    }
    BigInteger number = new BigInteger(text.startsWith("+") ? digits : text);
    if (number.compareTo(BigInteger.valueOf(min)) < 0
        || number.compareTo(BigInteger.valueOf(max)) > 0) {
      throw failure(text, "Overflow");
    }
    return number.longValue();
  }

  static BsonValue toDouble(String text) {
    refuseHexadecimal(text);
    String word = unsigned(text).toLowerCase(Locale.ROOT);
    boolean negative = text.startsWith("-");
    if (word.equals("nan")) {
      return new BsonDouble(Double.NaN);
    }
    if (word.equals("inf") || word.equals("infinity")) {
      return new BsonDouble(negative ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY);
    }
    if (!isDecimal(word)) {
      throw failure(text, "Did not consume whole string.");
    }
    double number = Double.parseDouble(text);
    if (Double.isInfinite(number) || (number == 0 && hasDigit(word))) {
      throw failure(text, "Out of range");
    }
    return new BsonDouble(number);
  }

  static BsonValue toDecimal(String text) {
    refuseHexadecimal(text);
    String word = unsigned(text).toLowerCase(Locale.ROOT);
    boolean negative = text.startsWith("-");
    if (word.equals("nan")) {
      return new BsonDecimal128(Decimal128.NaN);
    }
    if (word.equals("inf") || word.equals("infinity")) {
      return new BsonDecimal128(
          negative ? Decimal128.NEGATIVE_INFINITY : Decimal128.POSITIVE_INFINITY);
    }
    if (!isDecimal(word)) {
      throw failure(text, "Failed to parse string to decimal");
    }
    Decimal128 number = Decimals.of(new BigDecimal(word));
    if (number.isInfinite()) {
      throw failure(text, "Conversion from string to decimal would overflow");
    }
    if (Decimals.isZero(number) && hasDigit(word)) {
      throw failure(text, "Conversion from string to decimal would underflow");
    }
    return new BsonDecimal128(negative ? Decimals.negate(number) : number);
  }

  private static String unsigned(String text) {
    return text.startsWith("+") || text.startsWith("-") ? text.substring(1) : text;
  }

  /** Digits with an optional point and exponent, no sign in front. */
  private static boolean isDecimal(String text) {
    int at = digitsEnd(text, 0);
    int digits = at;
    if (at < text.length() && text.charAt(at) == '.') {
      int end = digitsEnd(text, at + 1);
      digits += end - at - 1;
      at = end;
    }
    if (digits == 0) {
      return false;
    }
    if (at < text.length() && text.charAt(at) == 'e') {
      int start = at + 1;
      if (start < text.length() && (text.charAt(start) == '+' || text.charAt(start) == '-')) {
        start++;
      }
      at = digitsEnd(text, start);
      if (at == start || at - start > 9) {
        return false;
      }
    }
    return at == text.length();
  }

  private static int digitsEnd(String text, int start) {
    int end = start;
    while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
      end++;
    }
    return end;
  }

  /** Whether the significand has a digit other than 0. */
  private static boolean hasDigit(String text) {
    for (int i = 0; i < text.length() && text.charAt(i) != 'e'; i++) {
      if (text.charAt(i) >= '1' && text.charAt(i) <= '9') {
        return true;
      }
    }
    return false;
  }

  private static void refuseHexadecimal(String text) {
    if (unsigned(text).startsWith("0x") || unsigned(text).startsWith("0X")) {
      throw Conversions.failure("Illegal hexadecimal input", ": " + text);
    }
  }

  private static CommandException failure(String text, String reason) {
    return Conversions.failure("Failed to parse number '" + text + "'", ": " + reason);
  }
}
