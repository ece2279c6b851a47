package shardsh.core.query;

/** Whether bounds alone answer a predicate, the best first. Names as in the server's planner. */
public enum Tightness {
  /** Every key in the bounds belongs to a match. */
  EXACT,
  /**
   * Every document in the bounds matches, but the key does not tell its value (null or missing), so
   * a covered plan cannot give it back.
   */
  EXACT_MAYBE_COVERED,
  /** The predicate must be asked again, and can be asked about the index key. */
  INEXACT_COVERED,
  /** The predicate must be asked again about the document. */
  INEXACT_FETCH;

  Tightness and(Tightness other) {
    return compareTo(other) >= 0 ? this : other;
  }

  /** Whether nothing needs to be asked again once the document is at hand. */
  public boolean isExact() {
    return this == EXACT || this == EXACT_MAYBE_COVERED;
  }
}
