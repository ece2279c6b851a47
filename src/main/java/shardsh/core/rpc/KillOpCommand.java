package shardsh.core.rpc;

import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;

/**
 * {@code {killOp: 1, op: number}} as a member of a set reads and answers it; a router has its own
 * way of both. Source: the manual's page on it.
 */
public final class KillOpCommand {
  private KillOpCommand() {}

  /**
   * The number of the operation.
   *
   * @throws CommandException UNAUTHORIZED on any database but admin, NO_SUCH_KEY without {@code
   *     op}, TYPE_MISMATCH unless that is a number
   */
  public static int opid(String db, BsonDocument command) {
    AdminDatabase.require(db, "killOp");
    BsonValue op = command.get("op");
    if (op == null) {
      throw new CommandException(ErrorCode.NO_SUCH_KEY, "Missing expected field \"op\"");
    }
    if (!op.isNumber()) {
      throw new CommandException(
          ErrorCode.TYPE_MISMATCH, "\"op\" had the wrong type. Expected number");
    }
    return op.asNumber().intValue();
  }

  /** {@code {info}}, whether or not there is such an operation. */
  public static BsonDocument reply() {
    return Replies.ok(new BsonDocument("info", new BsonString("attempting to kill op")));
  }
}
