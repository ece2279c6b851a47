package shardsh.core.rpc;

import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.Docs;

/**
 * What may be done in a transaction. Source: the manual's page on operations in transactions, and
 * the server's error messages. Left out: create and createIndexes, which a real server can do in a
 * transaction under conditions.
 */
public final class TransactionRules {
  private static final List<String> STATEMENTS =
      List.of(
          "aggregate",
          "delete",
          "distinct",
          "find",
          "findAndModify",
          "findandmodify",
          "getMore",
          "insert",
          "killCursors",
          "update");
  private static final List<String> ENDS =
      List.of(
          "commitTransaction",
          "abortTransaction",
          "prepareTransaction",
          "coordinateCommitTransaction");
  private static final List<String> STAGES_REFUSED =
      List.of(
          "$changeStream",
          "$collStats",
          "$currentOp",
          "$indexStats",
          "$listLocalSessions",
          "$listSessions",
          "$merge",
          "$out",
          "$planCacheStats",
          "$shardedDataDistribution");

  private TransactionRules() {}

  /** Whether the command ends a transaction, or is a step of that. */
  public static boolean isEnd(String commandName) {
    return ENDS.contains(commandName);
  }

  /** Whether a statement only reads, so that a router may send it again after a refusal. */
  public static boolean isRead(String commandName) {
    return List.of("find", "aggregate", "distinct", "getMore", "killCursors").contains(commandName);
  }

  /**
   * Checks a statement of a transaction, or its end.
   *
   * @param first whether it is the first one on the node that checks
   * @throws CommandException OPERATION_NOT_SUPPORTED_IN_TRANSACTION, or INVALID_OPTIONS for a
   *     concern that has no place here
   */
  public static void check(String db, BsonDocument command, boolean first) {
    String name = Docs.firstName(command);
    if (isEnd(name)) {
      AdminDatabase.require(db, name);
      return;
    }
    if (!STATEMENTS.contains(name)) {
      throw refused(
          "Cannot run '"
              + name
              + "' in a multi-document transaction."
              + (name.equals("count")
                  ? " Please see http://dochub.mongodb.org/core/transaction-count for a"
                      + " recommended alternative."
                  : ""));
    }
    if (List.of("admin", "config", "local").contains(db)) {
      throw refused("Cannot run command against the '" + db + "' database in a transaction.");
    }
    checkConcerns(command, first);
    if (name.equals("aggregate")) {
      checkStages(command.get("pipeline"));
    }
  }

  private static CommandException refused(String message) {
    return new CommandException(ErrorCode.OPERATION_NOT_SUPPORTED_IN_TRANSACTION, message);
  }

  private static void checkConcerns(BsonDocument command, boolean first) {
    if (command.containsKey("writeConcern")) {
      throw new CommandException(
          ErrorCode.INVALID_OPTIONS,
          "writeConcern is not allowed within a multi-statement transaction");
    }
    BsonValue concern = command.get("readConcern");
    if (concern == null || !concern.isDocument() || concern.asDocument().isEmpty()) {
      return;
    }
    if (!first) {
      throw new CommandException(
          ErrorCode.INVALID_OPTIONS,
          "Only the first command in a transaction may specify a readConcern");
    }
    String level = concern.asDocument().getString("level", new BsonString("local")).getValue();
    if (!List.of("local", "majority", "snapshot").contains(level)) {
      throw new CommandException(
          ErrorCode.INVALID_OPTIONS,
          "The readConcern level must be either 'local' (default), 'majority' or 'snapshot' in"
              + " order to run in a transaction");
    }
  }

  private static void checkStages(BsonValue pipeline) {
    BsonArray stages =
        pipeline != null && pipeline.isArray() ? pipeline.asArray() : new BsonArray();
    for (BsonValue stage : stages) {
      String name = stage.isDocument() ? Docs.firstName(stage.asDocument()) : "";
      if (STAGES_REFUSED.contains(name)) {
        throw refused(
            "Operation not permitted in transaction :: caused by :: Aggregation stage "
                + name
                + " cannot run within a multi-document transaction");
      }
    }
  }
}
