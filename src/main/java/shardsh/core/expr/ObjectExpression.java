package shardsh.core.expr;

import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** An object whose fields are expressions; fields with missing values are left out. */
public final class ObjectExpression implements Expression {
  private final String[] names;
  private final Expression[] values;

  private ObjectExpression(String[] names, Expression[] values) {
    this.names = names;
    this.values = values;
  }

  static ObjectExpression parse(BsonDocument spec, VariableNames scope) {
    String[] names = new String[spec.size()];
    Expression[] values = new Expression[spec.size()];
    int i = 0;
    for (Map.Entry<String, BsonValue> field : spec.entrySet()) {
      PathExpression.checkFieldName(field.getKey());
      names[i] = field.getKey();
      values[i++] = Expression.parse(field.getValue(), scope);
    }
    return new ObjectExpression(names, values);
  }

  @Override
  public BsonDocument evaluate(EvaluationContext context) {
    BsonDocument result = new BsonDocument(names.length);
    for (int i = 0; i < names.length; i++) {
      BsonValue value = values[i].evaluate(context);
      if (value != null) {
        result.put(names[i], value);
      }
    }
    return result;
  }

  @Override
  public BsonDocument toBson() {
    BsonDocument result = new BsonDocument(names.length);
    for (int i = 0; i < names.length; i++) {
      result.put(names[i], values[i].toBson());
    }
    return result;
  }

  @Override
  public void addDependencies(Dependencies dependencies) {
    for (Expression value : values) {
      value.addDependencies(dependencies);
    }
  }
}
