package shardsh.js.api;

import org.bson.BsonDocument;
import org.bson.BsonInt32;

/** The methods of {@code db} about the process at the other end. */
final class DatabaseServer {
  private final Database db;

  DatabaseServer(Database db) {
    this.db = db;
  }

  private BsonDocument admin(String name) {
    return db.admin(new BsonDocument(name, new BsonInt32(1)));
  }

  @ShellMethod(usage = "db.version()", help = "The server's version.")
  Object version(Args args) {
    return db.mongo().version();
  }

  @ShellMethod(usage = "db.hello()", help = "What the process says about itself.")
  Object hello(Args args) {
    return db.run(new BsonDocument("hello", new BsonInt32(1)));
  }

  @ShellMethod(usage = "db.isMaster()", help = "The old name of hello.")
  Object isMaster(Args args) {
    return db.run(new BsonDocument("isMaster", new BsonInt32(1)));
  }

  @ShellMethod(usage = "db.serverBuildInfo()", help = "How the server was built.")
  Object serverBuildInfo(Args args) {
    return admin("buildInfo");
  }

  @ShellMethod(usage = "db.serverBits()", help = "32 or 64.")
  Object serverBits(Args args) {
    return admin("buildInfo").get("bits", new BsonInt32(64));
  }

  @ShellMethod(usage = "db.serverStatus()", help = "Counters and state of the process.")
  Object serverStatus(Args args) {
    BsonDocument command = new BsonDocument("serverStatus", new BsonInt32(1));
    args.documentIfAny(0).ifPresent(command::putAll);
    return db.admin(command);
  }

  @ShellMethod(usage = "db.hostInfo()", help = "The machine the process runs on.", modelled = false)
  Object hostInfo(Args args) {
    return admin("hostInfo");
  }

  @ShellMethod(usage = "db.serverCmdLineOpts()", help = "How the process was started.")
  Object serverCmdLineOpts(Args args) {
    return admin("getCmdLineOpts");
  }

  @ShellMethod(
      usage = "db.getReplicationInfo()",
      help = "From when to when the log of writes reaches; a shard's member only.",
      before = "db = connect(\"s0/admin\")")
  Object getReplicationInfo(Args args) {
    return Replication.info(db);
  }

  @ShellMethod(
      usage = "db.printReplicationInfo()",
      help = "The log of writes as a report.",
      before = "db = connect(\"s0/admin\")")
  Object printReplicationInfo(Args args) {
    return Replication.report(db);
  }

  @ShellMethod(
      usage = "db.printSecondaryReplicationInfo()",
      help = "How far the secondaries lag behind.",
      before = "db = connect(\"s0/admin\")")
  Object printSecondaryReplicationInfo(Args args) {
    return Replication.secondaries(db);
  }

  @ShellMethod(
      usage = "db.printSlaveReplicationInfo()",
      help = "The old name of printSecondaryReplicationInfo.",
      listed = false,
      counts = false)
  Object printSlaveReplicationInfo(Args args) {
    throw Replication.renamed();
  }

  @ShellMethod(
      usage = "db.setSecondaryOk()",
      help = "Prefers primaries, but reads from secondaries when there is none.",
      deprecated =
          ".setSecondaryOk() is deprecated. Use .setReadPref(\"primaryPreferred\") instead",
      counts = false)
  Object setSecondaryOk(Args args) {
    return db.mongo().setSecondaryOk(args);
  }
}
