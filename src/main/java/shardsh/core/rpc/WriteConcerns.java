package shardsh.core.rpc;

import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.TypeNames;

/**
 * The {@code writeConcern} of a command. Every member of a set has a write at once, so that only
 * what can never be met shows. Source: the server's error messages; left out are tags and
 * time-outs.
 */
public final class WriteConcerns {
  private static final int MEMBERS_MAX = 50;
  private static final List<String> FIELDS =
      List.of(
          "w", "j", "fsync", "wtimeout", "wElectionId", "wOpTime", "getLastError", "provenance");

  private WriteConcerns() {}

  /**
   * @throws CommandException UNKNOWN_FIELD, TYPE_MISMATCH, or FAILED_TO_PARSE for a w that no set
   *     can have
   */
  static void check(BsonDocument concern) {
    for (String name : concern.keySet()) {
      if (!FIELDS.contains(name)) {
        throw new CommandException(
            ErrorCode.UNKNOWN_FIELD, "BSON field 'writeConcern." + name + "' is an unknown field.");
      }
    }
    if (flag(concern, "j") && flag(concern, "fsync")) {
      throw failedToParse("fsync and j options cannot be used together");
    }
    BsonValue w = concern.get("w");
    if (w != null) {
      checkMembers(w);
    }
  }

  private static boolean flag(BsonDocument concern, String name) {
    BsonValue value = concern.get(name);
    if (value == null) {
      return false;
    }
    if (!value.isBoolean() && !value.isNumber() && !value.isDecimal128()) {
      throw new CommandException(
          ErrorCode.TYPE_MISMATCH,
          "BSON field 'writeConcern."
              + name
              + "' is the wrong type '"
              + TypeNames.of(value)
              + "', expected types '[bool, long, int, decimal, double']");
    }
    return value.isBoolean()
        ? value.asBoolean().getValue()
        : value.isDecimal128() || value.asNumber().doubleValue() != 0;
  }

  private static void checkMembers(BsonValue w) {
    if (w.isNumber()) {
      long members = w.asNumber().longValue();
      if (members < 0 || members > MEMBERS_MAX) {
        throw failedToParse(
            "w has to be a non-negative number and not greater than "
                + MEMBERS_MAX
                + "; found: "
                + members);
      }
    } else if (w.isDocument() && w.asDocument().isEmpty()) {
      throw failedToParse("tagged write concern requires tags");
    } else if (!w.isString() && !w.isDocument()) {
      throw failedToParse("w has to be a number, string, or object; found: " + TypeNames.of(w));
    }
  }

  private static CommandException failedToParse(String message) {
    return new CommandException(ErrorCode.FAILED_TO_PARSE, message);
  }

  /** Whether the command wants no answer but that it arrived. */
  public static boolean isUnacknowledged(BsonDocument command) {
    return command.isDocument("writeConcern")
        && command.getDocument("writeConcern").isNumber("w")
        && command.getDocument("writeConcern").getNumber("w").longValue() == 0;
  }

  /**
   * The {@code writeConcernError} of a write that was done, if its concern asks for more than the
   * set has.
   *
   * @param members of the set
   */
  public static Optional<BsonDocument> failure(BsonDocument command, int members) {
    if (!command.isDocument("writeConcern")) {
      return Optional.empty();
    }
    BsonValue w = command.getDocument("writeConcern").get("w");
    if (w != null && w.isNumber() && w.asNumber().longValue() > members) {
      return Optional.of(
          failure(100, "UnsatisfiableWriteConcern", "Not enough data-bearing nodes", w));
    }
    if (w != null && w.isString() && !List.of("", "majority").contains(w.asString().getValue())) {
      return Optional.of(
          failure(
              79,
              "UnknownReplWriteConcern",
              "No write concern mode named '"
                  + w.asString().getValue()
                  + "' found in replica set configuration",
              w));
    }
    return Optional.empty();
  }

  private static BsonDocument failure(int code, String codeName, String message, BsonValue w) {
    BsonDocument concern =
        new BsonDocument("w", w)
            .append("wtimeout", new BsonInt32(0))
            .append("provenance", new BsonString("clientSupplied"));
    return new BsonDocument("code", new BsonInt32(code))
        .append("codeName", new BsonString(codeName))
        .append("errmsg", new BsonString(message))
        .append("errInfo", new BsonDocument("writeConcern", concern));
  }
}
