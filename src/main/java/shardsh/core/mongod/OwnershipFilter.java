package shardsh.core.mongod;

import java.util.Optional;
import java.util.function.Predicate;
import org.bson.BsonDocument;
import shardsh.core.keys.IndexKey;
import shardsh.core.sharding.Chunk;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;

/** Whether a shard owns a document: what the stage SHARDING_FILTER asks. */
final class OwnershipFilter implements Predicate<BsonDocument> {
  private final RoutingTable table;
  private final ShardId shard;
  private Chunk lastHit;

  OwnershipFilter(RoutingTable table, ShardId shard) {
    this.table = table;
    this.shard = shard;
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
    return lastHit.shard().equals(shard);
  }

  RoutingTable table() {
    return table;
  }
}
