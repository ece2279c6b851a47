package shardsh.cli;

import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import shardsh.render.DisplayWidth;
import shardsh.render.Glyphs;
import shardsh.render.ScreenProfile;

/**
 * How far a long command has come, on a line of the terminal that is gone before anything else is
 * written and when the program ends, by whatever.
 */
final class PassingLine implements AutoCloseable {
  private static final double FIRST_SECONDS = 0.5;
  private static final String ERASE = "\r\033[K";

  private final TextOutput out;
  private final Optional<Integer> width;
  private final ScreenProfile profile;
  private final Thread atTheEnd = new Thread(this::end, "shardsh-passing-line");
  private final long began = System.nanoTime();
  private boolean isShown;

  /** The program ends; what goes on in other threads meanwhile shows nothing any more. */
  private boolean hasEnded;

  /** Shows nothing where the line could not be taken away again. */
  PassingLine(TextOutput out, Screen screen, boolean canErase) {
    this.out = out;
    this.width = canErase ? Optional.of(screen.profile().width()) : Optional.empty();
    this.profile = screen.profile();
    Runtime.getRuntime().addShutdownHook(atTheEnd);
  }

  /**
   * From half a second after the start on.
   *
   * @param done what is done; empty when that is not known
   */
  synchronized void show(String done) {
    double seconds = (System.nanoTime() - began) / 1e9;
    if (hasEnded || width.isEmpty() || seconds < FIRST_SECONDS) {
      return;
    }
    String time = String.format(Locale.ROOT, "%.0f s", seconds);
    String separator = profile.unicode() ? " · " : ", ";
    String line = done + (done.isEmpty() ? "" : separator) + time + separator + "Ctrl+C stops it";
    out.text(ERASE + DisplayWidth.cut(line, width.get() - 1));
    isShown = true;
  }

  synchronized void erase() {
    if (isShown) {
      isShown = false;
      out.text(ERASE);
    }
  }

  private synchronized void end() {
    erase();
    hasEnded = true;
  }

  /** A way to write lines that the line about progress does not disturb. */
  Consumer<String> lines() {
    return text -> {
      erase();
      out.line(Glyphs.plain(text, profile));
    };
  }

  @Override
  public void close() {
    erase();
    Runtime.getRuntime().removeShutdownHook(atTheEnd);
  }
}
