package shardsh.core.keys;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonValue;
import shardsh.core.bson.BsonOrder;

/**
 * The values of an index or shard key in the order of its pattern. Compares ascending, value by
 * value, without looking at field names.
 */
public final class IndexKey implements Comparable<IndexKey> {
  private final BsonValue[] values;

  private IndexKey(BsonValue[] values) {
    this.values = values;
  }

  public static IndexKey of(BsonValue... values) {
    return new IndexKey(values.clone());
  }

  public static IndexKey of(List<? extends BsonValue> values) {
    return new IndexKey(values.toArray(new BsonValue[0]));
  }

  /** The document's values in their own order, names dropped. */
  public static IndexKey ofDocument(BsonDocument document) {
    return of(new ArrayList<>(document.values()));
  }

  /** The lowest possible key of {@code size} fields. */
  public static IndexKey allMin(int size) {
    return filled(size, new BsonMinKey());
  }

  /** The highest possible key of {@code size} fields. */
  public static IndexKey allMax(int size) {
    return filled(size, new BsonMaxKey());
  }

  private static IndexKey filled(int size, BsonValue value) {
    BsonValue[] values = new BsonValue[size];
    Arrays.fill(values, value);
    return new IndexKey(values);
  }

  public int size() {
    return values.length;
  }

  public BsonValue get(int field) {
    return values[field];
  }

  public List<BsonValue> values() {
    return List.of(values);
  }

  /** Whether every value is MaxKey. */
  public boolean isAllMax() {
    for (BsonValue value : values) {
      if (!(value instanceof BsonMaxKey)) {
        return false;
      }
    }
    return true;
  }

  /** Whether every value is MinKey. */
  public boolean isAllMin() {
    for (BsonValue value : values) {
      if (!(value instanceof BsonMinKey)) {
        return false;
      }
    }
    return true;
  }

  /** A shorter key compares below a longer one that starts with the same values. */
  @Override
  public int compareTo(IndexKey other) {
    int common = Math.min(values.length, other.values.length);
    for (int i = 0; i < common; i++) {
      int byValue = BsonOrder.SIMPLE.compare(values[i], other.values[i]);
      if (byValue != 0) {
        return byValue;
      }
    }
    return Integer.compare(values.length, other.values.length);
  }

  /** Equal when {@link #compareTo} is 0, so that 1 and 1.0 are the same key. */
  @Override
  public boolean equals(Object other) {
    return other instanceof IndexKey && compareTo((IndexKey) other) == 0;
  }

  @Override
  public int hashCode() {
    int hash = values.length;
    for (BsonValue value : values) {
      hash = 31 * hash + BsonOrder.canonicalType(value);
    }
    return hash;
  }

  @Override
  public String toString() {
    return Arrays.toString(values);
  }
}
