package shardsh.core.query;

import java.util.OptionalLong;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.ServerText;

/**
 * Numbers of any type that must be whole. The messages name the field and the value, e.g. {@code
 * Expected an integer: $size: 1.5}; what does not fit, what is not a number and what has a fraction
 * are told apart, and a Decimal128 with a fraction counts as one that does not fit. Source: the
 * server's reader of integer elements (8.0).
 */
final class IntegerOperand {
  private IntegerOperand() {}

  /**
   * A number from 0 to 2^63 - 1.
   *
   * @throws CommandException FAILED_TO_PARSE with the reason
   */
  static long ofNonNegativeLong(String name, BsonValue value) {
    long number = ofLong(name, value);
    if (number < 0) {
      throw failure("Expected a non-negative number in: ", name, value);
    }
    return number;
  }

  /**
   * A number from 0 to 2^31 - 1.
   *
   * @throws CommandException FAILED_TO_PARSE with the reason
   */
  static int ofNonNegativeInt(String name, BsonValue value) {
    long number = ofLong(name, value);
    if (number != (int) number) {
      throw new CommandException(
          ErrorCode.FAILED_TO_PARSE, "Cannot represent " + shown(name, value) + " in an int");
    }
    if (number < 0) {
      throw failure("Expected a non-negative number in: ", name, value);
    }
    return (int) number;
  }

  /**
   * A number from -2^63 to 2^63 - 1.
   *
   * @throws CommandException FAILED_TO_PARSE with the reason
   */
  static long ofLong(String name, BsonValue value) {
    if (!value.isNumber() && !value.isDecimal128()) {
      throw failure("Expected a number in: ", name, value);
    }
    if (value.isDouble() && Double.isNaN(value.asDouble().getValue())) {
      throw failure("Expected an integer, but found NaN in: ", name, value);
    }
    OptionalLong exact = WholeNumbers.exact(value);
    if (exact.isPresent()) {
      return exact.getAsLong();
    }
    boolean hasFraction = value.isDouble() && WholeNumbers.truncated(value).isPresent();
    throw failure(
        hasFraction ? "Expected an integer: " : "Cannot represent as a 64-bit integer: ",
        name,
        value);
  }

  private static CommandException failure(String reason, String name, BsonValue value) {
    return new CommandException(ErrorCode.FAILED_TO_PARSE, reason + shown(name, value));
  }

  private static String shown(String name, BsonValue value) {
    String text =
        value.isDecimal128() ? value.asDecimal128().getValue().toString() : ServerText.of(value);
    return name + ": " + text;
  }
}
