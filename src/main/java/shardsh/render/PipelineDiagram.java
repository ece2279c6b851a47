package shardsh.render;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonValue;
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

    /**
     * The arrows from the shards, each with what was examined for it and what it carries. Where
     * there is no room for all, the shards come first whose rows were kept.
     */
    private void cut(int boxWidth) {
      List<String> all = List.copyOf(story.rows().keySet());
      int most = Math.min(SHARDS_MAX, Math.max(1, boxWidth / ARROW_MIN));
      List<String> shown = first(all, keepers(), most);
      int cell = shown.isEmpty() ? boxWidth : boxWidth / shown.size();
      boolean examined = !story.plans().isEmpty();
      boolean bytes = shown.stream().anyMatch(shard -> bytes(shard) > 0);
      int carried = y + (examined ? 2 : 1);
      for (int i = 0; i < shown.size(); i++) {
        int x = i * cell + 2;
        String shard = shown.get(i);
        canvas.put(x, y, "│ ", Role.PLAIN);
        canvas.put(x + 2, y, shard, scene.shardRoles().ofNode(shard));
        if (examined) {
          canvas.put(x, y + 1, "│ examined " + Amounts.count(examined(shard)), Role.PLAIN);
        }
        int rows = story.rows().get(shard);
        canvas.put(x, carried, "▼ " + Amounts.count(rows, "row"), Role.PLAIN);
        if (bytes) {
          boolean stays = shard.equals(story.merger().name());
          String size = stays ? "  stays here" : "  " + Amounts.size(bytes(shard));
          canvas.put(x, carried + 1, size, Role.DIM);
        }
      }
      y = carried + (bytes ? 2 : 1);
      if (shown.size() < all.size()) {
        int rows =
            story.rows().entrySet().stream()
                .filter(row -> !shown.contains(row.getKey()))
                .mapToInt(Map.Entry::getValue)
                .sum();
        String more = "… " + Amounts.count(all.size() - shown.size(), "more shard");
        canvas.put(0, y++, more + " with " + Amounts.count(rows, "row"), Role.DIM);
      }
    }

    /** The shards of which rows were kept. */
    private List<String> keepers() {
      return story.merged().map(ResultsMerged::keptByShard).orElse(List.of()).stream()
          .filter(count -> count.documents() > 0)
          .map(count -> count.shard().name())
          .toList();
    }

    /** At most so many of all, in their order; those that matter before the others. */
    private static List<String> first(List<String> all, List<String> matter, int most) {
      List<String> chosen = new ArrayList<>();
      for (String name : all) {
        if (matter.contains(name) && chosen.size() < most) {
          chosen.add(name);
        }
      }
      for (String name : all) {
        if (!matter.contains(name) && chosen.size() < most) {
          chosen.add(name);
        }
      }
      return all.stream().filter(chosen::contains).toList();
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

    /** Of many shards only those that gave something. */
    private void kept(ResultsMerged merged) {
      LineBuilder line = new LineBuilder().add("    kept: ");
      boolean few = merged.keptByShard().size() <= SHARDS_MAX;
      int named = 0;
      for (ShardCount count : merged.keptByShard()) {
        if (few || count.documents() > 0) {
          line.add(named++ == 0 ? "" : ", ")
              .add(count.shard().name(), scene.shardRoles().of(count.shard()))
              .add(" " + Amounts.count(count.documents()));
        }
      }
      int silent = merged.keptByShard().size() - named;
      if (silent > 0) {
        line.add(named == 0 ? "" : ", ")
            .add("of " + silent + (named == 0 ? "" : " more") + " none");
      }
      text(line.build(), 6);
    }

    /** Each line: the first rows that the shards have left, and whose is taken. */
    private void steps(ResultsMerged merged) {
      if (merged.steps().isEmpty()) {
        return;
      }
      text(StyledLine.of("  the first choices of the merge, > marks the head that is taken:"), 4);
      int room = Math.max(1, Math.min(width, BOX_MAX) - 4);
      List<String> all = merged.shippedByShard().stream().map(row -> row.shard().name()).toList();
      List<String> taken = merged.steps().stream().map(step -> step.taken().name()).toList();
      int most = Math.min(SHARDS_MAX, Math.max(1, room / Math.max(ARROW_MIN, headCells(merged))));
      List<String> shown = first(all, taken, Math.max(Math.min(2, all.size()), most));
      int cell = Math.max(2, room / shown.size());
      for (int i = 0; i < shown.size(); i++) {
        canvas.put(4 + i * cell + 2, y, shown.get(i), scene.shardRoles().ofNode(shown.get(i)));
      }
      y++;
      for (ClusterEvent.MergeStep step : merged.steps()) {
        for (int i = 0; i < shown.size(); i++) {
          boolean took = shown.get(i).equals(step.taken().name());
          String head = (took ? "> " : "  ") + head(step.heads().get(all.indexOf(shown.get(i))));
          StyledLine line = StyledLine.of(DisplayWidth.visible(head), took ? Role.PLAIN : Role.DIM);
          canvas.put(4 + i * cell, y, LineBuilder.cut(line, Math.max(1, cell - 1)));
        }
        y++;
      }
    }

    /** The widest head with its mark and a gap. */
    private static int headCells(ResultsMerged merged) {
      int most = 0;
      for (ClusterEvent.MergeStep step : merged.steps()) {
        for (BsonValue head : step.heads()) {
          most = Math.max(most, DisplayWidth.of(DisplayWidth.visible(head(head))));
        }
      }
      return most + 3;
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
