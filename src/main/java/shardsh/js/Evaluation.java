package shardsh.js;

/** How an evaluation ended. */
public sealed interface Evaluation {

  /** With the value of the last statement. */
  record Completed(GuestValue value) implements Evaluation {}

  /** With an error: of the program's syntax, or thrown and not caught. */
  record Failed(EvaluationError error) implements Evaluation {}

  /** Stopped by {@link JsEngine#interrupt()}. */
  record Interrupted() implements Evaluation {}

  /** Stopped by a limit; nothing can be said about the program. */
  record LimitReached(Limit limit) implements Evaluation {}

  /** Ended by {@code quit(code)} or {@code exit(code)}. */
  record Exited(int code) implements Evaluation {}

  /** What ran out. */
  enum Limit {
    TIME,
    MEMORY,
    STATEMENTS
  }
}
