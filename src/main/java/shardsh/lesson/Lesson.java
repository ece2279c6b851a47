package shardsh.lesson;

import java.util.List;
import java.util.Optional;
import shardsh.core.base.Nearest;
import shardsh.core.snapshot.ClusterSpec;

/**
 * A lesson as its file says. Source: {@code lesson-format.md}, section 2.
 *
 * @param origin the file it came from, for messages
 * @param sha256 of the file's text, in hexadecimal
 * @param revision raised when checks change; 0 when the file does not say
 * @param difficulty 1 to 5 stars
 * @param minutes an honest estimate
 * @param prerequisites ids of lessons; advice, never a lock
 * @param teaches ids of statements of the curriculum
 * @param setup the world at the start; its profile is filled in
 * @param goal checks of the end state; empty: the lesson cannot be graded by state
 * @param stars cost checks for medals
 * @param next ids of lessons that follow
 */
public record Lesson(
    String origin,
    String sha256,
    String id,
    int revision,
    String track,
    Text title,
    Text summary,
    int difficulty,
    int minutes,
    List<String> prerequisites,
    List<String> teaches,
    List<String> tags,
    Vocabulary commands,
    Limits limits,
    ClusterSpec setup,
    List<Step> steps,
    List<Check> goal,
    List<Check> stars,
    Text complete,
    List<String> next,
    List<Reference> refs,
    Optional<String> licence,
    List<String> authors) {

  /** Limits the helpers by name: only these if there are any, and none of those. */
  public record Vocabulary(List<String> only, List<String> deny) {

    /** Whether a helper, by the name of {@code c.last.op}, may be used. */
    public boolean allows(String op) {
      return (only.isEmpty() || only.contains(op)) && !deny.contains(op);
    }
  }

  /** Upper bounds for learner code; empty: the program's. */
  public record Limits(
      Optional<Integer> statements,
      Optional<Integer> millis,
      Optional<Integer> heapMB,
      Optional<Integer> outputKB) {}

  /** Further reading. */
  public record Reference(String title, Optional<String> where) {}

  /**
   * Whether the goals can be reached only step by step: a step brings a world of its own, or a goal
   * asks for answers.
   */
  public boolean hasGoalsOfSteps() {
    return steps.stream().anyMatch(step -> step.setup().isPresent())
        || goal.stream().anyMatch(Lesson::asksForAnswers);
  }

  private static boolean asksForAnswers(Check check) {
    return check.asserts() instanceof Check.Answer
        || check.asserts() instanceof Check.State state
            && (state.js().contains("answers") || state.js().contains("predictions"));
  }

  /** The step of that id. */
  public Optional<Step> step(String stepId) {
    return steps.stream().filter(step -> step.id().equals(stepId)).findFirst();
  }

  /** The question of that id, with the lesson's steps in order. */
  public Optional<Question> question(String questionId) {
    return steps.stream()
        .flatMap(step -> step.question().stream())
        .filter(question -> question.id().equals(questionId))
        .findFirst();
  }

  /** The ids of its steps, in order. */
  public List<String> stepIds() {
    return steps.stream().map(Step::id).toList();
  }

  /** The ids of its questions, in order. */
  public List<String> questionIds() {
    return steps.stream().flatMap(step -> step.question().stream()).map(Question::id).toList();
  }

  /** The step that somebody meant who typed its id wrong. */
  public Optional<String> stepLike(String wrongId) {
    return Nearest.to(wrongId, stepIds());
  }

  /** The question that somebody meant who typed its id wrong. */
  public Optional<String> questionLike(String wrongId) {
    return Nearest.to(wrongId, questionIds());
  }
}
