package shardsh.core.query;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.bson.BsonValue;

/**
 * Brings a tree into the form that planning works on and explain prints as {@code parsedQuery}:
 * nested conjunctions and disjunctions flattened, those of one term replaced by it, {@code $or} of
 * equalities on one path made {@code $in}, terms ordered by kind and path.
 */
public final class MatchNormalizer {
  private static final Comparator<MatchExpression> ORDER =
      Comparator.comparingInt(MatchNormalizer::rank).thenComparing(MatchNormalizer::pathText);

  private final boolean sorts;

  private MatchNormalizer(boolean sorts) {
    this.sorts = sorts;
  }

  /** An equivalent tree. */
  public static MatchExpression normalize(MatchExpression tree) {
    return new MatchNormalizer(true).of(tree);
  }

  /** As {@link #normalize}, but the terms stay in the order given: how pipelines print filters. */
  public static MatchExpression simplify(MatchExpression tree) {
    return new MatchNormalizer(false).of(tree);
  }

  private void sort(List<MatchExpression> terms) {
    if (sorts) {
      terms.sort(ORDER);
    }
  }

  private MatchExpression of(MatchExpression tree) {
    if (tree instanceof MatchExpression.And) {
      return and(((MatchExpression.And) tree).terms());
    }
    if (tree instanceof MatchExpression.Or) {
      return or(((MatchExpression.Or) tree).terms());
    }
    if (tree instanceof MatchExpression.Nor) {
      List<MatchExpression> terms = new ArrayList<>();
      ((MatchExpression.Nor) tree).terms().forEach(term -> terms.add(of(term)));
      sort(terms);
      return terms.size() == 1 ? not(terms.get(0)) : new MatchExpression.Nor(terms);
    }
    if (tree instanceof MatchExpression.Not) {
      return not(of(((MatchExpression.Not) tree).term()));
    }
    if (tree instanceof ArrayPredicate.ElemMatchObject) {
      ArrayPredicate.ElemMatchObject elemMatch = (ArrayPredicate.ElemMatchObject) tree;
      return new ArrayPredicate.ElemMatchObject(elemMatch.path(), of(elemMatch.term()));
    }
    return tree instanceof ValuePredicate.In ? in((ValuePredicate.In) tree) : tree;
  }

  private static MatchExpression not(MatchExpression term) {
    if (term instanceof MatchExpression.Not) {
      return ((MatchExpression.Not) term).term();
    }
    if (term instanceof MatchExpression.AlwaysFalse) {
      return new MatchExpression.AlwaysTrue();
    }
    return term instanceof MatchExpression.AlwaysTrue
        ? new MatchExpression.AlwaysFalse()
        : new MatchExpression.Not(term);
  }

  private static MatchExpression in(ValuePredicate.In in) {
    InSet members = in.members();
    if (members.isEmpty()) {
      return new MatchExpression.AlwaysFalse();
    }
    if (members.values().size() + members.patterns().size() > 1) {
      return in;
    }
    return members.patterns().isEmpty()
        ? new ValuePredicate.Comparison(
            in.path(), MatchExpression.Op.EQ, members.values().get(0), members.collation())
        : new ValuePredicate.Regex(in.path(), members.patterns().get(0));
  }

  private MatchExpression and(List<MatchExpression> given) {
    List<MatchExpression> terms = new ArrayList<>();
    for (MatchExpression term : given) {
      MatchExpression normal = of(term);
      if (normal instanceof MatchExpression.AlwaysFalse) {
        return normal;
      }
      if (normal instanceof MatchExpression.And) {
        terms.addAll(((MatchExpression.And) normal).terms());
      } else if (!(normal instanceof MatchExpression.AlwaysTrue)) {
        terms.add(normal);
      }
    }
    sort(terms);
    return terms.size() == 1 ? terms.get(0) : new MatchExpression.And(terms);
  }

  private MatchExpression or(List<MatchExpression> given) {
    List<MatchExpression> terms = new ArrayList<>();
    for (MatchExpression term : given) {
      MatchExpression normal = of(term);
      if (normal instanceof MatchExpression.AlwaysTrue) {
        return normal;
      }
      if (normal instanceof MatchExpression.Or) {
        terms.addAll(((MatchExpression.Or) normal).terms());
      } else if (!(normal instanceof MatchExpression.AlwaysFalse)) {
        terms.add(normal);
      }
    }
    List<MatchExpression> distinct = withoutRepeats(equalitiesTogether(terms));
    if (distinct.isEmpty()) {
      return new MatchExpression.AlwaysFalse();
    }
    sort(distinct);
    return distinct.size() == 1 ? distinct.get(0) : new MatchExpression.Or(distinct);
  }

  /** Equalities on one path become one {@code $in} in the place of the first. */
  private static List<MatchExpression> equalitiesTogether(List<MatchExpression> terms) {
    List<MatchExpression> result = new ArrayList<>();
    List<MatchPath> done = new ArrayList<>();
    for (MatchExpression term : terms) {
      if (!isEquality(term)) {
        result.add(term);
        continue;
      }
      ValuePredicate.Comparison first = (ValuePredicate.Comparison) term;
      if (done.contains(first.path())) {
        continue;
      }
      done.add(first.path());
      List<BsonValue> values = new ArrayList<>();
      for (MatchExpression other : terms) {
        if (isEquality(other) && ((ValuePredicate.Comparison) other).path().equals(first.path())) {
          values.add(((ValuePredicate.Comparison) other).operand());
        }
      }
      result.add(
          in(new ValuePredicate.In(first.path(), InSet.ofValues(values, first.collation()))));
    }
    return result;
  }

  private static boolean isEquality(MatchExpression term) {
    return term instanceof ValuePredicate.Comparison
        && ((ValuePredicate.Comparison) term).op() == MatchExpression.Op.EQ;
  }

  private static List<MatchExpression> withoutRepeats(List<MatchExpression> terms) {
    List<MatchExpression> distinct = new ArrayList<>();
    for (MatchExpression term : terms) {
      if (!distinct.contains(term)) {
        distinct.add(term);
      }
    }
    return distinct;
  }

  private static String pathText(MatchExpression term) {
    return term instanceof MatchExpression.Leaf ? ((MatchExpression.Leaf) term).path().text() : "";
  }

  private static int rank(MatchExpression term) {
    if (term instanceof ValuePredicate.Comparison) {
      return switch (((ValuePredicate.Comparison) term).op()) {
        case EQ -> 5;
        case LTE -> 6;
        case LT -> 7;
        case GT -> 8;
        case GTE -> 9;
      };
    }
    List<Class<? extends MatchExpression>> kinds =
        List.of(
            MatchExpression.And.class,
            MatchExpression.Or.class,
            ArrayPredicate.ElemMatchObject.class,
            ArrayPredicate.ElemMatchValue.class,
            ArrayPredicate.Size.class);
    int early = kinds.indexOf(term.getClass());
    if (early >= 0) {
      return early;
    }
    List<Class<? extends MatchExpression>> late =
        List.of(
            ValuePredicate.Regex.class,
            ValuePredicate.Mod.class,
            ValuePredicate.Exists.class,
            ValuePredicate.In.class,
            ValuePredicate.Bits.class,
            MatchExpression.Not.class,
            MatchExpression.Nor.class,
            ValuePredicate.Type.class);
    int position = late.indexOf(term.getClass());
    return 10 + (position < 0 ? late.size() : position);
  }
}
