package shardsh.core.pipeline.stage;

import java.util.Iterator;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.bson.ServerText;
import shardsh.core.expr.Dependencies;
import shardsh.core.expr.Expression;
import shardsh.core.expr.Values;
import shardsh.core.pipeline.DistributedPlan;
import shardsh.core.pipeline.Needs;
import shardsh.core.pipeline.PipelineContext;
import shardsh.core.pipeline.Stage;

/** {@code $replaceRoot} and its short form {@code $replaceWith}. */
public final class ReplaceRoot implements Stage {
  private final Expression newRoot;
  private final String what;
  private final PipelineContext context;

  /**
   * @param what what the expression is called in errors
   */
  private ReplaceRoot(Expression newRoot, String what, PipelineContext context) {
    this.newRoot = newRoot;
    this.what = what;
    this.context = context;
  }

  /**
   * @throws shardsh.core.base.CommandException Location40229, 40230 or 40231 for a malformed
   *     specification
   */
  public static List<Stage> parse(BsonValue spec, PipelineContext context) {
    if (!(spec instanceof BsonDocument document)) {
      throw Values.error(
          40229,
          "expected an object as specification for $replaceRoot stage, got "
              + Values.typeName(spec));
    }
    for (String option : document.keySet()) {
      if (!option.equals("newRoot")) {
        throw Values.error(
            40230,
            "unrecognized option to $replaceRoot stage: "
                + option
                + ", only valid option is 'newRoot'.");
      }
    }
    if (document.isEmpty()) {
      throw Values.error(40231, "no newRoot specified for the $replaceRoot stage");
    }
    Expression newRoot = context.parse(document.get("newRoot"));
    return List.of(new ReplaceRoot(newRoot, "'newRoot' expression ", context));
  }

  /** {@code {$replaceWith: expression}}. */
  public static List<Stage> parseWith(BsonValue spec, PipelineContext context) {
    return List.of(new ReplaceRoot(context.parse(spec), "'replacement document' ", context));
  }

  /** What the stage reads of its input. */
  public Dependencies dependencies() {
    return Dependencies.of(newRoot);
  }

  @Override
  public String name() {
    return "$replaceRoot";
  }

  @Override
  public Iterator<BsonDocument> apply(Iterator<BsonDocument> input) {
    return new MappedStream(input, this::replaced);
  }

  private BsonDocument replaced(BsonDocument document) {
    BsonValue value = newRoot.evaluate(context.about(document));
    if (value instanceof BsonDocument root) {
      return root;
    }
    throw Values.error(
        40228,
        what
            + "must evaluate to an object, but resulting value was: "
            + (value == null ? "MISSING" : ServerText.of(value))
            + ". Type of resulting value: '"
            + Values.typeName(value)
            + "'. Input document: "
            + ServerText.of(document));
  }

  @Override
  public Needs needs() {
    return Needs.exactly(dependencies());
  }

  @Override
  public boolean isOneToOne() {
    return true;
  }

  @Override
  public BsonDocument toBson() {
    return new BsonDocument("$replaceRoot", new BsonDocument("newRoot", newRoot.toBson()));
  }

  @Override
  public DistributedPlan distributed() {
    return DistributedPlan.shardsOnly(this);
  }
}
