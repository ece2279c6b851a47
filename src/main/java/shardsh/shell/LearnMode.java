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
  private final StepHelp help;
  private final StepWatch watch;
  private final OpenQuestion open;
  private final LeftStep left;
  private final List<String> journal = new ArrayList<>();
  private boolean replaying;
  private final GuessTally guesses = new GuessTally();

  private LearnMode(LiveSession session, Progress progress, LessonPage page, LessonRun run) {
    this.session = session;
    this.progress = progress;
    this.page = page;
    this.run = run;
    this.help = new StepHelp(page);
    this.watch = new StepWatch(run, page);
    this.open = new OpenQuestion(session, run, page);
    this.left = new LeftStep(run, watch, page);
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
    boolean same = session.learning() == this && run.step().id().equals(step);
    if (!same || changed) {
      session.take(this);
      int index = same ? run.index() : indexOf(step);
      left.lose();
      if (same) {
        run.enter(index);
        run.step().question().ifPresent(run::forgetAnswer);
      } else {
        run.enterByReference(index);
        journal.clear();
      }
      watch.begins();
    }
    progress.at(lesson(), run.step().id(), journal);
    List<StyledLine> said = new ArrayList<>(page.head(lesson()));
    said.addAll(page.line(goingOn(same, changed), changed || !same ? Role.WARN : Role.HINT));
    said.addAll(page.step(run));
    return said;
  }

  private String goingOn(boolean same, boolean changed) {
    String place = (run.index() + 1) + "/" + lesson().steps().size();
    if (same && !changed) {
      return page.say(
          "Going on at step " + place + "; all that you did is there again.",
          "从第 " + place + " 步继续；之前做过的都恢复了。");
    }
    return changed
        ? page.say(
            "The lesson has changed since: step "
                + place
                + " begins anew. What is done stays done.",
            "课程有了变化：第 " + place + " 步重新开始。完成过的步骤仍算完成。")
        : page.say(
            "What you typed leads elsewhere by now: step "
                + place
                + " begins anew. What is done stays done.",
            "以前输入的现在走不到这里了：第 " + place + " 步重新开始。完成过的步骤仍算完成。");
  }

  /** The place of a step; of the first that is not passed if the lesson has none of that id. */
  private int indexOf(String id) {
    List<Step> steps = lesson().steps();
    List<String> passed = progress.steps(lesson().id(), "passed");
    int open = -1;
    for (int i = 0; i < steps.size(); i++) {
      if (steps.get(i).id().equals(id)) {
        return i;
      }
      open = open < 0 && !passed.contains(steps.get(i).id()) ? i : open;
    }
    return Math.max(open, 0);
  }

  /** The task, for above the prompt. */
  List<StyledLine> task() {
    boolean guessed = run.step().question().filter(run::isAnswered).isPresent();
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
          isLeft ? Optional.empty() : answered(question.get(), text.text());
      if (answered.isPresent()) {
        return answered.get();
      }
      if (run.step().kind() == Step.Kind.PREDICT) {
        return lines(open.guessFirst(question.get()));
      }
      if (run.step().kind() == Step.Kind.QUIZ && !isLeft && !open.isCode(text.text())) {
        return lines(open.isNone(question.get()));
      }
    } else if (open.isGuessedAgain(text.text())) {
      return lines(help.afterGuess(run.step()));
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
      run.answer(question, text);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
    keep(text);
    if (run.step().kind() == Step.Kind.PREDICT) {
      return Optional.of(Submission.done(page.line(page.say("Noted.", "记下了。"), Role.DIM), false));
    }
    LessonRun.Judgement judged = run.judgement(question).orElseThrow();
    List<StyledLine> lines = new ArrayList<>();
    if (judged.isRight() || judged.broken().isPresent()) {
      lines.addAll(page.line(page.say("✓ Right.", "✓ 正确。"), Role.OK));
      page.whys(question, judged.given()).forEach(why -> lines.addAll(page.line(why, Role.PLAIN)));
      lines.addAll(goOn(false));
    } else {
      run.forgetAnswer(question);
      lines.addAll(
          page.line(
              page.say("✗ Not that.", "✗ 不对。") + page.lacking(question, judged).orElse(""),
              Role.WARN));
      page.whys(question, judged.given()).forEach(why -> lines.addAll(page.line(why, Role.PLAIN)));
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

  private List<StyledLine> passed(Step step) {
    List<StyledLine> lines = new ArrayList<>();
    lines.add(StyledLine.EMPTY);
    lines.addAll(outcome(step));
    lines.addAll(page.line("✓ " + page.say("Step done.", "这一步完成了。"), Role.OK));
    lines.addAll(goOn(false));
    return lines;
  }

  /** What came of the guess that was made in a step; nothing where there was none. */
  private List<StyledLine> outcome(Step step) {
    Optional<Question> question = step.question();
    Optional<LessonRun.Judgement> judged = question.flatMap(run::judgement);
    if (judged.isEmpty()) {
      return List.of();
    }
    guesses.add(run.index() + 1, judged.get().isRight());
    if (!replaying) {
      progress.predicted(
          lesson(), question.get().id(), judged.get().given(), judged.get().isRight());
    }
    return page.verdict(question.get(), judged.get());
  }

  private void keep(String line) {
    journal.add(line);
    if (!replaying) {
      progress.at(lesson(), run.step().id(), journal);
    }
  }

  /** The step is over; what comes next. */
  private List<StyledLine> goOn(boolean skipped) {
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

  private List<StyledLine> goForward() {
    boolean putBack = run.hasSideEffects();
    run.advance();
    watch.begins();
    if (run.isDone()) {
      return end();
    }
    run.step().question().ifPresent(run::forgetAnswer);
    List<StyledLine> lines = new ArrayList<>();
    if (putBack && run.step().setup().isEmpty()) {
      lines.addAll(
          page.line(page.say("What you tried on the side is put back.", "你顺手试的改动已经还原。"), Role.DIM));
    }
    lines.addAll(arrive());
    return lines;
  }

  private List<StyledLine> goBackToLeft() {
    List<StyledLine> lines = new ArrayList<>(left.returnTo());
    lines.addAll(arrive());
    return lines;
  }

  private List<StyledLine> arrive() {
    if (!replaying) {
      progress.at(lesson(), run.step().id(), journal);
    }
    return page.step(run);
  }

  private List<StyledLine> end() {
    List<StyledLine> lines = new LessonEnd(page).lines(run, guesses.words(page));
    if (!replaying && LessonRun.isPassed(run.goal())) {
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
    run.step().question().ifPresent(run::forgetAnswer);
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
    return switch (name) {
      case "goal" -> lesson().goal().isEmpty() || open.isGuess() ? check() : goals();
      case "check" -> check();
      case "hint" -> hint(arguments.contains("all"));
      case "solution" -> lines(help.solution(run));
      case "skip" -> skip();
      case "back" -> back();
      case "next" -> next();
      case "play" -> play();
      case "resume" -> resume();
      case "lesson" -> lines(page.step(run));
      default -> throw new IllegalStateException("no word of a lesson: " + name);
    };
  }

  private static Submission lines(List<StyledLine> lines) {
    return Submission.done(lines, false);
  }

  private Submission line(String en, String zh) {
    return lines(page.line(page.say(en, zh), Role.PLAIN));
  }

  private Submission goals() {
    return lines(page.states(run.goal()));
  }

  private Submission check() {
    Step.Kind kind = run.step().kind();
    if (open.isGuess()) {
      return lines(open.guessFirst(open.unanswered().orElseThrow()));
    }
    if (run.step().checks().isEmpty()) {
      boolean toDo = kind == Step.Kind.DO || kind == Step.Kind.PREDICT;
      return lines(toDo ? task() : help.nothingToCheck(run.step()));
    }
    watch.measure();
    List<LessonRun.State> states = run.look();
    List<StyledLine> lines = new ArrayList<>(page.states(states, watch.tries()::isGiven));
    if (kind == Step.Kind.DO && LessonRun.isPassed(states)) {
      keep("check");
      lines.addAll(passed(run.step()));
    } else {
      run.mistake().ifPresent(found -> lines.addAll(page.line(page.words(found.say()), Role.WARN)));
    }
    return lines(lines);
  }

  private Submission hint(boolean all) {
    int before = watch.tries().hintsShown();
    if (run.step().kind() == Step.Kind.PREDICT && open.unanswered().isEmpty()) {
      return lines(help.afterGuess(run.step()));
    }
    List<StyledLine> lines = help.hint(run.step(), watch.tries(), all);
    for (int i = before; i < watch.tries().hintsShown() && !replaying; i++) {
      progress.count(lesson(), "hints", run.step().id());
    }
    return lines(lines);
  }

  private Submission skip() {
    keep("skip");
    List<StyledLine> lines = new ArrayList<>(help.solution(run));
    Optional<String> js = run.reference();
    if (js.isPresent()) {
      run.enter(run.index());
      for (String statement : run.statementsOf(js.get())) {
        run.submit(ScriptText.typed(statement), new NoOutput());
      }
      run.look();
      lines.addAll(skipped(run.step()));
    }
    lines.addAll(goOn(true));
    return lines(lines);
  }

  private List<StyledLine> skipped(Step step) {
    Optional<Question> question = step.question().filter(found -> step.kind() == Step.Kind.PREDICT);
    if (question.isEmpty() || run.isAnswered(question.get())) {
      return question.isEmpty() ? List.of() : outcome(step);
    }
    return run.key(question.get()).map(key -> page.outcome(question.get(), key)).orElse(List.of());
  }

  private Submission back() {
    if (run.index() == 0) {
      return line("This is the first step.", "这已经是第一步。");
    }
    keep("back");
    List<StyledLine> lines = new ArrayList<>(left.leave());
    run.enter(run.index() - 1);
    run.step().question().ifPresent(run::forgetAnswer);
    watch.begins();
    lines.addAll(arrive());
    return lines(lines);
  }

  private Submission next() {
    if (left.isNext()) {
      keep("next");
      return lines(goBackToLeft());
    }
    Step step = run.step();
    boolean open = step.kind() == Step.Kind.READ || step.kind() == Step.Kind.FREE;
    if (!open && !progress.steps(lesson().id(), "passed").contains(step.id())) {
      return line(
          "This step is not done yet; `skip` goes on with its solution.",
          "这一步还没完成；`skip` 会运行答案并继续。");
    }
    keep("next");
    if (!open) {
      run.goOverByReference();
    }
    if (!replaying) {
      progress.stepEnded(lesson(), step.id(), false);
    }
    return lines(goForward());
  }

  private Submission play() {
    if (run.isPlaying()) {
      return line("You are in a copy already; `resume` goes back.", "你已经在副本里；`resume` 返回。");
    }
    run.playAround();
    return line(
        "A copy of the world: nothing here counts. `resume` throws it away.",
        "这是世界的副本，在这里做什么都不算。`resume` 丢掉它。");
  }

  private Submission resume() {
    return run.resume()
        ? line("Back in the lesson.", "回到课程。")
        : line("There is no copy to come back from.", "没有可返回的副本。");
  }
}
