package shardsh.core.trace;

import java.util.List;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.sharding.ShardId;

/** Transactions, and writes that meet them. */
public sealed interface TransactionEvent extends ClusterEvent {

  /** What happens to a transaction on one node. */
  enum TransactionPhase {
    STARTED,
    /** It met a write that it cannot go on with. */
    CONFLICT,
    PREPARED,
    /** The coordinator knows the outcome. */
    DECIDED,
    COMMITTED,
    ABORTED
  }

  /**
   * A transaction changed its state on a shard.
   *
   * @param number of the transaction in its session
   * @param detail a short fact, e.g. {@code 2 writes}; may be empty
   */
  record TransactionMoved(NodeId on, long number, TransactionPhase phase, String detail)
      implements TransactionEvent {
    @Override
    public String kind() {
      return switch (phase) {
        case STARTED -> "txn.start";
        case CONFLICT -> "txn.conflict";
        case PREPARED -> "txn.prepare";
        case DECIDED -> "txn.decide";
        case COMMITTED -> "txn.commit";
        case ABORTED -> "txn.abort";
      };
    }

    @Override
    public <R> R accept(ClusterEvent.Visitor<R> visitor) {
      return visitor.transactionMoved(this);
    }
  }

  /** How a router ends a transaction. */
  enum Ending {
    /** No shard has heard of it. */
    NOTHING,
    SINGLE_SHARD,
    /** Several shards, none of which has written. */
    READ_ONLY,
    /** Several shards, one of which has written. */
    SINGLE_WRITE_SHARD,
    TWO_PHASE,
    ABORT
  }

  /**
   * A router chose how to end a transaction.
   *
   * @param participants in the order in which they joined, the coordinator first
   * @param wrote those of them that have written
   */
  record TransactionEnded(
      NodeId router, long number, Ending ending, List<ShardId> participants, List<ShardId> wrote)
      implements TransactionEvent {
    @Override
    public String kind() {
      return "txn.end";
    }

    @Override
    public <R> R accept(ClusterEvent.Visitor<R> visitor) {
      return visitor.transactionEnded(this);
    }
  }

  /**
   * A write waited for a transaction that had written the same document.
   *
   * @param number of that transaction in its session
   */
  record WriteWaited(ShardId on, Namespace ns, long number, long micros)
      implements TransactionEvent {
    @Override
    public String kind() {
      return "txn.wait";
    }

    @Override
    public <R> R accept(ClusterEvent.Visitor<R> visitor) {
      return visitor.writeWaited(this);
    }
  }

  /** One method a variant of this family. */
  interface Visitor<R> {
    R transactionMoved(TransactionMoved event);

    R transactionEnded(TransactionEnded event);

    R writeWaited(WriteWaited event);
  }
}
