package shardsh.core.trace;

import shardsh.core.base.Namespace;
import shardsh.core.sharding.ChunkRange;
import shardsh.core.sharding.ShardId;

/** Documents that a shard removes by itself: orphans and those whose time is over. */
public sealed interface DeletionEvent extends ClusterEvent {

  /** A range that a shard no longer owns waits for its deletion. */
  record DeletionScheduled(
      ShardId on, Namespace ns, ChunkRange range, String whenToClean, long dueMillis)
      implements DeletionEvent {
    @Override
    public String kind() {
      return "migrate.cleanup";
    }

    @Override
    public <R> R accept(ClusterEvent.Visitor<R> visitor) {
      return visitor.deletionScheduled(this);
    }
  }

  /** Somebody who waits for a deletion waited for the cursors that may need the range. */
  record DeletionWaited(ShardId on, Namespace ns, ChunkRange range, long micros)
      implements DeletionEvent {
    @Override
    public String kind() {
      return "range.wait";
    }

    @Override
    public <R> R accept(ClusterEvent.Visitor<R> visitor) {
      return visitor.deletionWaited(this);
    }
  }

  /** The range deleter removed documents that the shard does not own. */
  record OrphansDeleted(ShardId on, Namespace ns, ChunkRange range, long docs, long bytes)
      implements DeletionEvent {
    @Override
    public String kind() {
      return "range.delete";
    }

    @Override
    public <R> R accept(ClusterEvent.Visitor<R> visitor) {
      return visitor.orphansDeleted(this);
    }
  }

  /** The TTL monitor of a shard removed documents whose time was over. */
  record DocumentsExpired(ShardId on, Namespace ns, long docs) implements DeletionEvent {
    @Override
    public String kind() {
      return "ttl.delete";
    }

    @Override
    public <R> R accept(ClusterEvent.Visitor<R> visitor) {
      return visitor.documentsExpired(this);
    }
  }

  /** One method a variant of this family. */
  interface Visitor<R> {
    R deletionScheduled(DeletionScheduled event);

    R deletionWaited(DeletionWaited event);

    R orphansDeleted(OrphansDeleted event);

    R documentsExpired(DocumentsExpired event);
  }
}
