package shardsh.core.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.bson.ServerText;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.Interval;

/**
 * The values each field of a key may have, in the order of the key pattern. Intervals ascend
 * whatever the direction of the field; strings are as the index stores them (comparison keys where
 * it has a collation).
 */
public record IndexBounds(List<Field> fields) {

  /** One field of the key: its path, its direction, and the values it may have. */
  public record Field(String path, boolean descending, IntervalList values) {
    public List<Interval> intervals() {
      return values.intervals();
    }
  }

  public IndexBounds {
    fields = List.copyOf(fields);
  }

  public int size() {
    return fields.size();
  }

  public Field field(int index) {
    return fields.get(index);
  }

  /** Whether no field is restricted. */
  public boolean isAll() {
    return fields.stream().allMatch(field -> field.values().isAll());
  }

  /** Whether some field can have no value, so that nothing is in the bounds. */
  public boolean isEmpty() {
    return fields.stream().anyMatch(field -> field.values().isEmpty());
  }

  /** How many fields from the first on have exactly one value. */
  public int pointPrefix() {
    int count = 0;
    while (count < fields.size() && fields.get(count).values().isPoint()) {
      count++;
    }
    return count;
  }

  /** Whether a key of this pattern lies in the bounds. */
  public boolean contains(IndexKey key) {
    for (int i = 0; i < fields.size(); i++) {
      if (!fields.get(i).values().contains(key.get(i))) {
        return false;
      }
    }
    return true;
  }

  /**
   * As explain prints them for a forward scan: {@code {a: ["[1, 5)"], b: ["[MinKey, MaxKey]"]}}. A
   * descending field's intervals are turned round.
   */
  public BsonDocument toBson() {
    return toBson(true);
  }

  /** As explain prints them for a scan in that direction. */
  public BsonDocument toBson(boolean forward) {
    return toBson(forward, false);
  }

  /**
   * As explain prints them for a scan in that direction.
   *
   * @param collated whether the index has a collation: strings are then comparison keys, and
   *     printed as {@code CollationKey(0x2a2c)}
   */
  public BsonDocument toBson(boolean forward, boolean collated) {
    BsonDocument document = new BsonDocument();
    for (Field field : fields) {
      List<BsonValue> texts = new ArrayList<>();
      boolean ascending = field.descending() != forward;
      for (Interval interval : field.intervals()) {
        BsonString text = new BsonString(text(interval, ascending, collated));
        texts.add(ascending ? texts.size() : 0, text);
      }
      document.append(field.path(), new BsonArray(texts));
    }
    return document;
  }

  private static String text(Interval interval, boolean ascending, boolean collated) {
    boolean firstIncluded = ascending ? interval.lowIncluded() : interval.highIncluded();
    boolean lastIncluded = ascending ? interval.highIncluded() : interval.lowIncluded();
    BsonValue first = ascending ? interval.low() : interval.high();
    BsonValue last = ascending ? interval.high() : interval.low();
    return (firstIncluded ? "[" : "(")
        + text(first, collated)
        + ", "
        + text(last, collated)
        + (lastIncluded ? "]" : ")");
  }

  private static String text(BsonValue value, boolean collated) {
    if (!collated || !value.isString() || value.asString().getValue().isEmpty()) {
      return ServerText.of(value);
    }
    StringBuilder key = new StringBuilder("CollationKey(0x");
    for (char c : value.asString().getValue().toCharArray()) {
      key.append(String.format(Locale.ROOT, "%02x", (int) c));
    }
    return key.append(')').toString();
  }

  @Override
  public String toString() {
    return ServerText.of(toBson());
  }
}
