package shardsh.render;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import shardsh.core.base.NodeId;
import shardsh.core.snapshot.ClusterSnapshot.CacheView;
import shardsh.core.snapshot.ClusterSnapshot.ChunkView;
import shardsh.core.snapshot.ClusterSnapshot.CollectionView;
import shardsh.core.snapshot.ClusterSnapshot.NodeView;
import shardsh.core.snapshot.ClusterSnapshot.RouterView;
import shardsh.core.snapshot.ClusterSnapshot.ShardView;
import shardsh.core.trace.CallEvent;
import shardsh.core.trace.ClusterEvent;
import shardsh.core.trace.TraceEntry;

/**
 * The pictures in Mermaid, for pages that render it: the trace is a sequence diagram, migrations
 * are a time line, the load is a pie, all others are flowcharts.
 */
public final class Mermaid {
  private static final int CHUNKS_MAX = 12;
  private static final String PARTED = "#8288;";

  /** Words of the language, and ids of what is no node of the cluster. */
  private static final Pattern TAKEN =
      Pattern.compile(
          "(?i)end|subgraph|graph|flowchart|style|class|click|default"
              + "|merged|merger|more|round|(?:ns|zone|none|range|orphans|compared)\\d+");

  private Mermaid() {}

  /** The words of {@link Diagrams#words()} that have a Mermaid form: all of them. */
  public static List<String> words() {
    return Diagrams.words();
  }

  /**
   * The text of the picture, ending with a line feed; empty for a word without such a form, and
   * where there is nothing to draw.
   */
  public static Optional<String> of(String word, Scene scene) {
    return switch (word) {
      case "cluster" -> Optional.of(cluster(scene));
      case "trace" -> scene.last().isEmpty() ? Optional.empty() : Optional.of(trace(scene));
      case "pipeline" ->
          PipelineStory.of(scene.shardRoles(), scene.all())
              .map(story -> MermaidPipeline.text(story, scene.shardRoles()));
      case "migrations" -> MermaidMigrations.text(scene);
      case "chunks" -> MermaidChunks.table(scene);
      case "diff" -> MermaidChunks.changes(scene);
      case "versions" -> MermaidNodes.versions(scene);
      case "shards" -> MermaidNodes.shards(scene);
      case "load" -> MermaidNodes.load(scene);
      case "routing" -> MermaidMoves.routing(scene);
      case "balancer" -> MermaidMoves.balancer(scene);
      case "zones" -> MermaidPlaces.zones(scene);
      case "orphans" -> MermaidPlaces.orphans(scene);
      default -> Optional.empty();
    };
  }

  private static String cluster(Scene scene) {
    MermaidGraph graph = new MermaidGraph("TB").app();
    String config = id(scene.now().config().id());
    graph.box(config, Role.CONFIG, configText(scene));
    ClusterBoxes boxes = new ClusterBoxes(scene);
    for (RouterView router : boxes.routers()) {
      boolean isBehind =
          scene.collections().stream()
              .anyMatch(
                  collection ->
                      router
                          .cacheOf(collection.ns())
                          .filter(cache -> Facts.isBehind(cache, collection))
                          .isPresent());
      graph.box(id(router.id()), isBehind ? Role.STALE : Role.ROUTER, routerText(scene, router));
      graph.arrow("app", "", id(router.id()));
      graph.both(id(router.id()), config);
    }
    for (ShardView shard : boxes.shards()) {
      String id = id(shard.id().node());
      graph.box(id, scene.shardRoles().of(shard.id()), shardText(scene, shard));
      boxes.routers().forEach(router -> graph.arrow(id(router.id()), "", id));
    }
    int routers = scene.now().routers().size() - boxes.routers().size();
    List<StyledLine> others = new ArrayList<>(boxes.leftOut());
    if (routers > 0) {
      others.add(ClusterPanels.more(routers, "router"));
    }
    if (!others.isEmpty()) {
      graph.box("more", Role.DIM, others.stream().map(StyledLine::text).toList());
    }
    return graph.toString();
  }

  private static List<String> configText(Scene scene) {
    List<String> lines = new ArrayList<>();
    NodeView set = scene.now().config();
    lines.add(set.id() + " config servers" + MemberSigns.behind(set));
    MemberSigns.names(set).ifPresent(lines::add);
    for (CollectionView collection : scene.collections()) {
      lines.add(
          collection.ns()
              + " v"
              + collection.version()
              + ", "
              + Amounts.count(collection.chunks().size(), "chunk"));
    }
    return lines;
  }

  private static List<String> routerText(Scene scene, RouterView router) {
    List<String> lines = new ArrayList<>();
    lines.add(router.id() + " router");
    for (CollectionView collection : scene.collections()) {
      Optional<CacheView> cache = router.cacheOf(collection.ns());
      String state =
          cache
              .map(
                  view ->
                      "v"
                          + view.version()
                          + (Facts.isBehind(view, collection) ? ", ! behind" : ", current"))
              .orElse("no table yet");
      lines.add(collection.ns() + " " + state);
    }
    return lines;
  }

  private static List<String> shardText(Scene scene, ShardView shard) {
    List<String> lines = new ArrayList<>();
    lines.add(
        shard.id().name()
            + MemberSigns.behind(shard.node())
            + (shard.node().up() ? "" : MemberSigns.absence(shard.node()))
            + (shard.draining() ? " · ! draining" : "")
            + (shard.zones().isEmpty() ? "" : " · zones " + String.join(", ", shard.zones())));
    MemberSigns.names(shard.node()).ifPresent(lines::add);
    for (CollectionView collection : scene.collections()) {
      List<ChunkView> own =
          collection.chunks().stream().filter(chunk -> chunk.shard().equals(shard.id())).toList();
      lines.add(collection.ns() + " v" + Facts.shardVersion(collection, shard.id()));
      for (ChunkView chunk : own.subList(0, Math.min(CHUNKS_MAX, own.size()))) {
        lines.add(
            KeyText.of(chunk.range())
                + " "
                + chunk.version()
                + " "
                + Amounts.size(chunk.bytes())
                + (chunk.jumbo() ? " ! jumbo" : ""));
      }
      if (own.size() > CHUNKS_MAX) {
        lines.add("… " + Amounts.count(own.size() - CHUNKS_MAX, "more chunk"));
      }
      shard
          .collection(collection.ns())
          .filter(data -> data.allOrphans() > 0)
          .ifPresent(data -> lines.add("! " + Amounts.count(data.allOrphans(), "orphan")));
    }
    return lines;
  }

  private static String trace(Scene scene) {
    List<TraceEntry> entries = new ArrayList<>(scene.last());
    entries.sort(Comparator.comparingLong(TraceEntry::atMicros));
    StringBuilder body = new StringBuilder();
    Set<NodeId> nodes = new LinkedHashSet<>();
    for (TraceEntry entry : entries) {
      ClusterEvent event = entry.event();
      String text = escaped(EventText.of(event).text().text());
      if (event instanceof CallEvent.RequestSent sent) {
        message(sent.from(), "->>", sent.to(), text, nodes, body);
      } else if (event instanceof CallEvent.ReplyReceived reply) {
        message(reply.from(), "-->>", reply.to(), text, nodes, body);
      } else if (event instanceof CallEvent.CallFailed failed) {
        message(failed.from(), "-x", failed.to(), text, nodes, body);
      } else {
        NodeId on = EventText.of(event).on();
        nodes.add(on);
        body.append("  Note over ").append(id(on)).append(": ").append(text).append('\n');
      }
    }
    StringBuilder out = new StringBuilder("sequenceDiagram\n");
    for (NodeId node : nodes) {
      out.append("  participant ").append(id(node));
      if (!id(node).equals(node.name())) {
        out.append(" as ").append(escaped(node.name()));
      }
      out.append('\n');
    }
    return out.append(body).toString();
  }

  private static void message(
      NodeId from, String arrow, NodeId to, String text, Set<NodeId> nodes, StringBuilder body) {
    nodes.add(from);
    nodes.add(to);
    body.append("  ").append(id(from)).append(arrow).append(id(to));
    body.append(": ").append(text).append('\n');
  }

  /**
   * An id for each node that no other node has: {@code a_2d_b} for {@code a-b}. {@code end} and
   * some more are words of the language, so that a name alone may not be used.
   */
  static String id(NodeId node) {
    StringBuilder id = new StringBuilder();
    node.name()
        .codePoints()
        .forEach(
            codePoint -> {
              boolean isPlain = codePoint < 128 && Character.isLetterOrDigit(codePoint);
              if (isPlain) {
                id.appendCodePoint(codePoint);
              } else {
                id.append('_').append(Integer.toHexString(codePoint)).append('_');
              }
            });
    return TAKEN.matcher(id).matches() ? id.append('_').toString() : id.toString();
  }

  /**
   * Mermaid reads some signs as its own and two percent signs as remarks; it takes them as numbered
   * entities. What stands between two pairs of dollar signs is mathematics to it even so, and \
   * with n ends a line, unless something that has no width parts the two.
   */
  static String escaped(String text) {
    StringBuilder out = new StringBuilder();
    int before = -1;
    for (int codePoint : DisplayWidth.visible(text).codePoints().toArray()) {
      if (codePoint == '$' && before == '$' || codePoint == 'n' && before == '\\') {
        out.append(PARTED);
      }
      if ("#;\"<>&$`%\\".indexOf(codePoint) >= 0) {
        out.append('#').append(codePoint).append(';');
      } else {
        out.appendCodePoint(codePoint);
      }
      before = codePoint;
    }
    return out.toString();
  }
}
