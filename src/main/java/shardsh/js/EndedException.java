package shardsh.js;

/**
 * What was done in Java for an evaluation, e.g. fetching what is printed, did not come to its end.
 */
public final class EndedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Evaluation outcome;

  EndedException(Evaluation outcome) {
    super(outcome.toString(), null, false, false);
    this.outcome = outcome;
  }

  /** How it ended: anything but completed. */
  public Evaluation outcome() {
    return outcome;
  }
}
