package shardsh.core.mongos;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.bson.BsonDocument;
import org.bson.BsonRegularExpression;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import shardsh.core.bson.BsonOrder;
import shardsh.core.keys.KeyPattern;
import shardsh.core.sharding.Chunk;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;

/**
 * Targets a filter a second time, by other means: it reads the filter's text itself, and looks at
 * every chunk whether a key that the filter allows can lie in it. It shares no code with {@link
 * ShardTargeter} and is slow; where the two differ, one of them is wrong. The rules it follows are
 * those of {@code sharding-facts.md}, section 13, for requests with the simple collation.
 */
public final class SecondOpinion {

  /** A deliberate mistake, so that one can look for the filter that betrays it. */
  public enum Mutant {
    /** An upper bound is left out, so that a chunk which starts there is not asked. */
    EXCLUSIVE_UPPER,
    /** {@code $in} restricts nothing. */
    FORGET_IN,
    NONE
  }

  private final RoutingTable table;
  private final boolean exactBoundary;
  private final Mutant mutant;
  private final List<KeyPattern.Field> key;

  /**
   * @param exactBoundary whether an excluded upper bound keeps the chunk that starts there out, as
   *     the cluster's parameter {@code boundary} has it
   */
  public SecondOpinion(RoutingTable table, boolean exactBoundary, Mutant mutant) {
    this.table = table;
    this.exactBoundary = exactBoundary;
    this.mutant = mutant;
    this.key = table.shardKey().keyPattern().fields();
  }

  /** The shards that have to be asked, by id. */
  public List<ShardId> shards(BsonDocument filter) {
    TreeSet<ShardId> shards = new TreeSet<>();
    Optional<List<BsonValue>> fixed = fixedKey(filter);
    if (fixed.isPresent()) {
      for (Chunk chunk : table.chunks()) {
        if (holds(chunk, fixed.get())) {
          shards.add(chunk.shard());
        }
      }
      return List.copyOf(shards);
    }
    List<KeyValues> allowed = new FilterValues(key, table.shardKey().hash(), mutant).of(filter);
    List<Span> spans = spans(allowed);
    for (Chunk chunk : table.chunks()) {
      for (Span span : spans) {
        if (meets(chunk, span)) {
          shards.add(chunk.shard());
        }
      }
    }
    return shards.isEmpty() ? List.of(table.chunks().get(0).shard()) : List.copyOf(shards);
  }

  /** A run of keys between two whole keys. */
  private record Span(List<BsonValue> low, List<BsonValue> high, boolean highIncluded) {}

  /**
   * Single values come before a range as they are; the first field that has several, or a range,
   * gives a span for each; of later fields only the ends count.
   */
  private static List<Span> spans(List<KeyValues> allowed) {
    if (allowed.stream().anyMatch(KeyValues::isEmpty)) {
      return List.of();
    }
    List<BsonValue> before = new ArrayList<>();
    int at = 0;
    while (at < allowed.size() && allowed.get(at).single().isPresent()) {
      before.add(allowed.get(at).single().get());
      at++;
    }
    if (at == allowed.size()) {
      return List.of(new Span(before, before, true));
    }
    List<Span> spans = new ArrayList<>();
    for (KeyValues.Piece piece : allowed.get(at).pieces()) {
      List<BsonValue> low = new ArrayList<>(before);
      List<BsonValue> high = new ArrayList<>(before);
      low.add(piece.low());
      high.add(piece.high());
      for (KeyValues later : allowed.subList(at + 1, allowed.size())) {
        low.add(later.lowest());
        high.add(later.highest());
      }
      spans.add(new Span(low, high, piece.highIncluded()));
    }
    return spans;
  }

  private boolean meets(Chunk chunk, Span span) {
    int atHigh = compare(chunk.min().values(), span.high());
    int atLow = compare(span.low(), chunk.max().values());
    boolean isLast = chunk.max().isAllMax();
    boolean reachesDown = atLow < 0 || isLast;
    boolean leavesOut = exactBoundary && !span.highIncluded() || mutant == Mutant.EXCLUSIVE_UPPER;
    boolean startsAbove = atHigh > 0 || atHigh == 0 && leavesOut && !isFirstOf(chunk, span);
    return reachesDown && !startsAbove;
  }

  /** A span that begins in the chunk is looked for there whatever becomes of its upper end. */
  private boolean isFirstOf(Chunk chunk, Span span) {
    return holds(chunk, span.low());
  }

  private static boolean holds(Chunk chunk, List<BsonValue> values) {
    return compare(chunk.min().values(), values) <= 0
        && (compare(values, chunk.max().values()) < 0 || chunk.max().isAllMax());
  }

  private static int compare(List<BsonValue> one, List<BsonValue> other) {
    for (int i = 0; i < one.size(); i++) {
      int order = BsonOrder.SIMPLE.compare(one.get(i), other.get(i));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  /** The one key that the filter can match, if it fixes every field of it. */
  private Optional<List<BsonValue>> fixedKey(BsonDocument filter) {
    Map<String, BsonValue> fixed = new LinkedHashMap<>();
    if (!fix(filter, fixed)) {
      return Optional.empty();
    }
    for (String one : fixed.keySet()) {
      for (String other : fixed.keySet()) {
        if (one.startsWith(other + ".")) {
          return Optional.empty();
        }
      }
    }
    List<BsonValue> values = new ArrayList<>();
    for (KeyPattern.Field field : key) {
      BsonValue value = valueAt(fixed, field.path().text());
      if (value == null || !isStorable(value)) {
        return Optional.empty();
      }
      values.add(field.hashed() ? table.shardKey().hash().of(value) : value);
    }
    return Optional.of(values);
  }

  private static BsonValue valueAt(Map<String, BsonValue> fixed, String path) {
    BsonValue whole = fixed.get(path);
    for (int dot = path.indexOf('.'); whole == null && dot > 0; dot = path.indexOf('.', dot + 1)) {
      BsonValue outer = fixed.get(path.substring(0, dot));
      for (String part : path.substring(dot + 1).split("\\.")) {
        outer = outer != null && outer.isDocument() ? outer.asDocument().get(part) : null;
      }
      whole = outer;
    }
    return whole;
  }

  private static boolean isStorable(BsonValue value) {
    if (value.isDocument()) {
      return value.asDocument().entrySet().stream()
          .allMatch(
              field ->
                  !field.getKey().startsWith("$")
                      && (!field.getValue().isDocument() || isStorable(field.getValue())));
    }
    return !value.isArray()
        && !(value instanceof BsonRegularExpression)
        && !(value instanceof BsonUndefined);
  }

  /** Collects equalities; false when two contradict each other. */
  private boolean fix(BsonDocument filter, Map<String, BsonValue> fixed) {
    for (Map.Entry<String, BsonValue> field : filter.entrySet()) {
      String name = field.getKey();
      BsonValue value = field.getValue();
      boolean good = true;
      if (name.equals("$and") && value.isArray()) {
        for (BsonValue branch : value.asArray()) {
          good &= !branch.isDocument() || fix(branch.asDocument(), fixed);
        }
      } else if (name.equals("$or") && value.isArray()) {
        good = new TreeSet<>(texts(value)).size() != 1 || fix(first(value), fixed);
      } else if (!name.startsWith("$")) {
        for (BsonValue one : FilterValues.equalities(value, mutant)) {
          BsonValue other = fixed.putIfAbsent(name, one);
          good &= other == null || BsonOrder.SIMPLE.equal(other, one);
        }
      }
      if (!good) {
        return false;
      }
    }
    return true;
  }

  private static List<String> texts(BsonValue branches) {
    return branches.asArray().stream().map(BsonValue::toString).toList();
  }

  private static BsonDocument first(BsonValue branches) {
    BsonValue first = branches.asArray().get(0);
    return first.isDocument() ? first.asDocument() : new BsonDocument();
  }
}
