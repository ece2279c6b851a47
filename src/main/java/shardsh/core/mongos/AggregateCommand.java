package shardsh.core.mongos;

import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import shardsh.core.bson.Docs;
import shardsh.core.pipeline.AggregateRequest;
import shardsh.core.pipeline.Pipeline;
import shardsh.core.pipeline.PipelineContext;
import shardsh.core.pipeline.SplitPipeline;
import shardsh.core.query.Collation;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.ShardId;

/**
 * aggregate through a router: the leading {@code $match} says which shards; one shard runs the
 * whole pipeline, several run the shards part and this router, or a shard, the merger part. Source:
 * {@code sharding-facts.md}, section 18.
 */
final class AggregateCommand {
  private final ShardCalls calls;
  private final RouterCursors cursors;
  private final AggregatePlanner planner;
  private final AggregateExplain explain;

  AggregateCommand(
      ShardCalls calls, RouterCursors cursors, AggregatePlanner planner, AggregateExplain explain) {
    this.calls = calls;
    this.cursors = cursors;
    this.planner = planner;
    this.explain = explain;
  }

  void addTo(Map<String, RouterCommand> commands) {
    commands.put("aggregate", this::run);
  }

  private BsonDocument run(String db, BsonDocument command) {
    if (Docs.truthy(command, "explain")) {
      return explain.run(db, command, new BsonString("queryPlanner"));
    }
    AggregateRequest request = AggregateRequest.parse(db, command);
    if (request.isOfDatabase()) {
      PipelineContext context = planner.context(request, Collation.simple());
      RouterCursor cursor = RouterCursor.unsorted(request.ns());
      cursor.mergeWith(Pipeline.of(request, context), context);
      return cursors.firstBatch(cursor, command);
    }
    return calls.retrying(
        request.ns(),
        routing -> {
          PipelineContext context = planner.context(request, routing.standardCollation());
          Pipeline pipeline = Pipeline.of(request, context);
          if (!routing.databaseExists()) {
            return Replies.cursor("firstBatch", new BsonArray(), 0, request.ns().toString());
          }
          AggregatePlan plan = planner.plan(request, pipeline, context, routing);
          calls.targeted(request.ns(), "aggregate", plan.target());
          planner.record(calls.router(), plan);
          return cursors.firstBatch(open(plan, command), command);
        });
  }

  private RouterCursor open(AggregatePlan plan, BsonDocument command) {
    if (plan.split().isEmpty()) {
      RouterCursor cursor = RouterCursor.unsorted(plan.routing().ns()).measured();
      addReplies(cursor, plan, command);
      return cursor;
    }
    SplitPipeline split = plan.split().get();
    if (plan.merge().shard().isPresent()) {
      return mergedOnShard(plan, split, plan.merge().shard().get(), command);
    }
    RouterCursor cursor =
        split
            .mergeOrder()
            .map(
                order ->
                    RouterCursor.sorted(
                        plan.routing().ns(), order, plan.context().query().collation()))
            .orElseGet(() -> RouterCursor.unsorted(plan.routing().ns()))
            .measured();
    cursor.mergeWith(split.mergerPart(), plan.context());
    addReplies(cursor, plan, shardsPart(split, command));
    return cursor;
  }

  private void addReplies(RouterCursor cursor, AggregatePlan plan, BsonDocument forShards) {
    List<BsonDocument> replies = repliesOf(plan, forShards);
    for (int i = 0; i < replies.size(); i++) {
      cursor.add(plan.target().shards().get(i), replies.get(i));
    }
  }

  private List<BsonDocument> repliesOf(AggregatePlan plan, BsonDocument forShards) {
    List<ShardId> shards = plan.target().shards();
    return plan.split().isEmpty()
        ? calls.scatter(plan.routing(), shards, shard -> forShards)
        : calls.scatterCursors(plan.routing(), shards, forShards);
  }

  /** What each shard is sent of a split pipeline. */
  static BsonDocument shardsPart(SplitPipeline split, BsonDocument command) {
    BsonDocument forShards = Docs.copyOf(command);
    forShards.append("pipeline", split.shardsPart().toCommand());
    forShards.append("needsMerge", BsonBoolean.TRUE);
    split.mergeOrder().ifPresent(pattern -> forShards.append(AggregateRequest.SORT_KEYS, pattern));
    return forShards;
  }

  /**
   * Opens cursors on the shards, without results yet, and gives them to the shard that merges; what
   * that one finds streams through this router.
   */
  private RouterCursor mergedOnShard(
      AggregatePlan plan, SplitPipeline split, ShardId merger, BsonDocument command) {
    BsonDocument forShards =
        shardsPart(split, command)
            .append("cursor", new BsonDocument("batchSize", new BsonInt32(0)));
    List<BsonDocument> replies = repliesOf(plan, forShards);
    BsonArray remotes = new BsonArray();
    for (int i = 0; i < replies.size(); i++) {
      BsonDocument cursor =
          new BsonDocument("cursor", replies.get(i).getDocument("cursor"))
              .append("ok", new BsonInt32(1));
      remotes.add(
          new BsonDocument("shardId", new BsonString(plan.target().shards().get(i).name()))
              .append("cursorResponse", cursor));
    }
    BsonArray pipeline = new BsonArray();
    pipeline.add(
        new BsonDocument("$mergeCursors", mergeCursors(split, plan).append("remotes", remotes)));
    pipeline.addAll(split.mergerPart().toCommand());
    BsonDocument merge =
        Docs.copyOf(command).append("pipeline", pipeline).append("fromMongos", BsonBoolean.TRUE);
    merge.remove("hint");
    RouterCursor cursor = RouterCursor.unsorted(plan.routing().ns()).measured();
    cursor.add(merger, calls.unversioned(merger, plan.routing().ns().db(), merge));
    return cursor;
  }

  /** The stage that begins a merger part, without the cursors. */
  static BsonDocument mergeCursors(SplitPipeline split, AggregatePlan plan) {
    BsonDocument spec = new BsonDocument();
    split.mergeOrder().ifPresent(order -> spec.append("sort", order));
    return spec.append("compareWholeSortKey", BsonBoolean.FALSE)
        .append("tailableMode", new BsonString("normal"))
        .append("nss", new BsonString(plan.routing().ns().toString()))
        .append("allowPartialResults", BsonBoolean.FALSE)
        .append("recordRemoteOpWaitTime", BsonBoolean.FALSE);
  }
}
