package shardsh.lesson;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import shardsh.core.snapshot.ClusterSpec;

/**
 * One step of a lesson. Source: {@code lesson-format.md}, section 3.
 *
 * @param ask one sentence that stays above the prompt
 * @param setup a world of its own from here on; empty: the world goes on
 * @param show words of {@code show} whose views are drawn
 * @param accept commands that work, for completion and worksheets; never matched
 * @param hints the strongest last
 * @param solution JavaScript; empty unless this is a do step
 * @param resetsToSetup whether {@code reset} goes back to the lesson's setup and not to the start
 *     of the step
 * @param points with the default of its kind
 * @param line where it stands in its file
 */
public record Step(
    String id,
    Kind kind,
    Optional<Text> say,
    Optional<Text> ask,
    Optional<ClusterSpec> setup,
    List<String> show,
    List<String> accept,
    List<Check> checks,
    Optional<Question> question,
    List<Text> hints,
    List<Mistake> mistakes,
    Optional<String> solution,
    List<WrongAnswer> wrong,
    boolean resetsToSetup,
    BigDecimal points,
    Check.Visibility visibility,
    int line) {

  /** What a step waits for. */
  public enum Kind {
    /** Enter. */
    READ,
    /** Its checks. */
    DO,
    /** A prediction, then its command. */
    PREDICT,
    /** An answer. */
    QUIZ,
    /** The word {@code next}. */
    FREE
  }

  /** A known wrong turn: a predicate over the model, and what to say to those who took it. */
  public record Mistake(String when, Text say, int line) {}

  /** An answer that must fail; a test for the lesson, shown to nobody. */
  public record WrongAnswer(String script, String because, int line) {}
}
