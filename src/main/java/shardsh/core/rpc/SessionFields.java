package shardsh.core.rpc;

import java.util.List;
import java.util.Optional;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.Docs;
import shardsh.core.bson.TypeNames;

/**
 * The fields by which a command belongs to a session: {@code lsid}, and {@code txnNumber} for a
 * retryable write, with {@code autocommit: false} for a statement of a transaction. Source: the
 * server's error messages, and the drivers' specification of sessions and transactions.
 *
 * @param session the session's id
 * @param number of the transaction or retryable write in its session
 * @param inTransaction whether the command is a statement of a transaction, or ends one
 * @param starts whether it begins a transaction on the node that gets it
 */
public record SessionFields(
    BsonBinary session, long number, boolean inTransaction, boolean starts) {
  /** All fields that {@link #of} reads. */
  private static final List<String> NAMES =
      List.of("lsid", "txnNumber", "autocommit", "startTransaction");

  /** The fields of a command; empty when it has no transaction number. */
  public static Optional<SessionFields> of(BsonDocument command) {
    if (!command.containsKey("txnNumber") || !command.isDocument("lsid")) {
      return Optional.empty();
    }
    return Optional.of(
        new SessionFields(
            command.getDocument("lsid").getBinary("id"),
            command.getNumber("txnNumber").longValue(),
            command.containsKey("autocommit"),
            command.containsKey("startTransaction")));
  }

  /**
   * The fields of a command that makes sense in a transaction only.
   *
   * @throws CommandException COMMAND_FAILED when it has none
   */
  public static SessionFields ofStatement(BsonDocument command) {
    return of(command)
        .filter(SessionFields::inTransaction)
        .orElseThrow(
            () ->
                new CommandException(
                    ErrorCode.COMMAND_FAILED,
                    Docs.firstName(command) + " must be run within a transaction"));
  }

  /** The session's id as text, e.g. for messages and as a key. */
  public String sessionText() {
    return session.asUuid().toString();
  }

  /** The command as a statement of this transaction, for a node that may not have it yet. */
  public BsonDocument on(BsonDocument command, boolean first) {
    BsonDocument sent = without(command);
    sent.append("lsid", new BsonDocument("id", session)).append("txnNumber", new BsonInt64(number));
    if (first) {
      sent.append("startTransaction", BsonBoolean.TRUE);
    }
    return sent.append("autocommit", BsonBoolean.FALSE);
  }

  /**
   * The number of a statement in a retryable write: that of {@code stmtIds}, or counted from {@code
   * stmtId}, which is 0 unless given.
   */
  public static int statementId(BsonDocument command, int position) {
    if (command.isArray("stmtIds")) {
      return command.getArray("stmtIds").get(position).asNumber().intValue();
    }
    int first = command.isNumber("stmtId") ? command.getNumber("stmtId").intValue() : 0;
    return first + position;
  }

  /** A copy of the command without the fields of sessions. */
  public static BsonDocument without(BsonDocument command) {
    BsonDocument rest = Docs.copyOf(command);
    NAMES.forEach(rest::remove);
    return rest;
  }

  /**
   * Checks the types of the fields, and which of them go together.
   *
   * @throws CommandException TYPE_MISMATCH, MISSING_FIELD or INVALID_OPTIONS
   */
  static void check(BsonDocument command) {
    BsonValue lsid = command.get("lsid");
    if (lsid != null) {
      checkSession(lsid);
    }
    BsonValue number = command.get("txnNumber");
    BsonValue autocommit = command.get("autocommit");
    BsonValue starts = command.get("startTransaction");
    if (number != null) {
      require(number.isNumber(), "txnNumber", number, "long");
      demand(lsid != null, "Transaction number requires a session ID to also be specified");
      demand(number.asNumber().longValue() >= 0, "Transaction number cannot be negative");
    }
    if (autocommit != null) {
      require(autocommit.isBoolean(), "autocommit", autocommit, "bool");
      demand(
          number != null, "'autocommit' field requires a transaction number to also be specified");
      demand(!autocommit.asBoolean().getValue(), "Specifying autocommit=true is not allowed.");
    }
    if (starts != null) {
      require(starts.isBoolean(), "startTransaction", starts, "bool");
      demand(
          autocommit != null,
          "'startTransaction' field requires 'autocommit' field to also be specified");
      demand(starts.asBoolean().getValue(), "Specifying startTransaction=false is not allowed.");
    }
  }

  private static void checkSession(BsonValue lsid) {
    require(lsid.isDocument(), "lsid", lsid, "object");
    BsonValue id = lsid.asDocument().get("id");
    if (id == null) {
      throw new CommandException(
          ErrorCode.MISSING_FIELD,
          "BSON field 'OperationSessionInfo.lsid.id' is missing but a required field");
    }
    require(id.isBinary() && id.asBinary().getType() == 4, "lsid.id", id, "binData");
  }

  private static void require(boolean good, String field, BsonValue value, String wanted) {
    if (!good) {
      throw new CommandException(
          ErrorCode.TYPE_MISMATCH,
          "BSON field 'OperationSessionInfo."
              + field
              + "' is the wrong type '"
              + TypeNames.of(value)
              + "', expected type '"
              + wanted
              + "'");
    }
  }

  private static void demand(boolean holds, String otherwise) {
    if (!holds) {
      throw new CommandException(ErrorCode.INVALID_OPTIONS, otherwise);
    }
  }
}
