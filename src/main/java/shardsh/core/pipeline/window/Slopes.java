package shardsh.core.pipeline.window;

import java.util.List;
import java.util.Optional;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonValue;
import shardsh.core.base.ErrorCode;
import shardsh.core.expr.Expression;
import shardsh.core.expr.Numbers;
import shardsh.core.expr.Values;

/** {@code $derivative} and {@code $integral} of a value over what the partition is sorted by. */
record Slopes(String name, Expression input, Optional<BsonValue> unit, WindowBounds bounds)
    implements WindowFunction {

  static WindowFunction derivative(WindowFunctions.Request request) {
    if (request.window().isEmpty()) {
      throw Arguments.failure("$derivative requires explicit window bounds");
    }
    return parse(request);
  }

  static WindowFunction integral(WindowFunctions.Request request) {
    return parse(request);
  }

  private static WindowFunction parse(WindowFunctions.Request request) {
    request.needSort(ErrorCode.FAILED_TO_PARSE);
    if (request.sort().orElseThrow().size() != 1) {
      throw Arguments.failure(request.name() + " requires a sortBy with exactly one field");
    }
    BsonDocument arguments = Arguments.of(request, List.of("input", "unit"));
    Optional<BsonValue> unit = Optional.ofNullable(arguments.get("unit"));
    unit.ifPresent(Arguments::unitMillis);
    return new Slopes(
        request.name(),
        request.context().parse(Arguments.required(request, arguments, "input")),
        unit,
        request.bounds());
  }

  private boolean isIntegral() {
    return name.equals("$integral");
  }

  @Override
  public BsonValue[] compute(WindowPartition partition) {
    BsonValue[] values = new BsonValue[partition.size()];
    for (int i = 0; i < values.length; i++) {
      WindowBounds.Window window = bounds.around(partition, i);
      values[i] = isIntegral() ? area(partition, window) : slope(partition, window);
    }
    return values;
  }

  /** Null with fewer than two documents. */
  private BsonValue slope(WindowPartition partition, WindowBounds.Window window) {
    if (window.to() - window.from() < 2) {
      return BsonNull.VALUE;
    }
    int last = window.to() - 1;
    BsonValue rise = ValueMath.subtract(y(partition, last), y(partition, window.from()));
    BsonValue run = distance(partition, window.from(), last);
    if (rise.isNull() || Numbers.toDouble(run) == 0) {
      return BsonNull.VALUE;
    }
    return ValueMath.divide(rise, run);
  }

  /** By trapezoids between neighbours. */
  private BsonValue area(WindowPartition partition, WindowBounds.Window window) {
    if (window.from() == window.to()) {
      return BsonNull.VALUE;
    }
    BsonValue sum = new BsonDouble(0);
    for (int i = window.from(); i < window.to(); i++) {
      distance(partition, i, i);
      if (i > window.from()) {
        BsonValue heights = ValueMath.add(y(partition, i - 1), y(partition, i));
        BsonValue trapezoid =
            ValueMath.divide(
                ValueMath.multiply(heights, distance(partition, i - 1, i)), new BsonDouble(2));
        sum = ValueMath.add(sum, trapezoid);
      }
    }
    return sum;
  }

  private BsonValue y(WindowPartition partition, int position) {
    BsonValue value = Values.orNull(partition.value(position, input));
    if (!value.isNull() && !Numbers.isNumber(value)) {
      throw Values.error(
          5423902, name + " input must be a number, but it was " + Values.typeName(value));
    }
    return value;
  }

  /** How far the sort values are apart, in units when they are dates. */
  private BsonValue distance(WindowPartition partition, int from, int to) {
    BsonValue first = partition.sortValue(from);
    BsonValue second = partition.sortValue(to);
    boolean dates = first instanceof BsonDateTime && second instanceof BsonDateTime;
    boolean numbers =
        first != null && second != null && Numbers.isNumber(first) && Numbers.isNumber(second);
    if (unit.isPresent() && !dates) {
      throw Values.error(
          isIntegral() ? 5423901 : 5624900,
          name + " with 'unit' expects the sortBy field to be a Date");
    }
    if (unit.isEmpty() && !numbers) {
      throw Values.error(
          isIntegral() ? 5423902 : 5624901,
          name + " where the sortBy is a Date requires an 'unit'");
    }
    BsonValue apart = ValueMath.subtract(second, first);
    return unit.isPresent()
        ? ValueMath.divide(apart, new BsonInt64(Arguments.unitMillis(unit.get())))
        : apart;
  }

  @Override
  public BsonDocument toBson() {
    BsonDocument arguments = new BsonDocument("input", input.toBson());
    unit.ifPresent(value -> arguments.append("unit", value));
    return new BsonDocument(name, arguments).append("window", bounds.toBson());
  }
}
