package shardsh.core.rpc;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.bson.TypeNames;
import shardsh.core.trace.ReplicationEvent;

/**
 * The {@code writeConcern} of a command. Source: the server's error messages. Left out: modes by
 * tags, journaling, and waiting without end for members that are down.
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

  /** A write concern as a set reads it: how many members, and how long to wait for them. */
  private record Wanted(BsonValue w, int members, long timeoutMillis, String provenance) {
    static Wanted of(BsonDocument command, Environment environment, Members set) {
      BsonDocument concern = command.getDocument("writeConcern", new BsonDocument());
      BsonValue w = concern.get("w");
      String provenance = "clientSupplied";
      if (w == null) {
        boolean majority = environment.profile().writesToMajority();
        w = majority ? new BsonString("majority") : new BsonInt32(1);
        provenance = "implicitDefault";
      }
      long timeout = concern.isNumber("wtimeout") ? concern.getNumber("wtimeout").longValue() : 0;
      int members = w.isNumber() ? (int) w.asNumber().longValue() : set.states().majority();
      return new Wanted(w, members, timeout, provenance);
    }

    BsonDocument document() {
      return new BsonDocument("w", w)
          .append("wtimeout", new BsonInt32((int) timeoutMillis))
          .append("provenance", new BsonString(provenance));
    }

    BsonDocument failure(int code, String codeName, String message, boolean timedOut) {
      BsonDocument info = new BsonDocument();
      if (timedOut) {
        info.append("wtimeout", BsonBoolean.TRUE);
      }
      return new BsonDocument("code", new BsonInt32(code))
          .append("codeName", new BsonString(codeName))
          .append("errmsg", new BsonString(message))
          .append("errInfo", info.append("writeConcern", document()));
    }

    BsonDocument timedOut() {
      return failure(64, "WriteConcernFailed", "waiting for replication timed out", true);
    }
  }

  /**
   * Waits, in simulated time, until as many members of a set have what was written as the command's
   * write concern asks for; gives the {@code writeConcernError} if that cannot be or takes too
   * long.
   */
  public static Optional<BsonDocument> await(
      BsonDocument command, Environment environment, Members set, Namespace ns) {
    Wanted wanted = Wanted.of(command, environment, set);
    if (wanted.w().isString()
        && !List.of("", "majority").contains(wanted.w().asString().getValue())) {
      return Optional.of(
          wanted.failure(
              79,
              "UnknownReplWriteConcern",
              "No write concern mode named '"
                  + wanted.w().asString().getValue()
                  + "' found in replica set configuration",
              false));
    }
    if (wanted.members() > set.size()) {
      return Optional.of(
          wanted.failure(100, "UnsatisfiableWriteConcern", "Not enough data-bearing nodes", false));
    }
    if (wanted.members() <= 1) {
      return Optional.empty();
    }
    long start = environment.clock().nowMillis();
    try {
      return waited(wanted, environment, set, ns, start);
    } catch (CommandException e) {
      if (!e.errorCode().equals(ErrorCode.MAX_TIME_MS_EXPIRED)) {
        throw e;
      }
      return Optional.of(
          wanted.failure(e.errorCode().code(), e.errorCode().codeName(), e.getMessage(), false));
    }
  }

  private static Optional<BsonDocument> waited(
      Wanted wanted, Environment environment, Members set, Namespace ns, long start) {
    OptionalLong ready = set.states().replicatedMillis(wanted.members());
    long lost = set.elections().relinquishesAtMillis();
    long limit = wanted.timeoutMillis() > 0 ? start + wanted.timeoutMillis() : Long.MAX_VALUE;
    if (ready.isPresent() && ready.getAsLong() <= limit) {
      if (ready.getAsLong() > start) {
        environment.passTo(ready.getAsLong());
        environment
            .trace()
            .record(
                new ReplicationEvent.WriteReplicated(
                    set.name(set.serving()),
                    ns,
                    wanted.members(),
                    environment.clock().nowMillis() - start));
      }
      return Optional.empty();
    }
    if (lost >= 0 && lost < limit) {
      environment.passTo(lost);
      set.settle();
      return Optional.of(
          wanted.failure(
              11602, "InterruptedDueToReplStateChange", "operation was interrupted", false));
    }
    if (limit < Long.MAX_VALUE) {
      environment.passTo(limit);
      return Optional.of(wanted.timedOut());
    }
    return Optional.of(
        wanted.failure(
            64,
            "WriteConcernFailed",
            "too few members run for w: "
                + wanted.members()
                + " without wtimeout, where a real server waits for them; the write is done",
            false));
  }
}
