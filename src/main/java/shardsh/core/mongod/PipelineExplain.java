package shardsh.core.mongod;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import shardsh.core.bson.Docs;
import shardsh.core.pipeline.DocumentStream;
import shardsh.core.pipeline.Stage;
import shardsh.core.pipeline.stage.MappedStream;
import shardsh.core.plan.Explain;
import shardsh.core.plan.PlanExecutor;
import shardsh.core.plan.PlannerInput;
import shardsh.core.rpc.ExplainedProcess;
import shardsh.core.rpc.Replies;

/**
 * explain of an aggregation on one shard: as of a find when the find layer does it all, else a list
 * of stages that begins with {@code $cursor}. Source: {@code sharding-facts.md}, section 17.4.
 */
final class PipelineExplain {
  private static final int EXPLAIN_VERSION_SINCE = 5;

  private final ShardServer server;
  private final LocalReads reads;
  private final Explain explain;

  PipelineExplain(ShardServer server) {
    this.server = server;
    this.reads = server.reads();
    this.explain = new Explain(server.environment().profile().majorVersion());
  }

  /**
   * @param command the aggregate, with versions
   */
  BsonDocument run(String db, BsonDocument command, String verbosity) {
    LocalPipeline local = LocalPipeline.of(server, db, command);
    boolean runs = !verbosity.equals("queryPlanner");
    BsonDocument reply = new BsonDocument();
    if (server.environment().profile().majorVersion() >= EXPLAIN_VERSION_SINCE) {
      reply.append("explainVersion", new BsonString("1"));
    }
    Running running = new Running(local, runs);
    BsonDocument cursor = cursor(local, running, verbosity);
    if (local.maker().isEmpty() && local.pushed().rest().isEmpty()) {
      reply.putAll(cursor);
    } else {
      reply.append("stages", stages(local, running, cursor));
    }
    Explain.shapeHash(local.query(), server.environment().profile().majorVersion())
        .ifPresent(hash -> reply.append("queryShapeHash", hash));
    reply.append("command", plain(command).append("$db", new BsonString(db)));
    return Replies.ok(
        ExplainedProcess.append(reply, server.environment(), server.set().servingHost()));
  }

  private static BsonDocument plain(BsonDocument command) {
    BsonDocument plain = Docs.copyOf(command);
    plain.remove("shardVersion");
    plain.remove("databaseVersion");
    return plain;
  }

  /**
   * The pipeline run to its end, with the number of documents that each stage gave. A stage that
   * writes takes all that comes and does nothing with it (from 4.4 on: SERVER-44583).
   */
  private final class Running {
    private final boolean ran;
    private final Optional<PlanExecutor> executor;
    private final List<long[]> counts = new ArrayList<>();
    private final long millis;

    Running(LocalPipeline local, boolean runs) {
      this.ran = runs;
      this.executor =
          local.solutions().stream()
              .findFirst()
              .map(solution -> reads.executor(local.source(), solution));
      long before = server.environment().clock().nowMillis();
      if (runs) {
        Iterator<BsonDocument> stream =
            executor.isPresent() ? new Found(executor.get()) : Collections.emptyIterator();
        for (Stage stage : local.pushed().rest()) {
          long[] count = new long[1];
          counts.add(count);
          stream =
              new MappedStream(
                  stage.position() == Stage.Position.LAST ? exhausted(stream) : stage.apply(stream),
                  document -> {
                    count[0]++;
                    return document;
                  });
        }
        exhausted(stream);
        executor.ifPresent(plan -> reads.charge(local.source().ns(), plan));
      }
      this.millis = server.environment().clock().nowMillis() - before;
    }
  }

  private static Iterator<BsonDocument> exhausted(Iterator<BsonDocument> stream) {
    stream.forEachRemaining(document -> {});
    return Collections.emptyIterator();
  }

  /** What the plan finds, one by one, so that a limit later on ends the search. */
  private static final class Found extends DocumentStream {
    private final PlanExecutor executor;

    Found(PlanExecutor executor) {
      this.executor = executor;
    }

    @Override
    protected BsonDocument advance() {
      return executor.next() ? executor.document() : null;
    }
  }

  private BsonDocument cursor(LocalPipeline local, Running running, String verbosity) {
    BsonDocument cursor = new BsonDocument();
    if (local.solutions().isEmpty()) {
      return cursor.append(
          "queryPlanner",
          explain.queryPlanner(
              ShardExplain.noCollection(server, local.source().ns()),
              local.query(),
              ShardExplain.eof(server),
              new BsonArray()));
    }
    PlannerInput input = reads.input(local.source());
    cursor.append("queryPlanner", explain.queryPlanner(input, local.query(), local.solutions()));
    if (running.ran) {
      BsonDocument stats = explain.executionStats(running.executor.orElseThrow(), running.millis);
      if (verbosity.equals("allPlansExecution")) {
        stats.append(
            "allPlansExecution",
            explain.allPlans(
                local.solutions(),
                local.source().store().orElseThrow(),
                server.environment().operation()));
      }
      cursor.append("executionStats", stats);
    }
    return cursor;
  }

  private BsonArray stages(LocalPipeline local, Running running, BsonDocument cursor) {
    BsonArray stages = new BsonArray();
    if (local.maker().isEmpty()) {
      BsonDocument first = new BsonDocument("$cursor", cursor);
      if (running.ran) {
        counted(first, running.executor.map(PlanExecutor::returned).orElse(0L), running);
      }
      stages.add(first);
    }
    List<Stage> rest = local.pushed().rest();
    for (int i = 0; i < rest.size(); i++) {
      BsonDocument printed = Docs.copyOf(rest.get(i).toBson());
      if (running.ran) {
        counted(printed, running.counts.get(i)[0], running);
      }
      stages.add(printed);
    }
    return stages;
  }

  private static void counted(BsonDocument stage, long returned, Running running) {
    stage
        .append("nReturned", new BsonInt64(returned))
        .append("executionTimeMillisEstimate", new BsonInt64(running.millis));
  }
}
