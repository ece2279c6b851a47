package shardsh.script.report;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * What came of grading one answer.
 *
 * @param mode {@code play} or {@code state}
 * @param verdict empty when there was nothing to grade: see {@code trouble}
 * @param trouble why the answer could not be graded or not to its end; may be empty
 * @param slips what of the answer came to nothing, in its order: statements that threw in steps
 *     that were not passed, markers that mean nothing
 * @param questions those of the lesson that were asked
 * @param cost {@code {commands, messages, …}}
 * @param stars medals: id to whether it was won
 */
public record Grade(
    LessonFacts lesson,
    String mode,
    Optional<Verdict> verdict,
    Optional<Trouble> trouble,
    List<Slip> slips,
    List<StepGrade> steps,
    List<QuestionGrade> questions,
    BsonDocument cost,
    List<Star> stars) {

  public Grade {
    slips = List.copyOf(slips);
    steps = List.copyOf(steps);
    questions = List.copyOf(questions);
    stars = List.copyOf(stars);
  }

  /** Wrong is told apart from broken. */
  public enum Verdict {
    PASSED,
    FAILED,
    UNDECIDED
  }

  /**
   * Which lesson, and how it was run.
   *
   * @param answer the answer file's name, for places
   */
  public record LessonFacts(
      String id,
      String title,
      String track,
      int revision,
      String sha256,
      String locale,
      long seed,
      String profile,
      List<String> tags,
      String answer) {}

  /**
   * What went wrong around the checks.
   *
   * @param status the exit status that says so
   * @param line of the answer; 0 when it is not about a line
   */
  public record Trouble(int status, String message, int line) {}

  /**
   * A line of the answer that came to nothing.
   *
   * @param message what was wrong with it; may be several lines
   */
  public record Slip(int line, String message) {}

  /** How a check or step ended. */
  public enum Status {
    PASSED,
    FAILED,
    SKIPPED,
    ERROR
  }

  /**
   * One step.
   *
   * @param first the number of the first statement run in it; 0 if none was
   * @param last that of the last one
   */
  public record StepGrade(
      String id,
      String kind,
      int number,
      Status status,
      List<CheckGrade> checks,
      long first,
      long last,
      String visibility) {
    public StepGrade {
      checks = List.copyOf(checks);
    }

    public BigDecimal score() {
      return checks.stream().map(CheckGrade::points).reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    public BigDecimal max() {
      return checks.stream().map(CheckGrade::max).reduce(BigDecimal.ZERO, BigDecimal::add);
    }
  }

  /**
   * One check, or a question that counts like one.
   *
   * @param words what is wrong in one line; empty when it passed
   * @param help what else to say to the learner; may be several lines or empty
   * @param noticed what it is about, in words, when it passed; empty when it did not
   * @param line of the answer after which it was looked at last; 0 if it never was
   */
  public record CheckGrade(
      String id,
      String kind,
      Status status,
      BigDecimal points,
      BigDecimal max,
      Optional<BsonValue> expected,
      Optional<BsonValue> actual,
      String words,
      String help,
      String noticed,
      int line,
      List<String> dependsOn,
      boolean optional,
      String visibility) {}

  /** One question: {@code right}, {@code wrong}, {@code unanswered} or {@code error}. */
  public record QuestionGrade(String id, String status, Optional<BsonValue> given) {}

  /** A medal. */
  public record Star(String id, boolean won) {}

  public BigDecimal score() {
    return steps.stream().map(StepGrade::score).reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  public BigDecimal max() {
    return steps.stream().map(StepGrade::max).reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  /** The verdict's word, or {@code error}. */
  public String verdictWord() {
    return verdict.map(value -> value.name().toLowerCase(Locale.ROOT)).orElse("error");
  }

  /** The slips with their places: {@code answer.js:3: TypeError: …}. */
  public List<String> slipTexts() {
    return slips.stream().map(slip -> place(slip.line()) + ": " + slip.message()).toList();
  }

  /** {@code answer.js:3}; empty without a line. */
  public String place(int line) {
    return line == 0 ? "" : lesson.answer() + ":" + line;
  }
}
