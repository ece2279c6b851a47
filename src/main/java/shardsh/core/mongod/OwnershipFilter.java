package shardsh.core.mongod;

import java.util.Optional;
import java.util.function.Predicate;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import shardsh.core.bson.BsonOrder;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.KeyPattern;
import shardsh.core.sharding.Chunk;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;

/** Whether a shard owns a document: what the stage SHARDING_FILTER asks. */
final class OwnershipFilter implements Predicate<BsonDocument> {
  private final RoutingTable table;
  private final ShardId shard;
  private final BsonTimestamp time;
  private final String onlyField;
  private Chunk lastHit;
  private boolean ownsLastHit;

  OwnershipFilter(RoutingTable table, ShardId shard) {
    this(table, shard, null);
  }

  private OwnershipFilter(RoutingTable table, ShardId shard, BsonTimestamp time) {
    this.table = table;
    this.shard = shard;
    this.time = time;
    KeyPattern pattern = table.shardKey().keyPattern();
    KeyPattern.Field first = pattern.fields().get(0);
    boolean plain = pattern.size() == 1 && !first.hashed() && first.path().parts().size() == 1;
    this.onlyField = plain ? first.path().text() : null;
  }

  /** Whether the shard owned a document at that cluster time. */
  OwnershipFilter at(BsonTimestamp past) {
    return new OwnershipFilter(table, shard, past);
  }

  @Override
  public boolean test(BsonDocument document) {
    if (onlyField != null && lastHit != null && isInLastHit(document.get(onlyField))) {
      return ownsLastHit;
    }
    Optional<IndexKey> key = table.shardKey().keyOf(document);
    return key.isPresent() && owns(key.get());
  }

  boolean owns(IndexKey key) {
    if (lastHit == null || !lastHit.range().contains(key)) {
      lastHit = table.chunkFor(key);
      ShardId owner = time == null ? lastHit.shard() : lastHit.shardAt(time);
      ownsLastHit = owner.equals(shard);
    }
    return ownsLastHit;
  }

  private boolean isInLastHit(BsonValue value) {
    return value != null
        && !(value instanceof BsonArray)
        && BsonOrder.SIMPLE.compare(lastHit.min().get(0), value) <= 0
        && BsonOrder.SIMPLE.compare(value, lastHit.max().get(0)) < 0;
  }

  RoutingTable table() {
    return table;
  }
}
