package shardsh.core.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.bson.BsonDocument;
import shardsh.core.pipeline.stage.Limit;
import shardsh.core.pipeline.stage.Project;
import shardsh.core.pipeline.stage.Skip;
import shardsh.core.pipeline.stage.Unwind;
import shardsh.core.query.Projection;
import shardsh.core.query.QueryContext;

/**
 * Divides a pipeline: everything goes to the shards until the first stage that needs the merger,
 * and that stage is divided as it says itself. Then the shards are spared what the merger does not
 * want. Source: {@code sharding-facts.md}, section 18.
 */
public final class PipelineSplitter {
  private final List<Stage> shards = new ArrayList<>();
  private final List<Stage> merger = new ArrayList<>();
  private Optional<BsonDocument> mergeOrder = Optional.empty();

  private PipelineSplitter() {}

  /** The parts of an optimized pipeline that runs on more than one shard. */
  public static SplitPipeline split(Pipeline pipeline) {
    PipelineSplitter splitter = new PipelineSplitter();
    splitter.divide(pipeline.stages());
    splitter.moveLastUnwinds();
    splitter.sendLimit();
    splitter.sendNeededFieldsOnly();
    return new SplitPipeline(splitter.shards, splitter.merger, splitter.mergeOrder);
  }

  private void divide(List<Stage> stages) {
    boolean divided = false;
    for (Stage stage : stages) {
      if (divided) {
        merger.add(stage);
        continue;
      }
      DistributedPlan plan = stage.distributed();
      shards.addAll(plan.shards());
      if (!plan.isShardsOnly()) {
        divided = true;
        merger.addAll(plan.merger());
        mergeOrder = plan.mergeOrder();
      }
    }
  }

  /** Unwinding makes more documents, which would all travel. */
  private void moveLastUnwinds() {
    while (!shards.isEmpty() && shards.get(shards.size() - 1) instanceof Unwind unwind) {
      shards.remove(shards.size() - 1);
      merger.add(0, unwind);
    }
  }

  /** A limit in the merger part, after what does not change numbers, bounds each shard too. */
  private void sendLimit() {
    long needed = 0;
    for (Stage stage : merger) {
      if (stage instanceof Skip skip) {
        needed += skip.skip();
      } else if (stage instanceof Limit limit) {
        List<Stage> limited = new ArrayList<>(shards);
        limited.add(new Limit(needed + limit.limit()));
        shards.clear();
        shards.addAll(Optimizer.optimize(new Pipeline(limited)).pipeline().stages());
        return;
      } else if (!stage.isOneToOne()) {
        return;
      }
    }
  }

  /** Only the fields that the merger reads travel, unless a shard stage has seen to that. */
  private void sendNeededFieldsOnly() {
    Optional<TreeSet<String>> needed = Needs.of(merger);
    if (needed.isEmpty() || shards.stream().anyMatch(stage -> stage.needs().exhaustive())) {
      return;
    }
    if (needed.get().isEmpty()) {
      needed.get().add("_id");
    }
    BsonDocument projection = Needs.projection(needed.get());
    shards.add(Project.of(Projection.parseStage(projection, QueryContext.PLAIN)));
  }
}
