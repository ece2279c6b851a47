package shardsh.cli;

import java.util.List;

/**
 * The options of the shell itself, one row each: what the reader accepts, {@code --help} shows and
 * the completion scripts offer. {@link CommandTable} has the commands.
 */
final class OptionTable {
  static final String PROFILES = "classic|4.4|5.0|6.0|7.0|8.0";

  /** Whether an option is followed by a value. */
  enum Value {
    NONE,
    /** In the next word, or after {@code =}. */
    NEEDED,
    /** After {@code =} only. */
    ATTACHED
  }

  /**
   * One option.
   *
   * @param names all spellings; the last is the one used in the program
   * @param label what stands for the value in help; words parted by {@code |} are all there are
   */
  record Row(List<String> names, Value value, String label, String help) {
    String name() {
      return names.get(names.size() - 1);
    }
  }

  static final List<Row> ROWS =
      List.of(
          value("JS", "Evaluate; the value of the last one is printed.", "-e", "--eval"),
          value("FILE", "Run a script, as if it were named.", "-f", "--file"),
          flag("Stay in the shell after scripts and evaluations.", "--shell"),
          flag("No banner, no hints.", "--quiet"),
          new Row(
              List.of("--json"),
              Value.ATTACHED,
              "canonical|relaxed",
              "With --eval: print the last value as Extended JSON (canonical unless said)."),
          value(
              "NAME|FILE",
              "What to start from: a built-in cluster (default canvas) or a file.",
              "--cluster"),
          value("N", "With --cluster empty: the number of shards.", "--shards"),
          value("N", "With --cluster empty: the number of routers.", "--routers"),
          value(PROFILES, "Behave as that server.", "--profile"),
          value("N", "The seed of everything random.", "--seed"),
          value("none|summary|full", "What to show of each command's messages.", "--trace"),
          value("auto|always|never", "When to use colours.", "--color"),
          flag("Draw with plain ASCII.", "--ascii"),
          value("N", "Draw that many columns wide.", "--width"),
          value("en|zh", "The language of lessons and reports.", "--locale"),
          value("FILE", "Another file for what is done in lessons.", "--progress"),
          value("FILE", "Write the session as an asciicast.", "--record"),
          flag("Do not stop at an uncaught error; the exit status is still 1.", "--keep-going"),
          value("N", "Limit on the time of one evaluation.", "--max-time-ms"),
          value("N", "Limit on the memory of one evaluation.", "--max-memory-mb"),
          value("N", "Limit on the JavaScript statements of one evaluation.", "--max-statements"),
          flag("Show this help.", "-h", "--help"),
          flag("Show the version.", "-V", "--version"));

  private OptionTable() {}

  static Row flag(String help, String... names) {
    return new Row(List.of(names), Value.NONE, "", help);
  }

  static Row value(String label, String help, String... names) {
    return new Row(List.of(names), Value.NEEDED, label, help);
  }
}
