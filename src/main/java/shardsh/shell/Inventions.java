package shardsh.shell;

import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * Whether a read gives back what its own text says, and not what is stored: with {@code
 * $documents}, with {@code $literal}, or with whole documents made of constants. Ours, against
 * answers to lessons that ask the cluster nothing.
 */
final class Inventions {
  private static final List<String> CONSTANTS = List.of("$documents", "$literal");

  private Inventions() {}

  /**
   * @param command as the application sent it, without {@code explain} around it
   */
  static boolean isIn(BsonDocument command) {
    return names(command.get("pipeline"))
        || names(command.get("projection"))
        || replaces(command.get("pipeline"));
  }

  private static boolean names(BsonValue value) {
    if (value == null) {
      return false;
    }
    if (value.isArray()) {
      return value.asArray().stream().anyMatch(Inventions::names);
    }
    return value.isDocument()
        && value.asDocument().entrySet().stream()
            .anyMatch(field -> CONSTANTS.contains(field.getKey()) || names(field.getValue()));
  }

  /** Whether a stage puts documents in the place of others without a look at those. */
  private static boolean replaces(BsonValue pipeline) {
    return pipeline != null
        && pipeline.isArray()
        && pipeline.asArray().stream()
            .filter(BsonValue::isDocument)
            .map(BsonValue::asDocument)
            .anyMatch(
                stage ->
                    stage.containsKey("$replaceWith") && !reads(stage.get("$replaceWith"))
                        || stage.isDocument("$replaceRoot")
                            && stage.getDocument("$replaceRoot").containsKey("newRoot")
                            && !reads(stage.getDocument("$replaceRoot").get("newRoot")));
  }

  private static boolean reads(BsonValue expression) {
    if (expression.isString()) {
      return expression.asString().getValue().startsWith("$");
    }
    if (expression.isArray()) {
      return expression.asArray().stream().anyMatch(Inventions::reads);
    }
    return expression.isDocument()
        && expression.asDocument().values().stream().anyMatch(Inventions::reads);
  }
}
