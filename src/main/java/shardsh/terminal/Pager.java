package shardsh.terminal;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.Signal;
import org.jline.terminal.Terminal.SignalHandler;
import org.jline.utils.NonBlockingReader;
import shardsh.render.DisplayWidth;
import shardsh.render.Prose;
import shardsh.render.StyledLine;

/**
 * Shows what is longer than the screen page by page. What is shown stays on the screen as if there
 * were no pages. Any character that means nothing here shows the rest and is the first of the next
 * input: who goes on typing need not know of pages. Arrows and other keys without a character do
 * nothing, and several strokes of one key, as of one held down, count each.
 */
final class Pager {
  private static final int ROWS_MIN = 5;
  private static final long KEY_MILLIS = 100;
  private static final long BURST_MILLIS = 30;
  private static final String ERASE_BELOW = "\033[J";
  private static final String ESCAPE = "\033";
  private static final Pattern KEY =
      Pattern.compile("\033\\[[ -?]*[@-~]|\033O?.|.", Pattern.DOTALL);

  private enum Answer {
    PAGE,
    LINE,
    ALL,
    STOP
  }

  private final Terminal terminal;
  private final IntSupplier rows;
  private final UnaryOperator<String> language;
  private final Consumer<String> typedAhead;
  private final Runnable resized;

  /** What was answered before it was asked. */
  private final Deque<Answer> answered = new ArrayDeque<>();

  /**
   * @param rows how many rows there are for what is shown
   * @param language puts the pager's own words into the user's language
   * @param typedAhead takes keys that belong to the next input
   * @param resized draws what is around the pages after the window has got another size
   */
  Pager(
      Terminal terminal,
      IntSupplier rows,
      UnaryOperator<String> language,
      Consumer<String> typedAhead,
      Runnable resized) {
    this.terminal = terminal;
    this.rows = rows;
    this.language = language;
    this.typedAhead = typedAhead;
    this.resized = resized;
  }

  /**
   * Prints the lines, with stops where the screen is full.
   *
   * @param remarks what follows the lines, also for who had enough of those
   * @return false when the reader had enough before the end
   */
  boolean show(List<StyledLine> lines, List<StyledLine> remarks, ScreenOutput output) {
    answered.clear();
    List<StyledLine> all = new ArrayList<>(lines);
    all.addAll(remarks);
    if (!isWorthIt(all)) {
      all.forEach(output::print);
      return true;
    }
    int shown = shown(all, output);
    return shown >= lines.size() || remarks.isEmpty()
        ? shown == all.size()
        : show(remarks, List.of(), output);
  }

  /** Prints the lines with stops; gives how many were printed. */
  private int shown(List<StyledLine> lines, ScreenOutput output) {
    int room = rows.getAsInt() - 1;
    for (int i = 0; i < lines.size(); i++) {
      int height = rowsOf(lines.get(i));
      if (height > room && i > 0) {
        switch (ask(i, lines.size())) {
          case STOP -> {
            return i;
          }
          case ALL -> {
            lines.subList(i, lines.size()).forEach(output::print);
            return lines.size();
          }
          case LINE -> room = height;
          case PAGE -> room = rows.getAsInt() - 1;
        }
      }
      output.print(lines.get(i));
      room -= height;
    }
    return lines.size();
  }

  private boolean isWorthIt(List<StyledLine> lines) {
    if (Terminals.isDumb(terminal) || rows.getAsInt() < ROWS_MIN) {
      return false;
    }
    int needed = 0;
    for (StyledLine line : lines) {
      needed += rowsOf(line);
    }
    // A look for keys leaves somebody behind who waits for one, which another program would miss.
    return needed >= rows.getAsInt() && !hasKeys();
  }

  private int rowsOf(StyledLine line) {
    int width = Math.max(1, terminal.getColumns());
    return line.width() <= width ? 1 : Prose.fold(List.of(line), width).size();
  }

  /** Whether somebody has typed on already. */
  private boolean hasKeys() {
    try {
      return terminal.reader().peek(1) >= 0;
    } catch (IOException e) {
      return true;
    }
  }

  private Answer ask(int shown, int all) {
    if (!answered.isEmpty()) {
      return answered.remove();
    }
    AtomicBoolean interrupted = new AtomicBoolean();
    SignalHandler before = terminal.handle(Signal.INT, signal -> interrupted.set(true));
    Question question = new Question(shown, all);
    SignalHandler stopping = JobControl.within(terminal, question::lend);
    question.ask();
    try {
      return answer(terminal.reader(), interrupted, question);
    } catch (IOException e) {
      return Answer.ALL;
    } finally {
      question.erase();
      terminal.writer().flush();
      terminal.handle(Signal.INT, before);
      terminal.handle(Signal.TSTP, stopping);
    }
  }

  /** The line that asks for a key; on a screen made narrower it may have been folded. */
  private final class Question {
    private final String text;
    private int columns;
    private int height;

    Question(int shown, int all) {
      text =
          language.apply(
              "-- "
                  + shown
                  + " of "
                  + all
                  + " lines; Space: page, Enter: line, a: all, q: stop --");
    }

    void ask() {
      columns = terminal.getColumns();
      height = terminal.getRows();
      terminal.writer().write(shown());
      terminal.writer().flush();
    }

    private String shown() {
      return DisplayWidth.cut(text, Math.max(1, columns - 1));
    }

    void erase() {
      int now = Math.max(1, terminal.getColumns());
      int above = now < columns ? (DisplayWidth.of(shown()) - 1) / now : 0;
      terminal.writer().write((above == 0 ? "\r" : "\r\033[" + above + "A") + ERASE_BELOW);
    }

    void lend(Runnable something) {
      erase();
      terminal.writer().flush();
      something.run();
      ask();
    }

    /** Asks anew if the window has another size by now. */
    void adapt() {
      if (terminal.getColumns() != columns || terminal.getRows() != height) {
        erase();
        resized.run();
        ask();
      }
    }
  }

  private Answer answer(NonBlockingReader keys, AtomicBoolean interrupted, Question question)
      throws IOException {
    while (true) {
      int key;
      do {
        key = keys.read(KEY_MILLIS);
        question.adapt();
      } while (key == NonBlockingReader.READ_EXPIRED && !interrupted.get());
      if (interrupted.get() || key == NonBlockingReader.EOF) {
        return Answer.STOP;
      }
      List<String> strokes = strokes(burst(key, keys));
      if (strokes.isEmpty()) {
        continue;
      }
      Optional<Answer> answer = answer(strokes.get(0));
      if (answer.isEmpty() || strokes.stream().distinct().count() > 1) {
        typedAhead.accept(String.join("", strokes));
        return Answer.ALL;
      }
      answered.addAll(Collections.nCopies(strokes.size() - 1, answer.get()));
      return answer.get();
    }
  }

  /** What came together with that key. */
  private static String burst(int first, NonBlockingReader keys) throws IOException {
    StringBuilder burst = new StringBuilder().append((char) first);
    for (int next = keys.read(BURST_MILLIS); next >= 0; next = keys.read(BURST_MILLIS)) {
      burst.append((char) next);
    }
    return burst.toString();
  }

  private static List<String> strokes(String burst) {
    return KEY.matcher(burst)
        .results()
        .map(MatchResult::group)
        .filter(key -> key.length() == 1 || answer(key).isPresent())
        .toList();
  }

  private static Optional<Answer> answer(String key) {
    return switch (key) {
      case " ", "f", "\033[6~" -> Optional.of(Answer.PAGE);
      case "\r", "\n", "j", "\033[B", "\033OB" -> Optional.of(Answer.LINE);
      case "a", "G" -> Optional.of(Answer.ALL);
      case "q", "Q", ESCAPE, "\u0003", "\u0004" -> Optional.of(Answer.STOP);
      default -> Optional.empty();
    };
  }
}
