package shardsh.render;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import shardsh.core.sharding.ChunkVersion;
import shardsh.core.sharding.ShardId;
import shardsh.core.snapshot.ClusterSnapshot.CacheView;
import shardsh.core.snapshot.ClusterSnapshot.CollectionView;
import shardsh.core.snapshot.ClusterSnapshot.MemberView;
import shardsh.core.snapshot.ClusterSnapshot.RouterView;
import shardsh.core.snapshot.ClusterSnapshot.ShardCollectionView;
import shardsh.core.snapshot.ClusterSnapshot.ShardView;
import shardsh.core.snapshot.LoadView;

/** What each process has: versions, data and members, its share of the work. */
final class MermaidNodes {

  private MermaidNodes() {}

  /** Empty without a sharded collection. */
  static Optional<String> versions(Scene scene) {
    List<CollectionView> collections = scene.collections();
    if (collections.isEmpty()) {
      return Optional.empty();
    }
    MermaidGraph graph = new MermaidGraph("LR");
    for (int i = 0; i < collections.size(); i++) {
      CollectionView collection = collections.get(i);
      String ns = "ns" + i;
      graph.frame(ns + "_", collection.ns().toString());
      graph.box(ns, Role.CONFIG, "cfgrs", "collection " + collection.version());
      ClusterBoxes boxes = new ClusterBoxes(scene);
      for (ShardView shard : boxes.shards()) {
        shardVersion(scene, collection, shard, ns, graph);
      }
      List<String> others = boxes.leftOut().stream().map(StyledLine::text).toList();
      if (!others.isEmpty()) {
        graph.box(ns + "_more", Role.DIM, others);
      }
      for (RouterView router : scene.now().routers()) {
        routerVersion(scene, collection, router, ns, graph);
      }
      graph.end();
    }
    return Optional.of(graph.toString());
  }

  private static void shardVersion(
      Scene scene, CollectionView collection, ShardView shard, String ns, MermaidGraph graph) {
    ChunkVersion real = Facts.shardVersion(collection, shard.id());
    Optional<ChunkVersion> knows =
        shard.collection(collection.ns()).flatMap(ShardCollectionView::filteringVersion);
    List<String> lines = new ArrayList<>();
    lines.add(shard.id() + " " + real);
    if (knows.isEmpty()) {
      lines.add("asks cfgrs at its next request");
    } else if (!knows.get().equals(real)) {
      lines.add("! still filters by " + knows.get());
    }
    String id = ns + "_" + Mermaid.id(shard.id().node());
    graph.box(id, scene.shardRoles().of(shard.id()), lines);
    graph.arrow(ns, "", id);
  }

  private static void routerVersion(
      Scene scene, CollectionView collection, RouterView router, String ns, MermaidGraph graph) {
    Optional<CacheView> now = router.cacheOf(collection.ns());
    String id = ns + "_" + Mermaid.id(router.id());
    boolean isBehind = now.isPresent() && Facts.isBehind(now.get(), collection);
    String state =
        now.map(
                cache ->
                    cache.needsRefresh()
                        ? "asks cfgrs at its next request"
                        : Facts.isOfOtherEpoch(cache, collection)
                            ? "! another epoch"
                            : isBehind ? "! behind" : "current")
            .orElse("no table yet");
    String version = now.map(cache -> " " + cache.version()).orElse("");
    String was =
        scene
            .before()
            .flatMap(before -> before.router(router.id()))
            .flatMap(view -> view.cacheOf(collection.ns()))
            .map(CacheView::version)
            .filter(old -> now.isPresent() && !old.equals(now.get().version()))
            .map(old -> "was " + old)
            .orElse("");
    List<String> lines = new ArrayList<>(List.of(router.id() + version));
    if (!was.isEmpty()) {
      lines.add(was);
    }
    graph.box(id, isBehind ? Role.STALE : Role.ROUTER, lines);
    if (isBehind || now.isEmpty()) {
      graph.dotted(id, state, ns);
    } else {
      graph.arrow(id, state, ns);
    }
  }

  /** Empty without a shard. */
  static Optional<String> shards(Scene scene) {
    if (scene.now().shards().isEmpty()) {
      return Optional.empty();
    }
    MermaidGraph graph = new MermaidGraph("TB");
    ClusterBoxes boxes = new ClusterBoxes(scene);
    for (ShardView shard : boxes.shards()) {
      String id = Mermaid.id(shard.id().node());
      graph.frame(id + "_set", title(shard));
      graph.box(id, scene.shardRoles().of(shard.id()), data(scene, shard));
      List<MemberView> members = shard.node().members();
      for (int i = 0; i < members.size(); i++) {
        MemberView member = members.get(i);
        Role role = member.state().equals("DOWN") ? Role.BLOCKED : Role.PLAIN;
        graph.box(
            id + "_m" + i,
            role,
            MemberSigns.sign(member) + " " + member.name(),
            member.state(),
            member.host());
        if (member.state().equals("PRIMARY")) {
          graph.arrow(id, "", id + "_m" + i);
        } else {
          graph.dotted(id, "", id + "_m" + i);
        }
      }
      graph.end();
    }
    List<String> others = boxes.leftOut().stream().map(StyledLine::text).toList();
    if (!others.isEmpty()) {
      graph.box("more", Role.DIM, others);
    }
    return Optional.of(graph.toString());
  }

  private static String title(ShardView shard) {
    StringBuilder title = new StringBuilder(shard.id().name());
    if (!shard.node().up()) {
      title.append(MemberSigns.absence(shard.node()));
    } else if (!shard.inCatalog()) {
      title.append(" · not added");
    }
    if (shard.draining()) {
      title.append(" · ! draining");
    }
    if (!shard.zones().isEmpty()) {
      title.append(" · zones ").append(String.join(", ", shard.zones()));
    }
    return title.toString();
  }

  private static List<String> data(Scene scene, ShardView shard) {
    List<String> lines = new ArrayList<>();
    for (CollectionView collection : scene.collections()) {
      Optional<ShardCollectionView> view = shard.collection(collection.ns());
      int chunks = Facts.chunksOn(collection, shard.id());
      lines.add(
          collection.ns()
              + ": "
              + Amounts.count(chunks, "chunk")
              + view.map(data -> ", " + Amounts.size(data.bytes())).orElse("")
              + view.filter(data -> data.allOrphans() > 0)
                  .map(data -> ", ! " + Amounts.count(data.allOrphans(), "orphan"))
                  .orElse(""));
    }
    return lines.isEmpty() ? List.of(shard.id().name()) : lines;
  }

  /** The last load, or all work since the start; empty when no shard has had any. */
  static Optional<String> load(Scene scene) {
    Map<ShardId, Long> work = new LinkedHashMap<>();
    Optional<LoadView> last = scene.now().lastLoad();
    if (last.isPresent()) {
      last.get().shards().forEach(shard -> work.put(shard.id(), shard.operations()));
    } else {
      scene.now().shards().forEach(shard -> work.put(shard.id(), shard.reads() + shard.writes()));
    }
    long total = work.values().stream().mapToLong(Long::longValue).sum();
    if (total == 0) {
      return Optional.empty();
    }
    String title =
        last.map(load -> "operations of the last load of " + load.ns())
            .orElse("operations since the cluster started");
    StringBuilder out = new StringBuilder("pie showData\n");
    out.append("  title ").append(Mermaid.escaped(title)).append('\n');
    work.forEach(
        (shard, operations) -> {
          if (operations > 0) {
            boolean isHot = LoadDiagram.isHot(operations, total, work.size());
            out.append("  \"").append(Mermaid.escaped(shard.name()));
            out.append(isHot ? " ! hot\" : " : "\" : ").append(operations).append('\n');
          }
        });
    return Optional.of(out.toString());
  }
}
