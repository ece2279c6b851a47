package shardsh.js.api;

import org.bson.BsonValue;
import shardsh.js.ShellInputException;

/** What the driver checks about the change in an update before it is sent. */
final class UpdateShape {
  private UpdateShape() {}

  /** Whether its first field is an operator, or, of a pipeline, that of one of its stages. */
  static boolean isOperators(BsonValue change) {
    return change.isArray()
        ? change.asArray().stream().anyMatch(UpdateShape::isStage)
        : isStage(change);
  }

  private static boolean isStage(BsonValue change) {
    return change.isDocument()
        && !change.asDocument().isEmpty()
        && change.asDocument().getFirstKey().startsWith("$");
  }

  /**
   * @throws ShellInputException with the driver's text, if a replacement has operators or an update
   *     has none
   */
  static void check(BsonValue change, boolean replace) {
    if (!replace && !isOperators(change)) {
      throw new ShellInputException(
          "MongoInvalidArgumentError", "Update document requires atomic operators", "");
    }
    if (replace && isOperators(change)) {
      throw new ShellInputException(
          "MongoInvalidArgumentError",
          "Replacement document must not contain atomic operators",
          "");
    }
  }

  /**
   * As {@link #check} for a replacement, in the words for bulk writes.
   *
   * @throws ShellInputException if it has operators
   */
  static void checkBulkReplacement(BsonValue replacement) {
    if (isOperators(replacement)) {
      throw new ShellInputException(
          "MongoInvalidArgumentError", "Replacement document must not use atomic operators", "");
    }
  }

  /**
   * @throws ShellInputException with the driver's text, if it is neither an object nor an array
   */
  static void checkObject(BsonValue change) {
    if (!change.isDocument() && !change.isArray()) {
      throw new ShellInputException(
          "MongoInvalidArgumentError", "Document must be a valid JavaScript object", "");
    }
  }
}
