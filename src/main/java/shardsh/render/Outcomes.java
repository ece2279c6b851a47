package shardsh.render;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import shardsh.core.sharding.ReshardingState;
import shardsh.core.sharding.ShardId;
import shardsh.core.trace.CatalogEvent;
import shardsh.core.trace.ClusterEvent;
import shardsh.core.trace.ReshardingEvent;
import shardsh.core.trace.TraceEntry;

/** In short, what a command did to a whole collection or database, for the summary line. */
final class Outcomes {
  private static final int NAMES_MAX = 4;

  private Outcomes() {}

  /** Of the last such change in the slice; empty when there is none. */
  static Optional<String> of(List<TraceEntry> slice) {
    Optional<String> last = Optional.empty();
    for (TraceEntry entry : slice) {
      Optional<String> found = of(entry.event());
      last = found.isPresent() ? found : last;
    }
    return last;
  }

  private static Optional<String> of(ClusterEvent event) {
    if (event instanceof CatalogEvent.PrimaryMoved moved) {
      return Optional.of(primary(moved));
    }
    if (event instanceof ReshardingEvent.ReshardingMoved moved) {
      return resharding(moved);
    }
    if (event instanceof CatalogEvent.GenerationChanged changed
        && changed.reason().equals("refineCollectionShardKey")) {
      return Optional.of("refined the shard key of " + changed.ns() + " · no chunk moved");
    }
    return Optional.empty();
  }

  private static String primary(CatalogEvent.PrimaryMoved moved) {
    String text = "primary of " + moved.db() + " " + moved.from() + " → " + moved.to();
    return moved.collections() == 0
        ? text
        : text
            + " · "
            + Amounts.count(moved.collections(), "collection")
            + ", "
            + Amounts.count(moved.docs(), "document");
  }

  private static Optional<String> resharding(ReshardingEvent.ReshardingMoved moved) {
    if (moved.state() == ReshardingState.ABORTED) {
      return Optional.of(moved.command() + " of " + moved.ns() + " ended early");
    }
    if (moved.state() != ReshardingState.DONE) {
      return Optional.empty();
    }
    String what =
        switch (moved.command()) {
          case "moveCollection" ->
              "moved " + moved.ns() + " " + names(moved.from()) + " → " + names(moved.to());
          case "unshardCollection" -> "gathered " + moved.ns() + " on " + names(moved.to());
          default ->
              "resharded " + moved.ns() + " on " + moved.key() + " over " + names(moved.to());
        };
    return Optional.of(what + " · " + Amounts.count(moved.docs(), "document"));
  }

  private static String names(List<ShardId> shards) {
    return shards.size() > NAMES_MAX
        ? shards.size() + " shards"
        : shards.stream().map(ShardId::name).collect(Collectors.joining(", "));
  }
}
