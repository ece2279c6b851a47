package shardsh.render;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import shardsh.core.base.Namespace;
import shardsh.core.sharding.ChunkRange;
import shardsh.core.snapshot.ClusterSnapshot.RangeDeletionView;
import shardsh.core.snapshot.ClusterSnapshot.ShardCollectionView;
import shardsh.core.snapshot.ClusterSnapshot.ShardView;
import shardsh.render.Table.Column;

/** Documents that lie on a shard that does not own them, and when they go. */
final class OrphansDiagram implements Diagram {
  private static final int RANGE_MIN = 24;

  /** Documents of one range on a shard that does not own them; the texts as they are shown. */
  private record Left(
      ShardView shard, Namespace ns, String range, long count, long bytes, StyledLine deleted) {
    StyledLine counted() {
      return count == 0
          ? StyledLine.of("0", Role.DIM)
          : StyledLine.of("! " + Amounts.count(count), Role.WARN);
    }
  }

  @Override
  public List<StyledLine> draw(Scene scene, int width) {
    List<Left> all = new ArrayList<>();
    long total = 0;
    boolean unplanned = false;
    for (ShardView shard : scene.now().shards()) {
      for (RangeDeletionView deletion : shard.rangeDeletions()) {
        boolean empty = deletion.pending() && deletion.orphans() == 0;
        if (!empty && isShown(scene, deletion.ns())) {
          all.add(waiting(scene, shard, deletion));
        }
      }
      for (ShardCollectionView view : shard.collections()) {
        if (isShown(scene, view.ns())) {
          Optional<Left> more = unplanned(shard, view);
          unplanned |= more.isPresent();
          more.ifPresent(all::add);
          total += view.allOrphans();
        }
      }
    }
    if (all.isEmpty()) {
      return scene.wrap(StyledLine.of("no orphans", Role.OK), width, 0);
    }
    List<StyledLine> lines = new ArrayList<>(rows(scene, all, width));
    if (unplanned) {
      lines.addAll(
          scene.wrap(
              StyledLine.of(
                  "! what no range deletion waits for stays until cleanupOrphaned is run on its"
                      + " shard.",
                  Role.WARN),
              width,
              2));
    }
    lines.addAll(
        scene.wrap(
            StyledLine.of(
                Amounts.count(total, "orphan")
                    + ". Through a router, find and countDocuments leave them out; a shard"
                    + " asked directly shows them, and fast counts without a query include"
                    + " them. Weight from sim.fill is counted here too, though no query sees"
                    + " it.",
                Role.HINT),
            width,
            0));
    return lines;
  }

  private static boolean isShown(Scene scene, Namespace ns) {
    return scene.ns().isEmpty() || scene.ns().get().equals(ns);
  }

  /** A table, or where that has no room for all it should say a line or two for each range. */
  private static List<StyledLine> rows(Scene scene, List<Left> all, int width) {
    Table table =
        scene
            .table(
                Column.left("shard", 3, 0),
                Column.left("collection", 24, 0),
                Column.left("range", RANGE_MIN, 0),
                Column.right("orphans", 3, 0),
                Column.right("size", 5, 0),
                Column.whole("deleted", 0))
            .naming(names(scene));
    for (Left one : all) {
      table.row(
          StyledLine.of(one.shard().id().name(), scene.shardRoles().of(one.shard().id())),
          StyledLine.of(DisplayWidth.visible(one.ns().toString())),
          StyledLine.of(one.range()),
          one.counted(),
          StyledLine.of(Amounts.size(one.bytes())),
          one.deleted());
    }
    if (table.leastWidth() <= width) {
      return table.lines(width);
    }
    List<StyledLine> lines = new ArrayList<>();
    all.forEach(one -> lines.addAll(scene.wrap(sentence(scene, one), width, 2)));
    return lines;
  }

  private static StyledLine sentence(Scene scene, Left one) {
    return new LineBuilder()
        .add(one.shard().id().name(), scene.shardRoles().of(one.shard().id()))
        .add("  ")
        .add(scene.said(StyledLine.of(one.range())))
        .add(" of " + DisplayWidth.visible(one.ns().toString()) + " · ")
        .add(one.counted())
        .add(" ")
        .add(scene.said(StyledLine.of(one.count() == 1 ? "orphan" : "orphans")))
        .add(" · " + Amounts.size(one.bytes()) + " · ")
        .add(scene.said(StyledLine.of("deleted", Role.DIM)))
        .add(" ")
        .add(scene.said(one.deleted()))
        .build();
  }

  private static Left waiting(Scene scene, ShardView shard, RangeDeletionView deletion) {
    long left = deletion.dueMillis() - scene.now().nowMillis();
    String due = left <= 0 ? "due now" : "in " + Amounts.duration(left);
    String when = deletion.pending() ? whenSettled(scene, deletion) : due;
    return new Left(
        shard,
        deletion.ns(),
        KeyText.of(deletion.range()),
        deletion.orphans(),
        deletion.bytes(),
        StyledLine.of(when));
  }

  /** What the ranges that are to be deleted are called, each among those of its collection. */
  private static List<KeyNames> names(Scene scene) {
    Map<Namespace, List<ChunkRange>> ranges = new LinkedHashMap<>();
    for (ShardView shard : scene.now().shards()) {
      for (RangeDeletionView deletion : shard.rangeDeletions()) {
        ranges.computeIfAbsent(deletion.ns(), ns -> new ArrayList<>()).add(deletion.range());
      }
    }
    return ranges.values().stream().map(KeyNames::new).toList();
  }

  /** A pending range waits for the end of its move, or for the news of it. */
  private static String whenSettled(Scene scene, RangeDeletionView deletion) {
    boolean running =
        scene.now().migrations().stream()
            .anyMatch(
                move ->
                    move.standing().isPresent()
                        && move.what().ns().equals(deletion.ns())
                        && move.what().range().equals(deletion.range()));
    return running ? "when its move ends" : "when its donor can tell";
  }

  /** Orphans that no deletion waits for, as a migration that failed half-way leaves them. */
  private static Optional<Left> unplanned(ShardView shard, ShardCollectionView view) {
    List<RangeDeletionView> planned =
        shard.rangeDeletions().stream()
            .filter(deletion -> deletion.ns().equals(view.ns()))
            .toList();
    long more = view.allOrphans() - planned.stream().mapToLong(RangeDeletionView::orphans).sum();
    long waitingBytes = planned.stream().mapToLong(RangeDeletionView::bytes).sum();
    return more <= 0
        ? Optional.empty()
        : Optional.of(
            new Left(
                shard,
                view.ns(),
                "in no planned range",
                more,
                Math.max(0, view.orphanBytes() - waitingBytes),
                StyledLine.of("! never", Role.WARN)));
  }
}
