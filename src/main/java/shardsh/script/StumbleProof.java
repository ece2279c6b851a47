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
          "sh.splitAt()");

  /** One read of each kind, of the collection that the solution is about. */
  private static final String READS =
      "{ const names = db.getCollectionNames(), wanted = \"%s\".split(\" \"); const all ="
          + " db.getCollection(names.find(n => wanted.includes(n)) ?? names[0] ?? \"none\"); for"
          + " (const one of [() => all.find({$bad: 1}).toArray(), () => all.find({}, {_id:"
          + " 1}).limit(3).toArray(), () => all.aggregate([{$bad: 1}]), () =>"
          + " all.aggregate([{$limit: 3}, {$project: {_id: 1}}]).toArray(), () =>"
          + " all.findOne({_id: \"none\"}), () => all.find().limit(2).explain(), () =>"
          + " all.countDocuments({_id: \"none\"}), () => all.distinct(\"_id\", {_id: \"none\"})])"
          + " try { one() } catch (e) {} }";

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
    EARLIER.stream().filter(text -> isOneOf(wanted, text)).forEach(this::type);
    type(READS.formatted(wanted.replaceAll("\\W+", " ")));
    for (String stumble : LAST) {
      type(stumble);
      if (!isTold()) {
        return;
      }
    }
    // Those that wait for no other were asked just now.
    if (isWaitedFor(step)) {
      run.statementsOf(wanted).forEach(this::type);
      isTold();
    }
  }

  private static boolean isWaitedFor(Step step) {
    return step.checks().stream()
        .anyMatch(check -> check.asserts() instanceof Check.State && !check.dependsOn().isEmpty());
  }

  /** Whether a line is of a helper that the solution calls. */
  private static boolean isOneOf(String solution, String text) {
    return solution.contains(text.substring(0, text.indexOf('(') + 1));
  }

  private void type(String text) {
    run.submit(ScriptText.typed(text), new CollectedOutput());
  }

  /** Whether all can be told now. */
  private boolean isTold() {
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
