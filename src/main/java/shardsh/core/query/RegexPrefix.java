package shardsh.core.query;

import java.util.Optional;
import org.bson.BsonRegularExpression;

/**
 * The literal text that every match of a regular expression begins with, e.g. {@code abc} for
 * {@code ^abc.*d}. Only expressions anchored at the start of the string have one.
 *
 * @param text without it there is no prefix to use
 * @param exact whether every string with the prefix matches
 */
record RegexPrefix(String text, boolean exact) {
  private static final RegexPrefix UNKNOWN = new RegexPrefix("", false);

  static RegexPrefix of(BsonRegularExpression expression) {
    return new Reader(expression.getPattern(), expression.getOptions()).read();
  }

  /** The lowest string above all strings with the prefix; empty when there is none. */
  Optional<String> end() {
    int length = text.length();
    while (length > 0) {
      int last = text.codePointBefore(length);
      int start = length - Character.charCount(last);
      if (last < Character.MAX_CODE_POINT) {
        int next = last + 1 == Character.MIN_SURROGATE ? Character.MAX_SURROGATE + 1 : last + 1;
        return Optional.of(text.substring(0, start) + Character.toString(next));
      }
      length = start;
    }
    return Optional.empty();
  }

  /** One pass over a pattern; stops at the first thing that is no literal. */
  private static final class Reader {
    private final String pattern;
    private final String options;
    private final StringBuilder literal = new StringBuilder();
    private int at;

    Reader(String pattern, String options) {
      this.pattern = pattern;
      this.options = options;
    }

    RegexPrefix read() {
      boolean wholeString = pattern.startsWith("\\A");
      if (!wholeString && !pattern.startsWith("^")) {
        return UNKNOWN;
      }
      at = wholeString ? 2 : 1;
      boolean anchored = options.indexOf('m') < 0 || wholeString;
      if (!anchored || options.indexOf('i') >= 0 || hasAlternatives()) {
        return UNKNOWN;
      }
      return literals(options.indexOf('x') >= 0);
    }

    /** Whether a bar stands unescaped anywhere; quoted ones count too, as in the server. */
    private boolean hasAlternatives() {
      boolean escaped = false;
      for (int i = 0; i < pattern.length(); i++) {
        char c = pattern.charAt(i);
        if (c == '|' && !escaped) {
          return true;
        }
        escaped = c == '\\' && !escaped;
      }
      return false;
    }

    private RegexPrefix literals(boolean extended) {
      while (at < pattern.length()) {
        char c = pattern.charAt(at++);
        if (c == '*' || c == '?' || c == '{') {
          dropLast();
          return result(false);
        }
        if (c == '\\') {
          if (!escape()) {
            return result(false);
          }
        } else if ("^$.[()+".indexOf(c) >= 0 || (extended && c == '#')) {
          return result(c == '.' && pattern.substring(at).equals("*"));
        } else if (!extended || !Character.isWhitespace(c)) {
          literal.append(c);
        }
      }
      return result(true);
    }

    private RegexPrefix result(boolean exact) {
      return literal.length() == 0 ? UNKNOWN : new RegexPrefix(literal.toString(), exact);
    }

    private void dropLast() {
      if (literal.length() > 0) {
        int last = literal.codePointBefore(literal.length());
        literal.setLength(literal.length() - Character.charCount(last));
      }
    }

    /** False when the escape stands for something other than a literal. */
    private boolean escape() {
      if (at == pattern.length()) {
        return false;
      }
      char c = pattern.charAt(at++);
      if (c == 'Q') {
        int end = pattern.indexOf("\\E", at);
        literal.append(pattern, at, end < 0 ? pattern.length() : end);
        at = end < 0 ? pattern.length() : end + 2;
        return true;
      }
      if (c < 128 && Character.isLetterOrDigit(c)) {
        return false;
      }
      literal.append(c);
      return true;
    }
  }
}
