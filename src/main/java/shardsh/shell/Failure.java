package shardsh.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import shardsh.js.ShellInputException;
import shardsh.render.Role;
import shardsh.render.StyledLine;

/**
 * What went wrong in a submission.
 *
 * @param message name, message, details and our hint, as {@code --eval} and script files show it
 * @param coded the same with the code name in brackets, as pipes and the prompt show it
 * @param frame the line with the place marked, for the prompt, where nothing else shows it; may be
 *     empty
 * @param place where it happened, if that is known
 */
public record Failure(
    List<StyledLine> message,
    List<StyledLine> coded,
    List<StyledLine> frame,
    Optional<Place> place) {
  public Failure {
    message = List.copyOf(message);
    coded = List.copyOf(coded);
    frame = List.copyOf(frame);
    Objects.requireNonNull(place);
  }

  /** As the prompt shows it: a text of several lines begins on a line of its own. */
  public List<StyledLine> atPrompt() {
    List<StyledLine> lines = new ArrayList<>();
    if (!frame.isEmpty() || linesOfMessage() > 1) {
      lines.add(StyledLine.of("Uncaught:"));
    }
    lines.addAll(coded);
    lines.addAll(frame);
    return lines;
  }

  /** The same with a line of ours after it. */
  Failure withHint(String hint) {
    StyledLine line = StyledLine.of("hint: " + hint, Role.HINT);
    List<StyledLine> plain = new ArrayList<>(message);
    List<StyledLine> bracketed = new ArrayList<>(coded);
    plain.add(line);
    bracketed.add(line);
    return new Failure(plain, bracketed, frame, place);
  }

  /**
   * The same in the language of the learner, as far as it is ours: what servers say stays.
   *
   * @param words puts a line into that language
   */
  Failure in(UnaryOperator<StyledLine> words) {
    return new Failure(own(message, words), own(coded, words), frame, place);
  }

  private static List<StyledLine> own(List<StyledLine> lines, UnaryOperator<StyledLine> words) {
    return lines.stream().map(line -> isOwn(line) ? words.apply(line) : line).toList();
  }

  private static boolean isOwn(StyledLine line) {
    String text = line.text();
    return text.startsWith("hint: ")
        || text.startsWith("ShardshError: ")
        || text.startsWith("LimitReached: ");
  }

  /** The same with its place. */
  Failure at(Place where) {
    return new Failure(message, coded, frame, Optional.of(where));
  }

  /** The same as an error that a program can catch. */
  ShellInputException asInputError() {
    String first = message.get(0).text();
    int colon = first.indexOf(": ");
    return colon < 0
        ? new ShellInputException(first, "", "")
        : new ShellInputException(first.substring(0, colon), first.substring(colon + 2), "");
  }

  private long linesOfMessage() {
    return coded.stream()
        .filter(line -> line.spans().stream().noneMatch(span -> span.role() == Role.HINT))
        .count();
  }
}
