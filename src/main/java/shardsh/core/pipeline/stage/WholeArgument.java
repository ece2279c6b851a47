package shardsh.core.pipeline.stage;

import org.bson.BsonValue;
import shardsh.core.bson.ServerText;
import shardsh.core.expr.Numbers;
import shardsh.core.expr.Values;

/** The number behind {@code $limit} and {@code $skip}. */
final class WholeArgument {
  private WholeArgument() {}

  /**
   * @throws shardsh.core.base.CommandException with that code unless it is a whole number from 0
   */
  static long of(String stage, BsonValue value, int code) {
    String problem = "";
    if (!Numbers.isNumber(value)) {
      problem = "Expected a number in: ";
    } else if (Numbers.isNaN(value)) {
      problem = "Expected an integer, but found NaN in: ";
    } else if (!Numbers.isWholeLong(value)) {
      problem =
          Math.abs(Numbers.toDouble(value)) >= 0x1p63
              ? "Cannot represent as a 64-bit integer: "
              : "Expected an integer: ";
    } else if (Numbers.toLong(value) < 0) {
      problem = "Expected a non-negative number in: ";
    }
    if (!problem.isEmpty()) {
      throw Values.error(
          code,
          "invalid argument to "
              + stage
              + " stage: "
              + problem
              + stage
              + ": "
              + ServerText.of(value));
    }
    return Numbers.toLong(value);
  }
}
