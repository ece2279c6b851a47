package shardsh.terminal;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import shardsh.render.AnsiWriter;
import shardsh.render.Motion;
import shardsh.render.StyledLine;

/**
 * A session as a file in asciicast's second version: a line of JSON about the screen, then a line
 * for each piece of output, {@code [seconds, "o", text]}. Source of the format: asciinema's page on
 * it.
 *
 * <p>At a terminal the seconds are those of the wall. Elsewhere nobody waits, so they are made up,
 * always in the same way: a moment for each line of output, longer before an input.
 */
public final class Recording implements AutoCloseable {
  private static final int USUAL_HEIGHT = 24;
  private static final long LINE_MICROS = 20_000;
  private static final long INPUT_MICROS = 1_000_000;

  private static final int FRAMES = 6;
  private static final String ERASE_REST_OF_LINE = "\033[K";
  private static final String ERASE_BELOW = "\033[J";

  private final Writer file;
  private final boolean live;
  private final long began = System.nanoTime();
  private long madeUpMicros;
  private boolean afterReturn;
  private IOException problem;

  private Recording(Writer file, boolean live) {
    this.file = file;
    this.live = live;
  }

  /**
   * Begins a recording.
   *
   * @param height 0 where there is no screen
   * @param live whether somebody watches, so that the times are real
   * @throws IOException when the file cannot be written
   */
  public static Recording open(Path file, int width, int height, boolean live) throws IOException {
    Recording recording = new Recording(Files.newBufferedWriter(file), live);
    int rows = height > 0 ? height : USUAL_HEIGHT;
    String time = live ? ", \"timestamp\": " + System.currentTimeMillis() / 1000 : "";
    recording.line(
        "{\"version\": 2, \"width\": "
            + width
            + ", \"height\": "
            + rows
            + time
            + ", \"env\": {\"TERM\": \"xterm-256color\"}, \"title\": \"shardsh\"}");
    if (recording.problem != null) {
      throw recording.problem;
    }
    return recording;
  }

  /** A piece of what the screen gets; a line feed alone also goes back to the first column. */
  public synchronized void output(String text) {
    if (!text.isEmpty()) {
      event("o", withReturns(text));
    }
  }

  /** What a run without a screen writes, of any number of lines. */
  public synchronized void written(String text) {
    madeUpMicros += LINE_MICROS;
    output(text);
  }

  /** An input of a run without a screen, as somebody would have seen it typed. */
  public synchronized void input(String prompt, String text) {
    madeUpMicros += INPUT_MICROS;
    output(prompt + text.replace("\n", "\n... ") + "\n");
  }

  /** The screen has another size from now on. */
  public synchronized void resized(int width, int height) {
    event("r", width + "x" + height);
  }

  /** Time that passes without output in a run without a screen. */
  public synchronized void pass(long micros) {
    madeUpMicros += micros;
  }

  /**
   * The frames of a motion in a run without a screen, as one would have been drawn over another.
   */
  public synchronized void motion(Motion motion, double speed, AnsiWriter ansi) {
    for (int step = 0; step < motion.steps(); step++) {
      int frames = motion.moves(step) ? FRAMES : 1;
      long millis = motion.moves(step) ? MotionScreen.MOVE_MILLIS : MotionScreen.STAY_MILLIS;
      for (int i = 0; i < frames; i++) {
        StringBuilder frame = new StringBuilder();
        for (StyledLine line : motion.frame(step, i / (FRAMES - 1.0))) {
          frame.append(ansi.line(line)).append(ERASE_REST_OF_LINE).append('\n');
        }
        output(frame.append("\033[" + motion.height() + "A").toString());
        madeUpMicros += Math.round(millis * 1000 / speed / frames);
      }
    }
    output(ERASE_BELOW);
  }

  private String withReturns(String text) {
    StringBuilder out = new StringBuilder(text.length() + 8);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\n' && !afterReturn) {
        out.append('\r');
      }
      out.append(c);
      afterReturn = c == '\r';
    }
    return out.toString();
  }

  private void event(String kind, String data) {
    long micros = live ? (System.nanoTime() - began) / 1000 : madeUpMicros;
    String seconds = String.format(Locale.ROOT, "%.6f", micros / 1e6);
    line("[" + seconds + ", \"" + kind + "\", " + quoted(data) + "]");
  }

  /**
   * Each line is on the disk before the next thing happens: a run may end in any way. Where the
   * disk takes no more the session goes on, and the recording ends there.
   */
  private void line(String json) {
    if (problem != null) {
      return;
    }
    try {
      file.write(json);
      file.write('\n');
      file.flush();
    } catch (IOException e) {
      problem = e;
    }
  }

  /** Why not all of the session could be written, if that is so. */
  public synchronized Optional<IOException> problem() {
    return Optional.ofNullable(problem);
  }

  private static String quoted(String text) {
    StringBuilder out = new StringBuilder(text.length() + 16).append('"');
    for (int i = 0; i < text.length(); ) {
      int codePoint = text.codePointAt(i);
      i += Character.charCount(codePoint);
      if (codePoint == '"' || codePoint == '\\') {
        out.append('\\').append((char) codePoint);
      } else if (codePoint == '\n') {
        out.append("\\n");
      } else if (codePoint == '\r') {
        out.append("\\r");
      } else if (codePoint < 0x20 || codePoint >= 0x7F && codePoint < 0xA0) {
        out.append(String.format(Locale.ROOT, "\\u%04x", codePoint));
      } else if (codePoint >= 0xD800 && codePoint <= 0xDFFF) {
        out.append('\uFFFD');
      } else {
        out.appendCodePoint(codePoint);
      }
    }
    return out.append('"').toString();
  }

  /** Where a program writes bytes that go both to the screen and into the recording. */
  OutputStream alsoTo(OutputStream screen) {
    return new RecordedStream(this, screen, StandardCharsets.UTF_8);
  }

  @Override
  public synchronized void close() {
    try {
      file.close();
    } catch (IOException e) {
      problem = problem == null ? e : problem;
    }
  }
}
