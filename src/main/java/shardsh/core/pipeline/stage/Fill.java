package shardsh.core.pipeline.stage;

import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.expr.PathExpression;
import shardsh.core.expr.Values;
import shardsh.core.pipeline.Pipeline;
import shardsh.core.pipeline.PipelineContext;
import shardsh.core.pipeline.Stage;

/**
 * {@code $fill}: short for {@code $setWindowFields} and {@code $addFields} that put values in the
 * place of null and missing ones. Source: the manual's page on the stage.
 */
public final class Fill {
  private static final List<String> OPTIONS =
      List.of("sortBy", "partitionBy", "partitionByFields", "output");

  private Fill() {}

  /**
   * @throws shardsh.core.base.CommandException FAILED_TO_PARSE, Location6050200 to 6050204 for a
   *     malformed specification
   */
  public static List<Stage> parse(BsonValue spec, PipelineContext context) {
    Specification options = Specification.of("$fill", spec, OPTIONS);
    if (options.has("partitionBy") && options.has("partitionByFields")) {
      throw Values.error(
          6050204,
          "Maximum one of 'partitionBy' and 'partitionByFields can be specified in '$fill'");
    }
    BsonDocument output = options.document("output");
    if (output.isEmpty()) {
      throw Specification.failure("$fill requires a non-empty 'output'");
    }
    BsonDocument windows = new BsonDocument();
    BsonDocument additions = new BsonDocument();
    for (Map.Entry<String, BsonValue> field : output.entrySet()) {
      add(field.getKey(), field.getValue(), windows, additions, options);
    }
    BsonArray stages = new BsonArray();
    if (!windows.isEmpty()) {
      stages.add(new BsonDocument("$setWindowFields", window(options, windows)));
    }
    if (!additions.isEmpty()) {
      stages.add(new BsonDocument("$addFields", additions));
    }
    return Pipeline.parse(stages, context).stages();
  }

  private static void add(
      String field,
      BsonValue how,
      BsonDocument windows,
      BsonDocument additions,
      Specification options) {
    PathExpression.splitPath(field);
    if (!(how instanceof BsonDocument document)
        || document.size() != 1
        || !(document.containsKey("value") || document.containsKey("method"))) {
      throw Values.error(
          6050200, "Each output object must contain exactly one of 'method' or 'value' fields");
    }
    BsonString path = new BsonString("$" + field);
    if (document.containsKey("value")) {
      additions.append(
          field, new BsonDocument("$ifNull", new BsonArray(List.of(path, document.get("value")))));
      return;
    }
    String method =
        document.get("method").isString() ? document.getString("method").getValue() : "";
    switch (method) {
      case "locf" -> windows.append(field, new BsonDocument("$locf", path));
      case "linear" -> {
        if (!options.has("sortBy")) {
          throw Values.error(
              605001,
              "$linearFill must be specified with a top level sortBy expression with exactly one"
                  + " element");
        }
        windows.append(field, new BsonDocument("$linearFill", path));
      }
      default -> throw Values.error(6050202, "Method must be either 'locf' or 'linear'");
    }
  }

  private static BsonDocument window(Specification options, BsonDocument output) {
    BsonDocument window = new BsonDocument();
    if (options.has("partitionBy")) {
      window.append("partitionBy", options.get("partitionBy"));
    }
    options
        .array("partitionByFields")
        .ifPresent(
            fields -> {
              BsonDocument partition = new BsonDocument();
              for (BsonValue field : fields) {
                if (!field.isString()) {
                  throw options.wrongType("partitionByFields", field, "an array of strings");
                }
                String name = field.asString().getValue();
                partition.append(name, new BsonString("$" + name));
              }
              window.append("partitionBy", partition);
            });
    if (options.has("sortBy")) {
      window.append("sortBy", options.get("sortBy"));
    }
    return window.append("output", output);
  }
}
