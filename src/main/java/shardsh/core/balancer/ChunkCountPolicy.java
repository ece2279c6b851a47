package shardsh.core.balancer;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import shardsh.core.balancer.DistributionStatus.ShardStatus;
import shardsh.core.sharding.Chunk;

/**
 * Numbers of chunks, each shard against the ideal number: a chunk moves from the fullest shard when
 * it has more than the ideal and the recipient fewer. Source: 3.4 to 6.0.2 with the threshold of
 * 4.4; {@code sharding-facts.md}, section 11.3.
 */
final class ChunkCountPolicy implements BalancerPolicy {

  @Override
  public String name() {
    return "chunkCount";
  }

  @Override
  public int movesMax() {
    return Integer.MAX_VALUE;
  }

  @Override
  public Decision balance(DistributionStatus status) {
    ZonedChunks chunks = new ZonedChunks(status.table(), status.zones());
    return Selection.of(status, chunks, new AgainstIdeal(chunks), false, movesMax());
  }

  @Override
  public Optional<Decision.Move> leastLoaded(DistributionStatus status, Chunk chunk) {
    ZonedChunks chunks = new ZonedChunks(status.table(), status.zones());
    return Selection.single(status, chunks, new AgainstIdeal(chunks), chunk);
  }

  private record AgainstIdeal(ZonedChunks chunks) implements Yardstick {
    @Override
    public Comparison.Unit unit() {
      return Comparison.Unit.CHUNKS;
    }

    @Override
    public long amount(ShardStatus shard, String zone) {
      return chunks.onIn(shard.id(), zone);
    }

    /** All chunks of the collection, not only those of the zone: the server's own inconsistency. */
    @Override
    public long load(ShardStatus shard) {
      return chunks.on(shard.id());
    }

    /**
     * Rounded half up. Outside of zones all chunks of the collection are counted, zoned ones
     * included, though the shards' numbers leave those out: the server's own inconsistency.
     */
    @Override
    public OptionalLong ideal(String zone, List<ShardStatus> members) {
      int total = zone.equals(ZonedChunks.NO_ZONE) ? chunks.total() : chunks.totalIn(zone);
      return OptionalLong.of(Math.round(total / (double) members.size()));
    }

    @Override
    public long threshold() {
      return 1;
    }

    @Override
    public long difference(long donor, long recipient, OptionalLong ideal) {
      return donor - ideal.orElseThrow();
    }

    @Override
    public Optional<String> objection(long donor, long recipient, OptionalLong ideal) {
      return recipient < ideal.orElseThrow()
          ? Optional.empty()
          : Optional.of(
              "no shard that can take a chunk has fewer than the ideal " + ideal.getAsLong());
    }
  }
}
