package shardsh.core.mongos;

import java.util.List;
import java.util.Optional;
import shardsh.core.pipeline.AggregateRequest;
import shardsh.core.pipeline.Pipeline;
import shardsh.core.pipeline.PipelineContext;
import shardsh.core.pipeline.SplitPipeline;

/**
 * How a router runs an aggregation.
 *
 * @param pipeline optimized
 * @param rewrites the names of the rewrites that made it
 * @param split empty when one shard runs everything
 * @param merge where the merger part runs, when there is one
 */
record AggregatePlan(
    AggregateRequest request,
    PipelineContext context,
    Routing routing,
    Target target,
    Pipeline pipeline,
    List<String> rewrites,
    Optional<SplitPipeline> split,
    MergeChoice merge) {

  AggregatePlan {
    rewrites = List.copyOf(rewrites);
  }
}
