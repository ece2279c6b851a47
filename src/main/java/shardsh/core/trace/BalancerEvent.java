package shardsh.core.trace;

import org.bson.BsonDocument;
import shardsh.core.base.Namespace;
import shardsh.core.sharding.ChunkRange;
import shardsh.core.sharding.ShardId;

/** What the balancer saw. */
public sealed interface BalancerEvent extends ClusterEvent {

  /**
   * The balancer looked at the cluster.
   *
   * @param report {@code {round, policy, compared, moves, skipped}}, the document that {@code
   *     sim.balance()} gives
   */
  record BalancerRound(long round, int moves, BsonDocument report) implements BalancerEvent {
    @Override
    public String kind() {
      return "balance.round";
    }

    @Override
    public <R> R accept(ClusterEvent.Visitor<R> visitor) {
      return visitor.balancerRound(this);
    }
  }

  /** A chunk lies on a shard that is not in the chunk's zone. */
  record ZoneViolated(ShardId on, Namespace ns, String zone, ChunkRange range)
      implements BalancerEvent {
    @Override
    public String kind() {
      return "zone.violation";
    }

    @Override
    public <R> R accept(ClusterEvent.Visitor<R> visitor) {
      return visitor.zoneViolated(this);
    }
  }

  /** One method a variant of this family. */
  interface Visitor<R> {
    R balancerRound(BalancerRound event);

    R zoneViolated(ZoneViolated event);
  }
}
