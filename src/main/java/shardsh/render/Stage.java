package shardsh.render;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import shardsh.core.base.NodeId;
import shardsh.core.snapshot.ClusterSnapshot;

/**
 * The nodes as small boxes with ways between them, always in the same place: the app, the routers
 * and the config servers above, the shards below, a bus between. Where not all have room, those
 * that something happens on come first.
 */
final class Stage {
  private static final int APP_WIDTH = 9;
  private static final int BOX_MIN = 13;
  private static final int BOX_MAX = 30;
  private static final int GAP_MIN = 2;
  private static final int ROUTERS_MAX = 3;

  /** Below that the boxes lie over each other. */
  static final int WIDTH_MIN = APP_WIDTH + 2 * GAP_MIN + 2 * BOX_MIN;

  private static final int INNER = 3;
  private static final int HEIGHT = INNER + 2;

  /** A cell of the screen. */
  record Point(int x, int y) {}

  /** Where a node's box is. */
  private record Box(int x, int y, int width, Kind kind) {
    private int middle() {
      return x + width / 2;
    }
  }

  private enum Kind {
    APP,
    ROUTER,
    CONFIG,
    SHARD
  }

  private final int width;
  private final Map<String, Box> boxes = new LinkedHashMap<>();
  private final int bus;
  private final int height;
  private final int shardsLeftOut;
  private final int routersLeftOut;

  /**
   * @param used the names of nodes that something happens on
   */
  Stage(ClusterSnapshot cluster, Set<String> used, int width) {
    this.width = width;
    List<String> routers = new ArrayList<>();
    cluster.routers().forEach(router -> routers.add(router.id().name()));
    List<String> shards = new ArrayList<>();
    cluster.shards().forEach(shard -> shards.add(shard.id().name()));
    List<String> stacked = first(routers, used, ROUTERS_MAX);
    int free = width - APP_WIDTH - 2 * GAP_MIN;
    int top = Math.max(BOX_MIN, Math.min(BOX_MAX, free / 2));
    int gap = Math.max(GAP_MIN, (width - APP_WIDTH - 2 * top) / 2);
    boxes.put(NodeId.APP.name(), new Box(0, 0, APP_WIDTH, Kind.APP));
    for (int i = 0; i < stacked.size(); i++) {
      boxes.put(stacked.get(i), new Box(APP_WIDTH + gap, i * HEIGHT, top, Kind.ROUTER));
    }
    int configX = Math.min(APP_WIDTH + 2 * gap + top, Math.max(0, width - top));
    boxes.put(cluster.config().id().name(), new Box(configX, 0, top, Kind.CONFIG));
    int upper = Math.max(1, stacked.size()) * HEIGHT;
    this.bus = upper + 1;
    this.height = shards.isEmpty() ? upper : bus + 2 + HEIGHT;
    int most = Math.max(1, (width + 1) / (BOX_MIN + 1));
    List<String> shown = first(shards, used, most);
    this.shardsLeftOut = shards.size() - shown.size();
    this.routersLeftOut = routers.size() - stacked.size();
    int each = shown.isEmpty() ? 0 : Math.min(BOX_MAX, (width + 1) / shown.size() - 1);
    int left = Math.max(0, (width - shown.size() * (each + 1) + 1) / 2);
    for (int i = 0; i < shown.size(); i++) {
      boxes.put(shown.get(i), new Box(left + i * (each + 1), bus + 2, each, Kind.SHARD));
    }
  }

  /** So many of the names, in their order; those that are used before others. */
  private static List<String> first(List<String> names, Set<String> used, int most) {
    Set<String> chosen = new LinkedHashSet<>();
    names.stream().filter(used::contains).limit(most).forEach(chosen::add);
    names.stream().limit(most).filter(name -> chosen.size() < most).forEach(chosen::add);
    for (String name : names) {
      if (chosen.size() < most) {
        chosen.add(name);
      }
    }
    return names.stream().filter(chosen::contains).limit(most).toList();
  }

  int height() {
    return height;
  }

  /** How many nodes have no box, e.g. {@code … 25 more shards}; empty when each has one. */
  List<StyledLine> leftOut() {
    List<StyledLine> lines = new ArrayList<>();
    if (routersLeftOut > 0) {
      lines.add(ClusterPanels.more(routersLeftOut, "router"));
    }
    if (shardsLeftOut > 0) {
      lines.add(ClusterPanels.more(shardsLeftOut, "shard"));
    }
    return lines;
  }

  /** Whether a row lies between the upper and the lower boxes. */
  boolean isOpen(int y) {
    return y >= bus - 1 && y <= bus + 1;
  }

  /** How many cells a line in a node's box has; 0 for a node without a box. */
  int room(String node) {
    Box box = boxes.get(place(node));
    return box == null ? 0 : Math.max(1, box.width() - 4);
  }

  /** A member of a set stands in the set's box. */
  String place(String node) {
    int colon = node.lastIndexOf(':');
    return boxes.containsKey(node) || colon < 0 ? node : node.substring(0, colon);
  }

  /** The boxes with what each says, and the ways between them. */
  void draw(Canvas canvas, Map<String, List<StyledLine>> texts, ShardRoles roles) {
    List<String> names = new ArrayList<>(boxes.keySet());
    for (String from : names) {
      for (String to : names) {
        if (isDrawn(boxes.get(from).kind(), boxes.get(to).kind())) {
          way(from, to).forEach(point -> canvas.put(point.x(), point.y(), "·", Role.DIM));
        }
      }
    }
    boxes.forEach(
        (name, box) -> {
          List<StyledLine> lines = new ArrayList<>(texts.getOrDefault(name, List.of()));
          while (lines.size() < INNER) {
            lines.add(StyledLine.EMPTY);
          }
          Role role = roles.ofNode(name);
          Role title = role == Role.PLAIN ? Role.NAME : role;
          canvas.box(
              box.x(),
              box.y(),
              box.width(),
              new Canvas.Panel(StyledLine.of(name, title), lines.subList(0, INNER), role));
        });
  }

  private static boolean isDrawn(Kind from, Kind to) {
    return from == Kind.APP && to == Kind.ROUTER
        || from == Kind.ROUTER && to != Kind.ROUTER && to != Kind.APP;
  }

  /** The cells that a message passes from one box to the other, both edges left out. */
  List<Point> way(String from, String to) {
    Box a = boxes.get(place(from));
    Box b = boxes.get(place(to));
    if (a == null || b == null || a == b) {
      return List.of();
    }
    if (a.x() > b.x() && isBeside(a, b)) {
      List<Point> back = new ArrayList<>(way(to, from));
      Collections.reverse(back);
      return back;
    }
    return isBeside(a, b) ? beside(a, b) : overBus(a, b);
  }

  /** Whether the way between them leaves at the sides. */
  private static boolean isBeside(Box a, Box b) {
    boolean config = a.kind() == Kind.CONFIG || b.kind() == Kind.CONFIG;
    boolean app = a.kind() == Kind.APP || b.kind() == Kind.APP;
    boolean router = a.kind() == Kind.ROUTER || b.kind() == Kind.ROUTER;
    return router && (config || app);
  }

  /** From the right edge of the left box to the left edge of the right one. */
  private List<Point> beside(Box left, Box right) {
    List<Point> points = new ArrayList<>();
    int fromX = left.x() + left.width();
    int toX = right.x() - 1;
    int bendX = left.kind() == Kind.ROUTER ? toX : fromX;
    add(points, new Point(fromX, left.y() + 1), new Point(bendX, left.y() + 1));
    add(points, new Point(bendX, left.y() + 1), new Point(bendX, right.y() + 1));
    add(points, new Point(bendX, right.y() + 1), new Point(toX, right.y() + 1));
    return points;
  }

  private List<Point> overBus(Box a, Box b) {
    List<Point> points = new ArrayList<>();
    add(points, port(a), new Point(port(a).x(), bus));
    add(points, new Point(port(a).x(), bus), new Point(port(b).x(), bus));
    add(points, new Point(port(b).x(), bus), port(b));
    return points;
  }

  /** Where a box meets the way to the bus. */
  private Point port(Box box) {
    if (box.kind() == Kind.SHARD) {
      return new Point(box.middle(), box.y() - 1);
    }
    // A box that others stand below goes around them at its right side.
    boolean covered =
        boxes.values().stream().anyMatch(o -> o.x() == box.x() && o.y() > box.y() && o.y() < bus);
    return covered
        ? new Point(Math.min(width - 1, box.x() + box.width()), box.y() + INNER)
        : new Point(box.middle(), box.y() + HEIGHT);
  }

  private static void add(List<Point> points, Point from, Point to) {
    int stepX = Integer.signum(to.x() - from.x());
    int stepY = Integer.signum(to.y() - from.y());
    Point at = from;
    while (true) {
      if (points.isEmpty() || !points.get(points.size() - 1).equals(at)) {
        points.add(at);
      }
      if (at.equals(to)) {
        return;
      }
      at = new Point(at.x() + stepX, at.y() + stepY);
    }
  }
}
