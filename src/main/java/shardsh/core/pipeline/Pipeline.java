package shardsh.core.pipeline;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;

/** A parsed pipeline: its stages in order. Immutable. */
public record Pipeline(List<Stage> stages) {

  public Pipeline {
    stages = List.copyOf(stages);
  }

  /**
   * Reads a pipeline as it stands in an aggregate command.
   *
   * @throws CommandException TYPE_MISMATCH when an element is no object, Location40323 and 40324
   *     for more or less than one field and for unknown stages, 40602 and 40601 for a stage that is
   *     not in its place, and what the stages throw
   */
  public static Pipeline parse(BsonArray specs, PipelineContext context) {
    List<Stage> stages = new ArrayList<>();
    for (BsonValue spec : specs) {
      if (!(spec instanceof BsonDocument document)) {
        throw new CommandException(
            ErrorCode.TYPE_MISMATCH, "Each element of the 'pipeline' array must be an object");
      }
      stages.addAll(Stages.parse(document, context));
    }
    for (int i = 0; i < stages.size(); i++) {
      checkPosition(stages.get(i), i == 0, i == stages.size() - 1);
    }
    return new Pipeline(stages);
  }

  /**
   * Reads the pipeline of a command, which is about a collection or about a database.
   *
   * @throws CommandException as {@link #parse}, and INVALID_NAMESPACE for a first stage that does
   *     not go with that
   */
  public static Pipeline of(AggregateRequest request, PipelineContext context) {
    Pipeline pipeline = parse(request.pipeline(), context);
    boolean empty = pipeline.stages.isEmpty();
    String first = empty ? "" : pipeline.stages.get(0).name();
    boolean needsCollection = empty || pipeline.stages.get(0).needsCollection();
    if (request.isOfDatabase() && needsCollection) {
      throw new CommandException(
          ErrorCode.INVALID_NAMESPACE,
          "{aggregate: 1} is not valid for '" + first + "'; a collection is required.");
    }
    if (!request.isOfDatabase() && !needsCollection) {
      throw new CommandException(
          ErrorCode.INVALID_NAMESPACE, "'" + first + "' can only be run with {aggregate: 1}");
    }
    return pipeline;
  }

  private static void checkPosition(Stage stage, boolean first, boolean last) {
    if (stage.position() == Stage.Position.FIRST && !first) {
      throw new CommandException(
          ErrorCode.location(40602),
          stage.name() + " is only valid as the first stage in a pipeline.");
    }
    if (stage.position() == Stage.Position.LAST && !last) {
      throw new CommandException(
          ErrorCode.location(40601), stage.name() + " can only be the final stage in the pipeline");
    }
  }

  /**
   * Reads the pipeline inside a stage.
   *
   * @param stage named in errors
   * @throws CommandException as {@link #parse}, and Location51047 for a stage that writes
   */
  public static Pipeline parseSub(String stage, BsonArray specs, PipelineContext context) {
    for (BsonValue spec : specs) {
      if (spec instanceof BsonDocument document
          && (document.containsKey("$out") || document.containsKey("$merge"))) {
        throw new CommandException(
            ErrorCode.location(51047),
            document.getFirstKey() + " is not allowed within a " + stage + "'s sub-pipeline");
      }
    }
    return parse(specs, context);
  }

  /** The output for a stream of documents. */
  public Iterator<BsonDocument> run(Iterator<BsonDocument> input, PipelineContext context) {
    Iterator<BsonDocument> stream = DocumentStream.interruptible(input, context.operation());
    for (Stage stage : stages) {
      stream = stage.apply(stream);
    }
    return stream;
  }

  /** All of the output at once. */
  public List<BsonDocument> runAll(List<BsonDocument> input, PipelineContext context) {
    List<BsonDocument> results = new ArrayList<>();
    run(input.iterator(), context).forEachRemaining(results::add);
    return results;
  }

  /** Whether all stages are, see {@link Stage#isRepeatable}. */
  public boolean isRepeatable() {
    return stages.stream().allMatch(Stage::isRepeatable);
  }

  /** As explain prints it. */
  public BsonArray toBson() {
    BsonArray printed = new BsonArray();
    for (Stage stage : stages) {
      printed.add(stage.toBson());
    }
    return printed;
  }

  /** As another node parses it. */
  public BsonArray toCommand() {
    BsonArray written = new BsonArray();
    for (Stage stage : stages) {
      written.addAll(stage.toCommand());
    }
    return written;
  }
}
