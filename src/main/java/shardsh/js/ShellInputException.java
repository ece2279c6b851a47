package shardsh.js;

import java.util.Optional;

/**
 * A call of the shell's API was wrong before anything was sent. In JavaScript it is an error whose
 * name is {@link #name()}; the hint is ours and is shown on its own line.
 */
public final class ShellInputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String name;
  private final String hint;

  public ShellInputException(String name, String message, String hint) {
    super(message, null, false, false);
    this.name = name;
    this.hint = hint;
  }

  /** mongosh's commonest error: {@code MongoshInvalidInputError: [COMMON-10001] …}. */
  public static ShellInputException invalid(String message) {
    return new ShellInputException("MongoshInvalidInputError", "[COMMON-10001] " + message, "");
  }

  /** The same error with a line that says how to call it. */
  public ShellInputException withHint(String newHint) {
    return new ShellInputException(name, getMessage(), newHint);
  }

  /** The error's name, e.g. {@code MongoshInvalidInputError}. */
  public String name() {
    return name;
  }

  public Optional<String> hint() {
    return hint.isEmpty() ? Optional.empty() : Optional.of(hint);
  }
}
