package shardsh.script;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.bson.BsonDocument;
import shardsh.lesson.Lesson;
import shardsh.lesson.Question;
import shardsh.lesson.Step;
import shardsh.render.ScreenProfile;
import shardsh.render.StyledLine;
import shardsh.script.AnswerFile.Piece;
import shardsh.script.report.Grade;
import shardsh.shell.ExitStatus;
import shardsh.shell.LessonRun;
import shardsh.shell.LessonSessions;
import shardsh.shell.LiveSession;
import shardsh.shell.Outcome;
import shardsh.shell.ScriptText;
import shardsh.shell.SessionSettings;
import shardsh.shell.ShellOutput;
import shardsh.shell.Submission;

/**
 * Grades one answer: runs it through a session as if it were typed and holds the checks of the
 * lesson against what it did. Source: {@code lesson-format.md}, section 10.
 */
public final class Grader {
  private static final int MILLIS = 10_000;
  private static final int MEGABYTES = 512;
  private static final int STATEMENTS = 50_000_000;
  private static final int OUTPUT_KILOBYTES = 4_096;
  private static final int SCREEN_WIDTH = 100;

  /** Words that answer for the learner, or leave the lesson. */
  private static final Pattern HELPING_WORD =
      Pattern.compile(
          "\\s*(?:solution|skip|next|back|play|resume|bye|learn|lessons?|progress|reset\\s+(?:lesson|all))"
              + "(?:\\s+[\\w-]+)?\\s*;?\\s*");

  /** The step begins anew, with nothing of it done. */
  private static final Pattern RESET = Pattern.compile("\\s*reset\\s*;?\\s*");

  private final Lesson lesson;
  private final Options options;
  private final Optional<LessonSessions> sessions;
  private final AtomicReference<String> stopped = new AtomicReference<>();
  private final List<StepRecord> records = new ArrayList<>();
  private final Map<String, Integer> wrongTries = new LinkedHashMap<>();
  private LiveSession session;
  private LessonRun run;
  private Optional<Grade.Trouble> trouble = Optional.empty();
  private int line;

  /**
   * How to grade.
   *
   * @param byState whether only the goals at the end count
   * @param step only this one, from its checkpoint
   * @param locale of names and messages
   * @param strict whether the first statement that throws ends the run
   * @param timeout for the whole run
   * @param answerName what the answer is called in places
   */
  public record Options(
      boolean byState,
      Optional<String> step,
      String locale,
      OptionalLong seed,
      boolean strict,
      Duration timeout,
      String answerName) {}

  private Grader(Lesson lesson, Options options, Optional<LessonSessions> sessions) {
    this.lesson = lesson;
    this.options = options;
    this.sessions = sessions;
  }

  /**
   * Grades an answer.
   *
   * @throws shardsh.lesson.LessonException when the lesson's own setup cannot be run
   * @throws shardsh.lesson.SetupLimitException when that reaches a limit
   */
  public static Grade grade(Lesson lesson, String answer, Options options) {
    return new Grader(lesson, options, Optional.empty()).grade(answer);
  }

  /**
   * The same in a process that grades many.
   *
   * @param sessions that the answers share
   */
  static Grade grade(Lesson lesson, String answer, Options options, LessonSessions sessions) {
    return new Grader(lesson, options, Optional.of(sessions)).grade(answer);
  }

  private Grade grade(String answer) {
    Thread clock = new Thread(this::watch, "shardsh-deadline");
    clock.setDaemon(true);
    session =
        sessions
            .map(shared -> shared.open(settings()))
            .orElseGet(() -> LiveSession.forTexts(settings(), List.of()));
    try {
      run = LessonRun.start(lesson, session, options.seed(), true);
      clock.start();
      return graded(answer);
    } finally {
      clock.interrupt();
      if (run != null) {
        run.close();
      }
      sessions.ifPresent(shared -> shared.end(session));
    }
  }

  private Grade graded(String answer) {
    if (options.step().isPresent()) {
      run.enter(indexOf(options.step().get()));
    }
    beginStep();
    List<Piece> pieces = AnswerFile.read(answer, session);
    for (Piece piece : pieces) {
      line = piece.line();
      if (trouble.isPresent() || !take(piece)) {
        break;
      }
    }
    leaveUnfinished();
    return result();
  }

  private void watch() {
    try {
      Thread.sleep(options.timeout().toMillis());
      stop(
          say(
              "the run took longer than " + options.timeout().toSeconds() + " s",
              "运行超过了 " + options.timeout().toSeconds() + " 秒"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void stop(String why) {
    if (stopped.compareAndSet(null, why)) {
      session.interrupt();
    }
  }

  private SessionSettings settings() {
    Lesson.Limits limits = lesson.limits();
    int millis = limits.millis().orElse(MILLIS);
    return new SessionSettings(
        "canvas",
        OptionalInt.empty(),
        OptionalInt.empty(),
        Optional.empty(),
        OptionalLong.empty(),
        SessionSettings.TraceLevel.NONE,
        false,
        new ScreenProfile(SCREEN_WIDTH, 0, true, false),
        Optional.of(Duration.ofMillis(millis)),
        OptionalLong.of(limits.heapMB().orElse(MEGABYTES)),
        OptionalLong.of(limits.statements().orElse(STATEMENTS)));
  }

  private int indexOf(String id) {
    for (int i = 0; i < lesson.steps().size(); i++) {
      if (lesson.steps().get(i).id().equals(id)) {
        return i;
      }
    }
    throw new IllegalArgumentException("the lesson has no step " + id);
  }

  private StepRecord record(int index) {
    while (records.size() <= index) {
      records.add(new StepRecord(lesson.steps().get(records.size()), records.size() + 1));
    }
    return records.get(index);
  }

  /** Passes over what waits for nothing: steps to read, sandboxes, and questions. */
  private void beginStep() {
    while (!run.isDone()) {
      StepRecord record = record(run.index());
      record.reached = true;
      record.begins(run.glance());
      boolean waits = record.step.kind() == Step.Kind.DO || record.step.kind() == Step.Kind.PREDICT;
      if (waits || options.byState() || options.step().isPresent()) {
        return;
      }
      record.passed = true;
      run.advance();
    }
  }

  /** Whether to go on after it. */
  private boolean take(Piece piece) {
    return switch (piece.kind()) {
      case STATEMENT -> statement(piece);
      case STEP -> {
        goTo(piece.name());
        yield true;
      }
      case ANSWER -> {
        answer(piece);
        yield true;
      }
      case UNKNOWN -> true;
      case BROKEN -> {
        trouble =
            Optional.of(
                new Grade.Trouble(
                    ExitStatus.FAILED,
                    say("this is no JavaScript; the run stopped here", "这不是 JavaScript,运行到此为止"),
                    piece.line()));
        yield false;
      }
    };
  }

  private boolean statement(Piece piece) {
    if (run.isDone() || HELPING_WORD.matcher(piece.text()).matches()) {
      return true;
    }
    StepRecord record = record(run.index());
    if (RESET.matcher(piece.text()).matches() && !options.byState()) {
      run.reset();
      return true;
    }
    ScriptText text =
        new ScriptText(piece.text(), ScriptText.Kind.PROMPT, options.answerName(), piece.line());
    Submission done = run.submit(text, new CountedOutput());
    record.first = record.first == 0 ? run.statements() : record.first;
    record.last = run.statements();
    record.line = piece.line();
    boolean goesOn = settle(done);
    if (trouble.isEmpty() && !options.byState()) {
      look(record);
    }
    return goesOn;
  }

  private boolean settle(Submission done) {
    if (stopped.get() != null) {
      limit(stopped.get());
      return false;
    }
    switch (done.outcome()) {
      case DONE -> {}
      case FAILED -> {
        return !options.strict();
      }
      case QUIT -> {
        return false;
      }
      case LIMIT, INTERRUPTED, BUG -> {
        limit(
            done.failure()
                .map(failure -> failure.message().get(0).text())
                .orElse(say("a limit was reached", "达到了限制")));
        return false;
      }
    }
    return done.outcome() == Outcome.DONE;
  }

  private void limit(String why) {
    String plain = why.replaceFirst("^LimitReached: ", "").replaceFirst("; --max-.*", "");
    plain = options.locale().equals("zh") ? inChinese(plain) : plain;
    trouble = Optional.of(new Grade.Trouble(ExitStatus.UNDECIDED, plain, line));
  }

  private String say(String en, String zh) {
    return options.locale().equals("zh") ? zh : en;
  }

  /** What stopped a statement; an error's text stays English. */
  private static String inChinese(String why) {
    return why.replaceFirst("^stopped after (\\d+) ms$", "运行 $1 毫秒后被停止")
        .replaceFirst("^stopped at (\\d+) MB of memory$", "占用内存达到 $1 MB 后被停止")
        .replaceFirst("^stopped after (\\d+) statements$", "执行 $1 条语句后被停止");
  }

  private void look(StepRecord record) {
    record.states = run.look();
    boolean ran = record.step.checks().isEmpty() ? run.commandsInStep() > 0 : true;
    if (!LessonRun.isPassed(record.states) || !ran) {
      return;
    }
    record.passed = true;
    if (options.step().isEmpty()) {
      run.advance();
      beginStep();
    }
  }

  /** Goes to a step; if not all before it have passed, to its checkpoint. */
  private void goTo(String id) {
    int target = -1;
    for (int i = 0; i < lesson.steps().size(); i++) {
      target = lesson.steps().get(i).id().equals(id) ? i : target;
    }
    if (target < 0 || target <= run.index() || options.byState() || options.step().isPresent()) {
      return;
    }
    if (!run.isDone()) {
      finish(record(run.index()));
    }
    record(target);
    run.enterByReference(target);
    beginStep();
  }

  private void finish(StepRecord record) {
    if (!record.passed && record.reached) {
      record.states = record.earned(run.look());
      record.mistake = run.mistake();
    }
  }

  private void answer(Piece piece) {
    Optional<Question> question = lesson.question(piece.name());
    if (question.isEmpty() || isTooLate(question.get())) {
      return;
    }
    try {
      if (run.judgement(question.get()).filter(judged -> !judged.isRight()).isPresent()) {
        wrongTries.merge(question.get().id(), 1, Integer::sum);
      }
      run.answer(question.get(), piece.text());
    } catch (IllegalArgumentException e) {
      // An answer of another form is no answer: the question stays as it was.
      return;
    }
  }

  /** A guess counts only before what is guessed has happened. */
  private boolean isTooLate(Question question) {
    for (StepRecord record : records) {
      if (record.step.kind() == Step.Kind.PREDICT
          && record.passed
          && record.step.question().filter(question::equals).isPresent()) {
        return true;
      }
    }
    return false;
  }

  private void leaveUnfinished() {
    if (!run.isDone() && !options.byState()) {
      finish(record(run.index()));
    }
    record(lesson.steps().size() - 1);
  }

  private Grade result() {
    GradeBuilder builder = new GradeBuilder(lesson, run, options.locale());
    List<Grade.StepGrade> steps = new ArrayList<>();
    if (options.byState()) {
      steps.add(builder.goal(run.goal(), line, run.statements()));
    } else {
      for (StepRecord record : records) {
        if (options.step().isEmpty() || options.step().get().equals(record.step.id())) {
          steps.add(grade(record, builder));
        }
      }
    }
    return new Grade(
        builder.facts(options.seed(), options.answerName()),
        options.byState() ? "state" : "play",
        Optional.of(verdict(steps)),
        trouble,
        steps,
        options.byState() ? List.of() : builder.questions(),
        run.cost(),
        builder.stars());
  }

  private Grade.StepGrade grade(StepRecord record, GradeBuilder builder) {
    return builder.step(
        record.step,
        record.number,
        record.reached ? Optional.of(record.states) : Optional.empty(),
        record.mistake,
        new GradeBuilder.Place(record.line, record.first, record.last),
        wrongTries);
  }

  private Grade.Verdict verdict(List<Grade.StepGrade> steps) {
    boolean limited = trouble.filter(t -> t.status() == ExitStatus.UNDECIDED).isPresent();
    if (limited || has(steps, Grade.Status.ERROR)) {
      return Grade.Verdict.UNDECIDED;
    }
    boolean failed =
        trouble.isPresent() || has(steps, Grade.Status.FAILED) || has(steps, Grade.Status.SKIPPED);
    return failed ? Grade.Verdict.FAILED : Grade.Verdict.PASSED;
  }

  private static boolean has(List<Grade.StepGrade> steps, Grade.Status status) {
    return steps.stream()
        .flatMap(step -> step.checks().stream())
        .anyMatch(check -> !check.optional() && check.status() == status);
  }

  /** The exit status of a grade. */
  public static int status(Grade grade) {
    if (grade.verdict().isEmpty()) {
      return grade.trouble().map(Grade.Trouble::status).orElse(ExitStatus.BUG);
    }
    return switch (grade.verdict().get()) {
      case PASSED -> ExitStatus.OK;
      case FAILED -> ExitStatus.FAILED;
      case UNDECIDED -> ExitStatus.UNDECIDED;
    };
  }

  /** A grade that says only why there is none. */
  public static Grade none(String lesson, String locale, int status, String message) {
    return without(lesson, locale, Optional.empty(), new Grade.Trouble(status, message, 0));
  }

  /** A grade of an answer that was never run, since the lesson could not be made ready in time. */
  public static Grade undecided(String lesson, String locale, String message) {
    return without(
        lesson,
        locale,
        Optional.of(Grade.Verdict.UNDECIDED),
        new Grade.Trouble(ExitStatus.UNDECIDED, message, 0));
  }

  private static Grade without(
      String lesson, String locale, Optional<Grade.Verdict> verdict, Grade.Trouble trouble) {
    return new Grade(
        new Grade.LessonFacts(
            lesson, "", "", 0, "", locale.toLowerCase(Locale.ROOT), 0, "", List.of(), ""),
        "play",
        verdict,
        Optional.of(trouble),
        List.of(),
        List.of(),
        new BsonDocument(),
        List.of());
  }

  /** What an answer prints is shown to nobody, and there is a limit to it. */
  private final class CountedOutput implements ShellOutput {
    private final long max = 1024L * lesson.limits().outputKB().orElse(OUTPUT_KILOBYTES);
    private long printed;

    private void count(StyledLine printedLine) {
      printed += printedLine.text().length() + 1L;
      if (printed > max) {
        stop(say("it printed more than " + max / 1024 + " KB", "输出超过了 " + max / 1024 + " KB"));
      }
    }

    @Override
    public void print(StyledLine printedLine) {
      count(printedLine);
    }

    @Override
    public void warn(StyledLine printedLine) {
      count(printedLine);
    }

    @Override
    public void clearScreen() {}
  }
}
