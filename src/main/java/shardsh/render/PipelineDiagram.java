package shardsh.render;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    Optional<PipelineStory> story = PipelineStory.of(scene.shardRoles(), scene.all());
    return story
        .map(found -> new Drawing(scene, found, width).lines())
        .orElse(
            Prose.wrap(
                StyledLine.of(
                    "no shard has been asked for an aggregation or find that could be drawn",
                    Role.DIM),
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
      for (StyledLine line :
          scene.wrap(StyledLine.of(DisplayWidth.visible(title()), Role.TITLE), width, 2)) {
        canvas.put(0, y++, line);
      }
      int boxWidth = Math.min(BOX_MAX, width);
      int shards = story.rows().size();
      String where = shards == 1 ? "on 1 shard" : "on each of " + Amounts.count(shards, "shard");
      box(boxWidth, where, PipelineWaits.onShards(story), Role.CHUNK);
      cut(boxWidth);
      String title = "at " + story.merger() + (story.atMerger().isEmpty() ? "" : ", the merger");
      box(boxWidth, title, PipelineWaits.atMerger(story), Role.ROUTER);
      for (StyledLine line : new PipelineOutcome(story, scene, width).lines()) {
        canvas.put(0, y++, line);
      }
      return canvas.lines();
    }

    private String title() {
      boolean explained = story.isExplained();
      String name = PipelineStages.read(story.command().body()).getFirstKey();
      boolean last = scene.last().stream().anyMatch(entry -> entry.event().equals(story.command()));
      return (explained ? "explain of " : "")
          + name
          + " on "
          + story.command().ns()
          + (last ? "" : " (not the last command)");
    }

    private void box(int boxWidth, String title, List<PipelineWaits.Shown> stages, Role edge) {
      List<StyledLine> lines = new ArrayList<>();
      int room = Math.max(1, boxWidth - 4);
      for (PipelineWaits.Shown stage : stages) {
        StyledLine text = scene.said(StyledLine.of(DisplayWidth.visible(stage.text())));
        lines.addAll(Prose.wrap(text, room, 4));
        stage
            .note()
            .ifPresent(
                note ->
                    lines.addAll(
                        Prose.wrap(scene.said(StyledLine.of("  … " + note, Role.DIM)), room, 4)));
      }
      y +=
          canvas.box(
              0, y, boxWidth, new Panel(scene.said(StyledLine.of(title, Role.TITLE)), lines, edge));
    }

    /** The arrows from the shards, each with what was examined for it and what it carries. */
    private void cut(int boxWidth) {
      List<Map.Entry<String, Integer>> rows = new ArrayList<>(story.rows().entrySet());
      int shown = Math.min(Math.min(SHARDS_MAX, rows.size()), Math.max(1, boxWidth / ARROW_MIN));
      int cell = shown == 0 ? boxWidth : boxWidth / shown;
      boolean examined = !story.plans().isEmpty();
      boolean bytes = rows.stream().anyMatch(row -> story.bytes(row.getKey()) > 0);
      int carried = y + (examined ? 2 : 1);
      for (int i = 0; i < shown; i++) {
        int x = i * cell + 2;
        Map.Entry<String, Integer> row = rows.get(i);
        canvas.put(x, y, "│ ", Role.PLAIN);
        canvas.put(x + 2, y, row.getKey(), scene.shardRoles().ofNode(row.getKey()));
        if (examined) {
          String count = Amounts.count(story.examined(row.getKey()));
          canvas.put(x, y + 1, scene.said("│ examined " + count, Role.PLAIN));
        }
        String carries = story.hasRun() ? " " + carries(row.getValue()) : "";
        canvas.put(x, carried, scene.said("▼" + carries, Role.PLAIN));
        if (bytes) {
          boolean stays = row.getKey().equals(story.merger().name());
          String size = stays ? "stays here" : Amounts.size(story.bytes(row.getKey()));
          canvas.put(x + 2, carried + 1, scene.said(size, Role.DIM));
        }
      }
      y = carried + (bytes ? 2 : 1);
      others(rows.subList(shown, rows.size()));
    }

    /** In brackets what would travel and has not. */
    private String carries(long rows) {
      String count = Amounts.count(rows, "row");
      return story.isExplained() ? "(" + count + ")" : count;
    }

    private void others(List<Map.Entry<String, Integer>> rows) {
      if (rows.isEmpty()) {
        return;
      }
      long examined = 0;
      long carried = 0;
      long bytes = 0;
      for (Map.Entry<String, Integer> row : rows) {
        examined += story.examined(row.getKey());
        carried += row.getValue();
        bytes += story.bytes(row.getKey());
      }
      String text = "… and " + Amounts.count(rows.size(), "more shard");
      if (!story.plans().isEmpty()) {
        text += ": examined " + Amounts.count(examined);
      }
      if (story.hasRun()) {
        text += ", " + carries(carried);
        text += bytes > 0 ? ", " + Amounts.size(bytes) : "";
      }
      for (StyledLine line : scene.wrap(StyledLine.of(text, Role.DIM), width, 2)) {
        canvas.put(0, y++, line);
      }
    }
  }
}
