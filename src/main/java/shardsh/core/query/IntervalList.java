package shardsh.core.query;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonValue;
import shardsh.core.bson.BsonOrder;
import shardsh.core.keys.Interval;

/**
 * A set of values of one key field: intervals, ascending, none empty, none touching the next. No
 * interval at all is the empty set.
 */
public record IntervalList(List<Interval> intervals) {
  private static final BsonOrder ORDER = BsonOrder.SIMPLE;
  private static final IntervalList ALL = new IntervalList(List.of(Interval.all()));
  private static final IntervalList NONE = new IntervalList(List.of());

  public IntervalList {
    intervals = List.copyOf(intervals);
  }

  public static IntervalList all() {
    return ALL;
  }

  public static IntervalList none() {
    return NONE;
  }

  public static IntervalList point(BsonValue value) {
    return new IntervalList(List.of(Interval.point(value)));
  }

  /** One interval; the empty set when nothing lies between the ends. */
  public static IntervalList range(
      BsonValue low, boolean lowIncluded, BsonValue high, boolean highIncluded) {
    Interval interval = new Interval(low, lowIncluded, high, highIncluded);
    return isEmpty(interval) ? NONE : new IntervalList(List.of(interval));
  }

  /** Any intervals in any order, overlapping or not. */
  public static IntervalList of(List<Interval> intervals) {
    List<Interval> sorted = new ArrayList<>();
    for (Interval interval : intervals) {
      if (!isEmpty(interval)) {
        sorted.add(interval);
      }
    }
    sorted.sort(IntervalList::compareLows);
    List<Interval> merged = new ArrayList<>(sorted.size());
    for (Interval next : sorted) {
      int last = merged.size() - 1;
      if (last >= 0 && touches(merged.get(last), next)) {
        merged.set(last, hull(merged.get(last), next));
      } else {
        merged.add(next);
      }
    }
    return new IntervalList(merged);
  }

  private static boolean isEmpty(Interval interval) {
    int compared = ORDER.compare(interval.low(), interval.high());
    return compared > 0 || (compared == 0 && !(interval.lowIncluded() && interval.highIncluded()));
  }

  private static int compareLows(Interval left, Interval right) {
    int compared = ORDER.compare(left.low(), right.low());
    return compared != 0 ? compared : Boolean.compare(right.lowIncluded(), left.lowIncluded());
  }

  private static int compareHighs(Interval left, Interval right) {
    int compared = ORDER.compare(left.high(), right.high());
    return compared != 0 ? compared : Boolean.compare(left.highIncluded(), right.highIncluded());
  }

  /** Whether no value lies between an interval and a later one. */
  private static boolean touches(Interval first, Interval second) {
    int compared = ORDER.compare(second.low(), first.high());
    return compared < 0 || (compared == 0 && (first.highIncluded() || second.lowIncluded()));
  }

  private static Interval hull(Interval first, Interval second) {
    Interval higher = compareHighs(first, second) >= 0 ? first : second;
    return new Interval(first.low(), first.lowIncluded(), higher.high(), higher.highIncluded());
  }

  public boolean isAll() {
    return intervals.size() == 1 && intervals.get(0).isAll();
  }

  public boolean isEmpty() {
    return intervals.isEmpty();
  }

  /** Whether every interval is a single value, and there is one. */
  public boolean isPoints() {
    for (Interval interval : intervals) {
      if (!interval.isPoint()) {
        return false;
      }
    }
    return !intervals.isEmpty();
  }

  /** Whether it is exactly one value. */
  public boolean isPoint() {
    return intervals.size() == 1 && intervals.get(0).isPoint();
  }

  public boolean contains(BsonValue value) {
    for (Interval interval : intervals) {
      if (interval.contains(value)) {
        return true;
      }
    }
    return false;
  }

  public IntervalList union(IntervalList other) {
    List<Interval> both = new ArrayList<>(intervals);
    both.addAll(other.intervals);
    return of(both);
  }

  public IntervalList intersect(IntervalList other) {
    if (isAll()) {
      return other;
    }
    List<Interval> common = new ArrayList<>();
    int i = 0;
    int j = 0;
    while (i < intervals.size() && j < other.intervals.size()) {
      Interval a = intervals.get(i);
      Interval b = other.intervals.get(j);
      Interval low = compareLows(a, b) >= 0 ? a : b;
      Interval high = compareHighs(a, b) <= 0 ? a : b;
      Interval both = new Interval(low.low(), low.lowIncluded(), high.high(), high.highIncluded());
      if (!isEmpty(both)) {
        common.add(both);
      }
      if (high == a) {
        i++;
      } else {
        j++;
      }
    }
    return new IntervalList(common);
  }

  /** All other values. */
  public IntervalList complement() {
    List<Interval> gaps = new ArrayList<>();
    BsonValue low = new BsonMinKey();
    boolean lowIncluded = true;
    for (Interval interval : intervals) {
      gaps.add(new Interval(low, lowIncluded, interval.low(), !interval.lowIncluded()));
      low = interval.high();
      lowIncluded = !interval.highIncluded();
    }
    gaps.add(new Interval(low, lowIncluded, new BsonMaxKey(), true));
    return of(gaps);
  }
}
