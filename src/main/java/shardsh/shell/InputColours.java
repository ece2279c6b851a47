package shardsh.shell;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import shardsh.core.cluster.OperatorReference;
import shardsh.render.Role;
import shardsh.render.Span;
import shardsh.shell.InputTokens.Kind;
import shardsh.shell.InputTokens.Token;

/**
 * The meanings of the parts of an input: strings, numbers, keywords and comments of JavaScript,
 * operators of MongoDB, the bracket at the cursor with the one that belongs to it.
 */
public final class InputColours {
  private static final Set<String> KEYWORDS =
      new TreeSet<>(
          List.of(
              ("async await break case catch class const continue default delete do else extends"
                      + " finally for function if in instanceof let new of return static super"
                      + " switch this throw try typeof var void while yield")
                  .split(" ")));
  private static final Set<String> LITERALS =
      new TreeSet<>(List.of("true", "false", "null", "undefined", "NaN", "Infinity"));

  /** Looked up only when something begins with a dollar sign: the tables load many classes. */
  private static final class Operators {
    static final Set<String> NAMES = new TreeSet<>();

    static {
      for (OperatorReference.Family family : OperatorReference.families()) {
        NAMES.addAll(family.complete());
        NAMES.addAll(family.partial().keySet());
      }
    }
  }

  private InputColours() {}

  /** Whether it is a word of JavaScript that names nothing. */
  static boolean isKeyword(String word) {
    return KEYWORDS.contains(word);
  }

  /** The text in pieces; joined they give the text again. */
  public static List<Span> of(String text) {
    return of(text, -1);
  }

  /**
   * The same with the brackets at the cursor marked, and those that close nothing.
   *
   * @param cursor a place in the text; -1 for nowhere
   */
  public static List<Span> of(String text, int cursor) {
    List<Token> tokens = InputTokens.of(text);
    Role[] marks = marks(text, tokens, cursor);
    List<Span> spans = new ArrayList<>();
    for (int i = 0; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      Role role = marks[i] == null ? role(text, tokens, i) : marks[i];
      spans.add(new Span(token.in(text), role));
    }
    return spans;
  }

  private static Role role(String text, List<Token> tokens, int i) {
    Token token = tokens.get(i);
    return switch (token.kind()) {
      case STRING -> isOperator(text, tokens, i) ? Role.SPECIAL : Role.STRING;
      case TEMPLATE -> Role.STRING;
      case COMMENT -> Role.DIM;
      case NUMBER -> Role.NUMBER;
      case REGEX -> Role.REGEX;
      case WORD -> isOperator(text, tokens, i) ? Role.SPECIAL : wordRole(text, token);
      case SPACE, MARK -> Role.PLAIN;
    };
  }

  private static Role wordRole(String text, Token token) {
    boolean isMember = token.start() > 0 && text.charAt(token.start() - 1) == '.';
    String word = token.in(text);
    if (isMember) {
      return Role.PLAIN;
    }
    if (LITERALS.contains(word)) {
      return Role.BOOLEAN;
    }
    return isKeyword(word) ? Role.KEYWORD : Role.PLAIN;
  }

  /** Whether it is the name of a field and an operator that the model knows. */
  private static boolean isOperator(String text, List<Token> tokens, int i) {
    Token token = tokens.get(i);
    int start = token.kind() == Kind.STRING ? token.start() + 1 : token.start();
    if (token.isOpen() || start >= text.length() || text.charAt(start) != '$') {
      return false;
    }
    int next = i + 1;
    while (next < tokens.size() && tokens.get(next).kind() == Kind.SPACE) {
      next++;
    }
    boolean isField = next == tokens.size() || text.charAt(tokens.get(next).start()) == ':';
    int end = token.kind() == Kind.STRING ? token.end() - 1 : token.end();
    return isField && Operators.NAMES.contains(text.substring(start, end));
  }

  /** The roles of brackets that are more than plain. */
  private static Role[] marks(String text, List<Token> tokens, int cursor) {
    Role[] marks = new Role[tokens.size()];
    Deque<Integer> open = new ArrayDeque<>();
    int[] pairs = new int[tokens.size()];
    for (int i = 0; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      char c = text.charAt(token.start());
      pairs[i] = -1;
      if (token.kind() != Kind.MARK) {
        continue;
      }
      if ("([{".indexOf(c) >= 0) {
        open.push(i);
      } else if (")]}".indexOf(c) >= 0) {
        boolean fits =
            !open.isEmpty()
                && "([{".indexOf(text.charAt(tokens.get(open.peek()).start())) == ")]}".indexOf(c);
        if (fits) {
          pairs[i] = open.pop();
          pairs[pairs[i]] = i;
        } else {
          marks[i] = Role.ERROR;
        }
      }
    }
    markPair(tokens, pairs, cursor, marks);
    return marks;
  }

  /** The bracket under the cursor counts before the one to its left. */
  private static void markPair(List<Token> tokens, int[] pairs, int cursor, Role[] marks) {
    for (int place : new int[] {cursor, cursor - 1}) {
      for (int i = 0; i < pairs.length; i++) {
        if (pairs[i] >= 0 && tokens.get(i).start() == place) {
          marks[i] = Role.MATCH;
          marks[pairs[i]] = Role.MATCH;
          return;
        }
      }
    }
  }
}
