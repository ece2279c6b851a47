package shardsh.core.rpc;

import java.util.List;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;

/**
 * What a process says to a command that it does not have: the server's words, or that we lack it.
 */
public final class UnknownCommand {
  /** Commands of the real server that are left out here. */
  static final List<String> LEFT_OUT =
      List.of(
          "appendOplogNote",
          "applyOps",
          "authenticate",
          "bulkWrite",
          "cloneCollectionAsCapped",
          "compact",
          "connPoolStats",
          "connPoolSync",
          "convertToCapped",
          "createRole",
          "createSearchIndexes",
          "createUser",
          "dbCheck",
          "dbHash",
          "dropAllRolesFromDatabase",
          "dropAllUsersFromDatabase",
          "dropRole",
          "dropSearchIndex",
          "dropUser",
          "features",
          "filemd5",
          "fsync",
          "fsyncUnlock",
          "getAuditConfig",
          "getClusterParameter",
          "getDefaultRWConcern",
          "getParameter",
          "getShardMap",
          "getnonce",
          "grantPrivilegesToRole",
          "grantRolesToRole",
          "grantRolesToUser",
          "hostInfo",
          "invalidateUserCache",
          "isdbgrid",
          "killAllSessions",
          "killAllSessionsByPattern",
          "killSessions",
          "lockInfo",
          "logApplicationMessage",
          "logRotate",
          "logout",
          "mapReduce",
          "multicast",
          "netstat",
          "planCacheClear",
          "planCacheClearFilters",
          "planCacheListFilters",
          "planCacheSetFilter",
          "profile",
          "reIndex",
          "repairShardedCollectionChunksHistory",
          "replSetAbortPrimaryCatchUp",
          "replSetMaintenance",
          "replSetResizeOplog",
          "revokePrivilegesFromRole",
          "revokeRolesFromRole",
          "revokeRolesFromUser",
          "rotateCertificates",
          "saslContinue",
          "saslStart",
          "setAuditConfig",
          "setClusterParameter",
          "setDefaultRWConcern",
          "setFeatureCompatibilityVersion",
          "setFreeMonitoring",
          "setIndexCommitQuorum",
          "setParameter",
          "setProfilingFilterGlobally",
          "setUserWriteBlockMode",
          "shardingState",
          "shutdown",
          "startSession",
          "top",
          "updateRole",
          "updateSearchIndex",
          "updateUser",
          "validate",
          "validateDBMetadata",
          "whatsmyuri");

  private UnknownCommand() {}

  /** The error for a command that the server of this version does not have either. */
  public static CommandException unheardOf(String name) {
    return new CommandException(ErrorCode.COMMAND_NOT_FOUND, "no such command: '" + name + "'");
  }

  public static CommandException error(String name) {
    return LEFT_OUT.contains(name)
        ? new CommandException(
            ErrorCode.COMMAND_NOT_SUPPORTED, "shardsh does not model the command '" + name + "'")
        : unheardOf(name);
  }
}
