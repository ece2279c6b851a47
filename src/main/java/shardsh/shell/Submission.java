package shardsh.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import shardsh.core.trace.TraceEntry;
import shardsh.render.Role;
import shardsh.render.StyledLine;

/**
 * What came of one submitted text. What it printed while it ran went to the {@link ShellOutput} at
 * once and is not repeated here.
 *
 * @param outcome how it ended
 * @param value the value as the prompt prints it; one empty line for {@code undefined}, none where
 *     nothing is to be printed
 * @param isUndefined whether the value was {@code undefined}
 * @param failure present unless the outcome is DONE or QUIT
 * @param remarks what follows at the prompt: the routing line, a hint
 * @param trace what the text made happen in the cluster
 * @param exitStatus with QUIT the number given to {@code quit}, else 0
 */
public record Submission(
    Outcome outcome,
    List<StyledLine> value,
    boolean isUndefined,
    Optional<Failure> failure,
    List<StyledLine> remarks,
    List<TraceEntry> trace,
    int exitStatus) {
  public Submission {
    value = List.copyOf(value);
    remarks = List.copyOf(remarks);
    trace = List.copyOf(trace);
  }

  /** One that went well. */
  static Submission done(List<StyledLine> lines, boolean isUndefined) {
    return new Submission(
        Outcome.DONE, lines, isUndefined, Optional.empty(), List.of(), List.of(), 0);
  }

  static Submission quit(int status) {
    return new Submission(
        Outcome.QUIT, List.of(), true, Optional.empty(), List.of(), List.of(), status);
  }

  static Submission ended(Outcome outcome, Failure failure) {
    return new Submission(outcome, List.of(), true, Optional.of(failure), List.of(), List.of(), 0);
  }

  /** Value or error, then remarks: what the prompt shows after the printed output. */
  public List<StyledLine> lines() {
    List<StyledLine> lines = new ArrayList<>(value);
    failure.ifPresent(error -> lines.addAll(error.atPrompt()));
    lines.addAll(remarks);
    return lines;
  }

  /**
   * The same with the place of its failure as it stands in the text, where words are still words.
   */
  Submission asWrittenIn(ScriptText text) {
    return new Submission(
        outcome,
        value,
        isUndefined,
        failure.map(error -> error.place().map(at -> error.at(written(at, text))).orElse(error)),
        remarks,
        trace,
        exitStatus);
  }

  /** The same with its own words in another language. */
  Submission in(UnaryOperator<StyledLine> words) {
    return new Submission(
        outcome,
        hintsIn(words, value),
        isUndefined,
        failure.map(error -> error.in(words)),
        hintsIn(words, remarks),
        trace,
        exitStatus);
  }

  /** Values may say what they like: a hint is what was made one, whatever its text. */
  private static List<StyledLine> hintsIn(UnaryOperator<StyledLine> words, List<StyledLine> lines) {
    return lines.stream().map(line -> isHint(line) ? words.apply(line) : line).toList();
  }

  private static boolean isHint(StyledLine line) {
    return line.text().startsWith("hint: ") && line.spans().get(0).role() == Role.HINT;
  }

  /** The same with one more line after all others. */
  Submission withRemark(StyledLine remark) {
    List<StyledLine> more = new ArrayList<>(remarks);
    more.add(remark);
    return new Submission(outcome, value, isUndefined, failure, more, trace, exitStatus);
  }

  /** The same with that place for a failure of which no place is known. */
  Submission placedAt(Place where) {
    return new Submission(
        outcome,
        value,
        isUndefined,
        failure.map(error -> error.place().isPresent() ? error : error.at(where)),
        remarks,
        trace,
        exitStatus);
  }

  private static Place written(Place at, ScriptText text) {
    List<String> lines = text.text().lines().toList();
    int index = at.line() - text.firstLine();
    boolean isInside = at.source().equals(text.source()) && index >= 0 && index < lines.size();
    if (!isInside || lines.get(index).equals(at.text())) {
      return at;
    }
    return new Place(at.source(), at.line(), 1, lines.get(index));
  }
}
