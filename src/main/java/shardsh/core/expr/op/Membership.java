package shardsh.core.expr.op;

import java.util.Arrays;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.bson.BsonOrder;
import shardsh.core.expr.Constant;
import shardsh.core.expr.Dependencies;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.expr.Expression;
import shardsh.core.expr.Values;
import shardsh.core.expr.VariableNames;

/** {@code $in}. A constant list is sorted once and searched by halves. */
final class Membership implements Expression {
  private static final int SORT_FROM = 8;

  private final Expression element;
  private final Expression list;
  private final BsonValue[] sorted;

  private Membership(Expression element, Expression list) {
    this.element = element;
    this.list = list;
    this.sorted = sortedConstant(list);
  }

  static Expression parse(String name, BsonValue spec, VariableNames scope) {
    Expression[] operands = Call.fixed(name, spec, scope, 2);
    return new Membership(operands[0], operands[1]);
  }

  private static BsonValue[] sortedConstant(Expression list) {
    if (list instanceof Constant constant
        && constant.value() instanceof BsonArray array
        && array.size() >= SORT_FROM) {
      BsonValue[] values = array.toArray(new BsonValue[0]);
      Arrays.sort(values, BsonOrder.SIMPLE);
      return values;
    }
    return new BsonValue[0];
  }

  @Override
  public BsonValue evaluate(EvaluationContext context) {
    BsonValue wanted = element.evaluate(context);
    if (sorted.length > 0 && wanted != null && context.order() == BsonOrder.SIMPLE) {
      return Values.bool(Arrays.binarySearch(sorted, wanted, BsonOrder.SIMPLE) >= 0);
    }
    if (!(list.evaluate(context) instanceof BsonArray values)) {
      throw Values.error(
          40081,
          "$in requires an array as a second argument, found: "
              + Values.typeName(list.evaluate(context)));
    }
    for (BsonValue value : values) {
      if (Values.compare(wanted, value, context.order()) == 0) {
        return Values.bool(true);
      }
    }
    return Values.bool(false);
  }

  @Override
  public BsonDocument toBson() {
    return Call.listToBson("$in", new Expression[] {element, list});
  }

  @Override
  public void addDependencies(Dependencies dependencies) {
    element.addDependencies(dependencies);
    list.addDependencies(dependencies);
  }
}
