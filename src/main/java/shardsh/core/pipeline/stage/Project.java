package shardsh.core.pipeline.stage;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.expr.Dependencies;
import shardsh.core.expr.Values;
import shardsh.core.pipeline.DistributedPlan;
import shardsh.core.pipeline.Needs;
import shardsh.core.pipeline.PipelineContext;
import shardsh.core.pipeline.Stage;
import shardsh.core.query.ChangedPaths;
import shardsh.core.query.Projection;

/** {@code $project}, and {@code $unset}, which is an exclusion. */
public final class Project implements Stage {
  private final Projection projection;

  private Project(Projection projection) {
    this.projection = projection;
  }

  /**
   * @throws CommandException Location15969 unless the specification is an object, and what the
   *     projection throws
   */
  public static List<Stage> parse(BsonValue spec, PipelineContext context) {
    if (!(spec instanceof BsonDocument document)) {
      throw Values.error(15969, "$project specification must be an object");
    }
    try {
      return List.of(new Project(Projection.parseStage(document, context.query())));
    } catch (CommandException e) {
      throw new CommandException(
          e.errorCode(), "Invalid $project :: caused by :: " + e.getMessage());
    }
  }

  /** A projection that is parsed already. */
  public static Project of(Projection projection) {
    return new Project(projection);
  }

  /**
   * {@code $unset}: a path or several.
   *
   * @throws CommandException Location31002 unless it is a string or an array, Location31119 for an
   *     empty array, Location31120 for elements that are no strings
   */
  public static List<Stage> parseUnset(BsonValue spec, PipelineContext context) {
    if (!spec.isString() && !spec.isArray()) {
      throw Values.error(31002, "$unset specification must be a string or an array");
    }
    BsonArray paths = spec.isArray() ? spec.asArray() : new BsonArray(List.of(spec));
    if (paths.isEmpty()) {
      throw Values.error(
          31119, "$unset specification must be a string or an array with at least one field");
    }
    BsonDocument exclusion = new BsonDocument();
    for (BsonValue path : paths) {
      if (!path.isString()) {
        throw Values.error(
            31120,
            "$unset specification must be a string or an array containing only string values");
      }
      exclusion.append(path.asString().getValue(), BsonBoolean.FALSE);
    }
    try {
      return List.of(new Project(Projection.parseStage(exclusion, context.query())));
    } catch (CommandException e) {
      throw new CommandException(e.errorCode(), "Invalid $unset :: caused by :: " + e.getMessage());
    }
  }

  public Projection projection() {
    return projection;
  }

  @Override
  public String name() {
    return "$project";
  }

  @Override
  public Iterator<BsonDocument> apply(Iterator<BsonDocument> input) {
    return new MappedStream(input, projection::apply);
  }

  @Override
  public Needs needs() {
    Dependencies read = new Dependencies();
    projection.addDependencies(read);
    return projection.kind() == Projection.Kind.INCLUSION
        ? Needs.exactly(read)
        : Needs.andLater(read);
  }

  @Override
  public Optional<ChangedPaths> changes() {
    return Optional.of(projection.changes());
  }

  @Override
  public boolean isOneToOne() {
    return true;
  }

  @Override
  public BsonDocument toBson() {
    return new BsonDocument("$project", projection.toBson());
  }

  @Override
  public List<BsonDocument> toCommand() {
    return List.of(new BsonDocument("$project", projection.spec()));
  }

  @Override
  public DistributedPlan distributed() {
    return DistributedPlan.shardsOnly(this);
  }
}
