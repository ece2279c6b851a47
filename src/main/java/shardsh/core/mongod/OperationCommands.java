package shardsh.core.mongod;

import java.util.Map;
import org.bson.BsonDocument;
import shardsh.core.rpc.CurrentOpCommand;
import shardsh.core.rpc.KillOpCommand;
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
    commands.put("currentOp", (db, command) -> CurrentOpCommand.run(db, command, aggregate::run));
    commands.put("killOp", this::kill);
  }

  /**
   * {@code {killOp: 1, op: number}} → {@code {info}}, whether or not there is such an operation.
   */
  private BsonDocument kill(String db, BsonDocument command) {
    int opid = KillOpCommand.opid(db, command);
    for (RunningMigration running : server.environment().migrations()) {
      if (running.opid() == opid && running.what().donor().equals(server.shardId())) {
        source.kill(KILLED);
      } else if (running.opid() + 1 == opid
          && running.what().recipient().equals(server.shardId())) {
        destination.kill();
      }
    }
    return KillOpCommand.reply();
  }
}
