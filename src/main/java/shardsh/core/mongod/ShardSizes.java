package shardsh.core.mongod;

import java.util.Optional;
import shardsh.core.base.Namespace;
import shardsh.core.keys.IndexKey;
import shardsh.core.sharding.Chunk;
import shardsh.core.sharding.ChunkRange;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.storage.CollectionStore;
import shardsh.core.storage.Fraction;
import shardsh.core.storage.RangeStatistics;
import shardsh.core.storage.WeightSegment;

/**
 * How much lies on a shard, on its primary: documents and declared weight, by collection, range or
 * owner.
 */
final class ShardSizes {
  private final ShardServer server;

  ShardSizes(ShardServer server) {
    this.server = server;
  }

  /**
   * Documents and declared weight in a range of a sharded collection, orphans included; nothing
   * when the collection is not here.
   */
  RangeStatistics of(RoutingTable table, ChunkRange range) {
    Optional<CollectionStore> store = storeOf(table);
    if (store.isEmpty()) {
      return RangeStatistics.NONE;
    }
    return store.get().statistics(table.shardKey().keyPattern(), range.min(), range.max());
  }

  /**
   * The data of that very collection: after resharding the old one lies here by the same name until
   * this shard has heard of the decision.
   */
  private Optional<CollectionStore> storeOf(RoutingTable table) {
    return server
        .present()
        .find(table.ns())
        .filter(found -> found.uuid().equals(table.uuid()))
        .map(LocalCollection::store);
  }

  /** All documents and declared weight of a collection here; nothing when it is not here. */
  RangeStatistics of(Namespace ns) {
    Optional<CollectionStore> store = server.present().store(ns);
    if (store.isEmpty()) {
      return RangeStatistics.NONE;
    }
    RangeStatistics size =
        new RangeStatistics(
            store.get().count(), store.get().dataBytes(), Fraction.ZERO, Fraction.ZERO);
    for (WeightSegment segment : store.get().weights().segments()) {
      size = size.plus(new RangeStatistics(0, 0, segment.documents(), segment.bytes()));
    }
    return size;
  }

  /** Documents and declared weight in the chunks that a table gives to this shard. */
  RangeStatistics owned(RoutingTable table) {
    RangeStatistics size = RangeStatistics.NONE;
    Optional<CollectionStore> store = storeOf(table);
    if (store.isEmpty() || (store.get().count() == 0 && store.get().weights().isEmpty())) {
      return size;
    }
    IndexKey low = null;
    IndexKey high = null;
    for (Chunk chunk : table.chunksOf(server.sharding().shard())) {
      if (low == null || !chunk.min().equals(high)) {
        size = low == null ? size : size.plus(of(table, new ChunkRange(low, high)));
        low = chunk.min();
      }
      high = chunk.max();
    }
    return low == null ? size : size.plus(of(table, new ChunkRange(low, high)));
  }
}
