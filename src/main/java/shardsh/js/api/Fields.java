package shardsh.js.api;

import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Fields of documents that may be missing or of another type than expected. */
final class Fields {
  private Fields() {}

  static boolean isTrue(BsonDocument document, String name) {
    BsonValue value = document.get(name);
    return value != null && value.isBoolean() && value.asBoolean().getValue();
  }

  /** Whether it is there and false; a missing field is not. */
  static boolean isFalse(BsonDocument document, String name) {
    BsonValue value = document.get(name);
    return value != null && value.isBoolean() && !value.asBoolean().getValue();
  }

  /** The number, 0 if there is none. */
  static double number(BsonDocument document, String name) {
    BsonValue value = document.get(name);
    return value != null && value.isNumber() ? value.asNumber().doubleValue() : 0;
  }

  static int count(BsonDocument document, String name) {
    return (int) number(document, name);
  }

  /** The text, empty if there is none. */
  static String text(BsonDocument document, String name) {
    return textIfAny(document, name).orElse("");
  }

  static Optional<String> textIfAny(BsonDocument document, String name) {
    BsonValue value = document.get(name);
    return value != null && value.isString()
        ? Optional.of(value.asString().getValue())
        : Optional.empty();
  }

  /** The document, an empty one if there is none. */
  static BsonDocument document(BsonDocument document, String name) {
    BsonValue value = document.get(name);
    return value != null && value.isDocument() ? value.asDocument() : new BsonDocument();
  }

  /** The array, an empty one if there is none. */
  static BsonArray array(BsonDocument document, String name) {
    BsonValue value = document.get(name);
    return value != null && value.isArray() ? value.asArray() : new BsonArray();
  }
}
