package shardsh.core.pipeline.window;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonNull;
import org.bson.BsonValue;
import shardsh.core.bson.ServerText;
import shardsh.core.expr.Expression;
import shardsh.core.expr.Numbers;

/** {@code $covariancePop} and {@code $covarianceSamp} of two numbers; other values do not count. */
record Covariance(
    String name, Expression first, Expression second, boolean sample, WindowBounds bounds)
    implements WindowFunction {

  static WindowFunctions.Parser parser(boolean sample) {
    return request -> {
      if (!(request.argument() instanceof BsonArray pair) || pair.size() != 2) {
        throw Arguments.failure(
            request.name()
                + " requires an array of two expressions, but got "
                + ServerText.of(request.argument()));
      }
      return new Covariance(
          request.name(),
          request.context().parse(pair.get(0)),
          request.context().parse(pair.get(1)),
          sample,
          request.bounds());
    };
  }

  @Override
  public BsonValue[] compute(WindowPartition partition) {
    BsonValue[] values = new BsonValue[partition.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = of(partition, bounds.around(partition, i));
    }
    return values;
  }

  private BsonValue of(WindowPartition partition, WindowBounds.Window window) {
    List<double[]> pairs = new ArrayList<>();
    double meanX = 0;
    double meanY = 0;
    for (int i = window.from(); i < window.to(); i++) {
      BsonValue x = partition.value(i, first);
      BsonValue y = partition.value(i, second);
      if (x != null && y != null && Numbers.isNumber(x) && Numbers.isNumber(y)) {
        pairs.add(new double[] {Numbers.toDouble(x), Numbers.toDouble(y)});
        meanX += Numbers.toDouble(x);
        meanY += Numbers.toDouble(y);
      }
    }
    int count = sample ? pairs.size() - 1 : pairs.size();
    if (count <= 0) {
      return BsonNull.VALUE;
    }
    meanX /= pairs.size();
    meanY /= pairs.size();
    double sum = 0;
    for (double[] pair : pairs) {
      sum += (pair[0] - meanX) * (pair[1] - meanY);
    }
    return new BsonDouble(sum / count);
  }

  @Override
  public BsonDocument toBson() {
    return new BsonDocument(name, new BsonArray(List.of(first.toBson(), second.toBson())))
        .append("window", bounds.toBson());
  }
}
