package shardsh.core.mongod;

import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import shardsh.core.base.Namespace;
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
    return server
        .cursors()
        .firstBatch(lazy ? results : results.drained(), local.request().batchSize(), false);
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
