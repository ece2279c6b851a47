package shardsh.shell;

import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * Whether a read gives back what its own text says, and not what is stored: with {@code
 * $documents}, with {@code $literal}, or with documents or fields made of constants. Ours, against
 * answers to lessons that ask the cluster nothing.
 */
final class Inventions {
  private static final List<String> CONSTANTS = List.of("$documents", "$literal");

  /** Variables that stand for what is stored; any other stands for an expression beside it. */
  private static final List<String> STORED = List.of("$$ROOT", "$$CURRENT", "$$REMOVE");

  /** They tell of the search, without naming a field. */
  private static final List<String> OF_THE_READ =
      List.of("$meta", "$count", "$slice", "$elemMatch");

  private Inventions() {}

  /**
   * @param command as the application sent it, without {@code explain} around it
   */
  static boolean isIn(BsonDocument command) {
    return names(command.get("pipeline"))
        || names(command.get("projection"))
        || command.isDocument("projection") && isMadeUp(command.getDocument("projection"), true)
        || makesUp(command.get("pipeline"));
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

  private static boolean makesUp(BsonValue pipeline) {
    return pipeline != null
        && pipeline.isArray()
        && pipeline.asArray().stream()
            .filter(BsonValue::isDocument)
            .flatMap(stage -> stage.asDocument().entrySet().stream())
            .anyMatch(stage -> isMadeUp(stage.getKey(), stage.getValue()));
  }

  /** Whether a stage puts in the place of documents or fields what it has not read. */
  private static boolean isMadeUp(String stage, BsonValue of) {
    if (stage.equals("$replaceWith")) {
      return !reads(of);
    }
    if (!of.isDocument()) {
      return false;
    }
    BsonDocument body = of.asDocument();
    return switch (stage) {
      case "$replaceRoot" -> body.containsKey("newRoot") && !reads(body.get("newRoot"));
      case "$set", "$addFields" -> isMadeUp(body, false);
      case "$project" -> isMadeUp(body, true);
      case "$group" -> body.entrySet().stream().anyMatch(Inventions::isMadeUpTotal);
      case "$unionWith" -> makesUp(body.get("pipeline"));
      case "$facet" -> body.values().stream().anyMatch(Inventions::makesUp);
      default -> false;
    };
  }

  /**
   * Whether one of the fields is a constant.
   *
   * @param chooses whether a number or a Boolean says that the field is kept or left out
   */
  private static boolean isMadeUp(BsonDocument fields, boolean chooses) {
    return fields.values().stream().anyMatch(value -> isConstant(value, chooses));
  }

  private static boolean isConstant(BsonValue value, boolean chooses) {
    if (chooses && (value.isNumber() || value.isBoolean())) {
      return false;
    }
    boolean isNested =
        value.isDocument()
            && !value.asDocument().isEmpty()
            && !value.asDocument().getFirstKey().startsWith("$");
    return isNested ? isMadeUp(value.asDocument(), chooses) : !reads(value);
  }

  /** The sum of ones counts; any other constant is no total of what is stored. */
  private static boolean isMadeUpTotal(Map.Entry<String, BsonValue> field) {
    if (field.getKey().equals("_id") || !field.getValue().isDocument()) {
      return false;
    }
    BsonDocument total = field.getValue().asDocument();
    BsonValue sum = total.get("$sum");
    boolean counts = sum != null && sum.isNumber() && sum.asNumber().doubleValue() == 1;
    return !counts && !reads(total);
  }

  private static boolean reads(BsonValue expression) {
    if (expression.isString()) {
      String text = expression.asString().getValue();
      return text.startsWith("$$")
          ? STORED.stream().anyMatch(text::startsWith)
          : text.startsWith("$");
    }
    if (expression.isArray()) {
      return expression.asArray().stream().anyMatch(Inventions::reads);
    }
    return expression.isDocument()
        && expression.asDocument().entrySet().stream()
            .anyMatch(part -> OF_THE_READ.contains(part.getKey()) || reads(part.getValue()));
  }
}
