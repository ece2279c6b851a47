package shardsh.terminal;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jline.terminal.Size;
import org.jline.utils.ScreenTerminal;

/**
 * The program in a real pseudo terminal ({@code script} makes it), and what its screen looks like.
 * Waits for patterns, with a limit, never for a time.
 */
final class Pty implements AutoCloseable {
  /** A prompt, the last thing on its line. */
  static final String PROMPT = "\\S>$";

  private static final long PATIENCE_SECONDS = 20;

  private final Process process;
  private final OutputStream keys;
  private final ScreenTerminal screen;
  private final Thread painter;
  private final StringBuilder raw = new StringBuilder();

  /** A file with the name of the terminal's device. */
  private final Path device;

  /**
   * @param command for a POSIX shell
   * @param columns of the screen; 0 for a terminal that does not say
   */
  Pty(String command, int columns, int rows, Map<String, String> environment) throws IOException {
    device = Files.createTempFile("shardsh", ".tty");
    String size = "stty cols " + columns + " rows " + rows + "; tty >'" + device + "'; ";
    ProcessBuilder builder =
        new ProcessBuilder("script", "-qfec", size + "exec " + command, "/dev/null");
    builder.environment().put("TERM", "xterm-256color");
    builder.environment().remove("NO_COLOR");
    builder.environment().putAll(environment);
    builder.redirectErrorStream(true);
    process = builder.start();
    keys = process.getOutputStream();
    screen = new ScreenTerminal(columns == 0 ? 80 : columns, rows == 0 ? 24 : rows);
    painter = new Thread(this::paint, "screen");
    painter.setDaemon(true);
    painter.start();
  }

  /** The shell as below, when its first prompt is there. */
  static Pty atPrompt(Path home, int columns, int rows) throws IOException, InterruptedException {
    return atPrompt(home, columns, rows, Map.of());
  }

  /** The same with changes to what is around it. */
  static Pty atPrompt(Path home, int columns, int rows, Map<String, String> environment)
      throws IOException, InterruptedException {
    Pty pty = shell(home, "", columns, rows, environment);
    try {
      pty.waitFor(PROMPT);
      return pty;
    } catch (AssertionError | InterruptedException e) {
      pty.close();
      throw e;
    }
  }

  /** The shell with a home of its own. */
  static Pty shell(Path home, int columns, int rows) throws IOException {
    return shell(home, "", columns, rows, Map.of());
  }

  /** The same with more options and with changes to what is around it. */
  static Pty shell(
      Path home, String options, int columns, int rows, Map<String, String> environment)
      throws IOException {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("SHARDSH_HOME", home.toString());
    all.put("LC_ALL", "C.UTF-8");
    all.putAll(environment);
    return new Pty(program() + " --quiet " + options, columns, rows, all);
  }

  private void paint() {
    char[] buffer = new char[4_096];
    try (InputStream stream = process.getInputStream();
        Reader reader = new InputStreamReader(stream, StandardCharsets.UTF_8)) {
      for (int count = reader.read(buffer); count > 0; count = reader.read(buffer)) {
        synchronized (raw) {
          raw.append(buffer, 0, count);
          screen.write(new String(buffer, 0, count));
          raw.notifyAll();
        }
      }
    } catch (IOException e) {
      // The terminal is gone together with the program.
    }
  }

  void type(String text) throws IOException {
    keys.write(text.getBytes(StandardCharsets.UTF_8));
    keys.flush();
  }

  /** Types a line at the next prompt and waits for what it is to bring, and for a new prompt. */
  String enter(String line, String pattern) throws IOException, InterruptedException {
    type(line + "\r");
    return waitFor(pattern + "[\\s\\S]*" + PROMPT);
  }

  /** Ctrl+D at an empty prompt, which ends the program well. */
  void leave() throws IOException, InterruptedException {
    type("\u0004");
    requireEndedWell();
  }

  /** The word {@code .exit}, which does so too. */
  void exit() throws IOException, InterruptedException {
    type(".exit\r");
    requireEndedWell();
  }

  private void requireEndedWell() throws InterruptedException {
    int status = status();
    if (status != 0) {
      throw new AssertionError("exit status " + status + "; the screen:\n" + text());
    }
  }

  /** As the user does who pulls at the corner of the window. */
  void resize(int columns, int rows) throws IOException, InterruptedException {
    synchronized (raw) {
      screen.setSize(Size.of(columns, rows));
    }
    String name = Files.readString(device).strip();
    String[] command = {"stty", "-F", name, "cols", "" + columns, "rows", "" + rows};
    if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
      throw new AssertionError("the terminal " + name + " cannot be resized");
    }
  }

  /** Waits until the screen, without blank ends of lines, matches somewhere; gives its text. */
  String waitFor(String pattern) throws InterruptedException {
    Pattern wanted = Pattern.compile(pattern, Pattern.MULTILINE);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    synchronized (raw) {
      while (true) {
        String text = text();
        if (wanted.matcher(text).find()) {
          return text;
        }
        long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        if (left <= 0) {
          throw new AssertionError("no " + pattern + " on the screen:\n" + text);
        }
        raw.wait(left);
      }
    }
  }

  /** The screen's lines without blank ends, and without the empty lines at its bottom. */
  String text() {
    StringBuilder text = new StringBuilder();
    for (String line : screen.toString().split("\n")) {
      text.append(line.stripTrailing()).append('\n');
    }
    return text.toString().stripTrailing();
  }

  /** Every character that came, with all control sequences. */
  String raw() {
    synchronized (raw) {
      return raw.toString();
    }
  }

  /** Waits for the end of the program; gives its exit status. */
  int status() throws InterruptedException {
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("the program does not end; the screen:\n" + text());
    }
    painter.join();
    return process.exitValue();
  }

  /** How the program is started: what was built last, or else its classes. */
  static String program() {
    String built = System.getProperty("shardsh.program", "");
    return built.isEmpty()
        ? "java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp '"
            + System.getProperty("java.class.path")
            + "' shardsh.cli.Main"
        : "'" + Path.of(built).toAbsolutePath() + "'";
  }

  @Override
  public void close() throws IOException {
    process.destroy();
    keys.close();
    Files.deleteIfExists(device);
  }
}
