package shardsh.core.balancer;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import shardsh.core.sharding.Chunk;
import shardsh.core.sharding.ShardId;

/** Decides what should move. Pure: no clock, no network, same status in, same answer out. */
public interface BalancerPolicy {

  /** {@code classic}, {@code chunkCount} or {@code dataSize}. */
  String name();

  /** How many moves one round may have, all collections together. */
  int movesMax();

  /**
   * What should move in one collection, in the order draining shards, zone violations, imbalance.
   * No shard takes part in two moves, busy shards in none.
   */
  Decision balance(DistributionStatus status);

  /**
   * Where one chunk should go by itself, whatever the balance; empty when it should stay, or when
   * servers of this policy have no such moves.
   */
  default Optional<Decision.Move> leastLoaded(DistributionStatus status, Chunk chunk) {
    return Optional.empty();
  }

  /**
   * One round: the collections in the order given. A shard that moves a chunk of one collection is
   * busy for those after it.
   */
  default List<Decision> round(List<DistributionStatus> collections) {
    List<Decision> decisions = new ArrayList<>();
    Set<ShardId> busy = new LinkedHashSet<>();
    int moves = 0;
    for (DistributionStatus status : collections) {
      Decision decision =
          moves < movesMax()
              ? balance(status.withBusy(busy))
              : Decision.skipping(status.ns(), "this round has moved a chunk already");
      for (Decision.Move move : decision.moves()) {
        busy.add(move.what().donor());
        busy.add(move.what().recipient());
      }
      moves += decision.moves().size();
      decisions.add(decision);
    }
    return decisions;
  }
}
