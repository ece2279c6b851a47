package shardsh.core.expr.op;

import java.util.Arrays;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.expr.Constant;
import shardsh.core.expr.Dependencies;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.expr.Expression;
import shardsh.core.expr.Values;
import shardsh.core.expr.VariableNames;

/** An operator with named arguments, {@code {$op: {input: …, as: …}}}. */
final class Named implements Expression {

  /** Computes the value; arguments stand in the order of their names, absent ones are null. */
  @FunctionalInterface
  interface Body {
    BsonValue evaluate(Expression[] arguments, EvaluationContext context);
  }

  private final String name;
  private final List<String> names;
  private final Expression[] arguments;
  private final Body body;

  private Named(String name, List<String> names, Expression[] arguments, Body body) {
    this.name = name;
    this.names = names;
    this.arguments = arguments;
    this.body = body;
  }

  @Override
  public BsonValue evaluate(EvaluationContext context) {
    return body.evaluate(arguments, context);
  }

  @Override
  public BsonDocument toBson() {
    BsonDocument printed = new BsonDocument();
    for (int i = 0; i < arguments.length; i++) {
      if (arguments[i] != null) {
        printed.put(names.get(i), arguments[i].toBson());
      }
    }
    return new BsonDocument(name, printed);
  }

  @Override
  public void addDependencies(Dependencies dependencies) {
    for (Expression argument : arguments) {
      if (argument != null) {
        argument.addDependencies(dependencies);
      }
    }
  }

  /** Reads the arguments of one operator and makes its expression. */
  static final class Reader {
    private final String name;
    private final BsonDocument spec;
    private final VariableNames scope;

    private Reader(String name, BsonDocument spec, VariableNames scope) {
      this.name = name;
      this.spec = spec;
      this.scope = scope;
    }

    boolean has(String argument) {
      return spec.containsKey(argument);
    }

    /** The argument as it was written; null when absent. */
    BsonValue raw(String argument) {
      return spec.get(argument);
    }

    /** The argument as an expression; null when absent. */
    Expression optional(String argument) {
      BsonValue value = spec.get(argument);
      return value == null ? null : Expression.parse(value, scope);
    }

    /**
     * @throws CommandException with that code and message when the argument is absent
     */
    Expression required(String argument, int code, String message) {
      if (!has(argument)) {
        throw Values.error(code, message);
      }
      return optional(argument);
    }

    /** The expression over these arguments, parsed before; names and arguments in one order. */
    Expression expression(String[] names, Expression[] arguments, Body body) {
      return new Named(name, Arrays.asList(names), arguments, body);
    }

    /** As {@link #expression}, but its value when all arguments are constant. */
    Expression folded(String[] names, Expression[] arguments, Body body) {
      Expression unfolded = expression(names, arguments, body);
      for (Expression argument : arguments) {
        if (argument != null && !(argument instanceof Constant)) {
          return unfolded;
        }
      }
      try {
        BsonValue value = unfolded.evaluate(null);
        return value == null ? unfolded : new Constant(value);
      } catch (CommandException e) {
        return unfolded;
      }
    }
  }

  /**
   * Checks that the specification is an object with known fields only.
   *
   * @param notObject what to throw for anything but an object
   * @param unknownCode the error for a field that is not allowed
   * @param unknownMessage goes before that field's name
   */
  static Reader read(
      String name,
      BsonValue spec,
      VariableNames scope,
      CommandException notObject,
      int unknownCode,
      String unknownMessage,
      String... allowed) {
    if (!(spec instanceof BsonDocument document)) {
      throw notObject;
    }
    for (String field : document.keySet()) {
      if (!Arrays.asList(allowed).contains(field)) {
        throw Values.error(unknownCode, unknownMessage + field);
      }
    }
    return new Reader(name, document, scope);
  }

  /** The value of an argument that may be absent; null (missing) when it is. */
  static BsonValue value(Expression argument, EvaluationContext context) {
    return argument == null ? null : argument.evaluate(context);
  }
}
