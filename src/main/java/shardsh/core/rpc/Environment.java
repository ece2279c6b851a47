package shardsh.core.rpc;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import shardsh.core.base.InterruptFlag;
import shardsh.core.base.JavaScriptFunctions;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.base.OperationContext;
import shardsh.core.base.ServerProfile;
import shardsh.core.base.WorkDone;
import shardsh.core.sharding.ReshardingProgress;
import shardsh.core.sharding.ReshardingView;
import shardsh.core.sharding.RunningMigration;
import shardsh.core.sharding.ShardId;
import shardsh.core.sim.IdSource;
import shardsh.core.sim.Scheduler;
import shardsh.core.sim.SimClock;
import shardsh.core.sim.SimParameters;
import shardsh.core.sim.SimRandom;
import shardsh.core.trace.Trace;

/**
 * What the nodes of one cluster share: time, chance, ids, later work, the trace, the road, the
 * dials.
 */
public final class Environment {
  /** What holds moves and resharding operations that stop before each of their steps. */
  public static final String STEPPED = "sim.stepMigrations(true)";

  private static final int NOTED_SECONDS = 10;

  private final SimClock clock;
  private final Scheduler scheduler;
  private final SimRandom random;
  private final IdSource ids;
  private final Trace trace;
  private final Nodes nodes;
  private final Network network;
  private final InterruptFlag interrupts;
  private final ServerProfile profile;
  private SimParameters parameters;
  private final OperationContext operation;
  private long deadlineMillis = Long.MAX_VALUE;
  private boolean shielded;
  private boolean numbered = true;
  private Surroundings surroundings = Surroundings.NONE;
  private final FailPoints failPoints;
  private boolean stepsMigrations;
  private Optional<JavaScriptFunctions> javaScript = Optional.empty();
  private long lagMillis;
  private BsonTimestamp clusterTime = new BsonTimestamp(0, 0);

  public Environment(
      ServerProfile profile, SimParameters parameters, long seed, InterruptFlag interrupts) {
    this.clock = new SimClock();
    this.scheduler = new Scheduler();
    this.random = new SimRandom(seed);
    this.ids = new IdSource(clock, seed);
    this.trace = new Trace(clock);
    this.nodes = new Nodes();
    this.network = new Network(this, nodes);
    this.interrupts = interrupts;
    this.profile = profile;
    this.parameters = parameters;
    this.failPoints = new FailPoints();
    this.operation =
        new OperationContext(this::isInterrupted, clock::nowMillis, () -> deadlineMillis);
  }

  private Environment(Environment other, ServerProfile profile) {
    this.clock = other.clock.copy();
    this.scheduler = other.scheduler.copy();
    this.random = other.random.copy();
    this.ids = other.ids.copy(clock);
    this.trace = other.trace.copy(clock);
    this.nodes = other.nodes.copy();
    this.network = other.network.copy(this, nodes);
    this.interrupts = other.interrupts;
    this.profile = profile;
    this.parameters = other.parameters;
    this.clusterTime = other.clusterTime;
    this.failPoints = other.failPoints.copy();
    this.stepsMigrations = other.stepsMigrations;
    this.javaScript = other.javaScript;
    this.lagMillis = other.lagMillis;
    this.operation =
        new OperationContext(this::isInterrupted, clock::nowMillis, () -> deadlineMillis);
  }

  /** A copy without nodes; each node's copy is then added to its nodes. */
  public Environment copy() {
    return copyAs(profile);
  }

  /** A copy whose processes behave as another server from then on. */
  public Environment copyAs(ServerProfile other) {
    return new Environment(this, other);
  }

  /** Tells what is around the processes; once, by the wiring. */
  public void connect(Surroundings around) {
    surroundings = around;
  }

  public SimClock clock() {
    return clock;
  }

  public Scheduler scheduler() {
    return scheduler;
  }

  public SimRandom random() {
    return random;
  }

  public IdSource ids() {
    return ids;
  }

  public Trace trace() {
    return trace;
  }

  /** Which processes there are. */
  public Nodes nodes() {
    return nodes;
  }

  public Network network() {
    return network;
  }

  public InterruptFlag interrupts() {
    return interrupts;
  }

  public ServerProfile profile() {
    return profile;
  }

  public SimParameters parameters() {
    return parameters;
  }

  /** Replaces the dials from now on. */
  public void setParameters(SimParameters newParameters) {
    parameters = newParameters;
  }

  /** How far secondaries are behind their primaries, in milliseconds. */
  public long lagMillis() {
    return lagMillis;
  }

  /** How far they are behind from now on. */
  public void setLagMillis(long millis) {
    lagMillis = millis;
  }

  /** The next cluster time: the clock's seconds with a count inside the second. */
  public BsonTimestamp nextClusterTime() {
    int seconds = (int) (clock.nowMillis() / 1000);
    boolean sameSecond = clusterTime.getTime() >= seconds;
    clusterTime =
        sameSecond
            ? new BsonTimestamp(clusterTime.getTime(), clusterTime.getInc() + 1)
            : new BsonTimestamp(seconds, 1);
    return clusterTime;
  }

  /**
   * What a snapshot that is taken now is taken at: the latest cluster time given out, or a new one
   * when that is long ago, as primaries with nothing else to write note the time every 10 s.
   */
  public BsonTimestamp snapshotTime() {
    long seconds = clock.nowMillis() / 1000;
    return clusterTime.getTime() + NOTED_SECONDS < seconds ? nextClusterTime() : clusterTime;
  }

  /** The latest cluster time given out. */
  public BsonTimestamp clusterTime() {
    return clusterTime;
  }

  /**
   * The chunk size of a collection in bytes. Real processes re-read config.settings now and then;
   * here they know it at once.
   */
  public long chunkSizeBytes(Namespace ns) {
    return surroundings.chunkSizeBytes(ns);
  }

  /** Whether inserts cut a chunk of the collection that outgrows the limit. */
  public boolean splitsOnInsert(Namespace ns) {
    return parameters.autoSplit() && surroundings.mayBeSplitOnInsert(ns);
  }

  /**
   * Whether a query of that collection is to be sampled, which counts it. Real routers share the
   * rate and re-read it every ten seconds; here they draw on one account and know it at once.
   */
  public boolean takeSample(Namespace ns) {
    return surroundings.takeSample(ns);
  }

  /**
   * Every shard of the cluster, by id. Real processes keep a registry that follows config.shards;
   * here they know it at once.
   */
  public List<ShardId> shards() {
    return surroundings.shards();
  }

  /**
   * The migrations that have begun and not ended, the oldest first. Real config servers wait for
   * the donors' replies, and shards keep registries of their own; here they know it at once.
   */
  public List<RunningMigration> migrations() {
    return surroundings.migrations();
  }

  /**
   * The resharding operation that has begun and not ended; a cluster has one at a time. Real shards
   * hear of its states from the config servers; here they know it at once.
   */
  public Optional<ReshardingProgress> resharding() {
    return surroundings.resharding().running();
  }

  /** The same with its row of config.reshardingOperations. */
  public ReshardingView reshardings() {
    return surroundings.resharding();
  }

  /**
   * Adds a row to config.changelog on behalf of a shard. A real shard inserts it with a message to
   * the config servers; here it is there at once, unless they are down.
   */
  public void logChange(String what, Namespace ns, ShardId shard, BsonDocument details) {
    surroundings.logChange(what, ns.toString(), shard.name(), details);
  }

  /** The set has no primary any more. */
  void lostPrimary(NodeId set) {
    surroundings.primaryChanged(set, false);
  }

  /** The set has a new primary. */
  void electedPrimary(NodeId set) {
    surroundings.primaryChanged(set, true);
  }

  /** The fail points of all processes. */
  public FailPoints failPoints() {
    return failPoints;
  }

  /** Whether migrations, and resharding operations, stop before each of their steps. */
  public boolean stepsMigrations() {
    return stepsMigrations;
  }

  /** Has migrations stop before each of their steps, or run through. */
  public void setStepsMigrations(boolean on) {
    stepsMigrations = on;
  }

  /** Who runs the functions that commands carry; empty where there is no engine. */
  public Optional<JavaScriptFunctions> javaScript() {
    return javaScript;
  }

  /** Who runs the functions that commands carry, in this environment and its copies. */
  public void setJavaScript(JavaScriptFunctions functions) {
    javaScript = Optional.of(functions);
  }

  /**
   * Tells whoever waits how far a long loop has come; cheap enough for each of its rounds. One that
   * is known to be short says nothing: it may be a part of a longer one.
   */
  public void report(String what, long done, long total) {
    WorkDone work = new WorkDone(what, done, total);
    if (work.isWorthTelling()) {
      interrupts.report(work);
    }
  }

  /**
   * Does a part of a batch that is told of as one: see {@link InterruptFlag#counting}. A short
   * batch is not counted by itself.
   *
   * @param what the command, e.g. {@code insert}
   * @param done the operations before this part
   */
  public <T> T counting(String what, long done, long total, Supplier<T> part) {
    return interrupts.counting(new WorkDone(what, done, total), part);
  }

  /** Lets the config servers hold the data of a shard of the name {@code config}. */
  public void startConfigShard() {
    surroundings.startConfigShard();
  }

  /** Starts an empty, initiated shard set; its first member is primary. */
  public void startShard(String setName, List<String> hosts) {
    surroundings.startShard(setName, hosts);
  }

  /**
   * Waits until that simulated instant (milliseconds of the epoch), or fails at the operation's own
   * deadline if that comes first.
   */
  public void waitUntil(long millis) {
    operation.checkForInterrupt();
    surroundings.waitUntil(
        deadlineMillis == Long.MAX_VALUE ? millis : Math.min(millis, deadlineMillis + 1));
    operation.checkForInterrupt();
  }

  /** Whether the command that runs has a limit of time. */
  public boolean hasDeadline() {
    return deadlineMillis != Long.MAX_VALUE;
  }

  /**
   * Waits for what does not come by itself, until the operation's deadline; without one returns at
   * once.
   *
   * @throws shardsh.core.base.CommandException MAX_TIME_MS_EXPIRED
   */
  public void waitOutDeadline() {
    if (deadlineMillis != Long.MAX_VALUE) {
      waitUntil(deadlineMillis + 1);
    }
  }

  /**
   * Lets time pass to that instant while nothing else happens, or fails at the operation's own
   * deadline if that comes first.
   */
  public void passTo(long millis) {
    long until = deadlineMillis == Long.MAX_VALUE ? millis : Math.min(millis, deadlineMillis + 1);
    if (until > clock.nowMillis()) {
      clock.advanceMicros((until - clock.nowMillis()) * 1000);
    }
    operation.checkForInterrupt();
  }

  /**
   * The command that runs now: its deadline, and whether it must stop. Always the same object, so
   * that a cursor which goes on later obeys the command that asks it to.
   */
  public OperationContext operation() {
    return operation;
  }

  private boolean isInterrupted() {
    return !shielded && interrupts.isRaised();
  }

  /**
   * Does what must not stop half-way, as a transaction would: neither deadline nor request ends it.
   */
  public void toTheEnd(Runnable work) {
    boolean before = shielded;
    shielded = true;
    try {
      inBackground(work);
    } finally {
      shielded = before;
    }
  }

  /** A new command begins; 0 means no limit of its own. */
  public void beginOperation(long maxTimeMillis) {
    deadlineMillis = maxTimeMillis <= 0 ? Long.MAX_VALUE : clock.nowMillis() + maxTimeMillis;
  }

  /**
   * Whether the command that runs is a retryable write or a statement of a transaction, as far as
   * it can be either. Drivers number their single writes unless they are told not to.
   */
  public boolean isNumbered() {
    return numbered;
  }

  /** Says it of the command that is about to run. */
  public void setNumbered(boolean has) {
    numbered = has;
  }

  /** Does work that falls due while a command waits: the command's deadline is not its own. */
  public void inBackground(Runnable work) {
    long suspended = deadlineMillis;
    deadlineMillis = Long.MAX_VALUE;
    try {
      work.run();
    } finally {
      deadlineMillis = suspended;
    }
  }
}
