package shardsh.render;

import java.util.ArrayList;
import java.util.List;
import shardsh.core.snapshot.ClusterSnapshot.RouterView;
import shardsh.render.Canvas.Panel;

/**
 * The upper part of the cluster picture: the app, the routers below each other, the config servers.
 * They stand side by side as far as nothing has to be cut; else the config servers stand below the
 * app, so that the routers' tables have room.
 */
final class ClusterTop {
  private static final int GAP_MAX = 14;
  private static final int GAP = 5;
  private static final int GAP_MIN = 3;
  private static final int NARROWEST = 12;
  private static final int CONFIG_MIN = 24;

  /** Room for the names of most commands, so that the picture stays where it is. */
  private static final int APP_MIN = 13;

  /** Where the line to the shards begins. */
  record Start(int x, int y) {}

  private final Canvas canvas;
  private final ClusterPanels panels;
  private final List<RouterView> routers;
  private final int leftOut;
  private final int width;

  /**
   * @param routers those that have a box
   * @param leftOut how many others there are
   */
  ClusterTop(
      Canvas canvas, ClusterPanels panels, List<RouterView> routers, int leftOut, int width) {
    this.canvas = canvas;
    this.panels = panels;
    this.routers = routers;
    this.leftOut = leftOut;
    this.width = width;
  }

  Start draw() {
    int app = Math.max(APP_MIN, boxWidth(panels.app()));
    int config = boxWidth(panels.config(width - 4));
    int router = routerWidth(false);
    int free = width - app - config - router;
    if (free >= 2 * GAP) {
      return beside(app, router, config, Math.min(GAP_MAX, free / 2));
    }
    for (boolean tight : new boolean[] {false, true}) {
      int routerTight = routerWidth(tight);
      int least = Math.max(CONFIG_MIN, panels.configHeadWidth());
      int configTight = Math.min(config, width - app - routerTight - 2 * GAP_MIN);
      if (configTight >= Math.min(config, least)) {
        free = width - app - routerTight - configTight;
        return beside(app, routerTight, configTight, Math.min(GAP, free / 2));
      }
    }
    int left = Math.min(Math.max(app, config), width / 2);
    return below(left, Math.min(app, left), Math.min(config, left));
  }

  /** The cells a router's box takes if nothing has to be cut. */
  private int routerWidth(boolean tight) {
    int widest = NARROWEST;
    for (RouterView router : routers) {
      widest = Math.max(widest, boxWidth(panels.router(router, width - 4, tight)));
    }
    return widest;
  }

  private List<Panel> routerPanels(int boxWidth) {
    boolean tight = routerWidth(false) > boxWidth;
    List<Panel> boxes = new ArrayList<>();
    routers.forEach(router -> boxes.add(panels.router(router, boxWidth - 4, tight)));
    return boxes;
  }

  private Start beside(int appWidth, int routerWidth, int configWidth, int gap) {
    int routerX = appWidth + gap;
    int configX = routerX + routerWidth + gap;
    int left = appWidth + gap / 2;
    int right = routerX + routerWidth + gap / 2;
    canvas.box(0, 0, appWidth, panels.app());
    int y = 0;
    for (Panel panel : routerPanels(routerWidth)) {
      int height = canvas.box(routerX, y, routerWidth, panel);
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
    canvas.box(configX, 0, configWidth, panels.config(configWidth - 4));
    addLeftOut(routerX + routerWidth / 2, y);
    return new Start(routerX + routerWidth / 2, Math.max(0, y - 1));
  }

  /** Both the app and the config servers hang on one line before the routers. */
  private Start below(int left, int appWidth, int configWidth) {
    int routerX = left + GAP_MIN + 1;
    int routerWidth = Math.min(routerWidth(false), width - routerX);
    int lineX = left + 1;
    int appHeight = canvas.box(0, 0, appWidth, panels.app());
    canvas.box(0, appHeight, configWidth, panels.config(configWidth - 4));
    int configY = appHeight + 1;
    canvas.horizontal(appWidth, lineX, 1, Role.PLAIN);
    canvas.horizontal(configWidth, lineX, configY, Role.PLAIN);
    int y = 0;
    int last = configY;
    for (Panel panel : routerPanels(routerWidth)) {
      int height = canvas.box(routerX, y, routerWidth, panel);
      canvas.horizontal(lineX, routerX - 1, y + 1, Role.PLAIN);
      last = Math.max(last, y + 1);
      y += height;
    }
    canvas.vertical(lineX, 1, last, Role.PLAIN);
    y = 0;
    for (Panel panel : routerPanels(routerWidth)) {
      canvas.put(routerX - 1, y + 1, "▶", Role.PLAIN);
      y += panel.lines().size() + 2;
    }
    canvas.put(configWidth, configY, "◀", Role.PLAIN);
    addLeftOut(routerX + routerWidth / 2, y);
    return new Start(routerX + routerWidth / 2, Math.max(0, y - 1));
  }

  private void addLeftOut(int x, int y) {
    if (leftOut > 0) {
      canvas.put(x + 2, y, panels.leftOutRouters(leftOut));
    }
  }

  private static int boxWidth(Panel panel) {
    int widest = panel.title().width() + 2;
    for (StyledLine line : panel.lines()) {
      widest = Math.max(widest, line.width());
    }
    return widest + 4;
  }
}
