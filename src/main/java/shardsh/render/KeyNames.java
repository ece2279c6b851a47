package shardsh.render;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.Function;
import org.bson.BsonType;
import org.bson.BsonValue;
import shardsh.core.keys.IndexKey;
import shardsh.core.sharding.ChunkRange;
import shardsh.core.sharding.Zone;
import shardsh.core.snapshot.ClusterSnapshot.CacheRow;
import shardsh.core.snapshot.ClusterSnapshot.CollectionView;

/**
 * What the bounds of a collection are called where there is little room: as a whole; without what
 * is the same in all of them, e.g. {@code …3571…}, or by its size, e.g. {@code -3.07e18}; without
 * the last fields that tell no two of them apart, e.g. {@code {"DE", …}}; without the first ones
 * that do not either, e.g. {@code …150}. The same for every range of a table, so that neighbours
 * show the same bound alike.
 */
final class KeyNames {
  private static final int LEVELS = 4;

  /** The last level at which a bound looks like a key. */
  private static final int SHORT = 2;

  /** From so many cells on a range is better cut than without its first fields. */
  private static final int ROOMY = 24;

  /** A value that is cut further says nothing. */
  private static final int VALUE_MIN = 3;

  private static final int RANGE_MIN = 12;

  /** Brackets, comma and blank of a range. */
  private static final int FRAME = 4;

  /** What the other columns of a table take in any case. */
  private static final int OTHERS = 28;

  private final List<Function<BsonValue, String>> fields = new ArrayList<>();

  /** The fields from one to before another are enough to tell all bounds apart. */
  private final int firstTelling;

  private final int telling;
  private final Map<String, ChunkRange> ranges = new LinkedHashMap<>();
  private final int[] widest = new int[LEVELS];
  private final Map<Integer, Integer> caps = new LinkedHashMap<>();

  /** Those of a collection's chunks and zones, and of what routers believe of its chunks. */
  static KeyNames of(Scene scene, CollectionView collection) {
    List<ChunkRange> ranges = new ArrayList<>();
    collection.chunks().forEach(chunk -> ranges.add(chunk.range()));
    collection.zones().stream().map(Zone::range).forEach(ranges::add);
    scene.now().routers().stream()
        .flatMap(router -> router.cacheOf(collection.ns()).stream())
        .flatMap(cache -> cache.rows().stream())
        .map(CacheRow::range)
        .forEach(ranges::add);
    return new KeyNames(ranges);
  }

  KeyNames(List<ChunkRange> all) {
    Set<IndexKey> bounds = new LinkedHashSet<>();
    for (ChunkRange range : all) {
      ranges.put(KeyText.of(range), range);
      bounds.add(range.min());
      bounds.add(range.max());
    }
    bounds.removeIf(bound -> bound.isAllMin() || bound.isAllMax());
    int size = bounds.stream().mapToInt(IndexKey::size).max().orElse(0);
    for (int i = 0; i < size; i++) {
      fields.add(shortening(values(bounds, i)));
    }
    this.telling = telling(bounds, size);
    this.firstTelling = firstTelling(bounds, telling);
    for (int level = 0; level < LEVELS; level++) {
      for (ChunkRange range : ranges.values()) {
        widest[level] = Math.max(widest[level], DisplayWidth.of(text(range, level)));
      }
    }
  }

  private static List<BsonValue> values(Set<IndexKey> bounds, int field) {
    return bounds.stream()
        .filter(bound -> field < bound.size())
        .map(bound -> bound.get(field))
        .filter(value -> !isEnd(value))
        .toList();
  }

  /**
   * Numbers that do not begin alike are shown by their size, anything else by what it has alone.
   */
  private static Function<BsonValue, String> shortening(List<BsonValue> values) {
    SharedText shared = SharedText.of(values.stream().map(KeyText::value).toList());
    boolean areNumbers = values.stream().allMatch(value -> value.isInt64() || value.isInt32());
    if (!areNumbers || shared.before() > 0) {
      return value -> shared.without(KeyText.value(value));
    }
    LongNumbers numbers =
        LongNumbers.of(values.stream().map(value -> value.asNumber().longValue()).toList());
    return value -> numbers.text(value.asNumber().longValue());
  }

  private static boolean isEnd(BsonValue value) {
    return value.getBsonType() == BsonType.MIN_KEY || value.getBsonType() == BsonType.MAX_KEY;
  }

  /** How many fields it takes until no two bounds are alike. */
  private static int telling(Set<IndexKey> bounds, int size) {
    for (int fields = 1; fields < size; fields++) {
      if (tell(bounds, 0, fields)) {
        return fields;
      }
    }
    return size;
  }

  /** The last field with which the rest of those fields tells no two bounds alike. */
  private static int firstTelling(Set<IndexKey> bounds, int end) {
    int first = 0;
    while (first + 1 < end && tell(bounds, first + 1, end)) {
      first++;
    }
    return first;
  }

  private static boolean tell(Set<IndexKey> bounds, int from, int to) {
    Set<List<BsonValue>> seen = new LinkedHashSet<>();
    for (IndexKey bound : bounds) {
      int end = Math.min(to, bound.size());
      seen.add(bound.values().subList(Math.min(from, end), end));
    }
    return seen.size() == bounds.size();
  }

  /** The first level at which every range takes at most so many cells, or the last. */
  private int level(int cells) {
    int level = 0;
    int last = cells < ROOMY ? LEVELS - 1 : SHORT;
    while (level < last && widest[level] > cells) {
      level++;
    }
    return level;
  }

  /** The cells below which a range would have to be cut. */
  int shortWidth() {
    return widest[SHORT];
  }

  /** As {@link #shortWidth}, in a table of so many cells that has columns beside the ranges. */
  int shortWidthIn(int width) {
    return Math.max(RANGE_MIN, Math.min(shortWidth(), Math.min(width * 2 / 5, width - OTHERS)));
  }

  /** A range in at most so many cells. */
  String of(ChunkRange range, int cells) {
    int level = level(cells);
    if (widest[level] <= cells) {
      return text(range, level);
    }
    int each = caps.computeIfAbsent(cells, room -> cap(room, level));
    return KeyText.range(narrowed(range.min(), level, each), narrowed(range.max(), level, each));
  }

  /** A bound cut to so many cells: of a key with several fields, its longest values first. */
  private String narrowed(IndexKey bound, int level, int cells) {
    String whole = text(bound, level);
    boolean isKey = bound.size() > 1 && whole.startsWith("{");
    if (!isKey || DisplayWidth.of(whole) <= cells) {
      return DisplayWidth.cut(whole, cells);
    }
    List<String> values = new ArrayList<>();
    int first = level > SHORT ? firstTelling : 0;
    for (int i = first; i < Math.min(telling, bound.size()); i++) {
      values.add(shortened(bound, i));
    }
    String before = first > 0 ? "{…, " : "{";
    String after = telling < bound.size() ? ", …}" : "}";
    String shown = whole;
    int widest = values.stream().mapToInt(DisplayWidth::of).max().orElse(0);
    while (DisplayWidth.of(shown) > cells && widest > VALUE_MIN) {
      int room = --widest;
      values.replaceAll(value -> DisplayWidth.cut(value, room));
      shown = before + String.join(", ", values) + after;
    }
    return DisplayWidth.of(shown) <= cells ? shown : DisplayWidth.cut(whole, cells);
  }

  /** The most cells of a bound with which every range has room at that level. */
  private int cap(int cells, int level) {
    int cap = cells - FRAME;
    while (cap > 1 && !fits(cap, cells, level)) {
      cap--;
    }
    return Math.max(1, cap);
  }

  private boolean fits(int cap, int cells, int level) {
    for (ChunkRange range : ranges.values()) {
      int min = DisplayWidth.of(text(range.min(), level));
      int max = DisplayWidth.of(text(range.max(), level));
      if (Math.min(min, cap) + Math.min(max, cap) + FRAME > cells) {
        return false;
      }
    }
    return true;
  }

  /** A bound in at most so many cells. */
  String of(IndexKey bound, int cells) {
    int level = 0;
    while (level < LEVELS - 1 && DisplayWidth.of(text(bound, level)) > cells) {
      level++;
    }
    return DisplayWidth.cut(text(bound, level), cells);
  }

  /** Whether a cell has a range of the collection. */
  boolean has(StyledLine cell) {
    return cell.spans().size() == 1 && ranges.containsKey(cell.text());
  }

  /** A cell of a table cut to its column; one that has a range of the collection, as named here. */
  StyledLine cut(StyledLine cell, int cells) {
    return has(cell)
        ? StyledLine.of(of(ranges.get(cell.text()), cells), cell.spans().get(0).role())
        : KeyText.cut(cell, cells);
  }

  private String text(ChunkRange range, int level) {
    return KeyText.range(text(range.min(), level), text(range.max(), level));
  }

  private String text(IndexKey bound, int level) {
    if (level == 0 || bound.isAllMin() || bound.isAllMax()) {
      return KeyText.of(bound);
    }
    if (bound.size() == 1) {
      return shortened(bound, 0);
    }
    int shown = level >= SHORT ? Math.min(telling, bound.size()) : bound.size();
    if (level > SHORT && firstTelling > 0 && firstTelling == shown - 1) {
      return "…" + shortened(bound, firstTelling) + (shown < bound.size() ? "…" : "");
    }
    StringJoiner parts = new StringJoiner(", ", "{", "}");
    int first = level > SHORT ? Math.min(firstTelling, shown) : 0;
    if (first > 0) {
      parts.add("…");
    }
    for (int i = first; i < shown; i++) {
      parts.add(shortened(bound, i));
    }
    if (shown < bound.size()) {
      parts.add("…");
    }
    return parts.toString();
  }

  private String shortened(IndexKey bound, int field) {
    BsonValue value = bound.get(field);
    return isEnd(value) ? KeyText.value(value) : fields.get(field).apply(value);
  }
}
