package shardsh.js.api;

import org.bson.BsonValue;

/** A cursor, for whoever wants to know what it has brought first. */
public interface FirstBatch {
  /** How many documents a first reply has where nobody asks for another number. */
  int SIZE = 101;

  /**
   * The documents of its first reply, an empty list if it has not asked yet; its plan if that is
   * what was asked for. Of one that brings fewer than {@link #SIZE} at a time, those of the replies
   * read so far, up to that number.
   */
  BsonValue firstBatch();

  /** Whether it has sent its command. */
  boolean hasAsked();
}
