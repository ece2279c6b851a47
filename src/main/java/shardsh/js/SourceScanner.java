package shardsh.js;

import java.util.ArrayList;
import java.util.List;

/**
 * Cuts JavaScript into tokens, only as far as is needed to see what stands outside of all brackets
 * and what is left open at the end: the engine's parser does not say whether a template literal or
 * a block comment could go on.
 */
final class SourceScanner {
  /** What the text ends in the middle of. */
  enum End {
    CODE,
    TEMPLATE,
    BLOCK_COMMENT,
    STRING
  }

  /** A token outside of all brackets; brackets themselves are tokens of the level around them. */
  record Token(int start, int end, String text, boolean afterLineEnd) {}

  private static final String DIVISION_AFTER = ")]";
  private static final List<String> OPERATOR_WORDS =
      List.of(
          "return",
          "typeof",
          "case",
          "in",
          "of",
          "delete",
          "void",
          "throw",
          "new",
          "instanceof",
          "else",
          "do",
          "yield",
          "await");

  private final String text;
  private final List<Token> outside = new ArrayList<>();
  private final StringBuilder open = new StringBuilder();
  private End end = End.CODE;
  private boolean anyToken;
  private boolean afterLineEnd;
  private String last = "";
  private int at;

  private SourceScanner(String text) {
    this.text = text;
    scan();
  }

  static SourceScanner of(String text) {
    return new SourceScanner(text);
  }

  List<Token> outside() {
    return outside;
  }

  End end() {
    return end;
  }

  /** Whether there is nothing but white space and comments. */
  boolean isEmpty() {
    return !anyToken && end == End.CODE;
  }

  private void scan() {
    while (at < text.length() && end == End.CODE) {
      char c = text.charAt(at);
      if (c == '\n' || c == '\u2028' || c == '\u2029') {
        afterLineEnd = true;
        at++;
      } else if (Character.isWhitespace(c) || c == '\uFEFF') {
        at++;
      } else if (c == '/' && at + 1 < text.length() && text.charAt(at + 1) == '/') {
        lineComment();
      } else if (c == '/' && at + 1 < text.length() && text.charAt(at + 1) == '*') {
        blockComment();
      } else {
        token(c);
      }
    }
  }

  private void lineComment() {
    while (at < text.length() && text.charAt(at) != '\n') {
      at++;
    }
  }

  private void blockComment() {
    int close = text.indexOf("*/", at + 2);
    if (close < 0) {
      end = End.BLOCK_COMMENT;
      at = text.length();
      return;
    }
    afterLineEnd |= text.substring(at, close).indexOf('\n') >= 0;
    at = close + 2;
  }

  private void token(char c) {
    anyToken = true;
    int start = at;
    boolean isOutside = open.isEmpty();
    if (c == '"' || c == '\'') {
      string(c);
    } else if (c == '`') {
      open.append('`');
      at++;
      template();
    } else if (c == '/' && regexMayStart()) {
      regex();
    } else if (isWordPart(c)) {
      while (at < text.length() && isWordPart(text.charAt(at))) {
        at++;
      }
    } else {
      punctuation(c);
    }
    String token = text.substring(start, Math.min(at, text.length()));
    if (isOutside || open.isEmpty()) {
      outside.add(new Token(start, at, token, afterLineEnd));
    }
    last = token;
    afterLineEnd = false;
  }

  private void punctuation(char c) {
    at++;
    int top = open.length() - 1;
    if (c == '(' || c == '[' || c == '{') {
      open.append(c);
    } else if (c == '}' && top >= 0 && open.charAt(top) == '$') {
      open.setLength(top);
      template();
    } else if ((c == ')' || c == ']' || c == '}') && top >= 0) {
      open.setLength(top);
    }
  }

  private void string(char quote) {
    at++;
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c == quote) {
        return;
      }
      if (c == '\n') {
        end = End.STRING;
        return;
      }
      if (c == '\\') {
        at++;
      }
    }
    end = End.STRING;
  }

  /** Reads the characters of a template until it closes or an expression begins in it. */
  private void template() {
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c == '\\') {
        at++;
      } else if (c == '`') {
        open.setLength(open.length() - 1);
        return;
      } else if (c == '$' && at < text.length() && text.charAt(at) == '{') {
        at++;
        open.append('$');
        return;
      }
    }
    at = text.length();
    end = End.TEMPLATE;
  }

  private boolean regexMayStart() {
    if (last.isEmpty()) {
      return true;
    }
    char c = last.charAt(last.length() - 1);
    if (c == '}') {
      return afterLineEnd;
    }
    if (DIVISION_AFTER.indexOf(c) >= 0 || c == '"' || c == '\'' || c == '`') {
      return false;
    }
    return !isWordPart(c) || OPERATOR_WORDS.contains(last);
  }

  private void regex() {
    boolean inClass = false;
    at++;
    while (at < text.length() && text.charAt(at) != '\n') {
      char c = text.charAt(at++);
      if (c == '\\') {
        at++;
      } else if (c == '[') {
        inClass = true;
      } else if (c == ']') {
        inClass = false;
      } else if (c == '/' && !inClass) {
        return;
      }
    }
  }

  static boolean isWordPart(char c) {
    return Character.isJavaIdentifierPart(c) && c != 0 || c == '#';
  }
}
