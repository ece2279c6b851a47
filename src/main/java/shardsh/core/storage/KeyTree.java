package shardsh.core.storage;

import java.util.Arrays;
import shardsh.core.keys.IndexKey;

/**
 * The entries of one index, a B+tree ordered by key, then record id. Every node knows how many
 * entries and how many bytes of documents lie below it, so that a range is weighed without walking
 * it. Nodes that a copy or a cursor may still read are replaced, not changed.
 */
final class KeyTree {
  static final int WIDTH = 64;
  private static final int SMALL = WIDTH / 4;

  /** A leaf or a branch; {@code size} entries or children are in use. */
  abstract static class Node {
    final Object owner;
    int size;

    /** As {@link KeyOrder#stored} gives them. */
    final Object[] keys;

    /** {@link KeyHead} of each key: most comparisons end there, without a look at the key. */
    final long[] heads;

    final long[] ids;

    Node(Object owner, Object[] keys, long[] heads, long[] ids, int size) {
      this.owner = owner;
      this.keys = keys;
      this.heads = heads;
      this.ids = ids;
      this.size = size;
    }

    abstract long count();

    abstract long bytes();
  }

  /** Entries: key, record id, size of the document. */
  static final class Leaf extends Node {
    final int[] weights;
    private long bytes;

    private Leaf(Object owner) {
      super(owner, new Object[WIDTH], new long[WIDTH], new long[WIDTH], 0);
      this.weights = new int[WIDTH];
    }

    private Leaf(Object owner, Leaf other) {
      super(owner, other.keys.clone(), other.heads.clone(), other.ids.clone(), other.size);
      this.weights = other.weights.clone();
      this.bytes = other.bytes;
    }

    @Override
    long count() {
      return size;
    }

    @Override
    long bytes() {
      return bytes;
    }
  }

  /**
   * Children; {@code keys} and {@code ids} hold a bound below each child and above the one before.
   */
  static final class Branch extends Node {
    final Node[] children;
    private long count;
    private long bytes;

    private Branch(Object owner) {
      super(owner, new Object[WIDTH], new long[WIDTH], new long[WIDTH], 0);
      this.children = new Node[WIDTH];
    }

    private Branch(Object owner, Branch other) {
      super(owner, other.keys.clone(), other.heads.clone(), other.ids.clone(), other.size);
      this.children = other.children.clone();
      this.count = other.count;
      this.bytes = other.bytes;
    }

    @Override
    long count() {
      return count;
    }

    @Override
    long bytes() {
      return bytes;
    }
  }

  private final KeyOrder order;
  private Object owner = new Object();
  private Node root;

  KeyTree(KeyOrder order) {
    this.order = order;
    this.root = new Leaf(owner);
  }

  private KeyTree(KeyOrder order, Node root) {
    this.order = order;
    this.root = root;
  }

  KeyTree copy() {
    share();
    return new KeyTree(order, root);
  }

  /** From now on no node that exists is changed in place. Gives the root, to be read at leisure. */
  Node share() {
    owner = new Object();
    return root;
  }

  Node root() {
    return root;
  }

  KeyOrder order() {
    return order;
  }

  long count() {
    return root.count();
  }

  private int compareEntry(Node node, int position, IndexKey key, long head, long id) {
    long own = node.heads[position];
    if (own != head) {
      return own < head ? -1 : 1;
    }
    int byKey = order.compareStored(node.keys[position], key);
    return byKey != 0 ? byKey : Long.compare(node.ids[position], id);
  }

  /** The first position whose entry is not below (key, id). */
  private int lowerBound(Node node, int from, IndexKey key, long head, long id) {
    int low = from;
    int high = node.size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (compareEntry(node, middle, key, head, id) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The child in which (key, id) belongs. */
  private int childFor(Branch branch, IndexKey key, long head, long id) {
    int position = lowerBound(branch, 1, key, head, id);
    return position < branch.size && compareEntry(branch, position, key, head, id) == 0
        ? position
        : position - 1;
  }

  /** The record of the first entry with this very key, or -1. */
  long firstRecord(IndexKey key) {
    long head = order.head(key);
    Node node = root;
    Node after = null;
    while (node instanceof Branch) {
      Branch branch = (Branch) node;
      int child = childFor(branch, key, head, Long.MIN_VALUE);
      after = child + 1 < branch.size ? branch.children[child + 1] : firstChild(after);
      node = branch.children[child];
    }
    int position = lowerBound(node, 0, key, head, Long.MIN_VALUE);
    if (position == node.size) {
      // The bounds say only where an entry may be: the first of the next leaf may be the one.
      node = after;
      position = 0;
    }
    return node != null && node.size > 0 && order.compareStored(node.keys[position], key) == 0
        ? node.ids[position]
        : -1;
  }

  private static Node firstChild(Node node) {
    return node == null ? null : ((Branch) node).children[0];
  }

  /** Adds an entry that is not there yet; {@code weight} is the size of the document in bytes. */
  void add(IndexKey key, long id, int weight) {
    Node own = editable(root);
    Node right = add(own, key, order.head(key), id, weight);
    root = own;
    if (right != null) {
      Branch branch = new Branch(owner);
      branch.count = own.count() + right.count();
      branch.bytes = own.bytes() + right.bytes();
      insertChild(branch, 0, own);
      insertChild(branch, 1, right);
      root = branch;
    }
  }

  /** Gives the new right half when the node had to be cut in two, else null. */
  private Node add(Node node, IndexKey key, long head, long id, int weight) {
    return node instanceof Leaf
        ? addToLeaf((Leaf) node, key, head, id, weight)
        : addToBranch((Branch) node, key, head, id, weight);
  }

  private Node addToLeaf(Leaf leaf, IndexKey key, long head, long id, int weight) {
    int position = lowerBound(leaf, 0, key, head, id);
    if (leaf.size < WIDTH) {
      insertEntry(leaf, position, KeyOrder.stored(key), head, id, weight);
      return null;
    }
    Leaf right = new Leaf(owner);
    // Rising keys fill their leaves: the full one stays full.
    int cut = position == WIDTH ? WIDTH : WIDTH / 2;
    for (int i = cut; i < WIDTH; i++) {
      copyEntry(leaf, i, right);
    }
    Arrays.fill(leaf.keys, cut, WIDTH, null);
    leaf.size = cut;
    leaf.bytes -= right.bytes;
    if (position < cut || (position == cut && cut < WIDTH)) {
      insertEntry(leaf, position, KeyOrder.stored(key), head, id, weight);
    } else {
      insertEntry(right, position - cut, KeyOrder.stored(key), head, id, weight);
    }
    return right;
  }

  private static void insertEntry(
      Leaf leaf, int position, Object key, long head, long id, int weight) {
    int moved = leaf.size - position;
    System.arraycopy(leaf.keys, position, leaf.keys, position + 1, moved);
    System.arraycopy(leaf.heads, position, leaf.heads, position + 1, moved);
    System.arraycopy(leaf.ids, position, leaf.ids, position + 1, moved);
    System.arraycopy(leaf.weights, position, leaf.weights, position + 1, moved);
    leaf.keys[position] = key;
    leaf.heads[position] = head;
    leaf.ids[position] = id;
    leaf.weights[position] = weight;
    leaf.size++;
    leaf.bytes += weight;
  }

  /** Adds an entry of one leaf at the end of another. */
  private static void copyEntry(Leaf from, int position, Leaf to) {
    insertEntry(
        to,
        to.size,
        from.keys[position],
        from.heads[position],
        from.ids[position],
        from.weights[position]);
  }

  private Node addToBranch(Branch branch, IndexKey key, long head, long id, int weight) {
    int position = childFor(branch, key, head, id);
    Node child = editableChild(branch, position);
    branch.count++;
    branch.bytes += weight;
    Node grown = add(child, key, head, id, weight);
    if (grown == null) {
      return null;
    }
    if (branch.size < WIDTH) {
      insertChild(branch, position + 1, grown);
      return null;
    }
    int cut = position == WIDTH - 1 ? WIDTH - 1 : WIDTH / 2;
    Branch right = new Branch(owner);
    for (int i = cut; i < WIDTH; i++) {
      copyChild(branch, i, right);
    }
    Arrays.fill(branch.keys, cut, WIDTH, null);
    Arrays.fill(branch.children, cut, WIDTH, null);
    branch.size = cut;
    if (position < cut) {
      insertChild(branch, position + 1, grown);
    } else {
      insertChild(right, position + 1 - cut, grown);
    }
    recount(branch);
    recount(right);
    return right;
  }

  private static void recount(Branch branch) {
    branch.count = 0;
    branch.bytes = 0;
    for (int i = 0; i < branch.size; i++) {
      branch.count += branch.children[i].count();
      branch.bytes += branch.children[i].bytes();
    }
  }

  /** Inserts a new child, whose own first bound is still right. */
  private static void insertChild(Branch branch, int position, Node child) {
    insertChild(branch, position, child, child, 0);
  }

  /** Adds a child of one branch at the end of another, with the bound it has there. */
  private static void copyChild(Branch from, int position, Branch to) {
    insertChild(to, to.size, from.children[position], from, position);
  }

  /**
   * The bound of the child, below which it has no entries, is that of {@code bounds} at {@code at}.
   */
  private static void insertChild(Branch branch, int position, Node child, Node bounds, int at) {
    int moved = branch.size - position;
    System.arraycopy(branch.keys, position, branch.keys, position + 1, moved);
    System.arraycopy(branch.heads, position, branch.heads, position + 1, moved);
    System.arraycopy(branch.ids, position, branch.ids, position + 1, moved);
    System.arraycopy(branch.children, position, branch.children, position + 1, moved);
    branch.keys[position] = bounds.keys[at];
    branch.heads[position] = bounds.heads[at];
    branch.ids[position] = bounds.ids[at];
    branch.children[position] = child;
    branch.size++;
  }

  private static void removeChild(Branch branch, int position) {
    int moved = branch.size - position - 1;
    System.arraycopy(branch.keys, position + 1, branch.keys, position, moved);
    System.arraycopy(branch.heads, position + 1, branch.heads, position, moved);
    System.arraycopy(branch.ids, position + 1, branch.ids, position, moved);
    System.arraycopy(branch.children, position + 1, branch.children, position, moved);
    branch.size--;
    branch.keys[branch.size] = null;
    branch.children[branch.size] = null;
  }

  /** Removes an entry that is there. */
  void remove(IndexKey key, long id) {
    root = editable(root);
    remove(root, key, order.head(key), id);
    while (root instanceof Branch && root.size == 1) {
      root = ((Branch) root).children[0];
    }
  }

  /** Gives the size of the document that was removed. */
  private int remove(Node node, IndexKey key, long head, long id) {
    if (node instanceof Leaf) {
      return removeEntry((Leaf) node, key, head, id);
    }
    Branch branch = (Branch) node;
    int position = childFor(branch, key, head, id);
    Node child = editableChild(branch, position);
    int weight = remove(child, key, head, id);
    branch.count--;
    branch.bytes -= weight;
    if (child.size == 0) {
      removeChild(branch, position);
    } else if (child.size < SMALL) {
      mergeSmall(branch, position);
    }
    return weight;
  }

  private int removeEntry(Leaf leaf, IndexKey key, long head, long id) {
    int position = positionOf(leaf, key, head, id);
    int weight = leaf.weights[position];
    int moved = leaf.size - position - 1;
    System.arraycopy(leaf.keys, position + 1, leaf.keys, position, moved);
    System.arraycopy(leaf.heads, position + 1, leaf.heads, position, moved);
    System.arraycopy(leaf.ids, position + 1, leaf.ids, position, moved);
    System.arraycopy(leaf.weights, position + 1, leaf.weights, position, moved);
    leaf.size--;
    leaf.keys[leaf.size] = null;
    leaf.bytes -= weight;
    return weight;
  }

  private int positionOf(Leaf leaf, IndexKey key, long head, long id) {
    int position = lowerBound(leaf, 0, key, head, id);
    if (position == leaf.size || compareEntry(leaf, position, key, head, id) != 0) {
      throw new IllegalStateException("index has no entry " + key + " of record " + id);
    }
    return position;
  }

  /** Joins a small child with the one after or before it when both fit into one with room left. */
  private void mergeSmall(Branch branch, int position) {
    int left = position + 1 < branch.size ? position : position - 1;
    if (left < 0) {
      return;
    }
    Node right = branch.children[left + 1];
    if (branch.children[left].size + right.size > WIDTH - SMALL) {
      return;
    }
    Node into = editableChild(branch, left);
    if (into instanceof Leaf) {
      Leaf from = (Leaf) right;
      for (int i = 0; i < from.size; i++) {
        copyEntry(from, i, (Leaf) into);
      }
    } else {
      Branch from = (Branch) right;
      Branch to = (Branch) into;
      // The first bound of a node is the one its parent keeps; its own may be too high by now.
      insertChild(to, to.size, from.children[0], branch, left + 1);
      for (int i = 1; i < from.size; i++) {
        copyChild(from, i, to);
      }
      recount(to);
    }
    removeChild(branch, left + 1);
  }

  /** Notes that the document of an entry has another size now. */
  void resize(IndexKey key, long id, int weight) {
    root = editable(root);
    resize(root, key, order.head(key), id, weight);
  }

  private int resize(Node node, IndexKey key, long head, long id, int weight) {
    if (node instanceof Leaf) {
      Leaf leaf = (Leaf) node;
      int position = positionOf(leaf, key, head, id);
      int grown = weight - leaf.weights[position];
      leaf.weights[position] = weight;
      leaf.bytes += grown;
      return grown;
    }
    Branch branch = (Branch) node;
    int position = childFor(branch, key, head, id);
    int grown = resize(editableChild(branch, position), key, head, id, weight);
    branch.bytes += grown;
    return grown;
  }

  private Node editableChild(Branch branch, int position) {
    Node child = editable(branch.children[position]);
    branch.children[position] = child;
    return child;
  }

  private Node editable(Node node) {
    if (node.owner == owner) {
      return node;
    }
    return node instanceof Leaf ? new Leaf(owner, (Leaf) node) : new Branch(owner, (Branch) node);
  }
}
