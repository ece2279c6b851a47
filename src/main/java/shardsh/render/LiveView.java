package shardsh.render;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import shardsh.core.sharding.MigrateInfo;
import shardsh.core.snapshot.ClusterSnapshot.CacheView;
import shardsh.core.snapshot.ClusterSnapshot.CollectionView;
import shardsh.core.snapshot.ClusterSnapshot.RouterView;
import shardsh.core.snapshot.ClusterSnapshot.ShardView;
import shardsh.render.Table.Column;

/**
 * The cluster in so many lines: with every chunk where there is room, else a box or a line for each
 * node.
 */
public final class LiveView {
  private LiveView() {}

  /** Exactly so many lines, none wider than the screen. */
  public static List<StyledLine> draw(Scene scene, ScreenProfile screen, int height) {
    List<StyledLine> lines = new ArrayList<>(Diagrams.draw("cluster", scene, screen));
    if (lines.size() > height) {
      lines = new ArrayList<>(smaller(scene, screen, height));
    }
    if (lines.size() > height) {
      int left = lines.size() - height + 1;
      lines = new ArrayList<>(lines.subList(0, Math.max(0, height - 1)));
      String more = "… " + Amounts.count(left, "more line") + "; show cluster draws all";
      StyledLine cut = LineBuilder.cut(StyledLine.of(more, Role.DIM), screen.width());
      lines.addAll(Glyphs.cells(List.of(cut), screen));
    }
    while (lines.size() < height) {
      lines.add(StyledLine.EMPTY);
    }
    return lines.subList(0, height);
  }

  /** A box for each node, or where not all of them have room, a line. */
  private static List<StyledLine> smaller(Scene scene, ScreenProfile screen, int height) {
    ClusterBoxes boxes = new ClusterBoxes(scene);
    Set<String> shown = new LinkedHashSet<>();
    boxes.routers().forEach(router -> shown.add(router.id().name()));
    boxes.shards().forEach(shard -> shown.add(shard.id().name()));
    Stage stage = new Stage(scene.now(), shown, screen.width());
    boolean hasRoom =
        screen.width() >= Stage.WIDTH_MIN
            && stage.height() <= height
            && shown.stream().allMatch(node -> stage.room(node) > 0);
    if (!hasRoom) {
      shown.add(scene.now().config().id().name());
      return list(scene, shown, boxes.leftOut(), screen);
    }
    Canvas canvas = new Canvas(screen.width());
    stage.draw(canvas, texts(scene), scene.shardRoles());
    return Glyphs.cells(canvas.lines(), screen);
  }

  /** A line for each node, what is alike below each other. */
  private static List<StyledLine> list(
      Scene scene, Set<String> shown, List<StyledLine> leftOut, ScreenProfile screen) {
    Table table =
        scene.table(
            Column.left("", 5, 0),
            Column.left("", 4, 0),
            Column.right("", 7, 0),
            Column.right("", 5, 2),
            Column.left("", 6, 1));
    scene.collections().stream()
        .findFirst()
        .ifPresent(collection -> addRows(scene, collection, shown, table));
    List<StyledLine> lines = new ArrayList<>(table.lines(screen.width()));
    leftOut.forEach(line -> lines.add(LineBuilder.cut(scene.said(line), screen.width())));
    return Glyphs.cells(lines, screen);
  }

  private static void addRows(
      Scene scene, CollectionView collection, Set<String> shown, Table table) {
    String config = scene.now().config().id().name();
    if (shown.contains(config)) {
      table.row(
          StyledLine.of(config, Role.CONFIG),
          StyledLine.of("v" + collection.version(), Role.NAME),
          StyledLine.of(Amounts.count(collection.chunks().size(), "chunk")),
          StyledLine.EMPTY,
          StyledLine.of(DisplayWidth.visible(collection.ns().toString())));
    }
    for (RouterView router : scene.now().routers()) {
      if (shown.contains(router.id().name())) {
        List<StyledLine> parts = router(router, collection);
        table.row(
            StyledLine.of(router.id().name(), Role.ROUTER),
            parts.get(0),
            StyledLine.EMPTY,
            StyledLine.EMPTY,
            together(parts.subList(1, parts.size())));
      }
    }
    for (ShardView shard : scene.now().shards()) {
      if (shown.contains(shard.id().name())) {
        table.row(
            StyledLine.of(shard.id().name(), scene.shardRoles().of(shard.id())),
            StyledLine.of("v" + Facts.shardVersion(collection, shard.id()), Role.NAME),
            StyledLine.of(Amounts.count(Facts.chunksOn(collection, shard.id()), "chunk")),
            size(shard, collection).orElse(StyledLine.EMPTY),
            state(scene, shard, collection).orElse(StyledLine.EMPTY));
      }
    }
  }

  private static StyledLine together(List<StyledLine> parts) {
    LineBuilder line = new LineBuilder();
    parts.forEach(part -> line.separate("  ").add(part));
    return line.build();
  }

  private static Map<String, List<StyledLine>> texts(Scene scene) {
    Map<String, List<StyledLine>> texts = new LinkedHashMap<>();
    Optional<CollectionView> first = scene.collections().stream().findFirst();
    if (first.isEmpty()) {
      return texts;
    }
    CollectionView collection = first.get();
    List<StyledLine> truth = new ArrayList<>();
    truth.add(StyledLine.of(DisplayWidth.visible(collection.ns().toString())));
    truth.add(StyledLine.of("v" + collection.version() + " truth", Role.NAME));
    truth.add(StyledLine.of(Amounts.count(collection.chunks().size(), "chunk")));
    texts.put(scene.now().config().id().name(), truth);
    for (RouterView router : scene.now().routers()) {
      texts.put(router.id().name(), router(router, collection));
    }
    for (ShardView shard : scene.now().shards()) {
      texts.put(shard.id().name(), shard(scene, shard, collection));
    }
    texts.replaceAll((node, lines) -> lines.stream().map(scene::said).toList());
    return texts;
  }

  private static List<StyledLine> router(RouterView router, CollectionView collection) {
    List<StyledLine> lines = new ArrayList<>();
    Optional<CacheView> cache = router.cacheOf(collection.ns());
    lines.add(
        cache
            .map(view -> StyledLine.of("v" + view.version(), Role.NAME))
            .orElse(StyledLine.of("no table yet", Role.DIM)));
    cache.ifPresent(
        view ->
            lines.add(
                Facts.isBehind(view, collection)
                    ? StyledLine.of("! behind", Role.STALE)
                    : StyledLine.of("current", Role.OK)));
    if (!router.up()) {
      lines.add(StyledLine.of("! down", Role.BLOCKED));
    }
    return lines;
  }

  private static List<StyledLine> shard(Scene scene, ShardView shard, CollectionView collection) {
    List<StyledLine> lines = new ArrayList<>();
    int chunks = Facts.chunksOn(collection, shard.id());
    String version = "v" + Facts.shardVersion(collection, shard.id());
    lines.add(StyledLine.of(version + " " + Amounts.count(chunks, "chunk"), Role.NAME));
    size(shard, collection).ifPresent(lines::add);
    state(scene, shard, collection).ifPresent(lines::add);
    return lines;
  }

  private static Optional<StyledLine> size(ShardView shard, CollectionView collection) {
    return shard.collection(collection.ns()).map(view -> StyledLine.of(Amounts.size(view.bytes())));
  }

  /** What is not as usual with a shard. */
  private static Optional<StyledLine> state(
      Scene scene, ShardView shard, CollectionView collection) {
    if (!shard.node().up()) {
      return Optional.of(StyledLine.of("! no primary", Role.BLOCKED));
    }
    Optional<StyledLine> move = move(scene, shard);
    if (move.isPresent()) {
      return move;
    }
    if (shard.draining()) {
      return Optional.of(StyledLine.of("! draining", Role.WARN));
    }
    return shard
        .collection(collection.ns())
        .filter(view -> view.allOrphans() > 0)
        .map(view -> "! " + Amounts.count(view.allOrphans(), "orphan"))
        .map(orphans -> StyledLine.of(orphans, Role.WARN));
  }

  /** The migration that a shard takes part in, with its step. */
  private static Optional<StyledLine> move(Scene scene, ShardView shard) {
    return scene.now().migrations().stream()
        .filter(Facts::isRunning)
        .filter(
            migration ->
                migration.what().donor().equals(shard.id())
                    || migration.what().recipient().equals(shard.id()))
        .findFirst()
        .map(
            migration -> {
              MigrateInfo what = migration.what();
              boolean gives = what.donor().equals(shard.id());
              boolean blocks = gives && Facts.blocksWrites(migration);
              String other = gives ? "→ " + what.recipient() : "← " + what.donor();
              return StyledLine.of(
                  (blocks ? "! " : "") + other + " " + Facts.stepName(migration.state()),
                  blocks ? Role.BLOCKED : Role.MOVED);
            });
  }
}
