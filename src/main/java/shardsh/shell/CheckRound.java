package shardsh.shell;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import shardsh.lesson.Check;
import shardsh.lesson.Examiner;
import shardsh.lesson.Finding;

/** One look at the checks of a step: dependencies first, and what latched stays passed. */
final class CheckRound {
  private static final Pattern DONE =
      Pattern.compile("\\bc\\s*\\.\\s*(last|step|lesson|events)\\b");

  private final Examiner examiner;
  private final String step;
  private final Set<String> latched;
  private final LessonScope scope;
  private final Map<String, Finding> found = new LinkedHashMap<>();

  /**
   * @param latched {@code step/check} of those that stay passed; added to
   * @param scope what was done in the step; told which checks have to wait for others
   */
  CheckRound(Examiner examiner, String step, Set<String> latched, LessonScope scope) {
    this.examiner = examiner;
    this.step = step;
    this.latched = latched;
    this.scope = scope;
  }

  /** Whether a check asks what the cluster is like, and nothing about what was done. */
  static boolean isOfCluster(Check check) {
    if (check.asserts() instanceof Check.Documents documents) {
      return documents.ns().isPresent();
    }
    if (check.asserts() instanceof Check.State state) {
      return !DONE.matcher(state.js()).find();
    }
    return check.asserts() instanceof Check.Versions || check.asserts() instanceof Check.Chunks;
  }

  /** Whether a check asks what a command gave. */
  static boolean isOfResults(Check check) {
    if (check.asserts() instanceof Check.Documents documents) {
      return documents.ns().isEmpty();
    }
    return check.asserts() instanceof Check.State state && state.js().contains("result");
  }

  List<LessonRun.State> all(List<Check> checks) {
    return of(checks, checks);
  }

  /**
   * Some of the checks, and of the others those that they wait for.
   *
   * @param all the checks of the step
   */
  List<LessonRun.State> of(List<Check> some, List<Check> all) {
    Map<String, Check> byId = new LinkedHashMap<>();
    all.forEach(check -> byId.put(check.id(), check));
    List<LessonRun.State> states = new ArrayList<>();
    some.forEach(check -> states.add(new LessonRun.State(check, finding(check, byId))));
    return states;
  }

  private Finding finding(Check check, Map<String, Check> byId) {
    Finding known = found.get(check.id());
    if (known == null) {
      known = examined(check, byId);
      found.put(check.id(), known);
    }
    return known;
  }

  private Finding examined(Check check, Map<String, Check> byId) {
    String key = step + "/" + check.id();
    // Whoever tries one answer after the other has not answered.
    boolean isAnswer = check.asserts() instanceof Check.Answer;
    boolean stays = check.latch() && !check.hold() && !isAnswer;
    if (stays && latched.contains(key)) {
      return Finding.passed();
    }
    List<String> needs =
        check.dependsOn().stream()
            .filter(id -> byId.containsKey(id) && !finding(byId.get(id), byId).isPassed())
            .toList();
    if (!needs.isEmpty()) {
      scope.waits(check.id());
      return Finding.skipped(String.join(", ", needs));
    }
    // A picture that was drawn before the work that it is to show has not shown it.
    Finding now = examiner.examine(check, scope.outputFrom(check.id()));
    if (stays && now.isPassed()) {
      latched.add(key);
    }
    boolean isFailure = now.status() == Finding.Status.FAILED;
    return isFailure && isOfResults(check) && scope.lastIsWithdrawn() ? Finding.forged() : now;
  }
}
