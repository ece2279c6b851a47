package shardsh.terminal;

import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jline.terminal.Terminal;
import shardsh.render.DisplayWidth;

/**
 * A line that says how far a long input has come, from half a second after its start on; gone
 * before anything else is written.
 */
final class ProgressLine {
  private static final long FIRST_MILLIS = 500;
  private static final long NEXT_MILLIS = 200;
  private static final String ERASE = "\r\033[K";

  private final Terminal terminal;
  private final Supplier<Optional<String>> progress;
  private final UnaryOperator<String> language;
  private final ScheduledExecutorService timer;
  private final boolean unicode;
  private ScheduledFuture<?> ticks;
  private long began;
  private boolean shown;

  /**
   * @param language puts the line's own words into the user's language
   * @param timer draws it
   * @param unicode whether it may be more than ASCII
   */
  ProgressLine(
      Terminal terminal,
      Supplier<Optional<String>> progress,
      UnaryOperator<String> language,
      ScheduledExecutorService timer,
      boolean unicode) {
    this.terminal = terminal;
    this.progress = progress;
    this.language = language;
    this.timer = timer;
    this.unicode = unicode;
  }

  /** An input begins to run. */
  void begin() {
    synchronized (terminal) {
      beginNow();
    }
  }

  private void beginNow() {
    if (Terminals.isDumb(terminal)) {
      return;
    }
    began = System.nanoTime();
    ticks = timer.scheduleAtFixedRate(this::show, FIRST_MILLIS, NEXT_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void show() {
    synchronized (terminal) {
      draw();
    }
  }

  private void draw() {
    if (ticks == null) {
      return;
    }
    double seconds = (System.nanoTime() - began) / 1e9;
    String separator = unicode ? " · " : ", ";
    String text =
        progress.get().map(done -> done + separator).orElse("")
            + String.format(Locale.ROOT, "%.0f s", seconds)
            + separator
            + language.apply("Ctrl+C stops it");
    String line = DisplayWidth.cut(DisplayWidth.visible(text), terminal.getColumns() - 1);
    line = unicode ? line : line.replace('…', '.');
    terminal.writer().write(ERASE + line);
    terminal.writer().flush();
    shown = true;
  }

  /** Something else is about to be written. */
  void clear() {
    synchronized (terminal) {
      clearNow();
    }
  }

  private void clearNow() {
    if (shown) {
      terminal.writer().write(ERASE);
      terminal.writer().flush();
      shown = false;
    }
  }

  /** The input has ended, or is over for those who wait. */
  void end() {
    synchronized (terminal) {
      endNow();
    }
  }

  private void endNow() {
    if (ticks != null) {
      ticks.cancel(false);
      ticks = null;
    }
    clearNow();
  }
}
