package shardsh.core.expr;

import org.bson.BsonArray;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** An array whose elements are expressions; missing values become null. */
public final class ArrayExpression implements Expression {
  private final Expression[] elements;

  private ArrayExpression(Expression[] elements) {
    this.elements = elements;
  }

  /** An array of constants is a constant itself, as explain shows it. */
  static Expression parse(BsonArray spec, VariableNames scope) {
    ArrayExpression parsed = new ArrayExpression(ExpressionParser.parseAll(spec, scope));
    for (Expression element : parsed.elements) {
      if (!(element instanceof Constant)) {
        return parsed;
      }
    }
    return new Constant(parsed.evaluate(null));
  }

  @Override
  public BsonArray evaluate(EvaluationContext context) {
    BsonArray result = new BsonArray(elements.length);
    for (Expression element : elements) {
      BsonValue value = element.evaluate(context);
      result.add(value == null ? BsonNull.VALUE : value);
    }
    return result;
  }

  @Override
  public BsonArray toBson() {
    BsonArray result = new BsonArray(elements.length);
    for (Expression element : elements) {
      result.add(element.toBson());
    }
    return result;
  }

  @Override
  public void addDependencies(Dependencies dependencies) {
    for (Expression element : elements) {
      element.addDependencies(dependencies);
    }
  }
}
