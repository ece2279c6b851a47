package shardsh.core.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.bson.ServerText;
import shardsh.core.sim.SimRandom;

/**
 * Where the values of one field come from. Whole numbers, or dates as milliseconds; both ends of a
 * range are included.
 */
sealed interface LoadDistribution {
  /** A step of dates that increase. */
  long DATE_STEP_MILLIS = 1000;

  int ZIPF_VALUES_MAX = 1_000_000;

  /**
   * The value of the {@code count}-th inserted document (from 0).
   *
   * @param random the field's own stream
   */
  BsonValue inserted(SimRandom random, long count);

  /**
   * A value to look for when so many documents have been inserted: drawn as those were, of values
   * that increase any of those inserted so far.
   */
  default BsonValue lookedFor(SimRandom random, long count) {
    return inserted(random, count);
  }

  /** Every value equally often. */
  record Uniform(long from, long to, boolean dates) implements LoadDistribution {
    @Override
    public BsonValue inserted(SimRandom random, long count) {
      return value(from + within(random, to - from + 1), dates);
    }
  }

  /** The k-th value {@code 1/k} times as often as the first. */
  record Zipf(long from, double[] cumulated, boolean dates) implements LoadDistribution {
    @Override
    public BsonValue inserted(SimRandom random, long count) {
      double wanted = random.nextDouble() * cumulated[cumulated.length - 1];
      int low = 0;
      int high = cumulated.length - 1;
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (cumulated[middle] <= wanted) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return value(from + low, dates);
    }
  }

  /** One higher each time; dates by a second. */
  record Increasing(long from, boolean dates) implements LoadDistribution {
    @Override
    public BsonValue inserted(SimRandom random, long count) {
      return value(from + count * (dates ? DATE_STEP_MILLIS : 1), dates);
    }

    @Override
    public BsonValue lookedFor(SimRandom random, long count) {
      return inserted(random, count == 0 ? 0 : within(random, count));
    }
  }

  /** Each value as often as its weight says. */
  record Weighted(List<String> values, List<Double> weights, double total)
      implements LoadDistribution {
    @Override
    public BsonValue inserted(SimRandom random, long count) {
      double wanted = random.nextDouble() * total;
      for (int i = 0; i < values.size(); i++) {
        wanted -= weights.get(i);
        if (wanted < 0) {
          return new BsonString(values.get(i));
        }
      }
      return new BsonString(values.get(values.size() - 1));
    }
  }

  private static long within(SimRandom random, long bound) {
    return Long.remainderUnsigned(random.nextLong() >>> 1, bound);
  }

  private static BsonValue value(long number, boolean dates) {
    if (dates) {
      return new BsonDateTime(number);
    }
    return number == (int) number ? new BsonInt32((int) number) : new BsonInt64(number);
  }

  /**
   * {@code {uniform: [from, to]}}, {@code {zipf: [from, to]}}, {@code {increasing: from}} or {@code
   * {region: {value: weight}}}.
   */
  static LoadDistribution parse(String field, BsonValue value) {
    if (!value.isDocument() || value.asDocument().size() != 1) {
      throw unknown(field, value);
    }
    Map.Entry<String, BsonValue> only = value.asDocument().entrySet().iterator().next();
    return switch (only.getKey()) {
      case "uniform" -> {
        long[] range = range(field, only.getValue());
        yield new Uniform(range[0], range[1], isDates(only.getValue()));
      }
      case "zipf" -> zipf(field, only.getValue());
      case "increasing" ->
          new Increasing(whole(field, only.getValue()), only.getValue().isDateTime());
      case "region" -> weighted(field, only.getValue());
      default -> throw unknown(field, value);
    };
  }

  private static RuntimeException unknown(String field, BsonValue value) {
    return LoadSpec.wrong(
        "field '"
            + field
            + "' has no distribution in "
            + ServerText.of(value)
            + "; known: {uniform: [from, to]}, {zipf: [from, to]}, {increasing: from}, {region:"
            + " {east: 3, west: 1}}");
  }

  private static boolean isDates(BsonValue range) {
    return range.asArray().get(0).isDateTime();
  }

  private static long[] range(String field, BsonValue value) {
    BsonArray ends = value.isArray() ? value.asArray() : new BsonArray();
    if (ends.size() != 2 || ends.get(0).isDateTime() != ends.get(1).isDateTime()) {
      throw LoadSpec.wrong("field '" + field + "' needs two ends, e.g. [1, 600]");
    }
    long from = whole(field, ends.get(0));
    long to = whole(field, ends.get(1));
    if (to < from) {
      throw LoadSpec.wrong("field '" + field + "' has its higher end first");
    }
    return new long[] {from, to};
  }

  private static LoadDistribution zipf(String field, BsonValue value) {
    long[] range = range(field, value);
    if (range[1] - range[0] >= ZIPF_VALUES_MAX) {
      throw LoadSpec.wrong("field '" + field + "' can have at most 1000000 zipf values");
    }
    double[] cumulated = new double[(int) (range[1] - range[0]) + 1];
    double sum = 0;
    for (int i = 0; i < cumulated.length; i++) {
      sum += 1.0 / (i + 1);
      cumulated[i] = sum;
    }
    return new Zipf(range[0], cumulated, isDates(value));
  }

  private static LoadDistribution weighted(String field, BsonValue value) {
    BsonDocument weights = value.isDocument() ? value.asDocument() : new BsonDocument();
    List<String> names = new ArrayList<>();
    List<Double> numbers = new ArrayList<>();
    double total = 0;
    for (Map.Entry<String, BsonValue> weight : weights.entrySet()) {
      double number = weight.getValue().isNumber() ? weight.getValue().asNumber().doubleValue() : 0;
      if (!(number > 0) || Double.isInfinite(number)) {
        throw LoadSpec.wrong(
            "field '" + field + "': the weight of " + weight.getKey() + " must be positive");
      }
      names.add(weight.getKey());
      numbers.add(number);
      total += number;
    }
    if (names.isEmpty()) {
      throw LoadSpec.wrong("field '" + field + "' needs values with weights, e.g. {east: 3}");
    }
    return new Weighted(List.copyOf(names), List.copyOf(numbers), total);
  }

  private static long whole(String field, BsonValue value) {
    if (value.isDateTime()) {
      return value.asDateTime().getValue();
    }
    double number = value.isNumber() ? value.asNumber().doubleValue() : Double.NaN;
    if (number != Math.rint(number) || Math.abs(number) > 9.0e15) {
      throw LoadSpec.wrong(
          "field '" + field + "' takes whole numbers or dates, got " + ServerText.of(value));
    }
    return value.asNumber().longValue();
  }
}
