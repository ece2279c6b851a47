package shardsh.core.query;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import shardsh.core.keys.KeyPattern;

/** Bounds over a shard key, whose values are never arrays. */
final class ShardKeyBounds {
  private final KeyPattern pattern;

  ShardKeyBounds(KeyPattern pattern) {
    this.pattern = pattern;
  }

  IndexBounds of(MatchExpression tree) {
    return IndexBoundsBuilder.bounds(pattern, values(tree, ""));
  }

  private List<IntervalList> values(MatchExpression tree, String prefix) {
    if (tree instanceof MatchExpression.And) {
      return intersection(((MatchExpression.And) tree).terms(), prefix);
    }
    if (tree instanceof MatchExpression.Or) {
      return union(((MatchExpression.Or) tree).terms(), prefix);
    }
    if (tree instanceof MatchExpression.AlwaysFalse) {
      return Collections.nCopies(pattern.size(), IntervalList.none());
    }
    if (tree instanceof ArrayPredicate.ElemMatchObject) {
      ArrayPredicate.ElemMatchObject elemMatch = (ArrayPredicate.ElemMatchObject) tree;
      return values(elemMatch.term(), prefix + elemMatch.path().text() + ".");
    }
    if (tree instanceof MatchExpression.Expr) {
      return intersection(List.copyOf(ExprPredicates.of((MatchExpression.Expr) tree)), prefix);
    }
    return predicate(tree, prefix);
  }

  private List<IntervalList> unrestricted() {
    return new ArrayList<>(Collections.nCopies(pattern.size(), IntervalList.all()));
  }

  private List<IntervalList> intersection(List<MatchExpression> terms, String prefix) {
    List<IntervalList> values = unrestricted();
    for (MatchExpression term : terms) {
      List<IntervalList> more = values(term, prefix);
      for (int i = 0; i < values.size(); i++) {
        values.set(i, values.get(i).intersect(more.get(i)));
      }
    }
    return values;
  }

  private List<IntervalList> union(List<MatchExpression> terms, String prefix) {
    List<IntervalList> values =
        new ArrayList<>(Collections.nCopies(pattern.size(), IntervalList.none()));
    for (MatchExpression term : terms) {
      List<IntervalList> more = values(term, prefix);
      if (more.stream().anyMatch(IntervalList::isEmpty)) {
        continue;
      }
      for (int i = 0; i < values.size(); i++) {
        values.set(i, values.get(i).union(more.get(i)));
      }
    }
    return values;
  }

  /** Routers make nothing of $type and $mod, and of $expr only equality. */
  private static boolean targets(MatchExpression predicate) {
    if (predicate instanceof ValuePredicate.ExprComparison) {
      return ((ValuePredicate.ExprComparison) predicate).op() == MatchExpression.Op.EQ;
    }
    return !(predicate instanceof ValuePredicate.Type)
        && !(predicate instanceof ValuePredicate.Mod);
  }

  private List<IntervalList> predicate(MatchExpression predicate, String prefix) {
    List<IntervalList> values = unrestricted();
    Optional<MatchPath> path = PredicateAssignment.pathOf(predicate);
    if (path.isEmpty() || !targets(predicate)) {
      return values;
    }
    String full = prefix + path.get().text();
    for (int i = 0; i < values.size(); i++) {
      if (pattern.fields().get(i).path().text().equals(full)) {
        Optional<PredicateBounds> bounds =
            IndexBoundsBuilder.predicate(predicate, pattern, i, IndexBoundsBuilder.Options.PLAIN);
        values.set(i, bounds.map(PredicateBounds::values).orElse(IntervalList.all()));
      }
    }
    return values;
  }
}
