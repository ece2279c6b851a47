package shardsh.terminal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jline.terminal.Attributes;
import org.jline.terminal.Attributes.ControlChar;
import org.jline.terminal.Attributes.InputFlag;
import org.jline.terminal.Attributes.LocalFlag;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/** Opens the user's terminal. */
public final class Terminals {
  private static final Size USUAL_SIZE = Size.of(80, 24);

  /** The library's, which would put a stack trace on the screen for an unknown {@code TERM}. */
  private static final Logger LIBRARY = Logger.getLogger("org.jline");

  static {
    LIBRARY.setLevel(Level.OFF);
  }

  private Terminals() {}

  /** The terminal behind the standard streams, in UTF-8; a dumb one where there is no better. */
  public static Terminal open() throws IOException {
    return TerminalBuilder.builder()
        .name("shardsh")
        .system(true)
        .dumb(true)
        .encoding(StandardCharsets.UTF_8)
        .graphemeCluster(false)
        .build();
  }

  /**
   * The same, or one of which all output is recorded.
   *
   * @throws IOException where there is none, or none that can be recorded
   */
  static Terminal open(Optional<Recording> recording) throws IOException {
    return recording.isPresent() ? RecordedPty.open(recording.get()) : open();
  }

  /** Makes a terminal ready for a prompt; closing it puts everything back. */
  static void prepare(Terminal terminal) {
    if (isDumb(terminal)) {
      measure(terminal);
    } else {
      keepKeysQuiet(terminal);
    }
    if (terminal.getColumns() <= 0 || terminal.getRows() <= 0) {
      // A serial line, say. The reader would take it for a screen one cell wide.
      terminal.setSize(USUAL_SIZE);
    }
  }

  /**
   * Whether the cursor cannot be moved, as in a shell inside an editor. There the line is edited
   * and shown by the other side; an editor of our own would show it once more.
   */
  static boolean isDumb(Terminal terminal) {
    return terminal.getType().startsWith(Terminal.TYPE_DUMB);
  }

  /** Asks the system for the size, which a dumb terminal does not know of itself. */
  static void measure(Terminal terminal) {
    StandardStreams.size()
        .filter(size -> size[0] > 0 && size[1] > 0)
        .ifPresent(size -> terminal.setSize(Size.of(size[1], size[0])));
  }

  /** As a program expects it that reads whole lines; one that does not sets its own. */
  static Attributes forOthers(Attributes ours) {
    Attributes attributes = new Attributes(ours);
    attributes.setLocalFlag(LocalFlag.ICANON, true);
    attributes.setLocalFlag(LocalFlag.ECHO, true);
    attributes.setLocalFlag(LocalFlag.IEXTEN, true);
    attributes.setLocalFlag(LocalFlag.ISIG, true);
    attributes.setInputFlag(InputFlag.ICRNL, true);
    return attributes;
  }

  /**
   * While an input runs, keys wait unseen for the next prompt, instead of being shown twice or, as
   * Ctrl+D, lost; Ctrl+C still interrupts.
   */
  private static void keepKeysQuiet(Terminal terminal) {
    Attributes attributes = new Attributes(terminal.getAttributes());
    attributes.setLocalFlag(LocalFlag.ICANON, false);
    attributes.setLocalFlag(LocalFlag.ECHO, false);
    attributes.setControlChar(ControlChar.VMIN, 1);
    attributes.setControlChar(ControlChar.VTIME, 0);
    terminal.setAttributes(attributes);
  }
}
