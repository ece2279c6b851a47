package shardsh.core.balancer;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import shardsh.core.base.CommandException;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.bson.Docs;
import shardsh.core.keys.IndexKey;
import shardsh.core.rpc.Environment;
import shardsh.core.sharding.Chunk;
import shardsh.core.sharding.ConfigCatalog;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;
import shardsh.core.sim.Scheduler;
import shardsh.core.trace.BalancerEvent;

/**
 * The loop around a policy: cuts chunks at zone bounds, defragments, asks the policy, has the
 * donors move. Runs on the config servers. Source: {@code sharding-facts.md}, section 11.1.
 */
public final class Balancer {
  /** The scheduler's word for a round that is due. */
  public static final String TASK = "balancerRound";

  private static final long INTERVAL_MILLIS = 10_000;
  private static final long SHORT_INTERVAL_MILLIS = 1_000;

  /** In what state a round found nothing to do, what it reported, and how long it took. */
  private record Quiet(
      ConfigCatalog catalog, Optional<BsonDocument> settings, BsonDocument report, long millis) {

    /** Whether the same round was held in the same state; the catalog is the same value. */
    boolean isLike(Quiet other) {
      return catalog == other.catalog
          && millis == other.millis
          && settings.equals(other.settings)
          && report.equals(other.report);
    }
  }

  private final Environment environment;
  private final BalancerView view;
  private final BalancerPolicy policy;
  private final ClusterStatistics statistics;
  private final ChunkWork work;
  private final Defragmentation defragmentation;
  private boolean movedLastRound;
  private boolean actedLastRound;
  private Optional<Quiet> quiet = Optional.empty();
  private boolean repeats;
  private boolean inRound;
  private long waitMillis = INTERVAL_MILLIS;

  public Balancer(Environment environment, BalancerView view) {
    this.environment = environment;
    this.view = view;
    this.policy = Policies.of(environment.profile().imbalance());
    this.statistics = new ClusterStatistics(environment, view);
    this.work = new ChunkWork(environment, view);
    this.defragmentation = new Defragmentation(view, work);
  }

  /** A copy in another environment. */
  public Balancer copy(Environment otherEnvironment, BalancerView otherView) {
    Balancer copy = new Balancer(otherEnvironment, otherView);
    copy.movedLastRound = movedLastRound;
    copy.actedLastRound = actedLastRound;
    copy.quiet = quiet;
    copy.repeats = repeats;
    copy.waitMillis = waitMillis;
    return copy;
  }

  public BalancerPolicy policy() {
    return policy;
  }

  /** Whether a collection lies as the balancer wants it: {@link Compliance#of}. */
  public BsonDocument compliance(Namespace ns) {
    return new Compliance(environment.profile(), view, statistics, policy).of(ns, movedLastRound);
  }

  /** Schedules the next round by itself. */
  public void scheduleNext() {
    waitMillis =
        environment
            .failPoints()
            .reach(NodeId.CONFIG, "overrideBalanceRoundInterval")
            .filter(data -> data.isNumber("intervalMs"))
            .map(data -> Math.max(1, data.getNumber("intervalMs").longValue()))
            .orElse(actedLastRound ? SHORT_INTERVAL_MILLIS : INTERVAL_MILLIS);
    schedule(environment.clock().nowMillis() + waitMillis);
  }

  private Scheduler.Task schedule(long dueMillis) {
    return environment.scheduler().schedule(dueMillis, NodeId.CONFIG, TASK, new BsonDocument());
  }

  /**
   * Whether a round is under way: one that waits for something goes on when that has come, and none
   * begins beside it.
   */
  public boolean isInRound() {
    return inRound;
  }

  /**
   * One round now; gives its report {@code {round, policy, compared, moves, skipped, merged?,
   * phases?}}.
   */
  public BsonDocument round() {
    long start = environment.clock().nowMillis();
    long number = view.nextRound();
    ConfigCatalog before = view.catalog();
    RoundReport report = new RoundReport();
    repeats = false;
    inRound = true;
    try {
      run(report);
    } catch (CommandException e) {
      quiet = Optional.empty();
      view.logAction("balancer.round", failure(e, environment.clock().nowMillis() - start));
      throw e;
    } finally {
      inRound = false;
    }
    movedLastRound = report.moveCount() > 0;
    actedLastRound = report.didSomething();
    BsonDocument document = report.toBson(number, policy);
    view.roundEnded(document);
    long millis = environment.clock().nowMillis() - start;
    logAction(report, millis);
    environment
        .trace()
        .record(new BalancerEvent.BalancerRound(number, report.moveCount(), document));
    rememberQuiet(before, report, document, millis);
    return document;
  }

  private void run(RoundReport report) {
    Optional<String> idle = whyIdle();
    if (idle.isPresent()) {
      report.noRound(idle.get());
      return;
    }
    splitAtZoneBounds();
    Set<ShardId> busy = defragmentation.round(report);
    for (Decision decision : policy.round(statuses(report, busy))) {
      report.decided(decision);
      for (Decision.Move move : decision.moves()) {
        work.move(move, report);
      }
    }
  }

  /**
   * Moves one chunk to the least loaded shard of its zone, if that is another one and the balancer
   * may work: what shards ask for when they have cut off an outermost chunk. Tells whether it
   * moved.
   *
   * @param request {@code {ns, min}}
   */
  public boolean moveOutermost(BsonDocument request) {
    Namespace ns = Namespace.parse(request.getString("ns").getValue());
    ConfigCatalog.CollectionEntry entry = view.catalog().collections().get(ns);
    if (whyIdle().isPresent() || entry == null || !entry.isBalanced()) {
      return false;
    }
    Chunk chunk = entry.table().chunkFor(IndexKey.ofDocument(request.getDocument("min")));
    Set<ShardId> busy = view.migratingShards();
    Optional<Decision.Move> move =
        policy.leastLoaded(statistics.of(List.of(entry), movedLastRound, busy).get(0), chunk);
    return move.filter(one -> work.move(one, new RoundReport())).isPresent();
  }

  /** The misspelling is the server's. */
  private static BsonDocument failure(CommandException e, long millis) {
    return new BsonDocument("executionTimeMillis", new BsonInt32((int) millis))
        .append("errorOccured", BsonBoolean.TRUE)
        .append("errmsg", new BsonString(e.getMessage()));
  }

  private void logAction(RoundReport report, long millis) {
    if (report.candidateCount() > 0) {
      view.logAction(
          "balancer.round",
          new BsonDocument("executionTimeMillis", new BsonInt32((int) millis))
              .append("errorOccured", BsonBoolean.FALSE)
              .append("candidateChunks", new BsonInt32(report.candidateCount()))
              .append("chunksMoved", new BsonInt32(report.moveCount())));
    }
  }

  private void rememberQuiet(
      ConfigCatalog before, RoundReport report, BsonDocument document, long millis) {
    Optional<Quiet> last = quiet;
    quiet = Optional.empty();
    if (report.didSomething() || report.hasFailures() || before != view.catalog()) {
      return;
    }
    BsonDocument unnumbered = Docs.copyOf(document);
    unnumbered.remove("round");
    Quiet now = new Quiet(before, view.settings(), unnumbered, millis);
    repeats = last.filter(quietBefore -> quietBefore.isLike(now)).isPresent();
    quiet = Optional.of(now);
  }

  /**
   * Passes over coming rounds at once when the last two found the same nothing to do: they are
   * counted, and time goes on to the end of the last of them. Expects the next round to be
   * scheduled; after any other interval than the usual one does nothing. Stops before anything else
   * is due, but for an automerger with nothing to do.
   */
  public void passOverRounds(long untilMillis, AutoMerger autoMerger) {
    if (!repeats || waitMillis != INTERVAL_MILLIS) {
      return;
    }
    long due = environment.scheduler().nextDueMillis(TASK).orElseThrow();
    long roundMillis = quiet.orElseThrow().millis();
    OptionalLong other =
        environment
            .scheduler()
            .nextDueMillisExcept(
                autoMerger.isSettled() ? List.of(TASK, AutoMerger.TASK) : List.of(TASK));
    long until = Math.min(untilMillis, other.orElse(Long.MAX_VALUE) - 1) - roundMillis;
    Optional<BalancerWindow> window = view.settings().flatMap(BalancerWindow::in);
    if (window.isPresent()) {
      until = Math.min(until, window.get().nextChange(environment.clock().nowMillis()) - 1);
    }
    long period = INTERVAL_MILLIS + roundMillis;
    long count = due > until ? 0 : (until - due) / period + 1;
    if (count > 0) {
      environment.scheduler().cancel(task -> task.name().equals(TASK));
      schedule(due + count * period);
      view.roundsRepeated(count);
      long end = due + (count - 1) * period + roundMillis;
      environment.clock().advanceMicros((end - environment.clock().nowMillis()) * 1000);
      if (autoMerger.isSettled()) {
        autoMerger.passOver(end);
      }
    }
  }

  private Optional<String> whyIdle() {
    if (environment.network().isDown(NodeId.CONFIG)) {
      return Optional.of("the config servers are down");
    }
    if (!view.isOn()) {
      return Optional.of("the balancer is stopped");
    }
    return view.settings()
        .flatMap(BalancerWindow::in)
        .filter(window -> !window.contains(environment.clock().nowMillis()))
        .map(BalancerWindow::refusal);
  }

  private void splitAtZoneBounds() {
    for (ConfigCatalog.CollectionEntry entry : view.catalog().collections().values()) {
      if (!entry.isBalanced() || entry.table().isUnsplittable()) {
        continue;
      }
      RoutingTable table = entry.table();
      for (ZoneSplits.ZoneSplit split :
          ZoneSplits.needed(table, view.catalog().zonesOf(table.ns()))) {
        ShardId owner = split.chunk().shard();
        if (!environment.network().isDown(owner.node())
            && !view.migratingShards().contains(owner)) {
          work.split(table, split);
        }
      }
    }
  }

  private List<DistributionStatus> statuses(RoundReport report, Set<ShardId> busy) {
    List<ConfigCatalog.CollectionEntry> balanced = new ArrayList<>();
    for (ConfigCatalog.CollectionEntry entry : view.catalog().collections().values()) {
      if (entry.table().isUnsplittable()) {
        continue;
      }
      if (!entry.isBalanced()) {
        report.skipped(
            new Decision.Skip(entry.table().ns(), "balancing is switched off for this collection"));
      } else if (entry.isDefragmenting()) {
        report.skipped(new Decision.Skip(entry.table().ns(), "it is being defragmented"));
      } else {
        balanced.add(entry);
      }
    }
    return statistics.of(balanced, movedLastRound, busy);
  }
}
