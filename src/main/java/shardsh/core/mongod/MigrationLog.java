package shardsh.core.mongod;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import shardsh.core.rpc.Environment;
import shardsh.core.sharding.MigrationState;
import shardsh.core.sharding.ShardId;

/**
 * What donor and recipient write to config.changelog. Source: {@code sharding-facts.md}, section
 * 1.7.
 */
final class MigrationLog {
  private static final int STEPS = 6;

  private final Environment environment;

  MigrationLog(Environment environment) {
    this.environment = environment;
  }

  void started(MigrationOrder order) {
    log("moveChunk.start", order.what().donor(), order, order.details());
  }

  void committed(MigrationOrder order, BsonDocument counts) {
    log("moveChunk.commit", order.what().donor(), order, order.details().append("counts", counts));
  }

  /** The donor's last word: {@code moveChunk.from}, after {@code moveChunk.error} if it failed. */
  void donorEnded(MigrationRecord record, Optional<String> error) {
    MigrationOrder order = record.order();
    if (error.isPresent() && record.hasStarted()) {
      log("moveChunk.error", order.what().donor(), order, order.details());
    }
    List<Long> times = new ArrayList<>();
    times.add(order.admittedMillis());
    for (MigrationRecord.Entered entered : record.entered()) {
      if (entered.state() != MigrationState.ABORTED) {
        times.add(entered.atMillis());
      }
    }
    log("moveChunk.from", order.what().donor(), order, timed(order, times, error));
  }

  /**
   * The recipient's last word.
   *
   * @param times when each of its steps began, and when the last one ended
   */
  void recipientEnded(ShardId recipient, MigrationOrder order, List<Long> times, boolean well) {
    log(
        "moveChunk.to",
        recipient,
        order,
        timed(order, times, well ? Optional.empty() : Optional.of("migration aborted")));
  }

  private static BsonDocument timed(
      MigrationOrder order, List<Long> times, Optional<String> error) {
    BsonDocument details = order.bounds();
    for (int step = 1; step <= STEPS && step < times.size(); step++) {
      details.append(
          "step " + step + " of " + STEPS,
          new BsonInt32((int) (times.get(step) - times.get(step - 1))));
    }
    details
        .append("to", new BsonString(order.what().recipient().name()))
        .append("from", new BsonString(order.what().donor().name()))
        .append("note", new BsonString(error.isPresent() ? "aborted" : "success"));
    error.ifPresent(text -> details.append("errmsg", new BsonString(text)));
    return details;
  }

  private void log(String what, ShardId writer, MigrationOrder order, BsonDocument details) {
    environment.logChange(what, order.ns(), writer, details);
  }
}
