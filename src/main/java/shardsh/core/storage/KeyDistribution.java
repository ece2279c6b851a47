package shardsh.core.storage;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonValue;
import shardsh.core.keys.IndexKey;
import shardsh.core.storage.WeightSegment.Point;
import shardsh.core.storage.WeightSegment.Run;

/**
 * How much lies up to each shard key of a range, documents and weight together, without walking the
 * keys. Measured in bytes, or in documents when there is no weight. Weight without keys is left
 * out: a cut halves it wherever it falls.
 */
final class KeyDistribution {
  private final KeyTree tree;
  private final int fields;
  private final boolean inBytes;
  private final EntryRank start;
  private final EntryRank end;
  private final List<Point> points;
  private final List<Fraction> pointSums = new ArrayList<>();
  private final List<Run> runs;

  KeyDistribution(
      KeyTree tree, int fields, boolean inBytes, WeightMap weights, IndexKey min, IndexKey max) {
    this.tree = tree;
    this.fields = fields;
    this.inBytes = inBytes;
    this.start = EntryRank.of(tree, min, false);
    this.end = CollectionStore.rankBelow(tree, max);
    this.points = weights.pointsIn(min, max);
    this.runs = weights.runsIn(min, max);
    Fraction sum = Fraction.ZERO;
    pointSums.add(sum);
    for (Point point : points) {
      sum = sum.plus(point.bytes());
      pointSums.add(sum);
    }
  }

  Fraction total() {
    Fraction sum = Fraction.of(measure(end) - measure(start)).plus(pointSums.get(points.size()));
    for (Run run : runs) {
      sum = sum.plus(run.bytes());
    }
    return sum;
  }

  private long measure(EntryRank rank) {
    return inBytes ? rank.bytes() : rank.entries();
  }

  /** What lies at this key and below it. */
  Fraction through(IndexKey key) {
    Fraction sum =
        Fraction.of(measure(EntryRank.of(tree, key, true)) - measure(start))
            .plus(pointSums.get(pointsThrough(key)));
    for (Run run : runs) {
      sum = sum.plus(run.bytesPerKey().times(run.firstFrom(key, true) - run.from()));
    }
    return sum;
  }

  private int pointsThrough(IndexKey key) {
    int low = 0;
    int high = points.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (points.get(middle).key().compareTo(key) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The lowest key at which something lies. */
  Optional<IndexKey> first() {
    IndexKey lowest = start.entries() < end.entries() ? entryKey(start.entries()) : null;
    lowest = points.isEmpty() ? lowest : lower(lowest, points.get(0).key());
    for (Run run : runs) {
      lowest = lower(lowest, run.keyAt(run.from()));
    }
    return Optional.ofNullable(lowest);
  }

  /** The highest key at which something lies. */
  Optional<IndexKey> last() {
    IndexKey highest = start.entries() < end.entries() ? entryKey(end.entries() - 1) : null;
    highest = points.isEmpty() ? highest : higher(highest, points.get(points.size() - 1).key());
    for (Run run : runs) {
      highest = higher(highest, run.keyAt(run.to()));
    }
    return Optional.ofNullable(highest);
  }

  private static IndexKey higher(IndexKey one, IndexKey other) {
    return one == null || other.compareTo(one) > 0 ? other : one;
  }

  /** The lowest key above this one at which something lies. */
  Optional<IndexKey> after(IndexKey key) {
    long entries = Math.max(start.entries(), EntryRank.of(tree, key, true).entries());
    IndexKey lowest = entries < end.entries() ? entryKey(entries) : null;
    int point = pointsThrough(key);
    lowest = point < points.size() ? lower(lowest, points.get(point).key()) : lowest;
    for (Run run : runs) {
      long value = run.firstFrom(key, true);
      lowest = value <= run.to() ? lower(lowest, run.keyAt(value)) : lowest;
    }
    return Optional.ofNullable(lowest);
  }

  /** The lowest key with more than {@code amount} at it and below it. */
  Optional<IndexKey> passing(Fraction amount) {
    IndexKey lowest = null;
    long entry = start.entries();
    for (long high = end.entries(); entry < high; ) {
      long middle = (entry + high) >>> 1;
      if (through(entryKey(middle)).compareTo(amount) > 0) {
        high = middle;
      } else {
        entry = middle + 1;
      }
    }
    lowest = entry < end.entries() ? entryKey(entry) : null;
    int point = 0;
    for (int high = points.size(); point < high; ) {
      int middle = (point + high) >>> 1;
      if (through(points.get(middle).key()).compareTo(amount) > 0) {
        high = middle;
      } else {
        point = middle + 1;
      }
    }
    lowest = point < points.size() ? lower(lowest, points.get(point).key()) : lowest;
    for (Run run : runs) {
      long value = run.from();
      for (long high = run.to() + 1; value < high; ) {
        long middle = value + (high - value) / 2;
        if (through(run.keyAt(middle)).compareTo(amount) > 0) {
          high = middle;
        } else {
          value = middle + 1;
        }
      }
      lowest = value <= run.to() ? lower(lowest, run.keyAt(value)) : lowest;
    }
    return Optional.ofNullable(lowest);
  }

  private static IndexKey lower(IndexKey one, IndexKey other) {
    return one == null || other.compareTo(one) < 0 ? other : one;
  }

  private IndexKey entryKey(long rank) {
    IndexKey key = EntryRank.keyAt(tree, rank);
    if (key.size() == fields) {
      return key;
    }
    List<BsonValue> values = key.values().subList(0, fields);
    return IndexKey.of(values);
  }
}
