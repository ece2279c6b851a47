package shardsh.core.query;

import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.expr.Expression;
import shardsh.core.expr.Values;

/**
 * A parsed filter. {@link #matches} decides about documents; index bounds, shard targeting and
 * upserts read the tree. {@link MatchParser} is the only maker of trees from filter documents.
 *
 * <p>Operators that are short for others have no variant: {@code $ne} is {@link Not} of an
 * equality, {@code $nin} {@link Not} of {@link ValuePredicate.In}, {@code $all} an {@link And}.
 */
public sealed interface MatchExpression {

  /** Whether the document is a result of the filter. */
  default boolean matches(BsonDocument document) {
    return matches(document, null);
  }

  /** As {@link #matches(BsonDocument)}, and notes the array element that decided. */
  boolean matches(BsonDocument document, MatchDetails details);

  /**
   * Whether one value, taken as it stands (an array is not entered), satisfies the predicate: how
   * {@code $elemMatch} asks its conditions about each element.
   */
  boolean matchesElement(BsonValue element);

  /** The parsed form, as explain prints it, e.g. {@code {a: {$eq: 5}}}. */
  BsonDocument toBson();

  /** A predicate on the values that one path reaches. */
  sealed interface Leaf extends MatchExpression, MatchPath.ValueTest
      permits ValuePredicate, ArrayPredicate {
    /** Relative to the document, or to the element of an enclosing object {@code $elemMatch}. */
    MatchPath path();

    /** The same predicate about another path. */
    Leaf at(MatchPath other);

    /** The operator and its operand without the path, e.g. {@code {$gt: 5}}. */
    BsonDocument predicate();

    /** Whether a value satisfies the predicate; {@code null} stands for a missing one. */
    @Override
    boolean test(BsonValue value);

    /** Whether an array at the end of the path is also tried element by element. */
    default boolean triesElements() {
      return true;
    }

    @Override
    default boolean matches(BsonDocument document, MatchDetails details) {
      return path().anyMatch(document, triesElements(), this, details);
    }

    @Override
    default boolean matchesElement(BsonValue element) {
      return test(element);
    }

    @Override
    default BsonDocument toBson() {
      return new BsonDocument(path().text(), predicate());
    }
  }

  /** All terms hold; none at all is the filter <code>{}</code>. */
  record And(List<MatchExpression> terms) implements MatchExpression {
    public And {
      terms = List.copyOf(terms);
    }

    @Override
    public boolean matches(BsonDocument document, MatchDetails details) {
      for (int i = 0; i < terms.size(); i++) {
        if (!terms.get(i).matches(document, details)) {
          if (details != null) {
            details.clear();
          }
          return false;
        }
      }
      return true;
    }

    @Override
    public boolean matchesElement(BsonValue element) {
      for (int i = 0; i < terms.size(); i++) {
        if (!terms.get(i).matchesElement(element)) {
          return false;
        }
      }
      return true;
    }

    @Override
    public BsonDocument toBson() {
      return terms.isEmpty() ? new BsonDocument() : MatchText.list("$and", terms);
    }
  }

  /** At least one term holds. */
  record Or(List<MatchExpression> terms) implements MatchExpression {
    public Or {
      terms = List.copyOf(terms);
    }

    @Override
    public boolean matches(BsonDocument document, MatchDetails details) {
      for (int i = 0; i < terms.size(); i++) {
        if (terms.get(i).matches(document, null)) {
          return true;
        }
      }
      return false;
    }

    @Override
    public boolean matchesElement(BsonValue element) {
      for (int i = 0; i < terms.size(); i++) {
        if (terms.get(i).matchesElement(element)) {
          return true;
        }
      }
      return false;
    }

    @Override
    public BsonDocument toBson() {
      return MatchText.list("$or", terms);
    }
  }

  /** No term holds. */
  record Nor(List<MatchExpression> terms) implements MatchExpression {
    public Nor {
      terms = List.copyOf(terms);
    }

    @Override
    public boolean matches(BsonDocument document, MatchDetails details) {
      for (int i = 0; i < terms.size(); i++) {
        if (terms.get(i).matches(document, null)) {
          return false;
        }
      }
      return true;
    }

    @Override
    public boolean matchesElement(BsonValue element) {
      for (int i = 0; i < terms.size(); i++) {
        if (terms.get(i).matchesElement(element)) {
          return false;
        }
      }
      return true;
    }

    @Override
    public BsonDocument toBson() {
      return MatchText.list("$nor", terms);
    }
  }

  /** The term does not hold, for the document as a whole: missing fields satisfy it. */
  record Not(MatchExpression term) implements MatchExpression {
    @Override
    public boolean matches(BsonDocument document, MatchDetails details) {
      return !term.matches(document, null);
    }

    @Override
    public boolean matchesElement(BsonValue element) {
      return !term.matchesElement(element);
    }

    @Override
    public BsonDocument toBson() {
      return MatchText.not(term);
    }
  }

  /** The five comparisons. */
  enum Op {
    EQ("$eq"),
    LT("$lt"),
    LTE("$lte"),
    GT("$gt"),
    GTE("$gte");

    private final String operator;

    Op(String operator) {
      this.operator = operator;
    }

    public String operator() {
      return operator;
    }
  }

  /** An aggregation expression that is true, asked about the whole document. */
  record Expr(Expression expression, QueryContext context) implements MatchExpression {
    @Override
    public boolean matches(BsonDocument document, MatchDetails details) {
      return Values.isTrue(expression.evaluate(context.about(document)));
    }

    @Override
    public boolean matchesElement(BsonValue element) {
      return element instanceof BsonDocument && matches((BsonDocument) element, null);
    }

    @Override
    public BsonDocument toBson() {
      return new BsonDocument("$expr", expression.toBson());
    }
  }

  /** A document that a JSON schema validates. */
  record JsonSchema(BsonDocument schema, Schema compiled) implements MatchExpression {
    @Override
    public boolean matches(BsonDocument document, MatchDetails details) {
      return compiled.validates(document);
    }

    @Override
    public boolean matchesElement(BsonValue element) {
      return element != null && compiled.validates(element);
    }

    @Override
    public BsonDocument toBson() {
      return new BsonDocument("$jsonSchema", schema);
    }
  }

  /** Every document. */
  record AlwaysTrue() implements MatchExpression {
    @Override
    public boolean matches(BsonDocument document, MatchDetails details) {
      return true;
    }

    @Override
    public boolean matchesElement(BsonValue element) {
      return true;
    }

    @Override
    public BsonDocument toBson() {
      return new BsonDocument("$alwaysTrue", new BsonInt32(1));
    }
  }

  /** No document, e.g. {@code {a: {$in: []}}}. */
  record AlwaysFalse() implements MatchExpression {
    @Override
    public boolean matches(BsonDocument document, MatchDetails details) {
      return false;
    }

    @Override
    public boolean matchesElement(BsonValue element) {
      return false;
    }

    @Override
    public BsonDocument toBson() {
      return new BsonDocument("$alwaysFalse", new BsonInt32(1));
    }
  }

  /**
   * An operator that the model knows by name only. It exists in trees made for routing, where it
   * restricts nothing; it cannot be evaluated.
   */
  record Unmodelled(String operator, BsonValue operand) implements MatchExpression {
    @Override
    public boolean matches(BsonDocument document, MatchDetails details) {
      throw refusal(operator);
    }

    @Override
    public boolean matchesElement(BsonValue element) {
      throw refusal(operator);
    }

    @Override
    public BsonDocument toBson() {
      return new BsonDocument(operator, operand);
    }

    static CommandException refusal(String operator) {
      return new CommandException(
          ErrorCode.COMMAND_NOT_SUPPORTED, "shardsh does not model the query operator " + operator);
    }
  }

  /** All of the terms at once: the only one as it is; empty when there is none. */
  static Optional<MatchExpression> conjunction(List<MatchExpression> terms) {
    if (terms.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(terms.size() == 1 ? terms.get(0) : new And(terms));
  }
}
