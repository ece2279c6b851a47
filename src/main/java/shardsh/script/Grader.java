package shardsh.script;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import shardsh.lesson.Lesson;
import shardsh.lesson.Question;
import shardsh.lesson.Step;
import shardsh.script.AnswerFile.Piece;
import shardsh.script.report.Grade;
import shardsh.shell.ExitStatus;
import shardsh.shell.Failure;
import shardsh.shell.LessonChecks;
import shardsh.shell.LessonRun;
import shardsh.shell.LessonSessions;
import shardsh.shell.Outcome;
import shardsh.shell.ScriptText;
import shardsh.shell.Submission;

/**
 * Grades one answer: runs it through a session as if it were typed and holds the checks of the
 * lesson against what it did. Source: {@code lesson-format.md}, section 10.
 */
public final class Grader {
  /** Words that answer for the learner, or leave the lesson. */
  private static final Pattern HELPING_WORD =
      Pattern.compile(
          "\\s*(?:solution|skip|next|back|play|resume|bye|learn|lessons?|progress|reset\\s+(?:lesson|all))"
              + "(?:\\s+[\\w-]+)?\\s*;?\\s*");

  /** The step begins anew, with nothing of it done. */
  private static final Pattern RESET = Pattern.compile("\\s*reset\\s*;?\\s*");

  private final Lesson lesson;
  private final Options options;
  private final AnswerLimits limits;
  private final List<StepRecord> records = new ArrayList<>();
  private final Map<String, Integer> wrongTries = new LinkedHashMap<>();
  private final Slips slips;
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
    limits = new AnswerLimits(lesson, options, sessions);
    slips = new Slips(lesson, options);
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
    try (limits;
        LessonRun started = LessonRun.start(lesson, limits.session(), options.seed(), true)) {
      run = started;
      limits.start();
      return graded(answer);
    }
  }

  private Grade graded(String answer) {
    if (options.step().isPresent()) {
      run.enter(indexOf(options.step().get()));
    }
    beginStep();
    List<Piece> pieces = AnswerFile.read(answer, limits.session());
    for (Piece piece : pieces) {
      line = piece.line();
      if (trouble.isPresent() || !take(piece)) {
        break;
      }
    }
    leaveUnfinished();
    return result();
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
      record.begins(run.checks().glance());
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
        goTo(piece);
        yield true;
      }
      case ANSWER -> {
        answer(piece);
        yield true;
      }
      case UNKNOWN -> {
        slips.unknownMarker(piece);
        yield true;
      }
      case BROKEN -> {
        broken(piece);
        yield false;
      }
    };
  }

  /** What no parser takes runs no command: submitting it tells only what is wrong, and where. */
  private void broken(Piece piece) {
    Submission done = run.submit(text(piece), limits.output());
    if (limits.reached().isPresent() || done.outcome() == Outcome.LIMIT) {
      settle(done);
      return;
    }
    Optional<Failure> failure = done.failure();
    String why =
        failure
            .map(found -> found.message().get(0).text().replaceFirst(" \\(\\d+:\\d+\\)$", ""))
            .orElse(say("this is no JavaScript", "这不是 JavaScript"));
    trouble =
        Optional.of(
            new Grade.Trouble(
                ExitStatus.FAILED,
                why + say("; the run stopped here", "，运行到此为止"),
                failure.map(found -> slips.line(piece, found)).orElse(piece.line())));
  }

  private ScriptText text(Piece piece) {
    return new ScriptText(piece.text(), ScriptText.Kind.PROMPT, options.answerName(), piece.line());
  }

  private boolean statement(Piece piece) {
    if (run.isDone()) {
      return true;
    }
    if (HELPING_WORD.matcher(piece.text()).matches()) {
      slips.helpingWord(piece);
      return true;
    }
    StepRecord record = record(run.index());
    if (RESET.matcher(piece.text()).matches() && !options.byState()) {
      run.reset();
      return true;
    }
    Submission done = run.submit(text(piece), limits.output());
    slips.statement(record, piece, done);
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
    if (limits.reached().isPresent()) {
      limit(limits.reached().get());
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
    trouble = Optional.of(new Grade.Trouble(ExitStatus.UNDECIDED, limits.words(why), line));
  }

  private String say(String en, String zh) {
    return options.locale().equals("zh") ? zh : en;
  }

  private void look(StepRecord record) {
    record.states = run.checks().look();
    boolean ran = record.step.checks().isEmpty() ? run.commandsInStep() > 0 : true;
    if (!LessonChecks.isPassed(record.states) || !ran) {
      return;
    }
    record.passed = true;
    if (options.step().isEmpty()) {
      run.advance();
      beginStep();
    }
  }

  /** Goes to a step; if not all before it have passed, to its checkpoint. */
  private void goTo(Piece piece) {
    int target = -1;
    for (int i = 0; i < lesson.steps().size(); i++) {
      target = lesson.steps().get(i).id().equals(piece.name()) ? i : target;
    }
    if (target < 0) {
      slips.unknownStep(piece);
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
      record.states = record.earned(run.checks().look());
      record.mistake = run.checks().mistake();
    }
  }

  private void answer(Piece piece) {
    Optional<Question> question = lesson.question(piece.name());
    if (question.isEmpty()) {
      slips.unknownQuestion(piece);
      return;
    }
    if (isTooLate(question.get())) {
      slips.lateAnswer(piece);
      return;
    }
    try {
      if (run.answers().judgement(question.get()).filter(judged -> !judged.isRight()).isPresent()) {
        wrongTries.merge(question.get().id(), 1, Integer::sum);
      }
      run.answers().give(question.get(), piece.text());
    } catch (IllegalArgumentException e) {
      slips.wrongForm(piece, question.get());
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
      steps.add(builder.goal(run.checks().goal(), line, run.statements()));
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
        Optional.of(Grades.verdict(trouble, steps)),
        trouble,
        slips.ofWhatFailed(),
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
}
