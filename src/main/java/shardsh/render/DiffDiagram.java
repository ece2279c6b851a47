package shardsh.render;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import shardsh.core.sharding.ChunkRange;
import shardsh.core.sharding.ShardId;
import shardsh.core.sharding.Zone;
import shardsh.core.snapshot.ClusterSnapshot;
import shardsh.core.snapshot.ClusterSnapshot.CacheView;
import shardsh.core.snapshot.ClusterSnapshot.ChunkView;
import shardsh.core.snapshot.ClusterSnapshot.CollectionView;
import shardsh.core.snapshot.ClusterSnapshot.DatabaseView;
import shardsh.core.snapshot.ClusterSnapshot.RouterView;
import shardsh.core.snapshot.ClusterSnapshot.ShardCollectionView;
import shardsh.core.snapshot.ClusterSnapshot.ShardView;
import shardsh.core.snapshot.ClusterSnapshot.UnshardedView;

/** What the last line changed: {@code -} was, {@code +} is, {@code ~} has become. */
final class DiffDiagram implements Diagram {
  private static final int LINES_MAX = 60;

  @Override
  public List<StyledLine> draw(Scene scene, int width) {
    if (scene.before().isEmpty()) {
      return scene.wrap(StyledLine.of("nothing has changed yet", Role.DIM), width, 2);
    }
    Comparison comparison = new Comparison(scene, scene.before().get());
    comparison.compare();
    List<StyledLine> lines = new ArrayList<>();
    int shown = 0;
    while (shown < comparison.lines.size() && lines.size() < LINES_MAX) {
      lines.addAll(scene.wrap(comparison.lines.get(shown), width, 4));
      shown++;
    }
    int left = comparison.lines.size() - shown;
    if (left > 0) {
      lines.add(scene.said("… " + Amounts.count(left, "more line"), Role.DIM));
    }
    if (lines.isEmpty()) {
      lines.addAll(scene.wrap(StyledLine.of("the cluster is as before", Role.DIM), width, 2));
    }
    return lines;
  }

  private static final class Comparison {
    private final Scene scene;
    private final ClusterSnapshot before;
    private final ShardRoles roles;
    private final List<StyledLine> lines = new ArrayList<>();

    Comparison(Scene scene, ClusterSnapshot before) {
      this.scene = scene;
      this.before = before;
      this.roles = scene.shardRoles();
    }

    void compare() {
      for (CollectionView collection : scene.collections()) {
        Optional<CollectionView> old = before.collection(collection.ns());
        if (old.isEmpty()) {
          plus(
              "collection "
                  + collection.ns()
                  + " sharded by "
                  + KeyText.of(collection.shardKey())
                  + " in "
                  + Amounts.count(collection.chunks().size(), "chunk"));
        } else {
          version(collection, old.get());
          chunks(collection, old.get());
        }
      }
      for (CollectionView old : before.collections()) {
        if (!old.ns().isInternal() && scene.now().collection(old.ns()).isEmpty()) {
          minus("sharded collection " + old.ns());
        }
      }
      zonesToCome();
      DiffStates states = new DiffStates(scene.now(), before);
      states.moves().forEach(this::changed);
      states.processes().forEach(this::changed);
      shards();
      routers();
      databases();
      balancer();
    }

    /** Zone ranges of collections that are not sharded. */
    private void zonesToCome() {
      for (Zone zone : scene.now().zonesToCome()) {
        if (before.zonesToCome().stream().noneMatch(old -> isSame(old, zone))) {
          plus("zone " + zone.name() + " for " + KeyText.of(zone.range()) + " of " + zone.ns());
        }
      }
      for (Zone zone : before.zonesToCome()) {
        boolean sharded = scene.now().collection(zone.ns()).isPresent();
        if (!sharded && scene.now().zonesToCome().stream().noneMatch(is -> isSame(is, zone))) {
          minus("zone " + zone.name() + " for " + KeyText.of(zone.range()) + " of " + zone.ns());
        }
      }
    }

    private static boolean isSame(Zone one, Zone other) {
      return one.ns().equals(other.ns())
          && one.name().equals(other.name())
          && one.range().equals(other.range());
    }

    private void plus(String text) {
      lines.add(scene.said("+ " + DisplayWidth.visible(text), Role.OK));
    }

    private void minus(String text) {
      lines.add(scene.said("- " + DisplayWidth.visible(text), Role.ERROR));
    }

    private void became(String what, Object was, Object is) {
      String text = DisplayWidth.visible(what + "  " + was + " → " + is);
      lines.add(scene.said("~ " + text, Role.MOVED));
    }

    private void changed(DiffStates.Change change) {
      change
          .was()
          .ifPresentOrElse(
              was -> became(change.what(), was, change.is()),
              () -> plus(change.what() + "  " + change.is()));
    }

    private void version(CollectionView now, CollectionView old) {
      if (!now.version().equals(old.version())) {
        became(now.ns() + " version", old.version(), now.version());
      }
      if (!now.version().generation().equals(old.version().generation())) {
        became(
            now.ns() + " epoch",
            old.version().generation().epoch(),
            now.version().generation().epoch());
      }
      if (!now.zones().equals(old.zones())) {
        became(
            now.ns() + " zone ranges",
            Amounts.count(old.zones().size()),
            Amounts.count(now.zones().size()));
      }
    }

    private void chunks(CollectionView now, CollectionView old) {
      Map<String, ChunkView> was = new LinkedHashMap<>();
      old.chunks().forEach(chunk -> was.put(key(chunk.range()), chunk));
      Map<String, ChunkView> is = new LinkedHashMap<>();
      now.chunks().forEach(chunk -> is.put(key(chunk.range()), chunk));
      was.forEach(
          (key, chunk) -> {
            if (!is.containsKey(key)) {
              lines.add(chunk("- ", chunk, Role.ERROR));
            }
          });
      is.forEach(
          (key, chunk) -> {
            ChunkView same = was.get(key);
            if (same == null) {
              lines.add(chunk("+ ", chunk, Role.OK));
            } else {
              changed(same, chunk);
            }
          });
    }

    private static String key(ChunkRange range) {
      return range.min() + " " + range.max();
    }

    private StyledLine chunk(String sign, ChunkView chunk, Role role) {
      return new LineBuilder()
          .add(sign + "chunk " + KeyText.of(chunk.range()) + " on ", role)
          .add(chunk.shard().name(), roles.of(chunk.shard()))
          .add("  " + chunk.version() + "  " + Amounts.size(chunk.bytes()), role)
          .add(chunk.jumbo() ? "  jumbo" : "", Role.JUMBO)
          .build();
    }

    private void changed(ChunkView was, ChunkView is) {
      LineBuilder line = new LineBuilder().add("~ chunk " + KeyText.of(is.range()), Role.MOVED);
      int bare = line.width();
      if (!was.shard().equals(is.shard())) {
        line.add("  ")
            .add(was.shard().name(), roles.of(was.shard()))
            .add(" → ")
            .add(is.shard().name(), roles.of(is.shard()));
      }
      if (!was.version().equals(is.version())) {
        line.add("  " + was.version() + " → " + is.version(), Role.MOVED);
      }
      line.add(sizes(was, is));
      if (was.documents() != is.documents()) {
        line.add("  docs " + counts(was.documents(), is.documents()));
      }
      if (was.jumbo() != is.jumbo()) {
        line.add(is.jumbo() ? "  now jumbo" : "  no longer jumbo", Role.JUMBO);
      }
      if (line.width() > bare) {
        lines.add(line.build());
      }
    }

    /** Empty for what the documents tell better: a change too small to be seen in the sizes. */
    private static String sizes(ChunkView was, ChunkView is) {
      String before = Amounts.size(was.bytes());
      String now = Amounts.size(is.bytes());
      if (!before.equals(now)) {
        return "  " + before + " → " + now;
      }
      long more = is.bytes() - was.bytes();
      return more == 0 || was.documents() != is.documents()
          ? ""
          : "  " + now + (more > 0 ? ", more by " : ", less by ") + Amounts.size(Math.abs(more));
    }

    private static String counts(long was, long is) {
      return Amounts.count(was) + " → " + Amounts.count(is);
    }

    private void shards() {
      for (ShardView shard : scene.now().shards()) {
        Optional<ShardView> old = before.shard(shard.id());
        if (old.isEmpty()) {
          plus("shard " + shard.id());
          continue;
        }
        flag(shard.id(), "draining", old.get().draining(), shard.draining());
        flag(shard.id(), "in the catalog", old.get().inCatalog(), shard.inCatalog());
        if (!shard.zones().equals(old.get().zones())) {
          became(shard.id() + " zones", old.get().zones(), shard.zones());
        }
        for (ShardCollectionView data : shard.collections()) {
          long was =
              old.get().collection(data.ns()).map(ShardCollectionView::allOrphans).orElse(0L);
          if (was != data.allOrphans()) {
            became(
                shard.id() + " orphans of " + data.ns(),
                Amounts.count(was),
                Amounts.count(data.allOrphans()));
          }
        }
      }
      for (ShardView old : before.shards()) {
        if (scene.now().shard(old.id()).isEmpty()) {
          minus("shard " + old.id());
        }
      }
    }

    private void flag(ShardId shard, String what, boolean was, boolean is) {
      if (was != is) {
        became(shard + " " + what, was ? "yes" : "no", is ? "yes" : "no");
      }
    }

    private void routers() {
      for (RouterView router : scene.now().routers()) {
        Optional<RouterView> old = before.router(router.id());
        for (CacheView cache : router.caches()) {
          Optional<CacheView> was = old.flatMap(view -> view.cacheOf(cache.ns()));
          if (was.isEmpty()) {
            plus(router.id() + " table of " + cache.ns() + " at " + cache.version());
          } else if (!was.get().version().equals(cache.version())) {
            became(router.id() + " table of " + cache.ns(), was.get().version(), cache.version());
          }
        }
      }
    }

    private void databases() {
      Map<String, DatabaseView> was = new LinkedHashMap<>();
      before.databases().forEach(database -> was.put(database.name(), database));
      for (DatabaseView database : scene.now().databases()) {
        DatabaseView old = was.remove(database.name());
        if (old == null) {
          plus("database " + database.name() + " on " + database.primary());
          continue;
        }
        if (!old.primary().equals(database.primary())) {
          became("primary shard of " + database.name(), old.primary(), database.primary());
        }
        unsharded(database, old);
      }
      was.keySet().forEach(name -> minus("database " + name));
    }

    private void unsharded(DatabaseView now, DatabaseView old) {
      for (UnshardedView collection : now.unsharded()) {
        Optional<UnshardedView> same =
            old.unsharded().stream().filter(v -> v.ns().equals(collection.ns())).findFirst();
        if (same.isEmpty()) {
          plus("collection " + collection.ns() + " on " + collection.shard());
        } else if (same.get().documents() != collection.documents()) {
          became(
              collection.ns() + " docs",
              Amounts.count(same.get().documents()),
              Amounts.count(collection.documents()));
        }
      }
    }

    private void balancer() {
      String was = before.balancer().mode() + " " + before.balancer().window().orElse("");
      String is = scene.now().balancer().mode() + " " + scene.now().balancer().window().orElse("");
      if (!was.equals(is)) {
        became("balancer", was.strip(), is.strip());
      }
      if (before.balancer().chunkSizeMB() != scene.now().balancer().chunkSizeMB()) {
        became(
            "chunk size in MB",
            before.balancer().chunkSizeMB(),
            scene.now().balancer().chunkSizeMB());
      }
    }
  }
}
