package shardsh.core.rpc;

import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.Docs;
import shardsh.core.bson.ServerText;
import shardsh.core.bson.TypeNames;

/** What every process answers about itself. Source: the manual's pages on diagnostic commands. */
public final class ProcessCommands {
  private static final int MAX_BSON = 16 * 1024 * 1024;
  private static final int MAX_MESSAGE = 48_000_000;
  private static final int MAX_BATCH = 100_000;

  /** What every process answers, here or itself. */
  static final List<String> NAMES =
      List.of(
          "buildInfo",
          "connectionStatus",
          "endSessions",
          "getCmdLineOpts",
          "getLog",
          "hello",
          "isMaster",
          "killCursors",
          "listCommands",
          "ping",
          "refreshSessions",
          "rolesInfo",
          "usersInfo");

  private ProcessCommands() {}

  /** Whether every process has the command of that name. */
  public static boolean has(String name) {
    return NAMES.contains(name);
  }

  /** The answer if the command is one of these. */
  public static Optional<BsonDocument> handle(Environment environment, BsonDocument command) {
    return switch (Docs.firstName(command)) {
      case "ping" -> Optional.of(Replies.ok());
      case "buildInfo", "buildinfo" -> Optional.of(buildInfo(environment));
      case "connectionStatus" ->
          Optional.of(
              Replies.ok(
                  new BsonDocument(
                      "authInfo",
                      new BsonDocument("authenticatedUsers", new BsonArray())
                          .append("authenticatedUserRoles", new BsonArray()))));
      case "endSessions", "killCursors", "refreshSessions" -> Optional.of(Replies.ok());
      case "getCmdLineOpts" ->
          Optional.of(
              Replies.ok(
                  new BsonDocument("argv", new BsonArray()).append("parsed", new BsonDocument())));
      case "getLog" -> Optional.of(log(command.get("getLog")));
      case "usersInfo" -> Optional.of(Replies.ok(new BsonDocument("users", new BsonArray())));
      case "rolesInfo" -> Optional.of(roles(command));
      default -> Optional.empty();
    };
  }

  /** Processes write no log here; the names and the shape are the server's. */
  private static BsonDocument log(BsonValue name) {
    if (!name.isString()) {
      throw new CommandException(
          ErrorCode.TYPE_MISMATCH,
          "Argument to getLog must be of type String; found "
              + ServerText.of(name)
              + " of type "
              + TypeNames.of(name));
    }
    return switch (name.asString().getValue()) {
      case "*" ->
          Replies.ok(
              new BsonDocument(
                  "names",
                  new BsonArray(
                      List.of(new BsonString("global"), new BsonString("startupWarnings")))));
      case "global", "startupWarnings" ->
          Replies.ok(
              new BsonDocument("totalLinesWritten", new BsonInt32(0))
                  .append("log", new BsonArray()));
      default ->
          throw new CommandException(
              ErrorCode.OPERATION_FAILED, "No log named '" + name.asString().getValue() + "'");
    };
  }

  /** Nobody has defined a role; those that are built into a server are not modelled. */
  private static BsonDocument roles(BsonDocument command) {
    boolean all = command.get("rolesInfo").isNumber();
    if (!all || Docs.truthy(command, "showBuiltinRoles")) {
      throw new CommandException(
          ErrorCode.COMMAND_NOT_SUPPORTED,
          "shardsh has no access control: rolesInfo tells of roles that users made, and there are"
              + " none; the built-in ones are not modelled");
    }
    return Replies.ok(new BsonDocument("roles", new BsonArray()));
  }

  private static BsonDocument buildInfo(Environment environment) {
    String version = environment.profile().serverVersion();
    BsonArray parts = new BsonArray();
    for (String part : version.split("\\.")) {
      parts.add(new BsonInt32(Integer.parseInt(part)));
    }
    parts.add(new BsonInt32(0));
    return Replies.ok(
        new BsonDocument("version", new BsonString(version))
            .append("gitVersion", new BsonString("simulated"))
            .append("modules", new BsonArray())
            .append("versionArray", parts)
            .append("bits", new BsonInt32(64))
            .append("debug", BsonBoolean.FALSE)
            .append("maxBsonObjectSize", new BsonInt32(MAX_BSON)));
  }

  /** The limits and the time that end every hello. */
  public static void appendLimits(Environment environment, BsonDocument reply) {
    reply
        .append("maxBsonObjectSize", new BsonInt32(MAX_BSON))
        .append("maxMessageSizeBytes", new BsonInt32(MAX_MESSAGE))
        .append("maxWriteBatchSize", new BsonInt32(MAX_BATCH))
        .append("localTime", new BsonDateTime(environment.clock().nowMillis()))
        .append("logicalSessionTimeoutMinutes", new BsonInt32(30))
        .append("connectionId", new BsonInt64(1))
        .append("minWireVersion", new BsonInt32(0))
        .append("maxWireVersion", new BsonInt32(wireVersion(environment)))
        .append("readOnly", BsonBoolean.FALSE);
  }

  private static int wireVersion(Environment environment) {
    return switch (environment.profile().majorVersion()) {
      case 4 -> 9;
      case 5 -> 13;
      case 6 -> 17;
      case 7 -> 21;
      default -> 25;
    };
  }
}
