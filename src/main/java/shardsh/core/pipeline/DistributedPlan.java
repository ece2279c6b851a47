package shardsh.core.pipeline;

import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;

/**
 * How a stage runs over several shards.
 *
 * @param shards what each shard runs
 * @param merger what runs on the merged stream of the shards
 * @param mergeOrder the sort pattern by which the shards' streams, sorted already, are merged
 */
public record DistributedPlan(
    List<Stage> shards, List<Stage> merger, Optional<BsonDocument> mergeOrder) {

  public DistributedPlan {
    shards = List.copyOf(shards);
    merger = List.copyOf(merger);
  }

  /** The stage needs all documents in one place. */
  public static DistributedPlan mergeOnly(Stage stage) {
    return new DistributedPlan(List.of(), List.of(stage), Optional.empty());
  }

  /** The stage looks at each document by itself. */
  public static DistributedPlan shardsOnly(Stage stage) {
    return new DistributedPlan(List.of(stage), List.of(), Optional.empty());
  }

  /** Both, without an order to keep. */
  public static DistributedPlan both(Stage shards, Stage merger) {
    return new DistributedPlan(List.of(shards), List.of(merger), Optional.empty());
  }

  /** Whether nothing of the stage runs on the merger. */
  public boolean isShardsOnly() {
    return merger.isEmpty() && mergeOrder.isEmpty();
  }
}
