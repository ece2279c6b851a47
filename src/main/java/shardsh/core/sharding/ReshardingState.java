package shardsh.core.sharding;

/**
 * Where a resharding operation is, by the words that the coordinator uses. From each state the next
 * one follows, or ABORTING until the decision is made. Source: the manual's page on resharding.
 */
public enum ReshardingState {
  INITIALIZING("initializing"),
  PREPARING_TO_DONATE("preparing-to-donate"),
  CLONING("cloning"),
  APPLYING("applying"),
  BLOCKING_WRITES("blocking-writes"),
  COMMITTING("committing"),
  DONE("done"),
  ABORTING("aborting"),
  ABORTED("aborted");

  private final String text;

  ReshardingState(String text) {
    this.text = text;
  }

  /** The server's word for it. */
  public String text() {
    return text;
  }

  /** The state that follows when nothing goes wrong; the last ones follow themselves. */
  public ReshardingState next() {
    return switch (this) {
      case INITIALIZING, PREPARING_TO_DONATE, CLONING, APPLYING, BLOCKING_WRITES, COMMITTING ->
          values()[ordinal() + 1];
      case ABORTING, ABORTED -> ABORTED;
      case DONE -> DONE;
    };
  }

  /** Whether it can still be stopped. */
  public boolean isBeforeDecision() {
    return compareTo(COMMITTING) < 0;
  }
}
