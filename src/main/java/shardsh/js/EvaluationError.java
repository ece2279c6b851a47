package shardsh.js;

import java.util.Optional;
import java.util.OptionalInt;
import org.bson.BsonDocument;

/**
 * An error that ended an evaluation.
 *
 * @param kind who is wrong
 * @param name e.g. {@code TypeError}, {@code MongoServerError}; {@code Error} for a thrown value
 *     that is no error
 * @param message without the name
 * @param code the server's number
 * @param codeName the server's name for it, e.g. {@code DuplicateKey}
 * @param place where in the text that was evaluated; empty if it is not known
 * @param hint our line after it, e.g. how to call the helper
 * @param details further fields of a server error: {@code errorResponse}, {@code result}, {@code
 *     writeErrors} as BSON; empty if there are none
 * @param incomplete whether further input could mend a syntax error
 * @param thrown the value in JavaScript, for printing; empty for a syntax error
 */
public record EvaluationError(
    Kind kind,
    String name,
    String message,
    OptionalInt code,
    Optional<String> codeName,
    Optional<Place> place,
    Optional<String> hint,
    BsonDocument details,
    boolean incomplete,
    Optional<GuestValue> thrown) {

  /** Who is wrong. */
  public enum Kind {
    /** The text is not JavaScript. */
    SYNTAX,
    /** The program threw, or did what JavaScript forbids. */
    JAVASCRIPT,
    /** A helper was called wrongly. */
    SHELL_INPUT,
    /** A command was sent and the cluster refused it. */
    SERVER
  }

  /**
   * A place in a program. Lines and columns count from 1.
   *
   * @param source the name given to {@link JsEngine#evaluate}
   * @param lineText the whole line
   */
  public record Place(String source, int line, int column, String lineText) {}
}
