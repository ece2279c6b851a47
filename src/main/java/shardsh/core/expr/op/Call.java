package shardsh.core.expr.op;

import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.expr.Constant;
import shardsh.core.expr.Dependencies;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.expr.Expression;
import shardsh.core.expr.Values;
import shardsh.core.expr.VariableNames;

/**
 * An operator whose arguments are all evaluated, left to right, before it works on their values.
 * The static methods make {@link OperatorParser}s for a number of arguments. A call with constant
 * arguments is replaced by its value, unless that is an error: errors wait for a document.
 */
final class Call implements Expression {

  /** A function of one value, which may be missing (null). */
  @FunctionalInterface
  interface One {
    BsonValue apply(BsonValue value);
  }

  /** A function of two values, each of which may be missing (null). */
  @FunctionalInterface
  interface Two {
    BsonValue apply(BsonValue first, BsonValue second);
  }

  /** A function of many values, each of which may be missing (null). */
  @FunctionalInterface
  interface Many {
    BsonValue apply(BsonValue[] values);
  }

  /** A function of many values that also looks at the operation, e.g. at its collation. */
  @FunctionalInterface
  interface InContext {
    BsonValue apply(BsonValue[] values, EvaluationContext context);
  }

  private final String name;
  private final Expression[] arguments;
  private final InContext function;

  private Call(String name, Expression[] arguments, InContext function) {
    this.name = name;
    this.arguments = arguments;
    this.function = function;
  }

  static OperatorParser one(One function) {
    return exactly(1, values -> function.apply(values[0]));
  }

  static OperatorParser two(Two function) {
    return exactly(2, values -> function.apply(values[0], values[1]));
  }

  static OperatorParser exactly(int count, Many function) {
    return (name, spec, scope) -> folded(name, fixed(name, spec, scope, count), function);
  }

  static OperatorParser exactly(int count, InContext function) {
    return (name, spec, scope) -> new Call(name, fixed(name, spec, scope, count), function);
  }

  static OperatorParser between(int min, int max, Many function) {
    return (name, spec, scope) -> folded(name, ranged(name, spec, scope, min, max), function);
  }

  static OperatorParser between(int min, int max, InContext function) {
    return (name, spec, scope) -> new Call(name, ranged(name, spec, scope, min, max), function);
  }

  static OperatorParser any(Many function) {
    return (name, spec, scope) -> folded(name, list(spec, scope), function);
  }

  static OperatorParser any(InContext function) {
    return (name, spec, scope) -> new Call(name, list(spec, scope), function);
  }

  /** The arguments of an operator: the elements of an array, or one argument by itself. */
  static Expression[] list(BsonValue spec, VariableNames scope) {
    if (spec instanceof BsonArray array) {
      Expression[] parsed = new Expression[array.size()];
      for (int i = 0; i < parsed.length; i++) {
        parsed[i] = Expression.parse(array.get(i), scope);
      }
      return parsed;
    }
    return new Expression[] {Expression.parse(spec, scope)};
  }

  /**
   * Exactly so many arguments.
   *
   * @throws CommandException Location16020 for any other number
   */
  static Expression[] fixed(String name, BsonValue spec, VariableNames scope, int count) {
    Expression[] parsed = list(spec, scope);
    if (parsed.length != count) {
      throw Values.error(
          16020,
          "Expression "
              + name
              + " takes exactly "
              + count
              + " arguments. "
              + parsed.length
              + " were passed in.");
    }
    return parsed;
  }

  private static Expression[] ranged(
      String name, BsonValue spec, VariableNames scope, int min, int max) {
    Expression[] parsed = list(spec, scope);
    if (parsed.length < min || parsed.length > max) {
      throw Values.error(
          28667,
          "Expression "
              + name
              + " takes at least "
              + min
              + " arguments, and at most "
              + max
              + ", but "
              + parsed.length
              + " were passed in.");
    }
    return parsed;
  }

  private static Expression folded(String name, Expression[] arguments, Many function) {
    Call call = new Call(name, arguments, (values, context) -> function.apply(values));
    for (Expression argument : arguments) {
      if (!(argument instanceof Constant)) {
        return call;
      }
    }
    try {
      BsonValue value = call.evaluate(null);
      return value == null ? call : new Constant(value);
    } catch (CommandException e) {
      return call;
    }
  }

  @Override
  public BsonValue evaluate(EvaluationContext context) {
    BsonValue[] values = new BsonValue[arguments.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = arguments[i].evaluate(context);
    }
    return function.apply(values, context);
  }

  @Override
  public BsonValue toBson() {
    return listToBson(name, arguments);
  }

  @Override
  public void addDependencies(Dependencies dependencies) {
    addAll(arguments, dependencies);
  }

  static BsonDocument listToBson(String name, Expression[] arguments) {
    BsonArray list = new BsonArray(arguments.length);
    for (Expression argument : arguments) {
      list.add(argument.toBson());
    }
    return new BsonDocument(name, list);
  }

  static void addAll(Expression[] arguments, Dependencies dependencies) {
    for (Expression argument : arguments) {
      argument.addDependencies(dependencies);
    }
  }
}
