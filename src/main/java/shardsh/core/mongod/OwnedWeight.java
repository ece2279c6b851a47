package shardsh.core.mongod;

import java.util.List;
import shardsh.core.sharding.Chunk;
import shardsh.core.sharding.ChunkRange;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;
import shardsh.core.storage.CollectionStore;
import shardsh.core.storage.WeightMap;
import shardsh.core.storage.WeightSegment;

/** Puts declared weight on a shard as far as the shard owns its keys. */
final class OwnedWeight {
  private final RoutingTable table;
  private final ShardId shard;

  OwnedWeight(RoutingTable table, ShardId shard) {
    this.table = table;
    this.shard = shard;
  }

  /** Whether any of the segments lies in a chunk. */
  static boolean isIn(ChunkRange range, List<WeightSegment> segments) {
    WeightMap wanted = new WeightMap();
    wanted.addAll(segments);
    return !wanted.bytes(range.min(), range.max()).isZero();
  }

  void add(CollectionStore store, List<WeightSegment> segments) {
    WeightMap wanted = new WeightMap();
    wanted.addAll(segments);
    for (Chunk chunk : table.chunks()) {
      if (chunk.shard().equals(shard)) {
        store.weights().addAll(wanted.clip(chunk.min(), chunk.max()));
      }
    }
  }
}
