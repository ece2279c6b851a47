package shardsh.core.query;

import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.BsonPath;
import shardsh.core.bson.Nesting;

/** Checks of field paths that sorts and projections name. */
final class FieldNames {
  private FieldNames() {}

  /**
   * @throws CommandException 40352 for an empty path, 40353 for one that ends with a dot, 15998 for
   *     an empty name, 16410 for a name with a dollar sign in front, OVERFLOW for too many parts
   */
  static void checkPath(String path) {
    if (path.isEmpty()) {
      throw failure(40352, "FieldPath cannot be constructed with empty string");
    }
    if (path.endsWith(".")) {
      throw failure(40353, "FieldPath must not end with a '.'.");
    }
    int parts = 0;
    for (String part : BsonPath.of(path).parts()) {
      if (part.isEmpty()) {
        throw failure(15998, "FieldPath field names may not be empty strings.");
      }
      if (part.startsWith("$")) {
        throw failure(
            16410,
            "FieldPath field names may not start with '$'. Consider using $getField or"
                + " $setField.");
      }
      parts++;
    }
    if (parts > Nesting.DEPTH_MAX) {
      throw new CommandException(
          ErrorCode.OVERFLOW, "FieldPath exceeded the maximum depth of " + Nesting.DEPTH_MAX);
    }
  }

  private static CommandException failure(int code, String message) {
    return new CommandException(ErrorCode.location(code), message);
  }
}
