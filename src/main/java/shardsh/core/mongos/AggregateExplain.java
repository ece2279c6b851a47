package shardsh.core.mongos;

import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.Docs;
import shardsh.core.pipeline.AggregateRequest;
import shardsh.core.pipeline.Pipeline;
import shardsh.core.pipeline.PipelineContext;
import shardsh.core.pipeline.SplitPipeline;
import shardsh.core.query.Collation;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.ExplainedProcess;
import shardsh.core.rpc.Replies;

/**
 * explain of an aggregation through a router. Source: {@code sharding-facts.md}, section 17.4. The
 * fields {@code rewrites}, {@code targeting} and {@code shipped} are ours.
 */
final class AggregateExplain {
  private static final int SHOWS_MERGE_CURSORS_SINCE = 6;

  private final Environment environment;
  private final ShardCalls calls;
  private final AggregatePlanner planner;
  private final String host;

  AggregateExplain(
      Environment environment, ShardCalls calls, AggregatePlanner planner, String host) {
    this.environment = environment;
    this.calls = calls;
    this.planner = planner;
    this.host = host;
  }

  /**
   * @param command the aggregate that is explained
   */
  BsonDocument run(String db, BsonDocument command, BsonValue verbosity) {
    BsonDocument explained = Docs.copyOf(command);
    explained.remove("explain");
    explained.putIfAbsent("cursor", new BsonDocument());
    AggregateRequest request = AggregateRequest.parse(db, explained);
    if (request.isOfDatabase()) {
      Pipeline made = Pipeline.of(request, planner.context(request, Collation.simple()));
      BsonDocument reply = new BsonDocument("stages", made.toBson());
      return Replies.ok(
          ExplainedProcess.append(reply, environment, host).append("command", explained));
    }
    return calls.retrying(
        request.ns(),
        routing -> {
          PipelineContext context = planner.context(request, routing.standardCollation());
          Pipeline pipeline = Pipeline.of(request, context);
          if (!routing.databaseExists()) {
            throw new CommandException(
                ErrorCode.NAMESPACE_NOT_FOUND, "database " + db + " not found");
          }
          AggregatePlan plan = planner.plan(request, pipeline, context, routing);
          calls.targeted(request.ns(), "aggregate", plan.target());
          planner.record(calls.router(), plan);
          BsonDocument forShards =
              plan.split()
                  .map(split -> AggregateCommand.shardsPart(split, explained))
                  .orElse(explained);
          BsonDocument explain =
              new BsonDocument("explain", forShards).append("verbosity", verbosity);
          List<BsonDocument> replies =
              calls.scatter(routing, plan.target().shards(), shard -> explain);
          return reply(plan, explained, replies);
        });
  }

  private BsonDocument reply(AggregatePlan plan, BsonDocument command, List<BsonDocument> replies) {
    if (!plan.routing().isSharded()) {
      return replies.get(0);
    }
    BsonDocument reply = new BsonDocument();
    if (plan.split().isPresent()) {
      reply.append("mergeType", new BsonString(plan.merge().type()));
      boolean named = plan.merge().type().equals("specificShard");
      plan.merge()
          .shard()
          .filter(shard -> named)
          .ifPresent(shard -> reply.append("mergeShardId", new BsonString(shard.name())));
      reply.append("splitPipeline", splitPipeline(plan, plan.split().get()));
    } else {
      reply.append("splitPipeline", BsonNull.VALUE);
    }
    BsonDocument shards = new BsonDocument();
    for (int i = 0; i < replies.size(); i++) {
      shards.append(plan.target().shards().get(i).name(), shard(replies.get(i)));
    }
    BsonArray rewrites = new BsonArray();
    plan.rewrites().forEach(name -> rewrites.add(new BsonString(name)));
    reply.append("shards", shards);
    if (replies.get(0).containsKey("queryShapeHash")) {
      reply.append("queryShapeHash", replies.get(0).get("queryShapeHash"));
    }
    shipped(shards).ifPresent(rows -> reply.append("shipped", rows));
    return Replies.ok(
        ExplainedProcess.append(reply, environment, host)
            .append(
                "command",
                Docs.copyOf(command).append("$db", new BsonString(plan.request().ns().db())))
            .append("rewrites", rewrites)
            .append(
                "targeting",
                ExplainCommand.targeting(plan.routing().table().orElseThrow(), plan.target())));
  }

  /** What each shard gives to the merger, and their sum; empty where nothing ran. */
  private static Optional<BsonDocument> shipped(BsonDocument shards) {
    BsonDocument rows = new BsonDocument();
    long total = 0;
    for (String shard : shards.keySet()) {
      Optional<Long> returned = Replies.explainedIn(shards.getDocument(shard));
      if (returned.isEmpty()) {
        return Optional.empty();
      }
      total += returned.get();
      rows.append(shard, new BsonInt64(returned.get()));
    }
    return Optional.of(rows.append("total", new BsonInt64(total)));
  }

  private BsonDocument splitPipeline(AggregatePlan plan, SplitPipeline split) {
    BsonArray merger = new BsonArray();
    if (environment.profile().majorVersion() >= SHOWS_MERGE_CURSORS_SINCE) {
      merger.add(new BsonDocument("$mergeCursors", AggregateCommand.mergeCursors(split, plan)));
    }
    merger.addAll(split.mergerPart().toBson());
    return new BsonDocument("shardsPart", split.shardsPart().toBson()).append("mergerPart", merger);
  }

  private static BsonDocument shard(BsonDocument reply) {
    BsonDocument info = reply.getDocument("serverInfo");
    String host =
        info.getString("host").getValue()
            + ":"
            + info.getInt32("port", new BsonInt32(0)).getValue();
    BsonDocument shard = new BsonDocument("host", new BsonString(host));
    for (String field : List.of("explainVersion", "stages", "queryPlanner", "executionStats")) {
      if (reply.containsKey(field)) {
        shard.append(field, reply.get(field));
      }
    }
    return shard;
  }
}
