package shardsh.core.pipeline;

import java.util.Arrays;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.bson.BsonOrder;

/**
 * Accumulators by group key, in the order in which the keys were first seen; keys are the same when
 * the order calls them equal, see {@link ValueKey}.
 */
public final class GroupTable {
  private static final int START = 16;

  private final BsonOrder order;
  private final boolean exactStrings;
  private BsonValue[] keys = new BsonValue[START];
  private int[] hashes = new int[START];
  private Accumulator[][] states = new Accumulator[START][];
  private int size;

  /** Open addressing by hash; position + 1, or 0 for a free slot. */
  private int[] slots = new int[4 * START];

  public GroupTable(BsonOrder order) {
    this.order = order;
    this.exactStrings = order == BsonOrder.SIMPLE;
  }

  public int size() {
    return size;
  }

  /** The key of a group as it was first seen. */
  public BsonValue key(int group) {
    return keys[group];
  }

  public Accumulator[] states(int group) {
    return states[group];
  }

  /** The group of that key, or -1. */
  public int find(BsonValue key) {
    int hash = ValueKey.hash(key, order);
    int mask = slots.length - 1;
    for (int slot = slotOf(hash); slots[slot] != 0; slot = (slot + 1) & mask) {
      int group = slots[slot] - 1;
      if (hashes[group] == hash && isSame(keys[group], key)) {
        return group;
      }
    }
    return -1;
  }

  private boolean isSame(BsonValue left, BsonValue right) {
    if (left == right) {
      return true;
    }
    if (exactStrings && left instanceof BsonString && right instanceof BsonString) {
      return ((BsonString) left).getValue().equals(((BsonString) right).getValue());
    }
    return order.equal(left, right);
  }

  private int slotOf(int hash) {
    int mixed = hash * 0x9E3779B9;
    return (mixed ^ (mixed >>> 16)) & (slots.length - 1);
  }

  /** Adds a group whose key is not there and gives its number. */
  public int add(BsonValue key, Accumulator[] newStates) {
    if (size == keys.length) {
      grow();
    }
    keys[size] = key;
    hashes[size] = ValueKey.hash(key, order);
    states[size] = newStates;
    place(size);
    return size++;
  }

  private void grow() {
    keys = Arrays.copyOf(keys, 2 * size);
    hashes = Arrays.copyOf(hashes, 2 * size);
    states = Arrays.copyOf(states, 2 * size);
    slots = new int[8 * size];
    for (int group = 0; group < size; group++) {
      place(group);
    }
  }

  private void place(int group) {
    int slot = slotOf(hashes[group]);
    while (slots[slot] != 0) {
      slot = (slot + 1) & (slots.length - 1);
    }
    slots[slot] = group + 1;
  }
}
