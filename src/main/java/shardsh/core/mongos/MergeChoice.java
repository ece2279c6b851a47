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
 */
record MergeChoice(String type, Optional<ShardId> shard) {
  private static final int OWNERS_BY_NAME_SINCE = 8;

  static final MergeChoice ROUTER = new MergeChoice("mongos", Optional.empty());

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
    for (Stage stage : split.merger()) {
      place = place.and(stage.mergePlace());
      if (allowDiskUse && stage.mayUseDisk()) {
        place = place.and(MergePlace.ANY_SHARD);
      }
    }
    return switch (place.kind()) {
      case ANYWHERE, ROUTER -> ROUTER;
      case ANY_SHARD -> new MergeChoice("anyShard", Optional.of(any.apply(target)));
      case OWNER -> {
        Optional<ShardId> shard = owner.apply(place.owner().orElseThrow());
        yield shard.isEmpty()
            ? new MergeChoice("anyShard", Optional.of(any.apply(target)))
            : new MergeChoice(
                profile.majorVersion() >= OWNERS_BY_NAME_SINCE ? "specificShard" : "primaryShard",
                shard);
      }
    };
  }
}
