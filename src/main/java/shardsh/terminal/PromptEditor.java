package shardsh.terminal;

import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import org.jline.reader.Buffer;
import org.jline.reader.impl.LineReaderImpl;
import org.jline.terminal.Terminal;
import org.jline.utils.AttributedString;

/** JLine's editor with lines of ours below the input, which are gone when the input is taken. */
final class PromptEditor extends LineReaderImpl {
  /** With fewer rows the input itself needs them all. */
  private static final int ROWS_MIN = 6;

  private BiFunction<Buffer, Integer, AttributedString> below =
      (buffer, width) -> AttributedString.EMPTY;

  private AttributedString shown = AttributedString.EMPTY;
  private BooleanSupplier resized = () -> false;
  private boolean isOurs;
  private boolean isEnding;

  PromptEditor(Terminal terminal, String name) {
    super(terminal, name, null);
  }

  /**
   * @param text what stands below the input, asked for whenever that is drawn: lines that fit into
   *     so many columns; empty for nothing
   */
  void show(BiFunction<Buffer, Integer, AttributedString> text) {
    below = text;
  }

  /**
   * @param drawing draws what is above the input and leaves the cursor where the input is to begin;
   *     false when there is nothing of that kind
   */
  void onResize(BooleanSupplier drawing) {
    resized = drawing;
  }

  @Override
  protected void handleSignal(Terminal.Signal signal) {
    super.handleSignal(signal);
    if (signal == Terminal.Signal.WINCH && resized.getAsBoolean()) {
      redrawLine();
      redisplay();
    }
  }

  @Override
  protected void redisplay(boolean flush) {
    // Whoever else has something to say there, as the search in the history, goes first.
    if (post == null || isOurs) {
      shown = hasRoom() ? below.apply(buf, size.getColumns() - 1) : AttributedString.EMPTY;
      isOurs = shown.length() > 0;
      post = isOurs ? () -> shown : null;
    }
    super.redisplay(flush);
  }

  private boolean hasRoom() {
    int lines = (int) buf.toString().chars().filter(c -> c == '\n').count() + 1;
    return !isEnding && size.getRows() >= Math.max(ROWS_MIN, lines + 3);
  }

  @Override
  protected boolean doSearchHistory(boolean backward) {
    post = null;
    isOurs = false;
    return super.doSearchHistory(backward);
  }

  @Override
  protected void cleanup() {
    isEnding = true;
    try {
      super.cleanup();
    } finally {
      isEnding = false;
    }
  }
}
