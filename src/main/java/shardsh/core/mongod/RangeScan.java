package shardsh.core.mongod;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import shardsh.core.bson.BsonSize;
import shardsh.core.keys.IndexKey;
import shardsh.core.sharding.ChunkRange;
import shardsh.core.sharding.ShardKeyPattern;
import shardsh.core.storage.CollectionStore;
import shardsh.core.storage.RecordCursor;

/** Finds the documents of a range of the shard key. */
final class RangeScan {
  private RangeScan() {}

  /**
   * The records in a range, in natural order, as a donor clones them: by an index on the shard key,
   * or by looking at every document when there is none.
   */
  static List<Long> records(CollectionStore store, ShardKeyPattern key, ChunkRange range) {
    Optional<List<Long>> indexed = store.recordsIn(key.keyPattern(), range.min(), range.max());
    if (indexed.isPresent()) {
      return indexed.get();
    }
    List<Long> records = new ArrayList<>();
    RecordCursor cursor = store.records(true);
    while (cursor.next()) {
      Optional<IndexKey> found = key.keyOf(cursor.document());
      if (found.isPresent() && range.contains(found.get())) {
        records.add(cursor.recordId());
      }
    }
    return records;
  }

  /**
   * The bytes of a range, declared weight included; an index may be gone as for {@link #records}.
   */
  static long bytes(CollectionStore store, ShardKeyPattern key, ChunkRange range) {
    if (store.hasShardKeyIndex(key.keyPattern())) {
      return store.statistics(key.keyPattern(), range.min(), range.max()).totalBytes();
    }
    long bytes = store.weights().bytes(range.min(), range.max()).rounded();
    for (long id : records(store, key, range)) {
      bytes += store.document(id).map(BsonSize::of).orElse(0);
    }
    return bytes;
  }
}
