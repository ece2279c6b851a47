package shardsh.core.pipeline;

import java.util.Optional;
import java.util.function.Function;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.bson.BsonOrder;
import shardsh.core.expr.Dependencies;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.expr.Expression;
import shardsh.core.expr.Values;

/** An accumulator with one expression as its argument. */
final class UnaryAccumulator implements AccumulatorSpec {
  private final String name;
  private final Expression argument;
  private final Function<BsonOrder, Accumulator> start;

  private UnaryAccumulator(
      String name, Expression argument, Function<BsonOrder, Accumulator> start) {
    this.name = name;
    this.argument = argument;
    this.start = start;
  }

  static Accumulators.Parser of(Function<BsonOrder, Accumulator> start) {
    return (name, spec, context) ->
        new UnaryAccumulator(name, context.parse(argument(name, spec)), start);
  }

  private static BsonValue argument(String name, BsonValue spec) {
    if (!(spec instanceof BsonArray list)) {
      return spec;
    }
    if (list.size() != 1) {
      throw Values.error(40237, "The " + name + " accumulator is a unary operator");
    }
    return list.get(0);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public BsonValue input(EvaluationContext context) {
    return argument.evaluate(context);
  }

  @Override
  public Optional<Expression> inputExpression() {
    return Optional.of(argument);
  }

  @Override
  public Accumulator start(EvaluationContext group) {
    return start.apply(group.order());
  }

  @Override
  public BsonDocument toBson() {
    return new BsonDocument(name, argument.toBson());
  }

  @Override
  public void addDependencies(Dependencies dependencies) {
    argument.addDependencies(dependencies);
  }
}
