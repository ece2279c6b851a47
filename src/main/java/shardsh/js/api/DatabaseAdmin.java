package shardsh.js.api;

import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;

/** The methods of {@code db} about users, roles, profiling and logs. */
@NotModelled({
  "commandHelp",
  "createUser",
  "updateUser",
  "changeUserPassword",
  "logout",
  "dropUser",
  "dropAllUsers",
  "auth",
  "grantRolesToUser",
  "revokeRolesFromUser",
  "createRole",
  "updateRole",
  "dropRole",
  "dropAllRoles",
  "grantRolesToRole",
  "revokeRolesFromRole",
  "grantPrivilegesToRole",
  "revokePrivilegesFromRole",
  "getRole",
  "fsyncLock",
  "fsyncUnlock",
  "rotateCertificates"
})
final class DatabaseAdmin {
  private final Database db;

  DatabaseAdmin(Database db) {
    this.db = db;
  }

  private static BsonDocument command(String name, BsonValue value) {
    return new BsonDocument(name, value);
  }

  private static BsonDocument command(String name) {
    return command(name, new BsonInt32(1));
  }

  @ShellMethod(usage = "db.getUsers()", help = "The users of this database; here there are none.")
  Object getUsers(Args args) {
    BsonDocument command = command("usersInfo");
    args.documentIfAny(0).ifPresent(command::putAll);
    return db.run(command);
  }

  @ShellMethod(usage = "db.getUser(\"anna\")", help = "One user; null where there is none.")
  Object getUser(Args args) {
    BsonDocument who =
        new BsonDocument("user", new BsonString(args.text(0)))
            .append("db", new BsonString(db.name()));
    BsonDocument reply = db.run(command("usersInfo", who));
    return reply.getArray("users").stream().findFirst().orElse(BsonNull.VALUE);
  }

  @ShellMethod(usage = "db.getRoles()", help = "The roles that users made; here there are none.")
  Object getRoles(Args args) {
    BsonDocument command = command("rolesInfo");
    args.documentIfAny(0).ifPresent(command::putAll);
    return db.run(command);
  }

  @ShellMethod(
      usage = "db.getProfilingStatus()",
      help = "Whether slow operations are recorded.",
      modelled = false)
  Object getProfilingStatus(Args args) {
    return db.run(command("profile", new BsonInt32(-1)));
  }

  @ShellMethod(
      usage = "db.setProfilingLevel(1, {slowms: 50})",
      help = "Records slow operations in system.profile.",
      modelled = false)
  Object setProfilingLevel(Args args) {
    BsonDocument command = command("profile", ShellApi.number(args.number(0)));
    if (args.isNumber(1)) {
      command.put("slowms", args.any(1));
    } else {
      args.documentIfAny(1).ifPresent(command::putAll);
    }
    return db.run(command);
  }

  @ShellMethod(
      usage = "db.setLogLevel(1, \"sharding\")",
      help = "How much the process logs.",
      modelled = false)
  Object setLogLevel(Args args) {
    BsonDocument verbosity = new BsonDocument("verbosity", ShellApi.number(args.number(0)));
    if (args.isText(1)) {
      String[] names = args.text(1).split("\\.");
      for (int i = names.length - 1; i >= 0; i--) {
        verbosity = new BsonDocument(names[i], verbosity);
      }
    }
    return db.admin(command("setParameter").append("logComponentVerbosity", verbosity));
  }

  @ShellMethod(usage = "db.getLogComponents()", help = "How much each part logs.", modelled = false)
  Object getLogComponents(Args args) {
    BsonDocument reply =
        db.admin(command("getParameter").append("logComponentVerbosity", new BsonInt32(1)));
    return reply.get("logComponentVerbosity", BsonNull.VALUE);
  }

  @ShellMethod(usage = "db.listCommands()", help = "The commands that the process knows.")
  Object listCommands(Args args) {
    return db.run(command("listCommands")).getDocument("commands");
  }

  @ShellMethod(usage = "db.shutdownServer()", help = "Stops the process.", modelled = false)
  Object shutdownServer(Args args) {
    BsonDocument command = command("shutdown");
    args.documentIfAny(0).ifPresent(command::putAll);
    return db.admin(command);
  }

  @ShellMethod(
      usage = "db.getLastError()",
      help = "The error of the last write.",
      deprecated = "Database.getLastError() is deprecated.",
      modelled = false)
  Object getLastError(Args args) {
    return db.run(command("getLastError")).get("err", BsonNull.VALUE);
  }

  @ShellMethod(
      usage = "db.getLastErrorObj()",
      help = "The outcome of the last write.",
      deprecated = "Database.getLastErrorObj() is deprecated.",
      modelled = false)
  Object getLastErrorObj(Args args) {
    return db.run(command("getLastError"));
  }

  @ShellMethod(usage = "db.cloneDatabase()", help = "Was removed.", listed = false, counts = false)
  Object cloneDatabase(Args args) {
    throw Database.removed("cloneDatabase()");
  }

  @ShellMethod(
      usage = "db.cloneCollection()",
      help = "Was removed.",
      listed = false,
      counts = false)
  Object cloneCollection(Args args) {
    throw Database.removed("cloneCollection()");
  }

  @ShellMethod(usage = "db.copyDatabase()", help = "Was removed.", listed = false, counts = false)
  Object copyDatabase(Args args) {
    throw Database.removed("copyDatabase()");
  }
}
