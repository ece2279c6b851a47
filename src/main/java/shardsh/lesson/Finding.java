package shardsh.lesson;

import java.util.Optional;
import org.bson.BsonValue;

/**
 * What came of a check.
 *
 * @param expected what should be, as a value; empty where words say it better
 * @param actual what is
 * @param words what is wrong in one line without the solution, e.g. {@code no migrate.start}; empty
 *     when it passed
 */
public record Finding(
    Status status, Optional<BsonValue> expected, Optional<BsonValue> actual, String words) {

  /** Wrong is told apart from broken. */
  public enum Status {
    PASSED,
    FAILED,
    /** A check that it depends on did not pass. */
    SKIPPED,
    /** The predicate threw or reached a limit: nothing can be said. */
    BROKEN
  }

  static Finding passed() {
    return new Finding(Status.PASSED, Optional.empty(), Optional.empty(), "");
  }

  static Finding failed(String words) {
    return new Finding(Status.FAILED, Optional.empty(), Optional.empty(), words);
  }

  static Finding failed(BsonValue expected, BsonValue actual) {
    return new Finding(
        Status.FAILED,
        Optional.of(expected),
        Optional.of(actual),
        "expected " + ValueText.of(expected) + ", found " + ValueText.of(actual));
  }

  static Finding broken(String why) {
    return new Finding(Status.BROKEN, Optional.empty(), Optional.empty(), why);
  }

  /** A check that was not looked at because of others. */
  public static Finding skipped(String needs) {
    return new Finding(Status.SKIPPED, Optional.empty(), Optional.empty(), "needs: " + needs);
  }

  /** Whether the check holds. */
  public boolean isPassed() {
    return status == Status.PASSED;
  }
}
