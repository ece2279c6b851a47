package shardsh.core.rpc;

import java.util.List;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;

/** Which commands can be explained. Source: the manual's page on explain. */
public final class ExplainedCommands {
  private static final List<String> NAMES =
      List.of("aggregate", "count", "delete", "distinct", "find", "findAndModify", "update");

  private ExplainedCommands() {}

  /**
   * @param known whether the process has the command
   * @throws CommandException ILLEGAL_OPERATION for a command that cannot be explained,
   *     COMMAND_NOT_FOUND for one that there is not, COMMAND_NOT_SUPPORTED for one that is left out
   */
  public static void require(String name, boolean known) {
    if (NAMES.contains(name) || name.equals("findandmodify")) {
      return;
    }
    if (known || ProcessCommands.has(name)) {
      throw new CommandException(ErrorCode.ILLEGAL_OPERATION, "Cannot explain cmd: " + name);
    }
    CommandException error = UnknownCommand.error(name);
    throw error.errorCode().equals(ErrorCode.COMMAND_NOT_FOUND)
        ? new CommandException(
            ErrorCode.COMMAND_NOT_FOUND, "Explain failed due to unknown command: " + name)
        : error;
  }
}
