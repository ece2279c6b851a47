package shardsh.script;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import shardsh.lesson.Step;
import shardsh.shell.LessonChecks;
import shardsh.shell.LessonRun;
import shardsh.shell.Outcome;
import shardsh.shell.ScriptText;
import shardsh.shell.Submission;

/** Has the commands of a step's {@code accept} prove that they work and are not called wrong. */
final class AcceptProof {
  private final LessonRun run;
  private final LessonFaults faults;

  AcceptProof(LessonRun run, LessonFaults faults) {
    this.run = run;
    this.faults = faults;
  }

  /**
   * Each works in some run that passes the step, all in their order or it alone before the
   * solution, and is in that run not refused and not called a mistake.
   */
  void prove(int index, Step step) {
    if (step.accept().isEmpty()) {
      return;
    }
    Map<String, String> open = new LinkedHashMap<>();
    step.accept().forEach(accept -> open.put(accept, "is in no passing run"));
    welcome(index, step.accept(), open);
    for (String accept : step.accept()) {
      if (open.containsKey(accept)) {
        List<String> texts = new ArrayList<>(List.of(accept));
        step.solution().ifPresent(js -> texts.addAll(run.statementsOf(js)));
        welcome(index, texts, open);
      }
    }
    open.forEach(
        (accept, why) ->
            faults.add(step.line(), "'accept' has what " + why + ": " + accept, "mend it"));
  }

  /**
   * Runs these until the step passes.
   *
   * @param open those of {@code accept} that have not been seen to work, with the reason; if the
   *     step passes, those that did work in it are taken out
   */
  private void welcome(int index, List<String> statements, Map<String, String> open) {
    Map<String, String> reasons = new LinkedHashMap<>();
    run.enter(index);
    List<LessonRun.State> before = run.checks().glance();
    for (String statement : statements) {
      int commands = run.commandsInStep();
      Submission done = run.submit(ScriptText.typed(statement), new CollectedOutput());
      List<LessonRun.State> states = run.checks().look();
      boolean passed = LessonChecks.isPassed(states);
      boolean isPart =
          run.commandsInStep() == commands
              || LessonChecks.isNearer(before, states)
              || run.isInReference(statement);
      reasons.put(statement, passed ? "" : complaint(done, isPart));
      before = states;
      if (passed) {
        for (Map.Entry<String, String> said : reasons.entrySet()) {
          if (said.getValue().isEmpty()) {
            open.remove(said.getKey());
          } else {
            open.replace(said.getKey(), said.getValue());
          }
        }
        return;
      }
    }
  }

  /**
   * What a learner reads who is told that a text is wrong; empty for one who is not.
   *
   * @param isPart whether it leads to the goal: then the words of a mistake say how to go on
   */
  private String complaint(Submission done, boolean isPart) {
    if (done.outcome() != Outcome.DONE) {
      String why = done.failure().map(f -> f.message().get(0).text()).orElse("it stopped");
      return "is refused (" + why + ")";
    }
    return run.checks()
        .mistake()
        .filter(mistake -> !isPart)
        .map(mistake -> "is called a mistake (" + mistake.say().in("en").strip() + ")")
        .orElse("");
  }
}
