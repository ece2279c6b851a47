package shardsh.render;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonValue;
import shardsh.core.sharding.ShardId;
import shardsh.core.trace.ClusterEvent;
import shardsh.core.trace.ClusterEvent.ResultsMerged;
import shardsh.core.trace.ClusterEvent.ShardCount;
import shardsh.render.Canvas.Panel;

/**
 * The last aggregation or sorted find: what runs on the shards, where the pipeline is cut, where
 * the parts are merged, which stages wait and for what, how many rows and bytes each arrow carries,
 * and the first choices of a merge of sorted streams.
 */
final class PipelineDiagram implements Diagram {
  private static final int SHARDS_MAX = 8;
  private static final int BOX_MAX = 76;
  private static final int ARROW_MIN = 16;

  @Override
  public List<StyledLine> draw(Scene scene, int width) {
    Optional<PipelineStory> story = PipelineStory.of(scene);
    return story
        .map(found -> new Drawing(scene, found, width).lines())
        .orElse(
            Prose.wrap(
                StyledLine.of(
                    "the last command was no aggregation or find that shards answered", Role.DIM),
                width,
                2));
  }

  private static final class Drawing {
    private final Scene scene;
    private final PipelineStory story;
    private final int width;
    private final Canvas canvas;
    private int y;

    Drawing(Scene scene, PipelineStory story, int width) {
      this.scene = scene;
      this.story = story;
      this.width = width;
      this.canvas = new Canvas(width);
    }

    List<StyledLine> lines() {
      String command = story.command().command() + " on " + story.command().ns();
      for (StyledLine line :
          Prose.wrap(StyledLine.of(DisplayWidth.visible(command), Role.TITLE), width, 2)) {
        canvas.put(0, y++, line);
      }
      int boxWidth = Math.min(BOX_MAX, width);
      int shards = story.rows().size();
      String where = shards == 1 ? "on 1 shard" : "on each of " + Amounts.count(shards, "shard");
      box(boxWidth, where, PipelineWaits.onShards(story), Role.CHUNK);
      cut(boxWidth);
      String title = "at " + story.merger() + (story.atMerger().isEmpty() ? "" : ", the merger");
      box(boxWidth, title, PipelineWaits.atMerger(story), Role.ROUTER);
      result();
      return canvas.lines();
    }

    private void box(int boxWidth, String title, List<PipelineWaits.Shown> stages, Role edge) {
      List<StyledLine> lines = new ArrayList<>();
      int room = Math.max(1, boxWidth - 4);
      for (PipelineWaits.Shown stage : stages) {
        lines.addAll(Prose.wrap(StyledLine.of(DisplayWidth.visible(stage.text())), room, 4));
        stage
            .note()
            .ifPresent(
                note -> lines.addAll(Prose.wrap(StyledLine.of("  … " + note, Role.DIM), room, 4)));
      }
      y += canvas.box(0, y, boxWidth, new Panel(StyledLine.of(title, Role.TITLE), lines, edge));
    }

    /** The arrows from the shards, each with what was examined for it and what it carries. */
    private void cut(int boxWidth) {
      List<Map.Entry<String, Integer>> rows = new ArrayList<>(story.rows().entrySet());
      int shown = Math.min(Math.min(SHARDS_MAX, rows.size()), Math.max(1, boxWidth / ARROW_MIN));
      int cell = shown == 0 ? boxWidth : boxWidth / shown;
      boolean examined = !story.plans().isEmpty();
      boolean bytes = rows.subList(0, shown).stream().anyMatch(row -> bytes(row.getKey()) > 0);
      int carried = y + (examined ? 2 : 1);
      for (int i = 0; i < shown; i++) {
        int x = i * cell + 2;
        Map.Entry<String, Integer> row = rows.get(i);
        canvas.put(x, y, "│ ", Role.PLAIN);
        canvas.put(x + 2, y, row.getKey(), scene.shardRoles().ofNode(row.getKey()));
        if (examined) {
          canvas.put(x, y + 1, "│ examined " + Amounts.count(examined(row.getKey())), Role.PLAIN);
        }
        canvas.put(x, carried, "▼ " + Amounts.count(row.getValue(), "row"), Role.PLAIN);
        if (bytes) {
          boolean stays = row.getKey().equals(story.merger().name());
          String size = stays ? "  stays here" : "  " + Amounts.size(bytes(row.getKey()));
          canvas.put(x, carried + 1, size, Role.DIM);
        }
      }
      y = carried + (bytes ? 2 : 1);
      if (shown < rows.size()) {
        canvas.put(0, y++, "… " + Amounts.count(rows.size() - shown, "more shard"), Role.DIM);
      }
    }

    private long examined(String shard) {
      ClusterEvent.PlanChosen plan = story.plans().get(shard);
      return plan == null ? 0 : plan.docsExamined();
    }

    private long bytes(String shard) {
      return story
          .merged()
          .map(
              merged ->
                  merged.shippedByShard().stream()
                      .filter(count -> count.shard().name().equals(shard))
                      .mapToLong(ShardCount::bytes)
                      .sum())
          .orElse(0L);
    }

    private void result() {
      if (story.streamed().isPresent()) {
        String line =
            "  ▼ "
                + Amounts.count(story.streamed().get(), "row")
                + " stream through "
                + story.command().to()
                + " to the app; "
                + shipped(story.merged().map(ResultsMerged::shipped).orElse(0))
                + " travelled to "
                + story.merger();
        text(StyledLine.of(line), 4);
      } else if (story.merged().isEmpty()) {
        text(StyledLine.of("  ▼ to the app"), 4);
      } else {
        toApp(story.merged().get());
      }
      story.merged().ifPresent(this::steps);
      for (ClusterEvent.Spilled spill : story.spills()) {
        text(
            StyledLine.of(
                "    "
                    + spill.stage()
                    + " wrote "
                    + Amounts.size(spill.bytes())
                    + " to the disk of "
                    + spill.on()),
            6);
      }
      time();
    }

    private String shipped(int rows) {
      long bytes = story.rows().keySet().stream().mapToLong(this::bytes).sum();
      return Amounts.count(rows, "row") + (bytes > 0 ? " (" + Amounts.size(bytes) + ")" : "");
    }

    private void toApp(ResultsMerged merged) {
      LineBuilder line = new LineBuilder().add("  ▼ ");
      if (merged.answer().isPresent()) {
        ClusterEvent.Amount answer = merged.answer().get();
        line.add(Amounts.count(answer.documents(), "row") + ", " + Amounts.size(answer.bytes()))
            .add(" to the app; ")
            .add(Amounts.count(merged.kept()) + " of ")
            .add(shipped(merged.shipped()) + " shipped were used");
      } else {
        line.add(Amounts.count(merged.kept(), "row") + " of " + Amounts.count(merged.shipped()));
        line.add(" shipped");
      }
      if (merged.sorted()) {
        line.add(", by merge sort: the smallest head of the shards' sorted rows comes next");
      }
      text(line.build(), 4);
      kept(merged);
    }

    private void kept(ResultsMerged merged) {
      LineBuilder line = new LineBuilder().add("    kept: ");
      for (int i = 0; i < merged.keptByShard().size(); i++) {
        ShardCount count = merged.keptByShard().get(i);
        line.add(i == 0 ? "" : ", ")
            .add(count.shard().name(), scene.shardRoles().of(count.shard()))
            .add(" " + Amounts.count(count.documents()));
      }
      text(line.build(), 6);
    }

    /** Each line: the first rows that the shards have left, and whose is taken. */
    private void steps(ResultsMerged merged) {
      if (merged.steps().isEmpty()) {
        return;
      }
      text(StyledLine.of("  the first choices of the merge, > marks the head that is taken:"), 4);
      int shown = Math.min(SHARDS_MAX, Math.max(1, (width - 4) / ARROW_MIN));
      int shards = Math.min(shown, merged.shippedByShard().size());
      int cell = Math.max(2, Math.min(width, BOX_MAX) - 4) / shards;
      for (int i = 0; i < shards; i++) {
        ShardId shard = merged.shippedByShard().get(i).shard();
        canvas.put(4 + i * cell + 2, y, shard.name(), scene.shardRoles().of(shard));
      }
      y++;
      for (ClusterEvent.MergeStep step : merged.steps()) {
        for (int i = 0; i < shards; i++) {
          boolean taken = merged.shippedByShard().get(i).shard().equals(step.taken());
          String head = (taken ? "> " : "  ") + head(step.heads().get(i));
          StyledLine line =
              StyledLine.of(DisplayWidth.visible(head), taken ? Role.PLAIN : Role.DIM);
          canvas.put(4 + i * cell, y, LineBuilder.cut(line, Math.max(1, cell - 1)));
        }
        y++;
      }
    }

    private static String head(BsonValue key) {
      if (!key.isArray()) {
        return "at its end";
      }
      List<String> values = new ArrayList<>();
      key.asArray().forEach(value -> values.add(KeyText.value(value)));
      return String.join(", ", values);
    }

    /** Examining goes on at the same time everywhere, shipping and merging row by row. */
    private void time() {
      if (story.plans().isEmpty() || story.micros() == 0) {
        return;
      }
      long most = 0;
      for (ClusterEvent.PlanChosen plan : story.plans().values()) {
        most = Math.max(most, plan.docsExamined());
      }
      int shipped = story.merged().map(ResultsMerged::shipped).orElse(0);
      text(
          StyledLine.of(
              "  "
                  + Amounts.duration(Math.round(story.micros() / 1000.0))
                  + " of simulated time: up to "
                  + Amounts.count(most)
                  + " examined on a shard, all shards at once"
                  + (story.rows().size() > 1
                      ? ", then " + Amounts.count(shipped, "row") + " shipped and merged one by one"
                      : ""),
              Role.DIM),
          4);
    }

    private void text(StyledLine line, int indent) {
      for (StyledLine wrapped : Prose.wrap(line, width, indent)) {
        canvas.put(0, y++, wrapped);
      }
    }
  }
}
