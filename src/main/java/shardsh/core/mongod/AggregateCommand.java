package shardsh.core.mongod;

import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import shardsh.core.base.CommandException;
import shardsh.core.base.Namespace;
import shardsh.core.bson.Docs;
import shardsh.core.pipeline.Stage;
import shardsh.core.pipeline.stage.CollStats;
import shardsh.core.pipeline.stage.IndexStats;

/** aggregate on one shard: the find layer does what it can, with indexes; stages do the rest. */
final class AggregateCommand {
  private final ShardServer server;
  private final LocalReads reads;
  private final StatsCommands statistics;

  AggregateCommand(ShardServer server) {
    this.server = server;
    this.reads = server.reads();
    this.statistics = new StatsCommands(server);
  }

  void addTo(Map<String, ShardCommand> commands) {
    commands.put("aggregate", this::run);
  }

  private BsonDocument run(String db, BsonDocument command) {
    reads.resolveView(namespace(db, command));
    LocalPipeline local = LocalPipeline.of(server, db, command);
    server.counts().countRead();
    List<BsonDocument> made =
        local.maker().map(stage -> made(local.request().ns(), stage)).orElse(List.of());
    PipelineResults results = new PipelineResults(reads, local, made);
    boolean lazy = local.pipeline().isRepeatable();
    try {
      return server
          .cursors()
          .firstBatch(lazy ? results : results.drained(), local.request().batchSize(), false);
    } catch (CommandException e) {
      throw ExecutorErrors.named(e, where(command));
    }
  }

  /**
   * A router that merges asks the server's shards for an empty first batch, so that their pipelines
   * run in a getMore; here the first batch comes at once, but an error says the same.
   */
  private static String where(BsonDocument command) {
    return Docs.truthy(command, "needsMerge")
        ? ExecutorErrors.GET_MORE
        : "PlanExecutor error during aggregation";
  }

  private static Namespace namespace(String db, BsonDocument command) {
    return new Namespace(
        db, command.isString("aggregate") ? command.getString("aggregate").getValue() : "");
  }

  /** The documents that this shard makes for a stage which asks for them. */
  private List<BsonDocument> made(Namespace ns, Stage stage) {
    if (stage instanceof CollStats stats) {
      return List.of(statistics.document(ns, stats));
    }
    return stage instanceof IndexStats ? statistics.indexes(ns) : List.of();
  }
}
