package shardsh.core.cluster;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.balancer.Balancer;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.mongod.ShardServer;
import shardsh.core.mongos.Router;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.FailPointCommand;
import shardsh.core.rpc.Members;
import shardsh.core.sharding.ReshardingProgress;
import shardsh.core.sim.Scheduler;
import shardsh.core.sim.SimClock;
import shardsh.core.sim.SimParameters;
import shardsh.core.snapshot.LoadView;
import shardsh.core.trace.EventDocument;
import shardsh.core.trace.ReplicationEvent;

/**
 * What a real cluster does by itself or by accident, done on request: the {@code sim} of the shell.
 * Replies are documents without {@code ok}.
 */
public final class SimControls {
  private static final long MEBIBYTE = 1024L * 1024;
  private static final double FILL_MEGABYTES_MAX = 1L << 30;

  private final Cluster cluster;
  private final Environment environment;

  SimControls(Cluster cluster) {
    this.cluster = cluster;
    this.environment = cluster.environment();
  }

  /** {@code {now: ISODate, elapsedMillis, next: [{at, node, task}]}}. */
  public BsonDocument clock() {
    BsonArray next = new BsonArray();
    cluster
        .migrating()
        .forEach(
            shard ->
                next.add(
                    new BsonDocument("at", now())
                        .append("node", new BsonString(shard.id().name()))
                        .append(
                            "task",
                            new BsonString(shard.nextMigrationStep().orElseThrow().task()))));
    standingResharding().ifPresent(standing -> next.add(reshardingRow(standing)));
    environment.scheduler().pending().forEach(task -> next.add(toBson(task)));
    return new BsonDocument("now", now())
        .append("elapsedMillis", number(environment.clock().elapsedMillis()))
        .append("next", next);
  }

  private BsonDateTime now() {
    return new BsonDateTime(environment.clock().nowMillis());
  }

  private static BsonDocument toBson(Scheduler.Task task) {
    return new BsonDocument("at", new BsonDateTime(task.dueMillis()))
        .append("node", new BsonString(task.node().name()))
        .append("task", new BsonString(task.name()));
  }

  private static BsonValue number(long value) {
    return value == (int) value ? new BsonInt32((int) value) : new BsonInt64(value);
  }

  /**
   * Moves time on; what falls due runs in order. {@code {now, ran: [{at, node, task}],
   * quietRounds?}}; balancer rounds that moved nothing are only counted.
   */
  public BsonDocument advance(long millis) {
    if (millis < 0) {
      throw new CommandException(
          ErrorCode.BAD_VALUE, "time cannot run backwards: " + millis + " ms");
    }
    List<Scheduler.Task> ran = new ArrayList<>();
    long target = Math.addExact(environment.clock().nowMillis(), millis);
    long roundsBefore = cluster.config().state().balancerRounds();
    cluster.dueWork().runTasksUntil(target, ran);
    cluster.dueWork().moveClockTo(target);
    BsonDocument report = new BsonDocument("now", now()).append("ran", ran(ran));
    long listed = ran.stream().filter(task -> task.name().equals(Balancer.TASK)).count();
    long quiet = cluster.config().state().balancerRounds() - roundsBefore - listed;
    return quiet == 0 ? report : report.append("quietRounds", number(quiet));
  }

  private static BsonArray ran(List<Scheduler.Task> tasks) {
    BsonArray rows = new BsonArray();
    tasks.forEach(task -> rows.add(toBson(task)));
    return rows;
  }

  /**
   * Runs the next {@code count} due tasks; while a migration stands still, its next steps. {@code
   * {now, ran: [{at, node, task, error?}], next}}; a step that fails tells its error.
   */
  public BsonDocument step(int count) {
    BsonArray ran = new BsonArray();
    for (int i = 0; i < count; i++) {
      Optional<BsonDocument> next = next();
      if (next.isEmpty()) {
        break;
      }
      List<ShardServer> migrating = cluster.migrating();
      Optional<ReshardingProgress> resharding = standingResharding();
      if (!migrating.isEmpty()) {
        stepMigration(migrating.get(0)).ifPresent(e -> next.get().append("error", e));
      } else if (resharding.isPresent()) {
        stepResharding(resharding.get()).ifPresent(e -> next.get().append("error", e));
      } else {
        runNextTask();
      }
      ran.add(next.get());
    }
    return new BsonDocument("now", now())
        .append("ran", ran)
        .append("next", next().<BsonValue>map(row -> row).orElse(BsonNull.VALUE));
  }

  /** What {@link #step} would run. */
  private Optional<BsonDocument> next() {
    Optional<BsonDocument> migration =
        cluster.migrating().stream()
            .findFirst()
            .map(
                shard ->
                    new BsonDocument("at", now())
                        .append("node", new BsonString(shard.id().name()))
                        .append(
                            "task",
                            new BsonString(shard.nextMigrationStep().orElseThrow().task())));
    return migration
        .or(() -> standingResharding().map(this::reshardingRow))
        .or(() -> environment.scheduler().pending().stream().findFirst().map(SimControls::toBson));
  }

  private void runNextTask() {
    Scheduler.Task next = environment.scheduler().pending().get(0);
    environment.scheduler().takeDue(next.dueMillis());
    cluster.dueWork().moveClockTo(next.dueMillis());
    cluster.dueWork().runTask(next);
  }

  private Optional<ReshardingProgress> standingResharding() {
    return cluster.isDown(NodeId.CONFIG)
        ? Optional.empty()
        : environment.resharding().filter(ReshardingProgress::stands);
  }

  private BsonDocument reshardingRow(ReshardingProgress standing) {
    long at = Math.max(environment.clock().nowMillis(), standing.dueMillis());
    return new BsonDocument("at", new BsonDateTime(at))
        .append("node", new BsonString(NodeId.CONFIG.name()))
        .append("task", new BsonString(standing.nextTask()));
  }

  /** Time moves on to where the state can be entered; what falls due before that is done. */
  private Optional<BsonString> stepResharding(ReshardingProgress standing) {
    cluster.dueWork().runTasksUntil(standing.dueMillis(), new ArrayList<>());
    cluster.dueWork().moveClockTo(standing.dueMillis());
    if (standingResharding().filter(now -> now.state() == standing.state()).isEmpty()) {
      return Optional.empty();
    }
    return stepNow(() -> environment.inBackground(cluster.config()::stepResharding));
  }

  private Optional<BsonString> stepMigration(ShardServer donor) {
    return stepNow(donor::stepMigration);
  }

  private Optional<BsonString> stepNow(Runnable step) {
    try {
      step.run();
      return Optional.empty();
    } catch (CommandException e) {
      if (e.errorCode().equals(ErrorCode.INTERRUPTED)) {
        throw e;
      }
      return Optional.of(new BsonString(e.errorCode().codeName() + ": " + e.getMessage()));
    } finally {
      cluster.dueWork().runDue();
    }
  }

  /**
   * Whether migrations, and resharding operations, stop before each of their steps from now on;
   * switched off, those that stand go on. {@code {stepMigrations}}.
   */
  public BsonDocument stepMigrations(boolean on) {
    environment.setStepsMigrations(on);
    if (!on) {
      FailPointCommand.resume(environment, Environment.STEPPED);
      cluster.dueWork().runDue();
    }
    return new BsonDocument("stepMigrations", BsonBoolean.valueOf(on));
  }

  /**
   * A fault on messages, {@code {from?, to?, command?, do, code?, millis?, times?}}; {@code {fault:
   * n}}.
   *
   * @throws CommandException BAD_VALUE for one that cannot be
   */
  public BsonDocument fail(BsonDocument fault) {
    for (String end : List.of("from", "to")) {
      if (fault.isString(end)) {
        requireProcess(fault.getString(end).getValue());
      }
    }
    return new BsonDocument("fault", new BsonInt32(environment.network().addFault(fault)));
  }

  private void requireProcess(String name) {
    if (!name.equals(NodeId.APP.name()) && cluster.find(name).isEmpty()) {
      throw new CommandException(ErrorCode.BAD_VALUE, "there is no process '" + name + "'");
    }
  }

  /** The faults that still strike: {@code {faults: [{fault, …}]}}. */
  public BsonDocument faults() {
    return new BsonDocument("faults", new BsonArray(environment.network().faults()));
  }

  /** Messages go through again: {@code {faults: []}}. */
  public BsonDocument failOff() {
    environment.network().removeFaults();
    return faults();
  }

  /** One balancer round now. {@code {round, policy, compared, moves, skipped}}. */
  public BsonDocument balance() {
    cluster.dueWork().runDue();
    return cluster.balancer().round();
  }

  /**
   * Writes weight in one routed batch through a router. {@code {addedMB, shards: {s2: 70}, splits:
   * [key], jumbo}}.
   *
   * @param key one shard key value, or values by {@code {from, to}}
   * @param docs how many documents it stands for; one per KB when empty
   */
  public BsonDocument fill(
      NodeId router, Namespace ns, BsonDocument key, double megabytes, OptionalLong docs) {
    if (!(megabytes > 0) || megabytes > FILL_MEGABYTES_MAX) {
      throw new CommandException(
          ErrorCode.BAD_VALUE,
          "the size must be a positive number of megabytes, at most "
              + (long) FILL_MEGABYTES_MAX
              + ", got "
              + (Double.isFinite(megabytes)
                  ? BigDecimal.valueOf(megabytes).stripTrailingZeros().toPlainString()
                  : String.valueOf(megabytes)));
    }
    if (docs.isPresent() && docs.getAsLong() < 0) {
      throw new CommandException(
          ErrorCode.BAD_VALUE, "docs must not be negative, got " + docs.getAsLong());
    }
    long bytes = Math.max(1, Math.round(megabytes * MEBIBYTE));
    BsonDocument reply =
        cluster.run(
            router,
            ns.db(),
            new BsonDocument("_simFill", new BsonString(ns.collection()))
                .append("key", key)
                .append("bytes", new BsonInt64(bytes))
                .append("docs", new BsonInt64(docs.orElse(Math.max(1, bytes / 1024)))));
    BsonDocument shards = new BsonDocument();
    long added = 0;
    for (var shard : reply.getDocument("shards").entrySet()) {
      long part = shard.getValue().asInt64().getValue();
      added += part;
      if (part > 0) {
        shards.append(shard.getKey(), megabytes(part));
      }
    }
    return new BsonDocument("addedMB", megabytes(added))
        .append("shards", shards)
        .append("splits", reply.get("splits"))
        .append("jumbo", reply.get("jumbo"));
  }

  /**
   * Drives a reproducible mix of reads and inserts through a router. {@code {operations, inserts,
   * reads, messages, shards: {s0: {operations, documents, messages, share, p50Millis, p95Millis,
   * p99Millis}}}}.
   *
   * @param spec {@code {operations, inserts, fields: {name: distribution}, readBy: [[field]],
   *     documentKB}}
   */
  public BsonDocument load(NodeId router, Namespace ns, BsonDocument spec) {
    LoadSpec parsed = LoadSpec.parse(spec);
    LoadValues values = new LoadValues(parsed, environment.random());
    LoadView view = new LoadRun(cluster, router, ns, parsed, values).run().view();
    cluster.keepLoad(view);
    return view.toBson();
  }

  /**
   * Runs the same load on copies whose collection is sharded by each key. {@code {keys: [{key,
   * targetedShare, shardsPerRead, writesPerShard, hottestShard: {shard, share}, uncuttableChunks,
   * largestUncuttableMB, movesNeeded}]}}.
   *
   * @param spec as for {@link #load}; {@code documentKB} is what each document counts for
   */
  public BsonDocument compareShardKeys(
      NodeId router, Namespace ns, List<BsonDocument> keys, BsonDocument spec) {
    return new KeyComparison(cluster, router, ns, LoadSpec.parse(spec)).compare(keys);
  }

  /**
   * Targets by a second, independent routine. A filter gives {@code {router: ["s1"], second:
   * ["s1"], same}}, a number of random ones {@code {asked, differences: [{filter, router,
   * second}]}}.
   *
   * @param mutant {@code exclusiveUpper} or {@code forgetIn} breaks the second routine on purpose
   */
  public BsonDocument secondOpinion(
      NodeId router, Namespace ns, BsonValue what, Optional<String> mutant) {
    SecondOpinions opinions = SecondOpinions.on(cluster, router, ns, mutant);
    return what.isDocument() ? opinions.one(what.asDocument()) : opinions.many(what);
  }

  private static BsonValue megabytes(long bytes) {
    long tenths = Math.round(bytes * 10.0 / MEBIBYTE);
    return tenths % 10 == 0 ? number(tenths / 10) : new BsonDouble(tenths / 10.0);
  }

  /** The dials, profile and seed as a document. */
  public BsonDocument parameters() {
    SimParameters now = environment.parameters();
    return new BsonDocument("chunkSizeMB", new BsonInt32(cluster.config().state().chunkSizeMB()))
        .append("autoSplit", BsonBoolean.valueOf(now.autoSplit()))
        .append("autoMerge", BsonBoolean.valueOf(now.autoMerge()))
        .append(
            "balancer",
            new BsonString(cluster.config().state().isBalancerOn() ? now.balancerRuns() : "off"))
        .append("orphanCleanupDelaySecs", new BsonInt32(now.orphanCleanupDelaySecs()))
        .append("hash", new BsonString(now.toyHash() ? "toy" : "real"))
        .append("boundary", new BsonString(now.exactBoundary() ? "exact" : "server"))
        .append("latencyMs", new BsonInt32((int) (now.latencyMicros() / 1000)))
        .append("lagMs", number(environment.lagMillis()))
        .append("profile", new BsonString(environment.profile().name()))
        .append("seed", number(environment.random().seed()));
  }

  /** Replaces dials by name; unknown names and wrong values are refused and nothing changes. */
  public BsonDocument setParameters(BsonDocument changes) {
    new ParameterChange(cluster).apply(changes);
    cluster.dueWork().keepBalancing();
    return parameters();
  }

  /** The cost parameters {@code {examinedMicros, shippedMicros, mergedMicros}}. */
  public BsonDocument costParameters() {
    SimParameters now = environment.parameters();
    return new BsonDocument("examinedMicros", number(now.examinedMicros()))
        .append("shippedMicros", number(now.shippedMicros()))
        .append("mergedMicros", number(now.mergedMicros()));
  }

  /** Replaces cost parameters by name. */
  public void setCostParameters(BsonDocument changes) {
    new ParameterChange(cluster).applyCosts(changes);
  }

  /** The events from a mark of the trace on, as documents. */
  public BsonArray events(long mark) {
    BsonArray events = new BsonArray();
    long start = SimClock.START.toEpochMilli() * 1000;
    cluster.trace().since(mark).forEach(entry -> events.add(EventDocument.of(entry, start)));
    return events;
  }

  /**
   * Takes a router away, a member of a set, or by the name of a set its primary; {@code {down:
   * [node], primary}}, with the primary of the set there is now, or null.
   *
   * @throws CommandException BAD_VALUE when nothing of it runs
   */
  public BsonDocument down(NodeId node) {
    Optional<Members> set = environment.network().membersOf(node);
    if (set.isEmpty()) {
      environment.network().takeDown(node);
      environment.trace().record(new ReplicationEvent.NodeWentDown(node));
      return reply("down", node, List.of(node), Optional.empty());
    }
    int member =
        node.memberIndex() >= 0
            ? node.memberIndex()
            : set.get()
                .first()
                .orElseThrow(
                    () ->
                        new CommandException(
                            ErrorCode.BAD_VALUE, "every member of " + node + " is down already"));
    set.get().takeDown(member);
    return reply("down", node, List.of(node.set().member(member)), set);
  }

  /**
   * Brings it back, a router without what it had cached; by the name of a set all its members.
   * {@code {up: [node], primary}}.
   */
  public BsonDocument up(NodeId node) {
    Optional<Members> set = environment.network().membersOf(node);
    if (set.isEmpty()) {
      environment.network().bringUp(node);
      cluster.routers().stream()
          .filter(router -> router.id().equals(node))
          .forEach(Router::restart);
      environment.trace().record(new ReplicationEvent.NodeCameUp(node));
      return reply("up", node, List.of(node), Optional.empty());
    }
    List<Integer> members =
        node.memberIndex() >= 0 ? List.of(node.memberIndex()) : set.get().down();
    members.forEach(set.get()::bringUp);
    List<NodeId> names = new ArrayList<>();
    members.forEach(member -> names.add(node.set().member(member)));
    return reply("up", node, names, set);
  }

  /** Members by their own names, {@code s1:0} also where the set has only one. */
  private static BsonDocument reply(
      String what, NodeId asked, List<NodeId> nodes, Optional<Members> set) {
    BsonArray names = new BsonArray();
    nodes.forEach(node -> names.add(new BsonString(node.name())));
    BsonValue primary =
        set.filter(Members::hasPrimary)
            .<BsonValue>map(members -> new BsonString(asked.set().member(members.primary()).name()))
            .orElse(BsonNull.VALUE);
    return new BsonDocument(what, names).append("primary", primary);
  }
}
