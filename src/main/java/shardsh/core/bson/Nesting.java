package shardsh.core.bson;

import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;

/** How deep documents may be nested: as deep as the server takes them. */
public final class Nesting {
  /** The greatest depth of objects and arrays inside each other, and of dotted paths. */
  public static final int DEPTH_MAX = 200;

  /** The greatest depth of a document that is stored, itself counted. */
  public static final int STORED_DEPTH_MAX = 180;

  private Nesting() {}

  /** Whether the document, itself counted, has more levels than may be stored. */
  public static boolean isTooDeepToStore(BsonDocument document) {
    return isDeeper(document, STORED_DEPTH_MAX);
  }

  private static boolean isDeeper(BsonValue value, int levels) {
    if (value instanceof BsonDocument) {
      for (BsonValue child : ((BsonDocument) value).values()) {
        if (isDeeper(child, levels - 1)) {
          return true;
        }
      }
      return levels < 1;
    }
    if (value instanceof BsonArray) {
      for (BsonValue child : (BsonArray) value) {
        if (isDeeper(child, levels - 1)) {
          return true;
        }
      }
      return levels < 1;
    }
    return false;
  }

  /**
   * @throws CommandException OVERFLOW when objects and arrays lie deeper inside each other than
   *     {@link #DEPTH_MAX}
   */
  public static void check(BsonValue value) {
    check(value, 0);
  }

  private static void check(BsonValue value, int depth) {
    if (depth > DEPTH_MAX) {
      throw new CommandException(
          ErrorCode.OVERFLOW, "BSONObj exceeded maximum nested object depth: " + DEPTH_MAX);
    }
    if (value instanceof BsonDocument) {
      for (BsonValue child : ((BsonDocument) value).values()) {
        check(child, depth + 1);
      }
    } else if (value instanceof BsonArray) {
      for (BsonValue child : (BsonArray) value) {
        check(child, depth + 1);
      }
    }
  }
}
