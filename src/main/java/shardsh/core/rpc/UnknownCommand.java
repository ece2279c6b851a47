package shardsh.core.rpc;

import java.util.List;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;

/**
 * What a process says to a command that it does not have: the server's words, or that we lack it.
 */
public final class UnknownCommand {
  /** Commands of the real server that are left out here. */
  private static final List<String> LEFT_OUT =
      List.of(
          "abortMoveCollection",
          "abortReshardCollection",
          "abortUnshardCollection",
          "analyzeShardKey",
          "authenticate",
          "balancerCollectionStatus",
          "checkMetadataConsistency",
          "commitReshardCollection",
          "compact",
          "configureQueryAnalyzer",
          "convertToCapped",
          "createRole",
          "createSearchIndexes",
          "createUser",
          "currentOp",
          "dropAllRolesFromDatabase",
          "dropAllUsersFromDatabase",
          "dropRole",
          "dropSearchIndex",
          "dropUser",
          "fsync",
          "fsyncUnlock",
          "getCmdLineOpts",
          "getLog",
          "getParameter",
          "grantPrivilegesToRole",
          "grantRolesToRole",
          "grantRolesToUser",
          "hostInfo",
          "killOp",
          "listCommands",
          "logRotate",
          "logout",
          "mapReduce",
          "movePrimary",
          "planCacheClear",
          "profile",
          "reIndex",
          "refineCollectionShardKey",
          "replSetFreeze",
          "replSetReconfig",
          "replSetStepDown",
          "replSetSyncFrom",
          "reshardCollection",
          "revokePrivilegesFromRole",
          "revokeRolesFromRole",
          "revokeRolesFromUser",
          "rolesInfo",
          "rotateCertificates",
          "setParameter",
          "shutdown",
          "top",
          "transitionFromDedicatedConfigServer",
          "transitionToDedicatedConfigServer",
          "unshardCollection",
          "updateRole",
          "updateSearchIndex",
          "updateUser",
          "usersInfo",
          "validate");

  private UnknownCommand() {}

  public static CommandException error(String name) {
    return LEFT_OUT.contains(name)
        ? new CommandException(
            ErrorCode.COMMAND_NOT_SUPPORTED, "shardsh does not model the command '" + name + "'")
        : new CommandException(ErrorCode.COMMAND_NOT_FOUND, "no such command: '" + name + "'");
  }
}
