package shardsh.core.balancer;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import shardsh.core.balancer.DistributionStatus.ShardStatus;

/**
 * Data of the collection per shard, fullest against emptiest: three times the chunk size moves a
 * range that starts at the donor's first chunk and ends where the donor cuts it. Source: 6.0.3 and
 * later; {@code sharding-facts.md}, section 11.4. That the recipient must be below the ideal is in
 * the newest trees only.
 */
final class DataSizePolicy implements BalancerPolicy {
  private static final int CHUNKS_OF_DIFFERENCE = 3;

  @Override
  public String name() {
    return "dataSize";
  }

  @Override
  public int movesMax() {
    return Integer.MAX_VALUE;
  }

  @Override
  public Decision balance(DistributionStatus status) {
    ZonedChunks chunks = new ZonedChunks(status.table(), status.zones());
    long threshold = CHUNKS_OF_DIFFERENCE * status.chunkSizeBytes();
    return Selection.of(status, chunks, new BytesOnShard(threshold), true, movesMax());
  }

  private record BytesOnShard(long threshold) implements Yardstick {
    @Override
    public Comparison.Unit unit() {
      return Comparison.Unit.BYTES;
    }

    /** All data of the collection on the shard, in whichever zone. */
    @Override
    public long amount(ShardStatus shard, String zone) {
      return shard.bytes();
    }

    @Override
    public long load(ShardStatus shard) {
      return shard.bytes();
    }

    @Override
    public OptionalLong ideal(String zone, List<ShardStatus> members) {
      long total = members.stream().mapToLong(ShardStatus::bytes).sum();
      return OptionalLong.of(total / members.size());
    }

    @Override
    public long difference(long donor, long recipient, OptionalLong ideal) {
      return donor - recipient;
    }

    @Override
    public Optional<String> objection(long donor, long recipient, OptionalLong ideal) {
      if (donor <= ideal.orElseThrow()) {
        return Optional.of("no shard that can give has more than the ideal");
      }
      return recipient < ideal.getAsLong()
          ? Optional.empty()
          : Optional.of("no shard that can take has less than the ideal");
    }
  }
}
