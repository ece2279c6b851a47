package shardsh.core.pipeline.stage;

import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonValue;
import shardsh.core.expr.Values;
import shardsh.core.pipeline.Pipeline;
import shardsh.core.pipeline.PipelineContext;
import shardsh.core.pipeline.Stage;

/** {@code $count}: short for a {@code $group} of everything and a {@code $project}. */
public final class Count {
  private Count() {}

  /**
   * @throws shardsh.core.base.CommandException Location40156 to 40160 unless it is a plain field
   *     name
   */
  public static List<Stage> parse(BsonValue spec, PipelineContext context) {
    if (!spec.isString()) {
      throw Values.error(40156, "the count field must be a non-empty string");
    }
    String field = spec.asString().getValue();
    if (field.isEmpty()) {
      throw Values.error(40157, "the count field must be a non-empty string");
    }
    if (field.startsWith("$")) {
      throw Values.error(40158, "the count field cannot be a $-prefixed path");
    }
    if (field.indexOf('\0') >= 0) {
      throw Values.error(40159, "the count field cannot contain a null byte");
    }
    if (field.indexOf('.') >= 0) {
      throw Values.error(40160, "the count field cannot contain '.'");
    }
    if (field.equals("_id")) {
      throw Values.error(9039800, "the count field cannot be '_id'");
    }
    BsonDocument group =
        new BsonDocument("_id", BsonNull.VALUE)
            .append(field, new BsonDocument("$sum", new BsonInt32(1)));
    BsonArray stages = new BsonArray();
    stages.add(new BsonDocument("$group", group));
    stages.add(new BsonDocument("$project", new BsonDocument("_id", BsonBoolean.FALSE)));
    return Pipeline.parse(stages, context).stages();
  }
}
