package shardsh.core.storage;

/** A node of a {@link KeyTree}: a leaf or a branch; {@code size} entries or children are in use. */
abstract class KeyNode {
  static final int WIDTH = 64;

  final Object owner;
  int size;

  /** As {@link KeyOrder#stored} gives them. */
  final Object[] keys;

  /** {@link KeyHead} of each key: most comparisons end there, without a look at the key. */
  final long[] heads;

  final long[] ids;

  KeyNode(Object owner, Object[] keys, long[] heads, long[] ids, int size) {
    this.owner = owner;
    this.keys = keys;
    this.heads = heads;
    this.ids = ids;
    this.size = size;
  }

  abstract long count();

  abstract long bytes();

  /** Entries: key, record id, size of the document. */
  static final class Leaf extends KeyNode {
    final int[] weights;
    long bytes;

    Leaf(Object owner) {
      super(owner, new Object[WIDTH], new long[WIDTH], new long[WIDTH], 0);
      this.weights = new int[WIDTH];
    }

    Leaf(Object owner, Leaf other) {
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

    /** Puts an entry at a position; those from there on move up. */
    void insert(int position, Object key, long head, long id, int weight) {
      int moved = size - position;
      System.arraycopy(keys, position, keys, position + 1, moved);
      System.arraycopy(heads, position, heads, position + 1, moved);
      System.arraycopy(ids, position, ids, position + 1, moved);
      System.arraycopy(weights, position, weights, position + 1, moved);
      keys[position] = key;
      heads[position] = head;
      ids[position] = id;
      weights[position] = weight;
      size++;
      bytes += weight;
    }

    /** Adds an entry of another leaf at the end. */
    void append(Leaf from, int position) {
      insert(
          size,
          from.keys[position],
          from.heads[position],
          from.ids[position],
          from.weights[position]);
    }

    /** Takes an entry out and gives the size of its document. */
    int remove(int position) {
      int weight = weights[position];
      int moved = size - position - 1;
      System.arraycopy(keys, position + 1, keys, position, moved);
      System.arraycopy(heads, position + 1, heads, position, moved);
      System.arraycopy(ids, position + 1, ids, position, moved);
      System.arraycopy(weights, position + 1, weights, position, moved);
      size--;
      keys[size] = null;
      bytes -= weight;
      return weight;
    }
  }

  /**
   * Children; {@code keys} and {@code ids} hold a bound below each child and above the one before.
   */
  static final class Branch extends KeyNode {
    final KeyNode[] children;
    long count;
    long bytes;

    Branch(Object owner) {
      super(owner, new Object[WIDTH], new long[WIDTH], new long[WIDTH], 0);
      this.children = new KeyNode[WIDTH];
    }

    Branch(Object owner, Branch other) {
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

    /** Inserts a new child, whose own first bound is still right. */
    void insert(int position, KeyNode child) {
      insert(position, child, child, 0);
    }

    /** Adds a child of another branch at the end, with the bound it has there. */
    void append(Branch from, int position) {
      insert(size, from.children[position], from, position);
    }

    /**
     * The bound of the child, below which it has no entries, is that of {@code bounds} at {@code
     * at}.
     */
    void insert(int position, KeyNode child, KeyNode bounds, int at) {
      int moved = size - position;
      System.arraycopy(keys, position, keys, position + 1, moved);
      System.arraycopy(heads, position, heads, position + 1, moved);
      System.arraycopy(ids, position, ids, position + 1, moved);
      System.arraycopy(children, position, children, position + 1, moved);
      keys[position] = bounds.keys[at];
      heads[position] = bounds.heads[at];
      ids[position] = bounds.ids[at];
      children[position] = child;
      size++;
    }

    /** Takes a child out; what the branch counts stays as it is. */
    void remove(int position) {
      int moved = size - position - 1;
      System.arraycopy(keys, position + 1, keys, position, moved);
      System.arraycopy(heads, position + 1, heads, position, moved);
      System.arraycopy(ids, position + 1, ids, position, moved);
      System.arraycopy(children, position + 1, children, position, moved);
      size--;
      keys[size] = null;
      children[size] = null;
    }

    /** Counts anew what lies below the children. */
    void recount() {
      count = 0;
      bytes = 0;
      for (int i = 0; i < size; i++) {
        count += children[i].count();
        bytes += children[i].bytes();
      }
    }
  }
}
