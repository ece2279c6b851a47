package shardsh.core.storage;

import org.bson.BsonInt32;
import org.bson.BsonValue;
import shardsh.core.bson.BsonOrder;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.KeyPattern;

/** The order of an index: field by field, each in the direction its pattern says. */
final class KeyOrder {
  private final boolean[] descending;
  private final BsonOrder values;

  KeyOrder(KeyPattern pattern, BsonOrder values) {
    this.values = values;
    this.descending = new boolean[pattern.size()];
    for (int i = 0; i < descending.length; i++) {
      descending[i] = pattern.fields().get(i).descending();
    }
  }

  /** Compares as many fields as both have: a prefix equals every key that starts with it. */
  int compare(IndexKey left, IndexKey right) {
    int common = Math.min(left.size(), right.size());
    for (int i = 0; i < common; i++) {
      int byValue = compareValues(left.get(i), right.get(i));
      if (byValue != 0) {
        return descending[i] ? -byValue : byValue;
      }
    }
    return 0;
  }

  /** A key as trees hold it: keys of one field are held as their value alone, to save memory. */
  static Object stored(IndexKey key) {
    return key.size() == 1 ? key.get(0) : key;
  }

  static IndexKey keyOf(Object stored) {
    return stored instanceof IndexKey ? (IndexKey) stored : IndexKey.of((BsonValue) stored);
  }

  /** {@link #compare} with a stored key on the left and at least one value on the right. */
  int compareStored(Object stored, IndexKey right) {
    if (stored instanceof IndexKey) {
      return compare((IndexKey) stored, right);
    }
    int byValue = compareValues((BsonValue) stored, right.get(0));
    return descending[0] ? -byValue : byValue;
  }

  /** A number that orders keys of this order as far as it tells them apart. */
  long head(IndexKey key) {
    if (key.size() == 0) {
      return 0;
    }
    long head = KeyHead.of(key.get(0), values == BsonOrder.SIMPLE);
    return descending[0] ? ~head : head;
  }

  private int compareValues(BsonValue left, BsonValue right) {
    if (left == right) {
      return 0;
    }
    if (left instanceof BsonInt32 && right instanceof BsonInt32) {
      return Integer.compare(((BsonInt32) left).getValue(), ((BsonInt32) right).getValue());
    }
    return values.compare(left, right);
  }

  BsonOrder values() {
    return values;
  }
}
