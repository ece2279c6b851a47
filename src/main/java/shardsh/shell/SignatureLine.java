package shardsh.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import shardsh.js.api.MethodInfo;
import shardsh.render.Role;
import shardsh.render.Span;
import shardsh.render.StyledLine;
import shardsh.shell.CursorPlace.Call;

/**
 * How the method is called whose arguments are being typed, the argument at the cursor marked, and
 * what it does: the lines of its help. Inside the argument of an operator, those about that one.
 */
final class SignatureLine {
  private final ShellObjects objects;

  SignatureLine(ShellObjects objects) {
    this.objects = objects;
  }

  /** Empty where no method of the shell is being called. */
  Optional<StyledLine> at(String before) {
    CursorPlace cursor = CursorPlace.of(before);
    Optional<Call> call = cursor.call();
    if (call.isEmpty()) {
      return ofWord(before);
    }
    Optional<StyledLine> operator = new OperatorLine(objects).at(cursor);
    if (operator.isPresent()) {
      return operator;
    }
    Optional<MethodInfo> method = objects.method(call.get().callee());
    return method.map(info -> line(info, call.get().argument()));
  }

  private static Optional<StyledLine> ofWord(String before) {
    String input = before.stripLeading();
    int blank = input.indexOf(' ');
    if (blank < 0) {
      return Optional.empty();
    }
    return DirectWords.match(input)
        .map(DirectWords.Line::word)
        .map(word -> StyledLine.of(word.usage() + "  " + word.help(), Role.DIM));
  }

  private static StyledLine line(MethodInfo method, int argument) {
    UsageExample example = UsageExample.of(method.usage(), method.name());
    List<Span> spans = new ArrayList<>();
    String text = method.usage();
    int end = 0;
    if (argument < example.arguments().size()) {
      UsageExample.Range marked = example.arguments().get(argument);
      spans.add(new Span(text.substring(0, marked.start()), Role.DIM));
      spans.add(new Span(text.substring(marked.start(), marked.end()), Role.MATCH));
      end = marked.end();
    }
    spans.add(new Span(text.substring(end) + "  " + method.help(), Role.DIM));
    return new StyledLine(spans);
  }
}
