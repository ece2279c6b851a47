package shardsh.js;

/** Where a program comes from, which decides about names that are declared again. */
public enum SourceKind {
  /** Typed or piped, statement by statement: {@code let} and {@code const} may be repeated. */
  INTERACTIVE,
  /** A file: JavaScript as it is. */
  FILE
}
