package shardsh.lesson;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What a YAML scalar without quotes is: numbers and true, false, null as in YAML 1.2's core schema,
 * everything else text. Spellings that YAML 1.1 reads as numbers ({@code 1_000}, {@code 12:30},
 * {@code 017}) are refused, since authors and tools disagree about them.
 */
final class PlainScalars {
  private static final List<String> NULLS = List.of("", "~", "null", "Null", "NULL");
  private static final List<String> BOOLEANS =
      List.of("true", "True", "TRUE", "false", "False", "FALSE");
  private static final List<String> WORDS = List.of("y", "n", "yes", "no", "on", "off");
  private static final int LENGTH_MAX = 60;

  private PlainScalars() {}

  static SourceNode.Kind kind(String raw) {
    if (raw.isEmpty() || raw.length() <= 5 && NULLS.contains(raw)) {
      return SourceNode.Kind.NULL;
    }
    if (raw.length() <= 5 && BOOLEANS.contains(raw)) {
      return SourceNode.Kind.BOOLEAN;
    }
    return startsLikeNumber(raw) && raw.length() <= LENGTH_MAX && isNumber(raw)
        ? SourceNode.Kind.NUMBER
        : SourceNode.Kind.TEXT;
  }

  /** Whether YAML 1.1 takes the word for true or false, and we take it for text. */
  static boolean isWordForTrueOrFalse(String raw) {
    return raw.length() <= 3 && WORDS.contains(raw.toLowerCase(Locale.ROOT));
  }

  /** Why a plain scalar is not safe to write; empty for most. */
  static Optional<String> problem(String raw) {
    if (!startsLikeNumber(raw)) {
      return Optional.empty();
    }
    if (isNumber(raw)) {
      return raw.length() > LENGTH_MAX || exponentOf(raw) > 400
          ? Optional.of("is too large a number")
          : Optional.empty();
    }
    if (raw.matches("[-+]?[0-9][0-9_]*_[0-9_]*(\\.[0-9_]*)?")) {
      return Optional.of("is a number to some readers and text to others");
    }
    if (raw.matches("[-+]?[0-9]+(:[0-5]?[0-9])+(\\.[0-9]*)?")) {
      return Optional.of("is a number of base 60 to some readers");
    }
    if (raw.matches("[-+]?0(x[0-9a-fA-F]+|o?[0-7]+|b[01]+)") || raw.matches("[-+]?0[0-9]+")) {
      return Optional.of("is a number of another base to some readers");
    }
    if (raw.matches("[-+]?\\.(inf|Inf|INF|nan|NaN|NAN)")) {
      return Optional.of("is no number a file can hold; write {$numberDouble: \"Infinity\"}, or");
    }
    return Optional.empty();
  }

  private static int exponentOf(String raw) {
    int e = Math.max(raw.indexOf('e'), raw.indexOf('E'));
    if (e < 0) {
      return 0;
    }
    String digits = raw.substring(e + 1).replaceFirst("^[-+]?0*", "");
    return digits.isEmpty() ? 0 : digits.length() > 4 ? 9999 : Integer.parseInt(digits);
  }

  private static boolean startsLikeNumber(String raw) {
    if (raw.isEmpty()) {
      return false;
    }
    char first = raw.charAt(0);
    return first >= '0' && first <= '9' || first == '-' || first == '+' || first == '.';
  }

  /** {@code [-+]? digits [. digits] [e [-+] digits]}, no leading zeros, at least one digit. */
  private static boolean isNumber(String raw) {
    int at = raw.charAt(0) == '-' || raw.charAt(0) == '+' ? 1 : 0;
    int whole = digitsFrom(raw, at);
    if (whole > 1 && raw.charAt(at) == '0') {
      return false;
    }
    at += whole;
    int fraction = 0;
    if (at < raw.length() && raw.charAt(at) == '.') {
      fraction = digitsFrom(raw, at + 1);
      at += 1 + fraction;
    }
    if (whole + fraction == 0) {
      return false;
    }
    if (at < raw.length() && (raw.charAt(at) == 'e' || raw.charAt(at) == 'E')) {
      at++;
      if (at < raw.length() && (raw.charAt(at) == '-' || raw.charAt(at) == '+')) {
        at++;
      }
      int exponent = digitsFrom(raw, at);
      return exponent > 0 && at + exponent == raw.length();
    }
    return at == raw.length();
  }

  private static int digitsFrom(String raw, int start) {
    int at = start;
    while (at < raw.length() && raw.charAt(at) >= '0' && raw.charAt(at) <= '9') {
      at++;
    }
    return at - start;
  }
}
