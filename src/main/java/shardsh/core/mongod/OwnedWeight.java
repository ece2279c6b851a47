package shardsh.core.mongod;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import shardsh.core.base.OperationContext;
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

  /** Which chunks have any of the segments in them. */
  static Predicate<ChunkRange> with(List<WeightSegment> segments) {
    WeightMap wanted = new WeightMap();
    wanted.addAll(segments);
    return range -> !wanted.bytes(range.min(), range.max()).isZero();
  }

  /** Adds all of them, or, when the operation is to stop meanwhile, none. */
  void add(CollectionStore store, List<WeightSegment> segments, OperationContext operation) {
    WeightMap wanted = new WeightMap();
    wanted.addAll(segments);
    List<WeightSegment> own = new ArrayList<>();
    for (Chunk chunk : table.chunks()) {
      operation.checkForInterrupt();
      if (chunk.shard().equals(shard)) {
        own.addAll(wanted.clip(chunk.min(), chunk.max()));
      }
    }
    store.weights().addAll(own);
  }
}
