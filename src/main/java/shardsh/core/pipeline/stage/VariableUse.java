package shardsh.core.pipeline.stage;

import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Whether a pipeline as given names a variable anywhere. */
final class VariableUse {
  private VariableUse() {}

  static boolean of(String variable, BsonValue value) {
    if (value instanceof BsonArray array) {
      return array.stream().anyMatch(element -> of(variable, element));
    }
    if (value instanceof BsonDocument document) {
      return document.values().stream().anyMatch(field -> of(variable, field));
    }
    if (!value.isString()) {
      return false;
    }
    String text = value.asString().getValue();
    String whole = "$$" + variable;
    return text.equals(whole) || text.startsWith(whole + ".");
  }
}
