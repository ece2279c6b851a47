package shardsh.render;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import shardsh.core.sharding.Zone;
import shardsh.core.snapshot.ClusterSnapshot.ChunkView;
import shardsh.core.snapshot.ClusterSnapshot.CollectionView;
import shardsh.core.snapshot.ClusterSnapshot.RangeDeletionView;
import shardsh.core.snapshot.ClusterSnapshot.ShardCollectionView;
import shardsh.core.snapshot.ClusterSnapshot.ShardView;

/** Where data belongs and where it lies all the same. */
final class MermaidPlaces {
  private static final int WRONG_MAX = 10;

  private MermaidPlaces() {}

  /** Ranges, their zones, the zones' shards; empty when no shard and no range is in a zone. */
  static Optional<String> zones(Scene scene) {
    List<String> names = scene.now().shards().stream().flatMap(s -> s.zones().stream()).toList();
    boolean any = !names.isEmpty();
    MermaidGraph graph = new MermaidGraph("LR");
    ClusterBoxes boxes = new ClusterBoxes(scene);
    for (ShardView shard : boxes.shards()) {
      graph.box(
          Mermaid.id(shard.id().node()), scene.shardRoles().of(shard.id()), shard.id().name());
    }
    if (!boxes.leftOut().isEmpty()) {
      graph.box("more", Role.DIM, boxes.leftOut().stream().map(StyledLine::text).toList());
    }
    List<String> zones = allZones(scene, names);
    for (int i = 0; i < zones.size(); i++) {
      graph.box("zone" + i, Role.KEYWORD, "zone " + zones.get(i));
      boolean isHeld = false;
      for (ShardView shard : scene.now().shards()) {
        if (shard.zones().contains(zones.get(i))) {
          graph.arrow("zone" + i, "", Mermaid.id(shard.id().node()));
          isHeld = true;
        }
      }
      if (!isHeld) {
        graph.box("none" + i, Role.WARN, "! no shard").dotted("zone" + i, "", "none" + i);
      }
    }
    int ranges = 0;
    for (CollectionView collection : scene.collections()) {
      for (Zone zone : collection.zones()) {
        String id = "range" + ranges++;
        graph.box(id, Role.PLAIN, collection.ns().toString(), KeyText.of(zone.range()));
        graph.arrow(id, "", "zone" + zones.indexOf(zone.name()));
        addWrong(scene, collection, zone, id, graph);
        any = true;
      }
    }
    return any ? Optional.of(graph.toString()) : Optional.empty();
  }

  private static List<String> allZones(Scene scene, List<String> ofShards) {
    List<String> all = new ArrayList<>(ofShards);
    for (CollectionView collection : scene.collections()) {
      collection.zones().forEach(zone -> all.add(zone.name()));
    }
    return all.stream().distinct().toList();
  }

  /** Chunks of the range that lie on a shard outside of the zone. */
  private static void addWrong(
      Scene scene, CollectionView collection, Zone zone, String id, MermaidGraph graph) {
    int shown = 0;
    for (ChunkView chunk : collection.chunks()) {
      boolean isElsewhere =
          scene.now().shards().stream()
              .filter(shard -> shard.id().equals(chunk.shard()))
              .anyMatch(shard -> !shard.zones().contains(zone.name()));
      if (zone.range().covers(chunk.range()) && isElsewhere && shown++ < WRONG_MAX) {
        String label = "! " + KeyText.of(chunk.range()) + " lies on " + chunk.shard();
        graph.dotted(id, label, Mermaid.id(chunk.shard().node()));
      }
    }
  }

  /** Shards with what lies there and is not theirs; empty without such. */
  static Optional<String> orphans(Scene scene) {
    MermaidGraph graph = new MermaidGraph("LR");
    int count = 0;
    for (ShardView shard : scene.now().shards()) {
      String id = Mermaid.id(shard.id().node());
      int before = count;
      for (ShardCollectionView view : shard.collections()) {
        boolean isWanted = scene.ns().isEmpty() || scene.ns().get().equals(view.ns());
        if (isWanted && view.allOrphans() > 0) {
          String box = "orphans" + count++;
          graph.box(
              box,
              Role.WARN,
              view.ns().toString(),
              "! "
                  + Amounts.count(view.allOrphans(), "orphan")
                  + ", "
                  + Amounts.size(view.orphanBytes()));
          addDeletions(scene, shard, view, box, graph);
          graph.arrow(id, "holds", box);
        }
      }
      if (count > before) {
        graph.box(id, scene.shardRoles().of(shard.id()), shard.id().name());
      }
    }
    return count == 0 ? Optional.empty() : Optional.of(graph.toString());
  }

  private static void addDeletions(
      Scene scene, ShardView shard, ShardCollectionView view, String from, MermaidGraph graph) {
    List<RangeDeletionView> waiting =
        shard.rangeDeletions().stream().filter(task -> task.ns().equals(view.ns())).toList();
    long planned = 0;
    for (int i = 0; i < waiting.size(); i++) {
      RangeDeletionView task = waiting.get(i);
      planned += task.orphans();
      graph.box(
          from + "_" + i,
          Role.PLAIN,
          KeyText.of(task.range()),
          Amounts.count(task.orphans(), "orphan"));
      graph.dotted(from, when(scene, task), from + "_" + i);
    }
    if (view.allOrphans() > planned) {
      graph.box(from + "_rest", Role.WARN, "in no planned range", "stay until cleanupOrphaned");
      graph.dotted(from, "! never deleted", from + "_rest");
    }
  }

  private static String when(Scene scene, RangeDeletionView task) {
    if (task.pending()) {
      return "deleted when its move is settled";
    }
    long left = task.dueMillis() - scene.now().nowMillis();
    return left <= 0 ? "deletion due now" : "deleted in " + Amounts.duration(left);
  }
}
