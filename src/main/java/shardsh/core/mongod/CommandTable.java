package shardsh.core.mongod;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonDocument;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.NodeId;
import shardsh.core.bson.Docs;
import shardsh.core.rpc.CommandList;
import shardsh.core.rpc.ProcessCommands;
import shardsh.core.rpc.ReplicaSet;
import shardsh.core.rpc.UnknownCommand;

/** The table of a shard's commands, and what each passes before it runs and after. */
final class CommandTable {
  /** Commands that bring no document to a shard that may expire. */
  static final List<String> READS =
      List.of("find", "getMore", "killCursors", "count", "distinct", "aggregate", "explain");

  private final ShardServer server;
  private final ReplicaSet set;
  private final MembersData membersData;
  private final ShardSessions sessions;
  private final MigrationSource source;
  private final MigrationGate gate;
  private final ReshardingDonor resharding;
  private final MovePrimaryCommands primaries;
  private final TtlMonitor ttl;
  private final SampledChanges sampledChanges;
  private final Map<String, ShardCommand> commands = new LinkedHashMap<>();

  CommandTable(
      ShardServer server,
      MigrationGate gate,
      ReshardingDonor resharding,
      MovePrimaryCommands primaries,
      ChangeStreams streams,
      TtlMonitor ttl) {
    this.server = server;
    this.set = server.set();
    this.membersData = server.membersData();
    this.sessions = server.sessions();
    this.source = server.source();
    this.gate = gate;
    this.resharding = resharding;
    this.primaries = primaries;
    this.ttl = ttl;
    this.sampledChanges = new SampledChanges(server);
    sessions.addTo(commands);
    server.coordinator().addTo(commands);
    source.addTo(commands);
    server.destination().addTo(commands);
    server.splitter().addTo(commands);
    new MergeAllChunks(server).addTo(commands);
    server.cursors().addTo(commands);
    new ReadCommands(server).addTo(commands);
    new AggregateCommand(server).addTo(commands);
    new WriteCommands(server).addTo(commands);
    new DdlCommands(server).addTo(commands);
    new IndexCommands(server).addTo(commands);
    new StatsCommands(server).addTo(commands);
    new ParameterCommands(server).addTo(commands);
    new ShardCollectionCommands(server).addTo(commands);
    new FillCommands(server).addTo(commands);
    new ShardKeyCommands(server).addTo(commands);
    primaries.addTo(commands);
    new VersionCommands(server).addTo(commands);
    new KeyOrderCommand(server).addTo(commands);
    streams.wrap(commands);
    new ViewReads(server).wrap(commands);
    resharding.addTo(commands);
    new ReshardingRecipient(server, resharding).addTo(commands);
    new OperationCommands(server, source, server.destination()).addTo(commands);
  }

  /** The names of all that this shard answers. */
  List<String> names() {
    List<String> names = new ArrayList<>(commands.keySet());
    names.addAll(ReplicaSet.commandNames());
    return names;
  }

  /** Whether a client's command of that name is not refused for its name. */
  boolean knows(String name) {
    return commands.containsKey(name) || ProcessCommands.has(name) || name.startsWith("_");
  }

  /**
   * Answers one command.
   *
   * @throws CommandException NOT_YET_INITIALIZED, COMMAND_NOT_FOUND, or what the command throws
   */
  BsonDocument run(NodeId from, String db, BsonDocument command) {
    String name = Docs.firstName(command);
    if (!set.isInitiated() && !set.answersBeforeInitiate(name)) {
      throw new CommandException(
          ErrorCode.NOT_YET_INITIALIZED,
          "this node is not initiated; connect to " + set.host() + " and run rs.initiate() first");
    }
    Optional<BsonDocument> aboutTheSet = set.handle(command);
    if (aboutTheSet.isPresent()) {
      return aboutTheSet.get();
    }
    if (name.equals("listCommands")) {
      return CommandList.reply(names());
    }
    ShardCommand found = commands.get(name);
    if (found == null) {
      throw UnknownCommand.error(name);
    }
    set.checkRole(from, command);
    if (set.members().isSecondaryServing()) {
      return sessions.run(db, membersData.asRead(db, name, command), found, false);
    }
    admit(name, db, command);
    BsonDocument reply =
        sampledChanges.around(
            db,
            command,
            () ->
                membersData.around(
                    name,
                    command,
                    () -> sessions.run(db, command, found, from.equals(server.id()))));
    if (!READS.contains(name)) {
      ttl.arm();
    }
    return reply;
  }

  /** What waits for migrations or resharding, waits; what that changed is on every member. */
  private void admit(String name, String db, BsonDocument command) {
    Optional<MigrationRecord> migrating = source.active();
    gate.pass(name, db, command);
    if (!source.active().equals(migrating)) {
      membersData.reachesAll();
    }
    resharding.admit(db, command);
    if (command.containsKey("databaseVersion")) {
      primaries.settle(db);
    }
  }
}
