package shardsh.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import org.jline.reader.Buffer;
import org.jline.reader.LineReader;
import org.jline.reader.MaskingCallback;
import org.jline.reader.impl.LineReaderImpl;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.utils.AttributedString;
import org.jline.utils.InfoCmp.Capability;
import shardsh.render.DisplayWidth;

/** JLine's editor with lines of ours below the input, which are gone when the input is taken. */
final class PromptEditor extends LineReaderImpl {
  /** With fewer rows the input itself needs them all. */
  private static final int ROWS_MIN = 6;

  /** For so long a prompt is the last thing on the screen, as whoever waits for one expects. */
  private static final int ALONE_MILLIS = 150;

  /** Whoever draws is done by then; who is not waits for keys. */
  private static final long BUSY_MILLIS = 300;

  private final ScheduledExecutorService timer = Timers.start("shardsh-below");

  private BiFunction<Buffer, Integer, AttributedString> below =
      (buffer, width) -> AttributedString.EMPTY;

  private BooleanSupplier allKnown = () -> true;

  private AttributedString shown = AttributedString.EMPTY;
  private BooleanSupplier resized = () -> false;
  private boolean isOurs;
  private boolean isEnding;

  /** A change of the screen may be told when the input has been taken already. */
  private boolean isReading;

  private volatile boolean isNew;

  /** The next look at what is below, guarded by the timer; null before the first prompt. */
  private ScheduledFuture<?> nextLook;

  PromptEditor(Terminal terminal, String name) {
    super(terminal, name, null);
  }

  /**
   * @param text what stands below the input, asked for whenever that is drawn: lines that fit into
   *     so many columns; empty for nothing
   * @param known whether the text is what it will be unless something is typed; until then it is
   *     asked for again and again
   */
  void show(BiFunction<Buffer, Integer, AttributedString> text, BooleanSupplier known) {
    below = text;
    allKnown = known;
  }

  /**
   * @param drawing draws what is above the input and leaves the cursor where the input is to begin;
   *     false: what is above stays as it is
   */
  void onResize(BooleanSupplier drawing) {
    resized = drawing;
  }

  @Override
  public String readLine(
      String prompt, String rightPrompt, MaskingCallback maskingCallback, String buffer) {
    isReading = true;
    isNew = true;
    lookLater();
    return super.readLine(prompt, rightPrompt, maskingCallback, buffer);
  }

  private void lookLater() {
    synchronized (timer) {
      if (nextLook != null) {
        nextLook.cancel(false);
      }
      nextLook = timer.schedule(this::fillBelow, ALONE_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private void fillBelow() {
    isNew = false;
    boolean isLast = allKnown.getAsBoolean();
    try {
      callWidget(LineReader.REDISPLAY);
      if (!isLast) {
        lookLater();
      }
    } catch (IllegalStateException e) {
      // The input has been taken already.
    }
  }

  @Override
  protected void handleSignal(Terminal.Signal signal) {
    if (signal != Terminal.Signal.WINCH) {
      super.handleSignal(signal);
      return;
    }
    lock.lock();
    try {
      Size now = terminal.getBufferSize();
      boolean isOther = now.getColumns() != size.getColumns() || now.getRows() != size.getRows();
      if (isOther && isReading) {
        redraw(now);
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Leaves the screen to others for as long as something takes: the input stays on it as it is, and
   * is drawn anew afterwards. Does nothing while another dialogue has the keys, as the search in
   * the history.
   */
  void lend(Runnable something) {
    boolean isFree;
    try {
      isFree = lock.tryLock(BUSY_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    }
    if (!isFree) {
      return;
    }
    try {
      if (isReading) {
        lendInput(something);
      } else {
        something.run();
      }
    } finally {
      lock.unlock();
    }
  }

  private void lendInput(Runnable something) {
    int cursor = buf.cursor();
    buf.cursor(buf.length());
    isEnding = true;
    redisplay();
    isEnding = false;
    terminal.puts(Capability.keypad_local);
    terminal.writer().write(BRACKETED_PASTE_OFF);
    terminal.flush();
    something.run();
    terminal.puts(Capability.keypad_xmit);
    terminal.writer().write(BRACKETED_PASTE_ON);
    size = terminal.getBufferSize();
    display.resize(size);
    buf.cursor(cursor);
    redrawLine();
    redisplay();
  }

  private void redraw(Size now) {
    int above = Math.min(rowsAbove(size.getColumns()), rowsAbove(now.getColumns()));
    size = now;
    display.resize(now);
    display.reset();
    if (!resized.getAsBoolean()) {
      wipe(Math.min(above, now.getRows() - 1));
    }
    redisplay();
  }

  /**
   * Most terminals fold the lines on them anew, some cut them; so where the first row of the input
   * is now is not certain. Of both answers the lower row is taken: a rest of our own may stay, but
   * nothing of what stands above is lost.
   */
  private int rowsAbove(int columns) {
    String text = prompt + buf.upToCursor().replace("\n", "\n" + PromptReader.CONTINUATION);
    int rows = 0;
    for (String line : text.substring(0, text.lastIndexOf('\n') + 1).split("\n")) {
      rows += (DisplayWidth.of(line) + columns - 1) / columns;
    }
    return rows + DisplayWidth.of(text.substring(text.lastIndexOf('\n') + 1)) / columns;
  }

  /** Clears the screen from so many rows above the cursor on. */
  private void wipe(int above) {
    terminal.puts(Capability.carriage_return);
    for (int row = 0; row < above; row++) {
      terminal.puts(Capability.cursor_up);
    }
    terminal.puts(Capability.clr_eos);
  }

  @Override
  protected void redisplay(boolean flush) {
    if (isEnding && isTallerThanScreen()) {
      printWhole();
      return;
    }
    // Whoever else has something to say there, as the search in the history, goes first.
    if (post == null || isOurs) {
      shown = hasRoom() ? below.apply(buf, size.getColumns() - 1) : AttributedString.EMPTY;
      isOurs = shown.length() > 0;
      post = isOurs ? () -> shown : null;
    }
    super.redisplay(flush);
  }

  private boolean isTallerThanScreen() {
    int rows = size.getRows();
    return rows > 0
        && buf.length() > rows
        && whole().columnSplitLength(size.getColumns()).size() > rows;
  }

  private AttributedString whole() {
    return getDisplayedBufferWithPrompts(new ArrayList<>());
  }

  /**
   * The editor shows as much of an input as fits. When the input is taken, it stays to be read and
   * scrolled back to in full.
   */
  private void printWhole() {
    display.update(List.of(), 0, false);
    List<AttributedString> lines = whole().columnSplitLength(Integer.MAX_VALUE);
    for (int i = 0; i < lines.size(); i++) {
      if (i > 0) {
        terminal.writer().print("\r\n");
      }
      lines.get(i).print(terminal);
    }
    display.reset();
  }

  private boolean hasRoom() {
    int lines = (int) buf.toString().chars().filter(c -> c == '\n').count() + 1;
    boolean isAlone = isNew && buf.length() == 0;
    return !isEnding && !isAlone && size.getRows() >= Math.max(ROWS_MIN, lines + 3);
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
    isReading = false;
    try {
      super.cleanup();
    } finally {
      isEnding = false;
    }
  }
}
