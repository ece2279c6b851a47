package shardsh.core.rpc;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.NodeId;
import shardsh.core.bson.Docs;

/**
 * A replica set as its commands show it: its members, its configuration, and whether it has been
 * initiated. Source: the manual's pages on the replSet commands and hello.
 */
public final class ReplicaSet {
  private final Environment environment;
  private final String name;
  private final List<String> hosts;
  private final boolean configServers;
  private Members members;
  private boolean initiated;
  private BsonDocument config;

  /**
   * @param hosts {@code host:port} of each member; the first is primary at the start
   */
  public ReplicaSet(
      Environment environment,
      String name,
      List<String> hosts,
      boolean configServers,
      boolean initiated) {
    this.environment = environment;
    this.name = name;
    this.hosts = List.copyOf(hosts);
    this.configServers = configServers;
    this.members = new Members(environment, new NodeId(name), hosts.size());
    this.initiated = initiated;
    this.config = initiated ? configOf(this.hosts) : new BsonDocument();
  }

  public ReplicaSet copy(Environment otherEnvironment) {
    ReplicaSet copy = new ReplicaSet(otherEnvironment, name, hosts, configServers, initiated);
    copy.config = config;
    copy.members = members.copy(otherEnvironment);
    return copy;
  }

  /** The same processes by the name of the shard that they are as well. */
  public ReplicaSet as(String shardName) {
    ReplicaSet part = new ReplicaSet(environment, shardName, hosts, false, true);
    part.members = members;
    return part;
  }

  public String name() {
    return name;
  }

  /** Where the first member listens. */
  public String host() {
    return hosts.get(0);
  }

  public List<String> hosts() {
    return hosts;
  }

  /** Where the member listens that answers the present command. */
  public String servingHost() {
    return hosts.get(Math.max(0, members.serving()));
  }

  /** Who is up, and who is primary. */
  public Members members() {
    return members;
  }

  public boolean isInitiated() {
    return initiated;
  }

  private BsonDocument configOf(List<String> memberHosts) {
    BsonArray members = new BsonArray();
    for (int i = 0; i < memberHosts.size(); i++) {
      members.add(member(i, memberHosts.get(i)));
    }
    BsonDocument made =
        new BsonDocument("_id", new BsonString(name))
            .append("version", new BsonInt32(1))
            .append("term", new BsonInt32(1));
    if (configServers) {
      made.append("configsvr", BsonBoolean.TRUE);
    }
    return made.append("members", members)
        .append("protocolVersion", new BsonInt64(1))
        .append("writeConcernMajorityJournalDefault", BsonBoolean.TRUE);
  }

  private static BsonDocument member(int id, String host) {
    return new BsonDocument("_id", new BsonInt32(id))
        .append("host", new BsonString(host))
        .append("arbiterOnly", BsonBoolean.FALSE)
        .append("buildIndexes", BsonBoolean.TRUE)
        .append("hidden", BsonBoolean.FALSE)
        .append("priority", new BsonInt32(1))
        .append("tags", new BsonDocument())
        .append("secondaryDelaySecs", new BsonInt64(0))
        .append("votes", new BsonInt32(1));
  }

  /** Answers the command if it is one about the process or its set. */
  public Optional<BsonDocument> handle(BsonDocument command) {
    return switch (Docs.firstName(command)) {
      case "hello" -> Optional.of(hello("isWritablePrimary"));
      case "isMaster", "ismaster" -> Optional.of(hello("ismaster"));
      case "replSetInitiate" -> Optional.of(initiate(command.get("replSetInitiate")));
      case "replSetGetStatus" -> {
        requireInitiated();
        yield Optional.of(new SetStatus(environment, name, hosts, members).reply());
      }
      case "replSetGetConfig" -> Optional.of(getConfig());
      case "configureFailPoint" ->
          Optional.of(
              FailPointCommand.run(
                  environment, configServers ? NodeId.CONFIG : new NodeId(name), command));
      case "replSetStepDown" -> {
        requireInitiated();
        yield Optional.of(StepDown.run(members, command));
      }
      case "replSetFreeze" -> {
        requireInitiated();
        yield Optional.of(StepDown.freeze(members, command));
      }
      case "replSetReconfig", "replSetSyncFrom" ->
          throw CommandException.notModelled(Docs.firstName(command));
      default -> ProcessCommands.handle(environment, command);
    };
  }

  /** The commands about the set that {@link #handle} answers. */
  public static List<String> commandNames() {
    return List.of(
        "configureFailPoint",
        "replSetFreeze",
        "replSetGetConfig",
        "replSetGetStatus",
        "replSetInitiate",
        "replSetStepDown");
  }

  /**
   * Refuses what the member that is asked may not do: all but reads that allow it unless it is the
   * primary.
   *
   * @param from who asks; the member itself may read
   * @throws CommandException NOT_WRITABLE_PRIMARY, NOT_PRIMARY_NO_SECONDARY_OK,
   *     NOT_PRIMARY_OR_SECONDARY
   */
  public void checkRole(NodeId from, BsonDocument command) {
    if (!members.isSecondaryServing() || from.equals(new NodeId(name))) {
      return;
    }
    if (members.state(members.serving()) == Members.State.RECOVERING) {
      throw new CommandException(ErrorCode.NOT_PRIMARY_OR_SECONDARY, "node is recovering");
    }
    boolean inner = Docs.firstName(command).equals("explain") && command.isDocument("explain");
    checkSecondary(from, inner ? command.getDocument("explain") : command, command);
  }

  private void checkSecondary(NodeId from, BsonDocument read, BsonDocument command) {
    switch (Docs.firstName(read)) {
      case "getMore", "killCursors", "listDatabases", "listCollections", "listCommands" -> {}
      case "find", "count", "distinct", "aggregate", "listIndexes", "collStats", "dbStats" -> {
        if (ReadPreference.writes(read)) {
          throw new CommandException(ErrorCode.NOT_WRITABLE_PRIMARY, "not primary");
        }
        if (from.equals(NodeId.APP) && ReadPreference.stated(command).isOfPrimary()) {
          throw new CommandException(
              ErrorCode.NOT_PRIMARY_NO_SECONDARY_OK, "not primary and secondaryOk=false");
        }
      }
      case "listShards" -> {}
      default -> throw new CommandException(ErrorCode.NOT_WRITABLE_PRIMARY, "not primary");
    }
  }

  /** Whether a process answers this command before its set is initiated. */
  public boolean answersBeforeInitiate(String commandName) {
    return switch (commandName) {
      case "hello",
          "isMaster",
          "ismaster",
          "replSetInitiate",
          "replSetGetStatus",
          "replSetGetConfig",
          "ping",
          "buildInfo",
          "hostInfo",
          "connectionStatus",
          "getCmdLineOpts",
          "listCommands" ->
          true;
      default -> false;
    };
  }

  private BsonDocument hello(String primaryField) {
    BsonDocument reply = new BsonDocument();
    if (initiated) {
      appendRole(reply, primaryField);
    } else {
      reply
          .append(primaryField, BsonBoolean.FALSE)
          .append("secondary", BsonBoolean.FALSE)
          .append("info", new BsonString("Does not have a valid replica set config"))
          .append("isreplicaset", BsonBoolean.TRUE);
    }
    if (configServers) {
      reply.append("configsvr", new BsonInt32(2));
    }
    ProcessCommands.appendLimits(environment, reply);
    return Replies.ok(reply);
  }

  private void appendRole(BsonDocument reply, String primaryField) {
    int self = Math.max(0, members.serving());
    Members.State state = members.state(self);
    reply
        .append("setName", new BsonString(name))
        .append("setVersion", new BsonInt32(1))
        .append(primaryField, BsonBoolean.valueOf(state == Members.State.PRIMARY))
        .append("secondary", BsonBoolean.valueOf(state == Members.State.SECONDARY))
        .append("hosts", new BsonArray(hosts.stream().map(BsonString::new).toList()));
    if (members.hasPrimary()) {
      reply.append("primary", new BsonString(hosts.get(members.primary())));
    }
    reply.append("me", new BsonString(hosts.get(self)));
  }

  private BsonDocument initiate(BsonValue wanted) {
    if (initiated) {
      throw new CommandException(ErrorCode.ALREADY_INITIALIZED, "already initialized");
    }
    BsonDocument document =
        wanted != null && wanted.isDocument() ? wanted.asDocument() : new BsonDocument();
    if (!document.isEmpty()) {
      check(document);
    }
    initiated = true;
    config = configOf(document.containsKey("members") ? hostsIn(document) : hosts);
    return Replies.ok();
  }

  private void check(BsonDocument document) {
    BsonValue id = document.get("_id");
    if (id == null || !id.isString()) {
      throw new CommandException(
          ErrorCode.INVALID_REPLICA_SET_CONFIG,
          "BSON field 'ReplSetConfig._id' is missing but a required field");
    }
    if (!id.asString().getValue().equals(name)) {
      throw new CommandException(
          ErrorCode.INVALID_REPLICA_SET_CONFIG,
          "Attempting to initiate a replica set with name "
              + id.asString().getValue()
              + ", but command line reports "
              + name
              + "; rejecting");
    }
    if (configServers != Docs.truthy(document, "configsvr")) {
      throw new CommandException(
          ErrorCode.BAD_VALUE,
          configServers
              ? "Nodes started with the --configsvr flag must have configsvr:true in their config"
              : "Nodes being used for config servers must be started with the --configsvr flag");
    }
    List<String> members = hostsIn(document);
    if (members.isEmpty() || !hosts.contains(members.get(0))) {
      throw new CommandException(
          ErrorCode.NODE_NOT_FOUND,
          "No host described in new configuration with {version: 1, term: 0} for replica set "
              + name
              + " maps to this node");
    }
    for (String member : members) {
      if (!hosts.contains(member)) {
        throw new CommandException(
            ErrorCode.NODE_NOT_FOUND,
            "replSetInitiate quorum check failed because not all proposed set members responded"
                + " affirmatively: "
                + member
                + " failed with Connection refused");
      }
    }
    refuseWhatIsNotModelled(document);
  }

  /** All processes of a set are its members, and all are alike. */
  private void refuseWhatIsNotModelled(BsonDocument document) {
    List<String> named = hostsIn(document);
    for (int i = 0; hosts.size() > 1 && i < hosts.size(); i++) {
      if (!named.contains(hosts.get(i))) {
        throw CommandException.notModelled("a set " + name + " without " + hosts.get(i));
      }
      BsonDocument given = document.getArray("members").get(i).asDocument();
      BsonDocument usual = member(i, hosts.get(i));
      for (String field : List.of("arbiterOnly", "hidden", "priority", "votes")) {
        if (given.containsKey(field) && !isAlike(given.get(field), usual.get(field))) {
          throw CommandException.notModelled(
              "members[" + i + "]." + field + " other than " + shown(usual.get(field)));
        }
      }
    }
  }

  private static String shown(BsonValue value) {
    return value.isNumber()
        ? String.valueOf(value.asNumber().intValue())
        : String.valueOf(value.asBoolean().getValue());
  }

  private static boolean isAlike(BsonValue given, BsonValue usual) {
    return given.isNumber() && usual.isNumber()
        ? given.asNumber().doubleValue() == usual.asNumber().doubleValue()
        : given.equals(usual);
  }

  private static List<String> hostsIn(BsonDocument document) {
    List<String> found = new ArrayList<>();
    for (BsonValue member : document.getArray("members", new BsonArray())) {
      found.add(member.asDocument().getString("host").getValue().replace("localhost", "127.0.0.1"));
    }
    return found;
  }

  private void requireInitiated() {
    if (!initiated) {
      throw new CommandException(
          ErrorCode.NOT_YET_INITIALIZED, "no replset config has been received");
    }
  }

  private BsonDocument getConfig() {
    requireInitiated();
    return Replies.ok(new BsonDocument("config", config));
  }
}
