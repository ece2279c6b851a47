package shardsh.render;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import shardsh.core.base.NodeId;
import shardsh.core.snapshot.ClusterSnapshot;
import shardsh.core.trace.CallEvent;
import shardsh.core.trace.ClusterEvent;
import shardsh.core.trace.TraceEntry;

/**
 * What happened as a sequence diagram: a lane for each node, time downwards, an arrow for each
 * message. Where lanes would be too narrow, a list.
 */
final class TraceDiagram implements Diagram {
  private static final int TIME_WIDTH = 10;
  private static final int LANE_MIN = 10;
  private static final int LANE_MAX = 30;

  private static final int FIRST_MAX = 60;
  private static final int LAST_MAX = 20;

  private final boolean whole;

  /**
   * @param whole whether every event of a long story is shown, else its repetitions are told in a
   *     line and its middle is left out
   */
  TraceDiagram(boolean whole) {
    this.whole = whole;
  }

  @Override
  public List<StyledLine> draw(Scene scene, int width) {
    if (scene.last().isEmpty()) {
      return scene.wrap(StyledLine.of("the last command sent no message", Role.DIM), width, 2);
    }
    List<TraceEntry> entries = new ArrayList<>(scene.last());
    entries.sort(Comparator.comparingLong(TraceEntry::atMicros));
    Drawing drawing =
        new Drawing(scene, whole ? TraceFolds.none(entries) : TraceFolds.of(entries), width);
    List<StyledLine> lines = new ArrayList<>(notKept(scene, width));
    lines.addAll(drawing.laneWidth < LANE_MIN ? drawing.list() : drawing.lanes());
    return lines;
  }

  private static List<StyledLine> notKept(Scene scene, int width) {
    long before = scene.commandsLeftOut();
    if (before <= 0) {
      return List.of();
    }
    String text = "… " + Amounts.count(before, "command") + " of the line came before these";
    return Prose.wrap(scene.said(StyledLine.of(text, Role.DIM)), width, 2);
  }

  private final class Drawing {
    private final Scene scene;
    private final List<TraceFolds.Row> rows;
    private final int width;
    private final ShardRoles roles;
    private final Map<String, Integer> lanes = new LinkedHashMap<>();
    private final int laneWidth;
    private final Canvas canvas;
    private int y;

    Drawing(Scene scene, List<TraceFolds.Row> rows, int width) {
      this.scene = scene;
      this.rows = rows;
      this.width = width;
      this.roles = scene.shardRoles();
      Set<String> nodes = nodes(scene.now(), shown(rows));
      this.laneWidth = Math.min(LANE_MAX, (width - TIME_WIDTH) / Math.max(1, nodes.size()));
      for (String node : nodes) {
        lanes.put(node, TIME_WIDTH + lanes.size() * laneWidth + 2);
      }
      this.canvas = new Canvas(width);
    }

    private List<TraceFolds.Row> shown(List<TraceFolds.Row> rows) {
      if (whole || rows.size() <= FIRST_MAX + LAST_MAX) {
        return rows;
      }
      List<TraceFolds.Row> shown = new ArrayList<>(rows.subList(0, FIRST_MAX));
      shown.addAll(rows.subList(rows.size() - LAST_MAX, rows.size()));
      return shown;
    }

    /** The nodes that occur: app, routers, config servers, shards, then any others. */
    private static Set<String> nodes(ClusterSnapshot snapshot, List<TraceFolds.Row> rows) {
      Set<String> used = new LinkedHashSet<>();
      for (TraceFolds.Row row : rows) {
        ClusterEvent event = row.entry().event();
        used.add(row.note().on().name());
        if (row.remark().isPresent()) {
          continue;
        }
        if (event instanceof CallEvent.RequestSent sent) {
          used.add(sent.to().name());
        } else if (event instanceof CallEvent.ReplyReceived reply) {
          used.add(reply.to().name());
        } else if (event instanceof CallEvent.CallFailed failed) {
          used.add(failed.to().name());
        }
      }
      List<String> order = new ArrayList<>();
      order.add(NodeId.APP.name());
      snapshot.routers().forEach(router -> order.add(router.id().name()));
      order.add(snapshot.config().id().name());
      snapshot.shards().forEach(shard -> order.add(shard.id().name()));
      Set<String> nodes = new LinkedHashSet<>(order);
      nodes.retainAll(used);
      nodes.addAll(used);
      return nodes;
    }

    List<StyledLine> lanes() {
      lanes.forEach(
          (node, x) -> canvas.put(x - Math.min(2, node.length() / 2), 0, node, nodeRole(node)));
      y = 1;
      long lastMicros = -1;
      for (int i = 0; i < rows.size(); i++) {
        if (isLeftOut(i)) {
          if (i == FIRST_MAX) {
            lifelines();
            canvas.put(TIME_WIDTH, y++, leftOut());
          }
          continue;
        }
        TraceEntry entry = rows.get(i).entry();
        lifelines();
        if (rows.get(i).remark().isPresent()) {
          note(rows.get(i).note());
          continue;
        }
        if (entry.atMicros() != lastMicros) {
          canvas.put(0, y, DisplayWidth.padLeft(time(entry), TIME_WIDTH - 2), Role.DIM);
          lastMicros = entry.atMicros();
        }
        draw(entry.event());
      }
      return canvas.lines();
    }

    private boolean isLeftOut(int index) {
      return !whole && index >= FIRST_MAX && index < rows.size() - LAST_MAX;
    }

    private StyledLine leftOut() {
      int count = rows.size() - FIRST_MAX - LAST_MAX;
      return scene.said(StyledLine.of("… " + Amounts.count(count, "more event"), Role.DIM));
    }

    private Role nodeRole(String node) {
      Role role = roles.ofNode(node);
      return role == Role.PLAIN ? Role.NAME : role;
    }

    private void lifelines() {
      lanes.values().forEach(x -> canvas.put(x, y, "│", Role.DIM));
    }

    private String time(TraceEntry entry) {
      double millis = (entry.atMicros() - rows.get(0).entry().atMicros()) / 1000.0;
      return String.format(Locale.ROOT, millis < 1000 ? "%.1f ms" : "%,.0f ms", millis);
    }

    private void draw(ClusterEvent event) {
      StyledLine text = scene.said(EventText.of(event).text());
      if (event instanceof CallEvent.RequestSent sent) {
        arrow(sent.from(), sent.to(), text, "─", "", Role.PLAIN);
      } else if (event instanceof CallEvent.ReplyReceived reply) {
        arrow(reply.from(), reply.to(), text, "╌", "", Role.DIM);
      } else if (event instanceof CallEvent.CallFailed failed) {
        arrow(failed.to(), failed.from(), text, "╌", "✗", Role.BLOCKED);
      } else {
        note(EventText.of(event));
      }
    }

    /**
     * @param broken what stands for the head of an arrow that does not arrive; empty for one that
     *     does
     */
    private void arrow(
        NodeId from, NodeId to, StyledLine label, String line, String broken, Role role) {
      int fromX = lanes.get(from.name());
      int toX = lanes.get(to.name());
      int low = Math.min(fromX, toX);
      int room = Math.abs(fromX - toX) - 4;
      if (room < 0) {
        note(new EventText.Note(from, label));
        return;
      }
      boolean fits = label.width() <= room;
      if (!fits) {
        for (StyledLine part : folded(label, width - TIME_WIDTH)) {
          canvas.put(Math.max(TIME_WIDTH, Math.min(low + 2, width - part.width())), y, part);
          y++;
          lifelines();
        }
      }
      canvas.put(low + 1, y, line.repeat(Math.abs(fromX - toX) - 1), role);
      String head = toX > fromX ? "▶" : "◀";
      canvas.put(toX > fromX ? toX - 1 : toX + 1, y, broken.isEmpty() ? head : broken, role);
      if (fits) {
        int spare = room - label.width();
        boolean atHead = toX < fromX && spare < 2;
        int x = low + 2 + spare / 2 + (atHead ? 1 : 0);
        boolean padded = label.width() + 2 <= room;
        canvas.put(x - 1, y, padded ? " ".repeat(label.width() + 2) : "", role);
        canvas.put(x, y, label);
      }
      y++;
    }

    /**
     * To the right of its lane if it fits there, else to the left, else where there is more room;
     * below its sign, over all lanes, if one of its words fits on neither side.
     */
    private void note(EventText.Note said) {
      EventText.Note note = new EventText.Note(said.on(), scene.said(said.text()));
      int x = lanes.get(note.on().name());
      int right = width - x - 2;
      int leftRoom = x - TIME_WIDTH - 2;
      boolean left = right < note.text().width() && leftRoom > right;
      int room = Math.max(1, left ? leftRoom : right);
      boolean below = longestWord(note.text(), room) > room;
      int signY = y;
      if (below) {
        lifelines();
        y++;
      }
      for (StyledLine line : folded(note.text(), below ? width - TIME_WIDTH : room)) {
        lifelines();
        int beside = left ? x - 1 - line.width() : x + 2;
        int from = below ? Math.max(TIME_WIDTH, Math.min(beside, width - line.width())) : beside;
        canvas.put(from - 1, y, " ", Role.PLAIN);
        canvas.put(from, y, line);
        canvas.put(from + line.width(), y, " ", Role.PLAIN);
        y++;
      }
      Role role = note.text().spans().isEmpty() ? Role.PLAIN : note.text().spans().get(0).role();
      canvas.put(x, signY, "●", role);
    }

    private static int longestWord(StyledLine text, int room) {
      return Words.of(text, room).stream()
          .mapToInt(word -> DisplayWidth.of(word.text().stripTrailing()))
          .max()
          .orElse(0);
    }

    /** Broken at its middle dots where it is too wide for one line, and then where need be. */
    private static List<StyledLine> folded(StyledLine text, int room) {
      if (text.width() <= room || text.spans().size() != 1) {
        return Prose.wrap(text, room, 2);
      }
      List<StyledLine> lines = new ArrayList<>();
      for (String part : text.text().split(" · ")) {
        StyledLine line = StyledLine.of(part, text.spans().get(0).role());
        lines.addAll(Prose.wrap(line, room, 2));
      }
      return lines;
    }

    List<StyledLine> list() {
      int widest = DisplayWidth.of(time(rows.get(rows.size() - 1).entry()));
      List<StyledLine> lines = new ArrayList<>();
      for (int i = 0; i < rows.size(); i++) {
        if (isLeftOut(i)) {
          if (i == FIRST_MAX) {
            lines.add(LineBuilder.cut(leftOut(), width));
          }
          continue;
        }
        TraceFolds.Row row = rows.get(i);
        boolean remark = row.remark().isPresent();
        String time = DisplayWidth.padLeft(remark ? "" : time(row.entry()), widest);
        LineBuilder line = new LineBuilder().add(time + " ", Role.DIM);
        String on = row.note().on().name();
        line.add(remark ? StyledLine.of(on, nodeRole(on)) : way(row.entry().event())).add("  ");
        line.add(scene.said(row.note().text()));
        lines.addAll(Prose.wrap(line.build(), width, widest + 3));
      }
      return lines;
    }

    private StyledLine way(ClusterEvent event) {
      if (event instanceof CallEvent.RequestSent sent) {
        return way(sent.from().name(), " → ", sent.to().name());
      }
      if (event instanceof CallEvent.ReplyReceived reply) {
        return way(reply.to().name(), " ← ", reply.from().name());
      }
      if (event instanceof CallEvent.CallFailed failed) {
        return way(failed.from().name(), " ← ", failed.to().name());
      }
      String node = EventText.of(event).on().name();
      return StyledLine.of(node, nodeRole(node));
    }

    private StyledLine way(String left, String arrow, String right) {
      return StyledLine.of(
          new Span(left, nodeRole(left)), Span.plain(arrow), new Span(right, nodeRole(right)));
    }
  }
}
