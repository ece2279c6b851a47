package shardsh.core.pipeline.stage;

import java.util.Iterator;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.expr.Values;
import shardsh.core.pipeline.DistributedPlan;
import shardsh.core.pipeline.PipelineContext;
import shardsh.core.pipeline.Stage;

/** {@code $indexStats}: one document for each index of each shard, which the shard puts in. */
public final class IndexStats implements Stage {

  /**
   * @throws shardsh.core.base.CommandException Location28803 unless it is an empty object
   */
  public static List<Stage> parse(BsonValue spec, PipelineContext context) {
    if (!(spec instanceof BsonDocument document) || !document.isEmpty()) {
      throw Values.error(28803, "The $indexStats stage specification must be an empty object");
    }
    return List.of(new IndexStats());
  }

  private IndexStats() {}

  @Override
  public String name() {
    return "$indexStats";
  }

  @Override
  public Iterator<BsonDocument> apply(Iterator<BsonDocument> input) {
    return input;
  }

  @Override
  public DistributedPlan distributed() {
    return DistributedPlan.shardsOnly(this);
  }

  @Override
  public Position position() {
    return Position.FIRST;
  }

  @Override
  public boolean isRepeatable() {
    return false;
  }

  @Override
  public BsonDocument toBson() {
    return new BsonDocument("$indexStats", new BsonDocument());
  }
}
