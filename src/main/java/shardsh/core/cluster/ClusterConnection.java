package shardsh.core.cluster;

import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import shardsh.core.base.NodeId;

/** A connection that asks for the present cluster at each call. */
record ClusterConnection(Supplier<Cluster> world, NodeId node) implements Connection {
  @Override
  public String uri() {
    return "mongodb://" + world.get().hostOf(node) + "/";
  }

  /** The handshake is the driver's business: it is no command and leaves no trace. */
  @Override
  public boolean isRouter() {
    return world.get().isRouter(node);
  }

  @Override
  public boolean hasReached(BsonTimestamp time) {
    return world.get().environment().clusterTime().compareTo(time) >= 0;
  }

  @Override
  public boolean losesMessages() {
    return !world.get().environment().network().faults().isEmpty();
  }

  @Override
  public BsonDocument run(String db, BsonDocument command) {
    return world.get().run(node, db, command);
  }

  @Override
  public BsonDocument runOnce(String db, BsonDocument command) {
    return world.get().runOnce(node, db, command);
  }
}
