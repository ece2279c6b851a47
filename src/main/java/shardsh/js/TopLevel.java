package shardsh.js;

import java.util.List;
import java.util.Optional;
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

  /** The name of the function or class whose declaration ends the text, if one does. */
  static Optional<String> declaredLast(String source) {
    if (!source.contains("function") && !source.contains("class")) {
      return Optional.empty();
    }
    List<Token> tokens = SourceScanner.of(source).outside();
    int end = tokens.size();
    while (end > 0 && tokens.get(end - 1).text().equals(";")) {
      end--;
    }
    if (end == 0 || !tokens.get(end - 1).text().equals("}")) {
      return Optional.empty();
    }
    for (int i = end - 1; i >= 0; i--) {
      String word = tokens.get(i).text();
      if (word.equals("function") || word.equals("class")) {
        return nameOf(tokens.subList(0, end), i);
      }
    }
    return Optional.empty();
  }

  /**
   * Where the last statement begins. A line that cannot begin one, such as {@code .limit(2)}, goes
   * on with the one before; so does a bracket.
   */
  static int lastStatement(String source) {
    List<Token> tokens = SourceScanner.of(source).outside();
    int end = tokens.size();
    while (end > 0 && tokens.get(end - 1).text().equals(";")) {
      end--;
    }
    for (int i = end - 1; i >= 0; i--) {
      if (SourceScanner.isWordPart(tokens.get(i).text().charAt(0)) && isStatement(tokens, i)) {
        return tokens.get(i).start();
      }
    }
    return end > 0 ? tokens.get(0).start() : 0;
  }

  /** The name of a declaration that begins there and whose first block ends the tokens. */
  private static Optional<String> nameOf(List<Token> tokens, int index) {
    boolean isAsync = index > 0 && tokens.get(index - 1).text().equals("async");
    boolean isGenerator = index + 1 < tokens.size() && tokens.get(index + 1).text().equals("*");
    int name = isGenerator ? index + 2 : index + 1;
    int firstEnd = name;
    while (firstEnd < tokens.size() && !tokens.get(firstEnd).text().equals("}")) {
      firstEnd++;
    }
    return isStatement(tokens, isAsync ? index - 1 : index)
            && firstEnd == tokens.size() - 1
            && isName(tokens.get(name))
        ? Optional.of(tokens.get(name).text())
        : Optional.empty();
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
