package shardsh.core.storage;

import java.util.Arrays;
import shardsh.core.keys.IndexKey;

/**
 * The entries of one index, a B+tree ordered by key, then record id. Every node knows how many
 * entries and how many bytes of documents lie below it, so that a range is weighed without walking
 * it. Nodes that a copy or a cursor may still read are replaced, not changed.
 */
final class KeyTree {
  private static final int SMALL = KeyNode.WIDTH / 4;

  private final KeyOrder order;
  private Object owner = new Object();
  private KeyNode root;

  KeyTree(KeyOrder order) {
    this.order = order;
    this.root = new KeyNode.Leaf(owner);
  }

  private KeyTree(KeyOrder order, KeyNode root) {
    this.order = order;
    this.root = root;
  }

  KeyTree copy() {
    share();
    return new KeyTree(order, root);
  }

  /** From now on no node that exists is changed in place. Gives the root, to be read at leisure. */
  KeyNode share() {
    owner = new Object();
    return root;
  }

  KeyNode root() {
    return root;
  }

  KeyOrder order() {
    return order;
  }

  long count() {
    return root.count();
  }

  private int compareEntry(KeyNode node, int position, IndexKey key, long head, long id) {
    long own = node.heads[position];
    if (own != head) {
      return own < head ? -1 : 1;
    }
    int byKey = order.compareStored(node.keys[position], key);
    return byKey != 0 ? byKey : Long.compare(node.ids[position], id);
  }

  /** The first position whose entry is not below (key, id). */
  private int lowerBound(KeyNode node, int from, IndexKey key, long head, long id) {
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
  private int childFor(KeyNode.Branch branch, IndexKey key, long head, long id) {
    int position = lowerBound(branch, 1, key, head, id);
    return position < branch.size && compareEntry(branch, position, key, head, id) == 0
        ? position
        : position - 1;
  }

  /** The record of the first entry with this very key, or -1. */
  long firstRecord(IndexKey key) {
    long head = order.head(key);
    KeyNode node = root;
    KeyNode after = null;
    while (node instanceof KeyNode.Branch) {
      KeyNode.Branch branch = (KeyNode.Branch) node;
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

  private static KeyNode firstChild(KeyNode node) {
    return node == null ? null : ((KeyNode.Branch) node).children[0];
  }

  /** Adds an entry that is not there yet; {@code weight} is the size of the document in bytes. */
  void add(IndexKey key, long id, int weight) {
    KeyNode own = editable(root);
    KeyNode right = add(own, key, order.head(key), id, weight);
    root = own;
    if (right != null) {
      KeyNode.Branch branch = new KeyNode.Branch(owner);
      branch.count = own.count() + right.count();
      branch.bytes = own.bytes() + right.bytes();
      branch.insert(0, own);
      branch.insert(1, right);
      root = branch;
    }
  }

  /** Gives the new right half when the node had to be cut in two, else null. */
  private KeyNode add(KeyNode node, IndexKey key, long head, long id, int weight) {
    return node instanceof KeyNode.Leaf
        ? addToLeaf((KeyNode.Leaf) node, key, head, id, weight)
        : addToBranch((KeyNode.Branch) node, key, head, id, weight);
  }

  private KeyNode addToLeaf(KeyNode.Leaf leaf, IndexKey key, long head, long id, int weight) {
    int position = lowerBound(leaf, 0, key, head, id);
    if (leaf.size < KeyNode.WIDTH) {
      leaf.insert(position, KeyOrder.stored(key), head, id, weight);
      return null;
    }
    KeyNode.Leaf right = new KeyNode.Leaf(owner);
    // Rising keys fill their leaves: the full one stays full.
    int cut = position == KeyNode.WIDTH ? KeyNode.WIDTH : KeyNode.WIDTH / 2;
    for (int i = cut; i < KeyNode.WIDTH; i++) {
      right.append(leaf, i);
    }
    Arrays.fill(leaf.keys, cut, KeyNode.WIDTH, null);
    leaf.size = cut;
    leaf.bytes -= right.bytes;
    if (position < cut || (position == cut && cut < KeyNode.WIDTH)) {
      leaf.insert(position, KeyOrder.stored(key), head, id, weight);
    } else {
      right.insert(position - cut, KeyOrder.stored(key), head, id, weight);
    }
    return right;
  }

  private KeyNode addToBranch(KeyNode.Branch branch, IndexKey key, long head, long id, int weight) {
    int position = childFor(branch, key, head, id);
    KeyNode child = editableChild(branch, position);
    branch.count++;
    branch.bytes += weight;
    KeyNode grown = add(child, key, head, id, weight);
    if (grown == null) {
      return null;
    }
    if (branch.size < KeyNode.WIDTH) {
      branch.insert(position + 1, grown);
      return null;
    }
    int cut = position == KeyNode.WIDTH - 1 ? KeyNode.WIDTH - 1 : KeyNode.WIDTH / 2;
    KeyNode.Branch right = new KeyNode.Branch(owner);
    for (int i = cut; i < KeyNode.WIDTH; i++) {
      right.append(branch, i);
    }
    Arrays.fill(branch.keys, cut, KeyNode.WIDTH, null);
    Arrays.fill(branch.children, cut, KeyNode.WIDTH, null);
    branch.size = cut;
    if (position < cut) {
      branch.insert(position + 1, grown);
    } else {
      right.insert(position + 1 - cut, grown);
    }
    branch.recount();
    right.recount();
    return right;
  }

  /** Removes an entry that is there. */
  void remove(IndexKey key, long id) {
    root = editable(root);
    remove(root, key, order.head(key), id);
    while (root instanceof KeyNode.Branch && root.size == 1) {
      root = ((KeyNode.Branch) root).children[0];
    }
  }

  /** Gives the size of the document that was removed. */
  private int remove(KeyNode node, IndexKey key, long head, long id) {
    if (node instanceof KeyNode.Leaf) {
      KeyNode.Leaf leaf = (KeyNode.Leaf) node;
      return leaf.remove(positionOf(leaf, key, head, id));
    }
    KeyNode.Branch branch = (KeyNode.Branch) node;
    int position = childFor(branch, key, head, id);
    KeyNode child = editableChild(branch, position);
    int weight = remove(child, key, head, id);
    branch.count--;
    branch.bytes -= weight;
    if (child.size == 0) {
      branch.remove(position);
    } else if (child.size < SMALL) {
      mergeSmall(branch, position);
    }
    return weight;
  }

  private int positionOf(KeyNode.Leaf leaf, IndexKey key, long head, long id) {
    int position = lowerBound(leaf, 0, key, head, id);
    if (position == leaf.size || compareEntry(leaf, position, key, head, id) != 0) {
      throw new IllegalStateException("index has no entry " + key + " of record " + id);
    }
    return position;
  }

  /** Joins a small child with the one after or before it when both fit into one with room left. */
  private void mergeSmall(KeyNode.Branch branch, int position) {
    int left = position + 1 < branch.size ? position : position - 1;
    if (left < 0) {
      return;
    }
    KeyNode right = branch.children[left + 1];
    if (branch.children[left].size + right.size > KeyNode.WIDTH - SMALL) {
      return;
    }
    KeyNode into = editableChild(branch, left);
    if (into instanceof KeyNode.Leaf) {
      KeyNode.Leaf from = (KeyNode.Leaf) right;
      for (int i = 0; i < from.size; i++) {
        ((KeyNode.Leaf) into).append(from, i);
      }
    } else {
      KeyNode.Branch from = (KeyNode.Branch) right;
      KeyNode.Branch to = (KeyNode.Branch) into;
      // The first bound of a node is the one its parent keeps; its own may be too high by now.
      to.insert(to.size, from.children[0], branch, left + 1);
      for (int i = 1; i < from.size; i++) {
        to.append(from, i);
      }
      to.recount();
    }
    branch.remove(left + 1);
  }

  /** Notes that the document of an entry has another size now. */
  void resize(IndexKey key, long id, int weight) {
    root = editable(root);
    resize(root, key, order.head(key), id, weight);
  }

  private int resize(KeyNode node, IndexKey key, long head, long id, int weight) {
    if (node instanceof KeyNode.Leaf) {
      KeyNode.Leaf leaf = (KeyNode.Leaf) node;
      int position = positionOf(leaf, key, head, id);
      int grown = weight - leaf.weights[position];
      leaf.weights[position] = weight;
      leaf.bytes += grown;
      return grown;
    }
    KeyNode.Branch branch = (KeyNode.Branch) node;
    int position = childFor(branch, key, head, id);
    int grown = resize(editableChild(branch, position), key, head, id, weight);
    branch.bytes += grown;
    return grown;
  }

  private KeyNode editableChild(KeyNode.Branch branch, int position) {
    KeyNode child = editable(branch.children[position]);
    branch.children[position] = child;
    return child;
  }

  private KeyNode editable(KeyNode node) {
    if (node.owner == owner) {
      return node;
    }
    return node instanceof KeyNode.Leaf
        ? new KeyNode.Leaf(owner, (KeyNode.Leaf) node)
        : new KeyNode.Branch(owner, (KeyNode.Branch) node);
  }
}
