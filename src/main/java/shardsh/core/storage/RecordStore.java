package shardsh.core.storage;

import java.util.Arrays;
import org.bson.BsonDocument;

/**
 * Documents by record id, a number that rises with every insert; ascending ids are the natural
 * order. A tree of pages of 64: pages that a copy or a cursor may still read are replaced, not
 * changed.
 */
final class RecordStore {
  private static final int BITS = 6;
  static final int WIDTH = 1 << BITS;
  private static final int MASK = WIDTH - 1;

  /** Children, or documents at the lowest level; {@code used} of them are not null. */
  static final class Page {
    private final Object owner;
    final Object[] slots;
    private int used;

    private Page(Object owner, Object[] slots, int used) {
      this.owner = owner;
      this.slots = slots;
      this.used = used;
    }
  }

  private Object owner = new Object();
  private Page root;
  private int shift;
  private long nextId = 1;
  private long count;
  private long changes;

  RecordStore() {
    root = new Page(owner, new Object[WIDTH], 0);
  }

  private RecordStore(RecordStore other) {
    this.root = other.root;
    this.shift = other.shift;
    this.nextId = other.nextId;
    this.count = other.count;
  }

  RecordStore copy() {
    share();
    return new RecordStore(this);
  }

  /** From now on no page that exists is changed in place. */
  private void share() {
    owner = new Object();
  }

  long count() {
    return count;
  }

  /** The next id {@link #add} gives. */
  long nextId() {
    return nextId;
  }

  long add(BsonDocument document) {
    long id = nextId++;
    while (id >>> (shift + BITS) != 0) {
      grow();
    }
    root = put(root, shift, id, document);
    changes++;
    count++;
    return id;
  }

  /** Puts a document back under an id that was given out before. */
  void restore(long id, BsonDocument document) {
    while (id >>> (shift + BITS) != 0) {
      grow();
    }
    root = put(root, shift, id, document);
    changes++;
    count++;
  }

  private void grow() {
    Object[] slots = new Object[WIDTH];
    slots[0] = root;
    root = new Page(owner, slots, 1);
    shift += BITS;
  }

  void replace(long id, BsonDocument document) {
    root = put(root, shift, id, document);
    changes++;
  }

  void remove(long id) {
    Page page = clear(root, shift, id);
    changes++;
    root = page == null ? new Page(owner, new Object[WIDTH], 0) : page;
    if (page == null) {
      shift = 0;
    }
    count--;
  }

  /** The document, or null when there is none of that id. */
  BsonDocument get(long id) {
    if (id < 0 || id >>> (shift + BITS) != 0) {
      return null;
    }
    Page page = root;
    for (int level = shift; level > 0; level -= BITS) {
      page = (Page) page.slots[(int) (id >>> level) & MASK];
      if (page == null) {
        return null;
      }
    }
    return (BsonDocument) page.slots[(int) id & MASK];
  }

  /** A number that is another one after every change. */
  long changes() {
    return changes;
  }

  private Page put(Page page, int level, long id, BsonDocument document) {
    Page own = editable(page);
    int slot = (int) (id >>> level) & MASK;
    Object old = own.slots[slot];
    if (old == null) {
      own.used++;
    }
    if (level == 0) {
      own.slots[slot] = document;
    } else {
      Page child = old == null ? new Page(owner, new Object[WIDTH], 0) : (Page) old;
      own.slots[slot] = put(child, level - BITS, id, document);
    }
    return own;
  }

  private Page clear(Page page, int level, long id) {
    Page own = editable(page);
    int slot = (int) (id >>> level) & MASK;
    own.slots[slot] = level == 0 ? null : clear((Page) own.slots[slot], level - BITS, id);
    if (own.slots[slot] == null) {
      own.used--;
    }
    return own.used == 0 ? null : own;
  }

  private Page editable(Page page) {
    return page.owner == owner
        ? page
        : new Page(owner, Arrays.copyOf(page.slots, WIDTH), page.used);
  }

  /** Over the documents as they are now, whatever is written meanwhile. */
  RecordCursor cursor(boolean forward) {
    share();
    return new RecordCursor(root, shift, forward);
  }
}
