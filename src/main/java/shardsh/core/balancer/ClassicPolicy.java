package shardsh.core.balancer;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import shardsh.core.balancer.DistributionStatus.ShardStatus;

/**
 * Numbers of chunks, fullest against emptiest: a difference of 2 moves one chunk in a collection of
 * fewer than 20, 4 in one of fewer than 80, 8 in larger ones; always 2 when the last round moved
 * something. One move in a round. Source: the sharding page's table, and servers before 3.4; a real
 * listing that agrees is in {@code curriculum.md}, section 3.10.
 */
final class ClassicPolicy implements BalancerPolicy {

  @Override
  public String name() {
    return "classic";
  }

  @Override
  public int movesMax() {
    return 1;
  }

  @Override
  public Decision balance(DistributionStatus status) {
    ZonedChunks chunks = new ZonedChunks(status.table(), status.zones());
    long threshold = status.movedLastRound() ? 2 : threshold(chunks.total());
    return Selection.of(status, chunks, new FullestAgainstEmptiest(chunks, threshold), false, 1);
  }

  private static long threshold(int chunks) {
    return chunks < 20 ? 2 : chunks < 80 ? 4 : 8;
  }

  private record FullestAgainstEmptiest(ZonedChunks chunks, long threshold) implements Yardstick {
    @Override
    public Comparison.Unit unit() {
      return Comparison.Unit.CHUNKS;
    }

    @Override
    public long amount(ShardStatus shard, String zone) {
      return chunks.onIn(shard.id(), zone);
    }

    @Override
    public long load(ShardStatus shard) {
      return chunks.on(shard.id());
    }

    @Override
    public OptionalLong ideal(String zone, List<ShardStatus> members) {
      return OptionalLong.empty();
    }

    @Override
    public long difference(long donor, long recipient, OptionalLong ideal) {
      return donor - recipient;
    }

    @Override
    public Optional<String> objection(long donor, long recipient, OptionalLong ideal) {
      return Optional.empty();
    }
  }
}
