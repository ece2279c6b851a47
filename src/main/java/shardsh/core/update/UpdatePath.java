package shardsh.core.update;

import java.util.List;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.BsonPath;
import shardsh.core.bson.Nesting;

/**
 * A path that an update names, checked: {@code a.b}, {@code a.$.b}, {@code a.$[].b}, {@code
 * a.$[i]}.
 */
record UpdatePath(String text, List<String> parts) {
  /**
   * @throws CommandException EMPTY_FIELD_NAME, or BAD_VALUE for a misplaced {@code $}
   */
  static UpdatePath parse(String text) {
    if (text.isEmpty()) {
      throw new CommandException(ErrorCode.EMPTY_FIELD_NAME, "An empty update path is not valid.");
    }
    List<String> parts = BsonPath.of(text).parts();
    checkLength(parts);
    int positional = 0;
    for (String part : parts) {
      if (part.isEmpty()) {
        throw new CommandException(
            ErrorCode.EMPTY_FIELD_NAME,
            "The update path '" + text + "' contains an empty field name, which is not allowed.");
      }
      if (part.equals("$")) {
        positional++;
      }
    }
    if (positional > 1) {
      throw Application.badValue(
          "Too many positional (i.e. '$') elements found in path '" + text + "'");
    }
    if (parts.get(0).equals("$")) {
      throw Application.badValue(
          "Cannot have positional (i.e. '$') element in the first position in path '" + text + "'");
    }
    if (isElements(parts.get(0))) {
      throw Application.badValue(
          "Cannot have array filter identifier (i.e. '$[<id>]') element in the first position in"
              + " path '"
              + text
              + "'");
    }
    return new UpdatePath(text, parts);
  }

  /**
   * @throws CommandException OVERFLOW for more parts than documents may be nested deep
   */
  static void checkLength(List<String> parts) {
    if (parts.size() > Nesting.DEPTH_MAX) {
      throw new CommandException(
          ErrorCode.OVERFLOW, "Path exceeded the maximum depth of " + Nesting.DEPTH_MAX);
    }
  }

  /** Whether a part stands for array elements: {@code $[]} or {@code $[id]}. */
  static boolean isElements(String part) {
    return part.startsWith("$[") && part.endsWith("]");
  }

  /** The id of a {@code $[id]}; empty for {@code $[]}. */
  static String identifier(String part) {
    return part.substring(2, part.length() - 1);
  }

  /** Whether the path names elements by position, match or filter. */
  boolean isDynamic() {
    return parts.stream().anyMatch(part -> part.equals("$") || isElements(part));
  }
}
