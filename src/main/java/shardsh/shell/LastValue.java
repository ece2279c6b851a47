package shardsh.shell;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.bson.BsonValue;
import shardsh.js.EvaluationError;
import shardsh.js.ExtendedJson;
import shardsh.js.GuestValue;
import shardsh.js.JsEngine;
import shardsh.js.ShellInputException;
import shardsh.js.api.ShellResult;
import shardsh.render.Role;
import shardsh.render.StyledLine;

/** What the last text came to, and what was printed of it. */
final class LastValue {
  private static final List<String> TELLING = List.of("show", "why", "help", "it");

  private final SessionConfig config;
  private final SessionEngine engine;
  private final Supplier<Integer> width;

  private Optional<GuestValue> value = Optional.empty();
  private Optional<EvaluationError> error = Optional.empty();

  /** The word that the text was, if it was one that draws or tells something. */
  private Optional<DirectWords.Line> told = Optional.empty();

  /** What was printed as the value; null when nothing was. */
  private Printed printed;

  /** How the reply that the program got last would be printed; null until it is asked. */
  private List<StyledLine> reply;

  private record Printed(ShellResult result, List<StyledLine> lines) {}

  /**
   * @param width of the screen
   */
  LastValue(SessionConfig config, SessionEngine engine, Supplier<Integer> width) {
    this.config = config;
    this.engine = engine;
    this.width = width;
  }

  /** A text begins. */
  void forget(Optional<DirectWords.Line> word) {
    value = Optional.empty();
    error = Optional.empty();
    told = word.filter(line -> TELLING.contains(line.word().name()));
    printed = null;
    reply = null;
  }

  void is(GuestValue given) {
    value = Optional.of(given);
  }

  void is(EvaluationError thrown) {
    error = Optional.of(thrown);
  }

  /** Prints a value as mongosh does, and remembers that. */
  List<StyledLine> print(GuestValue given, boolean inFull) {
    ShellResult result = engine.api().result(given);
    List<StyledLine> lines = new ResultPrinter(config, inFull, width.get()).lines(result);
    printed = new Printed(result, lines);
    return lines;
  }

  /**
   * What was printed, if it is a reply that the program has not touched, gives way to a picture
   * that says the same.
   *
   * @param picture takes the picture of the last reply, if there is one
   */
  List<StyledLine> drawn(Supplier<Optional<List<StyledLine>>> picture) {
    if (printed.result() instanceof ShellResult.Plain
        && printed.lines().equals(linesOfLastReply())) {
      picture
          .get()
          .ifPresent(lines -> printed = new Printed(new ShellResult.Lines(lines, true), lines));
    }
    return printed.lines();
  }

  /** Whether the lines that were printed may be what the program wanted them to be. */
  boolean isOfProgram() {
    if (printed == null) {
      return false;
    }
    ShellResult result = printed.result();
    if (result instanceof ShellResult.Lines text) {
      return !text.isView();
    }
    boolean isFromServer = result instanceof ShellResult.Plain plain && plain.inFull();
    return isFromServer
        ? !printed.lines().equals(linesOfLastReply())
        : ResultPrinter.isOfTheProgram(result, printed.lines());
  }

  /** How the reply that the program got last would be printed, had it not touched it. */
  private List<StyledLine> linesOfLastReply() {
    if (reply == null) {
      reply = printedReply();
    }
    return reply;
  }

  private List<StyledLine> printedReply() {
    JsEngine current = engine.engine();
    BsonValue last = current.values().lastResult();
    if (last == null || !(last.isDocument() || last.isArray())) {
      return List.of();
    }
    return current.guarded(
        () -> {
          GuestValue wrapped = current.wrap(current.values().guest(last));
          return new ResultPrinter(config, false, width.get())
              .lines(new ShellResult.Plain(wrapped, true));
        });
  }

  /** Whether a page of documents was printed. */
  boolean isPage() {
    return printed != null && printed.result() instanceof ShellResult.Page;
  }

  /**
   * See {@link ShellSession#lastAsJson}.
   *
   * @throws shardsh.js.EndedException when looking at the value runs code that ends the text
   */
  Submission asJson(boolean canonical) {
    if (told.isPresent()) {
      return Submission.ended(Outcome.FAILED, JsonErrors.noValue(told.get()));
    }
    try {
      Optional<BsonValue> data =
          value
              .filter(given -> !given.isUndefined() && !given.isFunction())
              .flatMap(given -> engine.whileUsable(given::toData));
      return Submission.done(
          data.or(() -> error.map(JsonErrors::document))
              .map(found -> StyledLine.lines(ExtendedJson.text(found, !canonical, 2), Role.PLAIN))
              .orElse(List.of()),
          data.isEmpty());
    } catch (ShellInputException e) {
      return Submission.ended(Outcome.FAILED, JsonErrors.noValue(e));
    }
  }
}
