package shardsh.terminal;

import java.io.IOError;
import java.io.InterruptedIOException;
import java.util.Optional;
import org.jline.keymap.KeyMap;
import org.jline.reader.Binding;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.Reference;
import org.jline.reader.UserInterruptException;
import org.jline.reader.Widget;
import org.jline.terminal.Attributes;
import org.jline.terminal.Attributes.LocalFlag;
import org.jline.terminal.Terminal;
import shardsh.shell.Completeness;
import shardsh.shell.ShellSession;

/** The line editor, set up as mongosh's prompt behaves. */
final class PromptReader {
  static final String CONTINUATION = "... ";
  private static final long WAIT_MILLIS = 10;

  private final ShellSession session;
  private final PromptEditor reader;
  private final PromptParser parser;
  private final Optional<PlainReader> plain;
  private final PromptBelow below;

  /** What a paste left behind its last line end, or an editor wrote. */
  private String pastedRest = "";

  PromptReader(ShellSession session, PromptEditor reader, ReplSettings settings) {
    this.session = session;
    this.reader = reader;
    Terminal terminal = reader.getTerminal();
    parser = new PromptParser(text -> completeness(session, reader, text));
    plain =
        Terminals.isDumb(terminal)
            ? Optional.of(new PlainReader(session, parser, terminal))
            : Optional.empty();
    PromptHistory history =
        new PromptHistory(
            new HistoryFile(settings.historyFile()), session::completeness, session::choices);
    reader.setParser(parser);
    reader.setHistory(history);
    history.attach(reader);
    reader.setOpt(LineReader.Option.DISABLE_EVENT_EXPANSION);
    reader.unsetOpt(LineReader.Option.INSERT_TAB);
    reader.setVariable(LineReader.BLINK_MATCHING_PAREN, 0L);
    reader.setVariable(LineReader.SECONDARY_PROMPT_PATTERN, CONTINUATION);
    if (settings.screen().colour()) {
      reader.setHighlighter(new InputHighlighter(settings.screen()));
    }
    reader.getWidgets().put("offer", new TabCompletion(session, reader));
    KeyMap<Binding> keys = reader.getKeyMaps().get(LineReader.MAIN);
    keys.bind(new Reference("offer"), "\t");
    PromptKeys.bind(reader);
    Widget paste = reader.getWidgets().get(LineReader.BEGIN_PASTE);
    reader.getWidgets().put(LineReader.BEGIN_PASTE, () -> paste(paste));
    // Called when the prompt is about to be drawn; it should not have to share the processor
    // before.
    reader.getWidgets().put(LineReader.CALLBACK_INIT, () -> warmUp(session));
    history.fill();
    below = new PromptBelow(session, settings.screen());
    // What was typed before the engine was there may have a signature afterwards.
    reader.show(below::text, session::isReady);
  }

  private static boolean warmUp(ShellSession session) {
    session.warmUp();
    return true;
  }

  private static Completeness completeness(ShellSession session, LineReader reader, String text) {
    if (!Terminals.isDumb(reader.getTerminal())) {
      await(session, reader);
    }
    return session.completeness(text);
  }

  /**
   * Waits for what the first input needs.
   *
   * @throws IOError on Ctrl+C, as the reader throws it
   */
  static void await(ShellSession session, LineReader reader) {
    if (session.isReady()) {
      return;
    }
    // To the reader Ctrl+C is a key like others, and keys are not read meanwhile.
    Terminal terminal = reader.getTerminal();
    Attributes before = terminal.getAttributes();
    Attributes signalling = new Attributes(before);
    signalling.setLocalFlag(LocalFlag.ISIG, true);
    terminal.setAttributes(signalling);
    try {
      while (!session.isReady()) {
        Thread.sleep(WAIT_MILLIS);
      }
    } catch (InterruptedException e) {
      throw new IOError(new InterruptedIOException());
    } finally {
      terminal.setAttributes(before);
    }
  }

  /** Pasted lines run at once; what stands behind the last line end waits for Enter. */
  private boolean paste(Widget original) {
    original.apply();
    String text = reader.getBuffer().toString();
    int end = text.lastIndexOf('\n');
    if (end >= 0 && reader.getBuffer().cursor() == text.length()) {
      pastedRest = text.substring(end + 1);
      reader.getBuffer().backspace(text.length() - end);
      reader.callWidget(LineReader.ACCEPT_LINE);
    }
    return true;
  }

  /**
   * One input, which may have several lines.
   *
   * @throws UserInterruptException on Ctrl+C
   * @throws EndOfFileException on Ctrl+D at an empty line, or when the terminal is gone
   */
  String next(String prompt) {
    if (plain.isPresent()) {
      return plain.get().next(prompt, CONTINUATION);
    }
    reader.setVariable(LineReader.HISTORY_SIZE, session.choices().historyLength());
    String rest = pastedRest;
    pastedRest = "";
    below.begin();
    return reader.readLine(prompt, null, (Character) null, rest.isEmpty() ? null : rest);
  }

  /** Ctrl+C on a terminal that hears of keys only when a line is over. */
  void interrupt(String hint) {
    plain.ifPresent(reader -> reader.interrupt(hint));
  }

  /** The next input begins with that text. */
  void beginWith(String text) {
    pastedRest = text;
  }

  /** Whether inputs can be given that are not typed. */
  boolean takesTexts() {
    return plain.isEmpty();
  }

  /** Keys that are taken before those that are typed from now on. */
  void runMacro(String keys) {
    reader.runMacro(keys);
  }

  /** Lines without a prompt until Ctrl+D; empty after Ctrl+C. */
  Optional<String> editor() {
    StringBuilder text = new StringBuilder();
    below.end();
    parser.takeLinesAsTheyAre(true);
    reader.setVariable(LineReader.DISABLE_HISTORY, true);
    try {
      while (true) {
        String line = plain.isPresent() ? plain.get().line("") : reader.readLine("");
        text.append(line).append('\n');
      }
    } catch (EndOfFileException e) {
      return Optional.of(text.toString());
    } catch (UserInterruptException e) {
      return Optional.empty();
    } finally {
      reader.setVariable(LineReader.DISABLE_HISTORY, false);
      parser.takeLinesAsTheyAre(false);
    }
  }
}
