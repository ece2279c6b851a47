package shardsh.core.rpc;

import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.NodeId;
import shardsh.core.sharding.RunningMigration;

/** {@code configureFailPoint} on a shard or on the config servers. */
public final class FailPointCommand {
  /** The scheduler's word: what a fail point held goes on; its arguments are {@code {name}}. */
  public static final String RESUME = "resumeMigration";

  private FailPointCommand() {}

  /**
   * {@code {configureFailPoint: name, mode: "alwaysOn" | "off" | {times: n} | {skip: n}, data?}} →
   * {@code {count}}. Switched off, what it held goes on.
   */
  public static BsonDocument run(Environment environment, NodeId node, BsonDocument command) {
    String name = nameIn(command);
    BsonValue mode = command.get("mode");
    if (command.containsKey("data") && !command.isDocument("data")) {
      throw new CommandException(
          ErrorCode.TYPE_MISMATCH, "the data of a fail point must be an object");
    }
    BsonDocument data = command.getDocument("data", new BsonDocument());
    long entered = environment.failPoints().set(node, name, mode, data);
    if (mode.isString() && mode.asString().getValue().equals("off")) {
      resume(environment, name);
    }
    return Replies.ok(new BsonDocument("count", new BsonInt32((int) entered)));
  }

  /**
   * @throws CommandException TYPE_MISMATCH unless it is a string
   */
  public static String nameIn(BsonDocument command) {
    BsonValue name = command.get("configureFailPoint");
    if (!name.isString()) {
      throw new CommandException(
          ErrorCode.TYPE_MISMATCH, "the name of a fail point must be a string");
    }
    return name.asString().getValue();
  }

  /** Lets migrations, or a resharding operation, go on that stand because of this. */
  public static void resume(Environment environment, String cause) {
    if (environment.resharding().filter(one -> one.heldBy().equals(cause)).isPresent()) {
      environment
          .scheduler()
          .schedule(
              environment.clock().nowMillis(),
              NodeId.CONFIG,
              RESUME,
              new BsonDocument("cause", new BsonString(cause)));
    }
    for (RunningMigration running : environment.migrations()) {
      environment
          .scheduler()
          .schedule(
              environment.clock().nowMillis(),
              running.what().donor().node(),
              RESUME,
              new BsonDocument("cause", new BsonString(cause)));
    }
  }
}
