package shardsh.core.pipeline.rewrite;

import java.util.List;
import java.util.Optional;
import shardsh.core.pipeline.Stage;
import shardsh.core.pipeline.stage.AddFields;
import shardsh.core.pipeline.stage.Limit;
import shardsh.core.pipeline.stage.Match;
import shardsh.core.pipeline.stage.Project;
import shardsh.core.pipeline.stage.ReplaceRoot;
import shardsh.core.pipeline.stage.Sample;
import shardsh.core.pipeline.stage.Skip;
import shardsh.core.pipeline.stage.Unwind;

/** Rewrites of the stages that count documents. */
final class CountRewrites {
  private CountRewrites() {}

  private static Stage next(List<Stage> stages, int at) {
    return at + 1 < stages.size() ? stages.get(at + 1) : null;
  }

  /** {@code {$skip: 0}} and <code>{$match: {}}</code> do nothing. */
  static Optional<Rewrite.Step> dropNoOps(List<Stage> stages, int at) {
    Stage stage = stages.get(at);
    boolean noOp =
        stage instanceof Skip skip && skip.skip() == 0
            || stage instanceof Match match && match.tree().toBson().isEmpty();
    return noOp ? Rewrite.Step.replacing(stages, at, 1) : Optional.empty();
  }

  /** A sample is drawn before documents are changed one by one. */
  static Optional<Rewrite.Step> sampleForward(List<Stage> stages, int at) {
    Stage stage = stages.get(at);
    return stage.isOneToOne() && next(stages, at) instanceof Sample sample
        ? Rewrite.Step.replacing(stages, at, 2, sample, stage)
        : Optional.empty();
  }

  /** Documents are skipped before they are changed one by one. */
  static Optional<Rewrite.Step> skipForward(List<Stage> stages, int at) {
    Stage stage = stages.get(at);
    return isTransformation(stage) && next(stages, at) instanceof Skip skip
        ? Rewrite.Step.replacing(stages, at, 2, skip, stage)
        : Optional.empty();
  }

  /** Whether the stage makes one document of each by itself. */
  static boolean isTransformation(Stage stage) {
    return stage instanceof Project || stage instanceof AddFields || stage instanceof ReplaceRoot;
  }

  /** Of two limits in a row the smaller counts. */
  static Optional<Rewrite.Step> limitMerge(List<Stage> stages, int at) {
    return stages.get(at) instanceof Limit first && next(stages, at) instanceof Limit second
        ? Rewrite.Step.replacing(stages, at, 2, new Limit(Math.min(first.limit(), second.limit())))
        : Optional.empty();
  }

  /** Two skips in a row add up. */
  static Optional<Rewrite.Step> skipMerge(List<Stage> stages, int at) {
    if (stages.get(at) instanceof Skip first && next(stages, at) instanceof Skip second) {
      long sum = first.skip() + second.skip();
      return sum < 0 ? Optional.empty() : Rewrite.Step.replacing(stages, at, 2, new Skip(sum));
    }
    return Optional.empty();
  }

  /** An {@code $unwind} that keeps every document needs no more of them than the limit after it. */
  static Optional<Rewrite.Step> limitBeforeUnwind(List<Stage> stages, int at) {
    return stages.get(at) instanceof Unwind unwind
            && unwind.preservesNullAndEmptyArrays()
            && next(stages, at) instanceof Limit limit
            && limit.limit() < unwind.limitBefore()
        ? Rewrite.Step.replacing(stages, at, 1, limit, unwind.withLimitBefore(limit.limit()))
        : Optional.empty();
  }
}
