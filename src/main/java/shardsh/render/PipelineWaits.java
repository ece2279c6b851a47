package shardsh.render;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import shardsh.core.trace.QueryEvent;

/** Which stages of a pipeline have to wait before they give anything, and for what. */
final class PipelineWaits {
  private static final List<String> BLOCKING =
      List.of(
          "$bucket",
          "$bucketAuto",
          "$count",
          "$facet",
          "$group",
          "$sample",
          "$setWindowFields",
          "$sort",
          "$sortByCount");

  /** Stages that the collection's plan takes over when they come first. */
  private static final List<String> IN_PLAN = List.of("$match", "$sort");

  private PipelineWaits() {}

  /**
   * A stage as it is drawn.
   *
   * @param note what it waits for; empty when it gives each row as it comes
   */
  record Shown(String text, Optional<String> note) {}

  static List<Shown> onShards(PipelineStory story) {
    if (story.onShards().isEmpty()) {
      return List.of(new Shown("sends its rows", Optional.empty()));
    }
    List<Shown> shown = new ArrayList<>();
    boolean inPlan = true;
    for (String stage : story.onShards()) {
      String name = PipelineStages.name(stage);
      inPlan &= IN_PLAN.contains(name);
      shown.add(new Shown(stage, onShard(story, name, inPlan)));
      inPlan &= !name.equals("$sort");
    }
    return shown;
  }

  private static Optional<String> onShard(PipelineStory story, String name, boolean inPlan) {
    if (!BLOCKING.contains(name)) {
      return Optional.empty();
    }
    return Optional.of(
        name.equals("$sort") && inPlan && hasOrder(story)
            ? "streams: an index has the rows in this order"
            : "blocks: each shard has to see all its rows first");
  }

  private static boolean hasOrder(PipelineStory story) {
    return !story.plans().isEmpty()
        && story.plans().values().stream()
            .map(QueryEvent.PlanChosen::stage)
            .map(stage -> List.of(stage.split("<")))
            .allMatch(stages -> stages.contains("IXSCAN") && !stages.contains("SORT"));
  }

  static List<Shown> atMerger(PipelineStory story) {
    if (story.atMerger().isEmpty()) {
      return List.of(new Shown("passes the rows on", Optional.empty()));
    }
    List<Shown> shown = new ArrayList<>();
    for (int i = 0; i < story.atMerger().size(); i++) {
      String stage = story.atMerger().get(i);
      String name = PipelineStages.name(stage);
      Optional<String> note = Optional.empty();
      if (stage.endsWith(PipelineStages.MERGES)) {
        note = Optional.of("streams: waits for one row of each shard, never for all");
      } else if (BLOCKING.contains(name)) {
        note = Optional.of("blocks: waits for " + last(story, i));
      }
      shown.add(new Shown(stage, note));
    }
    return shown;
  }

  private static String last(PipelineStory story, int place) {
    if (place > 0) {
      return "the last row of the stage before it";
    }
    int rows = story.rows().values().stream().mapToInt(Integer::intValue).sum();
    return story.isExplained()
        ? "the last row from the shards"
        : "the last row of the " + Amounts.count(rows) + " from the shards";
  }
}
