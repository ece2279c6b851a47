package shardsh.render;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import shardsh.core.snapshot.ClusterSnapshot.CollectionView;
import shardsh.core.snapshot.ClusterSnapshot.DatabaseView;
import shardsh.core.snapshot.ClusterSnapshot.MemberView;
import shardsh.core.snapshot.ClusterSnapshot.NodeView;
import shardsh.core.snapshot.ClusterSnapshot.ShardCollectionView;
import shardsh.core.snapshot.ClusterSnapshot.ShardView;
import shardsh.core.snapshot.ClusterSnapshot.UnshardedView;
import shardsh.render.Table.Column;

/** Per shard and collection: data, chunks, documents, orphans; per shard: zones, state, members. */
final class ShardsDiagram implements Diagram {
  private static final int BAR_CELLS = 12;

  /** Cut further, a column would say too little: the least important one goes instead. */
  private static final int ZONES_MIN = 12;

  private static final int MEMBERS_MIN = 40;
  private static final int PORTS_MIN = 24;

  @Override
  public List<StyledLine> draw(Scene scene, int width) {
    if (scene.now().shards().isEmpty()) {
      return List.of(StyledLine.of("no shards", Role.DIM));
    }
    ClusterBoxes boxes = ClusterBoxes.withAllBusy(scene);
    List<StyledLine> lines = new ArrayList<>(nodes(scene, boxes.shards()).lines(width));
    lines.addAll(boxes.leftOut(width));
    scene.now().shards().forEach(shard -> addElection(scene, shard, width, lines));
    for (CollectionView collection : scene.collections()) {
      lines.add(StyledLine.EMPTY);
      lines.addAll(scene.wrap(Heads.collection(scene, collection), width, 2));
      lines.addAll(data(scene, collection).folded().lines(width));
    }
    Table unsharded = unsharded(scene);
    if (!unsharded.isEmpty() && scene.ns().isEmpty()) {
      lines.add(StyledLine.EMPTY);
      lines.addAll(unsharded.lines(width));
    }
    return lines;
  }

  /** What has to happen before a set without a primary has one. */
  private static void addElection(Scene scene, ShardView shard, int width, List<StyledLine> lines) {
    int members = shard.node().members().size();
    if (!shard.node().initiated() || Facts.primary(shard.node()).isPresent() || members == 0) {
      return;
    }
    long running = shard.node().members().stream().filter(m -> !m.state().equals("DOWN")).count();
    Optional<Long> due =
        scene.now().pending().stream()
            .filter(task -> task.task().equals("election") && task.node().equals(shard.node().id()))
            .filter(task -> running > members / 2)
            .map(task -> task.dueMillis() - scene.now().nowMillis())
            .findFirst();
    String back = "sim.up(\"" + shard.id() + "\") brings ";
    String lacking =
        running == 0
            ? " is down; " + back + "it back"
            : " has no primary: a majority of "
                + members
                + " members is "
                + (members / 2 + 1)
                + ", and "
                + running
                + (running == 1 ? " runs; " : " run; ")
                + back
                + "all back";
    String text =
        due.map(
                millis ->
                    " elects a primary in "
                        + Amounts.duration(millis)
                        + "; sim.advance lets the time pass, and who must wait does")
            .orElse(lacking);
    text = "! " + shard.id() + text;
    lines.addAll(scene.wrap(StyledLine.of(text, Role.WARN), width, 2));
  }

  private static Table unsharded(Scene scene) {
    Table table =
        scene.table(
            Column.left("not sharded", 8, 0),
            Column.left("shard", 3, 0),
            Column.right("data", 5, 0),
            Column.right("docs", 3, 0));
    for (DatabaseView database : scene.now().databases()) {
      for (UnshardedView view : database.unsharded()) {
        if (!view.ns().isInternal()) {
          table.row(
              StyledLine.of(DisplayWidth.visible(view.ns().toString())),
              StyledLine.of(view.shard().name(), scene.shardRoles().of(view.shard())),
              StyledLine.of(Amounts.size(view.bytes())),
              StyledLine.of(Amounts.count(view.documents())));
        }
      }
    }
    return table;
  }

  private static Table nodes(Scene scene, List<ShardView> shards) {
    boolean portsAlone =
        scene.now().shards().stream().anyMatch(shard -> shard.node().members().size() > 1);
    // A column that says "none" in every row goes before one that says something.
    int zonesRank = shards.stream().allMatch(shard -> shard.zones().isEmpty()) ? 7 : 3;
    Table table =
        scene.table(
            Column.left("shard", 3, 0),
            Column.whole("state", 0),
            Column.left("zones", least(shards, ZONES_MIN, ShardsDiagram::zones), zonesRank),
            Column.left("primary", 4, 4),
            Column.left("other members", least(shards, MEMBERS_MIN, ShardsDiagram::others), 5),
            portsAlone
                ? Column.left("ports", least(shards, PORTS_MIN, shard -> hosts(shard, true)), 6)
                : Column.left("host", 8, 6));
    for (ShardView shard : shards) {
      table.row(
          StyledLine.of(shard.id().name(), scene.shardRoles().of(shard.id())),
          state(shard),
          orNone(zones(shard), Role.DIM),
          orNone(
              StyledLine.of(
                  Facts.primary(shard.node())
                      .map(name -> shard.node().members().size() > 1 ? "●" + name : name)
                      .orElse("")),
              Role.WARN),
          orNone(others(shard), Role.DIM),
          hosts(shard, portsAlone));
    }
    return table;
  }

  /** Cells for a whole cell of every row; for as many as that if there is a longer one. */
  private static int least(List<ShardView> shards, int most, Function<ShardView, StyledLine> cell) {
    int widest = shards.stream().mapToInt(shard -> cell.apply(shard).width()).max().orElse(0);
    return Math.min(most, widest);
  }

  private static StyledLine zones(ShardView shard) {
    return StyledLine.of(DisplayWidth.visible(String.join(", ", shard.zones())));
  }

  private static StyledLine orNone(StyledLine cell, Role role) {
    return cell.width() > 0 ? cell : StyledLine.of("none", role);
  }

  private static StyledLine state(ShardView shard) {
    if (!shard.node().up()) {
      return StyledLine.of("!" + MemberSigns.absence(shard.node()).substring(2), Role.BLOCKED);
    }
    if (!shard.inCatalog()) {
      return StyledLine.of(shard.removed() ? "removed" : "not added", Role.WARN);
    }
    return shard.draining() ? StyledLine.of("! draining", Role.WARN) : StyledLine.of("up", Role.OK);
  }

  /** {@code 27102 28102 29102}, or the whole host where no set has several members. */
  private static StyledLine hosts(ShardView shard, boolean portsAlone) {
    NodeView set = shard.node();
    String text =
        portsAlone
            ? set.members().stream()
                .map(member -> port(member.host()))
                .collect(Collectors.joining(" "))
            : set.host();
    return StyledLine.of(DisplayWidth.visible(text), Role.DIM);
  }

  /** All processes run on one machine. */
  private static String port(String host) {
    return host.substring(host.lastIndexOf(':') + 1);
  }

  private static StyledLine others(ShardView shard) {
    LineBuilder line = new LineBuilder();
    for (MemberView member : shard.node().members()) {
      if (member.state().equals("PRIMARY")) {
        continue;
      }
      boolean fine = member.state().equals("SECONDARY");
      line.separate(", ")
          .add(MemberSigns.sign(member) + DisplayWidth.visible(member.name()))
          .add(fine ? "" : " " + member.state(), MemberSigns.role(member));
    }
    return line.build();
  }

  private static Table data(Scene scene, CollectionView collection) {
    Table table =
        scene.table(
            Column.left("shard", 3, 0),
            Column.left("version", 4, 2),
            Column.right("chunks", 3, 0),
            Column.right("data", 5, 0),
            Column.right("docs", 3, 0),
            Column.right("orphans", 3, 1),
            Column.left("share of the data", BAR_CELLS, 3));
    List<ShardView> shards = scene.now().shards();
    long[] owned = shards.stream().mapToLong(shard -> ownedBytes(shard, collection)).toArray();
    int[] shares = Amounts.percentages(owned);
    for (int i = 0; i < owned.length; i++) {
      ShardView shard = shards.get(i);
      Optional<ShardCollectionView> view = shard.collection(collection.ns());
      long documents = view.map(ShardCollectionView::ownedDocuments).orElse(0L);
      long orphans = view.map(ShardCollectionView::allOrphans).orElse(0L);
      table.row(
          StyledLine.of(shard.id().name(), scene.shardRoles().of(shard.id())),
          StyledLine.of(Facts.shardVersion(collection, shard.id()).toString()),
          StyledLine.of(Amounts.count(Facts.chunksOn(collection, shard.id()))),
          StyledLine.of(Amounts.size(owned[i])),
          StyledLine.of(Amounts.count(documents)),
          StyledLine.of(
              (orphans > 0 ? "! " : "") + Amounts.count(orphans),
              orphans > 0 ? Role.WARN : Role.PLAIN),
          StyledLine.of(
              new Span(
                  Amounts.bar(shares[i] / 100.0, BAR_CELLS), scene.shardRoles().of(shard.id())),
              Span.plain(String.format(Locale.ROOT, " %3d %%", shares[i]))));
    }
    return table;
  }

  private static long ownedBytes(ShardView shard, CollectionView collection) {
    return shard.collection(collection.ns()).map(v -> v.bytes() - v.orphanBytes()).orElse(0L);
  }
}
