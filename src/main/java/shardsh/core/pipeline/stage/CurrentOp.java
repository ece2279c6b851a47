package shardsh.core.pipeline.stage;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.Docs;
import shardsh.core.pipeline.PipelineContext;
import shardsh.core.pipeline.Stage;

/**
 * {@code $currentOp}: the operations that are running. Client operations never overlap in the
 * model, so it is this one alone, on each process that is asked, and what goes on in the
 * background: migrations and resharding. A router asks the shards; with {@code localOps} it tells
 * of itself alone, and no row has a shard.
 */
public final class CurrentOp implements Stage {
  private static final List<String> OPTIONS =
      List.of(
          "allUsers",
          "idleConnections",
          "idleCursors",
          "idleSessions",
          "localOps",
          "truncateOps",
          "backtrace",
          "targetAllNodes");

  private final BsonDocument spec;
  private final PipelineContext context;

  private CurrentOp(BsonDocument spec, PipelineContext context) {
    this.spec = spec;
    this.context = context;
  }

  /**
   * @throws CommandException FAILED_TO_PARSE for a malformed specification, INVALID_NAMESPACE
   *     unless the database is admin
   */
  public static List<Stage> parse(BsonValue spec, PipelineContext context) {
    Specification.of("$currentOp", spec, OPTIONS);
    if (!context.ns().db().equals("admin")) {
      throw new CommandException(
          ErrorCode.INVALID_NAMESPACE,
          "$currentOp must be run against the 'admin' database with {aggregate: 1}");
    }
    return List.of(new CurrentOp(spec.asDocument(), context));
  }

  @Override
  public String name() {
    return "$currentOp";
  }

  @Override
  public Iterator<BsonDocument> apply(Iterator<BsonDocument> input) {
    BsonDocument command =
        new BsonDocument("aggregate", new BsonInt32(1))
            .append("pipeline", new BsonArray(List.of(new BsonDocument("$currentOp", spec))))
            .append("cursor", new BsonDocument())
            .append("$db", new BsonString("admin"));
    boolean local = Docs.truthy(spec, "localOps");
    List<BsonDocument> processes = context.foreign().processes(local);
    List<BsonDocument> rows = new ArrayList<>();
    for (BsonDocument process : processes) {
      rows.add(
          placed(process)
              .append("type", new BsonString("op"))
              .append("host", process.get("host"))
              .append("desc", new BsonString("conn1"))
              .append("active", BsonBoolean.TRUE)
              .append("currentOpTime", context.query().variables().variable("NOW"))
              .append("opid", process.get("opid"))
              .append("secs_running", new BsonInt64(0))
              .append("microsecs_running", new BsonInt64(0))
              .append("op", new BsonString("command"))
              .append("ns", new BsonString("admin.$cmd.aggregate"))
              .append("command", command));
    }
    if (processes.size() == 1 && local && !processes.get(0).containsKey("shard")) {
      return rows.iterator();
    }
    MigrationRows moves = new MigrationRows(context, processes);
    context.foreign().migrations().forEach(running -> rows.addAll(moves.of(running)));
    for (BsonDocument operation : context.foreign().reshardings()) {
      rows.addAll(new ReshardingRows(processes).of(operation));
    }
    return rows.iterator();
  }

  private static BsonDocument placed(BsonDocument process) {
    return process.containsKey("shard")
        ? new BsonDocument("shard", process.get("shard"))
        : new BsonDocument();
  }

  @Override
  public Position position() {
    return Position.FIRST;
  }

  @Override
  public boolean needsCollection() {
    return false;
  }

  @Override
  public BsonDocument toBson() {
    return new BsonDocument("$currentOp", spec);
  }
}
