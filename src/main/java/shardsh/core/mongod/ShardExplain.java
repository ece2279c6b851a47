package shardsh.core.mongod;

import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
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
import shardsh.core.plan.QueryPlanner;
import shardsh.core.plan.QuerySolution;
import shardsh.core.query.CanonicalQuery;
import shardsh.core.query.IndexBounds;
import shardsh.core.rpc.Replies;

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
  }

  private BsonDocument explained(Request request) {
    CanonicalQuery query = query(request);
    int major = server.environment().profile().majorVersion();
    Explain explain = new Explain(major);
    BsonDocument reply = new BsonDocument();
    if (major >= 5) {
      reply.append("explainVersion", new BsonString("1"));
    }
    if (request.source().store().isEmpty()) {
      reply.append(
          "queryPlanner",
          explain.queryPlanner(
              noCollection(server, request.ns()), query, eof(server), new BsonArray()));
      return Replies.ok(withRest(reply, request));
    }
    PlannerInput input = reads.input(request.source());
    List<QuerySolution> solutions = solutions(request, query, input);
    reply.append(
        "queryPlanner",
        explain.queryPlanner(
            input,
            query,
            wrapped(request, Explain.plan(solutions.get(0))),
            explain.rejected(solutions)));
    if (!request.verbosity().equals("queryPlanner")) {
      reply.append("executionStats", executionStats(request, query, solutions));
    }
    return Replies.ok(withRest(reply, request));
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
          case "findAndModify" ->
              ReadCommands.asFind(
                  request.ns().collection(), inner.getDocument("query", new BsonDocument()), inner);
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
    BsonDocument find =
        ReadCommands.asFind(
            request.ns().collection(), one.getDocument("q", new BsonDocument()), one);
    find.remove("limit");
    return find;
  }

  private static List<QuerySolution> solutions(
      Request request, CanonicalQuery query, PlannerInput input) {
    QueryPlanner planner = new QueryPlanner(input);
    return switch (request.name()) {
      case "count" -> planner.planCount(query);
      case "distinct" -> planner.planDistinct(query, request.inner().getString("key").getValue());
      default -> planner.plan(query);
    };
  }

  /** The stage that writes, above the plan that finds. */
  private static BsonDocument wrapped(Request request, BsonDocument plan) {
    return switch (request.name()) {
      case "update" -> above("UPDATE", plan);
      case "delete" -> above("DELETE", plan);
      case "findAndModify" ->
          above(Docs.truthy(request.inner(), "remove") ? "DELETE" : "UPDATE", plan);
      default -> plan;
    };
  }

  private static BsonDocument above(String stage, BsonDocument plan) {
    return new BsonDocument("stage", new BsonString(stage)).append("inputStage", plan);
  }

  private BsonDocument executionStats(
      Request request, CanonicalQuery query, List<QuerySolution> solutions) {
    long before = server.environment().clock().nowMillis();
    PlanExecutor executor = reads.executor(request.source(), solutions.get(0));
    long rows = 0;
    long most = limitOf(request);
    while (rows < most && executor.next()) {
      rows++;
    }
    reads.charge(request.ns(), executor);
    long millis = server.environment().clock().nowMillis() - before;
    BsonDocument stages = Explain.stages(executor);
    BsonDocument stats =
        isWrite(request)
            ? Explain.executionStats(executor, millis, writeStage(request, stages, rows))
            : Explain.executionStats(executor, millis);
    if (request.verbosity().equals("allPlansExecution")) {
      stats.append(
          "allPlansExecution",
          Explain.allPlans(
              solutions, request.source().store().orElseThrow(), server.environment().operation()));
    }
    return stats;
  }

  private static boolean isWrite(Request request) {
    return switch (request.name()) {
      case "update", "delete", "findAndModify" -> true;
      default -> false;
    };
  }

  private static long limitOf(Request request) {
    return switch (request.name()) {
      case "findAndModify" -> 1;
      case "update" ->
          Docs.truthy(request.inner().getArray("updates").get(0).asDocument(), "multi")
              ? Long.MAX_VALUE
              : 1;
      case "delete" ->
          request.inner().getArray("deletes").get(0).asDocument().getNumber("limit").longValue()
                  == 0
              ? Long.MAX_VALUE
              : 1;
      default -> Long.MAX_VALUE;
    };
  }

  private static BsonDocument writeStage(Request request, BsonDocument stages, long rows) {
    boolean deletes =
        request.name().equals("delete")
            || (request.name().equals("findAndModify") && Docs.truthy(request.inner(), "remove"));
    BsonDocument stage =
        new BsonDocument("stage", new BsonString(deletes ? "DELETE" : "UPDATE"))
            .append("nReturned", new BsonInt32(0))
            .append("executionTimeMillisEstimate", new BsonInt32(0));
    if (deletes) {
      stage.append("nWouldDelete", new BsonInt64(rows));
    } else {
      stage
          .append("nMatched", new BsonInt64(rows))
          .append("nWouldModify", new BsonInt64(rows))
          .append("nWouldUpsert", new BsonInt32(0));
    }
    return stage.append("inputStage", stages);
  }

  private BsonDocument withRest(BsonDocument reply, Request request) {
    return reply
        .append(
            "command",
            Docs.copyOf(request.inner()).append("$db", new BsonString(request.ns().db())))
        .append("serverInfo", serverInfo(server));
  }

  /** What a shard says of itself. */
  static BsonDocument serverInfo(ShardServer server) {
    String host = server.host();
    int colon = host.indexOf(':');
    return new BsonDocument("host", new BsonString(host.substring(0, colon)))
        .append("port", new BsonInt32(Integer.parseInt(host.substring(colon + 1))))
        .append("version", new BsonString(server.environment().profile().serverVersion()))
        .append("gitVersion", new BsonString("simulated"));
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
