package shardsh.core.update;

import org.bson.BsonValue;
import shardsh.core.base.CommandException;

/** One modifier for one path, e.g. the {@code {$inc: {a: 1}}} of an update. Immutable. */
interface UpdateOperator {

  /**
   * The value afterwards; the same instance when nothing changes.
   *
   * @param current the value at the path, or null when it is missing
   * @return null to leave it missing or take it away
   * @throws CommandException with the server's code when the operator cannot be applied to it
   */
  BsonValue apply(BsonValue current, Application application);

  /** Whether the operator plays a part at all; {@code $setOnInsert} does only when inserting. */
  default boolean concerns(Application application) {
    return true;
  }

  /** Whether the operator makes the path where there is none; else it does nothing there. */
  default boolean createsMissing() {
    return true;
  }

  /** Whether a scalar in the way of the path means that there is nothing to do, not an error. */
  default boolean toleratesBlockedPath() {
    return false;
  }
}
