package shardsh.shell;

import java.util.List;
import java.util.Optional;
import shardsh.render.Role;
import shardsh.render.StyledLine;

/**
 * The step from which a learner went back to look at an earlier one: {@code next} finds it as it
 * was, and it is lost when the earlier step is done once more, since that leads to another world.
 */
final class LeftStep {
  private final LessonRun run;
  private final StepWatch watch;
  private final LessonPage page;
  private Optional<Kept> kept = Optional.empty();

  private record Kept(LessonRun.Left run, StepTries tries, boolean hasWork) {}

  LeftStep(LessonRun run, StepWatch watch, LessonPage page) {
    this.run = run;
    this.watch = watch;
    this.page = page;
  }

  /** The step at hand is about to be left; one that was left before stays that one. */
  List<StyledLine> leave() {
    if (kept.isEmpty()) {
      boolean hasWork =
          run.commandsInStep() > 0
              || run.step().question().filter(run.answers()::isGiven).isPresent();
      kept = Optional.of(new Kept(run.leave(), watch.leave(), hasWork));
    }
    String number = number(kept.get());
    return kept.get().hasWork()
        ? page.line(
            page.say(
                "Step " + number + " stays as you leave it: `next` goes back to it.",
                "第 " + number + " 步保持现状：`next` 回到那里。"),
            Role.DIM)
        : List.of();
  }

  private static String number(Kept step) {
    return Integer.toString(step.run().index() + 1);
  }

  /** Whether it is the one after the step at hand. */
  boolean isNext() {
    return kept.filter(step -> step.run().index() == run.index() + 1).isPresent();
  }

  /** Goes back to it. */
  List<StyledLine> returnTo() {
    Kept step = kept.orElseThrow();
    kept = Optional.empty();
    run.returnTo(step.run());
    watch.returnsTo(step.tries());
    return step.hasWork()
        ? page.line(
            page.say(
                "Step " + number(step) + " is as you left it.", "第 " + number(step) + " 步和你离开时一样。"),
            Role.DIM)
        : List.of();
  }

  /** The world in which it was is no longer the learner's; says so if there was work in it. */
  List<StyledLine> lose() {
    Optional<Kept> lost = kept.filter(Kept::hasWork);
    kept = Optional.empty();
    return lost.map(
            step ->
                page.line(
                    page.say(
                        "What you had done in step " + number(step) + " is undone: it begins anew.",
                        "第 " + number(step) + " 步里做过的不算了：它重新开始。"),
                    Role.WARN))
        .orElse(List.of());
  }
}
