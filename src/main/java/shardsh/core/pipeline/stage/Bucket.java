package shardsh.core.pipeline.stage;

import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNumber;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.bson.BsonOrder;
import shardsh.core.bson.ServerText;
import shardsh.core.expr.Constant;
import shardsh.core.expr.Dependencies;
import shardsh.core.expr.Expression;
import shardsh.core.expr.Values;
import shardsh.core.pipeline.Pipeline;
import shardsh.core.pipeline.PipelineContext;
import shardsh.core.pipeline.Stage;

/**
 * {@code $bucket}: short for a {@code $group} by a {@code $switch} over ranges, and a {@code
 * $sort}.
 */
public final class Bucket {
  private Bucket() {}

  /**
   * @throws shardsh.core.base.CommandException Location40191 to 40202 for a malformed specification
   */
  public static List<Stage> parse(BsonValue spec, PipelineContext context) {
    if (!(spec instanceof BsonDocument document)) {
      throw Values.error(
          40201,
          "Argument to $bucket stage must be an object, but found type: "
              + Values.typeName(spec)
              + ".");
    }
    BsonDocument output = new BsonDocument("count", new BsonDocument("$sum", new BsonInt32(1)));
    BsonArray boundaries = null;
    for (Map.Entry<String, BsonValue> option : document.entrySet()) {
      BsonValue value = option.getValue();
      switch (option.getKey()) {
        case "groupBy" -> checkGroupBy("$bucket", value, 40202);
        case "boundaries" -> boundaries = boundaries(value, context);
        case "default" -> constant(value, context, 40195, "default");
        case "output" -> output = output("$bucket", value, 40196);
        default ->
            throw Values.error(40197, "Unrecognized option to $bucket: " + option.getKey() + ".");
      }
    }
    if (!document.containsKey("groupBy") || boundaries == null) {
      throw Values.error(40198, "$bucket requires 'groupBy' and 'boundaries' to be specified.");
    }
    return desugared(document, boundaries, output, context);
  }

  private static List<Stage> desugared(
      BsonDocument spec, BsonArray boundaries, BsonDocument output, PipelineContext context) {
    BsonValue groupBy = spec.get("groupBy");
    BsonDocument choice = new BsonDocument("branches", branches(groupBy, boundaries));
    if (spec.containsKey("default")) {
      BsonValue other = constant(spec.get("default"), context, 40195, "default");
      checkDefault(other, boundaries, context.query().collation().order());
      choice.append("default", new BsonDocument("$const", other));
    }
    BsonDocument group = new BsonDocument("_id", new BsonDocument("$switch", choice));
    group.putAll(output);
    BsonArray stages = new BsonArray();
    stages.add(new BsonDocument("$group", group));
    stages.add(new BsonDocument("$sort", new BsonDocument("_id", new BsonInt32(1))));
    return Pipeline.parse(stages, context).stages();
  }

  private static BsonArray branches(BsonValue groupBy, BsonArray boundaries) {
    BsonArray branches = new BsonArray();
    for (int i = 0; i + 1 < boundaries.size(); i++) {
      BsonValue low = new BsonDocument("$const", boundaries.get(i));
      BsonValue high = new BsonDocument("$const", boundaries.get(i + 1));
      BsonArray range = new BsonArray();
      range.add(new BsonDocument("$gte", new BsonArray(List.of(groupBy, low))));
      range.add(new BsonDocument("$lt", new BsonArray(List.of(groupBy, high))));
      branches.add(new BsonDocument("case", new BsonDocument("$and", range)).append("then", low));
    }
    return branches;
  }

  /**
   * Checks that documents are grouped by a path or an operator.
   *
   * @param stage named in the error
   */
  static void checkGroupBy(String stage, BsonValue value, int code) {
    boolean path = value instanceof BsonString text && text.getValue().startsWith("$");
    boolean operator =
        value instanceof BsonDocument document
            && !document.isEmpty()
            && document.getFirstKey().startsWith("$");
    if (!path && !operator) {
      throw Values.error(
          code,
          "The "
              + stage
              + " 'groupBy' field must be defined as a $-prefixed path or an expression, but"
              + " found: "
              + ServerText.of(value)
              + ".");
    }
  }

  static BsonDocument output(String stage, BsonValue value, int code) {
    if (value instanceof BsonDocument document) {
      return document;
    }
    throw Values.error(
        code,
        "The "
            + stage
            + " 'output' field must be an object, but found type: "
            + Values.typeName(value)
            + ".");
  }

  private static BsonValue constant(
      BsonValue value, PipelineContext context, int code, String option) {
    Expression expression = context.parse(value);
    if (expression instanceof Constant known) {
      return known.value();
    }
    BsonValue literal = literalOf(expression, value, context);
    if (literal != null) {
      return literal;
    }
    throw Values.error(
        code,
        "The $bucket '"
            + option
            + "' field must be a constant, but found: "
            + ServerText.of(value)
            + ".");
  }

  /** An object without paths or operators is a constant, too; null when it is not one. */
  private static BsonValue literalOf(
      Expression expression, BsonValue value, PipelineContext context) {
    boolean plain = value instanceof BsonDocument && expression.toBson().isDocument();
    Dependencies reads = Dependencies.of(expression);
    boolean reading =
        !reads.paths().isEmpty() || reads.needsWholeDocument() || !reads.variables().isEmpty();
    return plain && !reading && !reads.isRandom()
        ? expression.evaluate(context.about(new BsonDocument()))
        : null;
  }

  private static BsonArray boundaries(BsonValue value, PipelineContext context) {
    if (!(value instanceof BsonArray list)) {
      throw Values.error(
          40200,
          "The $bucket 'boundaries' field must be an array, but found type: "
              + Values.typeName(value)
              + ".");
    }
    BsonArray boundaries = new BsonArray(list.size());
    for (BsonValue boundary : list) {
      boundaries.add(constant(boundary, context, 40191, "boundaries"));
    }
    if (boundaries.size() < 2) {
      throw Values.error(
          40192,
          "The $bucket 'boundaries' field must have at least 2 values, but found "
              + boundaries.size()
              + " value(s).");
    }
    BsonOrder order = context.query().collation().order();
    for (int i = 1; i < boundaries.size(); i++) {
      checkNeighbours(boundaries.get(i - 1), boundaries.get(i), order);
    }
    return boundaries;
  }

  private static void checkNeighbours(BsonValue lower, BsonValue upper, BsonOrder order) {
    boolean numbers = lower instanceof BsonNumber && upper instanceof BsonNumber;
    if (!numbers && BsonOrder.canonicalType(lower) != BsonOrder.canonicalType(upper)) {
      throw Values.error(
          40193,
          "All values in the the 'boundaries' option to $bucket must have the same type. Found"
              + " conflicting types "
              + Values.typeName(lower)
              + " and "
              + Values.typeName(upper)
              + ".");
    }
    if (order.compare(lower, upper) >= 0) {
      throw Values.error(
          40194,
          "The 'boundaries' option to $bucket must be sorted, but elements "
              + ServerText.of(lower)
              + " and "
              + ServerText.of(upper)
              + " are not in ascending order.");
    }
  }

  private static void checkDefault(BsonValue other, BsonArray boundaries, BsonOrder order) {
    BsonValue lowest = boundaries.get(0);
    BsonValue highest = boundaries.get(boundaries.size() - 1);
    if (order.compare(other, lowest) >= 0 && order.compare(other, highest) < 0) {
      throw Values.error(
          40199,
          "The $bucket 'default' field must be less than the lowest boundary or greater than or"
              + " equal to the highest boundary.");
    }
  }
}
