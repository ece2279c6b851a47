package shardsh.render;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import shardsh.core.snapshot.ClusterSnapshot.MemberView;
import shardsh.core.snapshot.ClusterSnapshot.RouterView;
import shardsh.core.snapshot.ClusterSnapshot.ShardView;
import shardsh.core.trace.RouteReport;

/**
 * Which nodes have a box in the picture of a large cluster: not more than can be overlooked, and
 * none of the shards that there is nothing to say of. The others are counted.
 */
final class ClusterBoxes {
  private static final int ROUTERS_MAX = 4;
  private static final int SHARDS_MAX = 24;

  /** Of so many shards each has a box. */
  private static final int ALL_SHOWN = 9;

  private static final int IDLE_MIN = 4;

  /** How many are shown where none has anything. */
  private static final int SOME = 3;

  private final Scene scene;
  private final Set<String> asked = new LinkedHashSet<>();
  private final List<ShardView> shards;

  ClusterBoxes(Scene scene) {
    this(scene, SHARDS_MAX);
  }

  /** With each shard that there is something to say of, as a list has room for all of them. */
  static ClusterBoxes withAllBusy(Scene scene) {
    return new ClusterBoxes(scene, Integer.MAX_VALUE);
  }

  private ClusterBoxes(Scene scene, int most) {
    this.scene = scene;
    RouteReport.lastOf(scene.last())
        .ifPresent(
            report -> {
              asked.add(report.targeted().router().name());
              report.attempts().forEach(attempt -> asked.add(attempt.shard().name()));
            });
    this.shards = chosen(most);
  }

  private List<ShardView> chosen(int most) {
    List<ShardView> all = scene.now().shards();
    List<ShardView> busy = all.stream().filter(shard -> !isIdle(shard)).toList();
    if (all.size() <= ALL_SHOWN || all.size() - busy.size() < IDLE_MIN) {
      busy = all;
    }
    return busy.isEmpty()
        ? all.subList(0, Math.min(SOME, all.size()))
        : first(busy, most, shard -> asked.contains(shard.id().name()));
  }

  /** The shards that have a box, in their order. */
  List<ShardView> shards() {
    return shards;
  }

  /** The routers that have a box, in their order. */
  List<RouterView> routers() {
    return first(scene.now().routers(), ROUTERS_MAX, router -> asked.contains(router.id().name()));
  }

  /** So many, in their order; those that matter before others. */
  private static <T> List<T> first(List<T> all, int most, Predicate<T> matters) {
    Set<T> chosen = new LinkedHashSet<>();
    all.stream().filter(matters).limit(most).forEach(chosen::add);
    for (T one : all) {
      if (chosen.size() < most) {
        chosen.add(one);
      }
    }
    return all.stream().filter(chosen::contains).toList();
  }

  /** No data, no chunks, no zone, no move, nothing wrong, and not asked by the last command. */
  private boolean isIdle(ShardView shard) {
    boolean isWell =
        shard.node().up()
            && shard.inCatalog()
            && !shard.draining()
            && shard.node().members().stream().map(MemberView::state).allMatch(this::isUsual);
    boolean isEmpty =
        shard.collections().stream()
            .filter(view -> !view.ns().isInternal())
            .allMatch(view -> view.documents() == 0 && view.bytes() == 0);
    boolean ownsChunks =
        scene.collections().stream()
            .anyMatch(collection -> Facts.chunksOn(collection, shard.id()) > 0);
    boolean moves =
        scene.now().migrations().stream()
            .filter(Facts::isRunning)
            .anyMatch(
                move ->
                    move.what().donor().equals(shard.id())
                        || move.what().recipient().equals(shard.id()));
    return isWell
        && !moves
        && isEmpty
        && !ownsChunks
        && shard.zones().isEmpty()
        && !asked.contains(shard.id().name());
  }

  private boolean isUsual(String state) {
    return state.equals("PRIMARY") || state.equals("SECONDARY");
  }

  /** The shards without a box, in words. */
  List<StyledLine> leftOut(int width) {
    return leftOut().stream().flatMap(line -> scene.wrap(line, width, 2).stream()).toList();
  }

  /** The same, each sentence on one line. */
  List<StyledLine> leftOut() {
    List<String> idle = new ArrayList<>();
    int others = 0;
    for (ShardView shard : scene.now().shards()) {
      if (!shards.contains(shard)) {
        if (isIdle(shard)) {
          idle.add(DisplayWidth.visible(shard.id().name()));
        } else {
          others++;
        }
      }
    }
    List<StyledLine> lines = new ArrayList<>();
    if (others > 0) {
      lines.add(ClusterPanels.more(others, "shard"));
    }
    if (!idle.isEmpty()) {
      String text =
          "… " + Amounts.count(idle.size(), "more shard") + " without data: " + names(idle);
      lines.add(StyledLine.of(text, Role.DIM));
    }
    return lines;
  }

  /** The first names and the last. */
  private static String names(List<String> all) {
    return all.size() <= ALL_SHOWN
        ? String.join(", ", all)
        : String.join(", ", all.subList(0, SOME)) + " … " + all.get(all.size() - 1);
  }
}
