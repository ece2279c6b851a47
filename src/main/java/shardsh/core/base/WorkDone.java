package shardsh.core.base;

/**
 * How far a long operation has come.
 *
 * @param what a word or two, e.g. {@code insert}
 * @param total 0 when it is not known
 */
public record WorkDone(String what, long done, long total) {
  private static final int TOLD_EVERY = 50;

  /**
   * Whether those who wait are told of it. A work that is known to be short is not: it may be a
   * part of a longer one.
   */
  public boolean isWorthTelling() {
    return !isShort() && done > 0 && done % TOLD_EVERY == 0;
  }

  /** Whether it is known to be over before there is anything to tell. */
  public boolean isShort() {
    return total > 0 && total <= TOLD_EVERY;
  }
}
