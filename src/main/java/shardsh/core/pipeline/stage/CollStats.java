package shardsh.core.pipeline.stage;

import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.ServerText;
import shardsh.core.expr.Values;
import shardsh.core.pipeline.DistributedPlan;
import shardsh.core.pipeline.PipelineContext;
import shardsh.core.pipeline.Stage;

/**
 * {@code $collStats}: one document of statistics from each shard. The stage is the source of its
 * pipeline; the shard that runs it puts the document in.
 */
public final class CollStats implements Stage {
  private static final Set<String> MODELLED = new TreeSet<>(List.of("count", "storageStats"));
  private static final Set<String> KNOWN =
      new TreeSet<>(
          List.of("count", "latencyStats", "operationStats", "queryExecStats", "storageStats"));

  private final BsonDocument spec;

  private CollStats(BsonDocument spec) {
    this.spec = spec;
  }

  /**
   * @throws CommandException Location5447000 when the specification is no object, Location40415 for
   *     an unknown field, CommandNotSupported for statistics that are not modelled
   */
  public static List<Stage> parse(BsonValue spec, PipelineContext context) {
    if (!(spec instanceof BsonDocument document)) {
      throw Values.error(
          5447000, "$collStats must take a nested object but found: " + ServerText.of(spec));
    }
    for (String field : document.keySet()) {
      if (!KNOWN.contains(field)) {
        throw new CommandException(
            ErrorCode.UNKNOWN_FIELD, "BSON field '$collStats." + field + "' is an unknown field.");
      }
      if (!MODELLED.contains(field)) {
        throw new CommandException(
            ErrorCode.COMMAND_NOT_SUPPORTED,
            "$collStats with '"
                + field
                + "' is not modelled in shardsh, only storageStats and count");
      }
    }
    return List.of(new CollStats(document));
  }

  /** Whether the document shall have that part: {@code storageStats} or {@code count}. */
  public boolean asksFor(String part) {
    return spec.containsKey(part);
  }

  @Override
  public String name() {
    return "$collStats";
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
    return new BsonDocument("$collStats", spec);
  }
}
