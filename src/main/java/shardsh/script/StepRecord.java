package shardsh.script;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import shardsh.lesson.Finding;
import shardsh.lesson.Step;
import shardsh.shell.LessonRun;

/** What one step of an answer came to so far. */
final class StepRecord {
  final Step step;
  final int number;
  private final Set<String> given = new LinkedHashSet<>();
  List<LessonRun.State> states = List.of();
  Optional<Step.Mistake> mistake = Optional.empty();
  boolean passed;
  boolean reached;

  /** Counts of the statements that were run in it, the first and the last. */
  long first;

  long last;

  /** The line of the last of them. */
  int line;

  StepRecord(Step step, int number) {
    this.step = step;
    this.number = number;
  }

  /** The step begins: what holds now, or cannot be told, is nobody's work. */
  void begins(List<LessonRun.State> states) {
    states.stream()
        .filter(
            state ->
                state.finding().isPassed() || state.finding().status() == Finding.Status.BROKEN)
        .forEach(state -> given.add(state.check().id()));
  }

  /**
   * What of a step that was not passed was worked for: a check that held from the start guards what
   * others ask for, and counts with those only.
   */
  List<LessonRun.State> earned(List<LessonRun.State> states) {
    String open =
        states.stream()
            .filter(state -> !state.finding().isPassed() && !state.check().optional())
            .map(state -> state.check().id())
            .collect(Collectors.joining(", "));
    return open.isEmpty() ? states : states.stream().map(state -> earned(state, open)).toList();
  }

  private LessonRun.State earned(LessonRun.State state, String open) {
    boolean isGiven = state.finding().isPassed() && given.contains(state.check().id());
    return isGiven ? new LessonRun.State(state.check(), Finding.skipped(open)) : state;
  }
}
