package shardsh.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import shardsh.lesson.Course;
import shardsh.lesson.NotThereException;
import shardsh.lesson.Progress;
import shardsh.lesson.ProgressFile;
import shardsh.render.AnsiWriter;
import shardsh.render.Motion;
import shardsh.render.StyledLine;
import shardsh.script.AuthorTools;
import shardsh.script.LessonFolders;
import shardsh.script.LessonPlayer;
import shardsh.script.ScriptRunner;
import shardsh.shell.ExitStatus;
import shardsh.shell.LessonMap;
import shardsh.shell.LiveSession;
import shardsh.terminal.MotionScreen;
import shardsh.terminal.Recording;

/** The commands around lessons, beside the shell itself. */
final class LessonCommands {
  private final CommandWords words;
  private final Screen screen;
  private final TextOutput out;
  private final TextOutput err;
  private final Optional<Recording> recording;
  private final boolean canErase;
  private final Path settings;
  private final Learner learner;

  LessonCommands(
      CommandWords words,
      Options options,
      Screen screen,
      Map<String, String> environment,
      TextOutput out,
      TextOutput err,
      Optional<Recording> recording) {
    this.recording = recording;
    this.words = words;
    this.screen = screen;
    this.out = out;
    this.err = err;
    this.canErase = screen.outputIsTerminal() && !Screen.isDumb(environment);
    this.settings = UserFiles.find(environment).settings();
    this.learner = new Learner(options, environment, err::line);
  }

  int run(String name) {
    return switch (name) {
      case "check" -> new CheckCommand(words, out, err, learner.locale(), screen).run();
      case "lessons" -> lessons();
      case "progress" -> progress();
      case "play" -> play();
      case "author" -> author();
      default -> throw new UsageException("the command '" + name + "' is not there yet");
    };
  }

  private void print(List<StyledLine> lines) {
    AnsiWriter ansi = AnsiWriter.words(screen.profile());
    lines.forEach(line -> out.line(ansi.line(line)));
  }

  private LessonMap map() {
    return new LessonMap(
        Course.builtIn(), learner.progress(), learner.locale(), screen.profile().width());
  }

  private int lessons() {
    if (words.plain().size() > 1) {
      throw new UsageException("lessons takes one lesson: lessons [LESSON]");
    }
    print(
        words.plain().isEmpty()
            ? map().all()
            : map().outline(Course.builtIn().lesson(words.plain().get(0))));
    return ExitStatus.OK;
  }

  private int play() {
    if (words.plain().size() != 1) {
      throw new UsageException("play needs a lesson: play LESSON");
    }
    LessonPlayer player =
        new LessonPlayer(
            Course.builtIn().lesson(words.plain().get(0)), learner.locale(), screen.profile());
    AnsiWriter ansi = AnsiWriter.words(screen.profile());
    Consumer<StyledLine> lines = line -> out.line(ansi.line(line));
    boolean watched = screen.inputIsTerminal() && screen.outputIsTerminal();
    Optional<MotionScreen> theatre =
        watched ? MotionScreen.open(recording, screen.profile()) : Optional.empty();
    double speed = LiveSession.chosenMotionSpeed(settings);
    try {
      boolean passed =
          player.play(lines, theatre.map(stage -> motion -> play(stage, motion, speed)));
      return passed ? ExitStatus.OK : ExitStatus.FAILED;
    } catch (CancellationException e) {
      return ExitStatus.INTERRUPTED;
    } finally {
      theatre.ifPresent(MotionScreen::close);
    }
  }

  /** Ctrl+C ends all of the play, not only what moves just now. */
  private static void play(MotionScreen stage, Motion motion, double speed) {
    stage.play(motion, speed);
    if (stage.isInterrupted()) {
      throw new CancellationException();
    }
  }

  private int progress() {
    List<String> plain = words.plain();
    if (plain.isEmpty()) {
      print(map().summary());
      return ExitStatus.OK;
    }
    String what = plain.get(0);
    boolean takesFile = what.equals("export") || what.equals("import");
    if (!takesFile && !what.equals("reset") || plain.size() != (takesFile ? 2 : 1)) {
      throw new UsageException("progress takes: export FILE, import FILE or reset");
    }
    return switch (what) {
      case "export" -> export(plain.get(1));
      case "import" -> takeIn(plain.get(1));
      default -> reset();
    };
  }

  private int export(String name) {
    try {
      String text = ProgressFile.text(learner.progress().all());
      if (name.equals("-")) {
        out.text(text);
      } else {
        Files.writeString(Path.of(name), text, StandardCharsets.UTF_8);
      }
      return ExitStatus.OK;
    } catch (IOException e) {
      throw new NotThereException("cannot write " + name + ": " + ScriptRunner.reason(e));
    }
  }

  private int takeIn(String name) {
    try {
      BsonDocument other =
          ProgressFile.parse(Files.readString(Path.of(name), StandardCharsets.UTF_8));
      learner.progress().merge(other);
      print(map().summary());
      return ExitStatus.OK;
    } catch (IOException e) {
      throw new NotThereException("cannot read " + name + ": " + ScriptRunner.reason(e));
    } catch (IllegalArgumentException e) {
      err.line("shardsh: " + name + " is no progress file: " + e.getMessage());
      return ExitStatus.BROKEN_FILE;
    }
  }

  /** Asks twice, as the word does. */
  private int reset() {
    Progress progress = learner.progress();
    for (String question :
        List.of("This forgets all progress in lessons. Sure? (yes) ", "Really? (yes) ")) {
      out.text(question);
      if (!answer().equalsIgnoreCase("yes")) {
        out.line("Nothing is forgotten.");
        return ExitStatus.OK;
      }
    }
    progress.forgetAll();
    out.line("All progress is forgotten.");
    return ExitStatus.OK;
  }

  private static String answer() {
    StringBuilder line = new StringBuilder();
    try {
      for (int c = System.in.read(); c >= 0 && c != '\n'; c = System.in.read()) {
        line.append((char) c);
      }
    } catch (IOException e) {
      return "";
    }
    return line.toString().strip();
  }

  private int author() {
    try (PassingLine line = new PassingLine(out, screen, canErase)) {
      return author(new AuthorTools(line.lines(), line::show));
    }
  }

  private int author(AuthorTools tools) {
    List<String> plain = words.plain();
    String what = plain.isEmpty() ? "" : plain.get(0);
    List<String> rest = plain.isEmpty() ? plain : plain.subList(1, plain.size());
    if (rest.isEmpty() && List.of("new", "i18n").contains(what)) {
      throw new UsageException(
          "author " + what + " needs " + (what.equals("new") ? "an id" : "a locale"));
    }
    return switch (what) {
      case "lint" -> tools.lint(ofCourse(rest));
      case "test" -> tools.test(ofCourse(rest), words.isSet("--verbose"));
      case "new" -> tools.template(rest.get(0));
      case "i18n" -> tools.untranslated(rest.get(0), ofCourse(rest.subList(1, rest.size())));
      case "stats" -> stats(tools, rest);
      case "record", "mutate", "export", "pack", "add" ->
          throw new UsageException("author " + what + " is not there yet");
      default ->
          throw new UsageException(
              "author takes: new ID, lint [FILE ...], test [FILE ...], i18n LOCALE [FILE"
                  + " ...], stats [FILE [LOG ...]]; a folder means the lesson files below it");
    };
  }

  private static int stats(AuthorTools tools, List<String> words) {
    List<String> lessons = ofCourse(words.stream().limit(1).toList());
    return words.size() < 2
        ? tools.coverage(lessons)
        : tools.fared(lessons, words.subList(1, words.size()));
  }

  /** Without files all lessons of the course; a folder means the lesson files below it. */
  private static List<String> ofCourse(List<String> files) {
    return files.isEmpty() ? Course.builtIn().ids() : LessonFolders.replaced(files);
  }
}
