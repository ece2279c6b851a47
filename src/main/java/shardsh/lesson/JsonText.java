package shardsh.lesson;

import java.util.Locale;
import java.util.StringJoiner;

/** A tree as JSON text, and strings in its quotes. */
final class JsonText {
  private JsonText() {}

  static String of(SourceNode node) {
    return switch (node.kind()) {
      case NULL -> "null";
      case TEXT -> quoted(node.raw());
      case BOOLEAN -> node.raw().toLowerCase(Locale.ROOT);
      case NUMBER -> node.isWrittenWhole() ? node.number().toPlainString() : fraction(node);
      case LIST -> {
        StringJoiner items = new StringJoiner(", ", "[", "]");
        node.items().forEach(item -> items.add(of(item)));
        yield items.toString();
      }
      case MAP -> {
        StringJoiner fields = new StringJoiner(", ", "{", "}");
        node.fields().forEach((name, value) -> fields.add(quoted(name) + ": " + of(value)));
        yield fields.toString();
      }
    };
  }

  private static String fraction(SourceNode node) {
    String text = node.number().toString();
    return text.indexOf('.') < 0 && text.indexOf('E') < 0 ? text + ".0" : text;
  }

  /**
   * A string in double quotes. What YAML does not take as it is, is escaped, so that the result is
   * good JSON and good YAML.
   */
  static String quoted(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (isSafe(c) || isPair(text, i)) {
            out.append(c);
          } else {
            out.append(String.format("\\u%04x", (int) c));
          }
        }
      }
    }
    return out.append('"').toString();
  }

  private static boolean isSafe(char c) {
    return c >= ' ' && c < 0x7f
        || c >= 0xa0 && c < 0xd800 && c != 0x2028 && c != 0x2029
        || c >= 0xe000 && c <= 0xfffd && c != 0xfeff;
  }

  /** Whether the character is half of a good surrogate pair. */
  private static boolean isPair(String text, int at) {
    char c = text.charAt(at);
    return Character.isHighSurrogate(c)
        ? at + 1 < text.length() && Character.isLowSurrogate(text.charAt(at + 1))
        : Character.isLowSurrogate(c) && at > 0 && Character.isHighSurrogate(text.charAt(at - 1));
  }
}
