package shardsh.js.api;

import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.bson.Docs;

/**
 * Which commands a driver numbers, so that they may be sent again without a second effect: single
 * writes, and batches of them. Source: the drivers' specification of retryable writes.
 */
final class RetryableCommands {
  private RetryableCommands() {}

  static boolean includes(BsonDocument command) {
    return switch (Docs.firstName(command)) {
      case "insert", "findAndModify" -> isAcknowledged(command);
      case "update" -> isAcknowledged(command) && !hasMulti(command, "updates");
      case "delete" -> isAcknowledged(command) && !hasMulti(command, "deletes");
      default -> false;
    };
  }

  /** What is of no use in its place is for the server to refuse. */
  private static boolean isAcknowledged(BsonDocument command) {
    if (!command.isDocument("writeConcern")) {
      return true;
    }
    BsonDocument concern = command.getDocument("writeConcern");
    return !concern.isNumber("w") || concern.getNumber("w").intValue() != 0;
  }

  private static boolean hasMulti(BsonDocument command, String list) {
    for (BsonValue one : command.getArray(list, new BsonArray())) {
      BsonDocument statement = one.asDocument();
      boolean all = statement.isNumber("limit") && statement.getNumber("limit").intValue() == 0;
      if (all || Docs.truthy(statement, "multi")) {
        return true;
      }
    }
    return false;
  }
}
