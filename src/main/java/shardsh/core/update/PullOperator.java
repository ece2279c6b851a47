package shardsh.core.update;

import java.util.List;
import java.util.function.Predicate;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonRegularExpression;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.bson.BsonOrder;
import shardsh.core.expr.Values;
import shardsh.core.query.MatchExpression;
import shardsh.core.query.MatchParser;
import shardsh.core.query.QueryContext;

/** {@code $pull} and {@code $pullAll}: takes away elements. */
record PullOperator(Predicate<BsonValue> taken) implements UpdateOperator {
  private static final String ELEMENT = "x";
  private static final List<String> FILTER_OPERATORS =
      List.of(
          "$and",
          "$or",
          "$nor",
          "$comment",
          "$expr",
          "$jsonSchema",
          "$text",
          "$where",
          "$sampleRate",
          "$alwaysTrue",
          "$alwaysFalse",
          "$ref",
          "$id",
          "$db");

  /**
   * {@code $pull}: elements equal to a value, matching a regular expression or operators, or, being
   * objects, matching a filter. Operators look into elements that are arrays, as they look into a
   * field's array; plain values do not.
   *
   * @throws CommandException with the parser's codes; BAD_VALUE for $text and $where, 224 for $expr
   */
  static PullOperator matching(BsonValue condition, QueryContext context) {
    return new PullOperator(predicate(condition, context));
  }

  private static Predicate<BsonValue> predicate(BsonValue condition, QueryContext context) {
    BsonOrder order = context.collation().order();
    if (condition instanceof BsonRegularExpression) {
      return predicate(new BsonDocument("$regex", condition), context);
    }
    if (!condition.isDocument()) {
      return element -> order.equal(element, condition);
    }
    ElementFilters.checkAllowed(condition.asDocument());
    if (isOfOperators(condition.asDocument())) {
      MatchExpression tree = MatchParser.parse(new BsonDocument(ELEMENT, condition), context);
      return element -> tree.matches(new BsonDocument(ELEMENT, element));
    }
    MatchExpression filter = MatchParser.parse(condition.asDocument(), context);
    return element -> element instanceof BsonDocument && filter.matches((BsonDocument) element);
  }

  /** Whether a condition is on the element itself, e.g. {@code {$gt: 1}}, as a field's would be. */
  private static boolean isOfOperators(BsonDocument condition) {
    String first = condition.isEmpty() ? "" : condition.getFirstKey();
    return first.startsWith("$") && !FILTER_OPERATORS.contains(first);
  }

  /**
   * {@code $pullAll}: elements equal to one of the values.
   *
   * @throws CommandException BAD_VALUE when the argument is no array
   */
  static PullOperator equalToAny(String path, BsonValue values, QueryContext context) {
    if (!values.isArray()) {
      throw Application.badValue(
          "$pullAll requires an array argument but was given a " + Values.typeName(values));
    }
    BsonOrder order = context.collation().order();
    List<BsonValue> taken = List.copyOf(values.asArray());
    return new PullOperator(element -> taken.stream().anyMatch(one -> order.equal(element, one)));
  }

  @Override
  public BsonValue apply(BsonValue current, Application application) {
    if (current == null) {
      return null;
    }
    if (!(current instanceof BsonArray)) {
      throw Application.badValue("Cannot apply $pull to a non-array value");
    }
    BsonArray kept = new BsonArray();
    for (BsonValue element : (BsonArray) current) {
      if (!taken.test(element)) {
        kept.add(element);
      }
    }
    return kept.size() == ((BsonArray) current).size() ? current : kept;
  }

  @Override
  public boolean createsMissing() {
    return false;
  }
}
