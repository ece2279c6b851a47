package shardsh.render;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonDocument;
import shardsh.core.base.NodeId;
import shardsh.core.sharding.ChunkVersion;
import shardsh.core.sharding.ShardId;
import shardsh.core.trace.QueryEvent.ResultsMerged;
import shardsh.core.trace.QueryEvent.ShardCount;
import shardsh.core.trace.RouteReport;
import shardsh.core.trace.RouteReport.Attempt;
import shardsh.core.trace.RoutingEvent.KeySpan;
import shardsh.core.trace.RoutingEvent.Targeted;
import shardsh.render.BalancerRoundText.Compared;

/** Which way things went: a command to its shards, and chunks from shard to shard. */
final class MermaidMoves {
  private static final int SPANS_MAX = 6;
  private static final int ARROWS_MAX = 24;

  /** Of so many shards each has a box; of more, those with the same amount share one. */
  private static final int ALL_SHOWN = 10;

  private static final int FOLDED_MIN = 4;

  private MermaidMoves() {}

  /** Empty when the last command was not routed. */
  static Optional<String> routing(Scene scene) {
    return RouteReport.lastOf(scene.last()).map(report -> routing(scene, report));
  }

  private static String routing(Scene scene, RouteReport report) {
    Targeted targeted = report.targeted();
    String router = Mermaid.id(targeted.router());
    MermaidGraph graph = new MermaidGraph("LR");
    graph.box("app", Role.PLAIN, "app");
    graph.box(
        router, Role.ROUTER, targeted.router() + " router", targeted.reason(), lookedFor(targeted));
    graph.arrow("app", targeted.command() + " on " + targeted.ns(), router);
    Set<ShardId> asked = new LinkedHashSet<>(targeted.shards());
    report.attempts().forEach(attempt -> asked.add(attempt.shard()));
    report.merged().stream()
        .flatMap(merged -> merged.shippedByShard().stream())
        .forEach(count -> asked.add(count.shard()));
    Set<ShardId> all = new LinkedHashSet<>();
    scene.now().shards().forEach(shard -> all.add(shard.id()));
    all.addAll(asked);
    for (ShardId shard : all) {
      String id = Mermaid.id(shard.node());
      if (asked.contains(shard)) {
        graph.box(id, scene.shardRoles().of(shard), shard.name());
      } else {
        graph.box(id, Role.DIM, shard.name(), "not asked");
      }
    }
    List<Attempt> attempts = report.attempts();
    for (int i = 0; i < Math.min(ARROWS_MAX, attempts.size()); i++) {
      addAttempt(i + 1, attempts.get(i), router, graph);
    }
    report
        .refreshed()
        .ifPresent(
            refreshed -> {
              String rows = Amounts.count(refreshed.rows(), "row") + " → " + refreshed.now();
              graph.box("cfgrs", Role.CONFIG, "cfgrs");
              graph.dotted(router, "asks again: " + rows, "cfgrs");
            });
    report.merged().ifPresent(merged -> addMerged(merged, graph));
    return graph.toString();
  }

  private static String lookedFor(Targeted targeted) {
    List<String> spans = new ArrayList<>();
    for (KeySpan span : targeted.bounds()) {
      if (spans.size() < SPANS_MAX) {
        spans.add(KeyText.of(span));
      }
    }
    int more = targeted.bounds().size() - spans.size();
    return "looked for "
        + (spans.isEmpty() ? "every key" : String.join(", ", spans))
        + (more > 0 ? " and " + more + " more" : "")
        + ": in "
        + Amounts.count(targeted.chunks(), "chunk");
  }

  private static void addAttempt(int number, Attempt attempt, String router, MermaidGraph graph) {
    String sent = attempt.sent().map(version -> " with " + version).orElse("");
    String to = Mermaid.id(attempt.shard().node());
    String label = number + sent + ": ";
    switch (attempt.reply()) {
      case "ok" -> graph.arrow(router, label + "ok", to);
      case "lost" -> graph.dotted(router, label + "! no answer", to);
      default ->
          graph.dotted(
              router,
              label
                  + "! "
                  + attempt.reply()
                  + attempt
                      .has()
                      .map(ChunkVersion::toString)
                      .map(has -> ", it has " + has)
                      .orElse(""),
              to);
    }
  }

  private static void addMerged(ResultsMerged merged, MermaidGraph graph) {
    String id = "merged";
    graph.box(
        id,
        Role.PLAIN,
        "merged at " + merged.on(),
        Amounts.count(merged.shipped()) + " shipped, " + Amounts.count(merged.kept()) + " kept");
    for (ShardCount count : merged.shippedByShard()) {
      String rows = Amounts.count(count.documents(), "row");
      graph.arrow(Mermaid.id(count.shard().node()), rows, id);
    }
  }

  /** Empty before the first round. */
  static Optional<String> balancer(Scene scene) {
    return scene.now().balancer().lastRound().map(round -> balancer(scene, round));
  }

  private static String balancer(Scene scene, BsonDocument round) {
    MermaidGraph graph = new MermaidGraph("LR");
    graph.box(
        "round",
        Role.CONFIG,
        "round " + BalancerRoundText.number(round.get("round")),
        "policy " + BalancerRoundText.text(round, "policy"));
    Map<String, String> boxes = new LinkedHashMap<>();
    List<Compared> all = BalancerRoundText.compared(round);
    for (int i = 0; i < all.size(); i++) {
      addCompared(scene, i, all.get(i), boxes, graph);
    }
    for (BsonDocument move : BalancerRoundText.documents(round, "moves")) {
      addMove(scene, move, boxes, graph);
    }
    int skipped = 0;
    for (BsonDocument skip : BalancerRoundText.documents(round, "skipped")) {
      String id = "skipped" + skipped++;
      String ns = BalancerRoundText.text(skip, "ns");
      graph.box(
          id,
          Role.WARN,
          ns.isEmpty() ? "! no round" : "! skips " + ns,
          BalancerRoundText.text(skip, "why"));
      graph.dotted("round", "", id);
    }
    return graph.toString();
  }

  private static void addCompared(
      Scene scene, int number, Compared compared, Map<String, String> boxes, MermaidGraph graph) {
    String frame = "compared" + number;
    String verdict =
        compared
            .difference()
            .map(
                difference ->
                    "difference "
                        + BalancerRoundText.number(difference)
                        + " "
                        + compared.unit()
                        + (compared.reachesThreshold() ? " reaches " : " is below ")
                        + "threshold "
                        + BalancerRoundText.number(compared.threshold()))
            .orElse("no pair of shards to compare");
    graph.frame(frame, compared.what() + ": " + verdict);
    Map<String, List<String>> alike = new LinkedHashMap<>();
    compared
        .shards()
        .forEach(
            (shard, amount) ->
                alike
                    .computeIfAbsent(BalancerRoundText.number(amount), key -> new ArrayList<>())
                    .add(shard));
    boolean isLarge = compared.shards().size() > ALL_SHOWN;
    compared
        .shards()
        .forEach(
            (shard, amount) -> {
              List<String> same = alike.get(BalancerRoundText.number(amount));
              String text = BalancerRoundText.number(amount) + " " + compared.unit();
              String id = frame + "_" + Mermaid.id(new NodeId(shard));
              if (!isLarge || same.size() < FOLDED_MIN) {
                boxes.putIfAbsent(compared.ns() + " " + shard, id);
                graph.box(id, scene.shardRoles().ofNode(shard), shard, text);
              } else if (same.get(0).equals(shard)) {
                graph.box(id, Role.DIM, Amounts.count(same.size(), "shard"), text);
              }
            });
    graph.end();
    graph.dotted("round", "", frame);
  }

  private static void addMove(
      Scene scene, BsonDocument move, Map<String, String> boxes, MermaidGraph graph) {
    String ns = BalancerRoundText.text(move, "ns");
    List<String> ends = new ArrayList<>();
    for (String end : List.of("from", "to")) {
      String shard = BalancerRoundText.text(move, end);
      String known = boxes.get(ns + " " + shard);
      if (known == null) {
        known = "shard_" + Mermaid.id(new NodeId(shard)) + "_" + boxes.size();
        boxes.put(ns + " " + shard, known);
        graph.box(known, scene.shardRoles().ofNode(shard), shard, ns);
      }
      ends.add(known);
    }
    boolean hasRange = move.isDocument("min") && move.isDocument("max");
    String label =
        "moves "
            + (hasRange ? KeyText.of(BalancerRoundText.range(move)) : ns)
            + (move.containsKey("sizeMB")
                ? ", " + BalancerRoundText.number(move.get("sizeMB")) + " MB"
                : "")
            + ": "
            + BalancerRoundText.text(move, "reason");
    graph.arrow(ends.get(0), label, ends.get(1));
  }
}
