package shardsh.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.cluster.Cluster;
import shardsh.core.cluster.ConnectionRefused;
import shardsh.js.Evaluation;
import shardsh.js.EvaluationError;
import shardsh.render.BsonInspect;
import shardsh.render.InspectOptions;
import shardsh.render.Role;
import shardsh.render.Span;
import shardsh.render.StyledLine;
import shardsh.render.ValueFormatter;

/** Errors as mongosh words and places them; our hint on a line of its own. */
final class Failures {
  private static final List<String> BARE_METHODS =
      List.of(
          "find",
          "findOne",
          "insertOne",
          "insertMany",
          "updateOne",
          "updateMany",
          "deleteOne",
          "deleteMany",
          "aggregate",
          "countDocuments",
          "createIndex");

  private Failures() {}

  static Failure of(EvaluationError error) {
    return of(error, Optional.empty(), Optional.empty(), List.of());
  }

  /**
   * @param meant what may have been meant; said unless the error itself says what to do
   * @param cluster whose processes and collections a hint may name
   * @param frames the calls that led to it, as they are to be shown
   */
  static Failure of(
      EvaluationError error,
      Optional<String> meant,
      Optional<Cluster> cluster,
      List<StyledLine> frames) {
    boolean isSyntax = error.kind() == EvaluationError.Kind.SYNTAX;
    String message = error.message() + (isSyntax ? position(error.place()) : "");
    String codeName = bracketed(error.codeName());
    List<StyledLine> hint =
        error
            .hint()
            .or(() -> ofBareMethod(error))
            .or(() -> meant)
            .or(() -> ErrorHints.of(error, cluster))
            .map(text -> cluster.map(known -> ExampleNames.in(text, known.names())).orElse(text))
            .map(text -> List.of(hint(text)))
            .orElse(List.of());
    List<StyledLine> more = joined(frames, joined(BulkErrorText.of(error), hint));
    return new Failure(
        joined(headed(error.name(), "", message), more),
        joined(headed(error.name(), codeName, message), joined(additional(error), more)),
        isSyntax ? error.place().map(Failures::codeFrame).orElse(List.of()) : List.of(),
        error.place().map(place -> SourceName.parse(place.source()).place(place)));
  }

  /** The calls of a stack, without the message above them. */
  static List<StyledLine> frames(String stack) {
    return stack
        .lines()
        .filter(line -> line.startsWith("    at "))
        .map(line -> StyledLine.of(SourceName.written(line), Role.DIM))
        .toList();
  }

  /** The only call that is known. */
  static List<StyledLine> frames(Place place) {
    String at = place.source() + ":" + place.line() + ":" + place.column();
    return List.of(StyledLine.of("    at " + at, Role.DIM));
  }

  /** What the server says besides, e.g. which rules of a validator a document breaks. */
  private static List<StyledLine> additional(EvaluationError error) {
    BsonValue info = error.details().get("errInfo");
    List<StyledLine> lines = new ArrayList<>();
    if (info == null) {
      return lines;
    }
    StyledLine first = StyledLine.of("Additional information: ");
    for (StyledLine line : ValueFormatter.format(BsonInspect.node(info), InspectOptions.DEEP)) {
      lines.add(first.plus(line));
      first = StyledLine.EMPTY;
    }
    return lines;
  }

  /** Pages write {@code find({…})} for short; here it needs its collection. */
  private static Optional<String> ofBareMethod(EvaluationError error) {
    return BARE_METHODS.stream()
        .filter(method -> error.message().equals(method + " is not defined"))
        .findFirst()
        .map(
            method ->
                "db.orders."
                    + method
                    + "(…), with the name of your collection in the place of orders");
  }

  /** A limit on one evaluation was reached. */
  static Failure of(Evaluation.Limit limit, SessionSettings settings) {
    String message =
        switch (limit) {
          case TIME ->
              "stopped after "
                  + settings.timeMax().map(time -> time.toMillis() + " ms").orElse("its time")
                  + "; --max-time-ms sets the limit";
          case MEMORY ->
              "stopped at "
                  + settings.memoryMegabytesMax().orElse(0)
                  + " MB of memory; --max-memory-mb sets the limit";
          case STATEMENTS ->
              "stopped after "
                  + settings.statementsMax().orElse(0)
                  + " statements; --max-statements sets the limit";
        };
    List<StyledLine> lines = headed("LimitReached", "", message);
    return new Failure(lines, lines, List.of(), Optional.empty());
  }

  /** What mongosh says after Ctrl+C stopped a loop. */
  static Failure interrupted() {
    List<StyledLine> lines = headed("Error", "", "Script execution was interrupted by `SIGINT`");
    return new Failure(lines, lines, List.of(), Optional.empty());
  }

  /** A command that failed outside of a program, e.g. while a cursor was printed. */
  static Failure of(CommandException e) {
    if (e.detail().filter(ConnectionRefused.class::isInstance).isPresent()) {
      return of("MongoNetworkError", e.getMessage(), Optional.empty());
    }
    String name = "MongoServerError";
    return new Failure(
        headed(name, "", e.getMessage()),
        headed(name, bracketed(Optional.of(e.errorCode().codeName())), e.getMessage()),
        List.of(),
        Optional.empty());
  }

  private static String bracketed(Optional<String> codeName) {
    return codeName.filter(text -> !text.isEmpty()).map(text -> "[" + text + "]").orElse("");
  }

  /** An error of the shell itself, e.g. of a word. */
  static Failure of(String name, String message, Optional<String> hint) {
    List<StyledLine> lines = new ArrayList<>(headed(name, "", message));
    hint.ifPresent(text -> lines.add(hint(text)));
    return new Failure(lines, lines, List.of(), Optional.empty());
  }

  private static List<StyledLine> headed(String name, String codeName, String message) {
    List<StyledLine> lines = new ArrayList<>();
    String[] rows = message.split("\n", -1);
    Span head = new Span(name, Role.ERROR);
    String rest = codeName + (message.isEmpty() ? "" : ": " + rows[0]);
    lines.add(rest.isEmpty() ? StyledLine.of(head) : StyledLine.of(head, Span.plain(rest)));
    for (int i = 1; i < rows.length; i++) {
      lines.add(StyledLine.of(rows[i]));
    }
    return lines;
  }

  private static StyledLine hint(String text) {
    return StyledLine.of("hint: " + text, Role.HINT);
  }

  private static List<StyledLine> joined(List<StyledLine> first, List<StyledLine> second) {
    List<StyledLine> lines = new ArrayList<>(first);
    lines.addAll(second);
    return lines;
  }

  /** mongosh counts columns from 0 here. */
  private static String position(Optional<EvaluationError.Place> place) {
    return place.map(at -> " (" + at.line() + ":" + Math.max(0, at.column() - 1) + ")").orElse("");
  }

  private static List<StyledLine> codeFrame(EvaluationError.Place place) {
    String number = String.valueOf(place.line());
    String margin = "  " + " ".repeat(number.length()) + " | ";
    return List.of(
        StyledLine.EMPTY,
        StyledLine.of("> " + number + " | " + place.lineText()),
        StyledLine.of(
            Span.plain(margin + " ".repeat(Math.max(0, place.column() - 1))),
            new Span("^", Role.ERROR)),
        StyledLine.EMPTY);
  }
}
