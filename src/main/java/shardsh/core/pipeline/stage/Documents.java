package shardsh.core.pipeline.stage;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.bson.ServerText;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.expr.Expression;
import shardsh.core.expr.Values;
import shardsh.core.pipeline.DocumentStream;
import shardsh.core.pipeline.PipelineContext;
import shardsh.core.pipeline.Stage;

/** {@code $documents}: documents given in the pipeline itself. */
public final class Documents implements Stage {
  private final Expression documents;
  private final PipelineContext context;

  private Documents(Expression documents, PipelineContext context) {
    this.documents = documents;
    this.context = context;
  }

  /** The expression must give an array of objects. */
  public static List<Stage> parse(BsonValue spec, PipelineContext context) {
    return List.of(new Documents(context.parse(spec), context));
  }

  @Override
  public String name() {
    return "$documents";
  }

  @Override
  public Iterator<BsonDocument> apply(Iterator<BsonDocument> input) {
    return DocumentStream.deferred(() -> given().iterator());
  }

  private List<BsonDocument> given() {
    EvaluationContext about = context.query().variables();
    if (!(documents.evaluate(about) instanceof BsonArray array)) {
      throw Values.error(5858203, "$documents must evaluate to an array of objects");
    }
    List<BsonDocument> given = new ArrayList<>();
    for (BsonValue value : array) {
      if (!value.isDocument()) {
        throw Values.error(
            40228,
            "'newRoot' expression must evaluate to an object, but resulting value was: "
                + ServerText.of(value)
                + ". Type of resulting value: '"
                + Values.typeName(value)
                + "'");
      }
      given.add(value.asDocument());
    }
    return given;
  }

  @Override
  public Position position() {
    return Position.FIRST;
  }

  @Override
  public boolean needsCollection() {
    return false;
  }

  @Override
  public BsonDocument toBson() {
    return new BsonDocument("$documents", documents.toBson());
  }
}
