package shardsh.js;

/** Whether a text can be evaluated as it is. */
public enum Completeness {
  /** It is a whole program. */
  COMPLETE,
  /** It goes on in the next line: an open bracket, template, comment, operator or header. */
  INCOMPLETE,
  /** Nothing but white space and comments. */
  EMPTY,
  /** A syntax error that no further line can mend, e.g. an open quote. */
  BROKEN
}
