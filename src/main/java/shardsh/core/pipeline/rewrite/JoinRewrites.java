package shardsh.core.pipeline.rewrite;

import java.util.List;
import java.util.Optional;
import shardsh.core.pipeline.Stage;
import shardsh.core.pipeline.stage.GraphLookup;
import shardsh.core.pipeline.stage.Lookup;
import shardsh.core.pipeline.stage.Match;
import shardsh.core.pipeline.stage.UnionWith;
import shardsh.core.pipeline.stage.Unwind;
import shardsh.core.query.MatchExpression;
import shardsh.core.query.MatchSplitter;

/** Stages that read another collection take over what follows them. */
final class JoinRewrites {
  private JoinRewrites() {}

  private static Stage next(List<Stage> stages, int at) {
    return at + 1 < stages.size() ? stages.get(at + 1) : null;
  }

  /** The {@code $unwind} of the joined field. */
  static Optional<Rewrite.Step> unwind(List<Stage> stages, int at) {
    if (!(next(stages, at) instanceof Unwind unwind)) {
      return Optional.empty();
    }
    if (stages.get(at) instanceof Lookup lookup
        && lookup.unwinding().isEmpty()
        && lookup.as().equals(unwind.path())) {
      return Rewrite.Step.replacing(stages, at, 2, lookup.withUnwinding(unwind));
    }
    if (stages.get(at) instanceof GraphLookup graph
        && graph.unwinding().isEmpty()
        && graph.as().equals(unwind.path())) {
      return Rewrite.Step.replacing(stages, at, 2, graph.withUnwinding(unwind));
    }
    return Optional.empty();
  }

  /** A filter on the joined field, once that is unwound, is asked of the other collection. */
  static Optional<Rewrite.Step> match(List<Stage> stages, int at) {
    if (!(stages.get(at) instanceof Lookup lookup && next(stages, at) instanceof Match match)
        || lookup.unwinding().isEmpty()
        || lookup.hasAbsorbedMatch()) {
      return Optional.empty();
    }
    Unwind unwind = lookup.unwinding().get();
    if (unwind.preservesNullAndEmptyArrays() || !unwind.indexPath().isEmpty()) {
      return Optional.empty();
    }
    Optional<MatchExpression> inside = MatchSplitter.inside(match.tree(), lookup.as());
    return inside.isEmpty()
        ? Optional.empty()
        : Rewrite.Step.replacing(stages, at, 2, lookup.withMatch(match, Match.of(inside.get())));
  }

  /** Filters and changes of single documents concern both sides of a union. */
  static Optional<Rewrite.Step> intoUnion(List<Stage> stages, int at) {
    Stage next = next(stages, at);
    boolean single =
        next instanceof Match || (next != null && CountRewrites.isTransformation(next));
    return single && stages.get(at) instanceof UnionWith union
        ? Rewrite.Step.replacing(stages, at, 2, next, union.withLast(next))
        : Optional.empty();
  }
}
