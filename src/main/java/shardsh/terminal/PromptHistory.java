package shardsh.terminal;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jline.reader.impl.history.DefaultHistory;
import shardsh.shell.Completeness;
import shardsh.shell.HistoryRule;
import shardsh.shell.PromptChoices;
import shardsh.shell.StatementReader;

/**
 * What Up and Ctrl+R go through. As in mongosh an input of several lines comes back joined, unless
 * that would change its meaning; inputs that may hold a secret are not kept.
 */
final class PromptHistory extends DefaultHistory {
  private final HistoryFile file;
  private final Function<String, Completeness> completeness;
  private final Supplier<PromptChoices> choices;

  /**
   * @param choices asked for with every input, since the user can change them
   */
  PromptHistory(
      HistoryFile file,
      Function<String, Completeness> completeness,
      Supplier<PromptChoices> choices) {
    this.file = file;
    this.completeness = completeness;
    this.choices = choices;
  }

  /** Takes the entries of former sessions. */
  void fill() {
    Instant start = Instant.EPOCH;
    for (String entry : file.load(choices.get().historyLength())) {
      super.add(start, entry);
    }
  }

  /** The statements of a paste are entries of their own, as if each had been typed. */
  @Override
  public void add(Instant time, String text) {
    if (text.indexOf('\n') < 0) {
      addOne(time, text);
      return;
    }
    StatementReader statements = new StatementReader(new StringReader(text), completeness);
    try {
      for (Optional<StatementReader.Statement> next = statements.next();
          next.isPresent();
          next = statements.next()) {
        addOne(time, next.get().text());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void addOne(Instant time, String line) {
    String input = HistoryRule.kept(joined(line.strip()), choices.get().redactHistory()).orElse("");
    if (input.isEmpty()) {
      return;
    }
    boolean repeated = !isEmpty() && get(last()).equals(input);
    super.add(time, input);
    if (!repeated) {
      file.append(input);
    }
  }

  private String joined(String input) {
    if (input.indexOf('\n') < 0) {
      return input;
    }
    StringBuilder joined = new StringBuilder();
    for (String line : input.split("\n")) {
      joined.append(joined.length() == 0 ? "" : " ").append(line.strip());
    }
    boolean harmless =
        joined.indexOf("//") < 0
            && joined.indexOf("`") < 0
            && completeness.apply(joined.toString()) == Completeness.COMPLETE;
    return harmless ? joined.toString() : input;
  }
}
