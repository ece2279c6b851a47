package shardsh.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The commands that the Node prompt under mongosh brings along. They count at the very beginning of
 * an input only.
 *
 * @param name without the dot, e.g. {@code load}
 * @param argument the rest of the line, trimmed; may be empty
 */
public record DotCommand(String name, String argument) {
  /**
   * What {@code .help} says, a line each; the second part is missing where the first says it all.
   */
  private static final List<List<String>> ALL =
      List.of(
          List.of("break", "Sometimes you get stuck, this gets you out"),
          List.of("clear", "Alias for .break"),
          List.of("editor", "Enter editor mode"),
          List.of("exit", "Exit the REPL"),
          List.of("help", "Print this help message"),
          List.of("load", "Load JS from a file into the REPL session"),
          List.of("save", "Save all evaluated commands in this REPL session to a file"));

  /** Whether the text is meant as such a command: a dot and a letter, on one line. */
  public static boolean isOne(String text) {
    return text.length() > 1
        && text.charAt(0) == '.'
        && Character.isLetter(text.charAt(1))
        && text.indexOf('\n') < 0;
  }

  /** The command, or empty if there is none of that name ({@code Invalid REPL keyword}). */
  public static Optional<DotCommand> parse(String text) {
    String line = text.trim();
    int space = line.indexOf(' ');
    String name = line.substring(1, space < 0 ? line.length() : space);
    String argument = space < 0 ? "" : line.substring(space + 1).trim();
    return ALL.stream().anyMatch(row -> row.get(0).equals(name))
        ? Optional.of(new DotCommand(name, argument))
        : Optional.empty();
  }

  /** The names with their dots, in alphabetical order. */
  public static List<String> names(boolean withEditor) {
    return ALL.stream()
        .map(row -> "." + row.get(0))
        .filter(name -> withEditor || !name.equals(".editor"))
        .toList();
  }

  /** The lines of {@code .help}. */
  public static List<String> help(boolean withEditor) {
    List<String> lines = new ArrayList<>();
    for (List<String> row : ALL) {
      if (withEditor || !row.get(0).equals("editor")) {
        lines.add(String.format("%-8s %s", "." + row.get(0), row.get(1)));
      }
    }
    lines.add("");
    lines.add("Press Ctrl+C to abort current expression, Ctrl+D to exit the REPL");
    return lines;
  }
}
