package shardsh.core.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import shardsh.core.base.Namespace;
import shardsh.core.keys.KeyHash;
import shardsh.core.storage.CollectionStore;
import shardsh.core.storage.OrderedIndex;

/**
 * What the planner knows besides the query.
 *
 * @param ns for messages
 * @param shardFilter the shard's ownership; absent for unversioned access and unsharded collections
 * @param express whether lookups by {@code _id} are called EXPRESS_IXSCAN (8.0)
 * @param realHash whether hashed indexes hold the server's hash, not the small one of lessons
 */
public record PlannerInput(
    Namespace ns,
    List<IndexEntry> indexes,
    IndexStatistics statistics,
    Optional<ShardFilter> shardFilter,
    boolean express,
    boolean realHash) {
  public PlannerInput {
    indexes = List.copyOf(indexes);
  }

  KeyHash hash() {
    return realHash ? KeyHash.REAL : KeyHash.TOY;
  }

  /** About one collection, as it is now. */
  public static PlannerInput of(
      CollectionStore store, Optional<ShardFilter> shardFilter, boolean express, boolean realHash) {
    List<IndexEntry> entries = new ArrayList<>();
    for (OrderedIndex index : store.indexes().all()) {
      entries.add(IndexEntry.of(index));
    }
    return new PlannerInput(
        store.namespace(), entries, new StoreStatistics(store), shardFilter, express, realHash);
  }
}
