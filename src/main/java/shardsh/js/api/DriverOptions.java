package shardsh.js.api;

import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Options of helpers that the driver keeps to itself: a server would refuse them. */
final class DriverOptions {
  private DriverOptions() {}

  /** The command without them; a read preference becomes the field that the server reads. */
  static BsonDocument taken(BsonDocument command) {
    boolean any = false;
    for (String name : command.keySet()) {
      any |= isOption(name);
    }
    if (!any) {
      return command;
    }
    BsonDocument sent = new BsonDocument();
    for (Map.Entry<String, BsonValue> field : command.entrySet()) {
      if (!isOption(field.getKey())) {
        sent.append(field.getKey(), field.getValue());
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
