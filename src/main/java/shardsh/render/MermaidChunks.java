package shardsh.render;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import shardsh.core.snapshot.ClusterSnapshot;
import shardsh.core.snapshot.ClusterSnapshot.CacheRow;
import shardsh.core.snapshot.ClusterSnapshot.CacheView;
import shardsh.core.snapshot.ClusterSnapshot.ChunkView;
import shardsh.core.snapshot.ClusterSnapshot.CollectionView;
import shardsh.core.snapshot.ClusterSnapshot.RouterView;

/** The chunks of each collection in the order of their keys, and which chunks became which. */
final class MermaidChunks {
  private static final int CHUNKS_MAX = 40;

  private MermaidChunks() {}

  /** Empty without a sharded collection. */
  static Optional<String> table(Scene scene) {
    List<CollectionView> collections = scene.collections();
    if (collections.isEmpty()) {
      return Optional.empty();
    }
    MermaidGraph graph = new MermaidGraph("LR");
    for (int i = 0; i < collections.size(); i++) {
      CollectionView collection = collections.get(i);
      graph.frame("ns" + i, collection.ns() + " v" + collection.version());
      List<ChunkView> chunks = collection.chunks();
      List<String> ids = new ArrayList<>();
      for (ChunkView chunk : chunks.subList(0, Math.min(CHUNKS_MAX, chunks.size()))) {
        ids.add("c" + i + "_" + ids.size());
        List<String> lines = lines(chunk);
        believed(scene, collection, chunk, lines);
        graph.box(ids.get(ids.size() - 1), scene.shardRoles().of(chunk.shard()), lines);
      }
      if (chunks.size() > CHUNKS_MAX) {
        ids.add("c" + i + "_more");
        String more = Amounts.count(chunks.size() - CHUNKS_MAX, "more chunk");
        graph.box(ids.get(ids.size() - 1), Role.DIM, more);
      }
      for (int k = 1; k < ids.size(); k++) {
        graph.line(ids.get(k - 1), ids.get(k));
      }
      graph.end();
    }
    return Optional.of(graph.toString());
  }

  private static List<String> lines(ChunkView chunk) {
    List<String> lines = new ArrayList<>();
    lines.add(KeyText.of(chunk.range()));
    lines.add(chunk.shard() + " " + chunk.version());
    lines.add(
        Amounts.size(chunk.bytes())
            + ", "
            + Amounts.count(chunk.documents(), "document")
            + (chunk.jumbo() ? ", ! jumbo" : ""));
    return lines;
  }

  /** What routers believe of the chunk's first key, where that is no longer so. */
  private static void believed(
      Scene scene, CollectionView collection, ChunkView chunk, List<String> lines) {
    for (RouterView router : scene.now().routers()) {
      Optional<CacheRow> row =
          router.cacheOf(collection.ns()).map(CacheView::rows).stream()
              .flatMap(List::stream)
              .filter(known -> known.range().contains(chunk.range().min()))
              .filter(known -> !known.mark().isEmpty())
              .findFirst();
      if (row.isPresent()) {
        String what = row.get().shard() + " " + row.get().version();
        lines.add("! " + router.id() + " has " + what);
      }
    }
  }

  /** Empty when nothing changed. */
  static Optional<String> changes(Scene scene) {
    Optional<ClusterSnapshot> before = scene.before();
    if (before.isEmpty()) {
      return Optional.empty();
    }
    MermaidGraph graph = new MermaidGraph("LR");
    boolean any = false;
    List<CollectionView> collections = scene.collections();
    for (int i = 0; i < collections.size(); i++) {
      CollectionView now = collections.get(i);
      Optional<CollectionView> old = before.get().collection(now.ns());
      if (old.isEmpty()) {
        graph.box("ns" + i, Role.OK, "+ " + now.ns(), Amounts.count(now.chunks().size(), "chunk"));
        any = true;
      } else if (!old.get().version().equals(now.version()) || !same(old.get(), now)) {
        addChanges(scene, i, old.get(), now, graph);
        any = true;
      }
    }
    return any ? Optional.of(graph.toString()) : Optional.empty();
  }

  private static boolean same(CollectionView old, CollectionView now) {
    return old.chunks().equals(now.chunks());
  }

  private static void addChanges(
      Scene scene, int number, CollectionView old, CollectionView now, MermaidGraph graph) {
    String before = "before" + number;
    String after = "after" + number;
    List<ChunkView> gone = without(old.chunks(), now.chunks());
    List<ChunkView> come = without(now.chunks(), old.chunks());
    graph.frame(before + "_", "before: " + now.ns());
    graph.box(before, Role.PLAIN, "version " + old.version());
    addChunks(scene, "old" + number + "_", gone, graph);
    graph.end();
    graph.frame(after + "_", "now: " + now.ns());
    graph.box(after, Role.PLAIN, "version " + now.version());
    addChunks(scene, "new" + number + "_", come, graph);
    graph.end();
    graph.arrow(before, "", after);
    for (int i = 0; i < Math.min(CHUNKS_MAX, gone.size()); i++) {
      for (int k = 0; k < Math.min(CHUNKS_MAX, come.size()); k++) {
        ChunkView from = gone.get(i);
        ChunkView to = come.get(k);
        if (from.range().overlaps(to.range())) {
          boolean moves = !from.shard().equals(to.shard());
          String label = moves ? "moves " + from.shard() + " → " + to.shard() : "";
          graph.arrow("old" + number + "_" + i, label, "new" + number + "_" + k);
        }
      }
    }
  }

  private static void addChunks(
      Scene scene, String prefix, List<ChunkView> chunks, MermaidGraph graph) {
    for (int i = 0; i < Math.min(CHUNKS_MAX, chunks.size()); i++) {
      graph.box(prefix + i, scene.shardRoles().of(chunks.get(i).shard()), lines(chunks.get(i)));
    }
    if (chunks.size() > CHUNKS_MAX) {
      graph.box(prefix + "more", Role.DIM, Amounts.count(chunks.size() - CHUNKS_MAX, "more chunk"));
    }
  }

  private static List<ChunkView> without(List<ChunkView> chunks, List<ChunkView> others) {
    return chunks.stream().filter(chunk -> !others.contains(chunk)).toList();
  }
}
