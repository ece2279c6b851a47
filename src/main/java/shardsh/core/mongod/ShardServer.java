package shardsh.core.mongod;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.bson.BsonDocument;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.bson.Docs;
import shardsh.core.pipeline.ForeignCollections;
import shardsh.core.rpc.CommandList;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.FailPointCommand;
import shardsh.core.rpc.Members;
import shardsh.core.rpc.Network;
import shardsh.core.rpc.ProcessCommands;
import shardsh.core.rpc.ReplicaSet;
import shardsh.core.rpc.UnknownCommand;
import shardsh.core.sharding.DatabaseVersion;
import shardsh.core.sharding.MigrationStep;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.RunningMigration;
import shardsh.core.sharding.ShardId;
import shardsh.core.sim.Scheduler;

/** A shard's replica set as one node: the table of its commands, and wiring. */
public final class ShardServer implements Network.Node {
  /** Commands that bring no document to a shard that may expire. */
  static final List<String> READS =
      List.of("find", "getMore", "killCursors", "count", "distinct", "aggregate", "explain");

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
  private final SampledChanges sampledChanges;
  private ForeignCollections routed = ForeignCollections.NONE;
  private final Map<String, ShardCommand> commands = new LinkedHashMap<>();

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
    this.sampledChanges = new SampledChanges(this);
    this.cursors = new ShardCursors(this);
    this.rangeDeleter = new RangeDeleter(environment, data, sharding, cursors::endOf);
    this.source = new MigrationSource(this);
    this.gate = new MigrationGate(this, source);
    this.destination = new MigrationDestination(this);
    this.resharding = new ReshardingDonor(this);
    this.splitter = new ChunkSplitter(this);
    this.primaries = new MovePrimaryCommands(this);
    this.ttl = new TtlMonitor(this);
    sessions.addTo(commands);
    coordinator.addTo(commands);
    source.addTo(commands);
    destination.addTo(commands);
    splitter.addTo(commands);
    new MergeAllChunks(this).addTo(commands);
    cursors.addTo(commands);
    new ReadCommands(this).addTo(commands);
    new AggregateCommand(this).addTo(commands);
    new WriteCommands(this).addTo(commands);
    new DdlCommands(this).addTo(commands);
    new IndexCommands(this).addTo(commands);
    new StatsCommands(this).addTo(commands);
    new ParameterCommands(this).addTo(commands);
    new ShardCollectionCommands(this).addTo(commands);
    new FillCommands(this).addTo(commands);
    new ShardKeyCommands(this).addTo(commands);
    primaries.addTo(commands);
    new VersionCommands(this).addTo(commands);
    new KeyOrderCommand(this).addTo(commands);
    streams.wrap(commands);
    new ViewReads(this).wrap(commands);
    resharding.addTo(commands);
    new ReshardingRecipient(this, resharding).addTo(commands);
    new OperationCommands(this, source, destination).addTo(commands);
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
    String name = Docs.firstName(command);
    if (!set.isInitiated() && !set.answersBeforeInitiate(name)) {
      throw new CommandException(
          ErrorCode.NOT_YET_INITIALIZED,
          "this node is not initiated; connect to " + host() + " and run rs.initiate() first");
    }
    Optional<BsonDocument> aboutTheSet = set.handle(command);
    if (aboutTheSet.isPresent()) {
      return aboutTheSet.get();
    }
    if (name.equals("listCommands")) {
      return CommandList.reply(commandNames());
    }
    ShardCommand found = commands.get(name);
    if (found == null) {
      throw UnknownCommand.error(name);
    }
    set.checkRole(from, command);
    if (set.members().isSecondaryServing()) {
      return sessions.run(db, membersData.asRead(db, name, command), found, false);
    }
    admit(name, db, command);
    BsonDocument reply =
        sampledChanges.around(
            db,
            command,
            () ->
                membersData.around(
                    name, command, () -> sessions.run(db, command, found, from.equals(id))));
    if (!READS.contains(name)) {
      ttl.arm();
    }
    return reply;
  }

  /** What waits for migrations or resharding, waits; what that changed is on every member. */
  private void admit(String name, String db, BsonDocument command) {
    Optional<MigrationRecord> migrating = source.active();
    gate.pass(name, db, command);
    if (!source.active().equals(migrating)) {
      membersData.reachesAll();
    }
    resharding.admit(db, command);
    if (command.containsKey("databaseVersion")) {
      primaries.settle(db);
    }
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
    return commands.containsKey(name) || ProcessCommands.has(name) || name.startsWith("_");
  }

  @Override
  public List<String> commandNames() {
    List<String> names = new ArrayList<>(commands.keySet());
    names.addAll(ReplicaSet.commandNames());
    return names;
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
      resumeMigration(task.arguments().getString("cause").getValue());
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

  private void resumeMigration(String cause) {
    membersData.reachesAll();
    try {
      source.resume(cause);
    } catch (CommandException aborted) {
      // The trace has it; whoever asked for the migration has had an answer long ago.
    }
  }

  MigrationDestination destination() {
    return destination;
  }

  MigrationSource source() {
    return source;
  }

  /** The migration that this shard gives away now. */
  public Optional<RunningMigration> runningMigration() {
    return source.active().map(MigrationRecord::running);
  }

  /** When the running migration was taken on, milliseconds of the epoch. */
  public long migrationSinceMillis() {
    return source.active().map(MigrationRecord::sinceMillis).orElse(Long.MAX_VALUE);
  }

  /** The step that the running migration stands before. */
  public Optional<MigrationStep> nextMigrationStep() {
    return source.active().map(MigrationRecord::next);
  }

  /**
   * Does the next step of the running migration.
   *
   * @throws CommandException what aborts it
   */
  public void stepMigration() {
    membersData.reachesAll();
    source.stepOnce();
  }

  /**
   * This shard has a new primary: what the one before had in memory is lost, what it had written
   * down is settled.
   */
  public void cameUp() {
    membersData.reachesAll();
    destination.crashed();
    source.decisions().deliver();
    source.recover();
  }

  /** Another set lost its primary: ranges that it was sending here will not come. */
  public void peerWentDown(NodeId peer) {
    destination.donorWentDown(peer);
  }

  /** Another set has a primary again: it hears what it missed. */
  public void peerCameUp() {
    if (!environment.network().isDown(id)) {
      membersData.reachesAll();
      source.complete();
    }
  }

  /** Migrations given away by this shard, finished and running, oldest first. */
  public List<MigrationRecord> migrations() {
    return source.all();
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
