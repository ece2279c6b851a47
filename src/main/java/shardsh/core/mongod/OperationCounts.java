package shardsh.core.mongod;

import java.util.Map;
import java.util.TreeMap;
import shardsh.core.base.Namespace;

/** How often a shard was read from and written to, and its indexes used, since it started. */
final class OperationCounts {
  private final long sinceMillis;
  private final Map<Namespace, Map<String, Long>> indexUses = new TreeMap<>();
  private long reads;
  private long writes;

  OperationCounts(long sinceMillis) {
    this.sinceMillis = sinceMillis;
  }

  OperationCounts copy() {
    OperationCounts copy = new OperationCounts(sinceMillis);
    indexUses.forEach((ns, uses) -> copy.indexUses.put(ns, new TreeMap<>(uses)));
    copy.reads = reads;
    copy.writes = writes;
    return copy;
  }

  void restart() {
    reads = 0;
    writes = 0;
  }

  void countRead() {
    reads++;
  }

  void countWrites(long documents) {
    writes += documents;
  }

  /** A plan that uses an index of a collection has run. */
  void countIndex(Namespace ns, String index) {
    indexUses.computeIfAbsent(ns, key -> new TreeMap<>()).merge(index, 1L, Long::sum);
  }

  long indexUses(Namespace ns, String index) {
    return indexUses.containsKey(ns) ? indexUses.get(ns).getOrDefault(index, 0L) : 0;
  }

  /** When counting began. */
  long sinceMillis() {
    return sinceMillis;
  }

  long reads() {
    return reads;
  }

  long writes() {
    return writes;
  }
}
