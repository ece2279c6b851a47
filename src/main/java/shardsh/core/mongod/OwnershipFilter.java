package shardsh.core.mongod;

import java.util.Optional;
import java.util.function.Predicate;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import shardsh.core.keys.IndexKey;
import shardsh.core.sharding.Chunk;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;

/** Whether a shard owns a document: what the stage SHARDING_FILTER asks. */
final class OwnershipFilter implements Predicate<BsonDocument> {
  private final RoutingTable table;
  private final ShardId shard;
  private final BsonTimestamp time;
  private Chunk lastHit;

  OwnershipFilter(RoutingTable table, ShardId shard) {
    this(table, shard, null);
  }

  private OwnershipFilter(RoutingTable table, ShardId shard, BsonTimestamp time) {
    this.table = table;
    this.shard = shard;
    this.time = time;
  }

  /** Whether the shard owned a document at that cluster time. */
  OwnershipFilter at(BsonTimestamp past) {
    return new OwnershipFilter(table, shard, past);
  }

  @Override
  public boolean test(BsonDocument document) {
    Optional<IndexKey> key = table.shardKey().keyOf(document);
    return key.isPresent() && owns(key.get());
  }

  boolean owns(IndexKey key) {
    if (lastHit == null || !lastHit.range().contains(key)) {
      lastHit = table.chunkFor(key);
    }
    ShardId owner = time == null ? lastHit.shard() : lastHit.shardAt(time);
    return owner.equals(shard);
  }

  RoutingTable table() {
    return table;
  }
}
