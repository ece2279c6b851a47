package shardsh.core.mongod;

import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.bson.Docs;
import shardsh.core.plan.Explain;
import shardsh.core.plan.IndexEntry;
import shardsh.core.plan.IndexStatistics;
import shardsh.core.plan.PlanExecutor;
import shardsh.core.plan.PlannerInput;
import shardsh.core.plan.QuerySolution;
import shardsh.core.query.CanonicalQuery;
import shardsh.core.query.IndexBounds;
import shardsh.core.rpc.ExplainedProcess;
import shardsh.core.rpc.Replies;
import shardsh.core.update.Update;

/**
 * explain on one shard. Nothing is written. Source: {@code sharding-facts.md}, section 17, and the
 * manual's page on explain results.
 */
final class ShardExplain {
  private static final List<String> VERBOSITIES =
      List.of("queryPlanner", "executionStats", "allPlansExecution");

  private final ShardServer server;
  private final LocalReads reads;

  ShardExplain(ShardServer server) {
    this.server = server;
    this.reads = server.reads();
  }

  BsonDocument run(String db, BsonDocument command) {
    if (!command.isDocument("explain")) {
      throw new CommandException(
          ErrorCode.FAILED_TO_PARSE, "explain command requires a nested object");
    }
    BsonDocument inner = command.getDocument("explain");
    BsonValue name = inner.get(Docs.firstName(inner));
    if (name == null || !name.isString()) {
      throw new CommandException(
          ErrorCode.COMMAND_NOT_FOUND,
          "Explain failed due to unknown command: " + Docs.firstName(inner));
    }
    String verbosity =
        command.getString("verbosity", new BsonString("allPlansExecution")).getValue();
    if (!VERBOSITIES.contains(verbosity)) {
      throw new CommandException(
          ErrorCode.BAD_VALUE,
          "Enumeration value '"
              + verbosity
              + "' for field 'explain.verbosity' is not a valid value.");
    }
    Namespace ns = new Namespace(db, name.asString().getValue());
    reads.resolveView(ns);
    BsonDocument versioned = Docs.copyOf(inner);
    for (String field : List.of("shardVersion", "databaseVersion")) {
      if (command.containsKey(field)) {
        versioned.append(field, command.get(field));
      }
    }
    if (inner.getFirstKey().equals("aggregate")) {
      return new PipelineExplain(server).run(db, versioned, verbosity);
    }
    LocalReads.Source source = reads.source(ns, versioned);
    return explained(new Request(ns, inner, source, verbosity));
  }

  private record Request(
      Namespace ns, BsonDocument inner, LocalReads.Source source, String verbosity) {
    String name() {
      return inner.getFirstKey();
    }

    boolean executes() {
      return !verbosity.equals("queryPlanner");
    }

    Optional<ExplainedWrite> write() {
      return ExplainedWrite.of(inner);
    }

    /** The plan as a whole, from the one that finds. */
    BsonDocument plan(BsonDocument finds) {
      return write().map(write -> write.plan(finds)).orElse(finds);
    }
  }

  private BsonDocument explained(Request request) {
    CanonicalQuery query = query(request);
    int major = server.environment().profile().majorVersion();
    Explain explain = new Explain(major);
    BsonDocument reply = new BsonDocument();
    if (major >= 5) {
      reply.append("explainVersion", new BsonString("1"));
    }
    Optional<Update> update = request.write().flatMap(write -> write.update(query));
    if (request.source().store().isEmpty()) {
      explainNothing(request, query, explain, reply);
    } else {
      List<QuerySolution> solutions = solutions(request, query);
      reply.append(
          "queryPlanner",
          explain.queryPlanner(
              reads.input(request.source()),
              query,
              request.plan(Explain.plan(solutions.get(0))),
              explain.rejected(solutions)));
      if (request.executes()) {
        reply.append("executionStats", executionStats(request, query, update, solutions, explain));
      }
    }
    if (List.of("find", "distinct").contains(request.name())) {
      Explain.shapeHash(query, major).ifPresent(hash -> reply.append("queryShapeHash", hash));
    }
    return Replies.ok(withRest(reply, request));
  }

  private void explainNothing(
      Request request, CanonicalQuery query, Explain explain, BsonDocument reply) {
    BsonDocument plan = eof(server);
    BsonDocument stages = noRows(plan);
    if (request.name().equals("count")) {
      plan = new BsonDocument("stage", new BsonString("COUNT")).append("inputStage", plan);
      stages =
          noRows(new BsonDocument("stage", new BsonString("COUNT")))
              .append("nCounted", new BsonInt32(0))
              .append("nSkipped", new BsonInt32(0))
              .append("inputStage", stages);
    }
    reply.append(
        "queryPlanner",
        explain.queryPlanner(
            noCollection(server, request.ns()), query, request.plan(plan), new BsonArray()));
    if (request.executes()) {
      BsonDocument top =
          request.write().isPresent() ? request.write().get().stages(stages, 0, 0) : stages;
      BsonDocument stats =
          new BsonDocument("executionSuccess", BsonBoolean.TRUE)
              .append("nReturned", new BsonInt32(0))
              .append("executionTimeMillis", new BsonInt32(0))
              .append("totalKeysExamined", new BsonInt32(0))
              .append("totalDocsExamined", new BsonInt32(0))
              .append("executionStages", explain.marked(top));
      if (request.verbosity().equals("allPlansExecution")) {
        stats.append("allPlansExecution", new BsonArray());
      }
      reply.append("executionStats", stats);
    }
  }

  /** The counters of a stage that has nothing to give. */
  private static BsonDocument noRows(BsonDocument stage) {
    BsonDocument stats =
        new BsonDocument("stage", stage.get("stage"))
            .append("nReturned", new BsonInt32(0))
            .append("executionTimeMillisEstimate", new BsonInt32(0))
            .append("works", new BsonInt32(1))
            .append("advanced", new BsonInt32(0))
            .append("needTime", new BsonInt32(0))
            .append("needYield", new BsonInt32(0))
            .append("saveState", new BsonInt32(0))
            .append("restoreState", new BsonInt32(0))
            .append("isEOF", new BsonInt32(1));
    stage.forEach(stats::putIfAbsent);
    return stats;
  }

  /** What the planner is given about a collection that does not exist. */
  static PlannerInput noCollection(ShardServer server, Namespace ns) {
    boolean express = server.environment().profile().majorVersion() >= 8;
    return new PlannerInput(ns, List.of(), new NoDocuments(), Optional.empty(), express, true);
  }

  /** The plan of a read of a collection that does not exist. */
  static BsonDocument eof(ShardServer server) {
    BsonDocument eof = new BsonDocument("stage", new BsonString("EOF"));
    return server.environment().profile().majorVersion() >= 8
        ? eof.append("type", new BsonString("nonExistentNamespace"))
        : eof;
  }

  private CanonicalQuery query(Request request) {
    BsonDocument inner = request.inner();
    BsonDocument find =
        switch (request.name()) {
          case "find" -> inner;
          case "count", "distinct" ->
              ReadCommands.asFind(
                  request.ns().collection(), inner.getDocument("query", new BsonDocument()), inner);
          case "findAndModify", "findandmodify" ->
              WriteCommands.search(
                  request.ns(), inner.getDocument("query", new BsonDocument()), inner);
          case "update" -> only(request, "updates");
          case "delete" -> only(request, "deletes");
          default ->
              throw new CommandException(
                  ErrorCode.COMMAND_NOT_FOUND,
                  "Explain failed due to unknown command: " + request.name());
        };
    return CanonicalQuery.parse(find, reads.standardCollation(request.ns()), reads.settings());
  }

  private static BsonDocument only(Request request, String list) {
    BsonArray operations = request.inner().getArray(list);
    if (operations.size() != 1) {
      throw new CommandException(
          ErrorCode.INVALID_LENGTH, "explained write batches must be of size 1");
    }
    BsonDocument one = operations.get(0).asDocument();
    return WriteCommands.search(request.ns(), one.getDocument("q", new BsonDocument()), one);
  }

  private List<QuerySolution> solutions(Request request, CanonicalQuery query) {
    return switch (request.name()) {
      case "count" -> reads.planCount(request.source(), query);
      case "distinct" ->
          reads.planDistinct(request.source(), query, request.inner().getString("key").getValue());
      case "find" -> reads.planFind(request.source(), query);
      default -> reads.plan(request.source(), query);
    };
  }

  private BsonDocument executionStats(
      Request request,
      CanonicalQuery query,
      Optional<Update> update,
      List<QuerySolution> solutions,
      Explain explain) {
    long before = server.environment().clock().nowMillis();
    PlanExecutor executor = reads.executor(request.source(), solutions.get(0));
    long most = request.write().map(ExplainedWrite::most).orElse(Long.MAX_VALUE);
    long rows = 0;
    long changed = 0;
    while (rows < most && executor.next()) {
      rows++;
      if (update.isPresent()
          && update.get().apply(executor.stored(), query.tree(), before).changed()) {
        changed++;
      }
    }
    reads.charge(request.ns(), executor);
    long millis = server.environment().clock().nowMillis() - before;
    BsonDocument stages = Explain.stages(executor);
    BsonDocument stats;
    if (request.write().isPresent()) {
      ExplainedWrite write = request.write().get();
      stats = explain.executionStats(executor, millis, write.stages(stages, rows, changed));
      stats.append("nReturned", new BsonInt32(write.returnsDocument() ? (int) rows : 0));
    } else {
      stats = explain.executionStats(executor, millis, stages);
    }
    if (request.verbosity().equals("allPlansExecution")) {
      stats.append(
          "allPlansExecution",
          explain.allPlans(
              solutions, request.source().store().orElseThrow(), server.environment().operation()));
    }
    return stats;
  }

  private BsonDocument withRest(BsonDocument reply, Request request) {
    reply.append(
        "command", Docs.copyOf(request.inner()).append("$db", new BsonString(request.ns().db())));
    return ExplainedProcess.append(reply, server.environment(), server.set().servingHost());
  }

  /** Statistics of a collection that does not exist. */
  private static final class NoDocuments implements IndexStatistics {
    @Override
    public long documents() {
      return 0;
    }

    @Override
    public long keys(IndexEntry index, IndexBounds bounds) {
      return 0;
    }
  }
}
