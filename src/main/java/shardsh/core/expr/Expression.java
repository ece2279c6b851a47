package shardsh.core.expr;

import org.bson.BsonValue;
import shardsh.core.base.CommandException;

/** A parsed aggregation expression. Immutable. Source: the manual's pages on expressions. */
public interface Expression {

  /**
   * The value for the context's document, or {@code null} when it is missing: a path that leads
   * nowhere, {@code $$REMOVE}. A missing value is not BSON null.
   *
   * @throws CommandException with the server's code when a value is of the wrong kind
   */
  BsonValue evaluate(EvaluationContext context);

  /** The parsed form as explain prints it: constants as {@code {$const: value}}. */
  BsonValue toBson();

  /** Adds which paths of the root document and which variables this expression reads. */
  void addDependencies(Dependencies dependencies);

  /**
   * Reads {@code {$add: [...]}}, {@code "$a.b"}, {@code "$$ROOT.x"}, literals, arrays and objects
   * of expressions.
   *
   * @param scope the variables that may be used
   * @throws CommandException with the server's code when the expression is not well formed
   */
  static Expression parse(BsonValue spec, VariableNames scope) {
    return ExpressionParser.parse(spec, scope);
  }

  /** Reads an expression in which only the system's variables may be used. */
  static Expression parse(BsonValue spec) {
    return ExpressionParser.parse(spec, VariableNames.SYSTEM);
  }
}
