package shardsh.core.mongod;

import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;

/**
 * What the server puts before an error that came up while a plan ran. Source: messages of servers
 * from 4.4 to 8.0, in their tests and in reports of users.
 */
final class ExecutorErrors {
  static final String GET_MORE = "Executor error during getMore";

  private ExecutorErrors() {}

  /** The error with that before it; a refusal of what the model lacks stays as it is. */
  static CommandException named(CommandException e, String during) {
    return e.errorCode().equals(ErrorCode.COMMAND_NOT_SUPPORTED) ? e : e.during(during);
  }
}
