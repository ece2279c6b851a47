package shardsh.render;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import shardsh.core.sharding.ChunkVersion;
import shardsh.core.snapshot.ClusterSnapshot.CollectionView;
import shardsh.core.trace.QueryEvent.ResultsMerged;
import shardsh.core.trace.QueryEvent.ShardCount;
import shardsh.core.trace.RouteReport;
import shardsh.core.trace.RouteReport.Attempt;
import shardsh.core.trace.RoutingEvent.KeySpan;
import shardsh.core.trace.RoutingEvent.Path;
import shardsh.core.trace.RoutingEvent.RoutingRefreshed;
import shardsh.core.trace.RoutingEvent.Targeted;

/** The last command's route: what was looked for on the key axis, who was asked, what they said. */
final class RoutingDiagram implements Diagram {
  private static final int SPANS_MAX = 6;
  private static final int ATTEMPTS_MAX = 24;

  @Override
  public List<StyledLine> draw(Scene scene, int width) {
    Optional<RouteReport> found = RouteReport.lastOf(scene.last());
    if (found.isEmpty()) {
      return Prose.wrap(
          scene.said(StyledLine.of("the last command was not routed by a shard key", Role.DIM)),
          width,
          2);
    }
    RouteReport report = found.get();
    Targeted targeted = report.targeted();
    List<StyledLine> lines = new ArrayList<>(Prose.wrap(scene.said(head(targeted)), width, 2));
    scene
        .now()
        .collection(targeted.ns())
        .ifPresent(collection -> addAxis(scene, collection, targeted, width, lines));
    lines.addAll(attempts(scene, report, width));
    report
        .merged()
        .ifPresent(
            merged ->
                lines.addAll(Prose.wrap(scene.said(merged(scene, report, merged)), width, 2)));
    return lines;
  }

  private static StyledLine head(Targeted targeted) {
    int shards = targeted.shards().size();
    boolean all = shards == targeted.owners() && shards > 1;
    return new LineBuilder()
        .add(DisplayWidth.visible(targeted.command() + " on " + targeted.ns()), Role.TITLE)
        .add(" · ")
        .add(
            all
                ? "all " + Amounts.count(shards, "shard")
                : shards + " of " + Amounts.count(targeted.owners(), "shard"))
        .add(" · " + DisplayWidth.visible(targeted.reason()))
        .add(wholeKey(targeted) ? " (whole shard key)" : "")
        .build();
  }

  /** Whether a filter fixes the whole key, which its reason does not say. */
  private static boolean wholeKey(Targeted targeted) {
    return targeted.path() == Path.FAST && targeted.reason().startsWith("equality");
  }

  private static void addAxis(
      Scene scene,
      CollectionView collection,
      Targeted targeted,
      int width,
      List<StyledLine> lines) {
    KeyAxis axis = new KeyAxis(scene, collection, width);
    String key = "key " + KeyText.of(collection.shardKey());
    lines.addAll(scene.wrap(StyledLine.of(key, Role.DIM), width, 2));
    lines.addAll(axis.lines());
    List<KeySpan> spans = targeted.bounds();
    boolean points =
        !spans.isEmpty() && spans.stream().allMatch(span -> span.low().equals(span.high()));
    lines.add(
        axis.marks(
            range -> spans.isEmpty() || spans.stream().anyMatch(s -> KeyAxis.meets(range, s)),
            points,
            Role.KEYWORD));
    lines.addAll(Prose.wrap(scene.said(lookedFor(targeted, collection, axis)), width, 2));
  }

  private static StyledLine lookedFor(Targeted targeted, CollectionView collection, KeyAxis axis) {
    LineBuilder line = new LineBuilder().add("looked for ");
    if (targeted.bounds().isEmpty()) {
      line.add("every key", Role.KEYWORD);
    }
    for (int i = 0; i < targeted.bounds().size() && i < SPANS_MAX; i++) {
      line.add(i == 0 ? "" : ", ").add(KeyText.of(targeted.bounds().get(i)), Role.KEYWORD);
    }
    if (targeted.bounds().size() > SPANS_MAX) {
      line.add(" and " + (targeted.bounds().size() - SPANS_MAX) + " more", Role.KEYWORD);
    }
    line.add(": in " + Amounts.count(Facts.chunksMet(targeted, collection), "chunk"));
    if (axis.isCoarse()) {
      line.add(" (several chunks share a piece of the axis)", Role.DIM);
    }
    return line.build();
  }

  private static List<StyledLine> attempts(Scene scene, RouteReport report, int width) {
    List<StyledLine> lines = new ArrayList<>();
    int lastRefused = -1;
    for (int i = 0; i < report.attempts().size(); i++) {
      if (report.attempts().get(i).reply().equals("StaleConfig")) {
        lastRefused = i;
      }
    }
    if (report.refreshed().isPresent() && lastRefused < 0) {
      lines.addAll(Prose.wrap(scene.said(refreshed(report.refreshed().get())), width, 6));
    }
    for (int i = 0; i < report.attempts().size(); i++) {
      if (i < ATTEMPTS_MAX || i > report.attempts().size() - 3) {
        LineBuilder line =
            new LineBuilder().add(String.format(Locale.ROOT, "%3d ", i + 1), Role.DIM);
        line.add(scene.said(attempt(scene, report.attempts().get(i))));
        lines.addAll(Prose.wrap(line.build(), width, 6));
      } else if (i == ATTEMPTS_MAX) {
        lines.add(StyledLine.of("  …", Role.DIM));
      }
      if (i == lastRefused && report.refreshed().isPresent()) {
        lines.addAll(Prose.wrap(scene.said(refreshed(report.refreshed().get())), width, 6));
      }
    }
    return lines;
  }

  private static StyledLine attempt(Scene scene, Attempt attempt) {
    LineBuilder line =
        new LineBuilder()
            .add("→ ")
            .add(attempt.shard().name(), scene.shardRoles().of(attempt.shard()))
            .add(attempt.sent().map(sent -> " with " + sent).orElse(""));
    switch (attempt.reply()) {
      case "ok" -> line.add("  ok", Role.OK);
      case "StaleConfig" ->
          line.add(
              "  ! refused: StaleConfig"
                  + attempt.has().map(has -> ", it has " + has).orElse(", it must ask itself"),
              Role.STALE);
      case "lost" -> line.add("  ! no answer", Role.BLOCKED);
      default -> line.add("  ! " + DisplayWidth.visible(attempt.reply()), Role.ERROR);
    }
    return line.build();
  }

  private static StyledLine refreshed(RoutingRefreshed refreshed) {
    String since =
        refreshed.since().map(ChunkVersion::toString).map(text -> text + " → ").orElse("");
    return new LineBuilder()
        .add("    ↻ ", Role.DIM)
        .add(refreshed.node().name(), Role.ROUTER)
        .add(" asked cfgrs: " + Amounts.count(refreshed.rows(), "row"))
        .add(", " + since + refreshed.now())
        .build();
  }

  private static StyledLine merged(Scene scene, RouteReport report, ResultsMerged merged) {
    LineBuilder line = new LineBuilder().add("merged at " + merged.on() + ": ");
    if (report.partials().isPresent()) {
      line.add(Amounts.count(merged.shipped(), report.partials().get()) + " shipped (");
      addCounts(scene, merged.shippedByShard(), line);
      return line.add(")").build();
    }
    line.add(Amounts.count(merged.shipped()) + " shipped (");
    addCounts(scene, merged.shippedByShard(), line);
    line.add("), " + Amounts.count(merged.kept()) + " kept (");
    addCounts(scene, merged.keptByShard(), line);
    return line.add(merged.sorted() ? "), in sort order" : ")").build();
  }

  private static void addCounts(Scene scene, List<ShardCount> counts, LineBuilder line) {
    for (int i = 0; i < counts.size(); i++) {
      ShardCount count = counts.get(i);
      line.add(i == 0 ? "" : ", ")
          .add(count.shard().name(), scene.shardRoles().of(count.shard()))
          .add(" " + Amounts.count(count.documents()));
    }
  }
}
