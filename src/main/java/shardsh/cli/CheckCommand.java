package shardsh.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import shardsh.lesson.Course;
import shardsh.lesson.Lesson;
import shardsh.lesson.LessonException;
import shardsh.lesson.NotThereException;
import shardsh.lesson.SetupLimitException;
import shardsh.render.AnsiWriter;
import shardsh.render.DisplayWidth;
import shardsh.render.ScreenProfile;
import shardsh.script.AnswerBytes;
import shardsh.script.Grader;
import shardsh.script.Grades;
import shardsh.script.ScriptRunner;
import shardsh.script.report.Grade;
import shardsh.script.report.HumanReport;
import shardsh.script.report.Report;
import shardsh.script.report.Reports;
import shardsh.shell.ExitStatus;

/** {@code shardsh check}: grades an answer and writes reports. */
final class CheckCommand {
  private static final int TIMEOUT_SECONDS = 60;

  private final CommandWords words;
  private final TextOutput out;
  private final TextOutput err;
  private final String locale;
  private final Screen screen;

  /** One report that is asked for. */
  private record Wanted(String name, Report report, Optional<Path> file) {}

  CheckCommand(CommandWords words, TextOutput out, TextOutput err, String locale, Screen screen) {
    this.words = words;
    this.out = out;
    this.err = err;
    this.locale = locale;
    this.screen = screen;
  }

  int run() {
    if (words.plain().isEmpty() || words.plain().size() > 2) {
      throw new UsageException(
          "check needs a lesson and perhaps an answer: check LESSON [ANSWER.js|-]");
    }
    List<Wanted> reports = reports();
    long start = System.nanoTime();
    Grade grade = grade();
    boolean timed = words.isSet("--timings");
    long millis = timed ? Math.max(1, (System.nanoTime() - start) / 1_000_000) : 0;
    boolean toOut = reports.stream().anyMatch(wanted -> wanted.file().isEmpty());
    human(grade, toOut ? err : out);
    for (Wanted wanted : reports) {
      write(wanted, wanted.report().write(grade, millis));
    }
    boolean written = words.isSet("--exit-zero");
    return written ? ExitStatus.OK : Grades.status(grade);
  }

  private void human(Grade grade, TextOutput to) {
    ScreenProfile profile = screen.profile();
    boolean asWords = !profile.colour() && !screen.outputIsTerminal() || !profile.unicode();
    AnsiWriter ansi = AnsiWriter.words(profile);
    AnsiWriter plain =
        AnsiWriter.words(new ScreenProfile(profile.width(), 0, profile.unicode(), false));
    boolean coloured = to == out;
    new HumanReport(asWords)
        .lines(grade)
        .forEach(line -> to.line(coloured ? ansi.line(line) : plain.line(line)));
    to.flush();
  }

  private void write(Wanted wanted, String text) {
    if (wanted.file().isEmpty()) {
      out.text(text);
      return;
    }
    try {
      // Not writeString, which refuses half a character that an answer has brought in.
      Files.write(wanted.file().get(), text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new NotThereException(
          "cannot write " + wanted.file().get() + ": " + ScriptRunner.reason(e));
    }
  }

  private List<Wanted> reports() {
    List<Wanted> reports = new ArrayList<>();
    for (String given : words.all("--report")) {
      int equals = given.indexOf('=');
      String name = equals < 0 ? given : given.substring(0, equals);
      Report report =
          Reports.find(name)
              .orElseThrow(
                  () ->
                      new UsageException(
                          "there is no report '"
                              + name
                              + "'; there are "
                              + String.join(", ", Reports.names())));
      try {
        Optional<Path> file =
            equals < 0 ? Optional.empty() : Optional.of(Path.of(given.substring(equals + 1)));
        if (!name.equals("human") || file.isPresent()) {
          reports.add(new Wanted(name, report, file));
        }
      } catch (InvalidPathException e) {
        throw new UsageException("--report " + given + ": that is no name of a file");
      }
    }
    return reports;
  }

  private Grade grade() {
    String id = shown(words.plain().get(0));
    String mode = words.last("--mode").orElse("play");
    if (!List.of("play", "state").contains(mode)) {
      throw new UsageException("invalid value for --mode: '" + mode + "'; wanted: play|state");
    }
    Optional<Duration> timeout = words.last("--timeout").map(CheckCommand::seconds);
    OptionalLong seed = words.number("--seed");
    try {
      Lesson lesson = Course.builtIn().lesson(id);
      checkFits(lesson, mode);
      String name = words.plain().size() > 1 ? words.plain().get(1) : "-";
      return grade(
          lesson,
          name,
          new Grader.Options(
              mode.equals("state"),
              words.last("--step"),
              locale,
              seed,
              words.isSet("--strict"),
              timeout.orElse(Duration.ofSeconds(TIMEOUT_SECONDS)),
              answerName(name)));
    } catch (LessonException e) {
      return Grades.none(id, locale, ExitStatus.BROKEN_FILE, e.getMessage());
    } catch (NotThereException e) {
      return Grades.none(id, locale, ExitStatus.MISSING, e.getMessage());
    } catch (SetupLimitException e) {
      return Grades.undecided(id, locale, locale.equals("zh") ? e.inChinese() : e.getMessage());
    } catch (UsageException e) {
      throw e;
    } catch (RuntimeException e) {
      // Whatever it is: a grader that finds no report might find one that the answer brought along.
      return Grades.none(id, locale, ExitStatus.BUG, "a bug in shardsh: " + e.getMessage());
    }
  }

  private static Grade grade(Lesson lesson, String name, Grader.Options options) {
    String answer;
    try {
      byte[] bytes = bytes(name);
      if (bytes.length > AnswerBytes.MAX) {
        String why = options.locale().equals("zh") ? "答案超过 1 MB" : "the answer is longer than 1 MB";
        return Grades.unread(Grader.grade(lesson, "", options), ExitStatus.UNDECIDED, why);
      }
      answer = AnswerBytes.text(bytes);
    } catch (NotThereException e) {
      return Grades.unread(Grader.grade(lesson, "", options), ExitStatus.MISSING, e.getMessage());
    }
    return Grader.grade(lesson, answer, options);
  }

  /** What the answer is called in places: the last part of its path, if it has one. */
  private static String answerName(String name) {
    try {
      Path last = Path.of(name).getFileName();
      return name.equals("-") ? "(stdin)" : shown(last == null ? name : last.toString());
    } catch (InvalidPathException e) {
      return shown(name);
    }
  }

  /** A name without what could begin a line of a report, or move a screen's cursor. */
  private static String shown(String name) {
    return DisplayWidth.masked(name).replace('\n', '?');
  }

  private void checkFits(Lesson lesson, String mode) {
    if (mode.equals("state") && lesson.goal().isEmpty()) {
      throw new UsageException("--mode state: the lesson " + lesson.id() + " has no goal");
    }
    if (mode.equals("state") && lesson.hasGoalsOfSteps()) {
      throw new UsageException(
          "--mode state: the goals of the lesson "
              + lesson.id()
              + " are reached step by step; --mode play grades it");
    }
    words
        .last("--step")
        .filter(step -> lesson.step(step).isEmpty())
        .ifPresent(
            step -> {
              throw new UsageException(
                  "--step: the lesson "
                      + lesson.id()
                      + " has no step '"
                      + step
                      + "'; it has "
                      + String.join(", ", lesson.steps().stream().map(s -> s.id()).toList()));
            });
  }

  private static Duration seconds(String text) {
    try {
      double seconds = Double.parseDouble(text);
      if (seconds > 0 && seconds < 1e6) {
        return Duration.ofMillis((long) (seconds * 1000));
      }
    } catch (NumberFormatException e) {
      // Said below, as for a number that is too small.
    }
    throw new UsageException("invalid value for --timeout: '" + text + "'; wanted: seconds");
  }

  private static byte[] bytes(String name) {
    try {
      return AnswerBytes.of(name);
    } catch (IOException | InvalidPathException e) {
      String why = e instanceof IOException problem ? ScriptRunner.reason(problem) : "no file";
      throw new NotThereException("cannot read the answer " + shown(name) + ": " + why);
    }
  }
}
