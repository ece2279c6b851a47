package shardsh.core.pipeline.rewrite;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonValue;
import shardsh.core.pipeline.Stage;
import shardsh.core.pipeline.stage.Match;
import shardsh.core.pipeline.stage.Redact;
import shardsh.core.query.MatchExpression;
import shardsh.core.query.MatchSplitter;
import shardsh.core.query.ValuePredicate;

/** Filters move to where there are more documents, so that fewer go further. */
final class MatchRewrites {
  private MatchRewrites() {}

  /** The part of a filter that does not depend on a stage goes before it. */
  static Optional<Rewrite.Step> forward(List<Stage> stages, int at) {
    Stage stage = stages.get(at);
    if (!(next(stages, at) instanceof Match match) || stage.changes().isEmpty()) {
      return Optional.empty();
    }
    MatchSplitter.Parts parts = MatchSplitter.split(match.tree(), stage.changes().orElseThrow());
    if (parts.before().isEmpty()) {
      return Optional.empty();
    }
    List<Stage> others = new ArrayList<>();
    others.add(Match.of(parts.before().get()));
    others.add(stage);
    parts.after().ifPresent(rest -> others.add(Match.of(rest)));
    return Rewrite.Step.replacing(stages, at, 2, others);
  }

  private static Stage next(List<Stage> stages, int at) {
    return at + 1 < stages.size() ? stages.get(at + 1) : null;
  }

  /** Two filters in a row are one. */
  static Optional<Rewrite.Step> merge(List<Stage> stages, int at) {
    if (stages.get(at) instanceof Match first && next(stages, at) instanceof Match second) {
      Match both = Match.of(new MatchExpression.And(List.of(first.tree(), second.tree())));
      return Rewrite.Step.replacing(stages, at, 2, both);
    }
    return Optional.empty();
  }

  /** What of a filter holds before and after a {@code $redact} is tried before it as well. */
  static Optional<Rewrite.Step> beforeRedact(List<Stage> stages, int at) {
    if (!(stages.get(at) instanceof Redact redact && next(stages, at) instanceof Match match)) {
      return Optional.empty();
    }
    Optional<MatchExpression> safe = safe(match.tree());
    if (safe.isEmpty() || isBefore(stages, at, safe.get())) {
      return Optional.empty();
    }
    return Rewrite.Step.replacing(stages, at, 2, Match.of(safe.get()), redact, match)
        .map(step -> step.goingOnAt(at + 2));
  }

  private static boolean isBefore(List<Stage> stages, int at, MatchExpression safe) {
    return at > 0
        && stages.get(at - 1) instanceof Match before
        && before.tree().toBson().equals(safe.toBson());
  }

  /** Conditions that a document which fails them cannot meet after parts of it were removed. */
  private static Optional<MatchExpression> safe(MatchExpression tree) {
    if (tree instanceof MatchExpression.And and) {
      List<MatchExpression> terms = new ArrayList<>();
      and.terms().forEach(term -> safe(term).ifPresent(terms::add));
      return terms.isEmpty()
          ? Optional.empty()
          : Optional.of(terms.size() == 1 ? terms.get(0) : new MatchExpression.And(terms));
    }
    if (tree instanceof MatchExpression.Or or) {
      boolean all =
          or.terms().stream().allMatch(term -> safe(term).filter(term::equals).isPresent());
      return all ? Optional.of(tree) : Optional.empty();
    }
    boolean safe =
        tree instanceof ValuePredicate.Comparison comparison && isSafe(comparison.operand())
            || tree instanceof ValuePredicate.In in
                && in.members().patterns().isEmpty()
                && in.members().values().stream().allMatch(MatchRewrites::isSafe);
    return safe ? Optional.of(tree) : Optional.empty();
  }

  private static boolean isSafe(BsonValue value) {
    return switch (value.getBsonType()) {
      case ARRAY, DOCUMENT, NULL, UNDEFINED, MIN_KEY, MAX_KEY -> false;
      default -> true;
    };
  }
}
