package shardsh.core.trace;

import java.util.List;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.sharding.ReshardingState;
import shardsh.core.sharding.ShardId;

/** The stations of a collection on its way to another shard key, or to other shards as a whole. */
public sealed interface ReshardingEvent extends ClusterEvent {

  /**
   * A collection on its way to another key or shard reached a state.
   *
   * @param command what asked for it, e.g. {@code reshardCollection}
   * @param key the shard key that it will have, as text
   * @param from the shards that own it now
   * @param to the shards that will own it
   * @param docs documents to copy, or copied
   * @param elapsedMillis since it began
   * @param reason why it was aborted, else empty
   */
  record ReshardingMoved(
      Namespace ns,
      String command,
      String key,
      List<ShardId> from,
      List<ShardId> to,
      ReshardingState state,
      long docs,
      long bytes,
      long elapsedMillis,
      String reason)
      implements ReshardingEvent {
    @Override
    public String kind() {
      return "reshard." + state.text();
    }

    @Override
    public <R> R accept(ClusterEvent.Visitor<R> visitor) {
      return visitor.reshardingMoved(this);
    }
  }

  /**
   * Something about a resharding operation besides its going from state to state.
   *
   * @param next the state that it enters next
   * @param on the process that tells
   * @param micros simulated time that passed with it
   * @param detail what holds it; the command that waited
   */
  record ReshardingNoted(
      Namespace ns,
      String command,
      Note note,
      ReshardingState next,
      NodeId on,
      long micros,
      String detail)
      implements ReshardingEvent {

    /** What there is to note. */
    public enum Note {
      /** It stands still. */
      STOPPED("reshard.stop"),
      /** A write waited for it. */
      WAITED("reshard.wait");

      private final String kind;

      Note(String kind) {
        this.kind = kind;
      }
    }

    @Override
    public String kind() {
      return note.kind;
    }

    @Override
    public <R> R accept(ClusterEvent.Visitor<R> visitor) {
      return visitor.reshardingNoted(this);
    }
  }

  /** The recipients of a resharding operation have their first copy. */
  record ReshardingCopied(Namespace ns, long docs, long bytes) implements ReshardingEvent {
    @Override
    public String kind() {
      return "reshard.copied";
    }

    @Override
    public <R> R accept(ClusterEvent.Visitor<R> visitor) {
      return visitor.reshardingCopied(this);
    }
  }

  /** One method a variant of this family. */
  interface Visitor<R> {
    R reshardingMoved(ReshardingMoved event);

    R reshardingNoted(ReshardingNoted event);

    R reshardingCopied(ReshardingCopied event);
  }
}
