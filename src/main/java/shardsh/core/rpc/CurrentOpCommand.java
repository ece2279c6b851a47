package shardsh.core.rpc;

import java.util.List;
import java.util.function.BiFunction;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import shardsh.core.base.CommandException;
import shardsh.core.bson.Docs;

/**
 * {@code currentOp}: {@code $currentOp} with a filter, as a command. Source: the manual's page on
 * it.
 */
public final class CurrentOpCommand {
  private static final List<String> NOT_FILTERS =
      List.of(
          "$all",
          "$ownOps",
          "$db",
          "$clusterTime",
          "$readPreference",
          "comment",
          "lsid",
          "maxTimeMS",
          "readConcern");

  private static final int BATCH = 10_000;

  private CurrentOpCommand() {}

  /**
   * Answers it by the process's own aggregate command.
   *
   * @param aggregate runs a command on a database
   * @throws CommandException UNAUTHORIZED on another database than {@code admin}
   */
  public static BsonDocument run(
      String db, BsonDocument command, BiFunction<String, BsonDocument, BsonDocument> aggregate) {
    AdminDatabase.require(db, "currentOp");
    return reply(aggregate.apply("admin", aggregation(command)));
  }

  /** The aggregation on {@code admin} that answers {@code {currentOp: 1, $all?, $ownOps?, …}}. */
  public static BsonDocument aggregation(BsonDocument command) {
    BsonDocument filter = new BsonDocument();
    command.forEach(
        (name, value) -> {
          if (!name.equals(command.getFirstKey()) && !NOT_FILTERS.contains(name)) {
            filter.append(name, value);
          }
        });
    BsonDocument options =
        new BsonDocument("allUsers", BsonBoolean.valueOf(!Docs.truthy(command, "$ownOps")))
            .append("idleConnections", BsonBoolean.valueOf(Docs.truthy(command, "$all")));
    return new BsonDocument("aggregate", new BsonInt32(1))
        .append(
            "pipeline",
            new BsonArray(
                List.of(
                    new BsonDocument("$currentOp", options), new BsonDocument("$match", filter))))
        .append("cursor", new BsonDocument("batchSize", new BsonInt32(BATCH)));
  }

  /** {@code {inprog: [row]}} from that aggregation's reply. */
  public static BsonDocument reply(BsonDocument cursor) {
    return Replies.ok(new BsonDocument("inprog", Replies.batchOf(cursor)));
  }
}
