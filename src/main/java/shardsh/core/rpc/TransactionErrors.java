package shardsh.core.rpc;

import java.util.List;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.ErrorLabels;
import shardsh.core.sharding.StaleConfigInfo;

/**
 * Errors that end a transaction, and the label by which a driver knows that the whole of it may be
 * run again. Source: {@code sharding-facts.md}, section 19.1, and the manual on transactions.
 */
public final class TransactionErrors {
  private static final List<ErrorCode> TRANSIENT =
      List.of(
          ErrorCode.WRITE_CONFLICT,
          ErrorCode.SNAPSHOT_TOO_OLD,
          ErrorCode.SNAPSHOT_UNAVAILABLE,
          ErrorCode.STALE_CHUNK_HISTORY,
          ErrorCode.STALE_CONFIG,
          ErrorCode.STALE_DB_VERSION,
          ErrorCode.NO_SUCH_TRANSACTION,
          ErrorCode.PREPARED_TRANSACTION_IN_PROGRESS,
          ErrorCode.MIGRATION_CONFLICT,
          ErrorCode.HOST_UNREACHABLE,
          ErrorCode.FAILED_TO_SATISFY_READ_PREFERENCE);

  private TransactionErrors() {}

  /** Whether the transaction that met the error may succeed when it is run again. */
  public static boolean isTransient(CommandException e) {
    return TRANSIENT.contains(e.errorCode());
  }

  /**
   * As {@link #labelled}, of an error that met a commit or an abort: where no answer came nobody
   * knows whether that was done, so the whole transaction must not be run again.
   */
  public static CommandException labelledAtEnd(CommandException e) {
    return isOutcomeUnknown(e) ? e : labelled(e);
  }

  /** Whether the error leaves open if what it met was done. */
  public static boolean isOutcomeUnknown(CommandException e) {
    return e.errorCode().isUnreachable()
        || e.errorCode().equals(ErrorCode.NETWORK_TIMEOUT)
        || e.errorCode().equals(ErrorCode.MAX_TIME_MS_EXPIRED)
        || e.errorCode().equals(ErrorCode.INTERRUPTED);
  }

  /** The error with the label, if it is of the kind that has it. */
  public static CommandException labelled(CommandException e) {
    if (!isTransient(e)) {
      return e;
    }
    CommandException plain =
        e.detail()
            .filter(StaleConfigInfo.class::isInstance)
            .map(info -> ((StaleConfigInfo) info).toBson())
            .map(info -> new CommandException(e.errorCode(), e.getMessage(), info))
            .orElse(e);
    return ErrorLabels.with(ErrorLabels.TRANSIENT_TRANSACTION, plain);
  }

  /**
   * @param number the transaction's
   */
  public static CommandException aborted(long number) {
    return new CommandException(
        ErrorCode.NO_SUCH_TRANSACTION,
        "Transaction with { txnNumber: " + number + " } has been aborted.");
  }
}
