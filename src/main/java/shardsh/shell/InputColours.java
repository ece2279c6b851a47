package shardsh.shell;

import java.util.ArrayList;
import java.util.List;
import shardsh.render.Role;
import shardsh.render.Span;

/** The meanings of the parts of an input: strings, numbers, keywords and comments of JavaScript. */
public final class InputColours {
  private static final List<String> KEYWORDS =
      List.of(
          "async",
          "await",
          "break",
          "case",
          "catch",
          "class",
          "const",
          "continue",
          "default",
          "delete",
          "do",
          "else",
          "finally",
          "for",
          "function",
          "if",
          "in",
          "instanceof",
          "let",
          "new",
          "of",
          "return",
          "switch",
          "this",
          "throw",
          "try",
          "typeof",
          "var",
          "void",
          "while");
  private static final List<String> LITERALS =
      List.of("true", "false", "null", "undefined", "NaN", "Infinity");

  private InputColours() {}

  /** The text in pieces; joined they give the text again. */
  public static List<Span> of(String text) {
    List<Span> spans = new ArrayList<>();
    int at = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      int end = at + 1;
      Role role = Role.PLAIN;
      if (c == '"' || c == '\'' || c == '`') {
        end = endOfString(text, at);
        role = Role.STRING;
      } else if (text.startsWith("//", at)) {
        int lineEnd = text.indexOf('\n', at);
        end = lineEnd < 0 ? text.length() : lineEnd;
        role = Role.DIM;
      } else if (text.startsWith("/*", at)) {
        int close = text.indexOf("*/", at + 2);
        end = close < 0 ? text.length() : close + 2;
        role = Role.DIM;
      } else if (Character.isDigit(c)) {
        end = endOfWord(text, at);
        role = Role.NUMBER;
      } else if (Character.isJavaIdentifierStart(c)) {
        end = endOfWord(text, at);
        role = wordRole(text, at, end);
      }
      spans.add(new Span(text.substring(at, end), role));
      at = end;
    }
    return spans;
  }

  private static int endOfString(String text, int start) {
    char quote = text.charAt(start);
    for (int i = start + 1; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\') {
        i++;
      } else if (c == quote) {
        return i + 1;
      } else if (c == '\n' && quote != '`') {
        return i;
      }
    }
    return text.length();
  }

  private static int endOfWord(String text, int start) {
    int end = start + 1;
    while (end < text.length() && Character.isJavaIdentifierPart(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static Role wordRole(String text, int start, int end) {
    boolean isMember = start > 0 && text.charAt(start - 1) == '.';
    String word = text.substring(start, end);
    if (isMember) {
      return Role.PLAIN;
    }
    if (LITERALS.contains(word)) {
      return Role.BOOLEAN;
    }
    return KEYWORDS.contains(word) ? Role.KEYWORD : Role.PLAIN;
  }
}
