package shardsh.js.api;

import java.util.ArrayList;
import java.util.List;
import org.graalvm.polyglot.Value;
import shardsh.js.GuestValue;
import shardsh.js.JsEngine;
import shardsh.render.InspectOptions;
import shardsh.render.Role;
import shardsh.render.Span;
import shardsh.render.StyledLine;
import shardsh.render.ValueFormatter;

/** An error that is the value of a line, as mongosh prints it: no fields but the server's own. */
final class ErrorLines {
  private ErrorLines() {}

  static List<StyledLine> of(JsEngine engine, GuestValue error) {
    String codeName = error.text("codeName").map(name -> "[" + name + "]").orElse("");
    Span name = new Span(error.text("name").orElse("Error"), Role.ERROR);
    List<StyledLine> lines = new ArrayList<>();
    for (StyledLine line :
        StyledLine.lines(codeName + ": " + error.text("message").orElse(""), Role.PLAIN)) {
      lines.add(lines.isEmpty() ? StyledLine.of(name).plus(line) : line);
    }
    more(engine, error, "errInfo", "Additional information: ", lines);
    more(engine, error, "result", "Result: ", lines);
    more(engine, error, "writeErrors", "Write Errors: ", lines);
    return lines;
  }

  private static void more(
      JsEngine engine, GuestValue error, String field, String label, List<StyledLine> lines) {
    Value value = error.raw().getMember(field);
    if (value == null || value.isNull()) {
      return;
    }
    StyledLine first = StyledLine.of(label);
    for (StyledLine line :
        ValueFormatter.format(
            engine.wrap(value).inspect(InspectOptions.DEEP), InspectOptions.DEEP)) {
      lines.add(first.plus(line));
      first = StyledLine.EMPTY;
    }
  }
}
