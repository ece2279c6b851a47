package shardsh.core.storage;

import shardsh.core.keys.IndexKey;

/** How many entries, and how many bytes of their documents, lie left of some place in an index. */
record EntryRank(long entries, long bytes) {

  /**
   * Left of the first entry that starts with {@code prefix}, or right of the last one that does.
   */
  static EntryRank of(KeyTree tree, IndexKey prefix, boolean afterGroup) {
    long entries = 0;
    long bytes = 0;
    long head = tree.order().head(prefix);
    KeyNode node = tree.root();
    while (node instanceof KeyNode.Branch) {
      KeyNode.Branch branch = (KeyNode.Branch) node;
      int child = IndexCursor.boundary(tree.order(), branch, 1, prefix, head, afterGroup) - 1;
      for (int i = 0; i < child; i++) {
        entries += branch.children[i].count();
        bytes += branch.children[i].bytes();
      }
      node = branch.children[child];
    }
    KeyNode.Leaf leaf = (KeyNode.Leaf) node;
    int bound = IndexCursor.boundary(tree.order(), leaf, 0, prefix, head, afterGroup);
    for (int i = 0; i < bound; i++) {
      bytes += leaf.weights[i];
    }
    return new EntryRank(entries + bound, bytes);
  }

  /** The entries alone, of a tree that may have changed since. */
  static long entries(KeyNode root, KeyOrder order, IndexKey prefix, boolean afterGroup) {
    long entries = 0;
    long head = order.head(prefix);
    KeyNode node = root;
    while (node instanceof KeyNode.Branch) {
      KeyNode.Branch branch = (KeyNode.Branch) node;
      int child = IndexCursor.boundary(order, branch, 1, prefix, head, afterGroup) - 1;
      for (int i = 0; i < child; i++) {
        entries += branch.children[i].count();
      }
      node = branch.children[child];
    }
    return entries + IndexCursor.boundary(order, node, 0, prefix, head, afterGroup);
  }

  /** The key of the entry with this many before it. */
  static IndexKey keyAt(KeyTree tree, long entries) {
    long left = entries;
    KeyNode node = tree.root();
    while (node instanceof KeyNode.Branch) {
      KeyNode.Branch branch = (KeyNode.Branch) node;
      int child = 0;
      while (left >= branch.children[child].count()) {
        left -= branch.children[child++].count();
      }
      node = branch.children[child];
    }
    return KeyOrder.keyOf(node.keys[(int) left]);
  }

  static EntryRank end(KeyTree tree) {
    return new EntryRank(tree.root().count(), tree.root().bytes());
  }
}
