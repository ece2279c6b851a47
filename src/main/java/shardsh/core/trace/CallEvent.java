package shardsh.core.trace;

import java.util.Optional;
import org.bson.BsonDocument;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.sharding.ChunkVersion;

/** Messages between the processes of the cluster, and commands that did not succeed. */
public sealed interface CallEvent extends ClusterEvent {

  /**
   * A call left {@code from}. Its reply or failure carries the same {@code callId}.
   *
   * @param ns the collection concerned, or the database with an empty collection
   * @param version the shard version attached, if any
   * @param body the command, without the documents or operations of an insert, update or delete
   */
  record RequestSent(
      long callId,
      NodeId from,
      NodeId to,
      String command,
      Namespace ns,
      Optional<ChunkVersion> version,
      BsonDocument body)
      implements CallEvent {
    @Override
    public String kind() {
      return from.equals(NodeId.APP) ? "command" : "send";
    }

    @Override
    public <R> R accept(ClusterEvent.Visitor<R> visitor) {
      return visitor.requestSent(this);
    }
  }

  /**
   * The answer came back to the caller {@code to}.
   *
   * @param code 0 when ok
   * @param docs how many documents it carried
   * @param isIdle whether it says of a write that nothing was changed by it
   */
  record ReplyReceived(
      long callId,
      NodeId from,
      NodeId to,
      String command,
      Namespace ns,
      boolean ok,
      int code,
      String codeName,
      int docs,
      boolean isIdle)
      implements CallEvent {
    @Override
    public String kind() {
      return "reply";
    }

    @Override
    public <R> R accept(ClusterEvent.Visitor<R> visitor) {
      return visitor.replyReceived(this);
    }
  }

  /** No answer: the node is down or the message was lost. */
  record CallFailed(
      long callId, NodeId from, NodeId to, String command, Namespace ns, String reason)
      implements CallEvent {
    @Override
    public String kind() {
      return "lost";
    }

    @Override
    public <R> R accept(ClusterEvent.Visitor<R> visitor) {
      return visitor.callFailed(this);
    }
  }

  /**
   * A node refused to do a command, or one operation of a batch, by a rule.
   *
   * @param rule whole sentences: what the rule is, with its numbers, and what would work
   */
  record Refused(NodeId on, Namespace ns, String command, String rule) implements CallEvent {
    @Override
    public String kind() {
      return "refused";
    }

    @Override
    public <R> R accept(ClusterEvent.Visitor<R> visitor) {
      return visitor.refused(this);
    }
  }

  /** A command of the application failed. */
  record StatementFailed(String name, int code, String message) implements CallEvent {
    @Override
    public String kind() {
      return "error";
    }

    @Override
    public <R> R accept(ClusterEvent.Visitor<R> visitor) {
      return visitor.statementFailed(this);
    }
  }

  /** One method a variant of this family. */
  interface Visitor<R> {
    R requestSent(RequestSent event);

    R replyReceived(ReplyReceived event);

    R callFailed(CallFailed event);

    R refused(Refused event);

    R statementFailed(StatementFailed event);
  }
}
