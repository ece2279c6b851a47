package shardsh.shell;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import shardsh.lesson.Check;
import shardsh.lesson.Examiner;
import shardsh.lesson.Finding;
import shardsh.lesson.Predicates;
import shardsh.lesson.Step;

/** The checks of the step at hand, the goals and the medals, held against what was done. */
public final class LessonChecks {
  private final LessonRun run;
  private final LessonPredicates predicates;
  private final Supplier<LessonEvidence> evidence;
  private final Supplier<LessonScope> scope;

  /** {@code step/check} of those that have passed and stay passed. */
  private final Set<String> latched = new LinkedHashSet<>();

  LessonChecks(
      LessonRun run,
      LessonPredicates predicates,
      Supplier<LessonEvidence> evidence,
      Supplier<LessonScope> scope) {
    this.run = run;
    this.predicates = predicates;
    this.evidence = evidence;
    this.scope = scope;
  }

  /** The step at hand begins: nothing of it has passed. */
  void begin() {
    latched.removeIf(key -> key.startsWith(run.step().id() + "/"));
  }

  Set<String> latched() {
    return new LinkedHashSet<>(latched);
  }

  /** Those and no others have passed. */
  void latchOnly(Set<String> keys) {
    latched.clear();
    latched.addAll(keys);
  }

  /** Of those that have passed only these still count. */
  void keepLatched(Set<String> keys) {
    latched.retainAll(keys);
  }

  /** One that has passed counts no more. */
  void unlatch(String key) {
    latched.remove(key);
  }

  private Examiner examiner() {
    LessonEvidence now = evidence.get();
    return new Examiner(now, predicates.about(now));
  }

  /** Holds the checks of the step against what is; those that pass stay passed if they latch. */
  public List<LessonRun.State> look() {
    if (run.step().kind() == Step.Kind.PREDICT && run.commandsInStep() > 0) {
      run.step().question().ifPresent(run.answers()::settle);
    }
    Set<String> before = latched();
    List<LessonRun.State> states = round();
    boolean restsOnResults =
        states.stream()
            .filter(state -> CheckRound.isOfResults(state.check()))
            .filter(state -> !before.contains(run.step().id() + "/" + state.check().id()))
            .anyMatch(state -> state.finding().isPassed());
    if (!restsOnResults || !run.withdrawsResults()) {
      return states;
    }
    latchOnly(before);
    return round();
  }

  private List<LessonRun.State> round() {
    return new CheckRound(examiner(), run.step().id(), latched, scope.get())
        .all(run.step().checks());
  }

  /** What the checks are like, without any of them being taken for passed from now on. */
  public List<LessonRun.State> glance() {
    return new CheckRound(examiner(), run.step().id(), new LinkedHashSet<>(latched), scope.get())
        .all(run.step().checks());
  }

  /** Whether of any check less is missing now than it was. */
  public static boolean isNearer(List<LessonRun.State> before, List<LessonRun.State> now) {
    for (int i = 0; i < now.size(); i++) {
      if (now.get(i).finding().missing() < before.get(i).finding().missing()) {
        return true;
      }
    }
    return false;
  }

  /** Whether every required check of these has passed. */
  public static boolean isPassed(List<LessonRun.State> states) {
    return states.stream()
        .allMatch(state -> state.check().optional() || state.finding().isPassed());
  }

  /** The goals of the lesson, as they are now. */
  public List<LessonRun.State> goal() {
    Examiner examiner = examiner();
    return run.lesson().goal().stream()
        .map(check -> new LessonRun.State(check, examiner.examineInLesson(check)))
        .toList();
  }

  /** The medals, as they are now. */
  public List<LessonRun.State> stars() {
    Examiner examiner = examiner();
    return run.lesson().stars().stream()
        .map(check -> new LessonRun.State(check, examiner.examineInLesson(check)))
        .toList();
  }

  /** Whether a script of the lesson is JavaScript that can be evaluated. */
  public boolean isProgram(String js) {
    return predicates.isProgram(js);
  }

  /** What to say of the known wrong turn that was taken, if one was. */
  public Optional<Step.Mistake> mistake() {
    Predicates asked = predicates.about(evidence.get());
    return run.step().mistakes().stream()
        .filter(mistake -> asked.evaluate(mistake.when()).isTrue())
        .findFirst();
  }

  /**
   * A predicate of the step that throws where it is asked now.
   *
   * @param what it belongs to, e.g. {@code the check cut-450}
   */
  public record Broken(String what, int line, String why) {}

  /**
   * The predicates of the step, of its checks and of its mistakes, that throw now. One that waits
   * for another check is not asked before that has passed.
   */
  public List<Broken> broken() {
    LessonEvidence now = evidence.get();
    Predicates asked = predicates.about(now);
    List<Check> states =
        run.step().checks().stream()
            .filter(check -> check.asserts() instanceof Check.State)
            .toList();
    List<Broken> broken = new ArrayList<>();
    for (LessonRun.State state :
        new CheckRound(new Examiner(now, asked), run.step().id(), latched(), scope.get())
            .of(states, run.step().checks())) {
      if (state.finding().status() == Finding.Status.BROKEN) {
        Check check = state.check();
        broken.add(new Broken("the check " + check.id(), check.line(), state.finding().words()));
      }
    }
    for (Step.Mistake mistake : run.step().mistakes()) {
      asked
          .evaluate(mistake.when())
          .broken()
          .ifPresent(why -> broken.add(new Broken("the mistake's 'when'", mistake.line(), why)));
    }
    return broken;
  }
}
