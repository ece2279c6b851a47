package shardsh.core.base;

import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * The running operation: when it must end in simulated time, and whether somebody asked it to stop.
 * Every unbounded loop of the core calls {@link #checkForInterrupt()} (the server's name for it).
 */
public final class OperationContext {
  private final BooleanSupplier interrupted;
  private final LongSupplier nowMillis;
  private final LongSupplier deadlineMillis;

  /**
   * @param nowMillis the simulated clock
   * @param deadlineMillis the instant after which the operation fails with MaxTimeMSExpired; {@link
   *     Long#MAX_VALUE} for none
   */
  public OperationContext(InterruptFlag flag, LongSupplier nowMillis, long deadlineMillis) {
    this(flag::isRaised, nowMillis, () -> deadlineMillis);
  }

  /** For whatever operation runs at the time of a question. */
  public OperationContext(
      BooleanSupplier interrupted, LongSupplier nowMillis, LongSupplier deadlineMillis) {
    this.interrupted = interrupted;
    this.nowMillis = nowMillis;
    this.deadlineMillis = deadlineMillis;
  }

  /** A context that never stops anything, for work that is bounded by itself. */
  public static OperationContext unbounded() {
    return new OperationContext(new InterruptFlag(), () -> 0, Long.MAX_VALUE);
  }

  /**
   * @throws CommandException INTERRUPTED after a request to stop, MAX_TIME_MS_EXPIRED after the
   *     deadline
   */
  public void checkForInterrupt() {
    if (interrupted.getAsBoolean()) {
      throw new CommandException(ErrorCode.INTERRUPTED, "operation was interrupted");
    }
    long deadline = deadlineMillis.getAsLong();
    if (deadline != Long.MAX_VALUE && nowMillis.getAsLong() > deadline) {
      throw new CommandException(ErrorCode.MAX_TIME_MS_EXPIRED, "operation exceeded time limit");
    }
  }
}
