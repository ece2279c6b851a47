package shardsh.core.pipeline.stage;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.bson.ServerText;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.expr.Expression;
import shardsh.core.expr.Values;
import shardsh.core.expr.VariableNames;
import shardsh.core.pipeline.DistributedPlan;
import shardsh.core.pipeline.DocumentStream;
import shardsh.core.pipeline.PipelineContext;
import shardsh.core.pipeline.Stage;

/** {@code $redact}: keeps, prunes or descends into objects as an expression says for each. */
public final class Redact implements Stage {
  private static final BsonString DESCEND = new BsonString("descend");
  private static final BsonString PRUNE = new BsonString("prune");
  private static final BsonString KEEP = new BsonString("keep");

  private final Expression expression;
  private final PipelineContext context;

  private Redact(Expression expression, PipelineContext context) {
    this.expression = expression;
    this.context = context;
  }

  /** The expression's fields are those of the object at hand, {@code $$ROOT} is the document. */
  public static List<Stage> parse(BsonValue spec, PipelineContext context) {
    VariableNames names =
        context.query().names().with("DESCEND").with("PRUNE").with("KEEP").with("CURRENT");
    return List.of(new Redact(Expression.parse(spec, names), context));
  }

  @Override
  public String name() {
    return "$redact";
  }

  @Override
  public Iterator<BsonDocument> apply(Iterator<BsonDocument> input) {
    return new DocumentStream() {
      @Override
      protected BsonDocument advance() {
        while (input.hasNext()) {
          BsonDocument document = input.next();
          EvaluationContext about =
              context
                  .about(document)
                  .with("DESCEND", DESCEND)
                  .with("PRUNE", PRUNE)
                  .with("KEEP", KEEP);
          BsonDocument redacted = object(document, about);
          if (redacted != null) {
            return redacted;
          }
        }
        return null;
      }
    };
  }

  /** What is left of an object; null when it is pruned. */
  private BsonDocument object(BsonDocument object, EvaluationContext about) {
    BsonValue decision = expression.evaluate(about.with("CURRENT", object));
    if (KEEP.equals(decision)) {
      return object;
    }
    if (PRUNE.equals(decision)) {
      return null;
    }
    if (!DESCEND.equals(decision)) {
      throw Values.error(
          17053,
          "$redact's expression should not return anything aside from the variables $$KEEP,"
              + " $$DESCEND, and $$PRUNE, but returned "
              + (decision == null ? "missing" : ServerText.of(decision)));
    }
    BsonDocument left = new BsonDocument(object.size());
    for (Map.Entry<String, BsonValue> field : object.entrySet()) {
      BsonValue value = value(field.getValue(), about);
      if (value != null) {
        left.put(field.getKey(), value);
      }
    }
    return left;
  }

  private BsonValue value(BsonValue value, EvaluationContext about) {
    if (value instanceof BsonDocument object) {
      return object(object, about);
    }
    if (!(value instanceof BsonArray array)) {
      return value;
    }
    BsonArray left = new BsonArray(array.size());
    for (BsonValue element : array) {
      BsonValue kept = value(element, about);
      if (kept != null) {
        left.add(kept);
      }
    }
    return left;
  }

  @Override
  public BsonDocument toBson() {
    return new BsonDocument("$redact", expression.toBson());
  }

  @Override
  public DistributedPlan distributed() {
    return DistributedPlan.shardsOnly(this);
  }
}
