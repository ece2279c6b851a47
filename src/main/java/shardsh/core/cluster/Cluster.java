package shardsh.core.cluster;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.bson.types.ObjectId;
import shardsh.core.balancer.AutoMerger;
import shardsh.core.balancer.Balancer;
import shardsh.core.base.CommandException;
import shardsh.core.base.InterruptFlag;
import shardsh.core.base.JavaScriptFunctions;
import shardsh.core.base.NodeId;
import shardsh.core.base.ServerProfile;
import shardsh.core.configsvr.ConfigServer;
import shardsh.core.mongod.ShardServer;
import shardsh.core.mongos.Router;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Members;
import shardsh.core.rpc.ReplicaSet;
import shardsh.core.sharding.RunningMigration;
import shardsh.core.sharding.ShardId;
import shardsh.core.sim.SimClock;
import shardsh.core.sim.SimParameters;
import shardsh.core.snapshot.ClusterSnapshot;
import shardsh.core.snapshot.ClusterSpec;
import shardsh.core.snapshot.LoadView;
import shardsh.core.trace.Trace;

/**
 * A whole cluster: its processes, their road, its clock. State is a function of description, seed
 * and commands, and can be copied at any point between two commands.
 */
public final class Cluster {
  private final Environment environment;
  private final ConfigServer config;
  private final List<ShardServer> shards;
  private final List<Router> routers;
  private final Optional<String> firstDatabase;
  private final Balancer balancer;
  private final DueWork dueWork;
  private final CommandRun commands;

  /** What each shard knows when it reads or writes other collections for a pipeline. */
  private final Map<NodeId, Router> routersOfShards = new TreeMap<>();

  private Optional<LoadView> lastLoad = Optional.empty();

  Cluster(
      Environment environment,
      ConfigServer config,
      List<ShardServer> shards,
      List<Router> routers,
      Optional<String> firstDatabase) {
    this.environment = environment;
    this.config = config;
    this.shards = new ArrayList<>(shards);
    this.routers = List.copyOf(routers);
    this.firstDatabase = firstDatabase;
    ConfigServerView view = new ConfigServerView(config.state(), this::migratingShards);
    this.balancer = new Balancer(environment, view);
    this.dueWork = new DueWork(this, new AutoMerger(environment, view));
    this.commands = new CommandRun(this);
    wire();
  }

  private Cluster(Cluster other, ServerProfile profile) {
    this.environment = other.environment.copyAs(profile);
    this.config = other.config.copy(environment);
    this.shards = new ArrayList<>();
    for (ShardServer shard : other.shards) {
      shards.add(
          shard.shardId().equals(ShardId.CONFIG)
              ? shard.copy(environment, config.set().as(shard.id().name()))
              : shard.copy(environment));
    }
    this.routers = other.routers.stream().map(router -> router.copy(environment)).toList();
    other.routersOfShards.forEach(
        (shard, router) -> routersOfShards.put(shard, router.copy(environment)));
    this.firstDatabase = other.firstDatabase;
    this.lastLoad = other.lastLoad;
    ConfigServerView view = new ConfigServerView(config.state(), this::migratingShards);
    this.balancer = other.balancer.copy(environment, view);
    this.dueWork = new DueWork(this, new AutoMerger(environment, view));
    this.commands = new CommandRun(this);
    environment.nodes().add(config);
    shards.forEach(environment.nodes()::add);
    routers.forEach(environment.nodes()::add);
    wire();
  }

  private void wire() {
    environment.connect(new ClusterWiring(this));
    config.state().setCompliance(balancer::compliance);
    shards.forEach(this::giveRouter);
  }

  /** The shards that give something away and are up, the one that began first before others. */
  List<ShardServer> migrating() {
    return shards.stream()
        .filter(shard -> shard.migrations().running().isPresent() && !isDown(shard.id()))
        .sorted(Comparator.comparingLong(shard -> shard.migrations().sinceMillis()))
        .toList();
  }

  private void giveRouter(ShardServer shard) {
    shard.useForOthers(
        routersOfShards
            .computeIfAbsent(shard.id(), id -> new Router(environment, id, shard.host()))
            .collections());
  }

  /**
   * Starts what a description says.
   *
   * @param profile overrides the description's; where neither names one, 8.0
   * @param seed overrides the description's
   * @param interrupts raised from outside to stop a running command
   * @throws IllegalArgumentException for an unknown profile
   */
  public static Cluster start(
      ClusterSpec spec, Optional<String> profile, OptionalLong seed, InterruptFlag interrupts) {
    return new ClusterBuilder(spec, profile, seed, interrupts).build();
  }

  /**
   * Who runs the JavaScript functions that commands carry, in this cluster and its copies; they are
   * refused until somebody does.
   */
  public void useJavaScript(JavaScriptFunctions functions) {
    environment.setJavaScript(functions);
  }

  /** Who runs them; empty when nobody does. */
  public Optional<JavaScriptFunctions> javaScript() {
    return environment.javaScript();
  }

  /** An independent cluster in the same state. */
  public Cluster copy() {
    return new Cluster(this, profile());
  }

  /**
   * An independent cluster in the same state whose processes are of another version from then on.
   * Dials that were as the old version has them are as the new one has them.
   *
   * @throws IllegalArgumentException for an unknown profile
   */
  public Cluster copyAs(String profileName) {
    ServerProfile profile = ServerProfile.named(profileName);
    Cluster copy = new Cluster(this, profile);
    SimParameters now = environment.parameters();
    boolean splits = now.autoSplit() == profile().splitsOnInsert();
    boolean merges = now.autoMerge() == profile().autoMerge();
    copy.environment.setParameters(
        now.withAutomatisms(
            splits ? profile.splitsOnInsert() : now.autoSplit(),
            merges ? profile.autoMerge() : now.autoMerge()));
    return copy;
  }

  Environment environment() {
    return environment;
  }

  ConfigServer config() {
    return config;
  }

  List<ShardServer> shards() {
    return shards;
  }

  List<Router> routers() {
    return routers;
  }

  Balancer balancer() {
    return balancer;
  }

  /** Runs what falls due. */
  DueWork dueWork() {
    return dueWork;
  }

  /** What the last load did; empty when none was driven. */
  Optional<LoadView> lastLoad() {
    return lastLoad;
  }

  void keepLoad(LoadView load) {
    lastLoad = Optional.of(load);
  }

  public SimClock clock() {
    return environment.clock();
  }

  public Trace trace() {
    return environment.trace();
  }

  public ServerProfile profile() {
    return environment.profile();
  }

  /** The database that {@code db} is at the start. */
  public String firstDatabase() {
    return firstDatabase.orElse("test");
  }

  /** The dials and actions that no real cluster has. */
  public SimControls sim() {
    return new SimControls(this);
  }

  /** A new ObjectId, as a driver makes it for a document without {@code _id}. */
  public ObjectId newObjectId() {
    return environment.ids().objectId();
  }

  /** Routers in order of configuration. */
  public List<NodeId> routerIds() {
    return routers.stream().map(Router::id).toList();
  }

  /** Shards in order of configuration. */
  public List<NodeId> shardIds() {
    return shards.stream().map(ShardServer::id).toList();
  }

  /** The process of that name, or the one that listens at that {@code host:port}. */
  public Optional<NodeId> find(String nameOrHost) {
    List<NodeId> all = new ArrayList<>(routerIds());
    all.add(NodeId.CONFIG);
    all.addAll(shardIds());
    return all.stream()
        .filter(node -> node.name().equals(nameOrHost))
        .findFirst()
        .or(() -> member(new NodeId(nameOrHost)))
        .or(() -> environment.nodes().at(nameOrHost));
  }

  private Optional<NodeId> member(NodeId name) {
    int index = name.memberIndex();
    return index < 0
        ? Optional.empty()
        : environment
            .nodes()
            .membersOf(name)
            .filter(set -> index < set.size())
            .map(set -> set.name(index));
  }

  /**
   * Where a process listens, e.g. {@code 127.0.0.1:27100}; of a set its primary, or else its first
   * member.
   */
  public String hostOf(NodeId node) {
    if (node.set().equals(NodeId.CONFIG)) {
      return hostIn(config.set(), node);
    }
    for (Router router : routers) {
      if (router.id().equals(node)) {
        return router.host();
      }
    }
    for (ShardServer shard : shards) {
      if (shard.id().equals(node.set())) {
        return hostIn(shard.set(), node);
      }
    }
    throw new IllegalArgumentException("no process " + node);
  }

  /** Where each member of a set listens; one place for a router. */
  public List<String> hostsOf(NodeId node) {
    NodeId set = node.set();
    if (set.equals(NodeId.CONFIG)) {
      return config.set().hosts();
    }
    return shards.stream()
        .filter(shard -> shard.id().equals(set))
        .findFirst()
        .map(shard -> shard.set().hosts())
        .orElseGet(() -> List.of(hostOf(node)));
  }

  private static String hostIn(ReplicaSet set, NodeId node) {
    int member = node.memberIndex() < 0 ? set.members().primary() : node.memberIndex();
    return set.hosts().get(Math.max(0, member));
  }

  /** Whether a process was taken away and not brought back. */
  public boolean isDown(NodeId node) {
    return environment.network().isDown(node);
  }

  /**
   * What mongosh's prompt says of a set or one of its members: primary, secondary or other; empty
   * before the set is initiated, when a member's hello names no set.
   */
  public String roleOf(NodeId node) {
    if (!isInitiated(node.set())) {
      return "";
    }
    Optional<Members> set = environment.nodes().membersOf(node);
    int member = node.memberIndex();
    if (set.isEmpty() || member < 0) {
      return "primary";
    }
    return switch (set.get().state(member)) {
      case PRIMARY -> "primary";
      case SECONDARY -> "secondary";
      default -> "other";
    };
  }

  private boolean isInitiated(NodeId set) {
    return set.equals(NodeId.CONFIG)
        ? config.set().isInitiated()
        : shards.stream()
            .filter(shard -> shard.id().equals(set))
            .allMatch(shard -> shard.set().isInitiated());
  }

  public boolean isRouter(NodeId node) {
    return routers.stream().anyMatch(router -> router.id().equals(node));
  }

  /**
   * A connection to a process of whatever cluster the supplier gives at the time of a call, so that
   * it survives when a cluster is replaced by an earlier copy.
   */
  public static Connection connect(Supplier<Cluster> world, NodeId node) {
    return new ClusterConnection(world, node);
  }

  /**
   * Runs one command of the application. See {@link Connection#run}.
   *
   * @throws CommandException when the reply is not ok
   */
  public BsonDocument run(NodeId node, String db, BsonDocument command) {
    return commands.run(node, db, command);
  }

  /** Runs a command that the driver does not number: {@link Connection#runOnce}. */
  BsonDocument runOnce(NodeId node, String db, BsonDocument command) {
    return commands.runOnce(node, db, command);
  }

  /** Forgets what happened so far, in trace and counts: it was the making of the cluster. */
  public void beginsNow() {
    environment.trace().restart();
    shards.forEach(ShardServer::restartCounts);
  }

  /** Donors and recipients of the migrations that run now. */
  private Set<ShardId> migratingShards() {
    Set<ShardId> busy = new TreeSet<>();
    for (RunningMigration running : environment.migrations()) {
      busy.add(running.what().donor());
      busy.add(running.what().recipient());
    }
    return busy;
  }

  /** The set of the config servers gets the part of a shard, if it has not had it before. */
  void startConfigShard() {
    NodeId part = ShardId.CONFIG.node();
    if (shards.stream().noneMatch(shard -> shard.id().equals(part))) {
      start(part, config.set().as(part.name()));
      environment.nodes().addPart(part, NodeId.CONFIG);
    }
  }

  /** Starts an empty, initiated shard set; its first member is primary. */
  void startShard(String setName, List<String> hosts) {
    start(new NodeId(setName), new ReplicaSet(environment, setName, hosts, false, true));
  }

  private void start(NodeId id, ReplicaSet set) {
    ShardServer shard = new ShardServer(environment, id, set);
    shard.beginLog();
    shards.add(shard);
    giveRouter(shard);
    environment.nodes().add(shard);
  }

  /**
   * What a cluster like this one can be started from. Clock, caches, orphans and what is due are
   * left out.
   */
  public ClusterSpec describe() {
    return new SpecTaker(this).take();
  }

  /** What things are called, at this instant. */
  public ClusterNames names() {
    return new ClusterNames(this);
  }

  /** Everything at this instant. */
  public ClusterSnapshot snapshot() {
    return new SnapshotTaker(this).take();
  }
}
