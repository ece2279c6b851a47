package shardsh.core.plan;

import java.util.BitSet;

/** The records a stage has seen, to give each once. */
final class RecordSet {
  private final BitSet seen = new BitSet();

  /** Whether the record is new. */
  boolean add(long recordId) {
    int bit = Math.toIntExact(recordId);
    if (seen.get(bit)) {
      return false;
    }
    seen.set(bit);
    return true;
  }
}
