package shardsh.core.cluster;

import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonTimestamp;
import shardsh.core.base.NodeId;

/**
 * A driver's connection to one process of the cluster: the only door from outside. Commands and
 * replies have the shapes of the real wire protocol.
 */
public interface Connection {

  /** The process at the other end. */
  NodeId node();

  /** Whether the process is a router, as its handshake tells. */
  default boolean isRouter() {
    return run("admin", new BsonDocument("hello", new BsonInt32(1))).containsKey("msg");
  }

  /** The connection string, e.g. {@code mongodb://127.0.0.1:27100/}. */
  String uri();

  /**
   * Whether the cluster has come to that cluster time; not so when it was put back to before it.
   */
  default boolean hasReached(BsonTimestamp time) {
    return true;
  }

  /** Whether requests and replies may be lost on their way: only then does a driver's care show. */
  default boolean losesMessages() {
    return false;
  }

  /**
   * Runs one command document, e.g. {@code {find: "orders", filter: {}}}; its first field is the
   * command's name. Gives the whole reply, with {@code ok}, {@code $clusterTime} and {@code
   * operationTime} at the end. Writes report what went wrong with single documents in {@code
   * writeErrors}, as the server does.
   *
   * @throws shardsh.core.base.CommandException when the reply is {@code ok: 0}
   */
  BsonDocument run(String db, BsonDocument command);

  /**
   * Runs a command that the driver would not send again, since it does not number it: one that the
   * user wrote out, or a write to many documents. {@link #run} stands for a driver with {@code
   * retryWrites} on, which numbers its single writes.
   *
   * @throws shardsh.core.base.CommandException when the reply is {@code ok: 0}
   */
  default BsonDocument runOnce(String db, BsonDocument command) {
    return run(db, command);
  }
}
