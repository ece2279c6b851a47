package shardsh.core.mongod;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.types.ObjectId;
import shardsh.core.base.CommandException;
import shardsh.core.rpc.Environment;
import shardsh.core.sharding.MigrationState;
import shardsh.core.sim.Scheduler;

/**
 * What the donor decided about its migrations and must tell the recipients: the durable part of a
 * migration. Source: {@code sharding-facts.md}, section 12.3.
 */
final class MigrationDecisions {
  /** The scheduler's word for trying again what could not be told or asked. */
  static final String TASK = "completeMigration";

  private static final long WAIT_MILLIS = 1000;
  private static final long WAIT_MILLIS_MAX = 3_600_000;
  private static final int DIGEST_BYTES = 32;

  /** A decision that the recipient has not heard. */
  private record Owed(MigrationRecord record, boolean committed) {}

  private final ShardServer server;
  private final Environment environment;
  private final List<Owed> owed = new ArrayList<>();
  private long waitMillis = WAIT_MILLIS;

  MigrationDecisions(ShardServer server) {
    this.server = server;
    this.environment = server.environment();
  }

  void copyFrom(MigrationDecisions other) {
    owed.addAll(other.owed);
    waitMillis = other.waitMillis;
  }

  /** Tells the recipient how it ended, now or, when it cannot be reached, later. */
  void tell(MigrationRecord record, boolean committed) {
    Owed decision = new Owed(record, committed);
    if (!told(decision)) {
      owed.add(decision);
      scheduleRetry();
    }
  }

  private boolean told(Owed decision) {
    MigrationOrder order = decision.record().order();
    BsonDocument request =
        new BsonDocument(
                decision.committed() ? "_recvChunkReleaseCritSec" : "_recvChunkAbort",
                new BsonString(order.ns().toString()))
            .append("sessionId", order.id());
    if (decision.committed()
        && environment.failPoints().isHit(server.id(), "doNotRefreshRecipientAfterCommit")) {
      request.append("refresh", BsonBoolean.FALSE);
    }
    try {
      environment.network().require(server.id(), order.what().recipient().node(), "admin", request);
      return true;
    } catch (CommandException unreachable) {
      return false;
    }
  }

  /** Tells again whatever was not heard; while that waits, the same may be begun once more. */
  void deliver() {
    for (Owed decision : List.copyOf(owed)) {
      if (owed.contains(decision) && told(decision)) {
        owed.remove(decision);
      }
    }
    if (owed.isEmpty()) {
      waitMillis = WAIT_MILLIS;
      environment.scheduler().cancel(this::isRetry);
    } else {
      scheduleRetry();
    }
  }

  private boolean isRetry(Scheduler.Task task) {
    return task.name().equals(TASK) && task.node().equals(server.shardId().node());
  }

  /** Has this shard try again later, each time later. */
  void scheduleRetry() {
    if (environment.scheduler().pending().stream().anyMatch(this::isRetry)) {
      return;
    }
    environment
        .scheduler()
        .schedule(
            environment.clock().nowMillis() + waitMillis,
            server.shardId().node(),
            TASK,
            new BsonDocument());
    waitMillis = Math.min(WAIT_MILLIS_MAX, waitMillis * 2);
  }

  /** The rows of the shard's own config.migrationCoordinators. */
  List<BsonDocument> documents(Optional<MigrationRecord> active) {
    List<BsonDocument> rows = new ArrayList<>();
    owed.forEach(decision -> rows.add(row(decision.record(), Optional.of(decision.committed()))));
    active
        .filter(MigrationRecord::hasStarted)
        .ifPresent(
            record ->
                rows.add(
                    row(
                        record,
                        record.state() == MigrationState.COMMITTED
                            ? Optional.of(true)
                            : Optional.empty())));
    return rows;
  }

  private static BsonDocument row(MigrationRecord record, Optional<Boolean> decision) {
    MigrationOrder order = record.order();
    BsonDocument row =
        new BsonDocument("_id", order.id())
            .append("migrationSessionId", new BsonString(sessionId(order)))
            .append(
                "lsid",
                new BsonDocument("id", order.id())
                    .append("uid", new BsonBinary(new byte[DIGEST_BYTES])))
            .append("txnNumber", new BsonInt64(0))
            .append("nss", new BsonString(order.ns().toString()))
            .append("collectionUuid", order.collectionUuid())
            .append("donorShardId", new BsonString(order.what().donor().name()))
            .append("recipientShardId", new BsonString(order.what().recipient().name()))
            .append("range", order.bounds())
            .append("preMigrationChunkVersion", order.chunkVersion().toTimestamp());
    decision.ifPresent(
        committed -> row.append("decision", new BsonString(committed ? "committed" : "aborted")));
    return row;
  }

  /** The donor, the recipient and an id. */
  private static String sessionId(MigrationOrder order) {
    ByteBuffer id = ByteBuffer.wrap(order.id().getData());
    return order.what().donor()
        + "_"
        + order.what().recipient()
        + "_"
        + new ObjectId(id.getInt(), id.getInt() & 0x00ffffff).toHexString();
  }
}
