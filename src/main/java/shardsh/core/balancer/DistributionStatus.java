package shardsh.core.balancer;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import shardsh.core.base.Namespace;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;
import shardsh.core.sharding.Zone;

/**
 * How one collection lies on the shards: all that a policy may look at.
 *
 * @param table the current one, chunks flagged jumbo included
 * @param zones the collection's zone ranges, in any order, without overlaps
 * @param shards every shard of the cluster, in any order; kept by id
 * @param chunkSizeBytes the largest chunk that still moves without force
 * @param movedLastRound whether the round before moved a chunk
 * @param attemptToBalanceJumboChunks the balancer setting of that name: moves are forced, so that a
 *     chunk too large but not flagged does not fail
 */
public record DistributionStatus(
    RoutingTable table,
    List<Zone> zones,
    List<ShardStatus> shards,
    long chunkSizeBytes,
    boolean movedLastRound,
    boolean attemptToBalanceJumboChunks) {

  /**
   * One shard.
   *
   * @param full whether it takes no more data: {@code maxSize} of config.shards, up to 4.4; always
   *     false in clusters of the model
   * @param zones the zones it belongs to
   * @param bytes owned data of this collection
   * @param busy whether it takes part in a migration already
   */
  public record ShardStatus(
      ShardId id, boolean draining, boolean full, List<String> zones, long bytes, boolean busy) {
    public ShardStatus {
      zones = List.copyOf(zones);
    }

    ShardStatus asBusy() {
      return new ShardStatus(id, draining, full, zones, bytes, true);
    }
  }

  public DistributionStatus {
    List<Zone> byMin = new ArrayList<>(zones);
    byMin.sort(Comparator.comparing(zone -> zone.range().min()));
    zones = List.copyOf(byMin);
    List<ShardStatus> byId = new ArrayList<>(shards);
    byId.sort(Comparator.comparing(ShardStatus::id));
    shards = List.copyOf(byId);
  }

  public Namespace ns() {
    return table.ns();
  }

  DistributionStatus withBusy(Set<ShardId> busy) {
    if (busy.isEmpty()) {
      return this;
    }
    List<ShardStatus> next =
        shards.stream().map(shard -> busy.contains(shard.id()) ? shard.asBusy() : shard).toList();
    return new DistributionStatus(
        table, zones, next, chunkSizeBytes, movedLastRound, attemptToBalanceJumboChunks);
  }
}
