package shardsh.terminal;

import java.io.IOError;
import java.io.IOException;
import java.io.Reader;
import org.jline.reader.EndOfFileException;
import org.jline.terminal.Terminal;
import shardsh.shell.ShellSession;

/** Reads whole lines from a terminal that edits and shows them itself. */
final class PlainReader {
  private final ShellSession session;
  private final PromptParser parser;
  private final Terminal terminal;

  private volatile String firstPrompt = "";

  /** Whether what is read next goes on with the lines before it. */
  private volatile boolean isGoingOn;

  PlainReader(ShellSession session, PromptParser parser, Terminal terminal) {
    this.session = session;
    this.parser = parser;
    this.terminal = terminal;
  }

  /**
   * One input, which may have several lines.
   *
   * @throws EndOfFileException when there is no further line
   */
  String next(String prompt, String continuation) {
    session.warmUp();
    firstPrompt = prompt;
    String input = line(prompt);
    while (parser.needsMore(input)) {
      isGoingOn = true;
      String more = line(continuation);
      input = isGoingOn ? input + '\n' + more : more;
    }
    isGoingOn = false;
    return input;
  }

  /**
   * Drops the lines of an unfinished input and prompts anew; the terminal has dropped the last one.
   *
   * @param hint what is said if there are none
   */
  void interrupt(String hint) {
    String said = isGoingOn ? "" : hint + '\n';
    isGoingOn = false;
    terminal.writer().write('\n' + said + firstPrompt);
    terminal.writer().flush();
  }

  /**
   * A line without its end.
   *
   * @throws EndOfFileException when there is none
   */
  String line(String prompt) {
    terminal.writer().write(prompt);
    terminal.writer().flush();
    StringBuilder line = new StringBuilder();
    Reader reader = terminal.reader();
    try {
      for (int c = reader.read(); c != '\n'; c = reader.read()) {
        if (c < 0 && line.length() == 0) {
          terminal.writer().write('\n');
          terminal.writer().flush();
          throw new EndOfFileException();
        }
        if (c < 0) {
          return line.toString();
        }
        if (c != '\r') {
          line.append((char) c);
        }
      }
    } catch (IOException e) {
      throw new IOError(e);
    }
    return line.toString();
  }
}
