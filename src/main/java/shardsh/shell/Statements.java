package shardsh.shell;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import shardsh.js.JsEngine;

/** A text cut into what a prompt would have taken as one input each. */
final class Statements {
  private Statements() {}

  static List<String> of(String text, JsEngine engine) {
    StatementReader reader =
        new StatementReader(
            new StringReader(text), part -> Completeness.valueOf(engine.completeness(part).name()));
    List<String> statements = new ArrayList<>();
    try {
      for (Optional<StatementReader.Statement> next = reader.next();
          next.isPresent();
          next = reader.next()) {
        statements.add(next.get().text());
      }
    } catch (IOException e) {
      throw new IllegalStateException("reading from text failed", e);
    }
    return statements;
  }
}
