package shardsh.js.api;

import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Options of helpers that the driver keeps to itself: a server would refuse them. */
final class DriverOptions {
  private DriverOptions() {}

  /**
   * The command without them; a read preference becomes the field that the server reads, and a read
   * concern that is a word its level.
   */
  static BsonDocument taken(BsonDocument command) {
    boolean any = false;
    for (Map.Entry<String, BsonValue> field : command.entrySet()) {
      any |= isKept(field.getKey(), field.getValue());
    }
    if (!any) {
      return command;
    }
    BsonDocument sent = new BsonDocument();
    for (Map.Entry<String, BsonValue> field : command.entrySet()) {
      if (!isKept(field.getKey(), field.getValue())) {
        sent.append(field.getKey(), field.getValue());
      } else if (field.getKey().equals("readConcern")) {
        sent.append("readConcern", new BsonDocument("level", field.getValue()));
      } else if (field.getKey().equals("readPreference")) {
        BsonValue given = field.getValue();
        if (given.isString()) {
          sent.append("$readPreference", new BsonDocument("mode", given));
        } else if (given.isDocument()) {
          sent.append("$readPreference", given);
        }
      }
    }
    return sent;
  }

  /** A write concern that is no document sets nothing. */
  private static boolean isKept(String name, BsonValue value) {
    return isOption(name)
        || (name.equals("writeConcern") && !value.isDocument())
        || (name.equals("readConcern") && value.isString());
  }

  private static boolean isOption(String name) {
    return switch (name) {
      case "bsonRegExp",
          "checkKeys",
          "enableUtf8Validation",
          "fieldsAsRaw",
          "ignoreUndefined",
          "promoteBuffers",
          "promoteLongs",
          "promoteValues",
          "raw",
          "readPreference",
          "retryWrites",
          "serializeFunctions",
          "session",
          "timeoutMS",
          "useBigInt64" ->
          true;
      default -> false;
    };
  }
}
