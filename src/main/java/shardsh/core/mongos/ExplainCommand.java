package shardsh.core.mongos;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.bson.Docs;
import shardsh.core.bson.ServerText;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.ExplainedCommands;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;
import shardsh.core.trace.ClusterEvent;

/**
 * explain through a router: the shards' explains under {@code SINGLE_SHARD}, {@code SHARD_MERGE},
 * {@code SHARD_MERGE_SORT} or {@code SHARD_WRITE}. Source: {@code sharding-facts.md}, section 17.
 * The last field {@code targeting} is ours.
 */
final class ExplainCommand {
  private final Environment environment;
  private final ShardCalls calls;
  private final ReadCommands reads;
  private final AggregateExplain aggregates;
  private Collection<String> known = List.of();

  ExplainCommand(
      Environment environment, ShardCalls calls, ReadCommands reads, AggregateExplain aggregates) {
    this.environment = environment;
    this.calls = calls;
    this.reads = reads;
    this.aggregates = aggregates;
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
          Target target = target(routing, name, inner);
          calls.targeted(ns, name, target);
          List<BsonDocument> replies = calls.scatter(routing, target.shards(), shard -> command);
          return merged(routing, name, inner, target, replies);
        });
  }

  private Target target(Routing routing, String name, BsonDocument inner) {
    if (!routing.isSharded()) {
      return Target.unsharded(routing.primary().orElseThrow());
    }
    return switch (name) {
      case "find" -> reads.target(routing, RequestFields.document(inner, "filter"), inner);
      case "count", "distinct" ->
          reads.target(routing, RequestFields.document(inner, "query"), inner);
      case "findAndModify", "findandmodify" ->
          targeter(routing)
              .findAndModify(
                  RequestFields.document(inner, "query"),
                  Docs.truthy(inner, "upsert"),
                  routing.collation(inner))
              .target();
      case "update" -> update(routing, only(inner, "updates"));
      case "delete" -> delete(routing, only(inner, "deletes"));
      default ->
          throw new CommandException(
              ErrorCode.COMMAND_NOT_SUPPORTED,
              "explain of " + name + " is not modelled in shardsh");
    };
  }

  private WriteTargeter targeter(Routing routing) {
    return WriteTargeter.of(routing, environment);
  }

  private static BsonDocument only(BsonDocument inner, String list) {
    BsonArray operations = inner.getArray(list, new BsonArray());
    if (operations.size() != 1) {
      throw new CommandException(
          ErrorCode.INVALID_LENGTH, "explained write batches must be of size 1");
    }
    return operations.get(0).asDocument();
  }

  private Target update(Routing routing, BsonDocument one) {
    return targeter(routing)
        .update(
            new WriteTargeter.UpdateRequest(
                RequestFields.document(one, "q"),
                one.get("u"),
                Docs.truthy(one, "multi"),
                Docs.truthy(one, "upsert"),
                routing.collation(one)))
        .target();
  }

  private Target delete(Routing routing, BsonDocument one) {
    boolean multi = RequestFields.wholeNumber(one, "limit") == 0;
    return targeter(routing)
        .delete(RequestFields.document(one, "q"), multi, routing.collation(one))
        .target();
  }

  private static String stage(String name, BsonDocument inner, Target target) {
    if (name.equals("update") || name.equals("delete")) {
      return "SHARD_WRITE";
    }
    if (target.shards().size() == 1) {
      return "SINGLE_SHARD";
    }
    boolean sorted =
        inner.isDocument("sort") && !inner.getDocument("sort").isEmpty() && name.equals("find");
    return sorted ? "SHARD_MERGE_SORT" : "SHARD_MERGE";
  }

  private BsonDocument merged(
      Routing routing, String name, BsonDocument inner, Target target, List<BsonDocument> replies) {
    String stage = stage(name, inner, target);
    BsonArray planned = new BsonArray();
    for (int i = 0; i < replies.size(); i++) {
      planned.add(shardPlan(target.shards().get(i), replies.get(i)));
    }
    BsonDocument reply =
        new BsonDocument(
            "queryPlanner",
            new BsonDocument("mongosPlannerVersion", new BsonInt32(1))
                .append(
                    "winningPlan",
                    new BsonDocument("stage", new BsonString(stage)).append("shards", planned)));
    if (replies.get(0).containsKey("executionStats")) {
      reply.append("executionStats", executionStats(stage, target, replies));
    }
    reply
        .append("serverInfo", serverInfo(environment, calls.router()))
        .append("command", Docs.copyOf(inner).append("$db", new BsonString(routing.ns().db())));
    if (routing.isSharded()) {
      reply.append("targeting", targeting(routing.table().orElseThrow(), target));
    }
    return Replies.ok(reply);
  }

  /** What a router says of itself. */
  static BsonDocument serverInfo(Environment environment, NodeId router) {
    return new BsonDocument("host", new BsonString(router.name()))
        .append("version", new BsonString(environment.profile().serverVersion()))
        .append("gitVersion", new BsonString("simulated"));
  }

  private BsonDocument shardPlan(ShardId shard, BsonDocument reply) {
    BsonDocument row = new BsonDocument();
    if (reply.containsKey("explainVersion")) {
      row.append("explainVersion", reply.get("explainVersion"));
    }
    row.append("shardName", new BsonString(shard.name()))
        .append("connectionString", new BsonString(connectionString(shard, reply)))
        .append("serverInfo", reply.get("serverInfo"));
    row.putAll(reply.getDocument("queryPlanner"));
    return row;
  }

  private static String connectionString(ShardId shard, BsonDocument reply) {
    BsonDocument info = reply.getDocument("serverInfo");
    return shard + "/" + info.getString("host").getValue() + ":" + info.getInt32("port").getValue();
  }

  private static BsonDocument executionStats(
      String stage, Target target, List<BsonDocument> replies) {
    long returned = 0;
    long keys = 0;
    long docs = 0;
    long childMillis = 0;
    long slowest = 0;
    BsonArray shards = new BsonArray();
    BsonArray allPlans = new BsonArray();
    for (int i = 0; i < replies.size(); i++) {
      BsonDocument stats = replies.get(i).getDocument("executionStats");
      BsonString shard = new BsonString(target.shards().get(i).name());
      returned += stats.getNumber("nReturned").longValue();
      keys += stats.getNumber("totalKeysExamined").longValue();
      docs += stats.getNumber("totalDocsExamined").longValue();
      long millis = stats.getNumber("executionTimeMillis").longValue();
      childMillis += millis;
      slowest = Math.max(slowest, millis);
      BsonDocument row = new BsonDocument("shardName", shard);
      stats.forEach(
          (field, value) -> {
            if (!field.equals("allPlansExecution")) {
              row.append(field, value);
            }
          });
      shards.add(row);
      if (stats.containsKey("allPlansExecution")) {
        allPlans.add(
            new BsonDocument("shardName", shard)
                .append("allPlans", stats.get("allPlansExecution")));
      }
    }
    BsonDocument top =
        new BsonDocument("nReturned", number(returned))
            .append("executionTimeMillis", number(slowest))
            .append("totalKeysExamined", number(keys))
            .append("totalDocsExamined", number(docs));
    BsonDocument stages = new BsonDocument("stage", new BsonString(stage));
    stages.putAll(top);
    stages.append("totalChildMillis", Docs.int64(childMillis)).append("shards", shards);
    top.append("executionStages", stages);
    if (!allPlans.isEmpty()) {
      top.append("allPlansExecution", allPlans);
    }
    return top;
  }

  private static BsonValue number(long value) {
    return value == (int) value ? new BsonInt32((int) value) : Docs.int64(value);
  }

  /** Our own account of where a request goes. */
  static BsonDocument targeting(RoutingTable table, Target target) {
    BsonArray bounds = new BsonArray();
    for (ClusterEvent.KeySpan span : target.spans()) {
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
