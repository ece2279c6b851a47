package shardsh.core.trace;

import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;

/** Members of replica sets: which run, which is primary, and how far the others are behind. */
public sealed interface ReplicationEvent extends ClusterEvent {

  /** A node answers nobody from now on. */
  record NodeWentDown(NodeId on) implements ReplicationEvent {
    @Override
    public String kind() {
      return "node.down";
    }

    @Override
    public <R> R accept(ClusterEvent.Visitor<R> visitor) {
      return visitor.nodeWentDown(this);
    }
  }

  /** A node answers again, with the data it had. */
  record NodeCameUp(NodeId on) implements ReplicationEvent {
    @Override
    public String kind() {
      return "node.up";
    }

    @Override
    public <R> R accept(ClusterEvent.Visitor<R> visitor) {
      return visitor.nodeCameUp(this);
    }
  }

  /**
   * A member that is no primary answered a read.
   *
   * @param lagMillis how far it is behind its primary
   * @param writesBehind how many commands' writes it has not yet
   */
  record SecondaryRead(NodeId on, Namespace ns, long lagMillis, int writesBehind)
      implements ReplicationEvent {
    @Override
    public String kind() {
      return "read.secondary";
    }

    @Override
    public <R> R accept(ClusterEvent.Visitor<R> visitor) {
      return visitor.secondaryRead(this);
    }
  }

  /** A write waited until members had it. */
  record WriteReplicated(NodeId on, Namespace ns, int members, long waitedMillis)
      implements ReplicationEvent {
    @Override
    public String kind() {
      return "write.replicated";
    }

    @Override
    public <R> R accept(ClusterEvent.Visitor<R> visitor) {
      return visitor.writeReplicated(this);
    }
  }

  /** A primary is one no longer, though it runs. */
  record PrimarySteppedDown(NodeId on, NodeId primary, String reason) implements ReplicationEvent {
    @Override
    public String kind() {
      return "stepdown";
    }

    @Override
    public <R> R accept(ClusterEvent.Visitor<R> visitor) {
      return visitor.primarySteppedDown(this);
    }
  }

  /**
   * A replica set has a new primary.
   *
   * @param undone how many commands' writes no member of the majority had, so that they are lost
   */
  record PrimaryElected(NodeId on, NodeId primary, int undone) implements ReplicationEvent {
    @Override
    public String kind() {
      return "election";
    }

    @Override
    public <R> R accept(ClusterEvent.Visitor<R> visitor) {
      return visitor.primaryElected(this);
    }
  }

  /** One method a variant of this family. */
  interface Visitor<R> {
    R nodeWentDown(NodeWentDown event);

    R nodeCameUp(NodeCameUp event);

    R secondaryRead(SecondaryRead event);

    R writeReplicated(WriteReplicated event);

    R primarySteppedDown(PrimarySteppedDown event);

    R primaryElected(PrimaryElected event);
  }
}
