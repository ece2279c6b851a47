package shardsh.core.mongos;

import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.keys.KeyHash;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;
import shardsh.core.sharding.ShardKeyPattern;

/**
 * Changing the shard key of a collection, as a person asks for it. Source: {@code
 * sharding-facts.md}, sections 7.10 and 7.11.
 */
final class ShardKeyCommands {
  private final Environment environment;
  private final ShardCalls calls;
  private final CatalogCache cache;

  ShardKeyCommands(Environment environment, ShardCalls calls, CatalogCache cache) {
    this.environment = environment;
    this.calls = calls;
    this.cache = cache;
  }

  void addTo(Map<String, RouterCommand> commands) {
    commands.put(
        "refineCollectionShardKey",
        ShardingCommands.admin((db, command) -> refineCollectionShardKey(command)));
  }

  /** {@code {refineCollectionShardKey: ns, key}}. */
  private BsonDocument refineCollectionShardKey(BsonDocument command) {
    Namespace ns = ShardingCommands.requireNamespace(command);
    ShardKeyPattern.parse(command.getDocument("key"), KeyHash.REAL);
    RoutingTable table = requireSharded(ns, "refineCollectionShardKey");
    boolean byPrimary = environment.profile().majorVersion() >= 5;
    BsonDocument request =
        new BsonDocument(
                byPrimary
                    ? "_shardsvrRefineCollectionShardKey"
                    : "_configsvrRefineCollectionShardKey",
                new BsonString(ns.toString()))
            .append("key", command.get("key"))
            .append("epoch", new BsonObjectId(table.generation().epoch()));
    if (byPrimary) {
      calls.unversioned(cache.primaryOf(ns.db()).orElseThrow(), "admin", request);
    } else {
      calls.config(request);
    }
    cache.invalidate(ns);
    return Replies.ok();
  }

  /**
   * The fresh table of a sharded collection.
   *
   * @throws CommandException NAMESPACE_NOT_FOUND or NAMESPACE_NOT_SHARDED
   */
  RoutingTable requireSharded(Namespace ns, String command) {
    Routing routing = calls.fresh(ns);
    if (routing.isSharded()) {
      return routing.table().orElseThrow();
    }
    if (!routing.databaseExists() || !exists(ns, routing.primary().orElseThrow())) {
      throw new CommandException(
          ErrorCode.NAMESPACE_NOT_FOUND, command + " namespace " + ns + " does not exist");
    }
    throw new CommandException(
        ErrorCode.NAMESPACE_NOT_SHARDED, command + " namespace " + ns + " is not sharded");
  }

  /** Whether a shard has a collection of that name. */
  private boolean exists(Namespace ns, ShardId shard) {
    BsonDocument rows =
        calls.unversioned(
            shard,
            ns.db(),
            new BsonDocument("listCollections", new BsonInt32(1))
                .append("filter", new BsonDocument("name", new BsonString(ns.collection()))));
    return !Replies.batchOf(rows).isEmpty();
  }
}
