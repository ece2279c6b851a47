package shardsh.core.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import shardsh.core.keys.Interval;
import shardsh.core.keys.KeyPattern;
import shardsh.core.query.IndexBounds;
import shardsh.core.query.IntervalList;
import shardsh.core.query.SortPattern;

/** Whether, and in which direction, the scan of an index inside bounds gives a sort's order. */
final class ScanOrder {
  private static final int SCANS_MAX = 200;

  private final IndexEntry index;
  private final SortPattern sort;
  private final List<String> sortPaths;

  ScanOrder(IndexEntry index, SortPattern sort) {
    this.index = index;
    this.sort = sort;
    this.sortPaths = List.copyOf(sort.toBson().keySet());
  }

  /** True for a forward scan, false for a backward one, empty when neither gives the order. */
  Optional<Boolean> direction(IndexBounds bounds) {
    return direction(bounds, 0);
  }

  /**
   * @param free leading fields of the index of which each scan has one value
   */
  private Optional<Boolean> direction(IndexBounds bounds, int free) {
    Boolean forward = null;
    int wanted = skipPinned(bounds, free, 0);
    for (int i = 0; i < bounds.size() && wanted < sortPaths.size(); i++) {
      KeyPattern.Field field = index.keyPattern().fields().get(i);
      if (!field.path().text().equals(sortPaths.get(wanted))) {
        if (i < free || bounds.field(i).values().isPoint()) {
          continue;
        }
        return Optional.empty();
      }
      if (field.hashed() || !isWhole(bounds, i)) {
        return Optional.empty();
      }
      boolean sameWay = field.descending() == sort.isDescending(wanted);
      if (forward != null && forward != sameWay) {
        return Optional.empty();
      }
      forward = sameWay;
      wanted = skipPinned(bounds, free, wanted + 1);
    }
    return wanted < sortPaths.size() ? Optional.empty() : Optional.of(forward == null || forward);
  }

  /** Fields of the sort that have one value only do not matter. */
  private int skipPinned(IndexBounds bounds, int free, int from) {
    int wanted = from;
    while (wanted < sortPaths.size()) {
      int position = index.positionOf(sortPaths.get(wanted));
      // Scans of several values are merged by their keys, and hashes are in no order.
      boolean pinned =
          position >= 0
              && ((position < free && !index.keyPattern().fields().get(position).hashed())
                  || bounds.field(position).values().isPoint())
              && !index.multikeyPaths().isMultikey(position);
      if (!pinned) {
        break;
      }
      wanted++;
    }
    return wanted;
  }

  /** An array sorts by its best element, which the scan sees first only if it sees all of them. */
  private boolean isWhole(IndexBounds bounds, int position) {
    if (!index.multikeyPaths().isMultikey(position)) {
      return true;
    }
    if (!bounds.field(position).values().isAll()) {
      return false;
    }
    List<String> parts = index.keyPattern().fields().get(position).path().parts();
    for (int other = 0; other < bounds.size(); other++) {
      if (!bounds.field(other).values().isAll() && shareArray(position, other, parts)) {
        return false;
      }
    }
    return true;
  }

  private boolean shareArray(int position, int other, List<String> parts) {
    List<String> otherParts = index.keyPattern().fields().get(other).path().parts();
    for (int depth = 0; depth < Math.min(parts.size(), otherParts.size()); depth++) {
      if (!parts.get(depth).equals(otherParts.get(depth))) {
        return false;
      }
      if (index.multikeyPaths().isArrayAt(position, depth)) {
        return true;
      }
    }
    return false;
  }

  /**
   * The bounds cut into several, each of which gives the order: where leading fields have a few
   * values, one scan for each combination. Empty when that does not help or takes too many.
   */
  Optional<Exploded> explode(IndexBounds bounds) {
    int combinations = 1;
    for (int free = 1; free <= bounds.size(); free++) {
      IntervalList values = bounds.field(free - 1).values();
      combinations *= Math.max(1, values.intervals().size());
      if (!values.isPoints() || combinations > SCANS_MAX) {
        return Optional.empty();
      }
      Optional<Boolean> forward = direction(bounds, free);
      if (forward.isPresent() && combinations > 1) {
        return Optional.of(new Exploded(combinations(bounds, free), forward.get()));
      }
    }
    return Optional.empty();
  }

  /** Bounds to be scanned apart and merged. */
  record Exploded(List<IndexBounds> scans, boolean forward) {}

  private static List<IndexBounds> combinations(IndexBounds bounds, int free) {
    List<List<IndexBounds.Field>> all = new ArrayList<>();
    all.add(List.of());
    for (int i = 0; i < bounds.size(); i++) {
      IndexBounds.Field field = bounds.field(i);
      List<List<IndexBounds.Field>> longer = new ArrayList<>();
      for (List<IndexBounds.Field> prefix : all) {
        if (i >= free) {
          longer.add(plus(prefix, field));
          continue;
        }
        for (Interval point : field.intervals()) {
          longer.add(
              plus(
                  prefix,
                  new IndexBounds.Field(
                      field.path(), field.descending(), new IntervalList(List.of(point)))));
        }
      }
      all = longer;
    }
    List<IndexBounds> scans = new ArrayList<>();
    for (List<IndexBounds.Field> fields : all) {
      scans.add(new IndexBounds(fields));
    }
    return scans;
  }

  private static List<IndexBounds.Field> plus(
      List<IndexBounds.Field> fields, IndexBounds.Field one) {
    List<IndexBounds.Field> longer = new ArrayList<>(fields);
    longer.add(one);
    return longer;
  }
}
