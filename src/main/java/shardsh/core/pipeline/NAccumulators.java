package shardsh.core.pipeline;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.bson.BsonOrder;
import shardsh.core.bson.ServerText;
import shardsh.core.expr.Dependencies;
import shardsh.core.expr.ElementCount;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.expr.Expression;
import shardsh.core.expr.Values;

/** {@code $firstN}, {@code $lastN}, {@code $minN} and {@code $maxN}. */
final class NAccumulators {
  private NAccumulators() {}

  /** Makes a state for up to n values. */
  @FunctionalInterface
  interface Start {
    Accumulator start(int n, BsonOrder order);
  }

  static Accumulators.Parser of(Start start) {
    return (name, spec, context) -> {
      if (!(spec instanceof BsonDocument document)) {
        throw Values.error(
            5787900, "specification must be an object; found " + name + ": " + ServerText.of(spec));
      }
      for (String field : document.keySet()) {
        if (!field.equals("n") && !field.equals("input")) {
          throw Values.error(5787901, "Unknown argument for 'n' operator: " + field);
        }
      }
      if (!document.containsKey("n")) {
        throw Values.error(5787906, "Missing value for 'n'");
      }
      if (!document.containsKey("input")) {
        throw Values.error(5787907, "Missing value for 'input'");
      }
      return new Spec(
          name, context.parse(document.get("input")), context.parse(document.get("n")), start);
    };
  }

  private record Spec(String name, Expression argument, Expression n, Start start)
      implements AccumulatorSpec {

    @Override
    public BsonValue input(EvaluationContext context) {
      return argument.evaluate(context);
    }

    @Override
    public Accumulator start(EvaluationContext group) {
      return start.start(ElementCount.of(n.evaluate(group)), group.order());
    }

    @Override
    public BsonDocument toBson() {
      return new BsonDocument(
          name, new BsonDocument("n", n.toBson()).append("input", argument.toBson()));
    }

    @Override
    public BsonDocument toCombiningBson(String path) {
      return new BsonDocument(
          name, new BsonDocument("n", n.toBson()).append("input", new BsonString(path)));
    }

    @Override
    public void addDependencies(Dependencies dependencies) {
      argument.addDependencies(dependencies);
    }
  }

  /** {@code $firstN}; missing values are null. */
  static final class First implements Accumulator {
    private final int n;
    private final List<BsonValue> values = new ArrayList<>();

    First(int n, BsonOrder order) {
      this.n = n;
    }

    @Override
    public void add(BsonValue value) {
      if (values.size() < n) {
        values.add(Values.orNull(value));
      }
    }

    @Override
    public void combine(BsonValue partial) {
      partial.asArray().forEach(this::add);
    }

    @Override
    public BsonValue partial() {
      return result();
    }

    @Override
    public BsonValue result() {
      return new BsonArray(values);
    }
  }

  /** {@code $lastN}; missing values are null. */
  static final class Last implements Accumulator {
    private final int n;
    private final ArrayDeque<BsonValue> values = new ArrayDeque<>();

    Last(int n, BsonOrder order) {
      this.n = n;
    }

    @Override
    public void add(BsonValue value) {
      values.addLast(Values.orNull(value));
      if (values.size() > n) {
        values.removeFirst();
      }
    }

    @Override
    public void combine(BsonValue partial) {
      partial.asArray().forEach(this::add);
    }

    @Override
    public BsonValue partial() {
      return result();
    }

    @Override
    public BsonValue result() {
      return new BsonArray(new ArrayList<>(values));
    }
  }

  static Accumulator greatest(int n, BsonOrder order) {
    return new Least(n, order.reversed());
  }

  /** {@code $minN}, and {@code $maxN} by the reversed order; null and missing do not count. */
  static final class Least implements Accumulator {
    private final int n;
    private final Comparator<BsonValue> order;
    private final PriorityQueue<BsonValue> worstFirst;

    Least(int n, Comparator<BsonValue> order) {
      this.n = n;
      this.order = order;
      this.worstFirst = new PriorityQueue<>(order.reversed());
    }

    @Override
    public void add(BsonValue value) {
      if (Values.isNullish(value)) {
        return;
      }
      if (worstFirst.size() < n) {
        worstFirst.add(value);
      } else if (order.compare(value, worstFirst.peek()) < 0) {
        worstFirst.poll();
        worstFirst.add(value);
      }
    }

    @Override
    public void combine(BsonValue partial) {
      partial.asArray().forEach(this::add);
    }

    @Override
    public BsonValue partial() {
      return result();
    }

    @Override
    public BsonValue result() {
      List<BsonValue> values = new ArrayList<>(worstFirst);
      values.sort(order);
      return new BsonArray(values);
    }
  }
}
