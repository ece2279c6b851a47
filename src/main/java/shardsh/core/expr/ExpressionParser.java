package shardsh.core.expr;

import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.ServerText;
import shardsh.core.expr.op.Operators;

/** Reads expressions; the only place that tells operators, paths, objects and literals apart. */
final class ExpressionParser {
  private ExpressionParser() {}

  static Expression parse(BsonValue spec, VariableNames scope) {
    return switch (spec.getBsonType()) {
      case STRING -> parseString(spec, scope);
      case DOCUMENT -> parseDocument(spec.asDocument(), scope);
      case ARRAY -> ArrayExpression.parse(spec.asArray(), scope);
      default -> new Constant(spec);
    };
  }

  static Expression[] parseAll(BsonArray specs, VariableNames scope) {
    Expression[] parsed = new Expression[specs.size()];
    for (int i = 0; i < parsed.length; i++) {
      parsed[i] = parse(specs.get(i), scope);
    }
    return parsed;
  }

  private static Expression parseString(BsonValue spec, VariableNames scope) {
    String text = spec.asString().getValue();
    if (text.isEmpty() || text.charAt(0) != '$') {
      return new Constant(spec);
    }
    return PathExpression.parse(text, scope);
  }

  private static Expression parseDocument(BsonDocument spec, VariableNames scope) {
    if (spec.isEmpty()) {
      return ObjectExpression.parse(spec, scope);
    }
    String first = spec.getFirstKey();
    if (first.isEmpty() || first.charAt(0) != '$') {
      return ObjectExpression.parse(spec, scope);
    }
    if (spec.size() != 1) {
      throw new CommandException(
          ErrorCode.location(15983),
          "an object representing an expression must have exactly one field: "
              + ServerText.of(spec));
    }
    return Operators.parse(first, spec.get(first), scope);
  }
}
