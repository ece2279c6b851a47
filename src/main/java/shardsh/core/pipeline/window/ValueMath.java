package shardsh.core.pipeline.window;

import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.expr.Expression;

/** Arithmetic of values with the rules, types and errors of the expression operators. */
public final class ValueMath {
  private static final Expression ADD = binary("$add");
  private static final Expression SUBTRACT = binary("$subtract");
  private static final Expression MULTIPLY = binary("$multiply");
  private static final Expression DIVIDE = binary("$divide");
  private static final Expression DATE_ADD =
      Expression.parse(
          BsonDocument.parse("{$dateAdd: {startDate: '$a', amount: '$b', unit: '$unit'}}"));

  private ValueMath() {}

  private static Expression binary(String operator) {
    return Expression.parse(BsonDocument.parse("{" + operator + ": ['$a', '$b']}"));
  }

  private static BsonValue run(Expression expression, BsonValue left, BsonValue right) {
    return expression.evaluate(
        EvaluationContext.of(new BsonDocument("a", left).append("b", right)));
  }

  public static BsonValue add(BsonValue left, BsonValue right) {
    return run(ADD, left, right);
  }

  public static BsonValue subtract(BsonValue left, BsonValue right) {
    return run(SUBTRACT, left, right);
  }

  public static BsonValue multiply(BsonValue left, BsonValue right) {
    return run(MULTIPLY, left, right);
  }

  public static BsonValue divide(BsonValue left, BsonValue right) {
    return run(DIVIDE, left, right);
  }

  /**
   * A date so many units later.
   *
   * @param unit e.g. {@code day}
   */
  public static BsonValue later(BsonValue date, BsonValue amount, BsonValue unit) {
    return DATE_ADD.evaluate(
        EvaluationContext.of(new BsonDocument("a", date).append("b", amount).append("unit", unit)));
  }
}
