package shardsh.core.mongos;

import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.ShardId;

/**
 * {@code moveCollection}, from 8.0 on: a collection that is not sharded goes to another shard. From
 * then on the config servers track it, as one chunk that nobody cuts or balances. Source: {@code
 * sharding-facts.md}, section 7.11. The copying is done as by resharding.
 */
final class MoveCollection {
  private final ShardCalls calls;
  private final CatalogCache cache;
  private final ReshardingRequests resharding;

  MoveCollection(ShardCalls calls, CatalogCache cache, ReshardingRequests resharding) {
    this.calls = calls;
    this.cache = cache;
    this.resharding = resharding;
  }

  /** {@code {moveCollection: ns, toShard}}. */
  BsonDocument run(BsonDocument command) {
    Namespace ns = ShardingCommands.requireNamespace(command);
    if (!command.containsKey("toShard")) {
      throw new CommandException(
          ErrorCode.MISSING_FIELD,
          "BSON field 'moveCollection.toShard' is missing but a required field");
    }
    ShardId to = new ShardId(ShardingCommands.requireText(command, "toShard"));
    requireShard(to);
    cache.invalidate(ns);
    Routing routing = cache.routing(ns);
    if (routing.isSharded() || !routing.databaseExists()) {
      throw notUnsharded(ns);
    }
    ShardId from = routing.primary().orElseThrow();
    BsonDocument info = infoOf(ns, from);
    if (from.equals(to)) {
      return Replies.ok();
    }
    if (!routing.isTracked()) {
      track(ns, from, info);
    }
    return resharding.begin(ns, ReshardingRequests.toShard(ns, "moveCollection", to));
  }

  private void requireShard(ShardId shard) {
    BsonDocument reply = calls.config(new BsonDocument("listShards", new BsonInt32(1)));
    boolean known =
        reply.getArray("shards").stream()
            .anyMatch(row -> row.asDocument().getString("_id").getValue().equals(shard.name()));
    if (!known) {
      throw new CommandException(ErrorCode.SHARD_NOT_FOUND, "Shard " + shard + " does not exist");
    }
  }

  /** What the shard knows of the collection: a view or a name that is not there is refused. */
  private BsonDocument infoOf(Namespace ns, ShardId from) {
    BsonDocument info =
        calls.unversioned(
            from,
            "admin",
            new BsonDocument("_shardsvrCollectionInfo", new BsonString(ns.toString())));
    if (info.getDocument("options").containsKey("viewOn")) {
      throw new CommandException(
          ErrorCode.COMMAND_NOT_SUPPORTED_ON_VIEW, "Namespace " + ns + " is a view");
    }
    return info;
  }

  private static CommandException notUnsharded(Namespace ns) {
    return new CommandException(
        ErrorCode.NAMESPACE_NOT_FOUND,
        "Namespace " + ns + " is not an unsharded collection; only those can be moved");
  }

  private void track(Namespace ns, ShardId at, BsonDocument info) {
    BsonString shard = new BsonString(at.name());
    BsonDocument request =
        new BsonDocument("_configsvrCommitShardCollection", new BsonString(ns.toString()))
            .append("key", new BsonDocument("_id", new BsonInt32(1)))
            .append("unique", BsonBoolean.FALSE)
            .append("uuid", info.get("uuid"))
            .append("chunks", new BsonArray(List.of(new BsonDocument("shard", shard))))
            .append("primary", shard)
            .append("unsplittable", BsonBoolean.TRUE);
    if (info.getDocument("options").containsKey("collation")) {
      request.append("collation", info.getDocument("options").get("collation"));
    }
    calls.config(request);
  }
}
