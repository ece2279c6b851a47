package shardsh.js.api;

import org.bson.BsonValue;

/** A cursor, for whoever wants to know what it has brought first. */
public interface FirstBatch {

  /**
   * The documents of its first reply, an empty list if it has not asked yet; its plan if that is
   * what was asked for.
   */
  BsonValue firstBatch();

  /** Whether it has sent its command. */
  boolean hasAsked();
}
