package shardsh.core.mongod;

import java.util.Map;
import java.util.TreeMap;
import shardsh.core.base.Namespace;

/** How often a shard was read from and written to, and its indexes used, since it started. */
final class OperationCounts {
  private final long sinceMillis;

  /** By collection and index, a number in an array of one. */
  private final Map<Namespace, Map<String, long[]>> indexUses = new TreeMap<>();

  private long reads;
  private long writes;

  OperationCounts(long sinceMillis) {
    this.sinceMillis = sinceMillis;
  }

  OperationCounts copy() {
    OperationCounts copy = new OperationCounts(sinceMillis);
    indexUses.forEach(
        (ns, uses) -> {
          Map<String, long[]> copied = new TreeMap<>();
          uses.forEach((index, count) -> copied.put(index, count.clone()));
          copy.indexUses.put(ns, copied);
        });
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
    Map<String, long[]> uses = indexUses.computeIfAbsent(ns, key -> new TreeMap<>());
    uses.computeIfAbsent(index, key -> new long[1])[0]++;
  }

  long indexUses(Namespace ns, String index) {
    Map<String, long[]> uses = indexUses.get(ns);
    long[] count = uses == null ? null : uses.get(index);
    return count == null ? 0 : count[0];
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
