package shardsh.core.mongod;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.bson.BsonDocument;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.pipeline.ForeignCollections;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.FailPointCommand;
import shardsh.core.rpc.Members;
import shardsh.core.rpc.Network;
import shardsh.core.rpc.ReplicaSet;
import shardsh.core.sharding.DatabaseVersion;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;
import shardsh.core.sim.Scheduler;

/** A shard's replica set as one node: its parts, how they are wired, and its tasks. */
public final class ShardServer implements Network.Node {
  private final Environment environment;
  private final NodeId id;
  private final ReplicaSet set;
  private final ShardData data;
  private final ShardLog log;
  private final MembersData membersData;
  private final ShardingState sharding;
  private final RangeDeleter rangeDeleter;
  private final MigrationSource source;
  private final MigrationGate gate;
  private final MigrationDestination destination;
  private final ShardMigrations migrations;
  private final ReshardingDonor resharding;
  private final ShardCursors cursors;
  private final ChunkSplitter splitter;
  private final MovePrimaryCommands primaries;
  private final TtlMonitor ttl;
  private final ShardSizes sizes;
  private final OperationCounts counts;
  private final LocalReads reads;
  private final ShardSessions sessions;
  private final TransactionCoordinator coordinator;
  private final ChangeStreams streams;
  private final CommandTable commands;
  private ForeignCollections routed = ForeignCollections.NONE;

  public ShardServer(Environment environment, NodeId id, ReplicaSet set) {
    this(
        environment,
        id,
        set,
        new ShardData(environment),
        new ShardLog(environment),
        new ReplicatedData(),
        new ShardingState(environment, new ShardId(id.name())),
        new OperationCounts(environment.clock().nowMillis()));
  }

  private ShardServer(
      Environment environment,
      NodeId id,
      ReplicaSet set,
      ShardData data,
      ShardLog log,
      ReplicatedData replicated,
      ShardingState sharding,
      OperationCounts counts) {
    this.environment = environment;
    this.id = id;
    this.set = set;
    this.data = data;
    this.log = log;
    data.noteIn(log);
    this.membersData = new MembersData(this, replicated);
    this.sharding = sharding;
    this.sizes = new ShardSizes(this);
    this.counts = counts;
    this.reads = new LocalReads(this);
    this.sessions = new ShardSessions(this);
    this.coordinator = new TransactionCoordinator(this);
    this.streams = new ChangeStreams(this);
    this.cursors = new ShardCursors(this);
    this.rangeDeleter = new RangeDeleter(environment, data, sharding, cursors::endOf);
    this.source = new MigrationSource(this);
    this.gate = new MigrationGate(this, source);
    this.destination = new MigrationDestination(this);
    this.migrations = new ShardMigrations(this, source, destination);
    this.resharding = new ReshardingDonor(this);
    this.splitter = new ChunkSplitter(this);
    this.primaries = new MovePrimaryCommands(this);
    this.ttl = new TtlMonitor(this);
    this.commands = new CommandTable(this, gate, resharding, primaries, streams, ttl);
    set.members().hold(membersData);
  }

  /** A copy in another environment; data is shared until either changes it. */
  public ShardServer copy(Environment otherEnvironment) {
    return copy(otherEnvironment, set.copy(otherEnvironment));
  }

  /** A copy whose processes are those of another copy, as the config servers' are. */
  public ShardServer copy(Environment otherEnvironment, ReplicaSet otherSet) {
    ShardServer copy =
        new ShardServer(
            otherEnvironment,
            id,
            otherSet,
            data.copy(otherEnvironment),
            log.copy(otherEnvironment),
            membersData.replicated().copy(),
            sharding.copy(otherEnvironment),
            counts.copy());
    copy.rangeDeleter.copyFrom(rangeDeleter);
    copy.source.copyFrom(source);
    copy.destination.copyFrom(destination);
    copy.resharding.copyFrom(resharding);
    copy.cursors.copyFrom(cursors);
    copy.splitter.copyFrom(splitter);
    copy.primaries.copyFrom(primaries);
    copy.sessions.copyFrom(sessions);
    copy.coordinator.copyFrom(coordinator);
    copy.streams.copyFrom(streams);
    return copy;
  }

  @Override
  public NodeId id() {
    return id;
  }

  @Override
  public String host() {
    return set.host();
  }

  @Override
  public List<String> hosts() {
    return set.hosts();
  }

  /** The set that this shard is. */
  public ReplicaSet set() {
    return set;
  }

  Environment environment() {
    return environment;
  }

  /** What the primary has, whoever is asked. */
  ShardData present() {
    return data;
  }

  /** What the member that is asked has; of a secondary, as it was when its lag began. */
  ShardData data() {
    return membersData.data();
  }

  /** The data of the set's members. */
  MembersData membersData() {
    return membersData;
  }

  ShardLog log() {
    return log;
  }

  ShardingState sharding() {
    return sharding;
  }

  RangeDeleter rangeDeleter() {
    return rangeDeleter;
  }

  ShardCursors cursors() {
    return cursors;
  }

  ChunkSplitter splitter() {
    return splitter;
  }

  LocalReads reads() {
    return reads;
  }

  ShardSessions sessions() {
    return sessions;
  }

  TransactionCoordinator coordinator() {
    return coordinator;
  }

  /** The process stops, or is no longer primary: transactions that are not prepared are lost. */
  public void loseTransactions() {
    sessions.lose();
  }

  /** How this shard reaches other collections while it works for a router; set by the wiring. */
  public void useForOthers(ForeignCollections collections) {
    routed = collections;
  }

  ForeignCollections routed() {
    return routed;
  }

  /** Whether a write to the collection would have to wait if it came now. */
  boolean blocksWrites(Namespace ns) {
    return gate.blocksWrites(ns) || resharding.blocksWrites(ns);
  }

  OperationCounts counts() {
    return counts;
  }

  @Override
  public BsonDocument handle(NodeId from, String db, BsonDocument command) {
    return commands.run(from, db, command);
  }

  @Override
  public Optional<Members> members() {
    return Optional.of(set.members());
  }

  @Override
  public OptionalInt memberFor(BsonDocument command) {
    return cursors.memberFor(command);
  }

  @Override
  public boolean reads(String db, String name) {
    return commands.knows(name);
  }

  @Override
  public List<String> commandNames() {
    return commands.names();
  }

  /** Runs a task of the scheduler that names this node. */
  public void runTask(Scheduler.Task task) {
    membersData.reachesAll();
    if (task.name().equals(RangeDeleter.TASK)) {
      rangeDeleter.run(task);
    } else if (task.name().equals(TtlMonitor.TASK)) {
      ttl.run();
    } else if (task.name().equals(MigrationDecisions.TASK)) {
      source.complete();
    } else if (task.name().equals(FailPointCommand.RESUME)) {
      migrations.resume(task.arguments().getString("cause").getValue());
    } else if (task.name().equals(ShardSessions.TASK)) {
      sessions.expire(task);
    } else if (task.name().equals(TransactionCoordinator.TASK)) {
      coordinator.goOn(task);
    } else {
      throw new IllegalStateException("a shard knows no task " + task.name());
    }
  }

  /** How much lies here. */
  ShardSizes sizes() {
    return sizes;
  }

  /** Counts reads and writes, and notes changes, from now on. */
  public void restartCounts() {
    counts.restart();
    log.restart();
  }

  /** Notes changes from now on; it has had none before. */
  public void beginLog() {
    log.begin();
  }

  /** What this shard looks like from outside the model. */
  public ShardInspection inspect() {
    return new ShardInspection(this);
  }

  MigrationDestination destination() {
    return destination;
  }

  MigrationSource source() {
    return source;
  }

  /** What it gives away and receives. */
  public ShardMigrations migrations() {
    return migrations;
  }

  /** Its id in config.shards. */
  public ShardId shardId() {
    return sharding.shard();
  }

  /** Takes over routing knowledge without asking, when the cluster starts. */
  public void learn(RoutingTable table) {
    sharding.learn(table.ns(), Optional.of(table));
  }

  /** Takes over a database's version without asking, when the cluster starts. */
  public void learnDatabase(String name, DatabaseVersion version) {
    sharding.learnDatabase(name, version);
  }

  /** Forgets what it knows of a collection's chunks. */
  void forget(Namespace ns) {
    sharding.forget(ns);
  }
}
