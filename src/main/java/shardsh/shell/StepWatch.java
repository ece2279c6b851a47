package shardsh.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import shardsh.lesson.Check;
import shardsh.lesson.Finding;
import shardsh.lesson.Question;
import shardsh.lesson.Step;
import shardsh.render.Role;
import shardsh.render.StyledLine;

/**
 * Notices what a text that was typed means for its step: checks that hold now, parts that are done,
 * mistakes, misses, and what was undone.
 */
final class StepWatch {
  private final LessonRun run;
  private final LessonPage page;
  private StepTries tries = new StepTries();
  private final Rewind<StepTries.Mark> rewind = new Rewind<>();

  StepWatch(LessonRun run, LessonPage page) {
    this.run = run;
    this.page = page;
  }

  /** What was known when a text began. */
  record Before(int commands, long lastChange, StepTries.Mark known) {}

  /**
   * What came of a text.
   *
   * @param isPassed whether the step is done by it; then there is nothing else to say
   * @param isMiss whether it was a try that led nowhere
   */
  record Notice(boolean isPassed, boolean isMiss, List<StyledLine> lines) {}

  StepTries tries() {
    return tries;
  }

  /** A step begins. */
  void begins() {
    tries.clear();
    rewind.clear();
  }

  /** The step is left for an earlier one; what was tried in it. */
  StepTries leave() {
    StepTries kept = tries;
    tries = new StepTries();
    return kept;
  }

  /** The step that was left goes on. */
  void returnsTo(StepTries kept) {
    tries = kept;
    rewind.clear();
  }

  /** A text is about to run. */
  Before before(long lastChange) {
    measure();
    return new Before(run.commandsInStep(), lastChange, tries.mark());
  }

  /** What holds before the first text is no step forward when it is noticed. */
  void measure() {
    Step.Kind kind = run.step().kind();
    boolean isChecked = kind == Step.Kind.DO || kind == Step.Kind.PREDICT;
    if (isChecked && !tries.isMeasured() && !run.isPlaying()) {
      tries.begin(run.checks().glance());
    }
  }

  /** A text has run; what there is to say if it undid another. */
  List<StyledLine> after(Before before, long lastChange) {
    rewind.line(before.lastChange(), lastChange, before.known()).ifPresent(tries::backTo);
    if (!run.wentBack() && !run.returned()) {
      return List.of();
    }
    // Ticks of what is gone are gone with it.
    List<String> lost =
        tries.lost(run.checks().look()).stream()
            .map(id -> CheckLines.withoutStop(page.checks().name(run.step(), id)))
            .toList();
    return lost.isEmpty()
        ? List.of()
        : page.line(
            page.say(
                "To do again: " + String.join(", ", lost) + ".",
                "需要重新完成：" + String.join("；", lost) + "。"),
            Role.DIM);
  }

  /** What has changed about the checks since the last look. */
  Notice noticed(Before before, Submission done, String text) {
    Step step = run.step();
    if (step.kind() != Step.Kind.DO && step.kind() != Step.Kind.PREDICT) {
      return new Notice(false, false, List.of());
    }
    boolean tried = run.commandsInStep() > before.commands() && !run.wentBack();
    List<LessonRun.State> states = run.checks().look();
    boolean waitsForRun =
        step.checks().isEmpty() && !tried
            || step.kind() == Step.Kind.PREDICT && run.commandsInStep() == 0;
    if (LessonChecks.isPassed(states) && !waitsForRun) {
      return new Notice(true, false, List.of());
    }
    List<StyledLine> lines = new ArrayList<>();
    tries.seekWhatIsLost(states);
    List<LessonRun.State> sought =
        states.stream().filter(state -> !tries.isGiven(state.check())).toList();
    List<Check> now = new ArrayList<>();
    for (LessonRun.State state : sought) {
      if (state.finding().isPassed() && tries.isNew(state.check().id())) {
        now.add(state.check());
      }
    }
    lines.addAll(page.checks().passed(now, sought));
    boolean closer = !now.isEmpty();
    boolean looked =
        run.onlyLookedSince(before.commands(), done)
            || done.outcome() == Outcome.DONE && Changes.waitForCommit(done.trace());
    boolean isMiss = tried && isMiss(done, text, states, closer, looked, lines);
    if (before.commands() > 0 && isCommandOf(step, done, text)) {
      lines.addAll(new StepHelp(page).cameTooLate());
    }
    if (isMiss) {
      lines.addAll(missed());
    }
    return new Notice(false, isMiss, lines);
  }

  /**
   * Whether a try that has not passed the step led nowhere; adds what there is to say of it.
   *
   * @param closer whether it passed a check
   * @param looked whether it was no try at the step but a look at the cluster, or can tell only
   *     when its transaction is committed
   */
  private boolean isMiss(
      Submission done,
      String text,
      List<LessonRun.State> states,
      boolean closer,
      boolean looked,
      List<StyledLine> lines) {
    Optional<Step.Mistake> mistake = run.checks().mistake();
    String said = mistake.map(found -> page.words(found.say())).orElse("");
    boolean made = Changes.in(done.trace()) || mistake.filter(StepWatch::isOfCommands).isPresent();
    if (tries.isToBeTold(said, text, made)) {
      lines.addAll(page.line(said, Role.WARN));
    }
    boolean nearer = tries.measure(states);
    boolean next = done.outcome() == Outcome.DONE && isNextPart(text);
    if (!closer && !nearer && !next) {
      if (looked && said.isEmpty()) {
        return false;
      }
      if (said.isEmpty() && done.outcome() == Outcome.DONE) {
        lines.addAll(lacking(states));
      }
      // What the author does in the step, too, is no wrong turn, be it a second time.
      return done.outcome() != Outcome.DONE || !run.isInReference(text);
    }
    tries.progress();
    if (closer && said.isEmpty() && !run.isInReference(text)) {
      lines.addAll(lacking(states));
    }
    if (!closer && said.isEmpty()) {
      lines.addAll(
          page.line(
              page.say(
                  "A part of it is done; `check` says what is missing.", "完成了一部分；`check` 会说还缺什么。"),
              Role.OK));
    }
    return false;
  }

  /** What the first check that can be passed now lacks; nothing if that was said before. */
  private List<StyledLine> lacking(List<LessonRun.State> states) {
    return states.stream()
        .filter(state -> state.finding().status() == Finding.Status.FAILED)
        .filter(state -> !state.check().optional() && !state.finding().isPassed())
        .findFirst()
        .filter(state -> saysMore(state) && tries.isNewLack(state.check().id()))
        .map(state -> page.checks().states(List.of(state)))
        .orElse(List.of());
  }

  private static boolean saysMore(LessonRun.State state) {
    return state.check().message().isPresent() || state.finding().expected().isPresent();
  }

  /** Whether a text is the one that a guess was about, to the letter. */
  private static boolean isCommandOf(Step step, Submission done, String text) {
    return step.kind() == Step.Kind.PREDICT
        && done.outcome() == Outcome.DONE
        && step.question()
            .flatMap(Question::suggest)
            .filter(command -> StepTries.bare(command).equals(StepTries.bare(text)))
            .isPresent();
  }

  /** Whether a mistake is about what was typed last, and not about what the cluster is like. */
  private static boolean isOfCommands(Step.Mistake mistake) {
    return mistake.when().contains("c.last") || mistake.when().contains("c.step");
  }

  /** Whether a text is the next one of those that are known to lead to the goal. */
  private boolean isNextPart(String text) {
    return run.reference()
        .filter(js -> run.step().kind() == Step.Kind.DO)
        .filter(js -> tries.isNextOf(run.statementsOf(js), text))
        .isPresent();
  }

  /** One more miss; after some of them a hint is offered. */
  List<StyledLine> missed() {
    return tries.missed(run.step().hints().size())
        ? page.line(page.say("Not yet. `hint` gives you a hint.", "还没成功。输入 `hint` 看提示。"), Role.HINT)
        : List.of();
  }
}
