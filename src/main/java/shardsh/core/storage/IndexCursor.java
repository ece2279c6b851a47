package shardsh.core.storage;

import shardsh.core.keys.IndexKey;

/**
 * Walks an index forward or backward and jumps; sees it as it was when the cursor was opened. After
 * {@link #seek}, {@link #seekFirst} or {@link #next} it stands on an entry if they gave true.
 */
public final class IndexCursor {
  private static final int DEPTH_MAX = 16;

  private final KeyNode root;
  private final KeyOrder order;
  private final boolean forward;
  private final KeyNode.Branch[] path = new KeyNode.Branch[DEPTH_MAX];
  private final int[] positions = new int[DEPTH_MAX];
  private int depth;
  private KeyNode.Leaf leaf;
  private int position;

  IndexCursor(KeyNode root, KeyOrder order, boolean forward) {
    this.root = root;
    this.order = order;
    this.forward = forward;
  }

  /** To the first entry in the direction of the cursor. */
  public boolean seekFirst() {
    depth = 0;
    descend(root, forward);
    position = forward ? 0 : leaf.size - 1;
    return leaf.size > 0;
  }

  /**
   * To the first entry, in the direction of the cursor, that starts with {@code prefix} or comes
   * after all that do. With {@code beyond} those that start with it are passed over. The prefix has
   * one value per field of the pattern, or fewer.
   */
  public boolean seek(IndexKey prefix, boolean beyond) {
    boolean afterGroup = forward == beyond;
    depth = 0;
    long head = order.head(prefix);
    KeyNode node = root;
    while (node instanceof KeyNode.Branch) {
      KeyNode.Branch branch = (KeyNode.Branch) node;
      int child = boundary(order, branch, 1, prefix, head, afterGroup) - 1;
      path[depth] = branch;
      positions[depth++] = child;
      node = branch.children[child];
    }
    leaf = (KeyNode.Leaf) node;
    int bound = boundary(order, leaf, 0, prefix, head, afterGroup);
    position = forward ? bound : bound - 1;
    return (position >= 0 && position < leaf.size) || leave();
  }

  /**
   * The number of entries that lie left of the boundary before or after the prefix's group; the
   * prefix has at least one value.
   */
  static int boundary(
      KeyOrder order, KeyNode node, int from, IndexKey prefix, long head, boolean afterGroup) {
    int low = from;
    int high = node.size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      long own = node.heads[middle];
      int compared =
          own == head ? order.compareStored(node.keys[middle], prefix) : own < head ? -1 : 1;
      if (compared < 0 || (compared == 0 && afterGroup)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** To the next entry; false at the end. Only after a call that gave true. */
  public boolean next() {
    position += forward ? 1 : -1;
    return (position >= 0 && position < leaf.size) || leave();
  }

  /** From one leaf into the next. */
  private boolean leave() {
    while (depth > 0) {
      KeyNode.Branch branch = path[depth - 1];
      int sibling = positions[depth - 1] + (forward ? 1 : -1);
      if (sibling >= 0 && sibling < branch.size) {
        positions[depth - 1] = sibling;
        descend(branch.children[sibling], forward);
        position = forward ? 0 : leaf.size - 1;
        return true;
      }
      depth--;
    }
    return false;
  }

  private void descend(KeyNode from, boolean first) {
    KeyNode node = from;
    while (node instanceof KeyNode.Branch) {
      KeyNode.Branch branch = (KeyNode.Branch) node;
      path[depth] = branch;
      positions[depth] = first ? 0 : branch.size - 1;
      node = branch.children[positions[depth++]];
    }
    leaf = (KeyNode.Leaf) node;
  }

  public IndexKey key() {
    return KeyOrder.keyOf(leaf.keys[position]);
  }

  /** The key as the index holds it: {@link #keyOf} makes an {@link IndexKey} of it when needed. */
  public Object storedKey() {
    return leaf.keys[position];
  }

  /** The key that {@link #storedKey} gave. */
  public static IndexKey keyOf(Object storedKey) {
    return KeyOrder.keyOf(storedKey);
  }

  /**
   * The number of entries from the one the cursor stands on to the last one that is before the end
   * in its direction, without a walk.
   *
   * @param end one value per field of the pattern, or fewer but one
   * @param endIncluded whether the entries that start with {@code end} count
   */
  public long entriesTo(IndexKey end, boolean endIncluded) {
    long here = position;
    for (int level = 0; level < depth; level++) {
      for (int i = 0; i < positions[level]; i++) {
        here += path[level].children[i].count();
      }
    }
    long bound = EntryRank.entries(root, order, end, forward == endIncluded);
    return Math.max(0, forward ? bound - here : here + 1 - bound);
  }

  /**
   * The records of the entry the cursor stands on and of those that follow it, as many as lie at
   * hand; gives how many.
   */
  int upcoming(long[] into, int most) {
    int count = Math.min(most, forward ? leaf.size - position : position + 1);
    for (int i = 0; i < count; i++) {
      into[i] = leaf.ids[forward ? position + i : position - i];
    }
    return count;
  }

  public long recordId() {
    return leaf.ids[position];
  }

  /** The size of the entry's document in BSON bytes. */
  public int documentBytes() {
    return leaf.weights[position];
  }
}
