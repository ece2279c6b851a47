package shardsh.core.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.bson.BsonPath;
import shardsh.core.expr.Dependencies;
import shardsh.core.expr.Expression;

/**
 * The comparisons of a path with a value that an {@code $expr} implies: a comparison at its top, or
 * in an {@code $and} there, of a field with what does not depend on the document.
 */
final class ExprPredicates {
  private final QueryContext context;
  private final List<MatchExpression.Leaf> found = new ArrayList<>();

  private ExprPredicates(QueryContext context) {
    this.context = context;
  }

  static List<MatchExpression.Leaf> of(MatchExpression.Expr expr) {
    ExprPredicates predicates = new ExprPredicates(expr.context());
    predicates.collect(expr.expression().toBson());
    return predicates.found;
  }

  private void collect(BsonValue expression) {
    if (!expression.isDocument() || expression.asDocument().size() != 1) {
      return;
    }
    Map.Entry<String, BsonValue> call = expression.asDocument().entrySet().iterator().next();
    if (!call.getValue().isArray()) {
      return;
    }
    List<BsonValue> arguments = call.getValue().asArray();
    if (call.getKey().equals("$and")) {
      arguments.forEach(this::collect);
      return;
    }
    for (MatchExpression.Op op : MatchExpression.Op.values()) {
      if (op.operator().equals(call.getKey()) && arguments.size() == 2) {
        comparison(op, arguments.get(0), arguments.get(1));
      }
    }
  }

  private void comparison(MatchExpression.Op op, BsonValue left, BsonValue right) {
    Optional<String> path = path(left);
    if (path.isPresent()) {
      add(path.get(), op, right);
    } else {
      path(right).ifPresent(other -> add(other, turned(op), left));
    }
  }

  private static MatchExpression.Op turned(MatchExpression.Op op) {
    return switch (op) {
      case EQ -> MatchExpression.Op.EQ;
      case LT -> MatchExpression.Op.GT;
      case LTE -> MatchExpression.Op.GTE;
      case GT -> MatchExpression.Op.LT;
      case GTE -> MatchExpression.Op.LTE;
    };
  }

  /** A path without positions, which expressions and indexes read differently. */
  private static Optional<String> path(BsonValue expression) {
    if (!expression.isString()) {
      return Optional.empty();
    }
    String text = expression.asString().getValue();
    if (!text.startsWith("$") || text.startsWith("$$")) {
      return Optional.empty();
    }
    boolean positions =
        BsonPath.of(text).parts().stream().anyMatch(part -> BsonPath.arrayIndex(part) >= 0);
    return positions ? Optional.empty() : Optional.of(text.substring(1));
  }

  private void add(String path, MatchExpression.Op op, BsonValue operand) {
    value(operand)
        .ifPresent(
            value ->
                found.add(
                    new ValuePredicate.ExprComparison(
                        MatchPath.of(path), op, value, context.collation())));
  }

  private Optional<BsonValue> value(BsonValue expression) {
    try {
      Expression parsed = Expression.parse(expression, context.names());
      Dependencies dependencies = Dependencies.of(parsed);
      boolean constant =
          dependencies.paths().isEmpty()
              && dependencies.metadata().isEmpty()
              && !dependencies.needsWholeDocument()
              && !dependencies.isRandom();
      return constant
          ? Optional.ofNullable(parsed.evaluate(context.about(new BsonDocument())))
          : Optional.empty();
    } catch (CommandException e) {
      return Optional.empty();
    }
  }
}
