package shardsh.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Supplier;
import shardsh.terminal.Recording;

/**
 * Standard output or error, always in UTF-8, as mongosh writes. What is written becomes visible at
 * once on a terminal, else within a moment and before anything is written to the other stream.
 */
final class TextOutput {
  private static final int BUFFER_MAX = 8_192;
  private static final long DELAY_NANOS = 50_000_000;

  private final OutputStream stream;
  private final boolean terminal;
  private final Optional<Recording> recording;
  private final StringBuilder buffer = new StringBuilder();
  private long lastFlush;

  TextOutput(FileDescriptor descriptor, boolean terminal) {
    this(descriptor, terminal, Optional.empty());
  }

  /**
   * @param recording what all goes into besides
   */
  TextOutput(FileDescriptor descriptor, boolean terminal, Optional<Recording> recording) {
    this.stream = new FileOutputStream(descriptor);
    this.terminal = terminal;
    this.recording = recording;
  }

  void line(String text) {
    line(text, () -> text);
  }

  /**
   * @param recorded the same line as a screen would show it
   */
  synchronized void line(String text, Supplier<String> recorded) {
    buffer.append(text).append('\n');
    recording.ifPresent(file -> file.written(recorded.get() + "\n"));
    if (terminal || buffer.length() > BUFFER_MAX || System.nanoTime() - lastFlush > DELAY_NANOS) {
      flush();
    }
  }

  synchronized void text(String text) {
    buffer.append(text);
    recording.ifPresent(file -> file.written(text));
    flush();
  }

  synchronized void flush() {
    if (buffer.length() > 0) {
      byte[] bytes = buffer.toString().getBytes(StandardCharsets.UTF_8);
      buffer.setLength(0);
      try {
        stream.write(bytes);
      } catch (IOException e) {
        readerIsGone(e);
      }
    }
    lastFlush = System.nanoTime();
  }

  /**
   * A reader that has seen enough ({@code | head -1}) ends the run quietly, as for other tools;
   * anything else is said, if that is still possible. Nothing after it could be shown, so there is
   * no way on.
   */
  private static void readerIsGone(IOException problem) {
    String reason = String.valueOf(problem.getMessage());
    if (!reason.contains("Broken pipe")) {
      byte[] text = ("shardsh: cannot write: " + reason + "\n").getBytes(StandardCharsets.UTF_8);
      try (OutputStream error = new FileOutputStream(FileDescriptor.err)) {
        error.write(text);
      } catch (IOException again) {
        // Neither stream can be written: the status has to say it alone.
      }
      Runtime.getRuntime().halt(1);
    }
    Runtime.getRuntime().halt(0);
  }
}
