package shardsh.core.configsvr;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonDocument;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.NodeId;
import shardsh.core.bson.Docs;
import shardsh.core.rpc.CommandList;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.FailPointCommand;
import shardsh.core.rpc.Members;
import shardsh.core.rpc.Network;
import shardsh.core.rpc.ProcessCommands;
import shardsh.core.rpc.ReplicaSet;
import shardsh.core.rpc.UnknownCommand;
import shardsh.core.sharding.ConfigCatalog;
import shardsh.core.sharding.ReshardingProgress;
import shardsh.core.sharding.ReshardingView;
import shardsh.core.sharding.ShardId;
import shardsh.core.sim.Scheduler;

/** The config servers' replica set as one node: the table of its commands, and wiring. */
public final class ConfigServer implements Network.Node {
  private final ReplicaSet set;
  private final CatalogState state;
  private final ReshardingCoordinator resharding;
  private final Map<String, ConfigCommand> commands = new LinkedHashMap<>();

  public ConfigServer(Environment environment, ReplicaSet set) {
    this(
        set,
        new CatalogState(
            environment, set.host(), ConfigCatalog.empty(environment.ids().objectId())));
  }

  private ConfigServer(ReplicaSet set, CatalogState state) {
    this.set = set;
    this.state = state;
    ConfigDocuments documents = new ConfigDocuments(state);
    RoutingReads routing = new RoutingReads(state);
    this.resharding = new ReshardingCoordinator(state);
    new ChunkCommits(state).addTo(commands);
    new MergeAllCommands(state).addTo(commands);
    new PlacementCommands(state, resharding).addTo(commands);
    new RefineCommands(state).addTo(commands);
    new ReshardingCommands(state, resharding).addTo(commands);
    new ShardCommands(state).addTo(commands);
    new ZoneCommands(state).addTo(commands);
    new QueryAnalyzerCommands(state).addTo(commands);
    MoveCommands moves = new MoveCommands(state);
    moves.addTo(commands);
    new ChunkRequests(state, moves).addTo(commands);
    new BalancerCommands(state).addTo(commands);
    new ConfigData(state, set.host(), documents, routing).addTo(commands);
    OperationCommands.addTo(commands);
    commands.put("listShards", (db, command) -> routing.shards(documents));
  }

  public ConfigServer copy(Environment otherEnvironment) {
    return new ConfigServer(set.copy(otherEnvironment), state.copy(otherEnvironment));
  }

  @Override
  public NodeId id() {
    return NodeId.CONFIG;
  }

  @Override
  public String host() {
    return set.host();
  }

  @Override
  public Optional<Members> members() {
    return Optional.of(set.members());
  }

  @Override
  public List<String> hosts() {
    return set.hosts();
  }

  /** The set these servers form. */
  public ReplicaSet set() {
    return set;
  }

  /** What the config servers hold. */
  public CatalogState state() {
    return state;
  }

  /** Runs a task of the scheduler that names the config servers; false when it is not theirs. */
  public boolean runTask(Scheduler.Task task) {
    switch (task.name()) {
      case ReshardingJournal.TASK -> resharding.run(task);
      case FailPointCommand.RESUME ->
          resharding.resume(task.arguments().getString("cause").getValue());
      case ReshardingProgress.GO_ON_TASK -> resharding.goOn();
      default -> {
        return false;
      }
    }
    return true;
  }

  /** The resharding operation that has begun and not ended. */
  public Optional<ReshardingProgress> resharding() {
    return resharding.running().map(this::progress);
  }

  /** The same for other processes, with its row of config.reshardingOperations. */
  public ReshardingView reshardingView() {
    return new ReshardingView() {
      @Override
      public Optional<ReshardingProgress> running() {
        return resharding();
      }

      @Override
      public List<BsonDocument> rows() {
        return new ReshardingDocuments(state).all();
      }
    };
  }

  /** The last resharding operation of each collection, the one that began first before others. */
  public List<ReshardingProgress> reshardings() {
    return state.resharding().values().stream()
        .map(this::progress)
        .sorted(Comparator.comparingLong(ReshardingProgress::sinceMillis))
        .toList();
  }

  private ReshardingProgress progress(Resharding one) {
    return one.progressAt(state.environment().clock().nowMillis());
  }

  /**
   * Has the resharding operation that stands enter its next state.
   *
   * @throws CommandException why it cannot
   */
  public void stepResharding() {
    resharding.stepOnce();
  }

  @Override
  public boolean reads(String db, String name) {
    return commands.containsKey(name)
        || ProcessCommands.has(name)
        || name.startsWith("_")
        || !ConfigData.INTERNAL.contains(db);
  }

  @Override
  public List<String> commandNames() {
    List<String> names = new ArrayList<>(commands.keySet());
    names.addAll(ReplicaSet.commandNames());
    return names;
  }

  @Override
  public BsonDocument handle(NodeId from, String db, BsonDocument command) {
    String name = Docs.firstName(command);
    if (!set.isInitiated() && !set.answersBeforeInitiate(name)) {
      throw new CommandException(
          ErrorCode.NOT_YET_INITIALIZED,
          "the config servers' replica set is not initiated; connect to "
              + host()
              + " and run rs.initiate() first");
    }
    Optional<BsonDocument> aboutTheSet = set.handle(command);
    if (aboutTheSet.isPresent()) {
      return aboutTheSet.get();
    }
    set.checkRole(from, command);
    if (name.equals("listCommands")) {
      return CommandList.reply(commandNames());
    }
    boolean isData = !ConfigData.INTERNAL.contains(db);
    if (isData && state.catalog().shards().containsKey(ShardId.CONFIG)) {
      return state
          .environment()
          .network()
          .require(NodeId.CONFIG, ShardId.CONFIG.node(), db, command);
    }
    ConfigCommand found = commands.get(name);
    if (found == null) {
      throw UnknownCommand.error(name);
    }
    return found.run(db, command);
  }
}
