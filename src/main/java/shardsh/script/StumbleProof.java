package shardsh.script;

import java.util.List;
import shardsh.lesson.Check;
import shardsh.lesson.Step;
import shardsh.shell.LessonChecks;
import shardsh.shell.LessonRun;
import shardsh.shell.ScriptText;

/**
 * Has the predicates of a step prove that they can be told, too, when a learner's command is
 * refused, finds nothing or shows only a part of the documents. One that throws then would leave
 * the answer undecided, whatever follows.
 */
final class StumbleProof {
  /** What is refused, or shows something else; helpers only where the solution has them. */
  private static final List<String> EARLIER =
      List.of(
          "sim.balance(1, 2)",
          "sim.fill()",
          "sim.fill(\"shop.orders\", {nokey: 1}, 5)",
          "sim.load(\"no.where\", {operations: -1})",
          "sim.compareShardKeys()",
          "sim.compareProfiles(\"1\", [\"9\"])",
          "sim.secondOpinion(\"no.where\", {$bad: 1})",
          "sim.step(-1)",
          "sh.splitAt()",
          "for (const n of db.getCollectionNames().slice(0, 3)) { const all = db.getCollection(n);"
              + " for (const one of [() => all.find({$bad: 1}).toArray(), () => all.find({}, {_id:"
              + " 1}).limit(3).toArray(), () => all.aggregate([{$bad: 1}]), () =>"
              + " all.aggregate([{$project: {_id: 1}}]).toArray(), () => all.findOne({_id:"
              + " \"none\"}), () => all.find().limit(2).explain(), () => all.countDocuments({}), ()"
              + " => all.distinct(\"_id\")]) try { one() } catch (e) {} }");

  /** The last command, each in its turn. */
  private static final List<String> LAST =
      List.of(
          "db.getCollection(db.getCollectionNames()[0] ?? \"none\").countDocuments({})",
          "db.getCollection(db.getCollectionNames()[0] ?? \"none\").find({}, {_id: 1}).limit(3)",
          "db.getCollection(db.getCollectionNames()[0] ?? \"none\").findOne({_id: \"none\"})",
          "db.getCollection(db.getCollectionNames()[0] ?? \"none\").aggregate([{$bad: 1}])",
          "db.getCollection(db.getCollectionNames()[0] ?? \"none\").aggregate([{$replaceWith: {a:"
              + " 1}}])");

  private final LessonRun run;
  private final LessonFaults faults;

  StumbleProof(LessonRun run, LessonFaults faults) {
    this.run = run;
    this.faults = faults;
  }

  /** Stumbles, then does what the author would. */
  void prove(int index, Step step) {
    boolean asks = step.checks().stream().anyMatch(check -> check.asserts() instanceof Check.State);
    if (!asks && step.mistakes().isEmpty()) {
      return;
    }
    run.enter(index);
    String wanted = run.reference().orElse("");
    EARLIER.stream()
        .filter(text -> isOneOf(wanted, text))
        .forEach(text -> run.submit(ScriptText.typed(text), new CollectedOutput()));
    for (String stumble : LAST) {
      if (!type(stumble)) {
        return;
      }
    }
    run.reference().ifPresent(js -> run.statementsOf(js).forEach(this::type));
  }

  /** Whether a line is of a helper that the solution calls, or of no helper. */
  private static boolean isOneOf(String solution, String text) {
    return text.startsWith("for ") || solution.contains(text.substring(0, text.indexOf('(') + 1));
  }

  /** Whether all can be told after it. */
  private boolean type(String text) {
    run.submit(ScriptText.typed(text), new CollectedOutput());
    for (LessonChecks.Broken broken : run.checks().broken()) {
      faults.add(
          broken.line(),
          broken.what() + " throws after what a learner may type: " + broken.why(),
          "let it look at commands without 'error' whose result has what it reads");
      return false;
    }
    return true;
  }
}
