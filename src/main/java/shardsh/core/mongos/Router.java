package shardsh.core.mongos;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.bson.Docs;
import shardsh.core.pipeline.ForeignCollections;
import shardsh.core.pipeline.changes.ChangeStreamSpec;
import shardsh.core.rpc.CommandList;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Network;
import shardsh.core.rpc.ProcessCommands;
import shardsh.core.rpc.Replies;
import shardsh.core.rpc.UnknownCommand;

/** A router: the table of its commands, and wiring. */
public final class Router implements Network.Node {
  private final Environment environment;
  private final NodeId id;
  private final String host;
  private final CatalogCache cache;
  private final RouterTransactions transactions;
  private final KnownSessions sessions;
  private final RouterCursors cursors;
  private final RouterStreams streams;
  private final ForeignCollections collections;
  private final ReadCommands reads;
  private final Map<String, RouterCommand> commands = new LinkedHashMap<>();

  public Router(Environment environment, NodeId id, String host) {
    this(
        environment,
        id,
        host,
        new CatalogCache(environment, id),
        new RouterTransactions(environment, id),
        new KnownSessions(environment),
        RouterCursors::new);
  }

  /** Makes the cursors, or a copy of some. */
  private interface CursorSource {
    RouterCursors in(Environment environment, NodeId id, RouterTransactions transactions);
  }

  private Router(
      Environment environment,
      NodeId id,
      String host,
      CatalogCache cache,
      RouterTransactions transactions,
      KnownSessions sessions,
      CursorSource cursorSource) {
    this.environment = environment;
    this.id = id;
    this.host = host;
    this.cache = cache;
    this.transactions = transactions;
    this.sessions = sessions;
    this.cursors = cursorSource.in(environment, id, transactions);
    ShardCalls calls = new ShardCalls(environment, id, cache, transactions);
    transactions.addTo(commands);
    DdlCommands ddl = new DdlCommands(environment, calls, cache);
    TwoPhaseWrites twoPhase = new TwoPhaseWrites(environment, calls, transactions);
    this.reads = new ReadCommands(environment, calls, cursors);
    FindAndModifyCommand findAndModify =
        new FindAndModifyCommand(environment, calls, ddl, twoPhase);
    cursors.addTo(commands);
    reads.addTo(commands);
    this.collections = new RoutedCollections(environment, this, cache, cursors);
    AggregatePlanner planner = new AggregatePlanner(environment, cache, collections);
    AggregateExplain aggregates = new AggregateExplain(environment, calls, planner, host);
    new AggregateCommand(calls, cursors, planner, aggregates).addTo(commands);
    new WriteCommands(environment, calls, ddl, twoPhase).addTo(commands);
    ddl.addTo(commands);
    new StatsCommands(environment, calls, ddl).addTo(commands);
    new ShardingCommands(environment, calls, cache).addTo(commands);
    new ClusterCommands(environment, calls, cache).addTo(commands);
    new OperationCommands(environment, calls).addTo(commands);
    new MetadataConsistency(environment, calls, cache, ddl).addTo(commands);
    new ExplainCommand(environment, calls, reads, aggregates, host).addTo(commands);
    commands.put("findAndModify", findAndModify::run);
    commands.put("findandmodify", findAndModify::run);
    QuerySampling sampling = new QuerySampling(environment, id);
    sampling.wrap(commands);
    new ShardKeyAnalysis(environment, calls, collections, sampling).addTo(commands);
    streams = new RouterStreams(environment, this, cursors);
    streams.wrap(commands);
    new ViewReads(this).wrap(commands);
    commands.put("listCommands", (db, command) -> CommandList.reply(commands.keySet()));
  }

  public Router copy(Environment otherEnvironment) {
    Router copy =
        new Router(
            otherEnvironment,
            id,
            host,
            cache.copy(otherEnvironment),
            transactions.copy(otherEnvironment),
            sessions.copy(otherEnvironment),
            (environment, router, copied) -> cursors.copy(environment, copied));
    copy.streams.copyFrom(streams);
    return copy;
  }

  /** The process was started again: what it had in memory is gone. */
  public void restart() {
    cache.forget();
    transactions.forget();
    sessions.forget();
  }

  @Override
  public NodeId id() {
    return id;
  }

  @Override
  public String host() {
    return host;
  }

  /** All collections of the cluster, for pipelines that read or write more than one. */
  public ForeignCollections collections() {
    return collections;
  }

  /**
   * Both ways of targeting a collection's reads, by the table this router has.
   *
   * @throws shardsh.core.base.CommandException NAMESPACE_NOT_SHARDED
   */
  public TargetingComparison compareTargeting(Namespace ns, SecondOpinion.Mutant mutant) {
    return new TargetingComparison(environment, reads, cache, ns, mutant);
  }

  /** The sessions that this process knows. */
  List<BsonDocument> sessions() {
    return sessions.documents();
  }

  /** What this router knows of the cluster. */
  public CatalogCache cache() {
    return cache;
  }

  @Override
  public boolean reads(String db, String name) {
    RouterCommand found = commands.get(name);
    return found == null
        ? ProcessCommands.has(name) || name.startsWith("_")
        : db.equals("admin") || !(found instanceof ShardingCommands.AdminCommand);
  }

  @Override
  public List<String> commandNames() {
    return List.copyOf(commands.keySet());
  }

  @Override
  public BsonDocument handle(NodeId from, String db, BsonDocument command) {
    String name = Docs.firstName(command);
    sessions.note(command);
    switch (name) {
      case "hello" -> {
        return hello("isWritablePrimary");
      }
      case "isMaster", "ismaster" -> {
        return hello("ismaster");
      }
      default -> {}
    }
    boolean ofConfig = db.equals("config") && isDataCommand(name);
    if (ofConfig && !command.containsKey("autocommit") && !ChangeStreamSpec.opens(command)) {
      return environment.network().require(id, NodeId.CONFIG, db, command);
    }
    if (!name.equals("killCursors")) {
      Optional<BsonDocument> aboutTheProcess = ProcessCommands.handle(environment, command);
      if (aboutTheProcess.isPresent()) {
        return aboutTheProcess.get();
      }
    }
    RouterCommand found = commands.get(name);
    if (found == null) {
      throw UnknownCommand.error(name);
    }
    if (!command.containsKey("readConcern")) {
      return transactions.run(db, command, found);
    }
    BsonDocument timed = SnapshotReads.withTime(environment, command);
    return SnapshotReads.marked(timed, transactions.run(db, timed, found));
  }

  private static boolean isDataCommand(String name) {
    return switch (name) {
      case "find",
          "count",
          "distinct",
          "aggregate",
          "insert",
          "update",
          "delete",
          "getMore",
          "findAndModify",
          "findandmodify",
          "listIndexes",
          "explain",
          "collStats",
          "dbStats",
          "create",
          "drop",
          "createIndexes" ->
          true;
      default -> false;
    };
  }

  private BsonDocument hello(String primaryField) {
    BsonDocument reply =
        new BsonDocument(primaryField, BsonBoolean.TRUE).append("msg", new BsonString("isdbgrid"));
    ProcessCommands.appendLimits(environment, reply);
    return Replies.ok(reply);
  }
}
