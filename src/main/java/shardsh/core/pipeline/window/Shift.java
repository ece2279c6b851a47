package shardsh.core.pipeline.window;

import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.ServerText;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.expr.Expression;
import shardsh.core.expr.Numbers;

/** {@code $shift}: the value of a document so many places away. */
record Shift(Expression output, long by, BsonValue otherwise) implements WindowFunction {

  static WindowFunction parse(WindowFunctions.Request request) {
    request.noWindow(ErrorCode.FAILED_TO_PARSE);
    request.needSort(ErrorCode.FAILED_TO_PARSE);
    BsonDocument arguments = Arguments.of(request, List.of("output", "by", "default"));
    BsonValue by = Arguments.required(request, arguments, "by");
    if (!Numbers.isNumber(by) || !Numbers.isWholeInt(by)) {
      throw Arguments.failure("$shift:by must be a 32-bit integer, but got " + ServerText.of(by));
    }
    BsonValue otherwise = BsonNull.VALUE;
    if (arguments.containsKey("default")) {
      otherwise =
          request
              .context()
              .parse(arguments.get("default"))
              .evaluate(EvaluationContext.of(new BsonDocument()));
    }
    return new Shift(
        request.context().parse(Arguments.required(request, arguments, "output")),
        Numbers.toLong(by),
        otherwise == null ? BsonNull.VALUE : otherwise);
  }

  @Override
  public BsonValue[] compute(WindowPartition partition) {
    BsonValue[] values = new BsonValue[partition.size()];
    for (int i = 0; i < values.length; i++) {
      long other = i + by;
      BsonValue value =
          other >= 0 && other < values.length ? partition.value((int) other, output) : null;
      values[i] = value == null ? otherwise : value;
    }
    return values;
  }

  @Override
  public BsonDocument toBson() {
    return new BsonDocument(
        "$shift",
        new BsonDocument("by", Numbers.intOrLong(by))
            .append("output", output.toBson())
            .append("default", new BsonDocument("$const", otherwise)));
  }
}
