package shardsh.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import shardsh.core.base.Nearest;
import shardsh.core.cluster.Connection;
import shardsh.js.ShellInputException;
import shardsh.js.api.CursorPage;
import shardsh.render.Diagrams;
import shardsh.render.DisplayWidth;
import shardsh.render.Prose;
import shardsh.render.Role;
import shardsh.render.StyledLine;

/** Does what a direct word says. */
final class WordRunner {
  private static final int UNDONE_CELLS = 60;

  private final LiveSession session;
  private final boolean hints;

  /**
   * @param hints whether hints may follow what a word says
   */
  WordRunner(LiveSession session, boolean hints) {
    this.session = session;
    this.hints = hints;
  }

  Submission run(DirectWords.Line line, ScriptText text, ShellOutput output) {
    return switch (line.word().name()) {
      case "use" -> use(line);
      case "show" -> show(line, text);
      case "it" -> it(text);
      case "help" -> help(line.rest());
      case "exit", "quit" -> quit(line);
      case "cls" -> clear(output);
      case "edit" ->
          throw new ShellInputException(
              "ShardshError", "'edit' opens an editor on a terminal, and there is none here", "");
      case "why" -> Submission.done(session.pictures().why(), false);
      case "undo" -> undo();
      case "reset" -> reset(line);
      case "mongosh" -> mongosh(text);
      case "mongod", "mongos" -> process(text);
      default -> session.lessons().run(line.word().name(), line.arguments());
    };
  }

  private static Submission lines(List<StyledLine> lines) {
    return Submission.done(lines, false);
  }

  /** In a lesson its words come first. */
  private Submission help(String topic) {
    List<StyledLine> page = new ArrayList<>();
    if (topic.isBlank() && session.learning() != null) {
      page.addAll(LessonHelp.lines(session.screenWidth(), session.lessons()::say));
    }
    page.addAll(session.help(topic));
    return lines(page);
  }

  private Submission line(String text) {
    return lines(Prose.fold(List.of(StyledLine.of(text)), session.screenWidth()));
  }

  private Submission use(DirectWords.Line line) {
    if (line.arguments().isEmpty()) {
      throw ShellInputException.invalid("Missing required argument at position 0 (Mongo.use)")
          .withHint("use " + session.host().database() + "   show dbs lists the databases");
    }
    String database = line.arguments().get(0);
    Submission done = line(session.api().use(database));
    Optional<String> hint =
        hints
            ? NothingFound.ofDatabase(
                session.world().cluster().names(), database, "use " + database)
            : Optional.empty();
    return hint.map(text -> done.withRemark(StyledLine.of("hint: " + text, Role.HINT)))
        .orElse(done);
  }

  private Submission show(DirectWords.Line line, ScriptText text) {
    if (line.arguments().isEmpty()) {
      throw ShellInputException.invalid("Missing required argument at position 0 (Mongo.show)")
          .withHint("show cluster   show chunks   show dbs   help show lists them all");
    }
    List<String> arguments = new ArrayList<>(line.arguments());
    String word = arguments.remove(0);
    boolean isForFile = arguments.contains("--html") || arguments.contains("--mermaid");
    boolean isList = WordCompletion.showWords().contains(word) && !Diagrams.words().contains(word);
    if (isForFile && isList) {
      throw ShellInputException.invalid("'show " + word + "' is no picture: it cannot be a file")
          .withHint("show cluster --html cluster.html");
    }
    session.world().lineBegins(text.text());
    try {
      return lines(session.api().show(word, arguments));
    } catch (ShellInputException e) {
      Optional<String> near = Nearest.to(word, WordCompletion.showWords());
      boolean isKnown = WordCompletion.showWords().contains(word);
      throw isKnown || near.isEmpty()
          ? e
          : new ShellInputException(e.name(), e.getMessage(), "did you mean: show " + near.get());
    } finally {
      session.world().lineEnds();
    }
  }

  private Submission it(ScriptText text) {
    session.world().lineBegins(text.text());
    Optional<CursorPage> page = session.api().it();
    Submission submission =
        page.isPresent() ? lines(ResultPrinter.page(page.get())) : line("no cursor");
    session.world().lineEnds();
    return submission;
  }

  private static Submission quit(DirectWords.Line line) {
    int status = 0;
    if (!line.arguments().isEmpty()) {
      try {
        status = Integer.parseInt(line.arguments().get(0));
      } catch (NumberFormatException e) {
        throw ShellInputException.invalid(
            "the exit status must be a number, got " + line.arguments().get(0));
      }
    }
    return Submission.quit(status);
  }

  private static Submission clear(ShellOutput output) {
    output.clearScreen();
    return Submission.done(List.of(), true);
  }

  /** Outside of lessons the shell speaks English, and their language is not asked for. */
  private String say(String en, String zh) {
    boolean isLesson = session.learning() != null || session.lessons().hasEnded();
    return isLesson ? session.lessons().say(en, zh) : en;
  }

  private Submission undo() {
    Optional<String> undone = session.world().undo();
    if (undone.isEmpty()) {
      return line(nothingToUndo());
    }
    String oneLine = undone.get().strip().replaceAll("\\s+", " ");
    String what = DisplayWidth.cut(DisplayWidth.visible(oneLine), UNDONE_CELLS);
    return line(
        say(
            "undone: " + what + " · the cluster is as before it; JavaScript variables stay",
            "已撤销：" + what + " · 集群回到了它之前的状态；JavaScript 变量不变"));
  }

  private String nothingToUndo() {
    if (session.learning() != null) {
      return say(
          "nothing to undo in this step: no line of it has changed the cluster",
          "这一步没有可撤销的：还没有哪一行改动过集群");
    }
    return session.lessons().hasEnded()
        ? say(
            "nothing to undo: no line has changed the cluster since the last step of the lesson"
                + " began; back reopens that step",
            "没有可撤销的：课程的最后一步开始以后，还没有哪一行改动过集群；back 回到这一步")
        : "nothing to undo: no line has changed the cluster";
  }

  private Submission reset(DirectWords.Line line) {
    if (!line.arguments().isEmpty()) {
      return session.lessons().run("reset", line.arguments());
    }
    boolean changed = session.world().reset();
    return line(session.lessons().hasEnded() ? resetToLastStep(changed) : resetToStart(changed));
  }

  private String resetToLastStep(boolean changed) {
    return changed
        ? say(
            "the cluster is as the last step of the lesson began; undo takes this back",
            "集群回到了课程最后一步开始时的样子；undo 可以撤回这次 reset")
        : say(
            "the cluster is as the last step of the lesson began; learn LESSON begins a lesson"
                + " anew",
            "集群就是课程最后一步开始时的样子；learn LESSON 可以从头再学一课");
  }

  private String resetToStart(boolean changed) {
    return changed
        ? say(
            "the cluster is as it was started; undo takes this back",
            "集群回到了开始时的样子；undo 可以撤回这次 reset")
        : say("the cluster is as it was started; nothing had changed", "集群就是开始时的样子；没有改动过");
  }

  /** Answers a line that is for the shell of an operating system. */
  Submission run(OsCommand command) {
    if (command.isPreparation()) {
      return line(
          say(
              command.name()
                  + " is not needed: the cluster is in memory and its processes run already",
              "用不着 " + command.name() + "：集群在内存里，进程都已在运行"));
    }
    throw new ShellInputException(
        "ShardshError",
        command.name() + " is a command of the operating system, and shardsh runs none",
        command.name().equals("mongo") ? "mongosh --port 27100" : "");
  }

  private Submission process(ScriptText text) {
    session.world().lineBegins(text.text());
    try {
      return line(new Processes(session.world()).start(ProcessLine.parse(text.text())));
    } finally {
      session.world().lineEnds();
    }
  }

  private Submission mongosh(ScriptText text) {
    Optional<String> quoted = MongoshLine.withQuotedScript(text.text());
    if (quoted.isPresent()) {
      throw ShellInputException.invalid("mongosh needs quotes around its script here")
          .withHint(quoted.get());
    }
    MongoshLine parsed =
        MongoshLine.parse(text.text())
            .orElseThrow(
                () ->
                    ShellInputException.invalid("mongosh needs a port here")
                        .withHint("mongosh --port 27101 --eval 'rs.status()'"));
    Connection there = session.host().connect(parsed.address());
    if (parsed.script().isEmpty()) {
      session.host().nest();
      session.api().connectTo(there, parsed.database());
      String said = say("connected to " + there.uri(), "已连接 " + there.uri());
      return lines(List.of(StyledLine.of(said, Role.DIM)));
    }
    Connection before = session.host().connection();
    String database = session.host().database();
    session.api().connectTo(there, parsed.database());
    try {
      return session.evaluate(
          new ScriptText(
              parsed.script().get(), ScriptText.Kind.EVAL, text.source(), text.firstLine()));
    } finally {
      session.api().connectTo(before, database);
    }
  }
}
