package shardsh.core.plan;

import shardsh.core.keys.KeyPattern;
import shardsh.core.keys.MultikeyPaths;
import shardsh.core.query.Collation;
import shardsh.core.storage.IndexSpec;
import shardsh.core.storage.OrderedIndex;

/** What the planner knows about an index: what it is, and where it has met arrays. */
public record IndexEntry(IndexSpec spec, MultikeyPaths multikeyPaths) {

  public static IndexEntry of(OrderedIndex index) {
    return new IndexEntry(index.spec(), index.multikeyPaths());
  }

  public String name() {
    return spec.name();
  }

  public KeyPattern keyPattern() {
    return spec.keyPattern();
  }

  Collation collation() {
    return spec.collation().map(Collation::parse).orElse(Collation.simple());
  }

  /** The position of a path among the index's fields, or -1. */
  int positionOf(String path) {
    for (int i = 0; i < keyPattern().size(); i++) {
      if (keyPattern().fields().get(i).path().text().equals(path)) {
        return i;
      }
    }
    return -1;
  }

  /** Whether another field of the index holds an object that this field lies in. */
  boolean holdsAbove(int position) {
    String path = keyPattern().fields().get(position).path().text();
    for (int i = 0; i < keyPattern().size(); i++) {
      KeyPattern.Field other = keyPattern().fields().get(i);
      if (!other.hashed() && path.startsWith(other.path().text() + ".")) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether the index key holds the very value a document has at this path: no array, no hash, no
   * collation.
   */
  boolean holds(String path) {
    int position = positionOf(path);
    return position >= 0
        && !keyPattern().fields().get(position).hashed()
        && !multikeyPaths.isMultikey(position)
        && spec.collation().isEmpty();
  }
}
