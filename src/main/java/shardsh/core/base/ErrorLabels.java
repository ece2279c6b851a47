package shardsh.core.base;

import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * The field {@code errorLabels} of an error, by which a driver knows what it may do about it.
 * Source: the drivers' specifications of transactions and of change streams.
 */
public final class ErrorLabels {
  /** The whole transaction may be run again. */
  public static final String TRANSIENT_TRANSACTION = "TransientTransactionError";

  /** The change stream may be opened again after its last event. */
  public static final String RESUMABLE_CHANGE_STREAM = "ResumableChangeStreamError";

  /** Nobody knows whether the transaction was committed; the commit may be sent again. */
  public static final String UNKNOWN_COMMIT = "UnknownTransactionCommitResult";

  private static final String FIELD = "errorLabels";

  private ErrorLabels() {}

  /** The error with that label and no other; what its document says stays. */
  public static CommandException with(String label, CommandException e) {
    BsonDocument detail = new BsonDocument();
    e.detail()
        .filter(BsonDocument.class::isInstance)
        .ifPresent(known -> detail.putAll((BsonDocument) known));
    detail.append(FIELD, new BsonArray(List.of(new BsonString(label))));
    return new CommandException(e.errorCode(), e.getMessage(), detail);
  }

  /** Whether the error has the label. */
  public static boolean has(String label, CommandException e) {
    BsonValue labels =
        e.detail()
            .filter(BsonDocument.class::isInstance)
            .map(detail -> ((BsonDocument) detail).get(FIELD))
            .orElse(null);
    return labels != null && labels.isArray() && labels.asArray().contains(new BsonString(label));
  }
}
