package shardsh.render;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import shardsh.core.sharding.ChunkVersion;
import shardsh.core.sharding.ShardId;
import shardsh.core.snapshot.ClusterSnapshot;
import shardsh.core.snapshot.ClusterSnapshot.CacheView;
import shardsh.core.snapshot.ClusterSnapshot.CollectionView;
import shardsh.core.snapshot.ClusterSnapshot.NodeView;
import shardsh.core.snapshot.ClusterSnapshot.RouterView;
import shardsh.core.snapshot.ClusterSnapshot.ShardCollectionView;
import shardsh.core.snapshot.ClusterSnapshot.ShardView;
import shardsh.render.Table.Column;

/**
 * Who holds which version: the collection, each shard, each router before and after the last
 * change, and what a router would send to each shard and hear.
 */
final class VersionsDiagram implements Diagram {
  private static final String ASKS_FIRST = "asks cfgrs first";

  @Override
  public List<StyledLine> draw(Scene scene, int width) {
    List<StyledLine> lines = new ArrayList<>();
    for (CollectionView collection : scene.collections()) {
      if (!lines.isEmpty()) {
        lines.add(StyledLine.EMPTY);
      }
      lines.addAll(
          scene.wrap(
              new LineBuilder()
                  .add(DisplayWidth.visible(collection.ns().toString()), Role.TITLE)
                  .add(" · epoch " + collection.version().generation().epoch().toHexString())
                  .build(),
              width,
              2));
      lines.addAll(held(scene, collection).folded().lines(width));
      Set<CacheView> drawn = new LinkedHashSet<>();
      for (RouterView router : scene.now().routers()) {
        Optional<CacheView> cache = router.cacheOf(collection.ns());
        boolean sends = cache.isPresent() && !cache.get().needsRefresh();
        if (sends && drawn.add(cache.get())) {
          addWouldSend(scene, collection, cache.get(), width, lines);
        }
      }
    }
    boolean any = !lines.isEmpty();
    if (!any) {
      lines.add(scene.said("no sharded collection", Role.DIM));
    }
    DatabaseVersions.add(scene, !any, width, lines);
    return lines;
  }

  private static Table held(Scene scene, CollectionView collection) {
    boolean before = scene.before().isPresent();
    Table table =
        scene.table(
            Column.left("who", 11, 0),
            Column.left(before ? "before" : "", 4, 1),
            Column.left(before ? "now" : "version", 4, 0),
            Column.whole("", 0));
    Optional<CollectionView> old = scene.before().flatMap(b -> b.collection(collection.ns()));
    row(
        table,
        StyledLine.of("collection", Role.CONFIG),
        old.map(CollectionView::version),
        Optional.of(collection.version()),
        StyledLine.EMPTY);
    for (ShardView shard : scene.now().shards()) {
      addShard(scene, collection, old, shard, table);
    }
    for (RouterView router : scene.now().routers()) {
      addRouter(scene, collection, router, table);
    }
    return table;
  }

  private static void addShard(
      Scene scene,
      CollectionView collection,
      Optional<CollectionView> old,
      ShardView shard,
      Table table) {
    ChunkVersion real = Facts.shardVersion(collection, shard.id());
    Optional<ChunkVersion> knows =
        shard.collection(collection.ns()).flatMap(ShardCollectionView::filteringVersion);
    LineBuilder note = new LineBuilder();
    if (knows.isEmpty()) {
      note.add(ASKS_FIRST, Role.DIM);
    } else if (!knows.get().equals(real)) {
      note.add("! still filters by " + knows.get(), Role.STALE);
    }
    row(
        table,
        StyledLine.of(shard.id().name(), scene.shardRoles().of(shard.id())),
        old.map(view -> Facts.shardVersion(view, shard.id())),
        Optional.of(real),
        note.build());
  }

  private static void addRouter(
      Scene scene, CollectionView collection, RouterView router, Table table) {
    Optional<ChunkVersion> now = router.cacheOf(collection.ns()).map(CacheView::version);
    Optional<ChunkVersion> before =
        scene
            .before()
            .flatMap(snapshot -> snapshot.router(router.id()))
            .flatMap(view -> view.cacheOf(collection.ns()))
            .map(CacheView::version);
    LineBuilder note = new LineBuilder();
    if (now.isEmpty()) {
      note.add("no table yet", Role.DIM);
    } else if (router.cacheOf(collection.ns()).get().needsRefresh()) {
      note.add(ASKS_FIRST, Role.DIM);
    } else if (!now.get().generation().equals(collection.version().generation())) {
      note.add("! another epoch", Role.STALE);
    } else if (!now.get().equals(collection.version())) {
      note.add("! behind", Role.STALE);
    }
    row(table, StyledLine.of(router.id() + " (router)", Role.ROUTER), before, now, note.build());
  }

  private static void row(
      Table table,
      StyledLine who,
      Optional<ChunkVersion> before,
      Optional<ChunkVersion> now,
      StyledLine note) {
    boolean changed = before.isPresent() && !before.equals(now);
    String text = now.map(ChunkVersion::toString).orElse("–");
    LineBuilder mark = new LineBuilder();
    if (changed) {
      mark.add("changed", Role.MOVED);
    }
    if (note.width() > 0) {
      mark.separate(" · ").add(note);
    }
    table.row(
        who,
        StyledLine.of(before.map(ChunkVersion::toString).orElse("")),
        StyledLine.of(text, changed ? Role.MOVED : Role.NAME),
        mark.build());
  }

  private static void addWouldSend(
      Scene scene, CollectionView collection, CacheView cache, int width, List<StyledLine> lines) {
    boolean one = Facts.routersWith(scene, cache).size() == 1;
    String sends = scene.said(one ? " sends" : " send", Role.PLAIN).text();
    String title = Facts.namesWith(scene, cache) + sends;
    Table table =
        scene.table(
            Column.left("to", 2, 0),
            Column.left(title, 8, 1),
            Column.left("has", 3, 2),
            Column.whole("so", 0));
    for (ShardView shard : scene.now().shards()) {
      ChunkVersion sent = Facts.wouldSend(cache, shard.id());
      ChunkVersion has = Facts.shardVersion(collection, shard.id());
      if (sent.major() == 0 && sent.minor() == 0 && has.major() == 0 && has.minor() == 0) {
        continue;
      }
      table.row(
          StyledLine.of(shard.id().name(), scene.shardRoles().of(shard.id())),
          StyledLine.of(sent.toString()),
          StyledLine.of(has.toString()),
          verdict(scene.now(), sent, has, shard.id()));
    }
    if (!table.isEmpty() && !cache.rows().isEmpty()) {
      lines.add(StyledLine.EMPTY);
      lines.addAll(table.folded().lines(width));
    }
  }

  private static StyledLine verdict(
      ClusterSnapshot snapshot, ChunkVersion sent, ChunkVersion has, ShardId shard) {
    Optional<NodeView> silent =
        snapshot.shard(shard).map(ShardView::node).filter(node -> !node.up());
    if (silent.isPresent()) {
      String cause = MemberSigns.absence(silent.get()).substring(" · ".length());
      return StyledLine.of("! no answer: " + cause, Role.BLOCKED);
    }
    if (!sent.generation().equals(has.generation())) {
      return StyledLine.of("! refused: another epoch", Role.STALE);
    }
    if (sent.major() == 0 && sent.minor() == 0) {
      return StyledLine.of("not asked: no chunk in its table", Role.DIM);
    }
    if (!sent.isCompatibleWith(has)) {
      return StyledLine.of("! refused: major " + sent.major() + ", not " + has.major(), Role.STALE);
    }
    return sent.equals(has)
        ? StyledLine.of("accepted", Role.OK)
        : StyledLine.of("accepted: same major", Role.OK);
  }
}
