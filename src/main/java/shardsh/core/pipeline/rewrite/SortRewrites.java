package shardsh.core.pipeline.rewrite;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import shardsh.core.pipeline.Stage;
import shardsh.core.pipeline.stage.GraphLookup;
import shardsh.core.pipeline.stage.Limit;
import shardsh.core.pipeline.stage.Lookup;
import shardsh.core.pipeline.stage.Skip;
import shardsh.core.pipeline.stage.Sort;
import shardsh.core.pipeline.stage.Unwind;
import shardsh.core.query.ChangedPaths;

/** Sorts keep no more than is wanted, and happen while there are fewer documents. */
final class SortRewrites {
  private SortRewrites() {}

  /**
   * A limit that follows, over stages that do not change how many there are, goes into the sort.
   */
  static Optional<Rewrite.Step> limit(List<Stage> stages, int at) {
    if (!(stages.get(at) instanceof Sort sort)) {
      return Optional.empty();
    }
    List<Stage> rest = new ArrayList<>(stages);
    long skipped = 0;
    long least = Long.MAX_VALUE;
    int place = at + 1;
    while (place < rest.size()) {
      if (rest.get(place) instanceof Skip skip) {
        skipped += skip.skip();
        place++;
      } else if (rest.get(place) instanceof Limit limit) {
        least = Math.min(least, Math.addExact(limit.limit(), skipped));
        rest.remove(place);
      } else if (rest.get(place).isOneToOne()) {
        place++;
      } else {
        break;
      }
    }
    if (least == Long.MAX_VALUE) {
      return Optional.empty();
    }
    rest.set(at, sort.withLimit(least));
    return Optional.of(new Rewrite.Step(rest, Math.max(0, at - 1)));
  }

  /** Of two sorts in a row the second counts; with the same pattern the smaller limit. */
  static Optional<Rewrite.Step> merge(List<Stage> stages, int at) {
    if (at + 1 >= stages.size()
        || !(stages.get(at) instanceof Sort first && stages.get(at + 1) instanceof Sort second)) {
      return Optional.empty();
    }
    OptionalLong limit = first.limit();
    if (limit.isEmpty()) {
      return Rewrite.Step.replacing(stages, at, 2, second);
    }
    return first.pattern().toBson().equals(second.pattern().toBson())
        ? Rewrite.Step.replacing(stages, at, 2, second.withLimit(limit.getAsLong()))
        : Optional.empty();
  }

  private static boolean isAbout(Sort sort, String path) {
    return sort.pattern().toBson().keySet().stream()
        .anyMatch(field -> ChangedPaths.related(field, path));
  }

  /** A sort by other fields goes before the {@code $unwind}; its limit counts again after it. */
  static Optional<Rewrite.Step> beforeUnwind(List<Stage> stages, int at) {
    if (at + 1 >= stages.size()
        || !(stages.get(at) instanceof Unwind unwind && stages.get(at + 1) instanceof Sort sort)) {
      return Optional.empty();
    }
    boolean dependent =
        isAbout(sort, unwind.path())
            || (!unwind.indexPath().isEmpty() && isAbout(sort, unwind.indexPath()));
    if (dependent || (sort.limit().isPresent() && !unwind.preservesNullAndEmptyArrays())) {
      return Optional.empty();
    }
    return sort.limit().isPresent()
        ? Rewrite.Step.replacing(stages, at, 2, sort, unwind, new Limit(sort.limit().getAsLong()))
        : Rewrite.Step.replacing(stages, at, 2, sort, unwind);
  }

  /** A sort by other fields goes before a {@code $lookup} or {@code $graphLookup}. */
  static Optional<Rewrite.Step> beforeJoin(List<Stage> stages, int at) {
    if (at + 1 >= stages.size() || !(stages.get(at + 1) instanceof Sort sort)) {
      return Optional.empty();
    }
    Stage stage = stages.get(at);
    boolean passes =
        stage instanceof Lookup lookup
                && lookup.unwinding().isEmpty()
                && !isAbout(sort, lookup.as())
            || stage instanceof GraphLookup graph
                && graph.unwinding().isEmpty()
                && !isAbout(sort, graph.as());
    return passes ? Rewrite.Step.replacing(stages, at, 2, sort, stage) : Optional.empty();
  }
}
