package shardsh.core.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import shardsh.core.pipeline.rewrite.Rewrite;
import shardsh.core.pipeline.rewrite.Rewrites;

/** Rewrites a pipeline until no rewrite applies. */
public final class Optimizer {

  /** More steps than any pipeline needs; reaching it is a bug. */
  private static final int STEPS_MAX = 100_000;

  private Optimizer() {}

  /**
   * An equivalent pipeline.
   *
   * @param rewrites names of the rewrites that were applied, each once, in the order of their first
   *     use
   */
  public record Optimized(Pipeline pipeline, List<String> rewrites) {
    public Optimized {
      rewrites = List.copyOf(rewrites);
    }
  }

  public static Optimized optimize(Pipeline pipeline) {
    List<Stage> stages = pipeline.stages();
    List<String> names = new ArrayList<>();
    int at = 0;
    for (int steps = 0; at < stages.size(); steps++) {
      if (steps > STEPS_MAX) {
        throw new IllegalStateException("rewrites go in circles: " + names + " on " + stages);
      }
      Optional<Rewrite.Step> step = step(stages, at, names);
      stages = step.map(Rewrite.Step::stages).orElse(stages);
      at = step.map(Rewrite.Step::next).orElse(at + 1);
    }
    return new Optimized(new Pipeline(stages), names);
  }

  private static Optional<Rewrite.Step> step(List<Stage> stages, int at, List<String> names) {
    for (Map.Entry<String, Rewrite> rewrite : Rewrites.all().entrySet()) {
      Optional<Rewrite.Step> step = rewrite.getValue().at(stages, at);
      if (step.isPresent()) {
        if (!names.contains(rewrite.getKey())) {
          names.add(rewrite.getKey());
        }
        return step;
      }
    }
    return Optional.empty();
  }
}
