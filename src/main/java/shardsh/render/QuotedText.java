package shardsh.render;

import java.util.Locale;

/** Strings in quotes as Node writes them: single quotes unless other ones need no escapes. */
final class QuotedText {
  private QuotedText() {}

  static String of(String value) {
    char quote = '\'';
    if (value.indexOf('\'') >= 0) {
      if (value.indexOf('"') < 0) {
        quote = '"';
      } else if (value.indexOf('`') < 0 && !value.contains("${")) {
        quote = '`';
      }
    }
    StringBuilder out = new StringBuilder(value.length() + 2).append(quote);
    appendEscaped(value, quote == '\'', out);
    return out.append(quote).toString();
  }

  /** The text with everything escaped that a single-quoted string escapes, without quotes. */
  static String escaped(String value) {
    StringBuilder out = new StringBuilder(value.length());
    appendEscaped(value, true, out);
    return out.toString();
  }

  private static void appendEscaped(String value, boolean singleQuotes, StringBuilder out) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (Character.isHighSurrogate(c)
          && i + 1 < value.length()
          && Character.isLowSurrogate(value.charAt(i + 1))) {
        out.append(c).append(value.charAt(++i));
      } else if (Character.isSurrogate(c)) {
        out.append("\\u").append(Integer.toHexString(c));
      } else if (c < 0x20 || c == '\\' || c == '\'' && singleQuotes || c >= 0x7F && c < 0xA0) {
        appendEscape(c, out);
      } else {
        out.append(c);
      }
    }
  }

  private static void appendEscape(char c, StringBuilder out) {
    switch (c) {
      case '\b' -> out.append("\\b");
      case '\t' -> out.append("\\t");
      case '\n' -> out.append("\\n");
      case '\f' -> out.append("\\f");
      case '\r' -> out.append("\\r");
      case '\'' -> out.append("\\'");
      case '\\' -> out.append("\\\\");
      default -> out.append(String.format(Locale.ROOT, "\\x%02X", (int) c));
    }
  }
}
