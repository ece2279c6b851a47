package shardsh.core.plan;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonValue;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.Interval;
import shardsh.core.query.IndexBounds;
import shardsh.core.storage.CollectionStore;
import shardsh.core.storage.OrderedIndex;

/** Counts keys in the indexes of a collection by their ranks, so that nothing is walked. */
public final class StoreStatistics implements IndexStatistics {
  private static final int PREFIXES_MAX = 100;

  private final CollectionStore store;

  public StoreStatistics(CollectionStore store) {
    this.store = store;
  }

  @Override
  public long documents() {
    return store.count();
  }

  @Override
  public long keys(IndexEntry entry, IndexBounds bounds) {
    OrderedIndex index = store.indexes().named(entry.name()).orElseThrow();
    List<List<BsonValue>> prefixes = new ArrayList<>();
    prefixes.add(List.of());
    int field = 0;
    while (field < bounds.size()
        && bounds.field(field).values().isPoints()
        && prefixes.size() * bounds.field(field).intervals().size() <= PREFIXES_MAX) {
      prefixes = extended(prefixes, bounds.field(field).intervals());
      field++;
    }
    long keys = 0;
    for (List<BsonValue> prefix : prefixes) {
      keys +=
          field < bounds.size() ? keys(index, prefix, bounds.field(field)) : keys(index, prefix);
    }
    return keys;
  }

  private static List<List<BsonValue>> extended(
      List<List<BsonValue>> prefixes, List<Interval> points) {
    List<List<BsonValue>> longer = new ArrayList<>();
    for (List<BsonValue> prefix : prefixes) {
      for (Interval point : points) {
        longer.add(plus(prefix, point.low()));
      }
    }
    return longer;
  }

  private static List<BsonValue> plus(List<BsonValue> prefix, BsonValue value) {
    List<BsonValue> longer = new ArrayList<>(prefix);
    longer.add(value);
    return longer;
  }

  private static long keys(OrderedIndex index, List<BsonValue> prefix) {
    IndexKey key = IndexKey.of(prefix);
    return index.entriesBetween(key, false, key, true);
  }

  private static long keys(OrderedIndex index, List<BsonValue> prefix, IndexBounds.Field field) {
    if (field.values().isAll()) {
      return keys(index, prefix);
    }
    long keys = 0;
    for (Interval interval : field.intervals()) {
      IndexKey low = IndexKey.of(plus(prefix, interval.low()));
      IndexKey high = IndexKey.of(plus(prefix, interval.high()));
      keys +=
          field.descending()
              ? index.entriesBetween(high, !interval.highIncluded(), low, interval.lowIncluded())
              : index.entriesBetween(low, !interval.lowIncluded(), high, interval.highIncluded());
    }
    return keys;
  }
}
