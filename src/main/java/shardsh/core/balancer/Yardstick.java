package shardsh.core.balancer;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import shardsh.core.balancer.DistributionStatus.ShardStatus;

/** How one policy measures imbalance among the shards of a zone. Amounts are in {@link #unit}. */
interface Yardstick {

  Comparison.Unit unit();

  /** How much of the zone the shard has; the donor is the shard with most. */
  long amount(ShardStatus shard, String zone);

  /** How full a shard counts as when it is to receive; the recipient is the shard with least. */
  long load(ShardStatus shard);

  /** What each shard of the zone should have, if the policy reckons with that. */
  OptionalLong ideal(String zone, List<ShardStatus> members);

  /** The least difference that moves something. */
  long threshold();

  /** What is held against the threshold. */
  long difference(long donor, long recipient, OptionalLong ideal);

  /** Why a pair that reaches the threshold moves nothing all the same; empty when it does move. */
  Optional<String> objection(long donor, long recipient, OptionalLong ideal);
}
