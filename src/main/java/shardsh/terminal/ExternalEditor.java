package shardsh.terminal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.Signal;
import org.jline.terminal.Terminal.SignalHandler;
import shardsh.shell.EditRequest;

/** Has the user write an input in a program of their own, as mongosh's {@code edit} does. */
final class ExternalEditor {
  static final String NONE =
      "Error: Command failed with an error: please define an external editor\n"
          + "hint: config.set(\"editor\", \"vi\")";

  private final Terminal terminal;

  /** What was written last; it is what an {@code edit} of nothing begins with. */
  private EditRequest last = new EditRequest("", "", true);

  ExternalEditor(Terminal terminal) {
    this.terminal = terminal;
  }

  /** The program for that: the chosen one, else that of {@code $EDITOR}; empty for none. */
  static String program(String chosen) {
    return chosen.isBlank() ? System.getenv().getOrDefault("EDITOR", "").strip() : chosen;
  }

  /**
   * Runs the program on a file with the text, and waits for its end.
   *
   * @return the next input
   * @throws IOException when there is no such program, or it ends with another status than 0
   */
  String edit(String program, EditRequest request) throws IOException {
    EditRequest now = request.again() ? last : request;
    Path file = Files.createTempFile("shardsh-edit-", ".js");
    try {
      Files.writeString(file, now.content(), StandardCharsets.UTF_8);
      int status = run(program, file);
      if (status != 0) {
        throw new IOException(
            "Command '" + program + " " + file + "' failed with an exit code " + status);
      }
      String text = Files.readString(file, StandardCharsets.UTF_8).stripTrailing();
      last = new EditRequest(now.name(), text, true);
      return now.input(text);
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private int run(String program, Path file) throws IOException {
    Attributes quiet = terminal.getAttributes();
    SignalHandler before = terminal.handle(Signal.INT, SignalHandler.SIG_IGN);
    SignalHandler stopping = terminal.handle(Signal.TSTP, SignalHandler.SIG_DFL);
    terminal.setAttributes(Terminals.forOthers(quiet));
    try {
      return new ProcessBuilder("sh", "-c", program + " \"$1\"", "sh", file.toString())
          .inheritIO()
          .start()
          .waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the editor was running", e);
    } finally {
      terminal.setAttributes(quiet);
      terminal.handle(Signal.TSTP, stopping);
      terminal.handle(Signal.INT, before);
    }
  }
}
