package shardsh.shell;

import java.util.ArrayList;
import java.util.List;

/**
 * Cuts an input into pieces that joined give it again: for colours, for brackets that belong
 * together and for what can stand at the cursor. Never fails, since most inputs are unfinished.
 */
final class InputTokens {
  /** What a piece is; a template is cut at the expressions in it. */
  enum Kind {
    SPACE,
    WORD,
    NUMBER,
    STRING,
    TEMPLATE,
    COMMENT,
    REGEX,
    MARK
  }

  /**
   * One piece.
   *
   * @param isOpen whether its end is missing: the input ends in the middle of it
   */
  record Token(Kind kind, int start, int end, boolean isOpen) {
    String in(String text) {
      return text.substring(start, end);
    }
  }

  private static final List<String> WORDS_BEFORE_REGEX =
      List.of("return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "else");

  private final String text;
  private final List<Token> tokens = new ArrayList<>();

  /** Open brackets; {@code $} for an expression inside of a template. */
  private final StringBuilder open = new StringBuilder();

  private boolean isOpen;
  private int at;

  private InputTokens(String text) {
    this.text = text;
  }

  static List<Token> of(String text) {
    InputTokens cut = new InputTokens(text);
    while (cut.at < text.length()) {
      cut.next();
    }
    return cut.tokens;
  }

  private void next() {
    int start = at;
    isOpen = false;
    Kind kind = read(text.charAt(at));
    tokens.add(new Token(kind, start, at, isOpen));
  }

  private Kind read(char c) {
    if (Character.isWhitespace(c)) {
      at = skipWhile(Character::isWhitespace);
      return Kind.SPACE;
    }
    if (c == '"' || c == '\'') {
      string(c);
      return Kind.STRING;
    }
    if (c == '`') {
      at++;
      template();
      return Kind.TEMPLATE;
    }
    if (c == '/' && at + 1 < text.length() && "/*".indexOf(text.charAt(at + 1)) >= 0) {
      comment(text.charAt(at + 1) == '*');
      return Kind.COMMENT;
    }
    if (c == '/' && regexMayStart()) {
      regex();
      return Kind.REGEX;
    }
    if (Character.isDigit(c)) {
      at = skipWhile(InputTokens::isWordPart);
      return Kind.NUMBER;
    }
    if (isWordPart(c)) {
      at = skipWhile(InputTokens::isWordPart);
      return Kind.WORD;
    }
    return mark(c);
  }

  private interface Test {
    boolean holds(char c);
  }

  private int skipWhile(Test test) {
    int end = at;
    while (end < text.length() && test.holds(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static boolean isWordPart(char c) {
    return c > 0 && Character.isJavaIdentifierPart(c);
  }

  private Kind mark(char c) {
    at++;
    int top = open.length() - 1;
    if (c == '(' || c == '[' || c == '{') {
      open.append(c);
    } else if (c == '}' && top >= 0 && open.charAt(top) == '$') {
      open.setLength(top);
      template();
      return Kind.TEMPLATE;
    } else if ((c == ')' || c == ']' || c == '}') && top >= 0 && open.charAt(top) != '$') {
      open.setLength(top);
    }
    return Kind.MARK;
  }

  private void string(char quote) {
    at++;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '\n') {
        isOpen = true;
        return;
      }
      at++;
      if (c == quote) {
        return;
      }
      if (c == '\\' && at < text.length()) {
        at++;
      }
    }
    isOpen = true;
  }

  private void template() {
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c == '\\' && at < text.length()) {
        at++;
      } else if (c == '`') {
        return;
      } else if (c == '$' && at < text.length() && text.charAt(at) == '{') {
        at++;
        open.append('$');
        return;
      }
    }
    isOpen = true;
  }

  private void comment(boolean isBlock) {
    int end = text.indexOf(isBlock ? "*/" : "\n", at + 2);
    // The end of a line ends such a comment; where there is none yet, what is typed belongs to it.
    isOpen = end < 0;
    at = end < 0 ? text.length() : isBlock ? end + 2 : end;
  }

  private void regex() {
    boolean inClass = false;
    isOpen = true;
    at++;
    while (at < text.length() && text.charAt(at) != '\n') {
      char c = text.charAt(at++);
      if (c == '\\' && at < text.length()) {
        at++;
      } else if (c == '[') {
        inClass = true;
      } else if (c == ']') {
        inClass = false;
      } else if (c == '/' && !inClass) {
        isOpen = false;
        at = skipWhile(Character::isLetter);
        return;
      }
    }
  }

  private boolean regexMayStart() {
    for (int i = tokens.size() - 1; i >= 0; i--) {
      Token before = tokens.get(i);
      switch (before.kind()) {
        case SPACE, COMMENT -> {}
        case WORD -> {
          return WORDS_BEFORE_REGEX.contains(before.in(text));
        }
        case NUMBER, STRING, REGEX -> {
          return false;
        }
        case TEMPLATE -> {
          return text.charAt(before.end() - 1) == '{';
        }
        case MARK -> {
          return ")]}".indexOf(text.charAt(before.start())) < 0;
        }
      }
    }
    return true;
  }
}
