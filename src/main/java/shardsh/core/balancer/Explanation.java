package shardsh.core.balancer;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
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

  /**
   * @param others every shard of the cluster
   * @param used those that take part in another move
   */
  String ofDrain(
      Chunk chunk, String zone, ShardStatus to, List<ShardStatus> others, Set<ShardId> used) {
    return chunk.shard()
        + " is draining; "
        + (zone.isEmpty() ? "of the shards that may take it " : "of the shards of its zone ")
        + least(to)
        + others(shard -> takes(shard, to, zone, used), chunk.shard(), to, others);
  }

  /**
   * @param others every shard of the cluster
   * @param used those that take part in another move
   */
  String ofZoneViolation(
      Chunk chunk, String zone, ShardStatus to, List<ShardStatus> others, Set<ShardId> used) {
    return "it belongs to zone "
        + ServerText.of(Docs.text(zone))
        + ", and "
        + chunk.shard()
        + " is not in that zone; of the zone's shards that may take it "
        + least(to)
        + others(shard -> takes(shard, to, zone, used), chunk.shard(), to, others);
  }

  /** Why a shard does not receive. */
  private String takes(ShardStatus shard, ShardStatus to, String zone, Set<ShardId> used) {
    if (!zone.isEmpty() && !shard.zones().contains(zone)) {
      return " is not in the zone";
    }
    String amount = " (" + yardstick.unit().amountText(yardstick.load(shard)) + ")";
    if (used.contains(shard.id())) {
      return amount + " is busy";
    }
    if (shard.draining()) {
      return amount + " is draining";
    }
    return amount
        + (yardstick.load(shard) == yardstick.load(to) ? " ties and comes later" : " has more");
  }

  private String least(ShardStatus to) {
    return to.id() + " has the least (" + yardstick.unit().amountText(yardstick.load(to)) + ")";
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
            + " has the most ("
            + yardstick.unit().amountText(yardstick.amount(from, zone))
            + "); of the shards that may take it "
            + least(to)
            + others(shard -> standing(shard, from, to, zone, used), from.id(), to, members);
    return text + "; it is " + ofChunk(chunk, zone);
  }

  private static String others(
      Function<ShardStatus, String> standing,
      ShardId from,
      ShardStatus to,
      List<ShardStatus> members) {
    List<String> named = new ArrayList<>();
    int more = 0;
    for (ShardStatus shard : members) {
      if (shard.id().equals(from) || shard.id().equals(to.id())) {
        continue;
      }
      if (named.size() == SHARDS_NAMED_MAX) {
        more++;
      } else {
        named.add(shard.id() + standing.apply(shard));
      }
    }
    return (named.isEmpty() ? "" : "; " + String.join(", ", named))
        + (more == 0 ? "" : ", and " + more + " more");
  }

  private String standing(
      ShardStatus shard, ShardStatus from, ShardStatus to, String zone, Set<ShardId> used) {
    long amount = yardstick.amount(shard, zone);
    String shown = " (" + yardstick.unit().amountText(amount) + ")";
    if (used.contains(shard.id())) {
      return shown + " is busy";
    }
    if (shard.draining()) {
      return shown + " is draining";
    }
    boolean ties =
        amount == yardstick.amount(from, zone) || yardstick.load(shard) == yardstick.load(to);
    return ties ? shown + " ties and comes later" : shown + " is neither";
  }

  private String ofChunk(Chunk chunk, String zone) {
    boolean first = chunks.first(chunk.shard(), zone).map(chunk::equals).orElse(true);
    return first
        ? "the first chunk of " + chunk.shard() + " in key order"
        : "the first chunk of " + chunk.shard() + " in key order that is not jumbo";
  }
}
