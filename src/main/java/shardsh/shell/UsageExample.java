package shardsh.shell;

import java.util.ArrayList;
import java.util.List;
import shardsh.shell.InputTokens.Kind;
import shardsh.shell.InputTokens.Token;

/**
 * The example in a method's help, taken apart: its last call is the method's own. The table of
 * methods has no other word on arguments, so what stands in the example says what they are.
 *
 * @param arguments where each begins and ends in the text
 */
record UsageExample(String text, List<Range> arguments) {

  /** A part of the text. */
  record Range(int start, int end) {}

  static UsageExample of(String usage, String method) {
    List<Token> tokens = InputTokens.of(usage);
    int open = bracketOf(usage, tokens, method);
    List<Range> arguments = new ArrayList<>();
    int depth = 0;
    int start = -1;
    for (int i = Math.max(open, 0); i < tokens.size() && open >= 0; i++) {
      Token token = tokens.get(i);
      char c = token.kind() == Kind.MARK ? usage.charAt(token.start()) : ' ';
      if ("([{".indexOf(c) >= 0 && ++depth == 1) {
        start = token.end();
        continue;
      }
      boolean ends = ")]}".indexOf(c) >= 0 && --depth == 0;
      if (ends || c == ',' && depth == 1) {
        add(usage, start, token.start(), arguments);
        start = token.end();
      }
      if (ends) {
        break;
      }
    }
    return new UsageExample(usage, arguments);
  }

  /** The bracket behind the last mention of the method; -1 for none. */
  private static int bracketOf(String usage, List<Token> tokens, String method) {
    int found = -1;
    for (int i = 0; i + 1 < tokens.size(); i++) {
      boolean isCall = usage.charAt(tokens.get(i + 1).start()) == '(';
      if (isCall && tokens.get(i).in(usage).equals(method)) {
        found = i + 1;
      }
    }
    return found;
  }

  private static void add(String usage, int from, int to, List<Range> arguments) {
    int start = from;
    int end = to;
    while (start < end && usage.charAt(start) == ' ') {
      start++;
    }
    while (end > start && usage.charAt(end - 1) == ' ') {
      end--;
    }
    if (end > start) {
      arguments.add(new Range(start, end));
    }
  }

  /** The example's argument at that place; empty for none. */
  String argument(int index) {
    if (index >= arguments.size()) {
      return "";
    }
    return text.substring(arguments.get(index).start(), arguments.get(index).end());
  }
}
