package shardsh.cli;

import static shardsh.cli.OptionTable.flag;
import static shardsh.cli.OptionTable.value;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import shardsh.cli.OptionTable.Row;
import shardsh.render.Diagrams;

/** The commands beside the shell itself, one row each, for help, completion and the man page. */
final class CommandTable {
  static final String SHELLS = "bash|zsh|fish|man";

  /**
   * One command.
   *
   * @param arguments how it is called, without the program's name and its own
   * @param words what may follow it; empty where a lesson or a file follows
   * @param files how the names of the files end that may follow it; empty where none may
   */
  record Command(
      String name,
      String arguments,
      String help,
      List<String> words,
      List<String> files,
      List<Row> options) {
    Command {
      options = Stream.concat(options.stream(), Stream.of(HELP)).toList();
    }
  }

  /** A tool of {@code author}: how it is called and what it does. */
  record Tool(String name, String arguments, String help) {}

  static final List<Tool> TOOLS =
      List.of(
          new Tool("new", "ID", "Write ID.lesson.yaml, every field in comments."),
          new Tool("lint", "[FILE...]", "What is wrong or unwise with a lesson, by line."),
          new Tool("test", "[FILE...]", "Have a lesson prove itself."),
          new Tool("i18n", "LOCALE [FILE...]", "The texts that a language lacks."),
          new Tool(
              "stats",
              "[FILE [LOG...]]",
              "Which statements are taught where, or how learners fared."));

  static final List<String> FILES =
      List.of(
          "Without files lint, test and i18n take the whole course.",
          "A folder means the files *.lesson.yaml in and below it.");

  private static final Row HELP = flag("Show this help.", "-h", "--help");

  /** The options of commands for learners. */
  private static final List<Row> LEARNER =
      List.of(
          value("en|zh", "The language of lessons and reports.", "--locale"),
          value("FILE", "Another file for what is done.", "--progress"),
          value("auto|always|never", "When to use colours.", "--color"),
          flag("Draw with plain ASCII.", "--ascii"),
          value("N", "Draw that many columns wide.", "--width"));

  /** The options of those that run a lesson. */
  private static final List<Row> RUNNER =
      Stream.concat(
              LEARNER.stream(),
              Stream.of(value("FILE", "Write the session as an asciicast.", "--record")))
          .toList();

  private static final List<Row> AUTHOR =
      Stream.concat(
              LEARNER.stream(),
              Stream.of(flag("With test: what each wrong answer is told.", "-v", "--verbose")))
          .toList();

  /** Those that can be called. */
  static final List<Command> ROWS =
      List.of(
          new Command(
              "learn",
              "[LESSON]",
              "The guided lesson, or go on where you were.",
              List.of(),
              List.of("yaml"),
              RUNNER),
          new Command(
              "lessons",
              "[LESSON]",
              "The catalogue with what is done, or one lesson's outline.",
              List.of(),
              List.of("yaml"),
              LEARNER),
          new Command(
              "play",
              "LESSON",
              "Run a lesson's own solution and draw every step.",
              List.of(),
              List.of("yaml"),
              RUNNER),
          new Command(
              "check",
              "LESSON [ANSWER.js|-] [options]",
              "Grade an answer without a terminal.",
              List.of(),
              List.of("yaml", "js"),
              List.of(
                  value("play|state", "Step by step as if typed, or the goal only.", "--mode"),
                  value("ID", "Only this step, from its checkpoint.", "--step"),
                  value("FMT[=PATH]", "Write a report.", "--report"),
                  value("en|zh", "The language of names and messages.", "--locale"),
                  value("N", "Another seed.", "--seed"),
                  value("SECONDS", "Limit on the whole run.", "--timeout"),
                  flag("Stop at the first statement that throws.", "--strict"),
                  flag("Put real times in reports.", "--timings"),
                  flag("Exit 0 whenever a report could be written.", "--exit-zero"),
                  value("auto|always|never", "When to use colours.", "--color"),
                  flag("Write the report for people in plain ASCII.", "--ascii"))),
          new Command(
              "author",
              TOOLS.stream().map(Tool::name).collect(Collectors.joining("|")) + " ...",
              "Tools for people who write lessons.",
              TOOLS.stream().map(Tool::name).toList(),
              List.of("yaml"),
              AUTHOR),
          new Command(
              "progress",
              "[export FILE|import FILE|reset]",
              "What is done in the lessons.",
              List.of("export", "import", "reset"),
              List.of("json"),
              LEARNER),
          new Command(
              "export",
              "[--view WORD] --html FILE|--mermaid FILE [script.js ...]",
              "Run scripts, then write a view for slides and reports.",
              List.of(),
              List.of("js"),
              List.of(
                  value(
                      String.join("|", Diagrams.words()),
                      "The view: a word of show (default cluster); trace: the whole trace.",
                      "--view"),
                  value("FILE", "Write it as HTML, or as SVG for a name in .svg.", "--html"),
                  value("FILE", "Write it as a Mermaid diagram.", "--mermaid"),
                  value("NAME|FILE", "What to start from (default canvas).", "--cluster"),
                  value("N", "With --cluster empty: the number of shards.", "--shards"),
                  value("N", "With --cluster empty: the number of routers.", "--routers"),
                  value(OptionTable.PROFILES, "Behave as that server.", "--profile"),
                  value("N", "The seed of everything random.", "--seed"),
                  value("N", "Draw that many columns wide (default 120).", "--width"),
                  flag("Do not stop at an uncaught error.", "--keep-going"))),
          new Command(
              "completions",
              SHELLS,
              "Print a completion script or the man page.",
              List.of(SHELLS.split("\\|")),
              List.of(),
              List.of()));

  /** How the names of the files end that the shell itself runs. */
  static final List<String> SCRIPTS = List.of("js", "mongodb");

  private CommandTable() {}

  static List<String> names() {
    return ROWS.stream().map(Command::name).toList();
  }

  /** The command of that name. */
  static Optional<Command> find(String name) {
    return ROWS.stream().filter(row -> row.name().equals(name)).findFirst();
  }
}
