package shardsh.core.rpc;

/**
 * How long an open cursor lives: ten minutes of simulated time after it was last used, unless it
 * was opened with {@code noCursorTimeout}. Source: the manual's page on {@code
 * cursorTimeoutMillis}, which is always at its default here; a real node looks for idle cursors
 * every four seconds.
 */
public final class CursorLife {
  private static final long IDLE_MILLIS_MAX = 600_000;

  private final boolean timesOut;
  private long usedMillis;

  private CursorLife(boolean timesOut, long usedMillis) {
    this.timesOut = timesOut;
    this.usedMillis = usedMillis;
  }

  /** Of a cursor that is opened now. */
  public static CursorLife of(boolean noCursorTimeout, long nowMillis) {
    return new CursorLife(!noCursorTimeout, nowMillis);
  }

  /** The same, for a copy of the cursor. */
  public CursorLife copy() {
    return new CursorLife(timesOut, usedMillis);
  }

  /** Whether the cursor has been idle for too long. */
  public boolean isOver(long nowMillis) {
    return timesOut && nowMillis - usedMillis >= IDLE_MILLIS_MAX;
  }

  /** When the cursor is over if nobody uses it; the largest number if it never is. */
  public long endMillis() {
    return timesOut ? usedMillis + IDLE_MILLIS_MAX : Long.MAX_VALUE;
  }

  /** The cursor was used: its idle time begins anew. */
  public void use(long nowMillis) {
    usedMillis = nowMillis;
  }
}
