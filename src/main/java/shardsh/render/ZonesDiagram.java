package shardsh.render;

import java.util.ArrayList;
import java.util.List;
import shardsh.core.sharding.Zone;
import shardsh.core.snapshot.ClusterSnapshot.ChunkView;
import shardsh.core.snapshot.ClusterSnapshot.CollectionView;
import shardsh.core.snapshot.ClusterSnapshot.ShardView;
import shardsh.render.Table.Column;

/**
 * Zones on the key axis: which ranges belong to them, which shards may hold them, what is wrong.
 */
final class ZonesDiagram implements Diagram {
  private static final int WRONG_MAX = 10;

  @Override
  public List<StyledLine> draw(Scene scene, int width) {
    List<StyledLine> lines = new ArrayList<>(shards(scene).folded().lines(width));
    for (CollectionView collection : scene.collections()) {
      if (collection.zones().isEmpty()) {
        continue;
      }
      lines.add(StyledLine.EMPTY);
      lines.addAll(scene.wrap(Heads.collection(scene, collection), width, 2));
      addAxis(scene, collection, width, lines);
      lines.addAll(ranges(scene, collection, width).lines(width));
      addWrong(scene, collection, width, lines);
      addCrossing(scene, collection, width, lines);
    }
    List<Zone> toCome =
        scene.now().zonesToCome().stream()
            .filter(zone -> scene.ns().isEmpty() || scene.ns().get().equals(zone.ns()))
            .toList();
    if (!toCome.isEmpty()) {
      lines.add(StyledLine.EMPTY);
      lines.addAll(toCome(scene, toCome, width).lines(width));
    }
    if (toCome.isEmpty() && scene.collections().stream().allMatch(view -> view.zones().isEmpty())) {
      lines.addAll(
          scene.wrap(
              StyledLine.of("no range of a sharded collection belongs to a zone", Role.DIM),
              width,
              2));
    }
    return lines;
  }

  /** The first chunks of these collections will follow their zones. */
  private static Table toCome(Scene scene, List<Zone> zones, int width) {
    Table table =
        scene.table(
            Column.left("not sharded yet", 8, 0),
            Column.left("zone", 4, 0),
            Column.left("range", 12, 0),
            Column.left("shards", 4, 0));
    for (Zone zone : zones) {
      List<String> holders = holders(scene, zone.name());
      table.row(
          StyledLine.of(DisplayWidth.visible(zone.ns().toString())),
          StyledLine.of(DisplayWidth.visible(zone.name()), Role.KEYWORD),
          StyledLine.of(KeyText.of(zone.range(), Math.max(16, width / 2))),
          holders.isEmpty()
              ? StyledLine.of("! none", Role.WARN)
              : StyledLine.of(String.join(", ", holders)));
    }
    return table;
  }

  private static Table shards(Scene scene) {
    Table table = scene.table(Column.left("shard", 3, 0), Column.left("zones", 5, 0));
    for (ShardView shard : scene.now().shards()) {
      table.row(
          StyledLine.of(shard.id().name(), scene.shardRoles().of(shard.id())),
          shard.zones().isEmpty()
              ? StyledLine.of("none", Role.DIM)
              : StyledLine.of(DisplayWidth.visible(String.join(", ", shard.zones()))));
    }
    return table;
  }

  private static void addAxis(
      Scene scene, CollectionView collection, int width, List<StyledLine> lines) {
    KeyAxis axis = new KeyAxis(scene, collection, width);
    lines.addAll(axis.lines());
    for (String name : names(collection)) {
      StyledLine marks =
          axis.marks(
              range ->
                  collection.zones().stream()
                      .anyMatch(zone -> zone.name().equals(name) && zone.range().overlaps(range)),
              false,
              Role.KEYWORD);
      if (marks.width() > 0) {
        LineBuilder line = new LineBuilder().add(marks);
        line.add(" " + DisplayWidth.visible(name), Role.KEYWORD);
        lines.add(LineBuilder.cut(line.build(), width));
      }
    }
  }

  private static List<String> names(CollectionView collection) {
    return collection.zones().stream().map(Zone::name).distinct().toList();
  }

  private static Table ranges(Scene scene, CollectionView collection, int width) {
    KeyNames names = KeyNames.of(scene, collection);
    Table table =
        scene
            .table(
                Column.left("zone", 4, 0),
                Column.left("range", names.shortWidthIn(width), 0),
                Column.left("shards", 4, 0),
                Column.right("chunks", 3, 1),
                Column.right("elsewhere", 3, 0))
            .naming(names);
    for (Zone zone : collection.zones()) {
      List<String> holders = holders(scene, zone.name());
      long inside =
          collection.chunks().stream().filter(c -> zone.range().covers(c.range())).count();
      long wrong =
          collection.chunks().stream()
              .filter(c -> zone.range().covers(c.range()))
              .filter(c -> !holders.contains(c.shard().name()))
              .count();
      table.row(
          StyledLine.of(DisplayWidth.visible(zone.name()), Role.KEYWORD),
          StyledLine.of(KeyText.of(zone.range())),
          holders.isEmpty()
              ? StyledLine.of("! none", Role.WARN)
              : StyledLine.of(String.join(", ", holders)),
          StyledLine.of(Amounts.count(inside)),
          StyledLine.of((wrong > 0 ? "! " : "") + wrong, wrong > 0 ? Role.WARN : Role.PLAIN));
    }
    return table;
  }

  private static List<String> holders(Scene scene, String zone) {
    return scene.now().shards().stream()
        .filter(shard -> shard.zones().contains(zone))
        .map(shard -> shard.id().name())
        .toList();
  }

  /** Chunks of which a part only belongs to a zone. */
  private static void addCrossing(
      Scene scene, CollectionView collection, int width, List<StyledLine> lines) {
    int shown = 0;
    for (ChunkView chunk : collection.chunks()) {
      for (Zone zone : collection.zones()) {
        boolean crosses =
            zone.range().overlaps(chunk.range()) && !zone.range().covers(chunk.range());
        if (crosses && shown++ < WRONG_MAX) {
          String text =
              "! "
                  + KeyText.of(chunk.range())
                  + " crosses a border of zone "
                  + DisplayWidth.visible(zone.name())
                  + ": the balancer cuts it there first";
          lines.addAll(scene.wrap(StyledLine.of(text, Role.WARN), width, 2));
        }
      }
    }
    addLeftOut(scene, shown - WRONG_MAX, lines);
  }

  private static void addLeftOut(Scene scene, int count, List<StyledLine> lines) {
    if (count > 0) {
      lines.add(scene.said("… " + Amounts.count(count, "more chunk"), Role.DIM));
    }
  }

  private static void addWrong(
      Scene scene, CollectionView collection, int width, List<StyledLine> lines) {
    int shown = 0;
    for (ChunkView chunk : collection.chunks()) {
      String zone = Zone.of(collection.zones(), chunk.range());
      if (zone.isEmpty() || holders(scene, zone).contains(chunk.shard().name())) {
        continue;
      }
      if (shown++ >= WRONG_MAX) {
        continue;
      }
      String text =
          "! "
              + KeyText.of(chunk.range())
              + " belongs to zone "
              + DisplayWidth.visible(zone)
              + " but lies on "
              + chunk.shard();
      lines.addAll(scene.wrap(StyledLine.of(text, Role.WARN), width, 2));
    }
    addLeftOut(scene, shown - WRONG_MAX, lines);
  }
}
