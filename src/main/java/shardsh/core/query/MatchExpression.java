package shardsh.core.query;

import java.util.List;
import java.util.Locale;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
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
 * equality, {@code $nin} {@link Not} of {@link In}, {@code $all} an {@link And}.
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
  sealed interface Leaf extends MatchExpression, MatchPath.ValueTest {
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

  /** {@code path op operand}; values of another type class than the operand's never satisfy it. */
  record Comparison(MatchPath path, Op op, BsonValue operand, Collation collation) implements Leaf {
    @Override
    public boolean test(BsonValue value) {
      return Comparisons.test(op, operand, value, collation.order());
    }

    @Override
    public Leaf at(MatchPath other) {
      return new Comparison(other, op, operand, collation);
    }

    @Override
    public BsonDocument predicate() {
      return new BsonDocument(op.operator(), operand);
    }
  }

  /** Equality with one of several values, or a match of one of several regular expressions. */
  record In(MatchPath path, InSet members) implements Leaf {
    @Override
    public boolean test(BsonValue value) {
      return members.contains(value);
    }

    @Override
    public Leaf at(MatchPath other) {
      return new In(other, members);
    }

    @Override
    public BsonDocument predicate() {
      return new BsonDocument("$in", members.toBson());
    }
  }

  /** The path reaches a value; {@code $exists: false} is {@link Not} of it. */
  record Exists(MatchPath path) implements Leaf {
    @Override
    public boolean test(BsonValue value) {
      return value != null;
    }

    @Override
    public Leaf at(MatchPath other) {
      return new Exists(other);
    }

    @Override
    public BsonDocument predicate() {
      return new BsonDocument("$exists", BsonBoolean.TRUE);
    }
  }

  /** The value has one of the types. */
  record Type(MatchPath path, TypeSet types) implements Leaf {
    @Override
    public boolean test(BsonValue value) {
      return value != null && types.contains(value.getBsonType());
    }

    @Override
    public Leaf at(MatchPath other) {
      return new Type(other, types);
    }

    @Override
    public BsonDocument predicate() {
      return new BsonDocument("$type", types.toBson());
    }
  }

  /** The number, cut to a whole one, leaves {@code remainder} when divided by {@code divisor}. */
  record Mod(MatchPath path, long divisor, long remainder) implements Leaf {
    @Override
    public boolean test(BsonValue value) {
      return value != null && WholeNumbers.leaves(value, divisor, remainder);
    }

    @Override
    public Leaf at(MatchPath other) {
      return new Mod(other, divisor, remainder);
    }

    @Override
    public BsonDocument predicate() {
      return new BsonDocument(
          "$mod", new BsonArray(List.of(new BsonInt64(divisor), new BsonInt64(remainder))));
    }
  }

  /** A string that contains a match, or the same regular expression stored as a value. */
  record Regex(MatchPath path, RegexPattern pattern) implements Leaf {
    @Override
    public boolean test(BsonValue value) {
      return value != null && pattern.matches(value);
    }

    @Override
    public Leaf at(MatchPath other) {
      return new Regex(other, pattern);
    }

    @Override
    public BsonDocument predicate() {
      return pattern.toBson();
    }
  }

  /** An array of exactly that many elements. */
  record Size(MatchPath path, long size) implements Leaf {
    @Override
    public boolean triesElements() {
      return false;
    }

    @Override
    public boolean test(BsonValue value) {
      return value instanceof BsonArray && ((BsonArray) value).size() == size;
    }

    @Override
    public Leaf at(MatchPath other) {
      return new Size(other, size);
    }

    @Override
    public BsonDocument predicate() {
      return new BsonDocument("$size", new BsonInt32((int) size));
    }
  }

  /** An array with an element, an object or array, that the term matches as a document. */
  record ElemMatchObject(MatchPath path, MatchExpression term) implements Leaf {
    @Override
    public boolean triesElements() {
      return false;
    }

    @Override
    public boolean test(BsonValue value) {
      return ArrayMatches.object(value, term) >= 0;
    }

    @Override
    public boolean matches(BsonDocument document, MatchDetails details) {
      return ArrayMatches.matches(document, path, v -> ArrayMatches.object(v, term), details);
    }

    @Override
    public Leaf at(MatchPath other) {
      return new ElemMatchObject(other, term);
    }

    @Override
    public BsonDocument predicate() {
      return new BsonDocument("$elemMatch", term.toBson());
    }
  }

  /** An array with an element for which all terms, whose paths are empty, hold. */
  record ElemMatchValue(MatchPath path, List<MatchExpression> terms) implements Leaf {
    public ElemMatchValue {
      terms = List.copyOf(terms);
    }

    @Override
    public boolean triesElements() {
      return false;
    }

    @Override
    public boolean test(BsonValue value) {
      return ArrayMatches.value(value, terms) >= 0;
    }

    @Override
    public boolean matches(BsonDocument document, MatchDetails details) {
      return ArrayMatches.matches(document, path, v -> ArrayMatches.value(v, terms), details);
    }

    @Override
    public Leaf at(MatchPath other) {
      return new ElemMatchValue(other, terms);
    }

    @Override
    public BsonDocument predicate() {
      return new BsonDocument("$elemMatch", MatchText.merged(terms));
    }
  }

  /** The four tests of bits. */
  record Bits(MatchPath path, BitTest bits) implements Leaf {
    @Override
    public boolean test(BsonValue value) {
      return value != null && bits.holds(value);
    }

    @Override
    public Leaf at(MatchPath other) {
      return new Bits(other, bits);
    }

    @Override
    public BsonDocument predicate() {
      return bits.toBson();
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

  /**
   * A comparison of a path with a value that an {@link Expr} implies. It is no part of filters;
   * index bounds are made from it. All values compare with each other, and a missing one is below
   * null.
   */
  record ExprComparison(MatchPath path, Op op, BsonValue operand, Collation collation)
      implements Leaf {
    @Override
    public boolean test(BsonValue value) {
      return Comparisons.holds(op, Values.compare(value, operand, collation.order()));
    }

    @Override
    public Leaf at(MatchPath other) {
      return new ExprComparison(other, op, operand, collation);
    }

    @Override
    public BsonDocument predicate() {
      String name = op.operator().substring(1);
      return new BsonDocument(
          "$_internalExpr" + name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1),
          operand);
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
}
