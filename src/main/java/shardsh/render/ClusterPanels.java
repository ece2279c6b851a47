package shardsh.render;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import shardsh.core.base.NodeId;
import shardsh.core.snapshot.ClusterSnapshot.BalancerView;
import shardsh.core.snapshot.ClusterSnapshot.CacheRow;
import shardsh.core.snapshot.ClusterSnapshot.CacheView;
import shardsh.core.snapshot.ClusterSnapshot.ChunkView;
import shardsh.core.snapshot.ClusterSnapshot.CollectionView;
import shardsh.core.snapshot.ClusterSnapshot.DatabaseView;
import shardsh.core.snapshot.ClusterSnapshot.MigrationView;
import shardsh.core.snapshot.ClusterSnapshot.RouterView;
import shardsh.core.snapshot.ClusterSnapshot.ShardCollectionView;
import shardsh.core.snapshot.ClusterSnapshot.ShardView;
import shardsh.core.snapshot.ClusterSnapshot.UnshardedView;
import shardsh.core.trace.CallEvent;
import shardsh.core.trace.TraceEntry;
import shardsh.render.Canvas.Panel;
import shardsh.render.Table.Column;

/** The boxes of the cluster picture: what each node has or believes. */
final class ClusterPanels {

  private static final int COLLECTIONS_MAX = 3;
  private static final int ROWS_MAX = 10;

  private final Scene scene;
  private final ShardRoles roles;
  private final ShardChunks shardChunks;

  ClusterPanels(Scene scene) {
    this.scene = scene;
    this.roles = scene.shardRoles();
    this.shardChunks = new ShardChunks(scene);
  }

  Panel app() {
    String command = "idle";
    for (TraceEntry entry : scene.last()) {
      if (entry.event() instanceof CallEvent.RequestSent sent && sent.from().equals(NodeId.APP)) {
        command = DisplayWidth.visible(Facts.commandName(sent.command()));
      }
    }
    return new Panel(
        StyledLine.of("app", Role.TITLE), List.of(scene.said(command, Role.PLAIN)), Role.PLAIN);
  }

  /**
   * A router and its tables.
   *
   * @param tight with one blank between columns instead of two
   */
  Panel router(RouterView router, int inner, boolean tight) {
    LineBuilder title = new LineBuilder().add(router.id().name(), Role.ROUTER).add(" router");
    if (!router.up()) {
      title.add(" · down", Role.BLOCKED);
    }
    Optional<String> twin = twin(router);
    List<StyledLine> lines = new ArrayList<>();
    for (CollectionView collection : few(scene.collections())) {
      Optional<CacheView> cache = router.cacheOf(collection.ns());
      if (cache.isEmpty()) {
        LineBuilder none =
            new LineBuilder()
                .add(DisplayWidth.visible(collection.ns().toString()))
                .add(" no table yet", Role.DIM);
        lines.addAll(scene.wrap(none.build(), Math.max(1, inner), 2));
        continue;
      }
      lines.addAll(scene.wrap(cacheHead(collection, cache.get()), Math.max(1, inner), 2));
      twin.ifPresentOrElse(
          name -> lines.add(scene.said("  the rows of " + name, Role.DIM)),
          () -> lines.addAll(cacheRows(collection, cache.get(), inner, tight)));
    }
    addLeftOut(lines);
    if (lines.isEmpty()) {
      lines.add(scene.said("no table yet", Role.DIM));
    }
    return new Panel(scene.said(title.build()), lines, router.up() ? Role.PLAIN : Role.BLOCKED);
  }

  /** The name of the first router above this one that has the very same tables, if there is one. */
  private Optional<String> twin(RouterView router) {
    for (RouterView other : scene.now().routers()) {
      if (other.id().equals(router.id())) {
        return Optional.empty();
      }
      if (!router.caches().isEmpty() && other.caches().equals(router.caches())) {
        return Optional.of(other.id().name());
      }
    }
    return Optional.empty();
  }

  private static StyledLine cacheHead(CollectionView collection, CacheView cache) {
    LineBuilder head =
        new LineBuilder()
            .add(DisplayWidth.visible(collection.ns().toString()) + " ")
            .add("v" + cache.version() + " ", Role.NAME);
    if (cache.needsRefresh()) {
      head.add("asks cfgrs first", Role.DIM);
    } else if (Facts.isOfOtherEpoch(cache, collection)) {
      head.add("! another epoch", Role.STALE);
    } else if (Facts.isBehind(cache, collection)) {
      head.add("! behind v" + collection.version(), Role.STALE);
    } else {
      head.add("current", Role.DIM);
    }
    return head.build();
  }

  private List<StyledLine> cacheRows(
      CollectionView collection, CacheView cache, int inner, boolean tight) {
    KeyNames names = shardChunks.names(collection);
    Column[] columns = {
      Column.left("", names.shortWidth(), 0),
      Column.left("", Math.min(20, inner / 4), 0),
      Column.left("", ShardChunks.VERSION_MIN, 0),
      Column.left("", 20, 0)
    };
    Table table =
        (tight ? Table.narrow(columns) : new Table(columns)).in(scene.words()).naming(names);
    List<Excerpt.Part> parts = Excerpt.of(cache.rows(), ROWS_MAX, row -> !row.mark().isEmpty());
    for (Excerpt.Part part : parts) {
      if (part.leftOut() > 0) {
        table.note(more(part.leftOut(), "row"));
      } else {
        CacheRow row = cache.rows().get(part.index());
        Role role = roleOf(row);
        table.row(
            StyledLine.of(KeyText.of(row.range()), role),
            StyledLine.of(row.shard().name(), roles.of(row.shard())),
            StyledLine.of(row.version().toString(), role),
            markOf(row));
      }
    }
    return table.leastWidth() <= inner ? table.lines(inner) : apart(names, cache, parts, inner);
  }

  /** The rows where not all of one has room on a line: its range above the rest. */
  private List<StyledLine> apart(
      KeyNames names, CacheView cache, List<Excerpt.Part> parts, int inner) {
    List<StyledLine> lines = new ArrayList<>();
    for (Excerpt.Part part : parts) {
      if (part.leftOut() > 0) {
        lines.add(LineBuilder.cut(scene.said(more(part.leftOut(), "row")), inner));
        continue;
      }
      CacheRow row = cache.rows().get(part.index());
      Role role = roleOf(row);
      lines.add(StyledLine.of(names.of(row.range(), inner), role));
      LineBuilder rest = new LineBuilder().add("  ").add(row.version().toString(), role);
      rest.add(" ").add(row.shard().name(), roles.of(row.shard()));
      rest.add(" ").add(scene.said(markOf(row)));
      lines.add(LineBuilder.cut(rest.build(), inner));
    }
    return lines;
  }

  private static Role roleOf(CacheRow row) {
    return row.mark().isEmpty() ? Role.CHUNK : Role.STALE;
  }

  private static StyledLine markOf(CacheRow row) {
    return StyledLine.of(row.mark().isEmpty() ? "" : "! " + row.mark(), Role.STALE);
  }

  private StyledLine configTitle() {
    LineBuilder title = new LineBuilder().add(scene.now().config().id().name(), Role.CONFIG);
    title.add(" config");
    MemberSigns.addTo(title, scene.now().config());
    if (!scene.now().config().up()) {
      title.add(MemberSigns.absence(scene.now().config()), Role.BLOCKED);
    }
    return scene.said(title.build());
  }

  Panel config(int inner) {
    List<StyledLine> lines = MemberSigns.lines(scene.now().config(), inner);
    for (CollectionView collection : few(scene.collections())) {
      lines.addAll(scene.wrap(configHead(collection), inner, 2));
      String key = "key " + KeyText.of(collection.shardKey());
      lines.addAll(scene.wrap(StyledLine.of(key), inner, 2));
      String held =
          Amounts.count(collection.chunks().size(), "chunk")
              + " · "
              + Amounts.size(collection.bytes());
      lines.addAll(scene.wrap(StyledLine.of(held), inner, 2));
    }
    if (scene.collections().isEmpty()) {
      lines.add(scene.said("no sharded collection", Role.DIM));
    }
    addLeftOut(lines);
    lines.addAll(balancer(inner));
    return new Panel(configTitle(), lines, Role.PLAIN);
  }

  private static StyledLine configHead(CollectionView collection) {
    return new LineBuilder()
        .add(DisplayWidth.visible(collection.ns().toString()) + " ")
        .add("v" + collection.version() + " ", Role.NAME)
        .add("truth", Role.DIM)
        .build();
  }

  /** The cells of the config servers' box in which its title and first lines are whole. */
  int configHeadWidth() {
    int lines =
        few(scene.collections()).stream()
            .mapToInt(collection -> scene.said(configHead(collection)).width())
            .max()
            .orElse(0);
    return Math.max(configTitle().width() + 2, lines) + 4;
  }

  private List<StyledLine> balancer(int inner) {
    BalancerView balancer = scene.now().balancer();
    boolean stopped = balancer.mode().equals("off") || balancer.runs().equals("off");
    LineBuilder line = new LineBuilder().add("balancer ");
    line.add(stopped ? "stopped" : balancer.runs(), stopped ? Role.WARN : Role.PLAIN);
    balancer.window().ifPresent(window -> line.add(" · " + window));
    List<StyledLine> lines = new ArrayList<>(scene.wrap(line.build(), inner, 2));
    for (MigrationView migration : scene.now().migrations()) {
      if (Facts.isRunning(migration)) {
        LineBuilder move = new LineBuilder();
        move.add(KeyText.of(migration.what().range()) + " ", Role.MOVED)
            .add(migration.what().donor().name(), roles.of(migration.what().donor()))
            .add(" → ", Role.MOVED)
            .add(migration.what().recipient().name(), roles.of(migration.what().recipient()))
            .add(" " + Facts.stepName(migration.state()), Role.MOVED);
        lines.addAll(scene.wrap(move.build(), inner, 2));
      }
    }
    return lines;
  }

  Panel shard(ShardView shard, int inner) {
    Role role = roles.of(shard.id());
    LineBuilder title = new LineBuilder().add(shard.id().name(), role);
    MemberSigns.addTo(title, shard.node());
    shard.zones().forEach(zone -> title.add(" · zone " + DisplayWidth.visible(zone)));
    if (shard.draining()) {
      title.add(" · draining", Role.WARN);
    }
    if (!shard.inCatalog()) {
      title.add(" · not added", Role.WARN);
    }
    if (!shard.node().up()) {
      title.add(MemberSigns.absence(shard.node()), Role.BLOCKED);
    }
    List<StyledLine> lines = MemberSigns.lines(shard.node(), inner);
    int members = lines.size();
    for (CollectionView collection : few(scene.collections())) {
      addData(shard, collection, inner, lines);
    }
    addLeftOut(lines);
    for (DatabaseView database : scene.now().databases()) {
      addUnsharded(shard, database, inner, lines);
    }
    if (lines.size() == members) {
      lines.add(scene.said("no data", Role.DIM));
    }
    return new Panel(scene.said(title.build()), lines, shard.node().up() ? role : Role.BLOCKED);
  }

  private void addData(
      ShardView shard, CollectionView collection, int inner, List<StyledLine> lines) {
    if (scene.collections().size() > 1) {
      lines.add(StyledLine.of(DisplayWidth.visible(collection.ns().toString()), Role.NAME));
    }
    List<ChunkView> own = ShardChunks.of(collection, shard);
    Optional<ShardCollectionView> data = shard.collection(collection.ns());
    long bytes = own.stream().mapToLong(ChunkView::bytes).sum();
    StyledLine head =
        new LineBuilder()
            .add("v" + Facts.shardVersion(collection, shard.id()), Role.NAME)
            .add("  " + Amounts.count(own.size(), "chunk") + "  " + Amounts.size(bytes))
            .build();
    lines.addAll(scene.wrap(head, inner, 2));
    lines.addAll(shardChunks.lines(collection, shard, inner));
    data.filter(view -> view.allOrphans() > 0 || view.orphanBytes() > 0)
        .ifPresent(view -> lines.addAll(orphans(view, inner)));
  }

  private List<StyledLine> orphans(ShardCollectionView view, int inner) {
    String text =
        "! " + Amounts.count(view.allOrphans(), "orphan") + " " + Amounts.size(view.orphanBytes());
    return scene.wrap(StyledLine.of(text, Role.WARN), inner, 2);
  }

  private void addUnsharded(
      ShardView shard, DatabaseView database, int inner, List<StyledLine> lines) {
    int shown = 0;
    for (UnshardedView collection : database.unsharded()) {
      if (!collection.shard().equals(shard.id()) || collection.ns().isInternal()) {
        continue;
      }
      if (shown == COLLECTIONS_MAX) {
        lines.add(scene.said("… more unsharded", Role.DIM));
        return;
      }
      shown++;
      String text =
          DisplayWidth.visible(collection.ns().toString())
              + " "
              + Amounts.count(collection.documents(), "doc")
              + ", not sharded";
      lines.addAll(scene.wrap(StyledLine.of(text, Role.DIM), inner, 2));
    }
  }

  private List<CollectionView> few(List<CollectionView> collections) {
    return collections.subList(0, Math.min(COLLECTIONS_MAX, collections.size()));
  }

  private void addLeftOut(List<StyledLine> lines) {
    int leftOut = scene.collections().size() - COLLECTIONS_MAX;
    if (leftOut > 0) {
      lines.add(scene.said(more(leftOut, "collection")));
    }
  }

  StyledLine leftOutRouters(int count) {
    return scene.said(more(count, "router"));
  }

  /** {@code … 3 more chunks}. */
  static StyledLine more(int count, String noun) {
    return StyledLine.of("… " + Amounts.count(count, "more " + noun), Role.DIM);
  }
}
