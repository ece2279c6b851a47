package shardsh.core.pipeline.stage;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
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
  private final long nowMillis;

  MigrationRows(PipelineContext context) {
    this.context = context;
    this.nowMillis = context.query().variables().variable("NOW").asDateTime().getValue();
  }

  /**
   * @param running as {@link shardsh.core.pipeline.ForeignCollections#migrations} gives it
   */
  List<BsonDocument> of(BsonDocument running) {
    List<BsonDocument> rows = new ArrayList<>();
    int done = running.getInt32("stepsDone").getValue();
    BsonDocument donor = row("MoveChunk", "fromShard", running).append("command", request(running));
    rows.add(
        done == 0 ? donor : donor.append("msg", new BsonString("step " + done + " of " + STEPS)));
    if (done > 0 && done < STEPS - 1) {
      rows.add(row("migrateThread", "toShard", running).append("command", new BsonDocument()));
    }
    if (running.containsKey("seenBy")) {
      rows.removeIf(row -> !row.get("shard").equals(running.get("seenBy")));
    }
    return rows;
  }

  private BsonDocument row(String thread, String role, BsonDocument running) {
    long since = running.getInt64("sinceMillis").getValue();
    return new BsonDocument("shard", running.get(role))
        .append("type", new BsonString("op"))
        .append("desc", new BsonString(thread))
        .append("active", BsonBoolean.TRUE)
        .append("currentOpTime", new BsonDateTime(nowMillis))
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
