package shardsh.render;

import java.util.ArrayList;
import java.util.List;
import shardsh.core.base.Namespace;
import shardsh.core.snapshot.ClusterSnapshot.RangeDeletionView;
import shardsh.core.snapshot.ClusterSnapshot.ShardCollectionView;
import shardsh.core.snapshot.ClusterSnapshot.ShardView;
import shardsh.render.Table.Column;

/** Documents that lie on a shard that does not own them, and when they go. */
final class OrphansDiagram implements Diagram {

  @Override
  public List<StyledLine> draw(Scene scene, int width) {
    Table table =
        scene.table(
            Column.left("shard", 3, 0),
            Column.left("collection", 24, 3),
            Column.left("range", 12, 0),
            Column.right("orphans", 3, 0),
            Column.right("size", 5, 2),
            Column.left("deleted", 14, 0));
    long total = 0;
    boolean unplanned = false;
    for (ShardView shard : scene.now().shards()) {
      for (RangeDeletionView deletion : shard.rangeDeletions()) {
        boolean empty = deletion.pending() && deletion.orphans() == 0;
        if (!empty && (scene.ns().isEmpty() || scene.ns().get().equals(deletion.ns()))) {
          addWaiting(scene, shard, deletion, width, table);
        }
      }
      for (ShardCollectionView view : shard.collections()) {
        if (scene.ns().isEmpty() || scene.ns().get().equals(view.ns())) {
          unplanned |= addUnplanned(scene, shard, view, table);
          total += view.allOrphans();
        }
      }
    }
    if (table.isEmpty()) {
      return List.of(LineBuilder.cut(scene.said(StyledLine.of("no orphans", Role.OK)), width));
    }
    List<StyledLine> lines = new ArrayList<>(table.lines(width));
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

  private static void addWaiting(
      Scene scene, ShardView shard, RangeDeletionView deletion, int width, Table table) {
    long left = deletion.dueMillis() - scene.now().nowMillis();
    String due = left <= 0 ? "due now" : "in " + Amounts.duration(left);
    String when = deletion.pending() ? whenSettled(scene, deletion) : due;
    table.row(
        StyledLine.of(shard.id().name(), scene.shardRoles().of(shard.id())),
        StyledLine.of(DisplayWidth.visible(deletion.ns().toString())),
        StyledLine.of(names(scene, deletion.ns()).of(deletion.range(), Math.max(16, width / 3))),
        deletion.orphans() == 0
            ? StyledLine.of("0", Role.DIM)
            : StyledLine.of("! " + Amounts.count(deletion.orphans()), Role.WARN),
        StyledLine.of(Amounts.size(deletion.bytes())),
        StyledLine.of(when));
  }

  /** What the ranges of a collection that are to be deleted are called. */
  private static KeyNames names(Scene scene, Namespace ns) {
    return new KeyNames(
        scene.now().shards().stream()
            .flatMap(shard -> shard.rangeDeletions().stream())
            .filter(deletion -> deletion.ns().equals(ns))
            .map(RangeDeletionView::range)
            .toList());
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

  /** Adds orphans that no deletion waits for, as a migration that failed half-way leaves them. */
  private static boolean addUnplanned(
      Scene scene, ShardView shard, ShardCollectionView view, Table table) {
    List<RangeDeletionView> planned =
        shard.rangeDeletions().stream()
            .filter(deletion -> deletion.ns().equals(view.ns()))
            .toList();
    long waiting = planned.stream().mapToLong(RangeDeletionView::orphans).sum();
    long waitingBytes = planned.stream().mapToLong(RangeDeletionView::bytes).sum();
    boolean more = view.allOrphans() > waiting;
    if (more) {
      table.row(
          StyledLine.of(shard.id().name(), scene.shardRoles().of(shard.id())),
          StyledLine.of(DisplayWidth.visible(view.ns().toString())),
          StyledLine.of("in no planned range"),
          StyledLine.of("! " + Amounts.count(view.allOrphans() - waiting), Role.WARN),
          StyledLine.of(Amounts.size(Math.max(0, view.orphanBytes() - waitingBytes))),
          StyledLine.of("! never", Role.WARN));
    }
    return more;
  }
}
