package shardsh.core.mongos;

import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.ShardId;

/**
 * {@code movePrimary}, as a person asks for it: the present primary does the work. Source: {@code
 * sharding-facts.md}, section 7.9.
 */
final class MovePrimary {
  private static final int DATABASE_NAME_MAX = 63;

  private final Environment environment;
  private final ShardCalls calls;
  private final CatalogCache cache;

  MovePrimary(Environment environment, ShardCalls calls, CatalogCache cache) {
    this.environment = environment;
    this.calls = calls;
    this.cache = cache;
  }

  void addTo(Map<String, RouterCommand> commands) {
    RouterCommand command = ShardingCommands.admin((db, document) -> run(document));
    commands.put("movePrimary", command);
    commands.put("moveprimary", command);
  }

  /** {@code {movePrimary: db, to: shard}}; {@code to} may be the shard's connection string. */
  private BsonDocument run(BsonDocument command) {
    String name = ShardingCommands.requireText(command, command.getFirstKey());
    checkName(name);
    BsonDocument to = shard(wanted(command));
    ShardId recipient = new ShardId(to.getString("_id").getValue());
    cache.invalidateDatabase(name);
    ShardId present =
        cache
            .primaryOf(name)
            .orElseThrow(
                () ->
                    new CommandException(
                        ErrorCode.NAMESPACE_NOT_FOUND, "database " + name + " not found"));
    if (!present.equals(recipient)) {
      calls.unversioned(
          present,
          "admin",
          new BsonDocument("_shardsvrMovePrimary", new BsonString(name))
              .append("to", new BsonString(recipient.name())));
      cache.invalidateDatabase(name);
    }
    BsonDocument reply = new BsonDocument();
    if (environment.profile().majorVersion() < 5) {
      reply.append("primary", new BsonString(recipient + ":" + to.getString("host").getValue()));
    }
    return Replies.ok(reply);
  }

  private static void checkName(String name) {
    if (name.isEmpty()
        || name.length() > DATABASE_NAME_MAX
        || name.chars().anyMatch(c -> "/\\. \"$\0".indexOf(c) >= 0)) {
      throw new CommandException(ErrorCode.INVALID_NAMESPACE, "invalid db name specified: " + name);
    }
    if (new Namespace(name, "").isInternal()) {
      throw new CommandException(
          ErrorCode.INVALID_OPTIONS, "Can't move primary for " + name + " database");
    }
  }

  private static String wanted(BsonDocument command) {
    BsonValue to = command.get("to");
    if (to == null || (to.isString() && to.asString().getValue().isEmpty())) {
      throw new CommandException(ErrorCode.NONE, "you have to specify where you want to move it");
    }
    return ShardingCommands.requireText(command, "to");
  }

  private BsonDocument shard(String idOrHost) {
    BsonDocument reply = calls.config(new BsonDocument("listShards", new BsonInt32(1)));
    for (BsonValue row : reply.getArray("shards")) {
      BsonDocument shard = row.asDocument();
      if (shard.getString("_id").getValue().equals(idOrHost)
          || shard.getString("host").getValue().equals(idOrHost)) {
        return shard;
      }
    }
    throw new CommandException(ErrorCode.SHARD_NOT_FOUND, "Shard " + idOrHost + " does not exist");
  }
}
