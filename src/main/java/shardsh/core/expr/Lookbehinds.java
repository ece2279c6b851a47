package shardsh.core.expr;

import java.util.regex.PatternSyntaxException;

/**
 * Refuses look-behinds whose length is not fixed, which Java takes up to a bound and the server's
 * PCRE does not: each alternative at the top of a look-behind must have one length, and groups
 * inside it one for all their alternatives. Source: the manual page of PCRE2 before 10.43.
 */
final class Lookbehinds {
  private static final String REASON = "Look-behind group does not have a fixed length";
  private static final int OPEN = -1;

  private final String source;
  private int at;

  private Lookbehinds(String source) {
    this.source = source;
  }

  /**
   * @throws PatternSyntaxException for a look-behind without a fixed length
   */
  static void check(String pattern) {
    if (!pattern.contains("(?<=") && !pattern.contains("(?<!")) {
      return;
    }
    Lookbehinds scan = new Lookbehinds(pattern);
    while (scan.at < pattern.length()) {
      scan.alternatives(false);
      scan.at++;
    }
  }

  /** The length of what stands up to the closing bracket; {@link #OPEN} when it is not fixed. */
  private int alternatives(boolean mayDiffer) {
    int common = branch();
    while (at < source.length() && source.charAt(at) == '|') {
      at++;
      int next = branch();
      if (next == OPEN || common == OPEN) {
        common = OPEN;
      } else if (next != common) {
        common = mayDiffer ? Math.max(next, common) : OPEN;
      }
    }
    return common;
  }

  private int branch() {
    int length = 0;
    while (at < source.length() && source.charAt(at) != '|' && source.charAt(at) != ')') {
      int item = quantified(item());
      length = item == OPEN || length == OPEN ? OPEN : length + item;
    }
    return length;
  }

  private int item() {
    char c = source.charAt(at++);
    switch (c) {
      case '^', '$':
        return 0;
      case '\\':
        return escape();
      case '[':
        skipClass();
        return 1;
      case '(':
        return group();
      default:
        return 1;
    }
  }

  private int group() {
    boolean looks = false;
    boolean behind = false;
    int start = at - 1;
    if (source.startsWith("?#", at)) {
      at = endAfter(source.indexOf(')', at));
      return 0;
    }
    if (source.startsWith("?", at)) {
      behind = source.startsWith("?<=", at) || source.startsWith("?<!", at);
      looks = behind || source.startsWith("?=", at) || source.startsWith("?!", at);
      at += behind ? 3 : looks ? 2 : 1;
      if (!looks) {
        skipGroupHead();
      }
    }
    int length = alternatives(behind);
    if (at < source.length()) {
      at++;
    }
    if (behind && length == OPEN) {
      throw new PatternSyntaxException(REASON, source, start);
    }
    return looks ? 0 : length;
  }

  /** Flags with their colon, a colon alone, {@code >}, or a name in brackets. */
  private void skipGroupHead() {
    if (at < source.length() && "P<'".indexOf(source.charAt(at)) >= 0) {
      int name = source.charAt(at) == 'P' ? at + 1 : at;
      char close = source.startsWith("'", name) ? '\'' : '>';
      at = endAfter(source.indexOf(close, name + 1));
      return;
    }
    while (at < source.length() && source.charAt(at) != ')') {
      char c = source.charAt(at++);
      if (c == ':' || c == '>' || c == '|') {
        return;
      }
    }
  }

  private int endAfter(int index) {
    return index < 0 ? source.length() : index + 1;
  }

  private int escape() {
    if (at >= source.length()) {
      return 0;
    }
    char c = source.charAt(at++);
    switch (c) {
      case 'b', 'B', 'A', 'z', 'Z', 'G', 'K', 'E':
        return 0;
      case 'R', 'X', 'C', 'k', 'g', '1', '2', '3', '4', '5', '6', '7', '8', '9':
        return OPEN;
      case 'Q':
        int end = source.indexOf("\\E", at);
        int quoted = (end < 0 ? source.length() : end) - at;
        at = end < 0 ? source.length() : end + 2;
        return quoted;
      case 'x', 'p', 'P', 'N', 'o':
        if (source.startsWith("{", at)) {
          at = endAfter(source.indexOf('}', at));
        } else if (c == 'x') {
          skipWhile("0123456789abcdefABCDEF", 2);
        } else if (c == 'p' || c == 'P') {
          at = Math.min(source.length(), at + 1);
        }
        return 1;
      case 'c':
        at = Math.min(source.length(), at + 1);
        return 1;
      case '0':
        skipWhile("01234567", 2);
        return 1;
      default:
        return 1;
    }
  }

  private void skipWhile(String allowed, int countMax) {
    for (int i = 0;
        i < countMax && at < source.length() && allowed.indexOf(source.charAt(at)) >= 0;
        i++) {
      at++;
    }
  }

  private void skipClass() {
    if (at < source.length() && source.charAt(at) == '^') {
      at++;
    }
    if (at < source.length() && source.charAt(at) == ']') {
      at++;
    }
    while (at < source.length() && source.charAt(at) != ']') {
      if (source.startsWith("[:", at) && source.indexOf(":]", at) > 0) {
        at = source.indexOf(":]", at) + 2;
      } else {
        at += source.charAt(at) == '\\' ? 2 : 1;
      }
    }
    at = Math.min(source.length(), at + 1);
  }

  private int quantified(int item) {
    if (at >= source.length()) {
      return item;
    }
    char c = source.charAt(at);
    int length = item;
    if (c == '*' || c == '+' || c == '?') {
      at++;
      length = OPEN;
    } else if (c == '{') {
      int close = source.indexOf('}', at);
      String inside = close < 0 ? "" : source.substring(at + 1, close);
      if (!inside.matches("\\d{1,5}(,(\\d{1,5})?)?")) {
        return item;
      }
      at = close + 1;
      String[] bounds = inside.split(",", -1);
      boolean fixed = bounds.length == 1 || bounds[0].equals(bounds[1]);
      length = fixed && item != OPEN ? item * Integer.parseInt(bounds[0]) : OPEN;
    } else {
      return item;
    }
    if (at < source.length() && (source.charAt(at) == '?' || source.charAt(at) == '+')) {
      at++;
    }
    return length;
  }
}
