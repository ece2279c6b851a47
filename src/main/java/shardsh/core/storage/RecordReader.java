package shardsh.core.storage;

import java.util.Set;
import org.bson.BsonDocument;

/**
 * Reads the documents of an index scan. They lie anywhere in memory; it looks for those of the next
 * entries together, because the machine waits for many of them no longer than for one. Gives each
 * as it is when it is asked for.
 */
public final class RecordReader {
  private static final int AHEAD_MAX = 64;

  private final RecordStore records;
  private final long[] ids = new long[AHEAD_MAX];
  private final BsonDocument[] documents = new BsonDocument[AHEAD_MAX];
  private int position;
  private int size;
  private int ahead = 1;
  private long changes;
  private String[] fields = {};
  private int touched;

  RecordReader(RecordStore records) {
    this.records = records;
  }

  /** Says which fields of the documents will be read, as far as that is known. */
  public void expect(Set<String> names) {
    fields = names.toArray(new String[0]);
  }

  /** The document of the entry that the cursor stands on; null when it has been removed. */
  public BsonDocument document(IndexCursor cursor) {
    long id = cursor.recordId();
    if (position == size || ids[position] != id || changes != records.changes()) {
      look(cursor);
    }
    return documents[position++];
  }

  private void look(IndexCursor cursor) {
    size = cursor.upcoming(ids, ahead);
    position = 0;
    changes = records.changes();
    ahead = Math.min(AHEAD_MAX, 2 * ahead);
    for (int i = 0; i < size; i++) {
      documents[i] = records.get(ids[i]);
    }
    if (size > 1) {
      touch();
    }
  }

  /** Nothing needs what is counted here: it makes the machine read, level by level, all at once. */
  private void touch() {
    Shape shape = null;
    for (int i = 0; i < size; i++) {
      if (documents[i] instanceof PackedDocument packed) {
        touched += packed.shape() == shape ? 1 : 0;
        shape = packed.shape();
      }
    }
    for (int i = 0; i < size; i++) {
      touched += documents[i] instanceof PackedDocument packed ? packed.size() : 0;
    }
    int[] positions = {};
    shape = null;
    for (int i = 0; i < size; i++) {
      if (documents[i] instanceof PackedDocument packed) {
        positions = packed.shape() == shape ? positions : positions(packed.shape());
        shape = packed.shape();
        touched += packed.touch(positions);
      }
    }
  }

  private int[] positions(Shape shape) {
    int[] positions = new int[fields.length];
    for (int i = 0; i < positions.length; i++) {
      positions[i] = shape.positionOf(fields[i]);
    }
    return positions;
  }

  @Override
  public String toString() {
    return "record reader, " + size + " ahead, " + touched + " fields";
  }
}
