package shardsh.core.mongod;

import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.rpc.CurrentOpCommand;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.RunningMigration;

/**
 * {@code currentOp} and {@code killOp} of a shard. What can be killed are the two sides of a
 * migration until its commit; nothing else runs while a command is answered.
 */
final class OperationCommands {
  private static final String KILLED = "operation was interrupted";

  private final ShardServer server;
  private final MigrationSource source;
  private final MigrationDestination destination;

  OperationCommands(ShardServer server, MigrationSource source, MigrationDestination destination) {
    this.server = server;
    this.source = source;
    this.destination = destination;
  }

  void addTo(Map<String, ShardCommand> commands) {
    ShardCommand aggregate = commands.get("aggregate");
    commands.put(
        "currentOp",
        (db, command) -> {
          requireAdmin(db, "currentOp");
          return CurrentOpCommand.reply(
              aggregate.run("admin", CurrentOpCommand.aggregation(command)));
        });
    commands.put("killOp", this::kill);
  }

  private static void requireAdmin(String db, String name) {
    if (!db.equals("admin")) {
      throw new CommandException(
          ErrorCode.UNAUTHORIZED, name + " may only be run against the admin database.");
    }
  }

  /**
   * {@code {killOp: 1, op: number}} → {@code {info}}, whether or not there is such an operation.
   */
  private BsonDocument kill(String db, BsonDocument command) {
    requireAdmin(db, "killOp");
    BsonValue op = command.get("op");
    if (op == null) {
      throw new CommandException(ErrorCode.NO_SUCH_KEY, "Missing expected field \"op\"");
    }
    if (!op.isNumber()) {
      throw new CommandException(
          ErrorCode.TYPE_MISMATCH, "\"op\" had the wrong type. Expected number");
    }
    int opid = op.asNumber().intValue();
    for (RunningMigration running : server.environment().migrations()) {
      if (running.opid() == opid && running.what().donor().equals(server.shardId())) {
        source.kill(KILLED);
      } else if (running.opid() + 1 == opid
          && running.what().recipient().equals(server.shardId())) {
        destination.kill();
      }
    }
    return Replies.ok(new BsonDocument("info", new BsonString("attempting to kill op")));
  }
}
