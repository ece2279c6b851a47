package shardsh.render;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import shardsh.core.snapshot.ClusterSnapshot.RouterView;
import shardsh.core.snapshot.ClusterSnapshot.ShardView;
import shardsh.core.trace.RouteReport;
import shardsh.core.trace.RouteReport.Attempt;
import shardsh.render.Canvas.Panel;
import shardsh.render.ClusterTop.Start;

/**
 * The whole cluster: on top the app, the routers with the tables they believe in and the config
 * servers with the truth; below the shards with their chunks.
 */
final class ClusterDiagram implements Diagram {
  private static final int STACKED_BELOW = 72;
  private static final int ROOMY = 48;
  private static final int SHARD_MIN = 25;
  private static final int SHARD_MAX = 46;

  @Override
  public List<StyledLine> draw(Scene scene, int width) {
    return new Drawing(scene, width).lines();
  }

  private static final class Drawing {
    private final Scene scene;
    private final int width;
    private final ClusterPanels panels;
    private final Canvas canvas;
    private final ClusterBoxes boxes;
    private final List<ShardView> shards;

    Drawing(Scene scene, int width) {
      this.scene = scene;
      this.width = width;
      this.panels = new ClusterPanels(scene);
      this.canvas = new Canvas(width);
      this.boxes = new ClusterBoxes(scene);
      this.shards = boxes.shards();
    }

    List<StyledLine> lines() {
      if (width < STACKED_BELOW) {
        stack();
      } else {
        Start start =
            new ClusterTop(canvas, panels, boxes.routers(), routersLeftOut(), width).draw();
        shardRows(start, canvas.height());
      }
      return canvas.lines();
    }

    /** Everything below each other, for narrow screens. */
    private void stack() {
      int inner = width - 4;
      List<Panel> all = new ArrayList<>();
      for (RouterView router : boxes.routers()) {
        all.add(panels.router(router, inner, inner < ROOMY));
      }
      all.add(panels.config(inner));
      for (ShardView shard : shards) {
        all.add(panels.shard(shard, inner));
      }
      int y = 0;
      for (Panel panel : all) {
        y += canvas.box(0, y, width, panel);
      }
      if (routersLeftOut() > 0) {
        canvas.put(0, y++, scene.said(ClusterPanels.more(routersLeftOut(), "router")));
      }
      addLeftOut(y);
    }

    private int routersLeftOut() {
      return scene.now().routers().size() - boxes.routers().size();
    }

    /** How many shards have no box, and why. */
    private void addLeftOut(int y) {
      int row = y;
      for (StyledLine line : boxes.leftOut(width)) {
        canvas.put(0, row++, line);
      }
    }

    private void shardRows(Start start, int top) {
      if (shards.isEmpty()) {
        canvas.put(0, top, scene.said("no shards", Role.DIM));
        return;
      }
      int most = Math.max(1, Math.min(shards.size(), (width + 1) / (SHARD_MIN + 1)));
      int rows = (shards.size() + most - 1) / most;
      int perRow = (shards.size() + rows - 1) / rows;
      int boxWidth = Math.min(SHARD_MAX, (width - (perRow - 1)) / perRow);
      int y = top + 2;
      bus(start, top - 1, perRow, boxWidth);
      for (int from = 0; from < shards.size(); from += perRow) {
        int height = 0;
        for (int i = from; i < Math.min(from + perRow, shards.size()); i++) {
          Panel panel = panels.shard(shards.get(i), boxWidth - 4);
          int x = (i - from) * (boxWidth + 1);
          height = Math.max(height, canvas.box(x, y, boxWidth, panel));
        }
        y += height;
      }
      addLeftOut(y);
    }

    /** From the routers down to each shard of the first row, with what was asked there last. */
    private void bus(Start start, int top, int perRow, int boxWidth) {
      int first = boxWidth / 3;
      int last = (perRow - 1) * (boxWidth + 1) + first;
      canvas.vertical(start.x(), start.y(), top + 1, Role.PLAIN);
      canvas.horizontal(Math.min(first, start.x()), Math.max(last, start.x()), top + 1, Role.PLAIN);
      for (int i = 0; i < perRow; i++) {
        int x = i * (boxWidth + 1) + first;
        canvas.vertical(x, top + 1, top + 2, Role.PLAIN);
        StyledLine asked = asked(shards.get(i), boxWidth - first - 2);
        if (asked.width() > 0) {
          canvas.put(x, top + 2, "▼", Role.PLAIN);
          canvas.put(x + 2, top + 2, asked);
        }
      }
    }

    /** What was sent to a shard and answered, in order; what does not fit is left out in front. */
    private StyledLine asked(ShardView shard, int room) {
      Map<StyledLine, Integer> answers = new LinkedHashMap<>();
      RouteReport.lastOf(scene.last()).map(RouteReport::attempts).orElse(List.of()).stream()
          .filter(attempt -> attempt.shard().equals(shard.id()))
          .forEach(attempt -> answers.merge(answer(attempt), 1, Integer::sum));
      List<StyledLine> parts = new ArrayList<>();
      answers.forEach(
          (answer, times) ->
              parts.add(new LineBuilder().add(answer).add(times > 1 ? " ×" + times : "").build()));
      for (int from = 0; from < parts.size(); from++) {
        LineBuilder line = new LineBuilder().add(from > 0 ? "… " : "", Role.DIM);
        for (int i = from; i < parts.size(); i++) {
          line.add(i > from ? ", " : "").add(parts.get(i));
        }
        if (line.width() <= room || from == parts.size() - 1) {
          return LineBuilder.cut(line.build(), room);
        }
      }
      return StyledLine.EMPTY;
    }

    private StyledLine answer(Attempt attempt) {
      boolean ok = attempt.reply().equals("ok");
      boolean stale = attempt.reply().equals("StaleConfig");
      StyledLine line =
          new LineBuilder()
              .add(attempt.sent().map(sent -> sent + " ").orElse(""))
              .add(ok ? "ok" : stale ? "refused" : attempt.reply(), ok ? Role.OK : Role.STALE)
              .build();
      return scene.said(line);
    }
  }
}
