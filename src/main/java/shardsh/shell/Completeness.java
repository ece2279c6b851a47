package shardsh.shell;

/** Whether a text can be evaluated as it stands. */
public enum Completeness {
  /** A statement or a direct word. */
  COMPLETE,
  /** Ends inside a bracket, a template literal, a comment or an unfinished expression. */
  INCOMPLETE,
  /** White space and comments only: there is nothing to evaluate. */
  EMPTY,
  /** A syntax error that no further line can mend. */
  BROKEN
}
