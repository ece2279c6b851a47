package shardsh.js.api;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.js.ExtendedJson;

/** {@code rs}: the replica set behind the current database's connection. */
final class ReplicaSet extends ApiObject {

  ReplicaSet(ShellApi api) {
    super(api);
  }

  @Override
  String apiName() {
    return "ReplicaSet";
  }

  @Override
  String callPrefix() {
    return "rs.";
  }

  @Override
  public String display() {
    return "ReplicaSet class connected to " + api.connection().uri() + " via db " + api.database();
  }

  private Database db() {
    return api.current();
  }

  private BsonDocument admin(String name, BsonValue value) {
    return db().admin(new BsonDocument(name, value));
  }

  private BsonDocument admin(String name) {
    return admin(name, new BsonInt32(1));
  }

  private BsonDocument configuration() {
    return admin("replSetGetConfig").getDocument("config");
  }

  @ShellMethod(
      usage = "rs.initiate({_id: \"s0\", members: [{_id: 0, host: \"127.0.0.1:27102\"}]})",
      help = "Makes a replica set of processes that are none yet.",
      listed = false)
  Object initiate(Args args) {
    return admin("replSetInitiate", args.documentOrEmpty(0));
  }

  @ShellMethod(usage = "rs.conf()", help = "The set's configuration.")
  Object conf(Args args) {
    return configuration();
  }

  @ShellMethod(usage = "rs.config()", help = "The same as rs.conf().")
  Object config(Args args) {
    return configuration();
  }

  @ShellMethod(usage = "rs.status()", help = "The members and their states.")
  Object status(Args args) {
    return admin("replSetGetStatus");
  }

  @ShellMethod(usage = "rs.hello()", help = "What the process says about itself.")
  Object hello(Args args) {
    return admin("hello");
  }

  @ShellMethod(usage = "rs.isMaster()", help = "The old name of hello.")
  Object isMaster(Args args) {
    return admin("isMaster");
  }

  @ShellMethod(
      usage = "rs.reconfig(cfg, {force: true})",
      help = "Gives the set another configuration; its version rises by one.",
      modelled = false)
  Object reconfig(Args args) {
    return reconfigure(args.document(0), args.documentOrEmpty(1));
  }

  private BsonDocument reconfigure(BsonDocument configuration, BsonDocument options) {
    BsonDocument sent = new BsonDocument();
    sent.putAll(configuration);
    BsonDocument present = configuration();
    sent.put("version", ShellApi.number(Fields.number(present, "version") + 1));
    sent.putIfAbsent("protocolVersion", present.get("protocolVersion", new BsonInt32(1)));
    BsonDocument command = new BsonDocument("replSetReconfig", sent);
    command.putAll(options);
    return db().admin(command);
  }

  @ShellMethod(
      usage = "rs.reconfigForPSASet(2, cfg)",
      help = "Reconfigures a set with an arbiter in two steps: vote first, then priority.",
      modelled = false)
  Object reconfigForPSASet(Args args) {
    int index = (int) args.number(0);
    BsonDocument wanted = args.document(1);
    BsonDocument first = new BsonDocument();
    first.putAll(wanted);
    BsonArray members = new BsonArray();
    for (BsonValue member : Fields.array(wanted, "members")) {
      BsonDocument copy = new BsonDocument();
      if (member.isDocument()) {
        copy.putAll(member.asDocument());
      }
      if (members.size() == index) {
        copy.put("priority", new BsonInt32(0));
      }
      members.add(copy);
    }
    first.put("members", members);
    reconfigure(first, args.documentOrEmpty(2));
    return reconfigure(wanted, args.documentOrEmpty(2));
  }

  @ShellMethod(
      usage = "rs.add(\"127.0.0.1:28102\")",
      help = "Adds a member, by its address or as a document.",
      modelled = false)
  Object add(Args args) {
    if (!args.isText(0) && !args.hasValue(0)) {
      return args.text(0);
    }
    BsonDocument member = new BsonDocument();
    if (args.isText(0)) {
      member.put("host", new BsonString(args.text(0)));
      if (args.has(1) && args.bool(1)) {
        member.put("arbiterOnly", BsonBoolean.TRUE);
      }
    } else {
      member.putAll(args.document(0));
    }
    return addMember(member);
  }

  @ShellMethod(
      usage = "rs.addArb(\"127.0.0.1:28102\")",
      help = "Adds a member that votes and holds no data.",
      modelled = false)
  Object addArb(Args args) {
    return addMember(
        new BsonDocument("host", new BsonString(args.text(0)))
            .append("arbiterOnly", BsonBoolean.TRUE));
  }

  private BsonDocument addMember(BsonDocument member) {
    BsonDocument configuration = new BsonDocument();
    configuration.putAll(configuration());
    List<BsonValue> members = new ArrayList<>(configuration.getArray("members"));
    double id = -1;
    for (BsonValue present : members) {
      id = Math.max(id, Fields.number(present.asDocument(), "_id"));
    }
    BsonDocument added = new BsonDocument("_id", ShellApi.number(id + 1));
    member.forEach(added::put);
    members.add(added);
    configuration.put("members", new BsonArray(members));
    return reconfigure(configuration, new BsonDocument());
  }

  @ShellMethod(
      usage = "rs.remove(\"127.0.0.1:28102\")",
      help = "Removes a member by its address.",
      modelled = false)
  Object remove(Args args) {
    String host = args.text(0);
    BsonDocument configuration = new BsonDocument();
    configuration.putAll(configuration());
    List<BsonValue> members = new ArrayList<>(configuration.getArray("members"));
    boolean removed =
        members.removeIf(member -> Fields.text(member.asDocument(), "host").equals(host));
    if (!removed) {
      throw args.invalid(
          "Couldn't find "
              + host
              + " in "
              + ExtendedJson.text(configuration.getArray("members"), true, 0)
              + ". Is the host in the config?");
    }
    configuration.put("members", new BsonArray(members));
    return reconfigure(configuration, new BsonDocument());
  }

  @ShellMethod(
      usage = "rs.stepDown(60, 10)",
      help = "Makes the primary a secondary; the others elect a new one.")
  Object stepDown(Args args) {
    BsonDocument command =
        new BsonDocument("replSetStepDown", ShellApi.number(args.has(0) ? args.number(0) : 60));
    if (args.has(1)) {
      command.put("secondaryCatchUpPeriodSecs", ShellApi.number(args.number(1)));
    }
    return db().admin(command);
  }

  @ShellMethod(
      usage = "rs.freeze(60)",
      help = "Keeps this member from becoming primary for some seconds.")
  Object freeze(Args args) {
    return admin("replSetFreeze", ShellApi.number(args.number(0)));
  }

  @ShellMethod(
      usage = "rs.syncFrom(\"127.0.0.1:28102\")",
      help = "Which member this one copies from.",
      modelled = false)
  Object syncFrom(Args args) {
    return admin("replSetSyncFrom", new BsonString(args.text(0)));
  }

  @ShellMethod(usage = "rs.printReplicationInfo()", help = "The log of writes as a report.")
  Object printReplicationInfo(Args args) {
    return Replication.report(db());
  }

  @ShellMethod(
      usage = "rs.printSecondaryReplicationInfo()",
      help = "How far the secondaries lag behind.")
  Object printSecondaryReplicationInfo(Args args) {
    return Replication.secondaries(db());
  }

  @ShellMethod(
      usage = "rs.printSlaveReplicationInfo()",
      help = "The old name of printSecondaryReplicationInfo.",
      listed = false,
      counts = false)
  Object printSlaveReplicationInfo(Args args) {
    throw Replication.renamed();
  }

  @ShellMethod(
      usage = "rs.secondaryOk()",
      help = "Prefers primaries, but reads from secondaries when there is none.",
      deprecated =
          ".setSecondaryOk() is deprecated. Use .setReadPref(\"primaryPreferred\") instead",
      counts = false)
  Object secondaryOk(Args args) {
    return db().mongo().setSecondaryOk(args);
  }
}
