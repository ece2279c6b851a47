package shardsh.render;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.bson.ServerText;

/** The stages of a command as they are shown: {@code $match { a: 1 }}. */
final class PipelineStages {

  /** Added to the half of a stage that the merger does. */
  static final String MERGES = "  (merges the parts)";

  private static final String MERGE_CURSORS = "$mergeCursors";

  private PipelineStages() {}

  /** The read that a command is or explains; empty when it is none. */
  static BsonDocument read(BsonDocument body) {
    if (body.isDocument("explain")) {
      return read(body.getDocument("explain"));
    }
    return body.isArray("pipeline") || body.isString("find") ? body : new BsonDocument();
  }

  /** How much is told when the command explains; empty when it runs. */
  static String verbosity(BsonDocument body) {
    if (body.isDocument("explain")) {
      return body.isString("verbosity") ? body.getString("verbosity").getValue() : "queryPlanner";
    }
    boolean asks = body.isBoolean("explain") && body.getBoolean("explain").getValue();
    return asks ? "queryPlanner" : "";
  }

  /** The stages of an aggregate, or of a find as if it were one. */
  static List<String> of(BsonDocument command) {
    BsonDocument body = read(command);
    List<String> stages = new ArrayList<>();
    if (body.isArray("pipeline")) {
      for (BsonValue stage : body.getArray("pipeline")) {
        stages.add(stage.isDocument() ? stage(stage.asDocument()) : ServerText.of(stage));
      }
      return stages;
    }
    addPart(body, "filter", "$match", stages);
    addPart(body, "sort", "$sort", stages);
    addPart(body, "skip", "$skip", stages);
    addPart(body, "limit", "$limit", stages);
    addPart(body, "projection", "$project", stages);
    return stages;
  }

  static String stage(BsonDocument stage) {
    String name = stage.isEmpty() ? "" : stage.getFirstKey();
    return name + " " + (name.isEmpty() ? "" : ServerText.of(stage.get(name)));
  }

  static void addPart(BsonDocument body, String field, String name, List<String> stages) {
    BsonValue value = body.get(field);
    if (value != null && !(value.isDocument() && value.asDocument().isEmpty())) {
      stages.add(name + " " + ServerText.of(value));
    }
  }

  /** The name of a stage as it is shown, e.g. {@code $group}. */
  static String name(String stage) {
    int end = stage.indexOf(' ');
    return end < 0 ? stage : stage.substring(0, end);
  }

  static boolean mergesCursors(String stage) {
    return name(stage).equals(MERGE_CURSORS);
  }
}
