package shardsh.core.pipeline.window;

import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import shardsh.core.pipeline.Accumulator;
import shardsh.core.pipeline.AccumulatorSpec;
import shardsh.core.pipeline.Accumulators;

/** An accumulator of {@code $group} over windows. */
record Accumulation(AccumulatorSpec spec, WindowBounds bounds) implements WindowFunction {

  static WindowFunction parse(WindowFunctions.Request request) {
    return new Accumulation(
        Accumulators.parse(request.name(), request.argument(), request.context()),
        request.bounds());
  }

  @Override
  public BsonValue[] compute(WindowPartition partition) {
    BsonValue[] values = new BsonValue[partition.size()];
    for (int i = 0; i < values.length; i++) {
      WindowBounds.Window window = bounds.around(partition, i);
      Accumulator state = spec.start(partition.context().about(new BsonDocument()));
      for (int j = window.from(); j < window.to(); j++) {
        state.add(spec.input(partition.about(j)));
      }
      values[i] = state.result();
      if (values[i] == null) {
        values[i] = BsonNull.VALUE;
      }
    }
    return values;
  }

  @Override
  public BsonDocument toBson() {
    BsonDocument printed = new BsonDocument();
    printed.putAll(spec.toBson());
    return printed.append("window", bounds.toBson());
  }
}
