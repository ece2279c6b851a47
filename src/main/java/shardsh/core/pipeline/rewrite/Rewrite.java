package shardsh.core.pipeline.rewrite;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import shardsh.core.pipeline.Stage;

/** A pure function from stages to equivalent stages. */
@FunctionalInterface
public interface Rewrite {

  /**
   * What the rewrite makes of the stages at that place.
   *
   * @param at the place of the first stage concerned
   */
  Optional<Step> at(List<Stage> stages, int at);

  /**
   * A rewritten pipeline.
   *
   * @param next where to go on looking
   */
  record Step(List<Stage> stages, int next) {

    public Step {
      stages = List.copyOf(stages);
    }

    /** The stages with {@code count} of them replaced; looking goes on one place before. */
    static Optional<Step> replacing(List<Stage> stages, int at, int count, Stage... others) {
      return replacing(stages, at, count, Arrays.asList(others));
    }

    static Optional<Step> replacing(List<Stage> stages, int at, int count, List<Stage> others) {
      List<Stage> changed = new ArrayList<>(stages.subList(0, at));
      changed.addAll(others);
      changed.addAll(stages.subList(at + count, stages.size()));
      return Optional.of(new Step(changed, Math.max(0, at - 1)));
    }

    /** The same, looking on behind a place. */
    Step goingOnAt(int place) {
      return new Step(stages, place);
    }
  }
}
