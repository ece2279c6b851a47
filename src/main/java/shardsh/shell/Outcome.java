package shardsh.shell;

/** How a submission ended. */
public enum Outcome {
  /** The text was evaluated; its value, if any, is among the lines. */
  DONE,
  /** Uncaught error of the text or of a command it ran. */
  FAILED,
  /** Stopped by {@link ShellSession#interrupt}. */
  INTERRUPTED,
  /** A limit on time, memory or statements was reached. The session may be unusable. */
  LIMIT,
  /** {@code quit(n)}, {@code exit(n)} or one of the words that leave. */
  QUIT,
  /** A promise of shardsh itself was broken. */
  BUG
}
