package shardsh.core.expr.op;

import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import shardsh.core.bson.ServerText;
import shardsh.core.expr.Dependencies;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.expr.Expression;
import shardsh.core.expr.Values;

/** {@code $zip}: the i-th elements of all inputs together. */
final class Zip implements Expression {
  private final Expression[] inputs;
  private final Expression[] defaults;
  private final boolean useLongest;

  Zip(Expression[] inputs, Expression[] defaults, boolean useLongest) {
    this.inputs = inputs;
    this.defaults = defaults;
    this.useLongest = useLongest;
  }

  @Override
  public BsonValue evaluate(EvaluationContext context) {
    BsonArray[] arrays = new BsonArray[inputs.length];
    int length = useLongest ? 0 : Integer.MAX_VALUE;
    for (int i = 0; i < arrays.length; i++) {
      BsonValue value = inputs[i].evaluate(context);
      if (Values.isNullish(value)) {
        return BsonNull.VALUE;
      }
      if (!(value instanceof BsonArray array)) {
        throw Values.error(
            34468, "$zip found a non-array expression in input: " + ServerText.of(value));
      }
      arrays[i] = array;
      length = useLongest ? Math.max(length, array.size()) : Math.min(length, array.size());
    }
    BsonValue[] fillers = new BsonValue[inputs.length];
    for (int i = 0; i < fillers.length; i++) {
      boolean given = i < defaults.length;
      fillers[i] = given ? Values.orNull(defaults[i].evaluate(context)) : BsonNull.VALUE;
    }
    BsonArray result = new BsonArray(length);
    for (int position = 0; position < length; position++) {
      BsonArray row = new BsonArray(arrays.length);
      for (int i = 0; i < arrays.length; i++) {
        row.add(position < arrays[i].size() ? arrays[i].get(position) : fillers[i]);
      }
      result.add(row);
    }
    return result;
  }

  @Override
  public BsonDocument toBson() {
    BsonDocument printed = Call.listToBson("inputs", inputs);
    if (defaults.length > 0) {
      printed.putAll(Call.listToBson("defaults", defaults));
    }
    printed.append("useLongestLength", BsonBoolean.valueOf(useLongest));
    return new BsonDocument("$zip", printed);
  }

  @Override
  public void addDependencies(Dependencies dependencies) {
    Call.addAll(inputs, dependencies);
    Call.addAll(defaults, dependencies);
  }
}
