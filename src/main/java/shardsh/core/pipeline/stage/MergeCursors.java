package shardsh.core.pipeline.stage;

import java.util.Iterator;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.pipeline.DocumentStream;
import shardsh.core.pipeline.PipelineContext;
import shardsh.core.pipeline.Stage;

/**
 * {@code $mergeCursors}: what cursors on shards give, merged. A router sends it to the shard that
 * runs the merger part.
 */
public final class MergeCursors implements Stage {
  private final BsonDocument spec;
  private final PipelineContext context;

  private MergeCursors(BsonDocument spec, PipelineContext context) {
    this.spec = spec;
    this.context = context;
  }

  /**
   * @throws shardsh.core.base.CommandException FAILED_TO_PARSE unless it is an object
   */
  public static List<Stage> parse(BsonValue spec, PipelineContext context) {
    if (!spec.isDocument()) {
      throw Specification.failure("$mergeCursors stage expected an object as argument");
    }
    return List.of(new MergeCursors(spec.asDocument(), context));
  }

  @Override
  public String name() {
    return "$mergeCursors";
  }

  @Override
  public Iterator<BsonDocument> apply(Iterator<BsonDocument> input) {
    return DocumentStream.deferred(
        () -> context.foreign().mergeCursors(spec, context.query().collation()).iterator());
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
    return new BsonDocument("$mergeCursors", spec);
  }
}
