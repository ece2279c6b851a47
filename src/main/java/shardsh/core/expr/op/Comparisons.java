package shardsh.core.expr.op;

import java.util.function.IntPredicate;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import shardsh.core.bson.BsonOrder;
import shardsh.core.expr.Dependencies;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.expr.Expression;
import shardsh.core.expr.Values;

/** {@code $eq}, {@code $lt} … and {@code $cmp}: values of all types in the operation's order. */
final class Comparisons implements Expression {
  private final String name;
  private final Expression left;
  private final Expression right;
  private final IntPredicate accepts;

  private Comparisons(String name, Expression left, Expression right, IntPredicate accepts) {
    this.name = name;
    this.left = left;
    this.right = right;
    this.accepts = accepts;
  }

  /**
   * @param accepts which outcomes (negative, 0, positive) make the comparison true
   */
  static OperatorParser when(IntPredicate accepts) {
    return (name, spec, scope) -> {
      Expression[] operands = Call.fixed(name, spec, scope, 2);
      return new Comparisons(name, operands[0], operands[1], accepts);
    };
  }

  static BsonValue cmp(BsonValue[] values, EvaluationContext context) {
    return new BsonInt32(Integer.signum(Values.compare(values[0], values[1], context.order())));
  }

  @Override
  public BsonValue evaluate(EvaluationContext context) {
    BsonOrder order = context.order();
    int outcome = Values.compare(left.evaluate(context), right.evaluate(context), order);
    return Values.bool(accepts.test(outcome));
  }

  @Override
  public BsonDocument toBson() {
    return Call.listToBson(name, new Expression[] {left, right});
  }

  @Override
  public void addDependencies(Dependencies dependencies) {
    left.addDependencies(dependencies);
    right.addDependencies(dependencies);
  }
}
