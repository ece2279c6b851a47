package shardsh.shell;

import java.util.ArrayList;
import java.util.List;
import shardsh.lesson.Progress;
import shardsh.lesson.Step;
import shardsh.render.Role;
import shardsh.render.StyledLine;

/** Where a learner comes back to in a lesson that was left, and what is said of it. */
final class ComingBack {
  private final LessonRun run;
  private final Progress progress;
  private final LessonPage page;

  ComingBack(LessonRun run, Progress progress, LessonPage page) {
    this.run = run;
    this.progress = progress;
    this.page = page;
  }

  /** Begins the step at hand anew. */
  void again() {
    run.enter(run.index());
    run.step().question().ifPresent(run.answers()::forget);
  }

  /** Begins a step as the reference solutions lead to it: what was typed does not any more. */
  void byReference(String step) {
    run.enterByReference(indexOf(step));
  }

  /** The head of the lesson, how it goes on, and the step. */
  List<StyledLine> lines(boolean same, boolean changed) {
    List<StyledLine> said = new ArrayList<>(page.head(run.lesson()));
    said.addAll(page.line(goingOn(same, changed), changed || !same ? Role.WARN : Role.HINT));
    said.addAll(page.step(run));
    return said;
  }

  private String goingOn(boolean same, boolean changed) {
    String place = (run.index() + 1) + "/" + run.lesson().steps().size();
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
    List<Step> steps = run.lesson().steps();
    List<String> passed = progress.steps(run.lesson().id(), "passed");
    int open = -1;
    for (int i = 0; i < steps.size(); i++) {
      if (steps.get(i).id().equals(id)) {
        return i;
      }
      open = open < 0 && !passed.contains(steps.get(i).id()) ? i : open;
    }
    return Math.max(open, 0);
  }
}
