package shardsh.core.mongod;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
 * in turn, one per hole on all shards in turn; several per zone only with {@code
 * presplitHashedZones}, without which the number of chunks wanted counts for nothing. Source:
 * {@code sharding-facts.md}, section 6.
 */
final class ZoneChunks {
  /**
   * How finely to cut.
   *
   * @param presplit whether every zone is cut by its hashed field
   * @param chunks how many chunks are wanted in all; 0: as many as the profile says
   * @param chunksPerShard the profile's word for each shard
   */
  record Cutting(boolean presplit, int chunks, int chunksPerShard) {}

  private final ShardKeyPattern key;
  private final List<ShardId> shards;
  private final BsonArray shardRows;
  private final Cutting cutting;
  private final BsonArray rows = new BsonArray();
  private final Map<ShardId, Integer> rangesOn = new LinkedHashMap<>();
  private int nextHole;

  private ZoneChunks(
      ShardKeyPattern key, List<ShardId> shards, BsonArray shardRows, Cutting cutting) {
    this.key = key;
    this.shards = shards;
    this.shardRows = shardRows;
    this.cutting = cutting;
  }

  /** The chunk rows, or none when the collection has no zones. */
  static BsonArray of(
      Environment environment,
      NodeId asker,
      Namespace ns,
      ShardKeyPattern key,
      List<ShardId> shards,
      Cutting cutting) {
    BsonArray tags =
        read(
            environment,
            asker,
            new BsonDocument("find", new BsonString("tags"))
                .append("filter", new BsonDocument("ns", new BsonString(ns.toString())))
                .append("sort", new BsonDocument("min", new BsonInt32(1))));
    if (tags.isEmpty() && !cutting.presplit()) {
      return tags;
    }
    BsonArray shardRows =
        read(environment, asker, new BsonDocument("find", new BsonString("shards")));
    return new ZoneChunks(key, shards, shardRows, cutting).walk(tags);
  }

  private static BsonArray read(Environment environment, NodeId asker, BsonDocument find) {
    return Replies.batchOf(environment.network().require(asker, NodeId.CONFIG, "config", find));
  }

  private BsonArray walk(BsonArray tags) {
    List<IndexKey[]> bounds = new ArrayList<>();
    for (BsonValue tag : tags) {
      bounds.add(
          new IndexKey[] {
            bound(tag.asDocument().getDocument("min")), bound(tag.asDocument().getDocument("max"))
          });
    }
    List<String> zones =
        tags.stream().map(tag -> tag.asDocument().getString("tag").getValue()).toList();
    HashedZones hashed = new HashedZones(key);
    if (cutting.presplit()) {
      hashed.check(bounds, zones);
      countRanges(zones);
    }
    IndexKey low = IndexKey.allMin(key.size());
    List<String> zonesSeen = new ArrayList<>();
    for (int i = 0; i < tags.size(); i++) {
      IndexKey[] range = bounds.get(i);
      if (low.compareTo(range[0]) < 0) {
        addHole(range[0]);
      }
      String zone = zones.get(i);
      long turn = zonesSeen.stream().filter(zone::equals).count();
      zonesSeen.add(zone);
      if (cutting.presplit()) {
        addPresplit(range, members(zone), hashed);
      } else {
        List<ShardId> members = members(zone);
        add(members.get((int) (turn % members.size())), range[1]);
      }
      low = range[1];
    }
    if (!low.isAllMax()) {
      addHole(IndexKey.allMax(key.size()));
    }
    return rows;
  }

  /** How many zone ranges each shard takes part in. */
  private void countRanges(List<String> zones) {
    for (String zone : zones) {
      for (ShardId member : members(zone)) {
        rangesOn.merge(member, 1, Integer::sum);
      }
    }
  }

  /** A run of neighbours on each shard of the zone; a shard shares its part among its zones. */
  private void addPresplit(IndexKey[] range, List<ShardId> members, HashedZones hashed) {
    int eachShard =
        cutting.chunks() == 0
            ? cutting.chunksPerShard()
            : roundedUp(cutting.chunks(), rangesOn.size());
    List<ShardId> owners = new ArrayList<>();
    for (ShardId member : members) {
      for (int i = roundedUp(eachShard, rangesOn.get(member)); i > 0; i--) {
        owners.add(member);
      }
    }
    List<IndexKey> points = hashed.cuts(range[0], owners.size());
    for (int i = 0; i < owners.size(); i++) {
      add(owners.get(i), i < points.size() ? points.get(i) : range[1]);
    }
  }

  private static int roundedUp(int all, int parts) {
    return (all + parts - 1) / parts;
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
