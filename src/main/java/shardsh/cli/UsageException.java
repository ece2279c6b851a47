package shardsh.cli;

/** The command line is wrong: exit status 64. The message says what and what to do. */
final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UsageException(String message) {
    super(message, null, false, false);
  }
}
