package shardsh.core.expr;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Regular expressions as the server's engine (PCRE2, UTF mode) reads them, translated for Java's.
 * Only a newline ends a line; letters fold case in all scripts; {@code \d}, {@code \w} and {@code
 * \s} are ASCII unless {@code (*UCP)} opens the pattern.
 */
public final class PerlRegex {
  private final String source;
  private final boolean extended;
  private final StringBuilder out = new StringBuilder();
  private int at;

  private PerlRegex(String source, boolean extended) {
    this.source = source;
    this.extended = extended;
  }

  /** Whether the letter is an option of regular expressions: i, m, s, u or x. */
  public static boolean isOption(char letter) {
    return "imsux".indexOf(letter) >= 0;
  }

  /**
   * Translates and compiles.
   *
   * @param options letters among {@code imsux}; others are ignored
   * @throws PatternSyntaxException when it is not well formed or uses what Java does not have
   *     (recursion, conditionals, {@code \K}, callouts), or has a look-behind without a fixed
   *     length
   */
  public static Pattern compile(String pattern, String options) {
    int flags = Pattern.UNIX_LINES;
    flags |= options.indexOf('i') >= 0 ? Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE : 0;
    flags |= options.indexOf('m') >= 0 ? Pattern.MULTILINE : 0;
    flags |= options.indexOf('s') >= 0 ? Pattern.DOTALL : 0;
    flags |= options.indexOf('x') >= 0 ? Pattern.COMMENTS : 0;
    String body = pattern;
    while (body.startsWith("(*")) {
      int close = body.indexOf(')');
      String verb = close < 0 ? body : body.substring(2, close);
      if (verb.equals("UCP")) {
        flags |= Pattern.UNICODE_CHARACTER_CLASS;
      } else if (!isHarmless(verb)) {
        throw unsupported("(*" + verb + ")", pattern, 0);
      }
      body = body.substring(close + 1);
    }
    Lookbehinds.check(body);
    return Pattern.compile(new PerlRegex(body, options.indexOf('x') >= 0).translate(), flags);
  }

  /** Settings that are the default here, or that only bound how long the search may take. */
  private static boolean isHarmless(String verb) {
    return switch (verb) {
      case "UTF8", "UTF", "LF", "NO_JIT", "NO_START_OPT", "NO_AUTO_POSSESS" -> true;
      default -> verb.startsWith("LIMIT_");
    };
  }

  private static PatternSyntaxException unsupported(String what, String pattern, int at) {
    return new PatternSyntaxException(what + " is not supported by shardsh", pattern, at);
  }

  private String translate() {
    while (at < source.length()) {
      char c = source.charAt(at);
      switch (c) {
        case '\\' -> escape(false);
        case '[' -> characterClass();
        case '(' -> group();
        case '{' -> brace();
        default -> {
          if (c == '#' && extended) {
            comment();
          } else {
            out.append(c);
            at++;
          }
        }
      }
    }
    return out.toString();
  }

  /** A brace that is no quantifier is an ordinary character. */
  private void brace() {
    int end = digitsEnd(at + 1);
    boolean quantifier = end > at + 1;
    if (quantifier && end < source.length() && source.charAt(end) == ',') {
      end = digitsEnd(end + 1);
    }
    quantifier &= end < source.length() && source.charAt(end) == '}';
    out.append(quantifier ? "{" : "\\{");
    at++;
  }

  private int digitsEnd(int start) {
    int end = start;
    while (end < source.length() && Character.digit(source.charAt(end), 10) >= 0) {
      end++;
    }
    return end;
  }

  private void comment() {
    int end = source.indexOf('\n', at);
    at = end < 0 ? source.length() : end;
  }

  private void group() {
    if (source.startsWith("(?P<", at)) {
      out.append("(?<");
      at += 4;
    } else if (source.startsWith("(?'", at)) {
      int close = source.indexOf('\'', at + 3);
      if (close < 0) {
        throw new PatternSyntaxException("unterminated group name", source, at);
      }
      out.append("(?<").append(source, at + 3, close).append('>');
      at = close + 1;
    } else if (source.startsWith("(?P=", at)) {
      int close = source.indexOf(')', at);
      if (close < 0) {
        throw new PatternSyntaxException("unterminated group reference", source, at);
      }
      out.append("\\k<").append(source, at + 4, close).append('>');
      at = close + 1;
    } else if (source.startsWith("(?#", at)) {
      int close = source.indexOf(')', at);
      at = close < 0 ? source.length() : close + 1;
    } else if (isForeignGroup()) {
      throw unsupported(source.substring(at, Math.min(source.length(), at + 4)), source, at);
    } else {
      out.append('(');
      at++;
    }
  }

  private boolean isForeignGroup() {
    if (source.startsWith("(*", at)) {
      return true;
    }
    if (!source.startsWith("(?", at) || at + 2 >= source.length()) {
      return false;
    }
    char kind = source.charAt(at + 2);
    boolean relative =
        (kind == '+' || kind == '-')
            && at + 3 < source.length()
            && Character.isDigit(source.charAt(at + 3));
    return "R(&|CP".indexOf(kind) >= 0 || Character.isDigit(kind) || relative;
  }

  private void escape(boolean inClass) {
    if (at + 1 >= source.length()) {
      throw new PatternSyntaxException("\\ at end of pattern", source, at);
    }
    char next = source.charAt(at + 1);
    switch (next) {
      case 'p', 'P' -> property(next);
      case 'K', 'C' -> throw unsupported("\\" + next, source, at);
      case 'g', 'k' -> reference();
      case 'N' -> append("[^\\n]");
      case 'Q' -> quotation();
      case 'E' -> at += 2;
      case 'x' -> hexadecimal();
      case 'b' -> append(inClass ? "\\x08" : "\\b");
      default -> plainEscape(next);
    }
  }

  /** {@code \\g1}, {@code \\g{1}}, {@code \\g{name}}, {@code \\k{name}} and {@code \\k'name'}. */
  private void reference() {
    int start = at + 2;
    char open = start < source.length() ? source.charAt(start) : ' ';
    int close = start;
    if (open == '{' || open == '<' || open == '\'') {
      char end = open == '{' ? '}' : open == '<' ? '>' : '\'';
      close = source.indexOf(end, ++start);
    } else {
      close = digitsEnd(start);
    }
    String name = close < start ? "" : source.substring(start, close);
    if (name.isEmpty() || name.startsWith("-") || name.startsWith("+")) {
      throw unsupported(source.substring(at, Math.min(at + 4, source.length())), source, at);
    }
    boolean numbered = digitsEnd(start) == close;
    out.append(numbered ? "\\" + name + "(?:)" : "\\k<" + name + ">");
    at = open == '{' || open == '<' || open == '\'' ? close + 1 : close;
  }

  /** Java refuses letters that mean nothing; the server's engine refuses most of them too. */
  private void plainEscape(char next) {
    out.append('\\').append(next);
    at += 2;
  }

  private void append(String text) {
    out.append(text);
    at += 2;
  }

  private void quotation() {
    int end = source.indexOf("\\E", at);
    String text = source.substring(at + 2, end < 0 ? source.length() : end);
    for (int i = 0; i < text.length(); i++) {
      quoted(text.charAt(i));
    }
    at = end < 0 ? source.length() : end + 2;
  }

  private void quoted(char c) {
    boolean plain = Character.isLetterOrDigit(c) || c > 127;
    out.append(plain ? "" : "\\").append(c);
  }

  /** At most two digits without braces. */
  private void hexadecimal() {
    int start = at + 2;
    if (start < source.length() && source.charAt(start) == '{') {
      out.append("\\x");
      at += 2;
      int close = source.indexOf('}', start);
      if (close < 0) {
        throw new PatternSyntaxException("missing } in \\x{", source, at);
      }
      out.append(source, start, close + 1);
      at = close + 1;
      return;
    }
    int end = start;
    int limit = Math.min(source.length(), start + 2);
    while (end < limit && Character.digit(source.charAt(end), 16) >= 0) {
      end++;
    }
    int value = end == start ? 0 : Integer.parseInt(source.substring(start, end), 16);
    out.append("\\x{").append(Integer.toHexString(value)).append('}');
    at = end;
  }

  /** Scripts need the prefix Is in Java; general categories do not. */
  private void property(char kind) {
    int start = at + 2;
    String name;
    if (start < source.length() && source.charAt(start) == '{') {
      int close = source.indexOf('}', start);
      if (close < 0) {
        throw new PatternSyntaxException("malformed \\p sequence", source, at);
      }
      name = source.substring(start + 1, close);
      at = close + 1;
    } else {
      name = start < source.length() ? source.substring(start, start + 1) : "";
      at = start + 1;
    }
    boolean negated = name.startsWith("^");
    String bare = negated ? name.substring(1) : name;
    char sign = negated == (kind == 'p') ? 'P' : 'p';
    out.append('\\').append(sign).append('{').append(javaProperty(bare)).append('}');
  }

  private static String javaProperty(String name) {
    return switch (name) {
      case "Any" -> "IsAssigned";
      case "L&" -> "LC";
      case "Xan" -> "IsAlnum";
      case "Xwd" -> "IsWord";
      case "Xsp", "Xps" -> "IsWhite_Space";
      default -> name.length() > 2 ? "Is" + name : name;
    };
  }

  /**
   * Inside a class Java reads [, && and, with x, spaces and # otherwise than the server's engine.
   */
  private void characterClass() {
    out.append('[');
    at++;
    if (at < source.length() && source.charAt(at) == '^') {
      out.append('^');
      at++;
    }
    boolean first = true;
    while (at < source.length() && (first || source.charAt(at) != ']')) {
      classMember();
      first = false;
    }
    if (at >= source.length()) {
      throw new PatternSyntaxException(
          "missing terminating ] for character class", source, source.length());
    }
    out.append(']');
    at++;
  }

  private void classMember() {
    char c = source.charAt(at);
    if (source.startsWith("[:", at) && source.indexOf(":]", at + 2) > 0) {
      posixClass();
    } else if (c == '\\') {
      escape(true);
    } else {
      boolean special = c == '[' || c == '&' || c == ']' || c == '^';
      boolean ignored = extended && (Character.isWhitespace(c) || c == '#');
      out.append(special || ignored ? "\\" : "").append(c);
      at++;
    }
  }

  private void posixClass() {
    int close = source.indexOf(":]", at + 2);
    String name = source.substring(at + 2, close);
    boolean negated = name.startsWith("^");
    String bare = negated ? name.substring(1) : name;
    String java =
        switch (bare) {
          case "alpha" -> "Alpha";
          case "digit" -> "Digit";
          case "alnum" -> "Alnum";
          case "upper" -> "Upper";
          case "lower" -> "Lower";
          case "punct" -> "Punct";
          case "space" -> "Space";
          case "blank" -> "Blank";
          case "cntrl" -> "Cntrl";
          case "graph" -> "Graph";
          case "print" -> "Print";
          case "xdigit" -> "XDigit";
          case "ascii" -> "ASCII";
          case "word" -> "";
          default -> throw new PatternSyntaxException("unknown POSIX class name", source, at);
        };
    if (java.isEmpty()) {
      out.append(negated ? "\\W" : "\\w");
    } else {
      out.append(negated ? "\\P{" : "\\p{").append(java).append('}');
    }
    at = close + 2;
  }
}
