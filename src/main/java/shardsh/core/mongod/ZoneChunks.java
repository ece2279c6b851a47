package shardsh.core.mongod;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.bson.Docs;
import shardsh.core.bson.ServerText;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.KeyPattern;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.ShardId;
import shardsh.core.sharding.ShardKeyPattern;

/**
 * The first chunks of an empty collection that has zones: one per zone range on the zone's shards
 * in turn, one per hole on all shards in turn. Source: {@code sharding-facts.md}, section 6.
 */
final class ZoneChunks {
  private final ShardKeyPattern key;
  private final List<ShardId> shards;
  private final BsonArray shardRows;
  private final BsonArray rows = new BsonArray();
  private int nextHole;

  private ZoneChunks(ShardKeyPattern key, List<ShardId> shards, BsonArray shardRows) {
    this.key = key;
    this.shards = shards;
    this.shardRows = shardRows;
  }

  /** The chunk rows, or none when the collection has no zones. */
  static BsonArray of(
      Environment environment,
      NodeId asker,
      Namespace ns,
      ShardKeyPattern key,
      List<ShardId> shards) {
    BsonArray tags =
        read(
            environment,
            asker,
            new BsonDocument("find", new BsonString("tags"))
                .append("filter", new BsonDocument("ns", new BsonString(ns.toString())))
                .append("sort", new BsonDocument("min", new BsonInt32(1))));
    if (tags.isEmpty()) {
      return tags;
    }
    BsonArray shardRows =
        read(environment, asker, new BsonDocument("find", new BsonString("shards")));
    return new ZoneChunks(key, shards, shardRows).walk(tags);
  }

  private static BsonArray read(Environment environment, NodeId asker, BsonDocument find) {
    return Replies.batchOf(environment.network().require(asker, NodeId.CONFIG, "config", find));
  }

  private BsonArray walk(BsonArray tags) {
    IndexKey low = IndexKey.allMin(key.size());
    List<String> zonesSeen = new ArrayList<>();
    for (BsonValue tag : tags) {
      BsonDocument range = tag.asDocument();
      IndexKey min = bound(range.getDocument("min"));
      IndexKey max = bound(range.getDocument("max"));
      if (low.compareTo(min) < 0) {
        addHole(min);
      }
      String zone = range.getString("tag").getValue();
      List<ShardId> members = members(zone);
      long turn = zonesSeen.stream().filter(zone::equals).count();
      zonesSeen.add(zone);
      add(members.get((int) (turn % members.size())), max);
      low = max;
    }
    if (!low.isAllMax()) {
      addHole(IndexKey.allMax(key.size()));
    }
    return rows;
  }

  private IndexKey bound(BsonDocument bound) {
    if (!key.isPrefix(bound)) {
      throw new CommandException(
          ErrorCode.INVALID_OPTIONS,
          "zone bound " + ServerText.of(bound) + " does not fit the proposed shard key " + key);
    }
    for (KeyPattern.Field field : key.keyPattern().fields()) {
      BsonValue value = bound.get(field.path().text());
      if (field.hashed() && value != null && !key.hash().mayBound(value)) {
        throw new CommandException(
            ErrorCode.INVALID_OPTIONS,
            "zone bound "
                + ServerText.of(bound)
                + " does not fit the proposed shard key "
                + key
                + ": a hashed field is bounded by NumberLong, MinKey or MaxKey");
      }
    }
    return key.extendWithMin(bound);
  }

  private List<ShardId> members(String zone) {
    List<ShardId> members = new ArrayList<>();
    for (BsonValue row : shardRows) {
      BsonDocument shard = row.asDocument();
      boolean member = shard.getArray("tags", new BsonArray()).contains(new BsonString(zone));
      if (member && !Docs.truthy(shard, "draining")) {
        members.add(new ShardId(shard.getString("_id").getValue()));
      }
    }
    if (members.isEmpty()) {
      throw new CommandException(
          ErrorCode.location(50973),
          "Cannot shard collection because zone " + zone + " has no shard");
    }
    return members;
  }

  private void addHole(IndexKey max) {
    add(shards.get(nextHole++ % shards.size()), max);
  }

  private void add(ShardId shard, IndexKey max) {
    BsonDocument row = new BsonDocument("shard", new BsonString(shard.name()));
    if (!max.isAllMax()) {
      row.append("max", key.named(max));
    }
    rows.add(row);
  }
}
