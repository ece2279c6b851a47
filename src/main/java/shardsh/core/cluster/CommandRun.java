package shardsh.core.cluster;

import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.NodeId;
import shardsh.core.bson.Docs;
import shardsh.core.bson.ServerText;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Replies;
import shardsh.core.trace.CallEvent;

/** Commands of the application, each from its call to its reply. */
final class CommandRun {
  private static final BsonDocument SIGNATURE =
      new BsonDocument("hash", new BsonBinary(new byte[20])).append("keyId", new BsonInt64(0));

  private static final int SIGNED_CAPACITY = 4;

  private final Cluster cluster;
  private final Environment environment;

  /** The last {@code $clusterTime} that was given out. */
  private BsonDocument signed;

  CommandRun(Cluster cluster) {
    this.cluster = cluster;
    this.environment = cluster.environment();
  }

  /** The same for a command without a number of its own. */
  BsonDocument runOnce(NodeId node, String db, BsonDocument command) {
    environment.setNumbered(command.containsKey("txnNumber"));
    try {
      return run(node, db, command);
    } finally {
      environment.setNumbered(true);
    }
  }

  BsonDocument run(NodeId node, String db, BsonDocument command) {
    // How long a getMore may wait for an event is no limit of the command.
    boolean waits = Docs.firstName(command).equals("getMore");
    BsonValue maxTime = waits ? null : command.get("maxTimeMS");
    environment.beginOperation(
        maxTime != null && maxTime.isNumber() ? maxTime.asNumber().longValue() : 0);
    cluster.dueWork().runDue();
    try {
      requirePast(command);
      BsonDocument reply =
          Replies.require(environment.network().call(NodeId.APP, node, db, command));
      return withTimes(reply);
    } catch (CommandException e) {
      environment
          .trace()
          .record(
              new CallEvent.StatementFailed(
                  e.errorCode().codeName(), e.errorCode().code(), e.getMessage()));
      throw environment.network().isDown(node) ? refused(node) : e;
    } finally {
      environment.beginOperation(0);
      cluster.dueWork().keepBalancing();
      cluster.dueWork().runDue();
    }
  }

  /** A causal read cannot ask for what nobody has heard of. */
  private void requirePast(BsonDocument command) {
    if (!command.isDocument("readConcern")
        || !command.getDocument("readConcern").isTimestamp("afterClusterTime")) {
      return;
    }
    BsonTimestamp asked = command.getDocument("readConcern").getTimestamp("afterClusterTime");
    if (asked.compareTo(environment.clusterTime()) > 0) {
      throw new CommandException(
          ErrorCode.INVALID_OPTIONS,
          "readConcern afterClusterTime value must not be greater than the current clusterTime."
              + " Requested clusterTime: { ts: "
              + ServerText.of(asked)
              + " }; current clusterTime: { ts: "
              + ServerText.of(environment.clusterTime())
              + " }");
    }
  }

  private CommandException refused(NodeId node) {
    String host = cluster.hostOf(node);
    return new CommandException(
        ErrorCode.HOST_UNREACHABLE, "connect ECONNREFUSED " + host, new ConnectionRefused(host));
  }

  private BsonDocument withTimes(BsonDocument reply) {
    BsonTimestamp time =
        environment.clusterTime().getTime() == 0
            ? environment.nextClusterTime()
            : environment.clusterTime();
    return Docs.copyOf(reply).append("$clusterTime", signed(time)).append("operationTime", time);
  }

  /** The same document as for the last command, if no time has passed. */
  private BsonDocument signed(BsonTimestamp time) {
    if (signed == null || !signed.get("clusterTime").equals(time)) {
      signed =
          new BsonDocument(SIGNED_CAPACITY)
              .append("clusterTime", time)
              .append("signature", SIGNATURE);
    }
    return signed;
  }
}
