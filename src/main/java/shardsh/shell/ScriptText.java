package shardsh.shell;

import java.util.Objects;

/**
 * A text to submit.
 *
 * @param source what errors call it, e.g. a file name
 * @param firstLine the number of the text's first line in that source, from 1
 */
public record ScriptText(String text, Kind kind, String source, int firstLine) {
  private static final String TYPED = "(shell)";

  /** How a submitted text is to be taken. */
  public enum Kind {
    /** A line at the prompt or from a pipe: direct words count, {@code let} may be repeated. */
    PROMPT,
    /** The text of one {@code --eval}: the same. */
    EVAL,
    /** A script file as a whole: direct words count on lines of their own, no value is kept. */
    FILE
  }

  public ScriptText {
    Objects.requireNonNull(text);
    Objects.requireNonNull(kind);
    Objects.requireNonNull(source);
  }

  /** What a person typed at the prompt. */
  public static ScriptText typed(String text) {
    return new ScriptText(text, Kind.PROMPT, TYPED, 1);
  }

  /** Whether a person typed it at the prompt; what a pipe brings is printed as mongosh does. */
  boolean isTyped() {
    return kind == Kind.PROMPT && source.equals(TYPED);
  }
}
