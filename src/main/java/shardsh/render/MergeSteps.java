package shardsh.render;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.bson.BsonValue;
import shardsh.core.base.NodeId;
import shardsh.core.trace.QueryEvent;
import shardsh.core.trace.QueryEvent.ResultsMerged;

/**
 * The first choices of a merge of sorted streams: a line for each, with the next rows of the shards
 * side by side, as far as there is room; those that are taken come before others.
 */
final class MergeSteps {
  private static final int WIDTH_MAX = 76;
  private static final int CELL_MIN = 14;
  private static final int HEAD_MAX = 34;
  private static final int INDENT = 4;

  private final ResultsMerged merged;
  private final Scene scene;
  private final ShardRoles roles;
  private final int width;

  MergeSteps(ResultsMerged merged, Scene scene, int width) {
    this.merged = merged;
    this.scene = scene;
    this.roles = scene.shardRoles();
    this.width = width;
  }

  /** The lines; none when the streams were in no order. */
  List<StyledLine> lines() {
    List<StyledLine> lines = new ArrayList<>();
    if (merged.steps().isEmpty()) {
      return lines;
    }
    lines.addAll(
        scene.wrap(
            StyledLine.of("  the first choices of the merge, > marks the head that is taken:"),
            width,
            INDENT));
    int longest = CELL_MIN;
    for (QueryEvent.MergeStep step : merged.steps()) {
      for (BsonValue head : step.heads()) {
        longest = Math.max(longest, Math.min(HEAD_MAX, DisplayWidth.of(head(head))) + 4);
      }
    }
    int room = Math.max(2, Math.min(width, WIDTH_MAX) - INDENT);
    int fit = Math.max(1, Math.min(merged.shippedByShard().size(), room / longest));
    List<Integer> shown = columns(fit);
    int cell = Math.max(2, room / shown.size());
    lines.addAll(drawn(shown, cell));
    int left = merged.shippedByShard().size() - shown.size();
    if (left > 0) {
      String text = "    … and the heads of " + Amounts.count(left, "more shard");
      lines.addAll(scene.wrap(StyledLine.of(text, Role.DIM), width, INDENT));
    }
    return lines;
  }

  /** Which shards have a column, by their places. */
  private List<Integer> columns(int fit) {
    Set<Integer> chosen = new LinkedHashSet<>();
    for (QueryEvent.MergeStep step : merged.steps()) {
      chosen.add(place(step));
    }
    for (int i = 0; i < merged.shippedByShard().size(); i++) {
      chosen.add(i);
    }
    List<Integer> shown = new ArrayList<>(new ArrayList<>(chosen).subList(0, fit));
    shown.sort((a, b) -> NodeId.compareNames(name(a), name(b)));
    return shown;
  }

  private List<StyledLine> drawn(List<Integer> shown, int cell) {
    Canvas canvas = new Canvas(width);
    for (int column = 0; column < shown.size(); column++) {
      String name = name(shown.get(column));
      canvas.put(INDENT + column * cell + 2, 0, name, roles.ofNode(name));
    }
    int y = 1;
    for (QueryEvent.MergeStep step : merged.steps()) {
      int taken = place(step);
      for (int column = 0; column < shown.size(); column++) {
        boolean here = shown.get(column) == taken;
        put(canvas, column * cell, y, here, head(step.heads().get(shown.get(column))), cell);
      }
      if (!shown.contains(taken)) {
        put(canvas, 0, ++y, true, name(taken) + ": " + head(step.heads().get(taken)), width);
      }
      y++;
    }
    return canvas.lines();
  }

  private void put(Canvas canvas, int x, int y, boolean taken, String head, int cell) {
    String text = DisplayWidth.visible((taken ? "> " : "  ") + head);
    StyledLine line = StyledLine.of(text, taken ? Role.PLAIN : Role.DIM);
    canvas.put(INDENT + x, y, LineBuilder.cut(line, Math.max(1, cell - 1)));
  }

  private int place(QueryEvent.MergeStep step) {
    for (int i = 0; i < merged.shippedByShard().size(); i++) {
      if (merged.shippedByShard().get(i).shard().equals(step.taken())) {
        return i;
      }
    }
    return 0;
  }

  private String name(int place) {
    return merged.shippedByShard().get(place).shard().name();
  }

  private String head(BsonValue key) {
    if (!key.isArray()) {
      return scene.said("at its end", Role.PLAIN).text();
    }
    List<String> values = new ArrayList<>();
    key.asArray().forEach(value -> values.add(KeyText.value(value)));
    return String.join(", ", values);
  }
}
