package shardsh.lesson;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.bson.BsonValue;

/**
 * What a predict or quiz step asks.
 *
 * @param options for {@code ONE}, {@code MANY} and {@code ORDER}
 * @param suggest the command to run once a prediction is given
 * @param points empty: the question is not counted by itself
 */
public record Question(
    String id,
    Text prompt,
    Type type,
    List<Option> options,
    Key key,
    Optional<String> suggest,
    Optional<BigDecimal> points,
    BigDecimal penalty,
    int line) {

  /** What an answer looks like. */
  public enum Type {
    NUMBER,
    /** The id of an option. */
    ONE,
    /** Ids of options in any order. */
    MANY,
    /** Ids of options in their order. */
    ORDER,
    TEXT,
    /** A version such as {@code 2|1}. */
    VERSION
  }

  /** One choice; {@code why} is shown to those who chose it. */
  public record Option(String id, Text text, Optional<Text> why) {}

  /**
   * The right answer.
   *
   * @param js an expression over the model that gives it, evaluated after the command
   * @param literal the answer itself: a number, a text, or an array of ids; present unless {@code
   *     js} is
   */
  public record Key(Optional<String> js, Optional<BsonValue> literal) {}
}
