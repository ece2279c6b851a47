package shardsh.core.storage;

import org.bson.BsonDocument;

/**
 * Walks a collection in natural order or backwards; sees it as it was when the cursor was opened.
 */
public final class RecordCursor {
  private static final int BITS = 6;
  private static final int MASK = RecordStore.WIDTH - 1;

  private final RecordStore.Page root;
  private final int shift;
  private final int step;
  private RecordStore.Page leaf;

  /** The record the cursor stands on; before the first call to {@link #next} one beyond the end. */
  private long id;

  private BsonDocument document;

  RecordCursor(RecordStore.Page root, int shift, boolean forward) {
    this.root = root;
    this.shift = shift;
    this.step = forward ? 1 : -1;
    this.id = forward ? -1 : 1L << (shift + BITS);
  }

  /** Moves on; false at the end. */
  public boolean next() {
    long end = 1L << (shift + BITS);
    for (long candidate = id + step; candidate >= 0 && candidate < end; ) {
      int slot = (int) candidate & MASK;
      boolean enters = step > 0 ? slot == 0 : slot == MASK;
      if (leaf == null || enters) {
        long skipped = descend(candidate);
        if (skipped != 0) {
          candidate = step > 0 ? (candidate | (skipped - 1)) + 1 : (candidate & -skipped) - 1;
          continue;
        }
      }
      document = (BsonDocument) leaf.slots[slot];
      if (document != null) {
        id = candidate;
        return true;
      }
      candidate += step;
    }
    document = null;
    return false;
  }

  /** Finds the page of an id; 0, or the length of the empty run of ids around it. */
  private long descend(long candidate) {
    RecordStore.Page page = root;
    for (int level = shift; level > 0; level -= BITS) {
      page = (RecordStore.Page) page.slots[(int) (candidate >>> level) & MASK];
      if (page == null) {
        leaf = null;
        return 1L << level;
      }
    }
    leaf = page;
    return 0;
  }

  public long recordId() {
    return id;
  }

  public BsonDocument document() {
    return document;
  }
}
