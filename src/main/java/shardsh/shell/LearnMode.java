package shardsh.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.bson.BsonInt32;
import shardsh.lesson.Lesson;
import shardsh.lesson.Progress;
import shardsh.lesson.Question;
import shardsh.lesson.Step;
import shardsh.render.Role;
import shardsh.render.StyledLine;

/**
 * A lesson at the prompt: what is typed is taken as an answer, a word or a command; passed checks
 * are noticed without being asked for.
 */
final class LearnMode {
  private final LiveSession session;
  private final Progress progress;
  private final LessonPage page;
  private final LessonRun run;
  private final StepWatch watch;
  private final OpenQuestion open;
  private final LeftStep left;
  private final LearnWords words;
  private final List<String> journal = new ArrayList<>();
  private boolean replaying;
  private final GuessTally guesses = new GuessTally();

  private LearnMode(LiveSession session, Progress progress, LessonPage page, LessonRun run) {
    this.session = session;
    this.progress = progress;
    this.page = page;
    this.run = run;
    this.watch = new StepWatch(run, page);
    this.open = new OpenQuestion(session, run, page);
    this.left = new LeftStep(run, watch, page);
    this.words = new LearnWords(this, progress, page, watch, open, left);
  }

  /** Puts the session into a lesson, at its first step. */
  static LearnMode start(Lesson lesson, LiveSession session, Progress progress, LessonPage page) {
    LearnMode mode =
        new LearnMode(
            session, progress, page, LessonRun.start(lesson, session, OptionalLong.empty(), false));
    session.take(mode);
    return mode;
  }

  LessonRun run() {
    return run;
  }

  /** The lesson and its step, e.g. {@code chunks 2/7}. */
  String place() {
    int count = run.lesson().steps().size();
    return run.lesson().id() + " " + Math.min(run.index() + 1, count) + "/" + count;
  }

  Lesson lesson() {
    return run.lesson();
  }

  /**
   * Types again what was typed in the lesson, and gives what there is to do now.
   *
   * @param step where the learner was
   * @param changed whether the lesson's file is another one than that in which it was typed
   */
  List<StyledLine> replay(List<String> lines, String step, boolean changed) {
    replaying = true;
    try {
      for (String line : lines) {
        if (session.learning() == this && line.isEmpty()) {
          enter();
        } else if (session.learning() == this || line.equals("back")) {
          session.submit(ScriptText.typed(line), new NoOutput());
        }
      }
    } finally {
      replaying = false;
    }
    ComingBack back = new ComingBack(run, progress, page);
    boolean same = session.learning() == this && run.step().id().equals(step);
    if (!same || changed) {
      session.take(this);
      left.lose();
      if (same) {
        back.again();
      } else {
        back.byReference(step);
        journal.clear();
      }
      watch.begins();
    }
    progress.at(lesson(), run.step().id(), journal);
    return back.lines(same, changed);
  }

  /** The task, for above the prompt. */
  List<StyledLine> task() {
    boolean guessed = run.step().question().filter(run.answers()::isGiven).isPresent();
    return page.task(run, guessed);
  }

  /** A line without anything on it. */
  Submission enter() {
    if (run.step().kind() != Step.Kind.READ || run.isPlaying()) {
      return Submission.done(List.of(), true);
    }
    keep("");
    return Submission.done(left.isNext() ? goBackToLeft() : goOn(false), false);
  }

  /** Whether a text that is also a word answers the question of the step. */
  boolean isAnswer(String text) {
    return open.isAnsweredBy(text);
  }

  /** The question of the step with its options, if it waits for its answer. */
  List<StyledLine> question() {
    return open.again();
  }

  Submission submit(ScriptText text, ShellOutput output) {
    if (text.kind() != ScriptText.Kind.PROMPT) {
      return run.submit(text, output);
    }
    Optional<DirectWords.Line> word = DirectWords.match(text.text());
    if (word.isPresent() && !isAnswer(text.text())) {
      return word(word.get(), text, output);
    }
    Optional<Question> question = open.now();
    if (question.isPresent()) {
      Optional<List<StyledLine>> part = open.isPart(question.get(), text.text());
      if (part.isPresent()) {
        return lines(part.get());
      }
      boolean isLeft = open.isLeftTo(question.get(), text.text());
      Optional<Submission> answered =
          isLeft
              ? Optional.empty()
              : answered(question.get(), text.text())
                  .or(
                      () ->
                          open.isMeantBy(question.get(), text.text())
                              .flatMap(option -> answered(question.get(), option)));
      if (answered.isPresent()) {
        return answered.get();
      }
      Optional<List<StyledLine>> none = open.isNoOption(question.get(), text.text());
      if (none.isPresent()) {
        return lines(none.get());
      }
      if (run.step().kind() == Step.Kind.PREDICT) {
        // Not by way of the run: a look before the guess is none of the step's commands.
        return LookAround.isStatus(text.text())
            ? session.plain(text, output)
            : lines(open.guessFirst(question.get()));
      }
      if (run.step().kind() == Step.Kind.QUIZ && !isLeft && !open.isCode(text.text())) {
        return lines(open.isNone(question.get()));
      }
    } else if (open.isGuessedAgain(text.text())) {
      return lines(new StepHelp(page).afterGuess(run.step()));
    }
    return command(text, output);
  }

  /** To look, or to ask why, changes nothing, yet may be what a step asks for. */
  private Submission word(DirectWords.Line word, ScriptText text, ShellOutput output) {
    String name = word.word().name();
    if (name.equals("reset") && word.arguments().isEmpty() && !run.isPlaying()) {
      keep(text.text());
      run.reset();
      watch.begins();
      return Submission.done(
          page.line(page.say("The step begins anew.", "这一步重新开始。"), Role.DIM), false);
    }
    return command(text, output);
  }

  private Optional<Submission> answered(Question question, String text) {
    try {
      run.answers().give(question, text);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
    keep(text);
    LessonRun.Judgement judged = run.answers().judgement(question).orElseThrow();
    if (run.step().kind() == Step.Kind.PREDICT) {
      return Optional.of(lines(page.answers().noted(question, judged.given(), text)));
    }
    List<StyledLine> lines = new ArrayList<>();
    if (judged.isRight() || judged.broken().isPresent()) {
      lines.addAll(page.line(page.say("✓ Right.", "✓ 正确。"), Role.OK));
      page.answers()
          .whys(question, judged.given())
          .forEach(why -> lines.addAll(page.line(why, Role.PLAIN)));
      lines.addAll(goOn(false));
    } else {
      run.answers().forget(question);
      lines.addAll(page.answers().wrong(run.step(), question, judged, text, watch.tries()));
      lines.addAll(watch.missed());
      countMiss(true);
    }
    return Optional.of(Submission.done(lines, false));
  }

  private Submission command(ScriptText text, ShellOutput output) {
    boolean guessFirst = open.isGuess() && !run.isPlaying();
    StepWatch.Before before = watch.before(session.world().lastChange());
    Submission done = run.submit(text, output);
    if (run.isPlaying() || session.learning() != this) {
      return done;
    }
    if (done.outcome() == Outcome.DONE || done.outcome() == Outcome.FAILED) {
      keep(text.text());
    }
    List<StyledLine> remarks = new ArrayList<>(done.remarks());
    remarks.addAll(watch.after(before, session.world().lastChange()));
    if (!guessFirst) {
      StepWatch.Notice notice = watch.noticed(before, done, text.text());
      remarks.addAll(notice.isPassed() ? passed(run.step()) : notice.lines());
      countMiss(notice.isMiss());
    }
    return new Submission(
        done.outcome(),
        done.value(),
        done.isUndefined(),
        done.failure(),
        remarks,
        done.trace(),
        done.exitStatus());
  }

  private void countMiss(boolean isMiss) {
    if (isMiss && !replaying) {
      progress.count(lesson(), "attempts", run.step().id());
    }
  }

  /** A step is done: what came of its guess, and what comes next. */
  List<StyledLine> passed(Step step) {
    List<StyledLine> lines = new ArrayList<>();
    lines.add(StyledLine.EMPTY);
    lines.addAll(outcome(step));
    lines.addAll(page.line("✓ " + page.say("Step done.", "这一步完成了。"), Role.OK));
    lines.addAll(goOn(false));
    return lines;
  }

  /** What came of the guess that was made in a step; nothing where there was none. */
  List<StyledLine> outcome(Step step) {
    Optional<Question> question = step.question();
    Optional<LessonRun.Judgement> judged = question.flatMap(run.answers()::judgement);
    if (judged.isEmpty()) {
      return List.of();
    }
    guesses.add(run.index() + 1, judged.get().isRight());
    if (!replaying) {
      progress.predicted(
          lesson(), question.get().id(), judged.get().given(), judged.get().isRight());
    }
    return page.answers()
        .verdict(step, question.get(), judged.get(), session.pictures()::isThereAWhy);
  }

  /** A line that counts: it is typed again when the learner comes back. */
  void keep(String line) {
    journal.add(line);
    if (!replaying) {
      progress.at(lesson(), run.step().id(), journal);
    }
  }

  /** The step is over; what comes next. */
  List<StyledLine> goOn(boolean skipped) {
    if (!replaying) {
      progress.stepEnded(lesson(), run.step().id(), skipped);
    }
    if (run.commandsInStep() > 0) {
      List<StyledLine> lines = new ArrayList<>(left.lose());
      lines.addAll(goForward());
      return lines;
    }
    return left.isNext() ? goBackToLeft() : goForward();
  }

  /** On to the next step, or to the end. */
  List<StyledLine> goForward() {
    boolean isGuess = run.step().kind() == Step.Kind.PREDICT;
    boolean putBack = run.advance();
    watch.begins();
    List<StyledLine> lines = new ArrayList<>();
    if (putBack && (run.isDone() || run.step().setup().isEmpty())) {
      lines.addAll(
          page.line(
              isGuess
                  ? page.say(
                      "What you changed besides the step's own command is put back.",
                      "除了这一步要运行的命令，其他改动都已还原。")
                  : page.say("What you tried on the side is put back.", "你顺手试的改动已经还原。"),
              Role.DIM));
    }
    if (run.isDone()) {
      lines.addAll(end());
      return lines;
    }
    run.step().question().ifPresent(run.answers()::forget);
    lines.addAll(arrive());
    return lines;
  }

  /** Back to the step that was left for an earlier one. */
  List<StyledLine> goBackToLeft() {
    List<StyledLine> lines = new ArrayList<>(left.returnTo());
    lines.addAll(arrive());
    return lines;
  }

  /** The step at hand, which has just begun. */
  List<StyledLine> arrive() {
    if (!replaying) {
      progress.at(lesson(), run.step().id(), journal);
    }
    return page.step(run);
  }

  private List<StyledLine> end() {
    List<StyledLine> lines = new LessonEnd(page).lines(run, guesses.words(page));
    if (!replaying && LessonChecks.isPassed(run.checks().goal())) {
      progress.done(lesson(), run.cost().getNumber("commands", new BsonInt32(0)).intValue());
    } else if (!replaying) {
      progress.left();
    }
    leave();
    session.lessons().ended(this);
    return lines;
  }

  /** Once more in the last step, after the end. */
  Submission reopen() {
    session.take(this);
    keep("back");
    run.reopen();
    run.step().question().ifPresent(run.answers()::forget);
    watch.begins();
    return lines(page.step(run));
  }

  /** What there is to say to words of the lesson after its end. */
  Submission afterEnd(boolean goals) {
    return lines(new LessonEnd(page).after(run, goals));
  }

  /** Out of the lesson; the cluster stays as it is. */
  void leave() {
    run.close();
    session.take(null);
  }

  /** The words of lessons that belong to the lesson at hand. */
  Submission word(String name, List<String> arguments) {
    return words.submit(name, arguments);
  }

  /** Whether what was typed before is being typed again; then nothing of it is noted. */
  boolean isReplaying() {
    return replaying;
  }

  private static Submission lines(List<StyledLine> lines) {
    return Submission.done(lines, false);
  }
}
