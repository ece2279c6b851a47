package shardsh.core.mongod;

import org.bson.BsonDocument;
import shardsh.core.base.Namespace;

/**
 * The results of a shard's cursor. They can be computed again from where they began and are then
 * the same, so that a cursor is copied without what runs in it.
 */
interface CursorResults {

  Namespace ns();

  /** The same results in a copy of the shard. */
  CursorResults in(LocalReads reads);

  /** Begins anew. */
  Running start();

  /** A computation under way. */
  interface Running {

    /** The next result, or null at the end and ever after. */
    BsonDocument next();

    /** Charges time for what was examined since the last time, and notes the plan in the trace. */
    void charge();

    /** What was examined up to now has been charged before. */
    void passOver();
  }
}
