package shardsh.shell;

import java.util.ArrayList;
import java.util.List;
import shardsh.shell.CursorPlace.Call;
import shardsh.shell.InputTokens.Kind;
import shardsh.shell.InputTokens.Token;

/** The calls of an input with their arguments, as far as those can be read off it. */
final class TypedCalls {
  /** Longer inputs are programs, which are not read as lines are. */
  private static final int LENGTH_MAX = 2_000;

  private TypedCalls() {}

  /** In the order in which they end; none of a program. */
  static List<Call> of(String text) {
    if (text.length() > LENGTH_MAX) {
      return List.of();
    }
    List<Call> calls = new ArrayList<>();
    for (Token token : InputTokens.of(text)) {
      if (token.kind() == Kind.MARK && text.charAt(token.start()) == ')') {
        CursorPlace.of(text.substring(0, token.start()) + ",").call().ifPresent(calls::add);
      }
    }
    return calls;
  }
}
