package shardsh.core.mongod;

import java.util.Map;
import java.util.Optional;
import org.bson.BsonDocument;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.bson.Docs;
import shardsh.core.keys.KeyHash;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardKeyPattern;
import shardsh.core.storage.CollectionStore;
import shardsh.core.storage.OrderedIndex;

/**
 * A shard's part when a shard key gets more fields. Source: {@code sharding-facts.md}, section
 * 7.10.
 */
final class ShardKeyCommands {
  private final ShardServer server;
  private final Environment environment;

  ShardKeyCommands(ShardServer server) {
    this.server = server;
    this.environment = server.environment();
  }

  void addTo(Map<String, ShardCommand> commands) {
    commands.put("_shardsvrRefineCollectionShardKey", (db, command) -> refine(command));
    commands.put("_shardsvrReshardCollection", (db, command) -> reshard(command));
    commands.put("checkShardingIndex", (db, command) -> checkIndex(command));
    commands.put("_flushRoutingTableCacheUpdates", (db, command) -> flush(command));
  }

  /**
   * {@code {_shardsvrRefineCollectionShardKey: ns, key, epoch}}: the primary shard hands the
   * request on.
   */
  private BsonDocument refine(BsonDocument command) {
    BsonDocument request =
        new BsonDocument(
                "_configsvrRefineCollectionShardKey",
                command.get("_shardsvrRefineCollectionShardKey"))
            .append("key", command.get("key"))
            .append("epoch", command.get("epoch"));
    return environment.network().require(server.id(), NodeId.CONFIG, "admin", request);
  }

  /** {@code {_shardsvrReshardCollection: ns, …}}: the primary shard hands the request on. */
  private BsonDocument reshard(BsonDocument command) {
    BsonDocument request =
        new BsonDocument("_configsvrReshardCollection", command.get("_shardsvrReshardCollection"));
    command.forEach(
        (name, value) -> {
          if (!name.equals("_shardsvrReshardCollection")) {
            request.append(name, value);
          }
        });
    return environment.network().require(server.id(), NodeId.CONFIG, "admin", request);
  }

  /**
   * {@code {checkShardingIndex: ns, keyPattern, unique}}: whether an index serves that shard key.
   *
   * @throws CommandException INVALID_OPTIONS when none begins with the key, or none that is unique;
   *     OPERATION_FAILED when the one that does is partial or holds arrays
   */
  private BsonDocument checkIndex(BsonDocument command) {
    Namespace ns = Namespace.parse(command.getString("checkShardingIndex").getValue());
    ShardKeyPattern key = ShardKeyPattern.parse(command.getDocument("keyPattern"), KeyHash.REAL);
    CollectionStore store = server.data().storeOrCreate(ns);
    Optional<OrderedIndex> usable = store.indexes().supporting(key.keyPattern());
    if (usable.isPresent() && !usable.get().multikeyPaths().isMultikey()) {
      if (Docs.truthy(command, "unique") && !hasUnique(store, key)) {
        throw noIndex();
      }
      return Replies.ok();
    }
    for (OrderedIndex index : store.indexes().all()) {
      if (key.isSupportedBy(index.keyPattern().toDocument())) {
        throw new CommandException(
            ErrorCode.OPERATION_FAILED,
            "couldn't find valid index for shard key: index "
                + index.name()
                + " is "
                + flaw(index)
                + ", and a shard key needs an index with one entry for each document");
      }
    }
    throw noIndex();
  }

  private static boolean hasUnique(CollectionStore store, ShardKeyPattern key) {
    return store.indexes().all().stream()
        .anyMatch(
            index ->
                index.spec().unique()
                    && index.keyPattern().toDocument().equals(key.keyPattern().toDocument()));
  }

  private static String flaw(OrderedIndex index) {
    if (index.spec().partialFilter().isPresent()) {
      return "partial";
    }
    if (index.spec().sparse()) {
      return "sparse";
    }
    return index.spec().collation().isPresent() ? "not of the simple collation" : "multikey";
  }

  private static CommandException noIndex() {
    return new CommandException(
        ErrorCode.INVALID_OPTIONS,
        "Please create an index that starts with the proposed shard key before refining the shard"
            + " key of the collection");
  }

  /**
   * {@code {_flushRoutingTableCacheUpdates: ns}}: asks for the table; where its key got more
   * fields, what is noted by the old key is extended.
   */
  private BsonDocument flush(BsonDocument command) {
    Namespace ns = Namespace.parse(command.getString("_flushRoutingTableCacheUpdates").getValue());
    Optional<RoutingTable> fresh = server.sharding().refresh(ns);
    if (fresh.isPresent()) {
      server.rangeDeleter().refined(fresh.get());
      int fields = fresh.get().shardKey().size();
      server.data().store(ns).ifPresent(store -> store.weights().refine(fields));
    }
    return Replies.ok();
  }
}
