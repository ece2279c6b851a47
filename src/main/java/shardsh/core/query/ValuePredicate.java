package shardsh.core.query;

import java.util.List;
import java.util.Locale;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonValue;
import shardsh.core.expr.Values;

/** A predicate on a value, tried on arrays as they are and element by element. */
public sealed interface ValuePredicate extends MatchExpression.Leaf {

  /** {@code path op operand}; values of another type class than the operand's never satisfy it. */
  record Comparison(MatchPath path, MatchExpression.Op op, BsonValue operand, Collation collation)
      implements ValuePredicate {
    @Override
    public boolean test(BsonValue value) {
      return Comparisons.test(op, operand, value, collation.order());
    }

    @Override
    public ValuePredicate at(MatchPath other) {
      return new Comparison(other, op, operand, collation);
    }

    @Override
    public BsonDocument predicate() {
      return new BsonDocument(op.operator(), operand);
    }
  }

  /** Equality with one of several values, or a match of one of several regular expressions. */
  record In(MatchPath path, InSet members) implements ValuePredicate {
    @Override
    public boolean test(BsonValue value) {
      return members.contains(value);
    }

    @Override
    public ValuePredicate at(MatchPath other) {
      return new In(other, members);
    }

    @Override
    public BsonDocument predicate() {
      return new BsonDocument("$in", members.toBson());
    }
  }

  /** The path reaches a value; {@code $exists: false} is {@link MatchExpression.Not} of it. */
  record Exists(MatchPath path) implements ValuePredicate {
    @Override
    public boolean test(BsonValue value) {
      return value != null;
    }

    @Override
    public ValuePredicate at(MatchPath other) {
      return new Exists(other);
    }

    @Override
    public BsonDocument predicate() {
      return new BsonDocument("$exists", BsonBoolean.TRUE);
    }
  }

  /** The value has one of the types. */
  record Type(MatchPath path, TypeSet types) implements ValuePredicate {
    @Override
    public boolean test(BsonValue value) {
      return value != null && types.contains(value.getBsonType());
    }

    @Override
    public ValuePredicate at(MatchPath other) {
      return new Type(other, types);
    }

    @Override
    public BsonDocument predicate() {
      return new BsonDocument("$type", types.toBson());
    }
  }

  /** The number, cut to a whole one, leaves {@code remainder} when divided by {@code divisor}. */
  record Mod(MatchPath path, long divisor, long remainder) implements ValuePredicate {
    @Override
    public boolean test(BsonValue value) {
      return value != null && WholeNumbers.leaves(value, divisor, remainder);
    }

    @Override
    public ValuePredicate at(MatchPath other) {
      return new Mod(other, divisor, remainder);
    }

    @Override
    public BsonDocument predicate() {
      return new BsonDocument(
          "$mod", new BsonArray(List.of(new BsonInt64(divisor), new BsonInt64(remainder))));
    }
  }

  /** A string that contains a match, or the same regular expression stored as a value. */
  record Regex(MatchPath path, RegexPattern pattern) implements ValuePredicate {
    @Override
    public boolean test(BsonValue value) {
      return value != null && pattern.matches(value);
    }

    @Override
    public ValuePredicate at(MatchPath other) {
      return new Regex(other, pattern);
    }

    @Override
    public BsonDocument predicate() {
      return pattern.toBson();
    }
  }

  /** The four tests of bits. */
  record Bits(MatchPath path, BitTest bits) implements ValuePredicate {
    @Override
    public boolean test(BsonValue value) {
      return value != null && bits.holds(value);
    }

    @Override
    public ValuePredicate at(MatchPath other) {
      return new Bits(other, bits);
    }

    @Override
    public BsonDocument predicate() {
      return bits.toBson();
    }
  }

  /**
   * A comparison of a path with a value that an {@link MatchExpression.Expr} implies. It is no part
   * of filters; index bounds are made from it. All values compare with each other, and a missing
   * one is below null.
   */
  record ExprComparison(
      MatchPath path, MatchExpression.Op op, BsonValue operand, Collation collation)
      implements ValuePredicate {
    @Override
    public boolean test(BsonValue value) {
      return Comparisons.holds(op, Values.compare(value, operand, collation.order()));
    }

    @Override
    public ValuePredicate at(MatchPath other) {
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
}
