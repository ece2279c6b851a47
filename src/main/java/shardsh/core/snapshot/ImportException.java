package shardsh.core.snapshot;

/** A text from which a cluster was to be read is none that is known, or is broken. */
public final class ImportException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String place;

  ImportException(String message, String place) {
    super(message, null, false, false);
    this.place = place;
  }

  /** What stands in the text where reading stopped; empty when that says nothing. */
  public String place() {
    return place;
  }
}
