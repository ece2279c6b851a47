package shardsh.lesson;

/**
 * A lesson, cluster or file that does not exist. The program ends with status 66 on it. The message
 * says what was looked for and, if one is near, the name that was perhaps meant.
 */
public final class NotThereException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public NotThereException(String message) {
    super(message);
  }
}
