package shardsh.core.pipeline.window;

import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.BsonOrder;
import shardsh.core.expr.Expression;
import shardsh.core.expr.Numbers;
import shardsh.core.expr.Values;

/** {@code $linearFill} and {@code $locf}: values in the place of null and missing ones. */
record Fills(String name, Expression input) implements WindowFunction {

  static WindowFunction linear(WindowFunctions.Request request) {
    request.noWindow(ErrorCode.FAILED_TO_PARSE);
    if (request.sort().isEmpty() || request.sort().get().size() != 1) {
      throw Values.error(
          605001,
          "$linearFill must be specified with a top level sortBy expression with exactly one"
              + " element");
    }
    return new Fills(request.name(), request.context().parse(request.argument()));
  }

  static WindowFunction lastObserved(WindowFunctions.Request request) {
    request.noWindow(ErrorCode.FAILED_TO_PARSE);
    return new Fills(request.name(), request.context().parse(request.argument()));
  }

  @Override
  public BsonValue[] compute(WindowPartition partition) {
    return name.equals("$locf") ? lastObserved(partition) : linear(partition);
  }

  private BsonValue[] lastObserved(WindowPartition partition) {
    BsonValue[] values = new BsonValue[partition.size()];
    BsonValue last = BsonNull.VALUE;
    for (int i = 0; i < values.length; i++) {
      BsonValue value = partition.value(i, input);
      last = Values.isNullish(value) ? last : value;
      values[i] = last;
    }
    return values;
  }

  private BsonValue[] linear(WindowPartition partition) {
    BsonValue[] values = new BsonValue[partition.size()];
    int known = -1;
    for (int i = 0; i < values.length; i++) {
      checkSortValue(partition, i);
      BsonValue value = Values.orNull(partition.value(i, input));
      if (!value.isNull() && !Numbers.isNumber(value)) {
        throw typeMismatch("Value to be filled must be numeric or nullish", value);
      }
      values[i] = value;
      if (!value.isNull()) {
        if (known >= 0) {
          between(partition, values, known, i);
        }
        known = i;
      }
    }
    return values;
  }

  private static CommandException typeMismatch(String message, BsonValue value) {
    return new CommandException(
        ErrorCode.TYPE_MISMATCH, message + ", but found " + Values.typeName(value));
  }

  private static void checkSortValue(WindowPartition partition, int position) {
    BsonValue value = partition.sortValue(position);
    boolean usable = value instanceof BsonDateTime || (value != null && Numbers.isNumber(value));
    if (!usable) {
      throw typeMismatch("The sortBy field of $linearFill must be numeric or a date", value);
    }
    if (position == 0) {
      return;
    }
    BsonValue before = partition.sortValue(position - 1);
    if (before instanceof BsonDateTime != value instanceof BsonDateTime) {
      throw typeMismatch("Conflicting sort value types, previous and current", value);
    }
    if (BsonOrder.SIMPLE.equal(before, value)) {
      throw Values.error(6050106, "There can be no repeated values in the sort field");
    }
  }

  /** On the straight line between two known values. */
  private static void between(WindowPartition partition, BsonValue[] values, int from, int to) {
    if (to - from < 2) {
      return;
    }
    BsonValue rise = ValueMath.subtract(values[to], values[from]);
    BsonValue run = ValueMath.subtract(partition.sortValue(to), partition.sortValue(from));
    for (int i = from + 1; i < to; i++) {
      BsonValue part = ValueMath.subtract(partition.sortValue(i), partition.sortValue(from));
      values[i] =
          ValueMath.add(values[from], ValueMath.divide(ValueMath.multiply(rise, part), run));
    }
  }

  @Override
  public BsonDocument toBson() {
    return new BsonDocument(name, input.toBson());
  }
}
