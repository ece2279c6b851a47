package shardsh.core.mongos;

import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.base.ServerProfile;
import shardsh.core.bson.TypeNames;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.query.CanonicalQuery;
import shardsh.core.query.Collation;

/** Fields of requests, checked as the server's parsers check them. */
final class RequestFields {
  private RequestFields() {}

  /**
   * The collection that a command names in its first field.
   *
   * @throws CommandException INVALID_NAMESPACE when it is not a usable name
   */
  static Namespace namespace(String db, BsonDocument command, String commandName) {
    BsonValue value = command.get(commandName);
    if (value == null || !value.isString()) {
      throw new CommandException(
          ErrorCode.INVALID_NAMESPACE,
          "collection name has invalid type " + (value == null ? "missing" : TypeNames.of(value)));
    }
    String name = value.asString().getValue();
    if (name.isEmpty() || name.startsWith(".") || name.endsWith(".") || name.contains("\0")) {
      throw new CommandException(
          ErrorCode.INVALID_NAMESPACE, "Invalid namespace specified '" + db + "." + name + "'");
    }
    return Namespace.of(db, name);
  }

  /**
   * A field that is a document; an empty one when missing.
   *
   * @throws CommandException TYPE_MISMATCH
   */
  static BsonDocument document(BsonDocument command, String name) {
    BsonValue value = command.get(name);
    if (value == null || value.isNull()) {
      return new BsonDocument();
    }
    if (!value.isDocument()) {
      throw typeMismatch(command, name, value, "object");
    }
    return value.asDocument();
  }

  /**
   * A field that is a whole number; 0 when missing.
   *
   * @throws CommandException TYPE_MISMATCH
   */
  static long wholeNumber(BsonDocument command, String name) {
    BsonValue value = command.get(name);
    if (value == null || value.isNull()) {
      return 0;
    }
    if (!value.isNumber()) {
      throw typeMismatch(command, name, value, "long");
    }
    return value.asNumber().longValue();
  }

  static CommandException typeMismatch(
      BsonDocument command, String name, BsonValue value, String wanted) {
    return new CommandException(
        ErrorCode.TYPE_MISMATCH,
        "BSON field '"
            + command.getFirstKey()
            + "."
            + name
            + "' is the wrong type '"
            + TypeNames.of(value)
            + "', expected type '"
            + wanted
            + "'");
  }

  /** The request's collation; simple when it names none. */
  static Collation collation(BsonDocument command) {
    BsonValue spec = command.get("collation");
    return spec == null || !spec.isDocument()
        ? Collation.simple()
        : Collation.parse(spec.asDocument());
  }

  /** The time in the past that a read asks about, {@code readConcern.atClusterTime}. */
  static Optional<BsonTimestamp> atClusterTime(BsonDocument command) {
    if (!command.containsKey("readConcern")) {
      return Optional.empty();
    }
    BsonDocument concern = document(command, "readConcern");
    return concern.isTimestamp("atClusterTime")
        ? Optional.of(concern.getTimestamp("atClusterTime"))
        : Optional.empty();
  }

  /** Checks a find that is answered without asking anyone, as a server of that profile. */
  static void checkFind(BsonDocument command, ServerProfile profile) {
    CanonicalQuery.parse(
        command, Collation.simple(), EvaluationContext.Settings.PLAIN.withProfile(profile));
  }
}
