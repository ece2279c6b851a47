package shardsh.render;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import shardsh.core.snapshot.ClusterSnapshot.RouterView;
import shardsh.core.snapshot.ClusterSnapshot.ShardView;
import shardsh.core.trace.RouteReport;
import shardsh.core.trace.RouteReport.Attempt;
import shardsh.render.Canvas.Panel;

/**
 * The whole cluster: on top the app, the routers with the tables they believe in and the config
 * servers with the truth; below the shards with their chunks.
 */
final class ClusterDiagram implements Diagram {
  private static final int STACKED_BELOW = 72;
  private static final int GAP = 5;
  private static final int CONFIG_MIN = 24;
  private static final int CONFIG_MAX = 40;
  private static final int ROUTER_MAX = 52;
  private static final int SHARD_MIN = 25;
  private static final int SHARD_MAX = 46;
  private static final int ROUTERS_SHOWN = 4;

  @Override
  public List<StyledLine> draw(Scene scene, int width) {
    return new Drawing(scene, width).lines();
  }

  private static final class Drawing {
    private final Scene scene;
    private final int width;
    private final ClusterPanels panels;
    private final Canvas canvas;

    Drawing(Scene scene, int width) {
      this.scene = scene;
      this.width = width;
      this.panels = new ClusterPanels(scene);
      this.canvas = new Canvas(width);
    }

    List<StyledLine> lines() {
      if (width < STACKED_BELOW) {
        stack();
      } else {
        shardRows(topRow(), canvas.height());
      }
      return canvas.lines();
    }

    /** Everything below each other, for narrow screens. */
    private void stack() {
      int inner = width - 4;
      List<Panel> all = new ArrayList<>();
      for (RouterView router : scene.now().routers()) {
        all.add(panels.router(router, inner));
      }
      all.add(panels.config(inner));
      for (ShardView shard : scene.now().shards()) {
        all.add(panels.shard(shard, inner));
      }
      int y = 0;
      for (Panel panel : all) {
        y += canvas.box(0, y, width, panel);
      }
    }

    /** Where the line to the shards begins. */
    private record Start(int x, int y) {}

    private Start topRow() {
      Panel app = panels.app();
      int appWidth = Math.min(16, boxWidth(app));
      canvas.box(0, 0, appWidth, app);
      List<RouterView> routers = scene.now().routers();
      List<RouterView> shown = routers.subList(0, Math.min(ROUTERS_SHOWN, routers.size()));
      int available = width - appWidth - 2 * GAP;
      int routerWidth = 12;
      for (RouterView router : shown) {
        routerWidth = Math.max(routerWidth, boxWidth(panels.router(router, ROUTER_MAX - 4)));
      }
      routerWidth = Math.min(Math.min(routerWidth, ROUTER_MAX), available - CONFIG_MIN);
      int configWidth =
          Math.min(
              Math.min(boxWidth(panels.config(CONFIG_MAX - 4)), CONFIG_MAX),
              available - routerWidth);
      int routerX = appWidth + GAP;
      int configX = routerX + routerWidth + GAP;
      int y = 0;
      for (RouterView router : shown) {
        int height = canvas.box(routerX, y, routerWidth, panels.router(router, routerWidth - 4));
        int left = appWidth + GAP / 2;
        int right = routerX + routerWidth + GAP / 2;
        if (y == 0) {
          canvas.horizontal(appWidth, routerX - 1, 1, Role.PLAIN);
          canvas.horizontal(routerX + routerWidth, configX - 1, 1, Role.PLAIN);
        } else {
          canvas.vertical(left, 1, y + 1, Role.PLAIN);
          canvas.horizontal(left, routerX - 1, y + 1, Role.PLAIN);
          canvas.vertical(right, 1, y + 1, Role.PLAIN);
          canvas.horizontal(routerX + routerWidth, right, y + 1, Role.PLAIN);
        }
        canvas.put(routerX - 1, y + 1, "▶", Role.PLAIN);
        canvas.put(routerX + routerWidth, y + 1, "◀", Role.PLAIN);
        y += height;
      }
      canvas.put(configX - 1, 1, "▶", Role.PLAIN);
      if (routers.size() > shown.size()) {
        String text = "… " + Amounts.count(routers.size() - shown.size(), "more router");
        canvas.put(routerX, y, text, Role.DIM);
      }
      canvas.box(configX, 0, configWidth, panels.config(configWidth - 4));
      return new Start(routerX + routerWidth / 2, Math.max(0, y - 1));
    }

    private static int boxWidth(Panel panel) {
      int widest = panel.title().width() + 2;
      for (StyledLine line : panel.lines()) {
        widest = Math.max(widest, line.width());
      }
      return widest + 4;
    }

    private void shardRows(Start start, int top) {
      List<ShardView> shards = scene.now().shards();
      if (shards.isEmpty()) {
        canvas.put(0, top, "no shards", Role.DIM);
        return;
      }
      int perRow = Math.max(1, Math.min(shards.size(), (width + 1) / (SHARD_MIN + 1)));
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
        StyledLine asked = asked(scene.now().shards().get(i));
        if (asked.width() > 0) {
          canvas.put(x, top + 2, "▼", Role.PLAIN);
          canvas.put(x + 2, top + 2, LineBuilder.cut(asked, boxWidth - first - 2));
        }
      }
    }

    private StyledLine asked(ShardView shard) {
      LineBuilder line = new LineBuilder();
      Optional<RouteReport> report = RouteReport.lastOf(scene.last());
      if (report.isEmpty()) {
        return line.build();
      }
      for (Attempt attempt : report.get().attempts()) {
        if (attempt.shard().equals(shard.id())) {
          line.separate(", ").add(attempt.sent().map(sent -> sent + " ").orElse(""));
          boolean ok = attempt.reply().equals("ok");
          boolean stale = attempt.reply().equals("StaleConfig");
          line.add(ok ? "ok" : stale ? "refused" : attempt.reply(), ok ? Role.OK : Role.STALE);
        }
      }
      return line.build();
    }
  }
}
