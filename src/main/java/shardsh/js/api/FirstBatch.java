package shardsh.js.api;

import org.bson.BsonArray;

/** A cursor, for whoever wants to know what it has brought first. */
public interface FirstBatch {

  /** The documents of its first reply; empty if it has not asked yet. */
  BsonArray firstBatch();
}
