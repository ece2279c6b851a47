package shardsh.core.balancer;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import shardsh.core.balancer.DistributionStatus.ShardStatus;
import shardsh.core.bson.Docs;
import shardsh.core.bson.ServerText;
import shardsh.core.sharding.Chunk;
import shardsh.core.sharding.ShardId;

/** Says why a move was chosen: this chunk, these shards, and not the others. */
final class Explanation {
  private static final int SHARDS_NAMED_MAX = 3;

  private final ZonedChunks chunks;
  private final Yardstick yardstick;

  Explanation(ZonedChunks chunks, Yardstick yardstick) {
    this.chunks = chunks;
    this.yardstick = yardstick;
  }

  String ofDrain(Chunk chunk, String zone, ShardStatus to) {
    return chunk.shard()
        + " is draining; "
        + (zone.isEmpty() ? "of the shards that may take it " : "of the shards of its zone ")
        + least(to);
  }

  String ofZoneViolation(Chunk chunk, String zone, ShardStatus to) {
    return "it belongs to zone "
        + ServerText.of(Docs.text(zone))
        + ", and "
        + chunk.shard()
        + " is not in that zone; of the zone's shards that may take it "
        + least(to);
  }

  private String least(ShardStatus to) {
    return to.id() + " has least (" + yardstick.unit().amountText(yardstick.load(to)) + ")";
  }

  /**
   * @param members the shards of the zone
   * @param used those that take part in another move
   */
  String ofImbalance(
      Chunk chunk,
      String zone,
      ShardStatus from,
      ShardStatus to,
      List<ShardStatus> members,
      Set<ShardId> used) {
    String text =
        (zone.isEmpty() ? "" : "in zone " + ServerText.of(Docs.text(zone)) + " ")
            + from.id()
            + " has most ("
            + yardstick.unit().amountText(yardstick.amount(from, zone))
            + "), and of the shards that may take it "
            + least(to)
            + others(from, to, zone, members, used);
    return text + "; " + ofChunk(chunk, zone);
  }

  private String others(
      ShardStatus from, ShardStatus to, String zone, List<ShardStatus> members, Set<ShardId> used) {
    List<String> named = new ArrayList<>();
    int more = 0;
    for (ShardStatus shard : members) {
      if (shard.id().equals(from.id()) || shard.id().equals(to.id())) {
        continue;
      }
      if (named.size() == SHARDS_NAMED_MAX) {
        more++;
      } else {
        named.add(shard.id() + " " + standing(shard, zone, used));
      }
    }
    return (named.isEmpty() ? "" : "; " + String.join(", ", named))
        + (more == 0 ? "" : ", and " + more + " more");
  }

  private String standing(ShardStatus shard, String zone, Set<ShardId> used) {
    if (used.contains(shard.id())) {
      return "is busy";
    }
    String amount = "(" + yardstick.unit().amountText(yardstick.amount(shard, zone)) + ")";
    return shard.draining() ? amount + " is draining" : amount + " is neither";
  }

  private String ofChunk(Chunk chunk, String zone) {
    boolean first = chunks.first(chunk.shard(), zone).map(chunk::equals).orElse(true);
    return first
        ? "its first chunk in key order"
        : "its first chunk in key order that is not jumbo";
  }
}
