package shardsh.core.mongod;

import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import shardsh.core.pipeline.AggregateRequest;
import shardsh.core.pipeline.ForeignCollections;
import shardsh.core.pipeline.MemoryRule;
import shardsh.core.pipeline.Optimizer;
import shardsh.core.pipeline.Pipeline;
import shardsh.core.pipeline.PipelineContext;
import shardsh.core.pipeline.PushedQuery;
import shardsh.core.pipeline.Stage;
import shardsh.core.plan.QuerySolution;
import shardsh.core.query.CanonicalQuery;
import shardsh.core.trace.QueryEvent;

/**
 * An aggregation as one shard runs it.
 *
 * @param forRouter whether a router asks, so that other collections are those of the cluster
 * @param pipeline optimized
 * @param source what is read; the versions are checked
 * @param query what the find layer does of it
 * @param solutions its plans, the best first; none when there is no such collection, or when the
 *     first stage makes the documents
 * @param mergeOrder the sort whose keys a router wants
 */
record LocalPipeline(
    AggregateRequest request,
    boolean forRouter,
    PipelineContext context,
    Pipeline pipeline,
    LocalReads.Source source,
    PushedQuery pushed,
    CanonicalQuery query,
    List<QuerySolution> solutions,
    Optional<BsonDocument> mergeOrder) {

  private static final int DISK_BY_DEFAULT_SINCE = 6;

  LocalPipeline {
    solutions = List.copyOf(solutions);
  }

  /**
   * Reads, optimizes and plans.
   *
   * @throws shardsh.core.base.CommandException what parsing throws, and refusals for staleness
   */
  static LocalPipeline of(ShardServer server, String db, BsonDocument command) {
    AggregateRequest request = AggregateRequest.parse(db, command);
    LocalReads reads = server.reads();
    boolean forRouter =
        command.containsKey("shardVersion")
            || command.containsKey("databaseVersion")
            || command.containsKey("fromMongos");
    PipelineContext context = context(server, request, forRouter);
    Pipeline parsed = Pipeline.of(request, context);
    LocalReads.Source source = reads.source(request.ns(), command);
    Pipeline pipeline = Optimizer.optimize(parsed).pipeline();
    boolean makesDocuments = begins(pipeline, Stage.Position.FIRST);
    PushedQuery pushed = makesDocuments ? PushedQuery.none(pipeline) : PushedQuery.of(pipeline);
    CanonicalQuery query = pushed.query(request.hint(), context);
    List<QuerySolution> solutions =
        makesDocuments || source.store().isEmpty() ? List.of() : reads.planFind(source, query);
    Optional<BsonDocument> mergeOrder =
        command.isDocument(AggregateRequest.SORT_KEYS)
            ? Optional.of(command.getDocument(AggregateRequest.SORT_KEYS))
            : Optional.empty();
    return new LocalPipeline(
        request, forRouter, context, pipeline, source, pushed, query, solutions, mergeOrder);
  }

  private static boolean begins(Pipeline pipeline, Stage.Position position) {
    return !pipeline.stages().isEmpty() && pipeline.stages().get(0).position() == position;
  }

  /** The same on a copy of the shard. */
  LocalPipeline in(ShardServer server) {
    PipelineContext there = context(server, request, forRouter);
    Pipeline again = Optimizer.optimize(Pipeline.of(request, there)).pipeline();
    return new LocalPipeline(
        request,
        forRouter,
        there,
        again,
        source,
        begins(again, Stage.Position.FIRST) ? PushedQuery.none(again) : PushedQuery.of(again),
        query,
        solutions,
        mergeOrder);
  }

  private static PipelineContext context(
      ShardServer server, AggregateRequest request, boolean forRouter) {
    boolean byDefault = server.environment().profile().majorVersion() >= DISK_BY_DEFAULT_SINCE;
    MemoryRule memory =
        new MemoryRule(
            MemoryRule.STAGE_BYTES,
            request.allowDiskUse().orElse(byDefault),
            (stage, bytes) ->
                server
                    .environment()
                    .trace()
                    .record(new QueryEvent.Spilled(server.id(), request.ns(), stage, bytes)));
    ForeignCollections foreign = forRouter ? server.routed() : new LocalCollections(server);
    if (server.sessions().current().isPresent()) {
      foreign = new TransactionCollections(server, foreign);
    }
    return new PipelineContext(
        request.query(server.reads().standardCollation(request.ns()), server.reads().settings()),
        server.environment().operation(),
        request.ns(),
        foreign,
        memory,
        server.environment().profile());
  }

  /** The first stage, when it makes the documents itself. */
  Optional<Stage> maker() {
    return begins(pipeline, Stage.Position.FIRST)
        ? Optional.of(pipeline.stages().get(0))
        : Optional.empty();
  }
}
