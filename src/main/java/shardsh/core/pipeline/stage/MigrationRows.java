package shardsh.core.pipeline.stage;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.pipeline.PipelineContext;

/**
 * The rows of {@code $currentOp} about a migration: one of the donor and, once it takes part, one
 * of the recipient. Source: the names of the server's threads and its message about the steps. The
 * commands of those who wait for the move are left out; the donor's row has what it was asked.
 */
final class MigrationRows {
  private static final int STEPS = 6;

  private final PipelineContext context;
  private final List<BsonDocument> processes;
  private final long nowMillis;

  /**
   * @param processes those that are asked, as {@link
   *     shardsh.core.pipeline.ForeignCollections#processes} gives them
   */
  MigrationRows(PipelineContext context, List<BsonDocument> processes) {
    this.context = context;
    this.processes = processes;
    this.nowMillis = context.query().variables().variable("NOW").asDateTime().getValue();
  }

  /**
   * @param running as {@link shardsh.core.pipeline.ForeignCollections#migrations} gives it
   */
  List<BsonDocument> of(BsonDocument running) {
    List<BsonDocument> rows = new ArrayList<>();
    int done = running.getInt32("stepsDone").getValue();
    if (isSeen(running, "fromShard")) {
      BsonDocument donor =
          row("MoveChunk", "fromShard", running).append("command", request(running));
      rows.add(
          done == 0 ? donor : donor.append("msg", new BsonString("step " + done + " of " + STEPS)));
    }
    if (done > 0 && done < STEPS - 1 && isSeen(running, "toShard")) {
      rows.add(row("migrateThread", "toShard", running).append("command", new BsonDocument()));
    }
    return rows;
  }

  private static boolean isSeen(BsonDocument running, String role) {
    return !running.containsKey("seenBy") || running.get(role).equals(running.get("seenBy"));
  }

  private BsonDocument row(String thread, String role, BsonDocument running) {
    long since = running.getInt64("sinceMillis").getValue();
    int opid = running.getInt32("opid").getValue() + (role.equals("fromShard") ? 0 : 1);
    String shard = running.getString(role).getValue();
    boolean routed = !running.containsKey("seenBy");
    BsonDocument row =
        routed ? new BsonDocument("shard", new BsonString(shard)) : new BsonDocument();
    return row.append("type", new BsonString("op"))
        .append("host", ReshardingRows.hostOf(processes, shard))
        .append("desc", new BsonString(thread))
        .append("active", BsonBoolean.TRUE)
        .append("currentOpTime", new BsonDateTime(nowMillis))
        .append("opid", routed ? new BsonString(shard + ":" + opid) : new BsonInt32(opid))
        .append("secs_running", new BsonInt64((nowMillis - since) / 1000))
        .append("microsecs_running", new BsonInt64((nowMillis - since) * 1000))
        .append("op", new BsonString("command"))
        .append("ns", running.get("ns"));
  }

  /** The donor's request; its name is that of the command before 6.0. */
  private BsonDocument request(BsonDocument running) {
    BsonValue ns = running.get("ns");
    BsonDocument request =
        new BsonDocument(
            context.profile().majorVersion() < 6 ? "moveChunk" : "_shardsvrMoveRange", ns);
    for (String field :
        List.of("toShard", "fromShard", "min", "max", "waitForDelete", "forceJumbo")) {
      request.append(field, running.get(field));
    }
    return request;
  }
}
