package shardsh.shell;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import shardsh.core.base.Nearest;
import shardsh.js.ShellInputException;
import shardsh.lesson.Course;
import shardsh.lesson.Lesson;
import shardsh.lesson.LessonException;
import shardsh.lesson.NotThereException;
import shardsh.lesson.Progress;
import shardsh.lesson.SetupLimitException;
import shardsh.render.Role;
import shardsh.render.StyledLine;

/** The words around lessons: those inside of one, and those that start, list and forget them. */
final class LessonWords {
  private final LiveSession session;
  private final Progress progress;
  private final LessonPage page;
  private Course course;
  private boolean askedOnce;

  /** As what the lesson was learned that was begun last: its id, or the path of its file. */
  private String source = "";

  /** The lesson that was gone through to its end, until another begins; null when none was. */
  private LearnMode ended;

  LessonWords(LiveSession session, Progress progress, Supplier<String> locale) {
    this.session = session;
    this.progress = progress;
    this.page = new LessonPage(locale, session::screenWidth);
  }

  /** What the learner reads. */
  LessonPage page() {
    return page;
  }

  /** A sentence of the shell, in the language of lessons. */
  String say(String en, String zh) {
    return page.say(en, zh);
  }

  private Course course() {
    if (course == null) {
      course = Course.builtIn();
    }
    return course;
  }

  Submission run(String name, List<String> arguments) {
    boolean resetsAll = name.equals("reset") && arguments.contains("all");
    askedOnce &= resetsAll;
    return switch (name) {
      case "learn" -> learn(arguments.stream().findFirst());
      case "lessons" ->
          lines(
              arguments.isEmpty()
                  ? lessonMap().all()
                  : lessonMap().outline(lesson(arguments.get(0))));
      case "progress" -> lines(lessonMap().summary());
      case "bye" -> bye();
      case "reset" -> resetsAll ? resetAll() : resetLesson();
      case "lesson" ->
          arguments.isEmpty() && (session.learning() != null || ended != null)
              ? inLesson("lesson", arguments)
              : learn(arguments.stream().findFirst());
      default -> inLesson(name, arguments);
    };
  }

  /** Whether the cluster is that of a lesson which has come to its end. */
  boolean hasEnded() {
    return session.learning() == null && ended != null;
  }

  private static Submission lines(List<StyledLine> lines) {
    return Submission.done(lines, false);
  }

  private Submission line(String en, String zh) {
    return lines(page.line(page.say(en, zh), Role.PLAIN));
  }

  private Submission inLesson(String name, List<String> arguments) {
    if (session.learning() != null) {
      return session.learning().word(name, arguments);
    }
    if (ended != null) {
      LearnMode mode = ended;
      if (name.equals("back")) {
        ended = null;
        return mode.reopen();
      }
      return mode.afterEnd(name.equals("goal") || name.equals("check"));
    }
    throw new ShellInputException(
        "ShardshError",
        say(
            "'" + name + "' is a word of lessons, and you are in none",
            "'" + name + "' 是课程里的命令，而你现在不在课程里"),
        say(
            "learn   starts one or goes on; lessons   lists them",
            "learn   开始或继续一课；lessons   列出所有课程"));
  }

  /** A lesson was gone through to its end. */
  void ended(LearnMode mode) {
    ended = mode;
    if (!mode.isReplaying() && progress.state(mode.lesson().id()).equals("done")) {
      following(mode.lesson()).ifPresent(progress::goesOnWith);
    }
  }

  /** The first lesson that is not done of those that a lesson names as its next ones. */
  private Optional<String> following(Lesson lesson) {
    return lesson.next().stream()
        .filter(course().ids()::contains)
        .filter(id -> !progress.state(id).equals("done"))
        .findFirst();
  }

  private Lesson lesson(String id) {
    try {
      return course().lesson(id);
    } catch (NotThereException | LessonException e) {
      String hint =
          Nearest.to(id, course().ids())
              .map(near -> say("did you mean: learn ", "你是不是想输入：learn ") + near)
              .orElse(say("lessons   lists them", "lessons   列出所有课程"));
      boolean isId = e instanceof NotThereException && !Course.isFile(id);
      // The hint has the nearest name.
      String message =
          isId ? say("there is no lesson '" + id + "'", "没有课程 '" + id + "'") : e.getMessage();
      throw new ShellInputException("ShardshError", message, hint);
    }
  }

  /**
   * Starts a lesson or goes on; without a name where the learner was, after the end of a lesson
   * with the one that follows it, else with the first that is not done.
   */
  Submission learn(Optional<String> id) {
    if (id.isEmpty() && session.learning() != null) {
      return session.learning().word("lesson", List.of());
    }
    Optional<String> left = progress.resumable();
    Optional<String> file = progress.resumableFile().filter(path -> Files.exists(Path.of(path)));
    Optional<String> wanted = id.or(() -> file).or(() -> left).or(this::firstOpen);
    source = wanted.orElse(course().ids().get(0));
    Lesson lesson = lesson(source);
    boolean goesOn = left.filter(lesson.id()::equals).isPresent();
    List<String> journal = progress.journal();
    String step = text(progress, lesson);
    if (session.learning() != null) {
      session.learning().leave();
    }
    boolean changed = goesOn && progress.isOfOtherText(lesson);
    ended = null;
    LearnMode mode = start(lesson);
    progress.comesFrom(Course.isFile(source) ? Optional.of(source) : Optional.empty());
    if (goesOn && !journal.isEmpty()) {
      return lines(mode.replay(journal, step, changed));
    }
    List<StyledLine> lines = new ArrayList<>(page.head(lesson));
    lines.addAll(page.step(mode.run()));
    progress.at(lesson, mode.run().step().id(), List.of());
    return lines(lines);
  }

  private LearnMode start(Lesson lesson) {
    try {
      return LearnMode.start(lesson, session, progress, page);
    } catch (SetupLimitException e) {
      throw new ShellInputException("LimitReached", say(e.getMessage(), e.inChinese()), "");
    } catch (LessonException e) {
      throw new ShellInputException("ShardshError", e.getMessage(), "");
    }
  }

  private static String text(Progress progress, Lesson lesson) {
    var step = progress.of(lesson.id()).get("step");
    return step != null && step.isString() ? step.asString().getValue() : "";
  }

  private Optional<String> firstOpen() {
    return course().ids().stream().filter(id -> !progress.state(id).equals("done")).findFirst();
  }

  private LessonMap lessonMap() {
    return new LessonMap(course(), progress, page);
  }

  private Submission bye() {
    if (session.learning() == null) {
      return line(
          "You are in no lesson: `learn` begins or goes on, `exit` leaves shardsh.",
          "你不在课程里：`learn` 开始或接着学，`exit` 退出 shardsh。");
    }
    session.learning().leave();
    return line(
        "You have left the lesson; `learn` goes on with it. The cluster stays as it is.",
        "已离开课程；`learn` 可以接着学。集群保持现状。");
  }

  private Submission resetLesson() {
    LearnMode mode = session.learning() == null ? ended : session.learning();
    if (mode == null) {
      throw new ShellInputException(
          "ShardshError",
          say(
              "'reset lesson' is for lessons, and you are in none",
              "'reset lesson' 只用在课程里，而你不在课程里"),
          "");
    }
    Lesson lesson = mode.lesson();
    mode.leave();
    progress.left();
    progress.forget(lesson.id());
    return learn(Optional.of(source));
  }

  private Submission resetAll() {
    if (!askedOnce) {
      askedOnce = true;
      return line(
          "This forgets all that you have done in lessons. Type `reset all` again to do it.",
          "这会忘掉你在所有课程里的进度。再输入一次 `reset all` 才会执行。");
    }
    askedOnce = false;
    progress.forgetAll();
    return line("All progress is forgotten.", "进度已全部清除。");
  }
}
