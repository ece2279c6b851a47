package shardsh.js.api;

import org.bson.BsonValue;
import shardsh.js.ShellInputException;

/** What the driver checks about the change in an update before it is sent. */
final class UpdateShape {
  private UpdateShape() {}

  /** Whether it is a pipeline or its first field is an operator. */
  static boolean isOperators(BsonValue change) {
    return change.isArray()
        || change.isDocument()
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
}
