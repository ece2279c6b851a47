package shardsh.js;

import java.util.List;
import shardsh.js.SourceScanner.Token;

/**
 * Makes names that are declared outside of all brackets declarable again: {@code let} and {@code
 * const} become {@code var}, {@code class A {…}} becomes {@code var A = class A {…};}. mongosh
 * allows the same at its prompt.
 */
final class TopLevel {
  private final StringBuilder out = new StringBuilder();
  private final String source;
  private int copied;

  private TopLevel(String source) {
    this.source = source;
  }

  /**
   * The rewritten text. Everything stays on its line; only what follows a class's name on the same
   * line moves to the right.
   */
  static String redeclarable(String source) {
    if (!source.contains("let") && !source.contains("const") && !source.contains("class")) {
      return source;
    }
    return new TopLevel(source).rewritten(SourceScanner.of(source).outside());
  }

  private String rewritten(List<Token> tokens) {
    for (int i = 0; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      boolean afterDot = i > 0 && tokens.get(i - 1).text().equals(".");
      if (afterDot || i + 1 == tokens.size()) {
        continue;
      }
      Token next = tokens.get(i + 1);
      if (token.text().equals("let") && startsBinding(next)) {
        replace(token, "var");
      } else if (token.text().equals("const") && startsBinding(next)) {
        replace(token, "var  ");
      } else if (token.text().equals("class") && isStatement(tokens, i) && isName(next)) {
        rewriteClass(tokens, i);
      }
    }
    return out.append(source, copied, source.length()).toString();
  }

  private void replace(Token token, String text) {
    out.append(source, copied, token.start()).append(text);
    copied = token.end();
  }

  private void rewriteClass(List<Token> tokens, int index) {
    out.append(source, copied, tokens.get(index).start());
    copied = tokens.get(index).start();
    out.append("var ").append(tokens.get(index + 1).text()).append(" = ");
    for (int i = index + 2; i < tokens.size(); i++) {
      if (tokens.get(i).text().equals("}")) {
        out.append(source, copied, tokens.get(i).end()).append(';');
        copied = tokens.get(i).end();
        return;
      }
    }
  }

  private static boolean startsBinding(Token token) {
    return isName(token) || token.text().equals("[") || token.text().equals("{");
  }

  private static boolean isName(Token token) {
    char first = token.text().charAt(0);
    return Character.isJavaIdentifierStart(first)
        && !token.text().equals("in")
        && !token.text().equals("of")
        && !token.text().equals("instanceof")
        && !token.text().equals("extends");
  }

  /** Whether the token begins a statement rather than stands in an expression. */
  private static boolean isStatement(List<Token> tokens, int index) {
    if (index == 0) {
      return true;
    }
    String before = tokens.get(index - 1).text();
    if (before.equals(";") || before.equals("}")) {
      return true;
    }
    char last = before.charAt(before.length() - 1);
    boolean endsExpression = SourceScanner.isWordPart(last) || ")]\"'`".indexOf(last) >= 0;
    return tokens.get(index).afterLineEnd() && endsExpression;
  }
}
