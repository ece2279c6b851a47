package shardsh.core.rpc;

import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;

/** Commands that are for the database {@code admin} alone. Source: the server's wording. */
public final class AdminDatabase {
  private AdminDatabase() {}

  /**
   * @throws CommandException UNAUTHORIZED on any other database
   */
  public static void require(String db, String commandName) {
    if (!db.equals("admin")) {
      throw new CommandException(
          ErrorCode.UNAUTHORIZED, commandName + " may only be run against the admin database.");
    }
  }
}
