package shardsh.shell;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
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
  /** After so many misses a hint is offered. */
  private static final int PATIENCE = 3;

  private final LiveSession session;
  private final Progress progress;
  private final LessonPage page;
  private final LessonRun run;
  private final List<String> journal = new ArrayList<>();
  private final Set<String> passedChecks = new LinkedHashSet<>();
  private int misses;
  private int hintsShown;
  private boolean warnedOfLastHint;
  private boolean replaying;
  private String lastMistake = "";
  private int guesses;
  private int rightGuesses;

  private LearnMode(LiveSession session, Progress progress, LessonPage page, LessonRun run) {
    this.session = session;
    this.progress = progress;
    this.page = page;
    this.run = run;
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

  /** Types again what was typed in the lesson, and gives what there is to do now. */
  List<StyledLine> replay(List<String> lines, String step) {
    replaying = true;
    try {
      for (String line : lines) {
        if (session.learning() == this) {
          if (line.isEmpty()) {
            enter();
          } else {
            session.submit(ScriptText.typed(line), new NoOutput());
          }
        }
      }
    } finally {
      replaying = false;
    }
    List<StyledLine> said = new ArrayList<>();
    boolean same = session.learning() == this && run.step().id().equals(step);
    if (!same && lesson().step(step).isPresent()) {
      session.take(this);
      run.enterByReference(indexOf(step));
      journal.clear();
      begin();
      said.addAll(
          page.line(
              page.say(
                  "The lesson has changed since: you are at the start of the step.",
                  "课程有了变化：你现在位于这一步的起点。"),
              Role.WARN));
    }
    said.addAll(page.head(lesson()));
    said.addAll(page.step(run));
    return said;
  }

  private int indexOf(String id) {
    List<Step> steps = lesson().steps();
    for (int i = 0; i < steps.size(); i++) {
      if (steps.get(i).id().equals(id)) {
        return i;
      }
    }
    return 0;
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
    return Submission.done(goOn(false), false);
  }

  Submission submit(ScriptText text, ShellOutput output) {
    if (text.kind() != ScriptText.Kind.PROMPT) {
      return run.submit(text, output);
    }
    Optional<DirectWords.Line> word = DirectWords.match(text.text());
    if (word.isPresent()) {
      return word(word.get(), text, output);
    }
    Optional<Question> open = open();
    if (open.isPresent()) {
      Optional<Submission> answered = answered(open.get(), text.text());
      if (answered.isPresent()) {
        return answered.get();
      }
      if (run.step().kind() == Step.Kind.PREDICT) {
        return Submission.done(
            page.line(
                page.say("Guess first: ", "先猜一猜：") + page.form(open.get()) + page.say(".", "。"),
                Role.WARN),
            false);
      }
    }
    return command(text, output);
  }

  /** The question of the step that waits for its answer. */
  private Optional<Question> open() {
    return run.isPlaying()
        ? Optional.empty()
        : run.step().question().filter(question -> !run.isAnswered(question));
  }

  /** Words that change nothing in the lesson's world are the session's own business. */
  private Submission word(DirectWords.Line word, ScriptText text, ShellOutput output) {
    String name = word.word().name();
    boolean changes = List.of("undo", "reset", "use", "mongosh", "mongod", "mongos").contains(name);
    if (name.equals("reset") && word.arguments().isEmpty() && !run.isPlaying()) {
      keep(text.text());
      run.reset();
      begin();
      return Submission.done(
          page.line(page.say("The step begins anew.", "这一步重新开始。"), Role.DIM), false);
    }
    return changes || isTask(name) ? command(text, output) : run.submit(text, output);
  }

  /** A picture changes nothing, yet to look at one may be what a step asks for. */
  private boolean isTask(String word) {
    return word.equals("show") && run.step().kind() == Step.Kind.DO;
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
      page.why(question, judged.given()).ifPresent(why -> lines.addAll(page.line(why, Role.PLAIN)));
      lines.addAll(goOn(false));
    } else {
      run.forgetAnswer(question);
      lines.addAll(page.line(page.say("✗ Not that.", "✗ 不对。"), Role.WARN));
      page.why(question, judged.given()).ifPresent(why -> lines.addAll(page.line(why, Role.PLAIN)));
      lines.addAll(missed());
    }
    return Optional.of(Submission.done(lines, false));
  }

  private Submission command(ScriptText text, ShellOutput output) {
    int before = run.commandsInStep();
    Submission done = run.submit(text, output);
    if (run.isPlaying() || session.learning() != this) {
      return done;
    }
    keep(text.text());
    List<StyledLine> remarks = new ArrayList<>(done.remarks());
    boolean guessFirst = run.step().kind() == Step.Kind.PREDICT && open().isPresent();
    if (!guessFirst) {
      remarks.addAll(noticed(run.commandsInStep() > before));
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

  /** What has changed about the checks since the last look. */
  private List<StyledLine> noticed(boolean tried) {
    Step step = run.step();
    if (step.kind() != Step.Kind.DO && step.kind() != Step.Kind.PREDICT) {
      return List.of();
    }
    List<LessonRun.State> states = run.look();
    boolean waitsForRun = step.checks().isEmpty() && !tried;
    if (LessonRun.isPassed(states) && !waitsForRun) {
      return passed(step);
    }
    List<StyledLine> lines = new ArrayList<>();
    boolean closer = false;
    for (LessonRun.State state : states) {
      if (state.finding().isPassed() && passedChecks.add(state.check().id())) {
        lines.addAll(page.line(page.passed(state.check(), states), Role.OK));
        closer = true;
      }
    }
    if (tried) {
      lines.addAll(mistakeSaid());
      lines.addAll(closer ? List.of() : missed());
    }
    return lines;
  }

  private List<StyledLine> mistakeSaid() {
    String said = run.mistake().map(mistake -> page.words(mistake.say())).orElse("");
    boolean isNew = !said.isEmpty() && !said.equals(lastMistake);
    lastMistake = said;
    return isNew ? page.line(said, Role.WARN) : List.of();
  }

  private List<StyledLine> passed(Step step) {
    List<StyledLine> lines = new ArrayList<>();
    lines.add(StyledLine.EMPTY);
    step.question()
        .flatMap(question -> run.judgement(question))
        .ifPresent(
            judged -> {
              guesses++;
              rightGuesses += judged.isRight() ? 1 : 0;
              Question question = step.question().orElseThrow();
              lines.addAll(page.verdict(question, judged));
              if (!replaying) {
                progress.predicted(lesson(), question.id(), judged.given(), judged.isRight());
              }
            });
    lines.addAll(page.line("✓ " + page.say("Step done.", "这一步完成了。"), Role.OK));
    lines.addAll(goOn(false));
    return lines;
  }

  private List<StyledLine> missed() {
    misses++;
    if (!replaying) {
      progress.count(lesson(), "attempts", run.step().id());
    }
    boolean offers = misses % PATIENCE == 0 && hintsShown < run.step().hints().size();
    return offers
        ? page.line(page.say("Not yet. `hint` gives you a hint.", "还没成功。输入 `hint` 看提示。"), Role.HINT)
        : List.of();
  }

  private void keep(String line) {
    journal.add(line);
    if (!replaying) {
      progress.at(lesson(), run.step().id(), journal);
    }
  }

  private void begin() {
    misses = 0;
    hintsShown = 0;
    warnedOfLastHint = false;
    lastMistake = "";
    passedChecks.clear();
  }

  /** The step is over; what comes next. */
  private List<StyledLine> goOn(boolean skipped) {
    if (!replaying) {
      progress.stepEnded(lesson(), run.step().id(), skipped);
    }
    run.advance();
    begin();
    if (run.isDone()) {
      return end();
    }
    if (!replaying) {
      progress.at(lesson(), run.step().id(), journal);
    }
    return page.step(run);
  }

  private List<StyledLine> end() {
    List<StyledLine> lines = new ArrayList<>();
    lines.add(StyledLine.EMPTY);
    lines.addAll(
        page.line(page.say("Lesson done: ", "课程完成：") + page.words(lesson().title()), Role.TITLE));
    lines.addAll(page.prose(lesson().complete()));
    if (guesses > 0) {
      lines.addAll(
          page.line(
              page.say(
                  "Your guesses: " + rightGuesses + " of " + guesses + " right.",
                  "你的猜测：" + guesses + " 次中对了 " + rightGuesses + " 次。"),
              Role.PLAIN));
    }
    lines.addAll(
        page.states(run.goal().stream().filter(goal -> !goal.finding().isPassed()).toList()));
    for (LessonRun.State star : run.stars()) {
      boolean won = star.finding().isPassed();
      lines.addAll(
          page.line(
              (won ? "★ " : "☆ ")
                  + star.check().id()
                  + (won ? "" : ": " + page.phrase(star.finding())),
              won ? Role.OK : Role.DIM));
    }
    for (Lesson.Reference ref : lesson().refs()) {
      lines.addAll(
          page.line(
              "- " + ref.title() + ref.where().map(where -> ": " + where).orElse(""), Role.DIM));
    }
    for (String next : lesson().next()) {
      lines.addAll(page.line(page.say("Next: ", "接下来：") + "`learn " + next + "`", Role.HINT));
    }
    if (!replaying) {
      progress.done(lesson(), run.cost().getNumber("commands", new BsonInt32(0)).intValue());
    }
    leave();
    return lines;
  }

  /** Out of the lesson; the cluster stays as it is. */
  void leave() {
    run.close();
    session.take(null);
  }

  /** The words of lessons that belong to the lesson at hand. */
  Submission word(String name, List<String> arguments) {
    return switch (name) {
      case "goal" -> lines(page.states(lesson().goal().isEmpty() ? run.look() : run.goal()));
      case "check" -> check();
      case "hint" -> hint(arguments.contains("all"));
      case "solution" -> solution();
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

  private Submission check() {
    if (run.step().checks().isEmpty()) {
      return lines(task());
    }
    List<LessonRun.State> states = run.look();
    List<StyledLine> lines = new ArrayList<>(page.states(states));
    if (run.step().kind() == Step.Kind.DO && LessonRun.isPassed(states)) {
      lines.addAll(passed(run.step()));
    } else {
      lines.addAll(mistakeSaid());
    }
    return lines(lines);
  }

  private Submission hint(boolean all) {
    int count = run.step().hints().size();
    if (hintsShown >= count) {
      return count == 0
          ? line("This step has no hints.", "这一步没有提示。")
          : line("That was the last hint; `solution` shows the answer.", "提示用完了；`solution` 给出答案。");
    }
    boolean isLast = hintsShown == count - 1 && count > 1;
    if (isLast && !all && !warnedOfLastHint) {
      warnedOfLastHint = true;
      return line(
          "The last hint is almost the answer. `hint` once more shows it.",
          "最后一条提示几乎就是答案。再输入一次 `hint` 才会显示。");
    }
    List<StyledLine> lines = new ArrayList<>();
    do {
      lines.addAll(
          page.line(
              (hintsShown + 1) + "/" + count + " " + page.words(run.step().hints().get(hintsShown)),
              Role.HINT));
      hintsShown++;
      if (!replaying) {
        progress.count(lesson(), "hints", run.step().id());
      }
    } while (all && hintsShown < count);
    return lines(lines);
  }

  private Submission solution() {
    List<StyledLine> lines = new ArrayList<>();
    run.reference().ifPresent(js -> lines.addAll(StyledLine.lines(js.strip(), Role.KEYWORD)));
    if (run.step().kind() == Step.Kind.QUIZ) {
      run.step()
          .question()
          .ifPresent(
              question ->
                  run.key(question)
                      .ifPresent(
                          key -> lines.addAll(page.line(page.shown(question, key), Role.PLAIN))));
    }
    return lines.isEmpty() ? line("There is nothing to solve here.", "这里没有要解的题。") : lines(lines);
  }

  private Submission skip() {
    keep("skip");
    List<StyledLine> lines = new ArrayList<>(solution().value());
    Optional<String> js = run.reference();
    if (js.isPresent()) {
      run.enter(run.index());
      for (String statement : run.statementsOf(js.get())) {
        run.submit(ScriptText.typed(statement), new NoOutput());
      }
      run.look();
    }
    lines.addAll(goOn(true));
    return lines(lines);
  }

  private Submission back() {
    if (run.index() == 0) {
      return line("This is the first step.", "这已经是第一步。");
    }
    keep("back");
    run.enter(run.index() - 1);
    run.step().question().ifPresent(run::forgetAnswer);
    begin();
    return lines(page.step(run));
  }

  private Submission next() {
    Step step = run.step();
    boolean open = step.kind() == Step.Kind.READ || step.kind() == Step.Kind.FREE;
    if (!open && !progress.steps(lesson().id(), "passed").contains(step.id())) {
      return line(
          "This step is not done yet; `skip` goes on with its solution.",
          "这一步还没完成；`skip` 会运行答案并继续。");
    }
    keep("next");
    if (open) {
      return lines(goOn(false));
    }
    run.reference()
        .ifPresent(
            js -> {
              run.enter(run.index());
              run.statementsOf(js)
                  .forEach(text -> run.submit(ScriptText.typed(text), new NoOutput()));
              run.look();
            });
    return lines(goOn(false));
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
