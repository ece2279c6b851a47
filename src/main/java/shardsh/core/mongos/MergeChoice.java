package shardsh.core.mongos;

import java.util.Optional;
import java.util.function.Function;
import shardsh.core.base.Namespace;
import shardsh.core.base.ServerProfile;
import shardsh.core.pipeline.MergePlace;
import shardsh.core.pipeline.SplitPipeline;
import shardsh.core.pipeline.Stage;
import shardsh.core.sharding.ShardId;

/**
 * Where the merger part of a split pipeline runs. Source: {@code sharding-facts.md}, section 18.5.
 *
 * @param type as explain prints it
 * @param shard empty when it is the router
 * @param decidedBy the stage that needs a shard, or the first that might need the disk; empty when
 *     all can run anywhere
 */
record MergeChoice(String type, Optional<ShardId> shard, Optional<String> decidedBy) {
  private static final int OWNERS_BY_NAME_SINCE = 8;

  static final MergeChoice ROUTER = new MergeChoice("mongos", Optional.empty(), Optional.empty());

  /**
   * Chooses.
   *
   * @param allowDiskUse whether the command says so; left out means no
   * @param owner the shard that holds an unsharded collection
   * @param any picks one of the targeted shards
   */
  static MergeChoice of(
      SplitPipeline split,
      boolean allowDiskUse,
      ServerProfile profile,
      Function<Namespace, Optional<ShardId>> owner,
      Function<Target, ShardId> any,
      Target target) {
    MergePlace place = MergePlace.ANYWHERE;
    Optional<String> decidedBy = Optional.empty();
    for (Stage stage : split.merger()) {
      MergePlace needed = stage.mergePlace();
      if (stage.mayUseDisk()) {
        needed = allowDiskUse ? needed.and(MergePlace.ANY_SHARD) : needed;
        decidedBy = decidedBy.or(() -> Optional.of(stage.name()));
      }
      if (!place.and(needed).equals(place)) {
        place = needed;
        decidedBy = Optional.of(stage.name());
      }
    }
    return switch (place.kind()) {
      case ANYWHERE, ROUTER -> new MergeChoice("mongos", Optional.empty(), decidedBy);
      case ANY_SHARD -> new MergeChoice("anyShard", Optional.of(any.apply(target)), decidedBy);
      case OWNER -> {
        Optional<ShardId> shard = owner.apply(place.owner().orElseThrow());
        boolean byName = profile.majorVersion() >= OWNERS_BY_NAME_SINCE;
        yield shard.isEmpty()
            ? new MergeChoice("anyShard", Optional.of(any.apply(target)), decidedBy)
            : new MergeChoice(byName ? "specificShard" : "primaryShard", shard, decidedBy);
      }
    };
  }
}
