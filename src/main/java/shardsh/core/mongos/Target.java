package shardsh.core.mongos;

import java.util.List;
import shardsh.core.sharding.ShardId;
import shardsh.core.trace.RoutingEvent;

/**
 * Where a request goes.
 *
 * @param shards by id, at least one
 * @param spans the key ranges looked for, both ends included
 * @param chunks how many chunks they meet
 * @param owners how many shards own chunks of the collection
 * @param reason a short fact
 */
record Target(
    List<ShardId> shards,
    RoutingEvent.Targeting targeting,
    RoutingEvent.Path path,
    List<RoutingEvent.KeySpan> spans,
    int chunks,
    int owners,
    String reason) {

  Target {
    shards = List.copyOf(shards);
    spans = List.copyOf(spans);
  }

  /** The same for every shard of the cluster, which the router's table may know nothing of. */
  Target onAll(List<ShardId> everyShard) {
    return new Target(
        everyShard,
        RoutingEvent.Targeting.ALL,
        path,
        spans,
        chunks,
        Math.max(owners, everyShard.size()),
        reason);
  }

  /** For a collection that is not sharded. */
  static Target unsharded(ShardId shard) {
    return new Target(
        List.of(shard),
        RoutingEvent.Targeting.SINGLE,
        RoutingEvent.Path.ALL,
        List.of(),
        0,
        1,
        "not sharded, on " + shard);
  }
}
