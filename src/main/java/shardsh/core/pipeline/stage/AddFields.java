package shardsh.core.pipeline.stage;

import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import shardsh.core.base.CommandException;
import shardsh.core.expr.Dependencies;
import shardsh.core.expr.Values;
import shardsh.core.pipeline.DistributedPlan;
import shardsh.core.pipeline.Needs;
import shardsh.core.pipeline.Stage;
import shardsh.core.pipeline.StageParser;
import shardsh.core.query.ChangedPaths;
import shardsh.core.query.Projection;

/** {@code $addFields}, also called {@code $set}. */
public final class AddFields implements Stage {
  private final String name;
  private final Projection addition;

  private AddFields(String name, Projection addition) {
    this.name = name;
    this.addition = addition;
  }

  /** Reads the stage under either of its names. */
  public static StageParser parser(String name) {
    return (spec, context) -> {
      if (!(spec instanceof BsonDocument document)) {
        throw Values.error(
            40272, name + " specification stage must be an object, got " + Values.typeName(spec));
      }
      try {
        return List.of(new AddFields(name, Projection.parseAddition(document, context.query())));
      } catch (CommandException e) {
        boolean prefixed = e.getMessage().startsWith("Invalid ");
        String prefix = prefixed ? "" : "Invalid " + name + " :: caused by :: ";
        throw new CommandException(e.errorCode(), prefix + e.getMessage());
      }
    };
  }

  public Projection addition() {
    return addition;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Iterator<BsonDocument> apply(Iterator<BsonDocument> input) {
    return new MappedStream(input, addition::apply);
  }

  @Override
  public Needs needs() {
    Dependencies read = new Dependencies();
    addition.addDependencies(read);
    return Needs.andLater(read);
  }

  @Override
  public Optional<ChangedPaths> changes() {
    return Optional.of(addition.changes());
  }

  @Override
  public boolean isOneToOne() {
    return true;
  }

  @Override
  public BsonDocument toBson() {
    return new BsonDocument("$addFields", addition.toBson());
  }

  @Override
  public List<BsonDocument> toCommand() {
    return List.of(new BsonDocument("$addFields", addition.spec()));
  }

  @Override
  public DistributedPlan distributed() {
    return DistributedPlan.shardsOnly(this);
  }
}
