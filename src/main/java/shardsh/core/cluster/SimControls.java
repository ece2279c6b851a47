package shardsh.core.cluster;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.bson.Docs;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.FailPointCommand;
import shardsh.core.sim.SimClock;
import shardsh.core.sim.SimParameters;
import shardsh.core.snapshot.LoadView;
import shardsh.core.trace.EventDocument;

/**
 * What a real cluster does by itself or by accident, done on request: the {@code sim} of the shell.
 * Replies are documents without {@code ok}.
 */
public final class SimControls {
  private static final long MEBIBYTE = 1024L * 1024;
  private static final double FILL_MEGABYTES_MAX = 1L << 30;

  private final Cluster cluster;
  private final Environment environment;
  private final SimTime time;

  SimControls(Cluster cluster) {
    this.cluster = cluster;
    this.environment = cluster.environment();
    this.time = new SimTime(cluster);
  }

  /** {@code {now: ISODate, elapsedMillis, next: [{at, node, task}]}}. */
  public BsonDocument clock() {
    return time.clock();
  }

  /**
   * Moves time on; what falls due runs in order. {@code {now, ran: [{at, node, task}],
   * quietRounds?}}; balancer rounds that moved nothing are only counted.
   */
  public BsonDocument advance(long millis) {
    return time.advance(millis);
  }

  /**
   * Runs the next {@code count} due tasks; while a migration stands still, its next steps. {@code
   * {now, ran: [{at, node, task, error?}], next}}; a step that fails tells its error.
   */
  public BsonDocument step(int count) {
    return time.step(count);
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
    return new BsonDocument("faults", new BsonArray(environment.network().faults().toBson()));
  }

  /** Messages go through again: {@code {faults: []}}. */
  public BsonDocument failOff() {
    environment.network().faults().clear();
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
    return tenths % 10 == 0 ? Docs.number(tenths / 10) : new BsonDouble(tenths / 10.0);
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
        .append("lagMs", Docs.number(environment.lagMillis()))
        .append("profile", new BsonString(environment.profile().name()))
        .append("seed", Docs.number(environment.random().seed()));
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
    return new BsonDocument("examinedMicros", Docs.number(now.examinedMicros()))
        .append("shippedMicros", Docs.number(now.shippedMicros()))
        .append("mergedMicros", Docs.number(now.mergedMicros()));
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
    return new DownAndUp(cluster).down(node);
  }

  /**
   * Brings it back, a router without what it had cached; by the name of a set all its members.
   * {@code {up: [node], primary}}.
   */
  public BsonDocument up(NodeId node) {
    return new DownAndUp(cluster).up(node);
  }
}
