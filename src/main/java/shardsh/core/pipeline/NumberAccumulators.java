package shardsh.core.pipeline;

import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.expr.NumberSum;
import shardsh.core.expr.Spread;

/** {@code $sum}, {@code $count}, {@code $avg} and the standard deviations. */
final class NumberAccumulators {
  private NumberAccumulators() {}

  /** {@code {$count: {}}} is a sum of ones. */
  static AccumulatorSpec count(String name, BsonValue spec, PipelineContext context) {
    if (!(spec instanceof BsonDocument document) || !document.isEmpty()) {
      throw new CommandException(
          ErrorCode.TYPE_MISMATCH, "$count takes no arguments, i.e. $count:{}");
    }
    return Accumulators.parse("$sum", new BsonInt32(1), context);
  }

  /** Sum and average share their state. */
  private abstract static class Total implements Accumulator {
    final NumberSum sum = new NumberSum();

    @Override
    public void add(BsonValue value) {
      sum.add(value);
    }

    @Override
    public void combine(BsonValue partial) {
      sum.add(partial.asDocument());
    }

    @Override
    public BsonValue partial() {
      return sum.toBson();
    }
  }

  /** {@code $sum}. */
  static final class Sum extends Total {
    @Override
    public BsonValue result() {
      return sum.sum();
    }
  }

  /** {@code $avg}. */
  static final class Average extends Total {
    @Override
    public BsonValue result() {
      return sum.average();
    }
  }

  /** {@code $stdDevPop} and {@code $stdDevSamp}. */
  static final class Deviation implements Accumulator {
    private final boolean sample;
    private final Spread spread = new Spread();

    Deviation(boolean sample) {
      this.sample = sample;
    }

    @Override
    public void add(BsonValue value) {
      spread.add(value);
    }

    @Override
    public void combine(BsonValue partial) {
      spread.add(Spread.ofBson(partial.asDocument()));
    }

    @Override
    public BsonValue partial() {
      return spread.toBson();
    }

    @Override
    public BsonValue result() {
      return sample ? spread.ofSample() : spread.ofPopulation();
    }
  }
}
