package shardsh.render;

import java.util.ArrayList;
import java.util.List;
import shardsh.core.snapshot.ClusterSnapshot.ShardView;
import shardsh.render.Table.Column;

/** Reads and writes per shard as bars, the hot shard marked. */
final class LoadDiagram implements Diagram {
  private static final int BAR_MAX = 40;

  /** How far above its even share a shard is called hot. */
  private static final double HOT_FACTOR = 1.5;

  @Override
  public List<StyledLine> draw(Scene scene, int width) {
    List<ShardView> shards = scene.now().shards();
    long total = 0;
    for (ShardView shard : shards) {
      total += operations(shard);
    }
    if (total == 0) {
      return List.of(LineBuilder.cut(StyledLine.of("no load yet", Role.DIM), width));
    }
    int cells = Math.max(4, Math.min(BAR_MAX, width - 46));
    Table table =
        new Table(
            Column.left("shard", 3, 0),
            Column.right("reads", 3, 2),
            Column.right("writes", 3, 2),
            Column.right("share", 4, 0),
            Column.left("", cells, 1),
            Column.left("", 3, 0));
    long most = shards.stream().mapToLong(LoadDiagram::operations).max().orElse(1);
    int[] shares =
        Amounts.percentages(shards.stream().mapToLong(LoadDiagram::operations).toArray());
    for (int i = 0; i < shares.length; i++) {
      ShardView shard = shards.get(i);
      double share = (double) operations(shard) / total;
      boolean hot = shards.size() > 1 && share > HOT_FACTOR / shards.size();
      table.row(
          StyledLine.of(shard.id().name(), scene.shardRoles().of(shard.id())),
          StyledLine.of(Amounts.count(shard.reads())),
          StyledLine.of(Amounts.count(shard.writes())),
          StyledLine.of(shares[i] + " %"),
          bar(scene, shard, (double) operations(shard) / most, cells),
          StyledLine.of(hot ? "! hot" : "", Role.WARN));
    }
    List<StyledLine> lines = new ArrayList<>(table.lines(width));
    lines.add(
        LineBuilder.cut(
            StyledLine.of("█ reads  ▒ writes  since the cluster started", Role.DIM), width));
    return lines;
  }

  private static long operations(ShardView shard) {
    return shard.reads() + shard.writes();
  }

  /** Reads, then writes, so long as the shard's share of the longest bar. */
  private static StyledLine bar(Scene scene, ShardView shard, double length, int cells) {
    int filled = (int) Math.round(length * cells);
    long operations = Math.max(1, operations(shard));
    int reads = (int) Math.round((double) shard.reads() / operations * filled);
    Role role = scene.shardRoles().of(shard.id());
    return StyledLine.of(
        new Span("█".repeat(reads), role), new Span("▒".repeat(filled - reads), role));
  }
}
