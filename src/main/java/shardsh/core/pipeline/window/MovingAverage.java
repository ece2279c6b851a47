package shardsh.core.pipeline.window;

import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonNull;
import org.bson.BsonValue;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.ServerText;
import shardsh.core.expr.Expression;
import shardsh.core.expr.Numbers;

/** {@code $expMovingAvg}: an average in which older documents count less and less. */
record MovingAverage(Expression input, BsonValue alpha, BsonDocument spec)
    implements WindowFunction {

  static WindowFunction parse(WindowFunctions.Request request) {
    request.needSort(ErrorCode.FAILED_TO_PARSE);
    request.noWindow(ErrorCode.FAILED_TO_PARSE);
    BsonDocument arguments = Arguments.of(request, List.of("input", "N", "alpha"));
    Expression input = request.context().parse(Arguments.required(request, arguments, "input"));
    if (arguments.containsKey("N") == arguments.containsKey("alpha")) {
      throw Arguments.failure("$expMovingAvg must have exactly one of 'N' and 'alpha'");
    }
    return new MovingAverage(input, alpha(arguments), arguments);
  }

  private static BsonValue alpha(BsonDocument arguments) {
    BsonValue n = arguments.get("N");
    if (n != null) {
      if (!Numbers.isNumber(n) || !Numbers.isWholeLong(n) || Numbers.toLong(n) <= 0) {
        throw Arguments.failure(
            "'N' field must be an integer greater than zero, but found " + ServerText.of(n));
      }
      return new BsonDouble(2.0 / (Numbers.toLong(n) + 1));
    }
    BsonValue alpha = arguments.get("alpha");
    boolean between =
        Numbers.isNumber(alpha) && Numbers.toDouble(alpha) > 0 && Numbers.toDouble(alpha) < 1;
    if (!between) {
      throw Arguments.failure(
          "'alpha' must be between 0 and 1 (exclusive), found alpha: " + ServerText.of(alpha));
    }
    return alpha;
  }

  @Override
  public BsonValue[] compute(WindowPartition partition) {
    BsonValue[] values = new BsonValue[partition.size()];
    BsonValue average = null;
    BsonValue rest = ValueMath.subtract(new BsonDouble(1), alpha);
    for (int i = 0; i < values.length; i++) {
      BsonValue value = partition.value(i, input);
      if (value == null || !Numbers.isNumber(value)) {
        values[i] = BsonNull.VALUE;
        continue;
      }
      average =
          average == null
              ? value
              : ValueMath.add(ValueMath.multiply(value, alpha), ValueMath.multiply(average, rest));
      values[i] = average;
    }
    return values;
  }

  @Override
  public BsonDocument toBson() {
    return new BsonDocument("$expMovingAvg", spec);
  }
}
