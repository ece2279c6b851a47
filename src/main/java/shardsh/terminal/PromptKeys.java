package shardsh.terminal;

import java.util.List;
import org.jline.keymap.KeyMap;
import org.jline.reader.Binding;
import org.jline.reader.LineReader;
import org.jline.reader.Reference;
import org.jline.reader.impl.LineReaderImpl;

/**
 * Keys that send a sequence of characters. A terminal does not always send what its name promises
 * (a session over ssh, inside of tmux, with another {@code TERM}), so every usual spelling counts.
 * A key without a meaning types nothing.
 */
final class PromptKeys {
  private static final List<String> STARTS = List.of("\033[", "\033O");

  /** Shift is 2, Alt 3, Ctrl 5; iTerm sends 9 for Alt. Source: xterm's control sequences. */
  private static final List<String> BY_WORDS = List.of("\033[1;3", "\033[1;5", "\033[1;9");

  private static final String UNKNOWN = "unknown-key";
  private static final String HANDLED = "handled-key";
  private static final long REST_MILLIS = 50;

  private PromptKeys() {}

  static void bind(LineReaderImpl reader) {
    KeyMap<Binding> keys = reader.getKeyMaps().get(LineReader.MAIN);
    reader.getWidgets().put(UNKNOWN, () -> skipRest(reader));
    for (String start : STARTS) {
      keys.bind(new Reference(LineReader.UP_LINE_OR_HISTORY), start + "A");
      keys.bind(new Reference(LineReader.DOWN_LINE_OR_HISTORY), start + "B");
      keys.bind(new Reference(LineReader.FORWARD_CHAR), start + "C");
      keys.bind(new Reference(LineReader.BACKWARD_CHAR), start + "D");
      keys.bind(new Reference(LineReader.BEGINNING_OF_LINE), start + "H");
      keys.bind(new Reference(LineReader.END_OF_LINE), start + "F");
    }
    keys.bind(new Reference(LineReader.BEGINNING_OF_LINE), "\033[1~", "\033[7~");
    keys.bind(new Reference(LineReader.END_OF_LINE), "\033[4~", "\033[8~");
    keys.bind(new Reference(LineReader.DELETE_CHAR), "\033[3~");
    for (String start : BY_WORDS) {
      keys.bind(new Reference(LineReader.FORWARD_WORD), start + "C");
      keys.bind(new Reference(LineReader.BACKWARD_WORD), start + "D");
    }
    keys.bind(new Reference(LineReader.FORWARD_WORD), "\033[5C", "\033Oc");
    keys.bind(new Reference(LineReader.BACKWARD_WORD), "\033[5D", "\033Od");
    bindBeginnings(keys);
    // The terminal has told of it already, see JobControl.
    reader.getWidgets().put(HANDLED, () -> true);
    keys.bind(new Reference(HANDLED), KeyMap.ctrl('Z'));
    // It would start an editor that is not part of the program; the word 'edit' starts the user's.
    reader.getWidgets().put(LineReader.EDIT_AND_EXECUTE_COMMAND, () -> true);
  }

  /** What begins as a key that is bound, and is none, is unknown from there on. */
  private static void bindBeginnings(KeyMap<Binding> keys) {
    for (String key : List.copyOf(keys.getBoundKeys().keySet())) {
      if (STARTS.stream().anyMatch(key::startsWith)) {
        for (int end = 2; end < key.length(); end++) {
          keys.bindIfNotBound(new Reference(UNKNOWN), key.substring(0, end));
        }
      }
    }
  }

  /** Parameters end with a character from {@code @} to {@code ~}. Source: ECMA-48, section 5.4. */
  private static boolean skipRest(LineReaderImpl reader) {
    while (reader.peekCharacter(REST_MILLIS) >= ' ') {
      if (reader.readCharacter() >= '@') {
        return true;
      }
    }
    return true;
  }
}
