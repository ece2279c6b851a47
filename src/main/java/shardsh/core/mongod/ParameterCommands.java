package shardsh.core.mongod;

import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.ServerText;
import shardsh.core.rpc.AdminDatabase;
import shardsh.core.rpc.Replies;

/**
 * The server parameters of a shard that the model follows: how long the range deleter waits, which
 * all shards share, so that it is set from outside; and how old a transaction may become. Source:
 * the manual's page on parameters.
 */
final class ParameterCommands {
  private static final String DELAY = "orphanCleanupDelaySecs";
  private static final String LIFETIME = "transactionLifetimeLimitSeconds";

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
    BsonDocument reply = new BsonDocument();
    if (command.containsKey(DELAY)) {
      int seconds = server.environment().parameters().orphanCleanupDelaySecs();
      reply.append(DELAY, new BsonInt32(seconds));
    }
    if (command.containsKey(LIFETIME)) {
      reply.append(LIFETIME, new BsonInt32(server.sessions().lifetimeSeconds()));
    }
    return Replies.ok(reply);
  }

  private BsonDocument set(String db, BsonDocument command) {
    requireKnown("setParameter", db, command);
    if (command.containsKey(DELAY)) {
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
    BsonValue wanted = command.get(LIFETIME);
    if (!wanted.isNumber() || wanted.asNumber().longValue() < 1) {
      throw new CommandException(
          ErrorCode.BAD_VALUE, LIFETIME + " must be greater than or equal to 1");
    }
    BsonInt32 before = new BsonInt32(server.sessions().lifetimeSeconds());
    server.sessions().setLifetimeSeconds(wanted.asNumber().intValue());
    return Replies.ok(new BsonDocument("was", before));
  }

  private static void requireKnown(String name, String db, BsonDocument command) {
    AdminDatabase.require(db, name);
    if (List.of(DELAY, LIFETIME).stream().noneMatch(command::containsKey)) {
      throw new CommandException(
          ErrorCode.COMMAND_NOT_SUPPORTED,
          "shardsh does not model the command '"
              + name
              + "' for anything but "
              + DELAY
              + " and "
              + LIFETIME);
    }
  }
}
