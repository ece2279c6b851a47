package shardsh.core.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonType;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import shardsh.core.bson.BsonOrder;
import shardsh.core.keys.Interval;
import shardsh.core.keys.KeyHash;

/**
 * The index keys that documents satisfying one predicate have, and how tight that is. Missing
 * values are stored as null, an empty array as undefined, another array element by element. Source:
 * the server's index bounds tests (8.0).
 *
 * @param values where every matching document has a key
 * @param tightness whether a key there is enough
 */
public record PredicateBounds(IntervalList values, Tightness tightness) {

  /**
   * What is known about the indexed field a predicate is translated for.
   *
   * @param collation the index's
   * @param hash the hash that the index stores of this field; empty when it stores the value
   * @param multikey whether an array was met anywhere along the path
   * @param nullIsExact whether a null key always belongs to a match of equality with null: not when
   *     an array may lie before the end of the path
   * @param sparse whether documents without the field have no key
   */
  record Target(
      Collation collation,
      Optional<KeyHash> hash,
      boolean multikey,
      boolean nullIsExact,
      boolean sparse) {
    boolean hashed() {
      return hash.isPresent();
    }

    /** The same for conditions that are all about one element of an array. */
    Target forOneElement() {
      return new Target(collation, hash, false, nullIsExact, sparse);
    }
  }

  private static PredicateBounds unrestricted() {
    return new PredicateBounds(IntervalList.all(), Tightness.INEXACT_FETCH);
  }

  /** Empty when the predicate cannot use an index at all. */
  static Optional<PredicateBounds> of(MatchExpression predicate, Target target) {
    if (predicate instanceof MatchExpression.Not) {
      return negated(((MatchExpression.Not) predicate).term(), target);
    }
    if (predicate instanceof MatchExpression.Or) {
      return union(((MatchExpression.Or) predicate).terms(), target);
    }
    if (predicate instanceof MatchExpression.And) {
      return target.multikey()
          ? Optional.empty()
          : intersection(((MatchExpression.And) predicate).terms(), target);
    }
    if (predicate instanceof ValuePredicate.Comparison) {
      return Optional.of(comparison((ValuePredicate.Comparison) predicate, target));
    }
    if (predicate instanceof ValuePredicate.In) {
      return Optional.of(in(((ValuePredicate.In) predicate).members(), target));
    }
    if (predicate instanceof ValuePredicate.ExprComparison) {
      return exprComparison((ValuePredicate.ExprComparison) predicate, target);
    }
    if (predicate instanceof ValuePredicate.Regex) {
      return Optional.of(regex(((ValuePredicate.Regex) predicate).pattern(), target));
    }
    if (predicate instanceof ValuePredicate.Exists) {
      return Optional.of(exists(target));
    }
    if (predicate instanceof ValuePredicate.Type) {
      return Optional.of(type(((ValuePredicate.Type) predicate).types(), target));
    }
    if (predicate instanceof ValuePredicate.Mod) {
      return Optional.of(
          target.hashed()
              ? unrestricted()
              : new PredicateBounds(
                  new IntervalList(List.of(TypeBracket.of(BsonType.INT64))),
                  Tightness.INEXACT_COVERED));
    }
    if (predicate instanceof ArrayPredicate.ElemMatchValue) {
      return elements(((ArrayPredicate.ElemMatchValue) predicate).terms(), target);
    }
    return Optional.empty();
  }

  /** An array inside the array is a key as a whole, so conditions on its elements say nothing. */
  private static Optional<PredicateBounds> elements(List<MatchExpression> terms, Target target) {
    if (terms.stream().anyMatch(term -> term instanceof ArrayPredicate.ElemMatchValue)) {
      return Optional.empty();
    }
    return intersection(terms, target.forOneElement())
        .map(bounds -> new PredicateBounds(bounds.values(), Tightness.INEXACT_FETCH));
  }

  private static Optional<PredicateBounds> union(List<MatchExpression> terms, Target target) {
    IntervalList values = IntervalList.none();
    Tightness tightness = Tightness.EXACT;
    for (MatchExpression term : terms) {
      Optional<PredicateBounds> bounds = of(term, target);
      if (bounds.isEmpty()) {
        return Optional.empty();
      }
      values = values.union(bounds.get().values());
      tightness = tightness.and(bounds.get().tightness());
    }
    return Optional.of(new PredicateBounds(values, tightness));
  }

  /** Of conditions on one and the same value. */
  private static Optional<PredicateBounds> intersection(
      List<MatchExpression> terms, Target target) {
    IntervalList values = IntervalList.all();
    Tightness tightness = Tightness.EXACT;
    for (MatchExpression term : terms) {
      Optional<PredicateBounds> bounds = of(term, target);
      if (bounds.isEmpty()) {
        return Optional.empty();
      }
      values = values.intersect(bounds.get().values());
      tightness = tightness.and(bounds.get().tightness());
    }
    return terms.isEmpty() ? Optional.empty() : Optional.of(new PredicateBounds(values, tightness));
  }

  /** The complement, where the term's bounds leave out nothing that satisfies it. */
  private static Optional<PredicateBounds> negated(MatchExpression term, Target target) {
    if (term instanceof ValuePredicate.Exists) {
      IntervalList missing = IntervalList.point(stored(BsonNull.VALUE, target));
      return Optional.of(new PredicateBounds(missing, Tightness.INEXACT_FETCH));
    }
    if (target.hashed() || !isComplementable(term)) {
      return Optional.empty();
    }
    Optional<PredicateBounds> bounds = of(term, target);
    boolean usable = bounds.isPresent() && (bounds.get().tightness().isExact() || isNull(term));
    if (!usable) {
      return Optional.empty();
    }
    Tightness tightness =
        target.multikey() || !bounds.get().tightness().isExact()
            ? Tightness.INEXACT_FETCH
            : Tightness.EXACT;
    return Optional.of(new PredicateBounds(bounds.get().values().complement(), tightness));
  }

  private static boolean isComplementable(MatchExpression term) {
    return term instanceof ValuePredicate.Comparison
        || (term instanceof ValuePredicate.In
            && ((ValuePredicate.In) term).members().patterns().isEmpty());
  }

  private static boolean isNull(MatchExpression term) {
    return term instanceof ValuePredicate.Comparison
        && ((ValuePredicate.Comparison) term).operand() instanceof BsonNull;
  }

  private static PredicateBounds comparison(ValuePredicate.Comparison predicate, Target target) {
    BsonValue operand = predicate.operand();
    if (isOfOtherCollation(operand, predicate.collation(), target)) {
      return unrestricted();
    }
    if (predicate.op() == MatchExpression.Op.EQ) {
      return equality(operand, target);
    }
    if (operand instanceof BsonNull) {
      return Comparisons.includesEqual(predicate.op())
          ? equality(operand, target)
          : new PredicateBounds(IntervalList.none(), Tightness.EXACT);
    }
    if (target.hashed()) {
      return unrestricted();
    }
    if (target.multikey() && reachesAcrossTypes(predicate)) {
      return unrestricted();
    }
    if (operand instanceof BsonArray) {
      return arrayComparison(predicate.op(), (BsonArray) operand, target);
    }
    return new PredicateBounds(
        range(predicate.op(), stored(operand, target), bracket(operand)), Tightness.EXACT);
  }

  /** Above MinKey or below MaxKey: an array is, as a whole, whatever its elements are. */
  private static boolean reachesAcrossTypes(ValuePredicate.Comparison predicate) {
    return switch (predicate.op()) {
      case GT, GTE -> predicate.operand() instanceof BsonMinKey;
      case LT, LTE -> predicate.operand() instanceof BsonMaxKey;
      case EQ -> false;
    };
  }

  /** Across all types. A missing value, which is below null here, is stored as null. */
  private static Optional<PredicateBounds> exprComparison(
      ValuePredicate.ExprComparison predicate, Target target) {
    BsonValue operand = predicate.operand();
    boolean equality = predicate.op() == MatchExpression.Op.EQ;
    if (target.multikey()
        || operand instanceof BsonArray
        || operand instanceof BsonUndefined
        || (target.hashed() && !equality)
        || isOfOtherCollation(operand, predicate.collation(), target)) {
      return Optional.empty();
    }
    boolean belowNull = operand instanceof BsonNull && predicate.op() == MatchExpression.Op.LT;
    MatchExpression.Op op = belowNull ? MatchExpression.Op.LTE : predicate.op();
    IntervalList values = range(op, stored(operand, target), Interval.all());
    return Optional.of(new PredicateBounds(values, Tightness.INEXACT_FETCH));
  }

  private static boolean isOfOtherCollation(BsonValue operand, Collation collation, Target target) {
    return !collation.equals(target.collation()) && Collation.dependsOnCollation(operand);
  }

  private static Interval bracket(BsonValue operand) {
    if (operand instanceof BsonMinKey || operand instanceof BsonMaxKey) {
      return Interval.all();
    }
    if (operand.isNumber() || operand.isDecimal128()) {
      return Comparisons.isNaN(operand) ? Interval.point(operand) : TypeBracket.numbers();
    }
    return TypeBracket.of(operand.getBsonType());
  }

  private static IntervalList range(MatchExpression.Op op, BsonValue operand, Interval bracket) {
    return switch (op) {
      case EQ -> IntervalList.point(operand);
      case LT -> IntervalList.range(bracket.low(), bracket.lowIncluded(), operand, false);
      case LTE -> IntervalList.range(bracket.low(), bracket.lowIncluded(), operand, true);
      case GT -> IntervalList.range(operand, false, bracket.high(), bracket.highIncluded());
      case GTE -> IntervalList.range(operand, true, bracket.high(), bracket.highIncluded());
    };
  }

  /** A value as the index stores it. */
  private static BsonValue stored(BsonValue value, Target target) {
    BsonValue collated = target.collation().comparisonValue(value);
    return target.hashed() ? target.hash().get().of(collated) : collated;
  }

  private static PredicateBounds equality(BsonValue operand, Target target) {
    if (operand instanceof BsonArray && !target.hashed()) {
      BsonArray array = (BsonArray) operand;
      IntervalList values =
          IntervalList.point(stored(firstElement(array), target))
              .union(IntervalList.point(stored(array, target)));
      return new PredicateBounds(values, Tightness.INEXACT_FETCH);
    }
    IntervalList value = IntervalList.point(stored(operand, target));
    if (target.hashed()) {
      return new PredicateBounds(value, Tightness.INEXACT_FETCH);
    }
    if (operand instanceof BsonNull) {
      return new PredicateBounds(
          value, target.nullIsExact() ? Tightness.EXACT_MAYBE_COVERED : Tightness.INEXACT_FETCH);
    }
    return new PredicateBounds(value, Tightness.EXACT);
  }

  private static BsonValue firstElement(BsonArray array) {
    return array.isEmpty() ? new BsonUndefined() : array.get(0);
  }

  /**
   * An array above or below another: its keys are its elements, or itself inside another array, and
   * what compares is their order as wholes. The first element, or the array, bounds one side.
   */
  private static PredicateBounds arrayComparison(
      MatchExpression.Op op, BsonArray operand, Target target) {
    BsonValue first = firstElement(operand);
    BsonValue lower = BsonOrder.SIMPLE.compare(first, operand) <= 0 ? first : operand;
    BsonValue higher = lower == first ? operand : first;
    IntervalList values =
        switch (op) {
          case LT, LTE -> IntervalList.range(new BsonMinKey(), true, stored(higher, target), true);
          case GT, GTE -> IntervalList.range(stored(lower, target), true, new BsonMaxKey(), true);
          case EQ -> IntervalList.all();
        };
    return new PredicateBounds(
        operand.isEmpty() ? IntervalList.all() : values, Tightness.INEXACT_FETCH);
  }

  private static PredicateBounds in(InSet members, Target target) {
    if (target.hashed() && !members.patterns().isEmpty()) {
      return unrestricted();
    }
    List<Interval> intervals = new ArrayList<>();
    Tightness tightness = Tightness.EXACT;
    for (BsonValue value : members.values()) {
      if (isOfOtherCollation(value, members.collation(), target)) {
        return unrestricted();
      }
      PredicateBounds bounds = equality(value, target);
      intervals.addAll(bounds.values().intervals());
      tightness = tightness.and(bounds.tightness());
    }
    for (RegexPattern pattern : members.patterns()) {
      PredicateBounds bounds = regex(pattern, target);
      intervals.addAll(bounds.values().intervals());
      tightness = tightness.and(bounds.tightness());
    }
    return new PredicateBounds(IntervalList.of(intervals), tightness);
  }

  private static PredicateBounds regex(RegexPattern pattern, Target target) {
    if (target.hashed()) {
      return unrestricted();
    }
    IntervalList itself = IntervalList.point(pattern.value());
    RegexPrefix prefix = RegexPrefix.of(pattern.value());
    if (!target.collation().isSimple() || prefix.text().isEmpty()) {
      IntervalList strings = new IntervalList(List.of(TypeBracket.of(BsonType.STRING)));
      return new PredicateBounds(
          strings.union(itself),
          target.collation().isSimple() ? Tightness.INEXACT_COVERED : Tightness.INEXACT_FETCH);
    }
    BsonValue end =
        prefix.end().map(text -> (BsonValue) new BsonString(text)).orElseGet(BsonDocument::new);
    IntervalList strings = IntervalList.range(new BsonString(prefix.text()), true, end, false);
    return new PredicateBounds(
        strings.union(itself), prefix.exact() ? Tightness.EXACT : Tightness.INEXACT_COVERED);
  }

  private static PredicateBounds exists(Target target) {
    return new PredicateBounds(
        IntervalList.all(), target.sparse() ? Tightness.EXACT : Tightness.INEXACT_FETCH);
  }

  private static PredicateBounds type(TypeSet types, Target target) {
    if (target.hashed() || types.contains(BsonType.ARRAY)) {
      return unrestricted();
    }
    List<Interval> intervals = new ArrayList<>();
    Tightness tightness = Tightness.EXACT;
    for (BsonType type : types.types()) {
      intervals.add(TypeBracket.of(type));
      if (type == BsonType.NULL || type == BsonType.UNDEFINED) {
        tightness = Tightness.INEXACT_FETCH;
      } else if (Collation.dependsOnCollation(type) && !target.collation().isSimple()) {
        tightness = Tightness.INEXACT_FETCH;
      } else if (!types.types().containsAll(TypeBracket.classOf(type))) {
        tightness = tightness.and(Tightness.INEXACT_COVERED);
      }
    }
    return new PredicateBounds(IntervalList.of(intervals), tightness);
  }
}
