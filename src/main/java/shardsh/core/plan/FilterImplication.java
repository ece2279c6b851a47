package shardsh.core.plan;

import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import shardsh.core.keys.KeyPattern;
import shardsh.core.query.IndexBoundsBuilder;
import shardsh.core.query.MatchExpression;
import shardsh.core.query.PredicateBounds;
import shardsh.core.query.Tightness;
import shardsh.core.query.ValuePredicate;

/**
 * Whether every document that satisfies a query is in a partial index. Says no when in doubt.
 * Source: the manual's page on partial indexes.
 */
final class FilterImplication {
  private FilterImplication() {}

  static boolean implies(MatchExpression query, MatchExpression filter) {
    if (query.equals(filter)) {
      return true;
    }
    if (filter instanceof MatchExpression.And) {
      return ((MatchExpression.And) filter).terms().stream().allMatch(term -> implies(query, term));
    }
    if (query instanceof MatchExpression.Or) {
      return ((MatchExpression.Or) query).terms().stream().allMatch(term -> implies(term, filter));
    }
    if (query instanceof MatchExpression.And
        && ((MatchExpression.And) query).terms().stream().anyMatch(term -> implies(term, filter))) {
      return true;
    }
    if (filter instanceof MatchExpression.Or) {
      return ((MatchExpression.Or) filter).terms().stream().anyMatch(term -> implies(query, term));
    }
    return query instanceof MatchExpression.Leaf
        && filter instanceof MatchExpression.Leaf
        && leafImplies((MatchExpression.Leaf) query, (MatchExpression.Leaf) filter);
  }

  private static boolean leafImplies(MatchExpression.Leaf query, MatchExpression.Leaf filter) {
    if (!query.path().equals(filter.path()) || query.test(null)) {
      return false;
    }
    if (filter instanceof ValuePredicate.Exists) {
      return true;
    }
    if (!isComparison(filter) || !isComparison(query)) {
      return false;
    }
    Optional<PredicateBounds> queryBounds = bounds(query);
    Optional<PredicateBounds> filterBounds = bounds(filter);
    return queryBounds.isPresent()
        && filterBounds.isPresent()
        && queryBounds.get().tightness() == Tightness.EXACT
        && filterBounds.get().tightness() == Tightness.EXACT
        && queryBounds.get().values().intersect(filterBounds.get().values().complement()).isEmpty();
  }

  private static boolean isComparison(MatchExpression.Leaf leaf) {
    if (leaf instanceof ValuePredicate.Comparison) {
      ValuePredicate.Comparison comparison = (ValuePredicate.Comparison) leaf;
      return comparison.collation().isSimple() && !(comparison.operand() instanceof BsonNull);
    }
    return leaf instanceof ValuePredicate.In
        && ((ValuePredicate.In) leaf).members().collation().isSimple();
  }

  private static Optional<PredicateBounds> bounds(MatchExpression.Leaf leaf) {
    KeyPattern pattern = KeyPattern.of(new BsonDocument(leaf.path().text(), new BsonInt32(1)));
    return IndexBoundsBuilder.predicate(leaf, pattern, 0, IndexBoundsBuilder.Options.PLAIN);
  }

  /** The filter, if it asks for anything. */
  static Optional<MatchExpression> residual(MatchExpression tree) {
    boolean all = tree instanceof MatchExpression.AlwaysTrue || terms(tree).isEmpty();
    return all ? Optional.empty() : Optional.of(tree);
  }

  /** The terms that must all hold. */
  static List<MatchExpression> terms(MatchExpression tree) {
    return tree instanceof MatchExpression.And
        ? ((MatchExpression.And) tree).terms()
        : List.of(tree);
  }
}
