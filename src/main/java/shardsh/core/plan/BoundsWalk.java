package shardsh.core.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.bson.BsonValue;
import shardsh.core.bson.BsonOrder;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.Interval;
import shardsh.core.query.IndexBounds;

/**
 * Leads a scan through bounds: says of each key whether it is inside, and if not, where to jump.
 */
final class BoundsWalk {

  /** What to do with a key. */
  enum Verdict {
    INSIDE,
    /** To {@link #target()}, {@link #beyond()} it or not. */
    JUMP,
    DONE
  }

  /** One interval in the direction of the scan. */
  private record Stretch(BsonValue start, boolean startIn, BsonValue end, boolean endIn) {}

  private final Stretch[][] fields;
  private final boolean[] ascending;
  private final int[] current;
  private final boolean open;
  private final boolean single;
  private IndexKey target;
  private boolean beyond;

  BoundsWalk(IndexBounds bounds, boolean forward) {
    this.fields = new Stretch[bounds.size()][];
    this.ascending = new boolean[bounds.size()];
    this.current = new int[bounds.size()];
    for (int i = 0; i < fields.length; i++) {
      IndexBounds.Field field = bounds.field(i);
      ascending[i] = field.descending() != forward;
      fields[i] = stretches(field.intervals(), ascending[i]);
    }
    this.open = bounds.isAll();
    this.single = isSingleInterval(bounds);
  }

  private static Stretch[] stretches(List<Interval> intervals, boolean ascending) {
    List<Stretch> stretches = new ArrayList<>(intervals.size());
    for (Interval one : intervals) {
      stretches.add(
          ascending
              ? new Stretch(one.low(), one.lowIncluded(), one.high(), one.highIncluded())
              : new Stretch(one.high(), one.highIncluded(), one.low(), one.lowIncluded()));
    }
    if (!ascending) {
      Collections.reverse(stretches);
    }
    return stretches.toArray(new Stretch[0]);
  }

  /**
   * Whether the bounds are one stretch of the index: points, then one interval, then everything.
   */
  static boolean isSingleInterval(IndexBounds bounds) {
    int field = bounds.pointPrefix();
    if (field < bounds.size() && bounds.field(field).intervals().size() != 1) {
      return false;
    }
    for (int i = field + 1; i < bounds.size(); i++) {
      if (!bounds.field(i).values().isAll()) {
        return false;
      }
    }
    return true;
  }

  /** Whether the key after the last one inside is known without looking at it. */
  boolean endsByItself() {
    return single;
  }

  /** Sets the target to the beginning; false when nothing can be inside. */
  boolean start() {
    for (Stretch[] field : fields) {
      if (field.length == 0) {
        return false;
      }
    }
    Arrays.fill(current, 0);
    aimAtStartOf(0, null);
    return true;
  }

  /**
   * Where a single stretch ends: the values of its points and the end of its interval; empty when
   * it is no single stretch.
   */
  Optional<IndexKey> end() {
    if (!single || open) {
      return Optional.empty();
    }
    List<BsonValue> values = new ArrayList<>(fields.length);
    for (Stretch[] field : fields) {
      values.add(field[0].end());
      if (!isPoint(field)) {
        break;
      }
    }
    return Optional.of(IndexKey.of(values));
  }

  /** Whether the keys that start with {@link #end} are inside. */
  boolean endIncluded() {
    for (Stretch[] field : fields) {
      if (!isPoint(field)) {
        return field[0].endIn();
      }
    }
    return true;
  }

  private static boolean isPoint(Stretch[] field) {
    return field[0].startIn()
        && field[0].endIn()
        && BsonOrder.SIMPLE.compare(field[0].start(), field[0].end()) == 0;
  }

  IndexKey target() {
    return target;
  }

  boolean beyond() {
    return beyond;
  }

  Verdict check(IndexKey key) {
    if (open) {
      return Verdict.INSIDE;
    }
    for (int i = 0; i < fields.length; i++) {
      BsonValue value = key.get(i);
      int found = locate(i, value);
      if (found == fields[i].length) {
        return leave(i, key);
      }
      if (found != current[i]) {
        current[i] = found;
        Arrays.fill(current, i + 1, current.length, 0);
      }
      Stretch stretch = fields[i][found];
      int fromStart = compare(i, value, stretch.start());
      if (fromStart < 0 || (fromStart == 0 && !stretch.startIn())) {
        Arrays.fill(current, i + 1, current.length, 0);
        aimAtStartOf(i, key);
        return Verdict.JUMP;
      }
    }
    return Verdict.INSIDE;
  }

  /** The first interval of a field that does not end before the value. */
  private int locate(int field, BsonValue value) {
    Stretch[] stretches = fields[field];
    int low = 0;
    int high = stretches.length;
    int hint = current[field];
    if (hint < high && !endsBefore(field, stretches[hint], value)) {
      if (hint == 0 || endsBefore(field, stretches[hint - 1], value)) {
        return hint;
      }
      high = hint;
    }
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (endsBefore(field, stretches[middle], value)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private boolean endsBefore(int field, Stretch stretch, BsonValue value) {
    int compared = compare(field, stretch.end(), value);
    return compared < 0 || (compared == 0 && !stretch.endIn());
  }

  private int compare(int field, BsonValue left, BsonValue right) {
    int compared = BsonOrder.SIMPLE.compare(left, right);
    return ascending[field] ? compared : -compared;
  }

  /** The field is past its last interval: on to the next key with another prefix, if one can be. */
  private Verdict leave(int field, IndexKey key) {
    int last = field - 1;
    while (last >= 0 && isAtLastEnd(last, key.get(last))) {
      last--;
    }
    if (last < 0) {
      return Verdict.DONE;
    }
    target = IndexKey.of(key.values().subList(0, last + 1));
    beyond = true;
    return Verdict.JUMP;
  }

  private boolean isAtLastEnd(int field, BsonValue value) {
    Stretch last = fields[field][fields[field].length - 1];
    return compare(field, value, last.end()) >= 0;
  }

  /** The first key that has the prefix of {@code key} before this field and is inside after it. */
  private void aimAtStartOf(int field, IndexKey key) {
    List<BsonValue> values = new ArrayList<>(fields.length);
    for (int i = 0; i < field; i++) {
      values.add(key.get(i));
    }
    beyond = false;
    for (int i = field; i < fields.length && !beyond; i++) {
      Stretch stretch = fields[i][current[i]];
      values.add(stretch.start());
      beyond = !stretch.startIn();
    }
    target = IndexKey.of(values);
  }
}
