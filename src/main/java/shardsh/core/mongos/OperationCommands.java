package shardsh.core.mongos;

import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.TypeNames;
import shardsh.core.rpc.CurrentOpCommand;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.KillOpCommand;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.ShardId;

/**
 * {@code currentOp} and {@code killOp} of a router. Source: the router's own command in the
 * server's repository.
 */
final class OperationCommands {
  private static final ErrorCode NOT_A_PAIR = ErrorCode.location(28625);
  private static final ErrorCode NO_OP = ErrorCode.location(50759);
  private static final ErrorCode WRONG_TYPE = ErrorCode.location(50760);

  private final Environment environment;
  private final ShardCalls calls;

  OperationCommands(Environment environment, ShardCalls calls) {
    this.environment = environment;
    this.calls = calls;
  }

  void addTo(Map<String, RouterCommand> commands) {
    RouterCommand aggregate = commands.get("aggregate");
    commands.put(
        "currentOp",
        ShardingCommands.admin(
            (db, command) ->
                CurrentOpCommand.reply(
                    aggregate.run("admin", CurrentOpCommand.aggregation(command)))));
    commands.put("killOp", ShardingCommands.admin((db, command) -> kill(command)));
  }

  /**
   * {@code {killOp: 1, op: "shard:number"}} → {@code {shard, shardid}}, the latter the number; for
   * a number alone, an operation of this router, {@code {info}}. Of itself a router runs nothing
   * else while it answers.
   */
  private BsonDocument kill(BsonDocument command) {
    BsonValue op = command.get("op");
    if (op == null) {
      throw new CommandException(NO_OP, "Did not provide \"op\" field");
    }
    if (op.isNumber()) {
      return KillOpCommand.reply();
    }
    if (!op.isString()) {
      throw new CommandException(
          WRONG_TYPE, "\"op\" field was of unsupported type " + TypeNames.of(op));
    }
    String text = op.asString().getValue();
    int colon = text.indexOf(':');
    if (colon <= 0 || colon == text.length() - 1) {
      throw new CommandException(
          NOT_A_PAIR,
          "The op argument to killOp must be of the format shardid:opid but found \""
              + text
              + "\"");
    }
    ShardId shard = new ShardId(text.substring(0, colon));
    if (!environment.shards().contains(shard)) {
      throw new CommandException(ErrorCode.SHARD_NOT_FOUND, "Shard " + shard + " not found");
    }
    int number = number(text.substring(colon + 1));
    calls.unversioned(
        shard,
        "admin",
        new BsonDocument("killOp", new BsonInt32(1)).append("op", new BsonInt32(number)));
    return Replies.ok(
        new BsonDocument("shard", new BsonString(shard.name()))
            .append("shardid", new BsonInt32(number)));
  }

  private static int number(String digits) {
    try {
      return Integer.parseInt(digits);
    } catch (NumberFormatException e) {
      throw new CommandException(
          ErrorCode.FAILED_TO_PARSE, "Did not consume whole string: \"" + digits + "\"");
    }
  }
}
