package shardsh.core.mongos;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.bson.Docs;
import shardsh.core.bson.ServerText;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.ExplainedCommands;
import shardsh.core.rpc.ExplainedProcess;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;
import shardsh.core.trace.RoutingEvent;

/**
 * explain through a router: the shards' explains under {@code SINGLE_SHARD}, {@code SHARD_MERGE},
 * {@code SHARD_MERGE_SORT} or {@code SHARD_WRITE}. Source: {@code sharding-facts.md}, section 17.
 * The last field {@code targeting} is ours.
 */
final class ExplainCommand {
  /** In place of the document that a write in two phases would have found. */
  private static final BsonDocument NOT_KNOWN =
      new BsonDocument("_id", new BsonString("WriteWithoutShardKey"));

  private final Environment environment;
  private final ShardCalls calls;
  private final ReadCommands reads;
  private final AggregateExplain aggregates;
  private final String host;
  private Collection<String> known = List.of();

  ExplainCommand(
      Environment environment,
      ShardCalls calls,
      ReadCommands reads,
      AggregateExplain aggregates,
      String host) {
    this.environment = environment;
    this.calls = calls;
    this.reads = reads;
    this.aggregates = aggregates;
    this.host = host;
  }

  void addTo(Map<String, RouterCommand> commands) {
    commands.put("explain", this::explain);
    known = commands.keySet();
  }

  private BsonDocument explain(String db, BsonDocument command) {
    if (!command.isDocument("explain")) {
      throw new CommandException(
          ErrorCode.FAILED_TO_PARSE, "explain command requires a nested object");
    }
    BsonDocument inner = command.getDocument("explain");
    String name = Docs.firstName(inner);
    if (name.isEmpty()) {
      throw new CommandException(
          ErrorCode.COMMAND_NOT_FOUND, "Explain failed due to unknown command: ");
    }
    if (name.equals("aggregate")) {
      return aggregates.run(
          db, inner, command.getOrDefault("verbosity", new BsonString("allPlansExecution")));
    }
    ExplainedCommands.require(name, known.contains(name));
    Namespace ns = RequestFields.namespace(db, inner, name);
    return calls.retrying(
        ns,
        routing -> {
          if (!routing.databaseExists()) {
            throw new CommandException(
                ErrorCode.NAMESPACE_NOT_FOUND, "database " + db + " not found");
          }
          return explained(new Request(routing, name, inner, command));
        });
  }

  /**
   * @param inner what is explained
   * @param command the whole
   */
  private record Request(Routing routing, String name, BsonDocument inner, BsonDocument command) {

    BsonDocument explaining(BsonDocument other) {
      return Docs.copyOf(command).append("explain", other);
    }
  }

  private BsonDocument explained(Request request) {
    Routing routing = request.routing();
    WriteTargeter.WriteTarget where =
        where(routing, request.name(), request.inner()).among(environment.shards());
    Target target = where.target();
    calls.targeted(routing.ns(), request.name(), target);
    Explained explained =
        switch (where.kind()) {
          case TO_SHARDS ->
              new Explained(
                  stage(request, target),
                  target.shards(),
                  calls.scatter(routing, target.shards(), shard -> request.command()),
                  calls);
          case BROADCAST -> {
            List<BsonDocument> replies =
                calls.broadcast(routing.ns(), target.shards(), request.command());
            ShardCalls.requireAll(replies);
            yield new Explained("SHARD_WRITE", target.shards(), replies, calls);
          }
          case TWO_PHASE -> secondPhase(request, target);
        };
    BsonDocument reply = explained.sections();
    if (where.kind() == WriteTargeter.Kind.TWO_PHASE) {
      addFirstPhase(reply, firstPhase(request, target).sections());
    }
    explained.shapeHash().ifPresent(hash -> reply.append("queryShapeHash", hash));
    ExplainedProcess.append(reply, environment, host)
        .append(
            "command",
            Docs.copyOf(request.inner()).append("$db", new BsonString(routing.ns().db())));
    if (routing.isSharded()) {
      reply.append("targeting", targeting(routing.table().orElseThrow(), target));
    }
    return Replies.ok(reply);
  }

  /** The search of a write that goes to several shards without naming the shard key. */
  private Explained firstPhase(Request request, Target target) {
    BsonDocument one = statement(request);
    BsonDocument find =
        TwoPhaseWrites.search(
            request.routing(), filter(one), RequestFields.document(one, "sort"), one);
    List<BsonDocument> replies =
        calls.scatter(request.routing(), target.shards(), shard -> request.explaining(find));
    Request search = new Request(request.routing(), "find", find, request.command());
    return new Explained(stage(search, target), target.shards(), replies, calls);
  }

  /** The write itself, on one shard, of a document whose {@code _id} is not known yet. */
  private Explained secondPhase(Request request, Target target) {
    BsonDocument one = Docs.copyOf(statement(request));
    BsonDocument exact = Docs.copyOf(filter(one)).append("_id", NOT_KNOWN.get("_id"));
    one.append(one.containsKey("q") ? "q" : "query", exact);
    one.remove("sort");
    one.remove("upsert");
    BsonDocument write = one;
    if (!request.name().equalsIgnoreCase("findAndModify")) {
      String list = request.name() + "s";
      write = Docs.copyOf(request.inner()).append(list, new BsonArray(List.of(one)));
    }
    BsonDocument explain = request.explaining(write);
    List<ShardId> shard = target.shards().subList(0, 1);
    return new Explained(
        "SHARD_WRITE", shard, calls.scatter(request.routing(), shard, each -> explain), calls);
  }

  private static BsonDocument filter(BsonDocument statement) {
    return RequestFields.document(statement, statement.containsKey("q") ? "q" : "query");
  }

  private static BsonDocument statement(Request request) {
    return switch (request.name()) {
      case "update" -> only(request.inner(), "updates");
      case "delete" -> only(request.inner(), "deletes");
      default -> request.inner();
    };
  }

  private static void addFirstPhase(BsonDocument reply, BsonDocument first) {
    reply
        .getDocument("queryPlanner")
        .getDocument("winningPlan")
        .append("inputStage", first.get("queryPlanner"));
    if (first.containsKey("executionStats")) {
      reply.getDocument("executionStats").append("inputStage", first.get("executionStats"));
    }
  }

  private static WriteTargeter.WriteTarget toShards(Target target) {
    return new WriteTargeter.WriteTarget(WriteTargeter.Kind.TO_SHARDS, target);
  }

  private WriteTargeter.WriteTarget where(Routing routing, String name, BsonDocument inner) {
    if (!routing.isSharded()) {
      return toShards(Target.unsharded(routing.primary().orElseThrow()));
    }
    return switch (name) {
      case "find" ->
          toShards(reads.target(routing, RequestFields.document(inner, "filter"), inner));
      case "count", "distinct" ->
          toShards(reads.target(routing, RequestFields.document(inner, "query"), inner));
      case "findAndModify", "findandmodify" ->
          targeter(routing)
              .findAndModify(
                  RequestFields.document(inner, "query"),
                  Docs.truthy(inner, "upsert"),
                  routing.collation(inner));
      case "update" -> update(routing, only(inner, "updates"));
      case "delete" -> delete(routing, only(inner, "deletes"));
      default -> throw CommandException.notModelled("explain of " + name);
    };
  }

  private WriteTargeter targeter(Routing routing) {
    return WriteTargeter.of(routing, environment, calls.router(), "explain");
  }

  private static BsonDocument only(BsonDocument inner, String list) {
    BsonArray operations = inner.getArray(list, new BsonArray());
    if (operations.size() != 1) {
      throw new CommandException(
          ErrorCode.INVALID_LENGTH, "explained write batches must be of size 1");
    }
    return operations.get(0).asDocument();
  }

  private WriteTargeter.WriteTarget update(Routing routing, BsonDocument one) {
    return targeter(routing)
        .update(
            new WriteTargeter.UpdateRequest(
                RequestFields.document(one, "q"),
                one.get("u"),
                Docs.truthy(one, "multi"),
                Docs.truthy(one, "upsert"),
                routing.collation(one)));
  }

  private WriteTargeter.WriteTarget delete(Routing routing, BsonDocument one) {
    boolean multi = RequestFields.wholeNumber(one, "limit") == 0;
    return targeter(routing)
        .delete(RequestFields.document(one, "q"), multi, routing.collation(one));
  }

  private static String stage(Request request, Target target) {
    String name = request.name();
    if (name.equals("update") || name.equals("delete")) {
      return "SHARD_WRITE";
    }
    if (target.shards().size() == 1) {
      return "SINGLE_SHARD";
    }
    BsonDocument inner = request.inner();
    boolean sorted =
        inner.isDocument("sort") && !inner.getDocument("sort").isEmpty() && name.equals("find");
    return sorted ? "SHARD_MERGE_SORT" : "SHARD_MERGE";
  }

  /** Our own account of where a request goes. */
  static BsonDocument targeting(RoutingTable table, Target target) {
    BsonArray bounds = new BsonArray();
    for (RoutingEvent.KeySpan span : target.spans()) {
      bounds.add(
          new BsonString(
              ServerText.of(table.shardKey().named(span.low()))
                  + " to "
                  + ServerText.of(table.shardKey().named(span.high()))));
    }
    return new BsonDocument("path", new BsonString(target.path().name().toLowerCase(Locale.ROOT)))
        .append("bounds", bounds)
        .append("chunks", new BsonInt32(target.chunks()))
        .append("reason", new BsonString(target.reason()));
  }
}
