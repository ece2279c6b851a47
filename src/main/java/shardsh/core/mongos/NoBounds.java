package shardsh.core.mongos;

import java.util.List;
import java.util.Optional;
import shardsh.core.query.Collation;
import shardsh.core.query.MatchExpression;

/** Why a filter that names a field of the shard key gives no bounds on it; one short line. */
final class NoBounds {
  private final String field;
  private final boolean hashed;
  private final Collation collation;

  NoBounds(String field, boolean hashed, Collation collation) {
    this.field = field;
    this.hashed = hashed;
    this.collation = collation;
  }

  /** The reason; empty when the filter does not name the field at all. */
  Optional<String> reason(MatchExpression filter) {
    if (!isNamed(filter)) {
      return Optional.empty();
    }
    if (leavesBranchOpen(filter)) {
      return Optional.of("a branch of $or does not name " + field);
    }
    if (hashed) {
      return Optional.of("a hashed field needs equality");
    }
    return Optional.of(
        collation.isSimple()
            ? "the condition on " + field + " gives no bounds"
            : "texts give no bounds under a collation");
  }

  private boolean isNamed(MatchExpression tree) {
    if (tree instanceof MatchExpression.Not) {
      return isNamed(((MatchExpression.Not) tree).term());
    }
    return tree instanceof MatchExpression.Leaf
        ? ((MatchExpression.Leaf) tree).path().text().equals(field)
        : terms(tree).stream().anyMatch(this::isNamed);
  }

  private boolean leavesBranchOpen(MatchExpression tree) {
    if (tree instanceof MatchExpression.Or) {
      return isNamed(tree) && !terms(tree).stream().allMatch(this::isNamed);
    }
    return tree instanceof MatchExpression.And
        && terms(tree).stream().anyMatch(this::leavesBranchOpen);
  }

  private static List<MatchExpression> terms(MatchExpression tree) {
    if (tree instanceof MatchExpression.And) {
      return ((MatchExpression.And) tree).terms();
    }
    if (tree instanceof MatchExpression.Or) {
      return ((MatchExpression.Or) tree).terms();
    }
    return tree instanceof MatchExpression.Nor ? ((MatchExpression.Nor) tree).terms() : List.of();
  }
}
