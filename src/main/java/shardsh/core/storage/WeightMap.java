package shardsh.core.storage;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonNull;
import org.bson.BsonValue;
import shardsh.core.keys.IndexKey;
import shardsh.core.storage.WeightSegment.Keyless;
import shardsh.core.storage.WeightSegment.Point;
import shardsh.core.storage.WeightSegment.Run;

/**
 * One collection's declared weight on one node. Weight at the same keys is added up. Ranges are
 * {@code [min, max)} of the shard key. Ours; a real server has nothing like it.
 */
public final class WeightMap {
  private static final BsonValue MIN = new BsonMinKey();
  private static final BsonValue MAX = new BsonMaxKey();

  private List<Point> points = List.of();
  private List<Run> runs = List.of();
  private List<Keyless> keyless = List.of();

  public WeightMap() {}

  /** An independent map with the same content. */
  public WeightMap copy() {
    WeightMap copy = new WeightMap();
    copy.points = points;
    copy.runs = runs;
    copy.keyless = keyless;
    return copy;
  }

  public boolean isEmpty() {
    return points.isEmpty() && runs.isEmpty() && keyless.isEmpty();
  }

  /** Everything there is: single keys in order, then runs, then weight without keys. */
  public List<WeightSegment> segments() {
    List<WeightSegment> all = new ArrayList<>(points);
    all.addAll(runs);
    all.addAll(keyless);
    return all;
  }

  public void add(WeightSegment segment) {
    addAll(List.of(segment));
  }

  public void addAll(Collection<? extends WeightSegment> segments) {
    List<Point> added = new ArrayList<>();
    for (WeightSegment segment : segments) {
      if (segment instanceof Point) {
        added.add((Point) segment);
      } else if (segment instanceof Run) {
        addRun((Run) segment);
      } else {
        keyless = plus(keyless, (Keyless) segment);
      }
    }
    if (!added.isEmpty()) {
      addPoints(added);
    }
  }

  private static <T> List<T> plus(List<T> list, T one) {
    List<T> more = new ArrayList<>(list);
    more.add(one);
    return List.copyOf(more);
  }

  private void addPoints(List<Point> added) {
    List<Point> all = new ArrayList<>(points);
    all.addAll(added);
    all.sort((one, other) -> one.key().compareTo(other.key()));
    List<Point> merged = new ArrayList<>(all.size());
    for (Point point : all) {
      Point last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
      if (last != null && last.key().equals(point.key())) {
        merged.set(
            merged.size() - 1,
            new Point(
                last.key(),
                last.bytes().plus(point.bytes()),
                last.documents().plus(point.documents())));
      } else {
        merged.add(point);
      }
    }
    points = List.copyOf(merged);
  }

  private void addRun(Run added) {
    List<Run> result = new ArrayList<>();
    List<Run> sameLine = new ArrayList<>();
    for (Run run : runs) {
      (run.sameLine(added) ? sameLine : result).add(run);
    }
    sameLine.sort((one, other) -> Long.compare(one.from(), other.from()));
    long next = added.from();
    for (Run run : sameLine) {
      long overlapFrom = Math.max(run.from(), added.from());
      long overlapTo = Math.min(run.to(), added.to());
      if (overlapFrom > overlapTo) {
        if (run.from() > added.to() && next <= added.to()) {
          result.add(added.between(next, added.to()));
          next = added.to() + 1;
        }
        result.add(run);
        continue;
      }
      if (run.from() < overlapFrom) {
        result.add(run.between(run.from(), overlapFrom - 1));
      }
      if (next < overlapFrom) {
        result.add(added.between(next, overlapFrom - 1));
      }
      result.add(
          new Run(
              run.line(),
              run.field(),
              overlapFrom,
              overlapTo,
              run.bytesPerKey().plus(added.bytesPerKey()),
              run.documentsPerKey().plus(added.documentsPerKey())));
      if (run.to() > overlapTo) {
        result.add(run.between(overlapTo + 1, run.to()));
      }
      next = overlapTo + 1;
    }
    if (next <= added.to()) {
      result.add(added.between(next, added.to()));
    }
    runs = joined(result);
  }

  /** Runs that touch and are equally heavy become one. */
  private static List<Run> joined(List<Run> list) {
    List<Run> result = new ArrayList<>();
    for (Run run : list) {
      Run last = result.isEmpty() ? null : result.get(result.size() - 1);
      if (last != null
          && last.to() + 1 == run.from()
          && last.sameLine(run)
          && last.bytesPerKey().equals(run.bytesPerKey())
          && last.documentsPerKey().equals(run.documentsPerKey())) {
        result.set(result.size() - 1, last.between(last.from(), run.to()));
      } else {
        result.add(run);
      }
    }
    return List.copyOf(result);
  }

  /**
   * Halves weight without keys whose range has {@code key} strictly inside: call at every split.
   */
  public void cut(IndexKey key) {
    List<Keyless> result = new ArrayList<>();
    for (Keyless segment : keyless) {
      if (segment.isCutBy(key)) {
        result.add(segment.halfBelow(key));
        result.add(segment.halfFrom(key));
      } else {
        result.add(segment);
      }
    }
    keyless = List.copyOf(result);
  }

  /**
   * The key got more fields at its end. Nobody knows their values: weight at one key becomes weight
   * somewhere in the range of keys that begin with it, and a run goes on at null, as documents do
   * that lack the fields.
   *
   * @param fields how many the key has now
   */
  public void refine(int fields) {
    List<Keyless> unknown = new ArrayList<>();
    List<Point> known = new ArrayList<>();
    for (Keyless segment : keyless) {
      IndexKey max = segment.max();
      unknown.add(
          new Keyless(
              extended(segment.min(), fields, MIN),
              extended(max, fields, max.isAllMax() ? MAX : MIN),
              segment.bytes(),
              segment.documents()));
    }
    for (Point point : points) {
      if (point.key().size() >= fields) {
        known.add(point);
        continue;
      }
      unknown.add(
          new Keyless(
              extended(point.key(), fields, MIN),
              extended(point.key(), fields, MAX),
              point.bytes(),
              point.documents()));
    }
    points = List.copyOf(known);
    keyless = List.copyOf(unknown);
    List<Run> longer = new ArrayList<>();
    for (Run run : runs) {
      longer.add(
          new Run(
              extended(run.line(), fields, BsonNull.VALUE),
              run.field(),
              run.from(),
              run.to(),
              run.bytesPerKey(),
              run.documentsPerKey()));
    }
    runs = List.copyOf(longer);
  }

  private static IndexKey extended(IndexKey key, int fields, BsonValue with) {
    List<BsonValue> values = new ArrayList<>(key.values());
    while (values.size() < fields) {
      values.add(with);
    }
    return IndexKey.of(values);
  }

  /** The bytes in a range. */
  public Fraction bytes(IndexKey min, IndexKey max) {
    Fraction sum = Fraction.ZERO;
    for (WeightSegment segment : clip(min, max)) {
      sum = sum.plus(segment.bytes());
    }
    return sum;
  }

  /** The number of documents the weight in a range stands for. */
  public Fraction documents(IndexKey min, IndexKey max) {
    Fraction sum = Fraction.ZERO;
    for (WeightSegment segment : clip(min, max)) {
      sum = sum.plus(segment.documents());
    }
    return sum;
  }

  /**
   * What lies in a range, as segments that can be added elsewhere. Weight without keys that reaches
   * over an end of the range counts as halved there.
   */
  public List<WeightSegment> clip(IndexKey min, IndexKey max) {
    List<WeightSegment> inside = new ArrayList<>(pointsIn(min, max));
    inside.addAll(runsIn(min, max));
    for (Keyless segment : keyless) {
      Keyless part = segment.isCutBy(min) ? segment.halfFrom(min) : segment;
      part = part.isCutBy(max) ? part.halfBelow(max) : part;
      if (part.min().compareTo(min) >= 0 && part.max().compareTo(max) <= 0) {
        inside.add(part);
      }
    }
    return inside;
  }

  List<Point> pointsIn(IndexKey min, IndexKey max) {
    return points.subList(firstPointFrom(min), firstPointFrom(max));
  }

  private int firstPointFrom(IndexKey bound) {
    if (bound.isAllMax()) {
      return points.size();
    }
    int low = 0;
    int high = points.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (points.get(middle).key().compareTo(bound) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  List<Run> runsIn(IndexKey min, IndexKey max) {
    List<Run> inside = new ArrayList<>();
    for (Run run : runs) {
      long first = run.firstFrom(min, false);
      long end = run.firstFrom(max, false);
      if (first < end) {
        inside.add(run.between(first, end - 1));
      }
    }
    return inside;
  }

  /** Takes away what lies in a range. */
  public void remove(IndexKey min, IndexKey max) {
    cutIfReached(min, max);
    List<Point> keptPoints = new ArrayList<>(points.subList(0, firstPointFrom(min)));
    keptPoints.addAll(points.subList(firstPointFrom(max), points.size()));
    points = List.copyOf(keptPoints);
    List<Run> keptRuns = new ArrayList<>();
    for (Run run : runs) {
      long first = run.firstFrom(min, false);
      long end = run.firstFrom(max, false);
      if (first >= end) {
        keptRuns.add(run);
        continue;
      }
      if (run.from() < first) {
        keptRuns.add(run.between(run.from(), first - 1));
      }
      if (end <= run.to()) {
        keptRuns.add(run.between(end, run.to()));
      }
    }
    runs = List.copyOf(keptRuns);
    List<Keyless> keptKeyless = new ArrayList<>();
    for (Keyless segment : keyless) {
      if (segment.min().compareTo(min) < 0 || segment.max().compareTo(max) > 0) {
        keptKeyless.add(segment);
      }
    }
    keyless = List.copyOf(keptKeyless);
  }

  private void cutIfReached(IndexKey min, IndexKey max) {
    boolean reached = false;
    for (Keyless segment : keyless) {
      reached |= segment.min().compareTo(max) < 0 && min.compareTo(segment.max()) < 0;
    }
    if (reached) {
      cut(min);
      cut(max);
    }
  }
}
