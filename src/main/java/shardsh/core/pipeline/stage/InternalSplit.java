package shardsh.core.pipeline.stage;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.pipeline.MergePlace;
import shardsh.core.pipeline.Needs;
import shardsh.core.pipeline.PipelineContext;
import shardsh.core.pipeline.Stage;

/**
 * {@code $_internalSplitPipeline}: cuts a pipeline here, and may say where the merger runs. The
 * server has it for its tests.
 */
public final class InternalSplit implements Stage {
  private final Optional<String> mergeType;
  private final PipelineContext context;

  private InternalSplit(Optional<String> mergeType, PipelineContext context) {
    this.mergeType = mergeType;
    this.context = context;
  }

  /**
   * @throws shardsh.core.base.CommandException FAILED_TO_PARSE for another option or place
   */
  public static List<Stage> parse(BsonValue spec, PipelineContext context) {
    Specification options = Specification.of("$_internalSplitPipeline", spec, List.of("mergeType"));
    Optional<String> type = options.text("mergeType");
    if (type.isPresent()
        && !List.of("mongos", "localOnly", "anyShard", "primaryShard").contains(type.get())) {
      throw Specification.failure(
          "unrecognized field while parsing mergeType: '" + type.get() + "'");
    }
    return List.of(new InternalSplit(type, context));
  }

  @Override
  public String name() {
    return "$_internalSplitPipeline";
  }

  @Override
  public Iterator<BsonDocument> apply(Iterator<BsonDocument> input) {
    return input;
  }

  @Override
  public Needs needs() {
    return Needs.onlyLater();
  }

  @Override
  public MergePlace mergePlace() {
    return switch (mergeType.orElse("")) {
      case "mongos", "localOnly" -> MergePlace.ROUTER;
      case "anyShard" -> MergePlace.ANY_SHARD;
      case "primaryShard" -> MergePlace.ownerOf(context.ns());
      default -> MergePlace.ANYWHERE;
    };
  }

  @Override
  public BsonDocument toBson() {
    BsonDocument printed = new BsonDocument();
    mergeType.ifPresent(type -> printed.append("mergeType", new BsonString(type)));
    return new BsonDocument("$_internalSplitPipeline", printed);
  }
}
