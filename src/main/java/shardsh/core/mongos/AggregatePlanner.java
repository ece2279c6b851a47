package shardsh.core.mongos;

import java.util.List;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.bson.BsonOrder;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.pipeline.AggregateRequest;
import shardsh.core.pipeline.DistributedPlan;
import shardsh.core.pipeline.ForeignCollections;
import shardsh.core.pipeline.MemoryRule;
import shardsh.core.pipeline.MergePlace;
import shardsh.core.pipeline.Optimizer;
import shardsh.core.pipeline.Pipeline;
import shardsh.core.pipeline.PipelineContext;
import shardsh.core.pipeline.PipelineSplitter;
import shardsh.core.pipeline.PushedQuery;
import shardsh.core.pipeline.SplitPipeline;
import shardsh.core.pipeline.Stage;
import shardsh.core.query.Collation;
import shardsh.core.rpc.Environment;
import shardsh.core.sharding.ShardId;
import shardsh.core.trace.QueryEvent;

/**
 * Reads, optimizes, targets and splits aggregations. Source: {@code sharding-facts.md}, section 18.
 */
final class AggregatePlanner {
  private final Environment environment;
  private final CatalogCache cache;
  private final ForeignCollections collections;

  AggregatePlanner(Environment environment, CatalogCache cache, ForeignCollections collections) {
    this.environment = environment;
    this.cache = cache;
    this.collections = collections;
  }

  /** What stands around the pipeline on a router, which has no disk to spill to. */
  PipelineContext context(AggregateRequest request, Collation standard) {
    DoubleSupplier random = environment.random()::nextDouble;
    EvaluationContext.Settings settings =
        new EvaluationContext.Settings(
            BsonOrder.SIMPLE,
            new BsonDateTime(environment.clock().nowMillis()),
            environment.clusterTime(),
            random,
            environment.javaScript().orElse(null),
            environment.profile());
    return new PipelineContext(
        request.query(standard, settings),
        environment.operation(),
        request.ns(),
        collections,
        new MemoryRule(MemoryRule.STAGE_BYTES, false, (stage, bytes) -> {}),
        environment.profile());
  }

  /** The plan with the present routing of an existing database. */
  AggregatePlan plan(
      AggregateRequest request, Pipeline parsed, PipelineContext context, Routing routing) {
    Optimizer.Optimized optimized = Optimizer.optimize(parsed);
    Pipeline pipeline = optimized.pipeline();
    Target target = target(routing, pipeline, context);
    Optional<SplitPipeline> split =
        needsSplit(routing, target, pipeline)
            ? Optional.of(PipelineSplitter.split(pipeline))
            : Optional.empty();
    MergeChoice merge =
        split
            .map(
                parts ->
                    MergeChoice.of(
                        parts,
                        request.allowDiskUse().orElse(false),
                        environment.profile(),
                        this::owner,
                        this::anyOf,
                        target))
            .orElse(MergeChoice.ROUTER);
    return new AggregatePlan(
        request, context, routing, target, pipeline, optimized.rewrites(), split, merge);
  }

  private Target target(Routing routing, Pipeline pipeline, PipelineContext context) {
    if (!routing.isSharded()) {
      return Target.unsharded(routing.primary().orElseThrow());
    }
    return new ShardTargeter(
            routing.table().orElseThrow(), environment.parameters().exactBoundary())
        .target(PushedQuery.of(pipeline).tree(), context.query().collation());
  }

  /** Several shards, or one that is not the one on which a stage must run. */
  private boolean needsSplit(Routing routing, Target target, Pipeline pipeline) {
    if (!routing.isSharded() || target.shards().size() > 1) {
      return target.shards().size() > 1;
    }
    ShardId only = target.shards().get(0);
    return pipeline.stages().stream().anyMatch(stage -> mustRunElsewhere(stage.mergePlace(), only));
  }

  private boolean mustRunElsewhere(MergePlace place, ShardId shard) {
    return place.kind() == MergePlace.Kind.ROUTER
        || place.owner().flatMap(this::owner).filter(owner -> !owner.equals(shard)).isPresent();
  }

  private Optional<ShardId> owner(Namespace ns) {
    return cache.routing(ns).primary();
  }

  /** By chance; the chance depends on the seed and the time alone. */
  private ShardId anyOf(Target target) {
    int place =
        environment
            .random()
            .fork("mergingShard " + environment.clock().nowMicros())
            .nextInt(target.shards().size());
    return target.shards().get(place);
  }

  /** Notes in the trace how the pipeline runs. */
  void record(NodeId router, AggregatePlan plan) {
    boolean split = plan.split().isPresent();
    environment
        .trace()
        .record(
            new QueryEvent.MergePlanned(
                router,
                plan.request().ns(),
                split,
                split ? plan.merge().type() : "none",
                plan.merge().shard(),
                split ? cut(plan.pipeline()) : Optional.empty(),
                plan.split().map(AggregatePlanner::mergerPart).orElse(List.of()),
                plan.merge().decidedBy()));
  }

  private static List<BsonDocument> mergerPart(SplitPipeline split) {
    return split.mergerPart().toCommand().stream().map(BsonValue::asDocument).toList();
  }

  private static Optional<QueryEvent.Cut> cut(Pipeline pipeline) {
    for (Stage stage : pipeline.stages()) {
      DistributedPlan plan = stage.distributed();
      if (!plan.isShardsOnly()) {
        return Optional.of(new QueryEvent.Cut(stage.name(), !plan.shards().isEmpty()));
      }
    }
    return Optional.empty();
  }
}
