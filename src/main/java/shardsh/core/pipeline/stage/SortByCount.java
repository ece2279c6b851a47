package shardsh.core.pipeline.stage;

import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import shardsh.core.expr.Values;
import shardsh.core.pipeline.Pipeline;
import shardsh.core.pipeline.PipelineContext;
import shardsh.core.pipeline.Stage;

/** {@code $sortByCount}: short for a {@code $group} and a {@code $sort}. */
public final class SortByCount {
  private SortByCount() {}

  /**
   * @throws shardsh.core.base.CommandException Location40147 to 40149 unless it is a path or an
   *     operator expression
   */
  public static List<Stage> parse(BsonValue spec, PipelineContext context) {
    String wanted =
        "the sortByCount field must be defined as a $-prefixed path or an expression inside an"
            + " object";
    if (spec instanceof BsonDocument document) {
      if (document.isEmpty() || !document.getFirstKey().startsWith("$")) {
        throw Values.error(40147, wanted);
      }
    } else if (!spec.isString()) {
      throw Values.error(
          40149, "the sortByCount field must be specified as a string or as an object");
    } else if (!spec.asString().getValue().startsWith("$")) {
      throw Values.error(40148, wanted);
    }
    BsonDocument group =
        new BsonDocument("_id", spec).append("count", new BsonDocument("$sum", new BsonInt32(1)));
    BsonArray stages = new BsonArray();
    stages.add(new BsonDocument("$group", group));
    stages.add(new BsonDocument("$sort", new BsonDocument("count", new BsonInt32(-1))));
    return Pipeline.parse(stages, context).stages();
  }
}
