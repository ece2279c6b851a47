package shardsh.core.mongos;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.bson.Docs;
import shardsh.core.bson.TypeNames;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;

/**
 * checkMetadataConsistency: compares what the shards hold with what the config servers say of it.
 * Of the kinds of the manual's page it can find MisplacedCollection, CollectionUUIDMismatch and
 * MissingShardKeyIndex; the others (gaps and overlaps of ranges, say) cannot arise in the model.
 */
final class MetadataConsistency {
  private final Environment environment;
  private final ShardCalls calls;
  private final CatalogCache cache;
  private final DdlCommands ddl;

  MetadataConsistency(
      Environment environment, ShardCalls calls, CatalogCache cache, DdlCommands ddl) {
    this.environment = environment;
    this.calls = calls;
    this.cache = cache;
    this.ddl = ddl;
  }

  /** Adds the command, which servers have since 7.0. */
  void addTo(Map<String, RouterCommand> commands) {
    if (environment.profile().majorVersion() >= 7) {
      commands.put("checkMetadataConsistency", this::check);
    }
  }

  /**
   * {@code {checkMetadataConsistency: 1 | coll}} on a database, or on admin for all of them; gives
   * a cursor over {@code {type, description, details}}.
   */
  private BsonDocument check(String db, BsonDocument command) {
    BsonValue what = command.get("checkMetadataConsistency");
    Optional<String> collection =
        what.isString() ? Optional.of(what.asString().getValue()) : Optional.empty();
    if (collection.isEmpty() && !what.isNumber()) {
      throw new CommandException(
          ErrorCode.BAD_VALUE, "collection name has invalid type " + TypeNames.of(what));
    }
    BsonArray found = new BsonArray();
    List<ShardId> shards = ddl.allShards();
    for (String name : db.equals("admin") ? databases(shards) : List.of(db)) {
      for (ShardId shard : shards) {
        inDatabase(name, shard, collection, found);
      }
    }
    return Replies.cursor("firstBatch", found, 0, db + ".$cmd.aggregate");
  }

  private List<String> databases(List<ShardId> shards) {
    List<String> names = new ArrayList<>();
    for (ShardId shard : shards) {
      BsonDocument reply =
          calls.unversioned(shard, "admin", new BsonDocument("listDatabases", Docs.int32(1)));
      for (BsonValue row : reply.getArray("databases")) {
        String name = row.asDocument().getString("name").getValue();
        if (!names.contains(name)) {
          names.add(name);
        }
      }
    }
    return names;
  }

  private void inDatabase(String db, ShardId shard, Optional<String> collection, BsonArray found) {
    BsonDocument request = new BsonDocument("listCollections", Docs.int32(1));
    for (BsonValue row : Replies.batchOf(calls.unversioned(shard, db, request))) {
      String name = row.asDocument().getString("name").getValue();
      boolean isView = row.asDocument().getString("type").getValue().equals("view");
      if (!isView && collection.map(name::equals).orElse(true)) {
        BsonValue uuid = row.asDocument().getDocument("info").get("uuid");
        Namespace ns = new Namespace(db, name);
        calls.fresh(ns);
        found.addAll(calls.retrying(ns, routing -> onShard(routing, shard, uuid)));
      }
    }
  }

  private BsonArray onShard(Routing routing, ShardId shard, BsonValue uuid) {
    BsonArray found = new BsonArray();
    BsonDocument details =
        new BsonDocument("namespace", new BsonString(routing.ns().toString()))
            .append("shard", new BsonString(shard.name()));
    if (!routing.isSharded()) {
      // Of a collection that is tracked, the database's primary shard keeps an empty one.
      boolean isThatOne = routing.table().filter(table -> table.uuid().equals(uuid)).isPresent();
      if (!isThatOne && !routing.primary().equals(Optional.of(shard))) {
        found.add(
            inconsistency(
                "MisplacedCollection",
                "Unsharded collection found on shard different from database primary shard",
                details.append("localUUID", uuid)));
      }
      return found;
    }
    RoutingTable table = routing.table().orElseThrow();
    if (!table.uuid().equals(uuid)) {
      found.add(
          inconsistency(
              "CollectionUUIDMismatch",
              "The collection on the shard has another UUID than the sharded collection",
              details.append("localUUID", uuid).append("UUID", table.uuid())));
    } else if (table.owners().contains(shard) && !hasShardKeyIndex(routing, shard)) {
      found.add(
          inconsistency(
              "MissingShardKeyIndex",
              "Found sharded collection without a shard key index",
              details.append("shardKey", table.shardKey().toDocument())));
    }
    return found;
  }

  private boolean hasShardKeyIndex(Routing routing, ShardId shard) {
    BsonDocument key = routing.table().orElseThrow().shardKey().toDocument();
    BsonDocument request =
        new BsonDocument("listIndexes", new BsonString(routing.ns().collection()));
    BsonDocument reply = calls.callShard(routing, shard, request);
    for (BsonValue row : Replies.batchOf(reply)) {
      BsonDocument spec = row.asDocument();
      if (startsWith(spec.getDocument("key"), key)
          && !spec.containsKey("partialFilterExpression")
          && !Docs.truthy(spec, "sparse")) {
        return true;
      }
    }
    return false;
  }

  private static boolean startsWith(BsonDocument index, BsonDocument key) {
    List<String> fields = List.copyOf(index.keySet());
    int position = 0;
    for (Map.Entry<String, BsonValue> field : key.entrySet()) {
      if (position == fields.size() || !fields.get(position).equals(field.getKey())) {
        return false;
      }
      position++;
      BsonValue kind = index.get(field.getKey());
      boolean same =
          kind.isNumber() && field.getValue().isNumber()
              ? kind.asNumber().doubleValue() == field.getValue().asNumber().doubleValue()
              : kind.equals(field.getValue());
      if (!same) {
        return false;
      }
    }
    return true;
  }

  private static BsonDocument inconsistency(String type, String description, BsonDocument details) {
    return new BsonDocument("type", new BsonString(type))
        .append("description", new BsonString(description))
        .append("details", details);
  }
}
