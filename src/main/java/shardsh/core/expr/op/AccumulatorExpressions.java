package shardsh.core.expr.op;

import java.util.Arrays;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.bson.BsonOrder;
import shardsh.core.expr.Constant;
import shardsh.core.expr.Dependencies;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.expr.Expression;
import shardsh.core.expr.NumberSum;
import shardsh.core.expr.Percentiles;
import shardsh.core.expr.Spread;
import shardsh.core.expr.Values;
import shardsh.core.expr.VariableNames;

/**
 * Accumulators over a list of arguments, or over the elements of a single one that is an array:
 * {@code $sum}, {@code $avg}, {@code $min}, {@code $max}, {@code $stdDevPop}, {@code $stdDevSamp},
 * {@code $percentile} and {@code $median}.
 */
final class AccumulatorExpressions {
  private AccumulatorExpressions() {}

  private static Iterable<BsonValue> operands(BsonValue[] values) {
    if (values.length == 1 && values[0] instanceof BsonArray elements) {
      return elements;
    }
    return Arrays.asList(values);
  }

  static BsonValue sum(BsonValue[] values) {
    return total(values).sum();
  }

  static BsonValue avg(BsonValue[] values) {
    return total(values).average();
  }

  private static NumberSum total(BsonValue[] values) {
    NumberSum total = new NumberSum();
    for (BsonValue value : operands(values)) {
      total.add(value);
    }
    return total;
  }

  static BsonValue stdDevPop(BsonValue[] values) {
    return spread(values).ofPopulation();
  }

  static BsonValue stdDevSamp(BsonValue[] values) {
    return spread(values).ofSample();
  }

  private static Spread spread(BsonValue[] values) {
    Spread spread = new Spread();
    for (BsonValue value : operands(values)) {
      spread.add(value);
    }
    return spread;
  }

  static BsonValue min(BsonValue[] values, EvaluationContext context) {
    return extreme(values, context.order(), -1);
  }

  static BsonValue max(BsonValue[] values, EvaluationContext context) {
    return extreme(values, context.order(), 1);
  }

  private static BsonValue extreme(BsonValue[] values, BsonOrder order, int sign) {
    BsonValue best = null;
    for (BsonValue value : operands(values)) {
      if (!Values.isNullish(value)
          && (best == null || Integer.signum(order.compare(value, best)) == sign)) {
        best = value;
      }
    }
    return Values.orNull(best);
  }

  static BsonValue mergeObjects(BsonValue[] values) {
    BsonDocument result = new BsonDocument();
    for (BsonValue value : operands(values)) {
      ObjectOperators.mergeInto(result, value);
    }
    return result;
  }

  /** {@code $percentile} and {@code $median} over an array of numbers or a single number. */
  static final class Quantile implements Expression {
    private final String name;
    private final Expression input;
    private final Expression p;
    private final double[] constantParts;

    private Quantile(String name, Expression input, Expression p) {
      this.name = name;
      this.input = input;
      this.p = p;
      this.constantParts =
          p instanceof Constant parts ? Percentiles.parts(parts.value()) : new double[0];
    }

    static Expression percentile(String name, BsonValue spec, VariableNames scope) {
      BsonDocument document = Percentiles.checkSpec(name, spec);
      Expression input = Expression.parse(document.get("input"), scope);
      return new Quantile(name, input, Expression.parse(document.get("p"), scope));
    }

    static Expression median(String name, BsonValue spec, VariableNames scope) {
      BsonDocument document = Percentiles.checkSpec(name, spec);
      return new Quantile(name, Expression.parse(document.get("input"), scope), null);
    }

    @Override
    public BsonValue evaluate(EvaluationContext context) {
      Percentiles percentiles = new Percentiles();
      BsonValue value = input.evaluate(context);
      for (BsonValue number : operands(new BsonValue[] {value})) {
        percentiles.add(number);
      }
      if (p == null) {
        return percentiles.at(0.5);
      }
      boolean known = constantParts.length > 0;
      return percentiles.at(known ? constantParts : Percentiles.parts(p.evaluate(context)));
    }

    @Override
    public BsonDocument toBson() {
      BsonDocument printed = new BsonDocument("input", input.toBson());
      if (p != null) {
        printed.append("p", p.toBson());
      }
      return new BsonDocument(name, printed.append("method", new BsonString("approximate")));
    }

    @Override
    public void addDependencies(Dependencies dependencies) {
      input.addDependencies(dependencies);
      if (p != null) {
        p.addDependencies(dependencies);
      }
    }
  }
}
