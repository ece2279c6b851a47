package shardsh.core.storage;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import shardsh.core.bson.ServerText;

/**
 * The field names of documents that have the same ones in the same order, kept once for all of
 * them. Shapes form a tree: the root has no names, each child one more than its parent. What a
 * shape needs to be read is made when a document first has it.
 */
final class Shape {
  private static final String[] NO_NAMES = {};

  private final Shape parent;
  private final String last;
  private final int size;
  private Shape latest;
  private Map<String, Shape> children;

  private String[] names;
  private int nameBytes;

  /** Open addressing by the name's hash; position + 1, or 0 for a free slot. */
  private short[] slots;

  private Shape(Shape parent, String last, int size) {
    this.parent = parent;
    this.last = last;
    this.size = size;
  }

  static Shape root() {
    return new Shape(null, "", 0);
  }

  /** A shape outside of any tree, for names that hardly any other document has. */
  static Shape alone(List<String> names) {
    Shape shape = new Shape(null, "", names.size());
    shape.prepare(names.toArray(NO_NAMES));
    return shape;
  }

  /** The shape with one more name, if there is one. */
  Shape child(String name) {
    if (latest != null && latest.last.equals(name)) {
      return latest;
    }
    Shape child = children == null ? null : children.get(name);
    latest = child == null ? latest : child;
    return child;
  }

  Shape addChild(String name) {
    Shape child = new Shape(this, name, size + 1);
    if (children == null) {
      children = new LinkedHashMap<>();
    }
    children.put(name, child);
    latest = child;
    return child;
  }

  /** Makes the shape ready to be read. */
  Shape ready() {
    if (names == null) {
      String[] all = new String[size];
      for (Shape at = this; at.size > 0; at = at.parent) {
        all[at.size - 1] = at.last;
      }
      prepare(all);
    }
    return this;
  }

  private void prepare(String[] all) {
    names = all;
    int capacity = Integer.highestOneBit(Math.max(2, size) * 4 - 1);
    slots = new short[capacity];
    for (int i = 0; i < size; i++) {
      nameBytes += 2 + ServerText.utf8Length(all[i]);
      int slot = all[i].hashCode() & (capacity - 1);
      while (slots[slot] != 0) {
        slot = (slot + 1) & (capacity - 1);
      }
      slots[slot] = (short) (i + 1);
    }
  }

  /** What the names take in BSON, with the type and end marks of the fields. */
  int nameBytes() {
    return nameBytes;
  }

  String name(int position) {
    return names[position];
  }

  /** The position of a name, or -1. */
  int positionOf(Object name) {
    int mask = slots.length - 1;
    int slot = name.hashCode() & mask;
    while (true) {
      int position = slots[slot] - 1;
      if (position < 0) {
        return -1;
      }
      String candidate = names[position];
      if (candidate == name || candidate.equals(name)) {
        return position;
      }
      slot = (slot + 1) & mask;
    }
  }
}
