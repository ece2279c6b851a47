package shardsh.core.pipeline.stage;

import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.expr.Constant;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.expr.Expression;
import shardsh.core.expr.PathExpression;
import shardsh.core.pipeline.AccumulatorSpec;
import shardsh.core.pipeline.PipelineContext;

/**
 * What a stage takes of each document: most often a field or a constant, for which nothing has to
 * be set up.
 */
abstract class DocumentValue {

  /** The value, or null when it is missing. */
  abstract BsonValue of(BsonDocument document);

  static DocumentValue of(Expression expression, PipelineContext context) {
    if (expression instanceof PathExpression path && path.readsRoot()) {
      return new Field(path);
    }
    return expression instanceof Constant constant
        ? new Fixed(constant.value())
        : new Computed(expression, context);
  }

  /** What a document contributes to an accumulator. */
  static DocumentValue of(AccumulatorSpec spec, PipelineContext context) {
    return spec.inputExpression().isPresent()
        ? of(spec.inputExpression().get(), context)
        : new Accumulated(spec, context);
  }

  private static final class Field extends DocumentValue {
    private final PathExpression path;

    Field(PathExpression path) {
      this.path = path;
    }

    @Override
    BsonValue of(BsonDocument document) {
      return path.in(document);
    }
  }

  private static final class Fixed extends DocumentValue {
    private final BsonValue value;

    Fixed(BsonValue value) {
      this.value = value;
    }

    @Override
    BsonValue of(BsonDocument document) {
      return value;
    }
  }

  private static final class Computed extends DocumentValue {
    private final Expression expression;
    private final EvaluationContext variables;

    Computed(Expression expression, PipelineContext context) {
      this.expression = expression;
      this.variables = context.query().variables();
    }

    @Override
    BsonValue of(BsonDocument document) {
      return expression.evaluate(variables.withRoot(document));
    }
  }

  private static final class Accumulated extends DocumentValue {
    private final AccumulatorSpec spec;
    private final EvaluationContext variables;

    Accumulated(AccumulatorSpec spec, PipelineContext context) {
      this.spec = spec;
      this.variables = context.query().variables();
    }

    @Override
    BsonValue of(BsonDocument document) {
      return spec.input(variables.withRoot(document));
    }
  }
}
