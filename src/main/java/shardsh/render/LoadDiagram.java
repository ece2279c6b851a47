package shardsh.render;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import shardsh.core.sharding.ShardId;
import shardsh.core.snapshot.ClusterSnapshot.ShardView;
import shardsh.core.snapshot.LoadView;
import shardsh.render.Table.Column;

/** Reads and writes per shard as bars, the hot shard marked. */
final class LoadDiagram implements Diagram {
  private static final int BAR_MAX = 40;

  /** How far above its even share a shard is called hot. */
  private static final double HOT_FACTOR = 1.5;

  /** One row: a shard with what it did. */
  private record Row(ShardId id, long reads, long writes) {
    private long operations() {
      return reads + writes;
    }
  }

  @Override
  public List<StyledLine> draw(Scene scene, int width) {
    List<StyledLine> lines = new ArrayList<>();
    scene.now().lastLoad().ifPresent(load -> lines.addAll(load(scene, load, width)));
    List<Row> rows = new ArrayList<>();
    for (ShardView shard : scene.now().shards()) {
      rows.add(new Row(shard.id(), shard.reads(), shard.writes()));
    }
    if (total(rows) == 0 && lines.isEmpty()) {
      return scene.wrap(
          StyledLine.of("no load yet: help load tells how to drive one", Role.DIM), width, 2);
    }
    if (lines.isEmpty()) {
      lines.addAll(bars(scene, rows, width));
      lines.addAll(legend(scene, "since the cluster started", width));
    }
    return lines;
  }

  /** The last load alone: what came before it would only hide how it was spread. */
  private static List<StyledLine> load(Scene scene, LoadView load, int width) {
    List<Row> rows = new ArrayList<>();
    for (LoadView.Shard shard : load.shards()) {
      rows.add(new Row(shard.id(), shard.reads(), shard.writes()));
    }
    List<StyledLine> lines = new ArrayList<>();
    String title =
        "last load of "
            + load.ns()
            + ": "
            + Amounts.count(load.inserts(), "insert")
            + ", "
            + Amounts.count(load.reads(), "read")
            + ", "
            + Amounts.count(load.messages(), "message");
    lines.addAll(scene.wrap(StyledLine.of(DisplayWidth.visible(title), Role.TITLE), width, 2));
    if (load.failed() > 0) {
      String failed = "! " + Amounts.count(load.failed()) + " failed: " + load.firstError();
      lines.addAll(scene.wrap(StyledLine.of(DisplayWidth.visible(failed), Role.ERROR), width, 2));
    }
    lines.addAll(bars(scene, rows, width));
    lines.addAll(latencies(scene, load, width));
    lines.addAll(legend(scene, "of the load", width));
    return lines;
  }

  private static List<StyledLine> latencies(Scene scene, LoadView load, int width) {
    Table table =
        scene.table(
            Column.left("shard", 3, 0),
            Column.right("documents", 3, 3),
            Column.right("messages", 3, 4),
            Column.right("p50 ms", 3, 2),
            Column.right("p95 ms", 3, 1),
            Column.right("p99 ms", 3, 2));
    for (LoadView.Shard shard : load.shards()) {
      table.row(
          StyledLine.of(shard.id().name(), scene.shardRoles().of(shard.id())),
          StyledLine.of(Amounts.count(shard.documents())),
          StyledLine.of(Amounts.count(shard.messages())),
          millis(shard, shard.p50Micros()),
          millis(shard, shard.p95Micros()),
          millis(shard, shard.p99Micros()));
    }
    return table.folded().lines(width);
  }

  private static StyledLine millis(LoadView.Shard shard, long micros) {
    return StyledLine.of(
        shard.operations() == 0 ? "" : String.format(Locale.ROOT, "%.2f", micros / 1000.0));
  }

  private static List<StyledLine> legend(Scene scene, String what, int width) {
    StyledLine text = StyledLine.of("█ reads  ▒ writes  " + what, Role.DIM);
    return scene.wrap(text, width, 2);
  }

  private static long total(List<Row> rows) {
    return rows.stream().mapToLong(Row::operations).sum();
  }

  private static List<StyledLine> bars(Scene scene, List<Row> rows, int width) {
    int cells = Math.max(4, Math.min(BAR_MAX, width - 46));
    Table table =
        scene.table(
            Column.left("shard", 3, 0),
            Column.right("reads", 3, 2),
            Column.right("writes", 3, 2),
            Column.right("share", 4, 0),
            Column.left("", cells, 1),
            Column.whole("", 0));
    long total = Math.max(1, total(rows));
    long most = Math.max(1, rows.stream().mapToLong(Row::operations).max().orElse(1));
    int[] shares = Amounts.percentages(rows.stream().mapToLong(Row::operations).toArray());
    for (int i = 0; i < shares.length; i++) {
      Row row = rows.get(i);
      boolean hot = isHot(row.operations(), total, rows.size());
      table.row(
          StyledLine.of(row.id().name(), scene.shardRoles().of(row.id())),
          StyledLine.of(Amounts.count(row.reads())),
          StyledLine.of(Amounts.count(row.writes())),
          StyledLine.of(shares[i] + " %"),
          bar(scene, row, (double) row.operations() / most, cells),
          StyledLine.of(hot ? "! hot" : "", Role.WARN));
    }
    return table.folded().lines(width);
  }

  /** Whether a shard has far more than its even share of all operations. */
  static boolean isHot(long operations, long total, int shards) {
    return shards > 1 && (double) operations / total > HOT_FACTOR / shards;
  }

  /** Reads, then writes, so long as the shard's share of the longest bar. */
  private static StyledLine bar(Scene scene, Row row, double length, int cells) {
    int filled = (int) Math.round(length * cells);
    long operations = Math.max(1, row.operations());
    int reads = (int) Math.round((double) row.reads() / operations * filled);
    Role role = scene.shardRoles().of(row.id());
    return StyledLine.of(
        new Span("█".repeat(reads), role), new Span("▒".repeat(filled - reads), role));
  }
}
