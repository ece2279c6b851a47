package shardsh.core.mongod;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import shardsh.core.base.Namespace;
import shardsh.core.keys.IndexKey;

/** How much was written to each chunk since it was last looked at; a copy shares the counts. */
final class WrittenBytes {
  private final Map<Namespace, TreeMap<IndexKey, Long>> byMin = new TreeMap<>();
  private final Set<Namespace> unshared = new TreeSet<>();

  void copyFrom(WrittenBytes other) {
    byMin.putAll(other.byMin);
    unshared.clear();
    other.unshared.clear();
  }

  /** Adds to the count of the chunk that begins at {@code min} and gives the sum. */
  long add(Namespace ns, IndexKey min, long bytes) {
    return own(ns).merge(min, bytes, Long::sum);
  }

  void forget(Namespace ns, IndexKey min) {
    own(ns).remove(min);
  }

  private TreeMap<IndexKey, Long> own(Namespace ns) {
    if (unshared.add(ns)) {
      TreeMap<IndexKey, Long> counts = byMin.get(ns);
      byMin.put(ns, counts == null ? new TreeMap<>() : new TreeMap<>(counts));
    }
    return byMin.get(ns);
  }
}
