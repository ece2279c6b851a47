package shardsh.shell;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Cuts a text into what a prompt would have taken as one input each: lines are collected until they
 * are complete. Blank lines and comments between inputs are passed over.
 *
 * <p>A line that begins with {@code .method} or {@code else} goes on the input before it, if it has
 * arrived when that input is complete. mongosh cannot do that, and files piped to it fail there.
 */
public final class StatementReader {
  /** Up to this length every line asks for completeness; beyond, only when it seems balanced. */
  private static final int SHORT_TEXT_MAX = 8_000;

  private static final int LOOK_AHEAD = 256;
  private static final Pattern CONTINUATION =
      Pattern.compile(
          "\\s*(?:\\?\\.|\\.(?!(?:break|clear|editor|exit|help|load|save)(?![\\w$(]))[A-Za-z_$]"
              + "|else(?![\\w$]))");

  private final BufferedReader reader;
  private final Function<String, Completeness> completeness;
  private final Predicate<String> standsAlone;
  private int linesRead;

  /**
   * One input.
   *
   * @param text without the line end after it
   * @param firstLine the number of its first line in the whole text, from 1
   * @param completeness COMPLETE or BROKEN; INCOMPLETE if the text ended too early; EMPTY of a line
   *     that stands alone
   */
  public record Statement(String text, int firstLine, Completeness completeness) {}

  public StatementReader(Reader reader, Function<String, Completeness> completeness) {
    this(reader, completeness, line -> false);
  }

  /**
   * @param standsAlone which lines between inputs are given back by themselves; the same line
   *     inside an input, in a comment or a text of several lines, is a part of that
   */
  public StatementReader(
      Reader reader, Function<String, Completeness> completeness, Predicate<String> standsAlone) {
    this.reader = new BufferedReader(reader);
    this.completeness = completeness;
    this.standsAlone = standsAlone;
  }

  /** The next input, or empty at the end of the text. */
  public Optional<Statement> next() throws IOException {
    StringBuilder text = new StringBuilder();
    OpenBrackets brackets = new OpenBrackets();
    int firstLine = 0;
    Completeness state = Completeness.EMPTY;
    for (String line = readLine(); line != null; line = readLine()) {
      if (firstLine == 0) {
        if (line.isBlank()) {
          continue;
        }
        if (standsAlone.test(line)) {
          return Optional.of(new Statement(line, linesRead, Completeness.EMPTY));
        }
        firstLine = linesRead;
      } else {
        text.append('\n');
      }
      text.append(line);
      brackets.read(line);
      if (text.length() > SHORT_TEXT_MAX && brackets.areOpen()) {
        state = Completeness.INCOMPLETE;
        continue;
      }
      state = stateOf(text.toString());
      if (state == Completeness.EMPTY) {
        text.setLength(0);
        firstLine = 0;
        brackets = new OpenBrackets();
      } else if (state == Completeness.BROKEN || state == Completeness.COMPLETE && !goesOn()) {
        return Optional.of(new Statement(text.toString(), firstLine, state));
      }
    }
    if (firstLine == 0) {
      return Optional.empty();
    }
    return Optional.of(new Statement(text.toString(), firstLine, stateOf(text.toString())));
  }

  private String readLine() throws IOException {
    String line = reader.readLine();
    if (line != null) {
      linesRead++;
      if (linesRead == 1 && line.startsWith("\uFEFF")) {
        return line.substring(1);
      }
    }
    return line;
  }

  private Completeness stateOf(String text) {
    return DotCommand.isOne(text) ? Completeness.COMPLETE : completeness.apply(text);
  }

  /** Whether the next line has arrived and can only be the rest of the input before it. */
  private boolean goesOn() throws IOException {
    StringBuilder ahead = new StringBuilder();
    reader.mark(LOOK_AHEAD);
    while (ahead.length() < LOOK_AHEAD && reader.ready()) {
      int next = reader.read();
      if (next < 0) {
        break;
      }
      ahead.append((char) next);
    }
    reader.reset();
    return CONTINUATION.matcher(ahead).lookingAt();
  }
}
