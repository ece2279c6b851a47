package shardsh.core.mongod;

import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.ServerText;
import shardsh.core.rpc.Replies;

/**
 * The one server parameter of a shard that the model follows: how long the range deleter waits.
 * Source: the manual's page on parameters. All shards share it, so it is set from outside.
 */
final class ParameterCommands {
  private static final String DELAY = "orphanCleanupDelaySecs";

  private final ShardServer server;

  ParameterCommands(ShardServer server) {
    this.server = server;
  }

  void addTo(Map<String, ShardCommand> commands) {
    commands.put("getParameter", this::get);
    commands.put("setParameter", this::set);
  }

  private BsonDocument get(String db, BsonDocument command) {
    requireKnown("getParameter", db, command);
    int seconds = server.environment().parameters().orphanCleanupDelaySecs();
    return Replies.ok(new BsonDocument(DELAY, new BsonInt32(seconds)));
  }

  private BsonDocument set(String db, BsonDocument command) {
    requireKnown("setParameter", db, command);
    throw new CommandException(
        ErrorCode.COMMAND_NOT_SUPPORTED,
        "shardsh has one "
            + DELAY
            + " for all shards; sim.config({"
            + DELAY
            + ": "
            + ServerText.of(command.get(DELAY))
            + "}) sets it");
  }

  private static void requireKnown(String name, String db, BsonDocument command) {
    if (!db.equals("admin")) {
      throw new CommandException(
          ErrorCode.UNAUTHORIZED, name + " may only be run against the admin database.");
    }
    if (!command.containsKey(DELAY)) {
      throw new CommandException(
          ErrorCode.COMMAND_NOT_SUPPORTED,
          "shardsh does not model the command '" + name + "' for anything but " + DELAY);
    }
  }
}
