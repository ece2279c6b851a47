package shardsh.core.mongod;

import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.bson.BsonString;
import shardsh.core.bson.Docs;
import shardsh.core.rpc.CommandNamespace;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Members;
import shardsh.core.rpc.TransactionRules;
import shardsh.core.trace.ReplicationEvent;

/**
 * What each member of a shard's set has: the primary the present state, secondaries the state
 * before the writes that have not reached them. Costs nothing while secondaries do not lag.
 */
final class MembersData implements Members.Data {
  private final ShardServer server;
  private final Environment environment;
  private final ReplicatedData replicated;

  MembersData(ShardServer server, ReplicatedData replicated) {
    this.server = server;
    this.environment = server.environment();
    this.replicated = replicated;
  }

  ReplicatedData replicated() {
    return replicated;
  }

  @Override
  public int backTo(long millis) {
    return replicated.backTo(millis, server);
  }

  @Override
  public void memberStopped(int member) {
    server.cursors().closeOf(member);
  }

  /** Every member has everything. */
  void reachesAll() {
    replicated.reachesAll();
  }

  /** What the member that is asked has; of a secondary, as it was when its lag began. */
  ShardData data() {
    if (!server.set().members().isSecondaryServing()) {
      return server.present();
    }
    ShardData past = replicated.at(secondaryMillis());
    return past == null ? server.present() : past;
  }

  /** The instant up to which a secondary has the writes. */
  private long secondaryMillis() {
    return environment.clock().nowMillis() - environment.lagMillis();
  }

  /** The instant up to which a majority of the set has the writes. */
  long majorityMillis() {
    return server.set().members().size() == 1 ? environment.clock().nowMillis() : secondaryMillis();
  }

  /** Runs a command of the primary; while secondaries lag, what was before it is set aside. */
  BsonDocument around(String name, BsonDocument command, Supplier<BsonDocument> run) {
    if (environment.lagMillis() == 0 || server.set().members().size() == 1) {
      return run.get();
    }
    boolean inTransaction = command.containsKey("autocommit") && !TransactionRules.isEnd(name);
    if (!inTransaction) {
      replicated.before(name, command, server);
    }
    try {
      return run.get();
    } finally {
      if (!inTransaction) {
        replicated.after(name);
      }
    }
  }

  /** A read on a secondary: noted, and unfiltered by default where the version says so. */
  BsonDocument asRead(String db, String name, BsonDocument command) {
    if (!CommandTable.READS.contains(name) || name.equals("killCursors")) {
      return command;
    }
    LocalReads.clusterTimeIn(command)
        .ifPresent(
            time -> environment.passTo(server.log().writtenMillis(time) + environment.lagMillis()));
    environment
        .trace()
        .record(
            new ReplicationEvent.SecondaryRead(
                server.set().members().name(server.set().members().serving()),
                CommandNamespace.of(db, command),
                environment.lagMillis(),
                replicated.writesSince(secondaryMillis())));
    boolean unfiltered =
        environment.profile().secondariesReadAvailable()
            && command.containsKey("shardVersion")
            && !command.containsKey("readConcern");
    return unfiltered
        ? Docs.copyOf(command)
            .append("readConcern", new BsonDocument("level", new BsonString("available")))
        : command;
  }
}
