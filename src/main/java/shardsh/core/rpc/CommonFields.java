package shardsh.core.rpc;

import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonType;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.ServerText;
import shardsh.core.bson.TypeNames;

/** Checks the fields that every command may have. Source: the server's error messages, observed. */
final class CommonFields {
  private static final List<String> LEVELS =
      List.of("local", "majority", "linearizable", "available", "snapshot");

  private CommonFields() {}

  /**
   * @throws CommandException with the server's code for a field of a wrong type or out of range
   */
  static void check(BsonDocument command) {
    BsonValue maxTime = command.get("maxTimeMS");
    if (maxTime != null) {
      checkMaxTime(maxTime);
    }
    BsonValue readConcern = command.get("readConcern");
    if (readConcern != null) {
      checkReadConcern(readConcern);
    }
    BsonValue writeConcern = command.get("writeConcern");
    if (writeConcern != null && !writeConcern.isDocument()) {
      throw new CommandException(
          ErrorCode.TYPE_MISMATCH,
          "\"writeConcern\" had the wrong type. Expected object, found "
              + TypeNames.of(writeConcern));
    }
    if (writeConcern != null) {
      WriteConcerns.check(writeConcern.asDocument());
    }
    BsonValue preference = command.get("$readPreference");
    if (preference != null && !preference.isDocument()) {
      throw new CommandException(
          ErrorCode.TYPE_MISMATCH,
          "$readPreference has incorrect type: expected object but got "
              + TypeNames.of(preference));
    }
    ReadPreference.stated(command);
    VersionFields.check(command);
  }

  private static void checkMaxTime(BsonValue value) {
    if (value.isNull() || value.getBsonType() == BsonType.UNDEFINED) {
      return;
    }
    if (!value.isNumber()) {
      throw badValue("maxTimeMS must be a number");
    }
    double number = value.asNumber().doubleValue();
    if (number < 0 || number > Integer.MAX_VALUE) {
      throw badValue(ServerText.of(value) + " value for maxTimeMS is out of range");
    }
    if (number != Math.rint(number)) {
      throw badValue("maxTimeMS has non-integral value");
    }
  }

  private static void checkReadConcern(BsonValue value) {
    if (!value.isDocument()) {
      throw new CommandException(
          ErrorCode.FAILED_TO_PARSE, "readConcern field should be an object");
    }
    BsonValue level = value.asDocument().get("level");
    BsonValue time = value.asDocument().get("atClusterTime");
    if (time != null && !time.isTimestamp()) {
      throw new CommandException(
          ErrorCode.TYPE_MISMATCH,
          "BSON field 'readConcern.atClusterTime' is the wrong type '"
              + TypeNames.of(time)
              + "', expected type 'timestamp'");
    }
    if (time != null && !new BsonString("snapshot").equals(level)) {
      throw new CommandException(
          ErrorCode.INVALID_OPTIONS,
          "readConcern.atClusterTime can only be set if readConcern.level is equal to snapshot");
    }
    if (level == null || (level.isString() && LEVELS.contains(level.asString().getValue()))) {
      return;
    }
    if (!level.isString()) {
      throw new CommandException(
          ErrorCode.TYPE_MISMATCH,
          "BSON field 'readConcern.level' is the wrong type '"
              + TypeNames.of(level)
              + "', expected type 'string'");
    }
    throw badValue(
        "Enumeration value '"
            + level.asString().getValue()
            + "' for field 'readConcern.level' is not a valid value.");
  }

  private static CommandException badValue(String message) {
    return new CommandException(ErrorCode.BAD_VALUE, message);
  }
}
