package shardsh.core.base;

import java.util.Optional;

/**
 * A command failed as a server would fail it. Nodes turn it into {@code {ok: 0, code, codeName,
 * errmsg}}; {@link #detail()} is a record for code that must decide (never decide on the text).
 */
public final class CommandException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient ErrorCode errorCode;
  private final transient Object detail;

  public CommandException(ErrorCode errorCode, String message) {
    this(errorCode, message, null);
  }

  public CommandException(ErrorCode errorCode, String message, Object detail) {
    super(message, null, false, false);
    this.errorCode = errorCode;
    this.detail = detail;
  }

  /**
   * What a server has and the model has not.
   *
   * @param what a noun with its article, as the learner would look for it
   */
  public static CommandException notModelled(String what) {
    return new CommandException(
        ErrorCode.COMMAND_NOT_SUPPORTED, what + " is not modelled in shardsh");
  }

  /** The same error with what was being done in front of its message, as the server adds it. */
  public CommandException during(String doing) {
    return new CommandException(errorCode, doing + " :: caused by :: " + getMessage(), detail);
  }

  public ErrorCode errorCode() {
    return errorCode;
  }

  /** What belongs to the error, e.g. a {@code StaleConfigInfo}; empty for most errors. */
  public Optional<Object> detail() {
    return Optional.ofNullable(detail);
  }
}
