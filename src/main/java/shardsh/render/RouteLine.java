package shardsh.render;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import shardsh.core.base.NodeId;
import shardsh.core.sharding.ChunkVersion;
import shardsh.core.sharding.MigrationState;
import shardsh.core.sharding.ShardId;
import shardsh.core.trace.BalancerEvent;
import shardsh.core.trace.CallEvent;
import shardsh.core.trace.CatalogEvent;
import shardsh.core.trace.ClusterEvent;
import shardsh.core.trace.Cost;
import shardsh.core.trace.DeletionEvent;
import shardsh.core.trace.MigrationEvent;
import shardsh.core.trace.QueryEvent;
import shardsh.core.trace.ReshardingEvent;
import shardsh.core.trace.RouteReport;
import shardsh.core.trace.RouteReport.Attempt;
import shardsh.core.trace.RoutingEvent;
import shardsh.core.trace.RoutingEvent.Targeted;
import shardsh.core.trace.TraceEntry;
import shardsh.core.trace.TransactionEvent;

/**
 * The summary after a command: how many shards of how many, which, why, which version was sent,
 * what was refused, refreshed, cut or moved.
 */
public final class RouteLine {
  private static final int NAMES_MAX = 8;
  private static final int CHANGES_MAX = 4;
  private static final List<String> READS = List.of("find", "count", "aggregate", "distinct");
  private static final String SEPARATOR = " · ";

  private final List<TraceEntry> slice;
  private final Cost cost;
  private final ShardRoles roles;
  private final LineBuilder line = new LineBuilder();

  private RouteLine(List<TraceEntry> slice, Cost cost, ShardRoles roles) {
    this.slice = slice;
    this.cost = cost;
    this.roles = roles;
  }

  /**
   * The summary of what one line of input did, broken where it is wider than the screen; nothing
   * when no message was sent.
   */
  public static List<StyledLine> of(
      List<TraceEntry> slice, ShardRoles roles, ScreenProfile screen) {
    return of(slice, Cost.of(slice), roles, screen, UnaryOperator.identity());
  }

  /**
   * The same in another language.
   *
   * @param slice what the trace keeps of the line
   * @param cost of all of the line
   * @param words puts a line into it, part by part
   */
  public static List<StyledLine> of(
      List<TraceEntry> slice,
      Cost cost,
      ShardRoles roles,
      ScreenProfile screen,
      UnaryOperator<StyledLine> words) {
    StyledLine line = words.apply(new RouteLine(slice, cost, roles).build());
    if (line.width() == 0) {
      return List.of();
    }
    List<StyledLine> prose = Glyphs.prose(List.of(line), screen);
    return Glyphs.cells(Prose.wrap(prose.get(0), screen.width(), 2), screen);
  }

  private StyledLine build() {
    if (cost.commands() > 1) {
      addMany();
      return line.build();
    }
    Optional<RouteReport> report = RouteReport.lastOf(slice);
    if (report.isPresent()) {
      addRoute(report.get());
    } else {
      addUnrouted();
    }
    addChanges();
    return line.build();
  }

  private void start() {
    line.add(line.width() == 0 ? "→ " : SEPARATOR, Role.DIM);
  }

  private void addRoute(RouteReport report) {
    Targeted targeted = report.targeted();
    start();
    boolean all = targeted.targeting() == RoutingEvent.Targeting.ALL && targeted.owners() > 1;
    int count = targeted.shards().size();
    line.add(
        (all ? "all " + count : count + " of " + targeted.owners())
            + (targeted.owners() == 1 ? " shard" : " shards")
            + ": ");
    addShards(targeted.shards(), lastVersions(report));
    start();
    line.add(DisplayWidth.visible(targeted.reason()));
    addRefusals(report);
    report
        .merged()
        .ifPresent(
            merged -> {
              start();
              line.add(shipped(report, merged));
            });
  }

  private static String shipped(RouteReport report, QueryEvent.ResultsMerged merged) {
    String count = Amounts.count(merged.shipped());
    if (report.writesTo().isPresent()) {
      String written = "result written to " + DisplayWidth.visible("" + report.writesTo().get());
      return merged.shipped() == 0 ? written : count + " shipped, " + written;
    }
    return report
        .partials()
        .map(noun -> Amounts.count(merged.shipped(), noun) + " shipped and merged")
        .orElseGet(() -> count + " shipped, " + Amounts.count(report.kept()) + " kept");
  }

  /** The version that came with the last request to each shard. */
  private static Map<ShardId, Attempt> lastVersions(RouteReport report) {
    Map<ShardId, Attempt> last = new LinkedHashMap<>();
    for (Attempt attempt : report.attempts()) {
      last.put(attempt.shard(), attempt);
    }
    return last;
  }

  private void addShards(List<ShardId> shards, Map<ShardId, Attempt> attempts) {
    for (int i = 0; i < shards.size() && i < NAMES_MAX; i++) {
      ShardId shard = shards.get(i);
      line.add(i == 0 ? "" : ", ").add(shard.name(), roles.of(shard));
      Attempt attempt = attempts.get(shard);
      if (attempt != null) {
        line.add(attempt.sent().map(sent -> " " + sent).orElse(""));
        if (attempt.reply().equals("lost")) {
          line.add(" ! no answer", Role.BLOCKED);
        } else if (!attempt.reply().equals("ok")) {
          line.add(" ! " + DisplayWidth.visible(attempt.reply()), Role.STALE);
        }
      }
    }
    if (shards.size() > NAMES_MAX) {
      line.add(" and " + (shards.size() - NAMES_MAX) + " more");
    }
  }

  /** What a shard that refused is at; numbers that agree were of different epochs. */
  private static String has(Attempt attempt, ChunkVersion has) {
    boolean isAlike =
        has.major() > 0
            && attempt.sent().map(ChunkVersion::toString).equals(Optional.of(has.toString()));
    return isAlike ? " (another epoch)" : " (has " + has + ")";
  }

  /** Every refusal that a later request made good, and the refresh between them. */
  private void addRefusals(RouteReport report) {
    List<Attempt> refused =
        report.attempts().stream().filter(a -> a.reply().equals("StaleConfig")).toList();
    for (int i = 0; i < refused.size() && i < CHANGES_MAX; i++) {
      Attempt attempt = refused.get(i);
      start();
      line.add("! ", Role.STALE)
          .add(attempt.shard().name(), roles.of(attempt.shard()))
          .add(
              " refused "
                  + attempt.sent().map(ChunkVersion::toString).orElse("the version")
                  + attempt.has().map(has -> has(attempt, has)).orElse(""),
              Role.STALE);
    }
    if (refused.size() > CHANGES_MAX) {
      start();
      line.add((refused.size() - CHANGES_MAX) + " more refused", Role.STALE);
    }
    report
        .refreshed()
        .ifPresent(
            refreshed -> {
              start();
              line.add("refreshed " + Amounts.count(refreshed.rows(), "row"));
              line.add(" to " + refreshed.now());
            });
    int last = report.attempts().size() - 1;
    if (!refused.isEmpty() && last >= 0) {
      Attempt retry = report.attempts().get(last);
      if (!retry.reply().equals("StaleConfig")) {
        start();
        if (report.targeted().shards().size() > 1) {
          line.add("retried");
        } else {
          line.add("retried at ").add(retry.shard().name(), roles.of(retry.shard()));
        }
      }
    }
  }

  /** A command that no shard key routed: who received what it caused. */
  private void addUnrouted() {
    Map<String, Integer> asked = new LinkedHashMap<>();
    for (TraceEntry entry : slice) {
      if (entry.event() instanceof CallEvent.RequestSent sent && !sent.from().equals(NodeId.APP)) {
        asked.merge(sent.to().name(), 1, Integer::sum);
      }
    }
    Optional<TransactionEvent.TransactionEnded> ended = TransactionText.lastEnding(slice);
    if (ended.isPresent()) {
      start();
      line.add(TransactionText.ending(ended.get()));
      return;
    }
    if (asked.isEmpty()) {
      addDirect();
      return;
    }
    start();
    addAsked(asked);
    Optional<String> done = Outcomes.of(slice);
    if (done.isPresent()) {
      start();
      line.add(done.get());
    } else {
      line.add(" · not routed by a shard key", Role.DIM);
    }
  }

  /** A command that went straight to a shard carries no version, so nothing is filtered there. */
  private void addDirect() {
    for (TraceEntry entry : slice) {
      if (entry.event() instanceof CallEvent.RequestSent sent && sent.from().equals(NodeId.APP)) {
        boolean shard = roles.ofNode(sent.to().name()) != Role.PLAIN;
        if (shard || sent.to().set().equals(NodeId.CONFIG)) {
          start();
          line.add(sent.to().name(), roles.ofNode(sent.to().name())).add(" asked directly");
        }
        if (shard && READS.contains(sent.command())) {
          line.add(" · no version sent, orphans not filtered out", Role.DIM);
        }
      }
    }
  }

  private void addAsked(Map<String, Integer> asked) {
    int shown = 0;
    for (Map.Entry<String, Integer> entry : asked.entrySet()) {
      if (shown == NAMES_MAX) {
        line.add(" …");
        return;
      }
      line.add(shown == 0 ? "" : ", ").add(entry.getKey(), roles.ofNode(entry.getKey()));
      line.add(entry.getValue() > 1 ? " ×" + Amounts.count(entry.getValue()) : "");
      shown++;
    }
  }

  private void addMany() {
    start();
    line.add(Amounts.count(cost.commands(), "command"));
    line.add(", " + Amounts.count(cost.messages(), "message"));
    Map<String, Integer> asked = new LinkedHashMap<>();
    for (TraceEntry entry : slice) {
      if (entry.event() instanceof CallEvent.RequestSent sent
          && roles.ofNode(sent.to().name()) != Role.PLAIN) {
        asked.merge(sent.to().name(), 1, Integer::sum);
      }
    }
    if (!asked.isEmpty()) {
      long kept = Cost.of(slice).commands();
      line.add(kept < cost.commands() ? " · of the last " + Amounts.count(kept) + ": " : ": ");
      addAsked(asked);
    }
    if (cost.staleErrors() > 0) {
      start();
      line.add("! " + Amounts.count(cost.staleErrors()) + " StaleConfig", Role.STALE);
    }
    if (cost.refreshes() > 0) {
      start();
      String noun = cost.refreshes() == 1 ? " refresh" : " refreshes";
      line.add(Amounts.count(cost.refreshes()) + noun);
    }
    addChanges();
  }

  /** What is written on goes without saying; of several stops only the last is told. */
  private boolean isTelling(MigrationEvent.MigrationNoted note) {
    return switch (note.note()) {
      case FORWARDED -> false;
      case WRITE_NOTED, WAITED, OUTCOME_ASKED -> true;
      case STOPPED ->
          slice.stream()
                  .map(TraceEntry::event)
                  .filter(
                      event ->
                          event instanceof MigrationEvent.MigrationNoted other
                              && other.note() == note.note()
                              && other.what().equals(note.what()))
                  .reduce((first, second) -> second)
                  .orElseThrow()
              == note;
    };
  }

  private boolean isTelling(ReshardingEvent.ReshardingNoted noted) {
    ClusterEvent last = noted;
    for (TraceEntry entry : slice) {
      if (entry.event() instanceof ReshardingEvent.ReshardingNoted other
          && other.note() == noted.note()) {
        last = other;
      }
    }
    return last == noted;
  }

  private boolean isCleanUpAlone() {
    return slice.stream().noneMatch(e -> e.event() instanceof MigrationEvent.MigrationMoved);
  }

  /** Whether a move went no further. */
  private boolean isLast(MigrationEvent.MigrationMoved event) {
    ClusterEvent last = event;
    for (TraceEntry entry : slice) {
      if (entry.event() instanceof MigrationEvent.MigrationMoved moved
          && moved.what().equals(event.what())) {
        last = moved;
      }
    }
    return last == event;
  }

  /** Cuts, jumbo marks and finished moves, as far as they fit. */
  private void addChanges() {
    Map<StyledLine, Integer> changes = new LinkedHashMap<>();
    long rounds =
        slice.stream().filter(e -> e.event() instanceof BalancerEvent.BalancerRound).count();
    for (TraceEntry entry : slice) {
      ClusterEvent event = entry.event();
      boolean telling =
          event instanceof CatalogEvent.ChunkSplit
              || event instanceof CatalogEvent.ChunksMerged
              || event instanceof CatalogEvent.JumboMarked
              || event instanceof DeletionEvent.OrphansDeleted
              || event instanceof DeletionEvent.DeletionWaited
              || event instanceof DeletionEvent.DocumentsExpired
              || event instanceof TransactionEvent.WriteWaited
              || event instanceof TransactionEvent.TransactionMoved moving
                  && TransactionText.isTold(moving)
              || event instanceof BalancerEvent.BalancerRound round
                  && (round.moves() > 0 || rounds == 1)
              || event instanceof MigrationEvent.MigrationNoted note && isTelling(note)
              || event instanceof ReshardingEvent.ReshardingNoted noted && isTelling(noted)
              || event instanceof DeletionEvent.DeletionScheduled && isCleanUpAlone()
              || event instanceof MigrationEvent.MigrationMoved moved
                  && (moved.after() == MigrationState.COMMITTED
                      || moved.after() == MigrationState.ABORTED
                      || isLast(moved));
      if (telling) {
        changes.merge(EventText.of(event).text(), 1, Integer::sum);
      }
      ReplicationText.summary(event).ifPresent(text -> changes.merge(text, 1, Integer::sum));
    }
    int shown = 0;
    for (Map.Entry<StyledLine, Integer> change : changes.entrySet()) {
      if (shown++ == CHANGES_MAX) {
        break;
      }
      start();
      line.add(change.getKey());
      line.add(change.getValue() > 1 ? " ×" + Amounts.count(change.getValue()) : "");
    }
    if (changes.size() > CHANGES_MAX) {
      start();
      line.add(Amounts.count(changes.size() - CHANGES_MAX, "more change"));
    }
  }
}
