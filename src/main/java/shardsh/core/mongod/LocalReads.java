package shardsh.core.mongod;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.bson.BsonOrder;
import shardsh.core.bson.Docs;
import shardsh.core.bson.ServerText;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.keys.KeyHash;
import shardsh.core.pipeline.ViewCommands;
import shardsh.core.plan.PlanExecutor;
import shardsh.core.plan.PlannerInput;
import shardsh.core.plan.QueryPlanner;
import shardsh.core.plan.QuerySolution;
import shardsh.core.plan.ShardFilter;
import shardsh.core.plan.SolutionNode;
import shardsh.core.query.CanonicalQuery;
import shardsh.core.query.Collation;
import shardsh.core.rpc.Environment;
import shardsh.core.sharding.Chunk;
import shardsh.core.sim.SimRandom;
import shardsh.core.storage.CollectionStore;
import shardsh.core.storage.IndexFunctions;
import shardsh.core.trace.QueryEvent;

/** Plans and runs queries on one shard's collections, and charges what they examine. */
final class LocalReads {
  /** What a shard keeps in {@code config}, sorted. */
  static final List<String> CONFIG_COLLECTIONS =
      List.of("migrationCoordinators", "rangeDeletions", "transaction_coordinators");

  private static final int EXPRESS_SINCE = 8;
  private static final int VIEW_DEPTH_MAX = 20;
  private static final List<String> WRITES =
      List.of("insert", "update", "delete", "findAndModify", "findandmodify");

  private final ShardServer server;
  private final Environment environment;

  LocalReads(ShardServer server) {
    this.server = server;
    this.environment = server.environment();
  }

  /**
   * What a request reads: the collection's store as it is, and the filter for orphans.
   *
   * @param store empty when the collection does not exist here
   */
  record Source(Namespace ns, Optional<CollectionStore> store, Optional<OwnershipFilter> filter) {

    /** The same with the store as it is now. */
    Source frozen() {
      return new Source(ns, store.map(CollectionStore::copy), filter);
    }
  }

  /** Checks the versions of a request and finds its collection; config's are made for it. */
  Source source(Namespace ns, BsonDocument command) {
    if (ns.db().equals("config")) {
      return new Source(ns, Optional.of(configCollection(ns)), Optional.empty());
    }
    Optional<OwnershipFilter> filter = server.sharding().checkBoth(ns, command);
    Optional<Transaction> transaction = server.sessions().current();
    if (transaction.isEmpty()) {
      return atClusterTime(command)
          .map(time -> past(ns, filter, time))
          .orElseGet(() -> new Source(ns, server.data().store(ns), filter));
    }
    boolean writes = WRITES.contains(Docs.firstName(command));
    if (transaction.get().isGlobal() && !writes) {
      return new Source(
          ns,
          transaction.get().readable(ns, server.data()),
          filter.map(owned -> owned.at(transaction.get().snapshotTime())));
    }
    filter.ifPresent(owned -> requireUnmoved(transaction.get(), owned));
    return new Source(
        ns,
        writes
            ? Optional.of(transaction.get().writable(ns, server.data()).store())
            : transaction.get().readable(ns, server.data()),
        filter);
  }

  /** What came to this shard after the transaction began is not in the data that it sees. */
  private void requireUnmoved(Transaction transaction, OwnershipFilter owned) {
    if (transaction.uses(owned.table().ns()) && !transaction.isGlobal()) {
      return;
    }
    for (Chunk chunk : owned.table().chunks()) {
      BsonTimestamp since = chunk.history().isEmpty() ? null : chunk.history().get(0).validAfter();
      if (since != null
          && chunk.shard().equals(server.shardId())
          && since.compareTo(transaction.snapshotTime()) > 0) {
        throw new CommandException(
            ErrorCode.MIGRATION_CONFLICT,
            "Chunk has moved since timestamp: "
                + ServerText.of(transaction.snapshotTime())
                + ", most recently at timestamp: "
                + ServerText.of(since));
      }
    }
  }

  /** The collection that a statement writes; made if there is none. */
  CollectionStore writable(Namespace ns) {
    Optional<Transaction> transaction = server.sessions().current();
    return transaction.isPresent()
        ? transaction.get().writable(ns, server.data()).store()
        : server.data().storeOrCreate(ns);
  }

  /** The time in the past that a read asks about. */
  static Optional<BsonTimestamp> atClusterTime(BsonDocument command) {
    return command.isDocument("readConcern")
            && command.getDocument("readConcern").isTimestamp("atClusterTime")
        ? Optional.of(command.getDocument("readConcern").getTimestamp("atClusterTime"))
        : Optional.empty();
  }

  /** The time that a read asks for, or that it must see what was written until then. */
  static Optional<BsonTimestamp> clusterTimeIn(BsonDocument command) {
    BsonDocument concern =
        command.isDocument("readConcern") ? command.getDocument("readConcern") : command;
    return concern.isTimestamp("afterClusterTime")
        ? Optional.of(concern.getTimestamp("afterClusterTime"))
        : atClusterTime(command);
  }

  /** The collection as it was, with what this shard owned then. */
  private Source past(Namespace ns, Optional<OwnershipFilter> filter, BsonTimestamp time) {
    ShardData then = PastData.at(time, server.present(), server.log(), environment);
    return new Source(ns, then.store(ns), filter.map(owned -> owned.at(time)));
  }

  private CollectionStore configCollection(Namespace ns) {
    CollectionStore store = new CollectionStore(ns, IndexFunctions.withoutFilters());
    List<BsonDocument> rows =
        switch (ns.collection()) {
          case "rangeDeletions" -> server.rangeDeleter().documents();
          case "migrationCoordinators" ->
              server.source().decisions().documents(server.source().active());
          case "transaction_coordinators" -> server.coordinator().documents();
          default -> List.of();
        };
    rows.forEach(store::insert);
    return store;
  }

  /** What expressions see of the present operation. */
  EvaluationContext.Settings settings() {
    SimRandom random = environment.random();
    return new EvaluationContext.Settings(
        BsonOrder.SIMPLE,
        new BsonDateTime(environment.clock().nowMillis()),
        environment.clusterTime(),
        random::nextDouble,
        environment.javaScript().orElse(null),
        environment.profile());
  }

  /** The shard whose collections are read. */
  ShardServer server() {
    return server;
  }

  /** The collation that requests have when they name none. */
  Collation standardCollation(Namespace ns) {
    return server
        .data()
        .find(ns)
        .filter(collection -> collection.options().isDocument("collation"))
        .map(collection -> Collation.parse(collection.options().getDocument("collation")))
        .orElse(Collation.simple());
  }

  PlannerInput input(Source source) {
    Optional<ShardFilter> filter =
        source
            .filter()
            .map(
                owned ->
                    new ShardFilter(owned.table().shardKey().keyPattern(), owned, owned::owns));
    boolean realHash =
        source
            .filter()
            .map(owned -> owned.table().shardKey().hash() == KeyHash.REAL)
            .orElse(!environment.parameters().toyHash());
    return PlannerInput.of(
        source.store().orElseThrow(),
        filter,
        environment.profile().majorVersion() >= EXPRESS_SINCE,
        realHash);
  }

  /** The best plan of a find. */
  QuerySolution bestPlan(Source source, CanonicalQuery query) {
    Optional<QuerySolution> lookup =
        QueryPlanner.lookup(
            query,
            source.store().orElseThrow().indexes().idIndex().collation(),
            source.filter().map(owned -> owned.table().shardKey().keyPattern()),
            environment.profile().majorVersion() >= EXPRESS_SINCE);
    return lookup.isPresent() ? lookup.get() : planFind(source, query).get(0);
  }

  /** The plans of a find on its own, the best first. */
  List<QuerySolution> planFind(Source source, CanonicalQuery query) {
    return QueryPlanner.carriedOut(query, new QueryPlanner(input(source)).planFind(query));
  }

  /** The plans of a filter with which more is done than to return what it finds. */
  List<QuerySolution> plan(Source source, CanonicalQuery query) {
    return QueryPlanner.carriedOut(query, new QueryPlanner(input(source)).plan(query));
  }

  /** The plans of a count, the best first. */
  List<QuerySolution> planCount(Source source, CanonicalQuery query) {
    return QueryPlanner.carriedOut(query, new QueryPlanner(input(source)).planCount(query));
  }

  /** The plans of a distinct, the best first. */
  List<QuerySolution> planDistinct(Source source, CanonicalQuery query, String field) {
    return QueryPlanner.carriedOut(
        query, new QueryPlanner(input(source)).planDistinct(query, field));
  }

  PlanExecutor executor(Source source, QuerySolution solution) {
    return new PlanExecutor(
        solution, source.store().orElseThrow(), environment.operation(), allowsDisk());
  }

  private boolean allowsDisk() {
    return environment.profile().majorVersion() >= 6;
  }

  /** Charges simulated time for what a plan has examined, and notes the plan in the trace. */
  void charge(Namespace ns, PlanExecutor executor) {
    charge(ns, executor, 0);
  }

  /** As {@link #charge(Namespace, PlanExecutor)}, less what was charged before. */
  void charge(Namespace ns, PlanExecutor executor, long examinedBefore) {
    long examined = executor.docsExamined();
    if (examinedBefore == 0) {
      countIndexes(ns, executor.solution().root());
    }
    environment
        .clock()
        .advanceMicros((examined - examinedBefore) * environment.parameters().examinedMicros());
    environment
        .trace()
        .record(
            new QueryEvent.PlanChosen(
                server.set().members().isSecondaryServing()
                    ? server.set().members().name(server.set().members().serving())
                    : server.id(),
                ns,
                shape(executor.solution()),
                executor.keysExamined(),
                examined,
                executor.returned()));
    environment.operation().checkForInterrupt();
  }

  private void countIndexes(Namespace ns, SolutionNode node) {
    if (node instanceof SolutionNode.IndexScan scan) {
      server.counts().countIndex(ns, scan.index().name());
    } else if (node instanceof SolutionNode.CountScan scan) {
      server.counts().countIndex(ns, scan.index().name());
    } else if (node instanceof SolutionNode.DistinctScan scan) {
      server.counts().countIndex(ns, scan.index().name());
    } else if (node instanceof SolutionNode.IdHack) {
      server.counts().countIndex(ns, "_id_");
    }
    node.children().forEach(child -> countIndexes(ns, child));
  }

  private static String shape(QuerySolution solution) {
    SolutionNode node = solution.root();
    String shape = node.stage();
    while (node.children().size() == 1) {
      node = node.children().get(0);
      shape = shape + "<" + node.stage();
    }
    return shape;
  }

  /**
   * Refuses a write to a view.
   *
   * @throws CommandException COMMAND_NOT_SUPPORTED_ON_VIEW
   */
  void refuseView(Namespace ns) {
    if (server.data().find(ns).filter(LocalCollection::isView).isPresent()) {
      throw new CommandException(
          ErrorCode.COMMAND_NOT_SUPPORTED_ON_VIEW,
          "Namespace " + ns + " is a view, not a collection");
    }
  }

  /**
   * Refuses a read of a view with what it is, see {@link ViewCommands}.
   *
   * @throws CommandException {@link ViewCommands#RESOLVE}, or ViewDepthLimitExceeded for views of
   *     views without end
   */
  void resolveView(Namespace ns) {
    Optional<LocalCollection> view = server.data().find(ns).filter(LocalCollection::isView);
    if (view.isEmpty()) {
      return;
    }
    BsonDocument options = view.get().options();
    Optional<BsonDocument> collation =
        options.isDocument("collation")
            ? Optional.of(options.getDocument("collation"))
            : Optional.empty();
    List<BsonValue> stages = new ArrayList<>();
    Namespace on = ns;
    for (int depth = 0; view.isPresent(); depth++) {
      if (depth == VIEW_DEPTH_MAX) {
        throw new CommandException(
            new ErrorCode(165, "ViewDepthLimitExceeded"),
            "View depth too deep or view cycle detected; maximum depth is " + VIEW_DEPTH_MAX);
      }
      stages.addAll(0, view.get().options().getArray("pipeline", new BsonArray()));
      on = new Namespace(ns.db(), view.get().options().getString("viewOn").getValue());
      view = server.data().find(on).filter(LocalCollection::isView);
    }
    throw ViewCommands.resolved(on, new BsonArray(stages), collation);
  }
}
