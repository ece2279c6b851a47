package shardsh.js.api;

import java.util.function.Supplier;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.Docs;
import shardsh.core.cluster.ConnectionRefused;

/**
 * What a driver does when no answer comes: it sends a read, or a write that it has numbered, once
 * more. Source: the drivers' specifications of retryable reads and writes. A real one is told only
 * of what is lost on its own connection, as routers send again to shards what was lost there; here
 * it does so for both.
 */
final class LostMessages {
  private LostMessages() {}

  /** Sends once, and again if no answer came. */
  static BsonDocument sendTwice(Supplier<BsonDocument> first, Supplier<BsonDocument> second) {
    try {
      return first.get();
    } catch (CommandException e) {
      if (!isLost(e)) {
        throw e;
      }
      return second.get();
    }
  }

  /** Whether nobody knows if the command was done; a process that is down has not done it. */
  static boolean isLost(CommandException e) {
    return e.errorCode().equals(ErrorCode.HOST_UNREACHABLE)
        && e.detail().filter(ConnectionRefused.class::isInstance).isEmpty();
  }

  /** Whether a command reads and opens a cursor at most, so that it may be sent again as it is. */
  static boolean isRepeatableRead(BsonDocument command) {
    return switch (Docs.firstName(command)) {
      case "find", "count", "distinct", "listCollections", "listDatabases", "listIndexes" -> true;
      case "aggregate" -> !writes(command.getArray("pipeline", new BsonArray()));
      default -> false;
    };
  }

  private static boolean writes(BsonArray pipeline) {
    if (pipeline.isEmpty()) {
      return false;
    }
    BsonValue last = pipeline.get(pipeline.size() - 1);
    return last.isDocument()
        && (last.asDocument().containsKey("$out") || last.asDocument().containsKey("$merge"));
  }
}
