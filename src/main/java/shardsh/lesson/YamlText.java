package shardsh.lesson;

import java.time.Instant;
import java.util.StringJoiner;
import org.bson.BsonDocument;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonValue;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;

/**
 * Values as YAML on one line, such that {@link Values} and {@link Bounds} read the same value back:
 * plain where that is safe, else in quotes, else Extended JSON.
 */
final class YamlText {
  private static final JsonWriterSettings CANONICAL =
      JsonWriterSettings.builder().outputMode(JsonMode.EXTENDED).build();
  private static final long YEAR_1 = Instant.parse("0001-01-01T00:00:00Z").toEpochMilli();
  private static final long YEAR_9999 = Instant.parse("9999-12-31T23:59:59Z").toEpochMilli();

  private YamlText() {}

  /** A map on one line, built field by field. */
  static final class Flow {
    private final StringJoiner fields = new StringJoiner(", ", "{", "}");
    private boolean empty = true;

    Flow add(String name, String yaml) {
      fields.add(word(name) + ": " + yaml);
      empty = false;
      return this;
    }

    boolean isEmpty() {
      return empty;
    }

    @Override
    public String toString() {
      return fields.toString();
    }
  }

  /** A text, without quotes when it is a simple word that nobody takes for something else. */
  static String word(String text) {
    boolean simple =
        Names.isNode(text)
            && PlainScalars.kind(text) == SourceNode.Kind.TEXT
            && !PlainScalars.isWordForTrueOrFalse(text);
    return simple ? text : JsonText.quoted(text);
  }

  static String list(Iterable<String> texts) {
    StringJoiner items = new StringJoiner(", ", "[", "]");
    texts.forEach(text -> items.add(word(text)));
    return items.toString();
  }

  /** A size or another amount: whole numbers without a point. */
  static String amount(double number) {
    return number == Math.rint(number) && Math.abs(number) < 1e15
        ? Long.toString((long) number)
        : Double.toString(number);
  }

  static String value(BsonValue value) {
    return switch (value.getBsonType()) {
      case DOCUMENT -> document(value.asDocument());
      case ARRAY -> {
        StringJoiner items = new StringJoiner(", ", "[", "]");
        value.asArray().forEach(item -> items.add(value(item)));
        yield items.toString();
      }
      case STRING -> word(value.asString().getValue());
      case INT32 -> Integer.toString(value.asInt32().getValue());
      case INT64 -> int64(value.asInt64().getValue());
      case DOUBLE -> dbl(value.asDouble().getValue());
      case BOOLEAN -> Boolean.toString(value.asBoolean().getValue());
      case NULL -> "null";
      case DATE_TIME -> date(value.asDateTime().getValue());
      default -> extended(value);
    };
  }

  static String document(BsonDocument document) {
    Flow flow = new Flow();
    document.forEach((name, value) -> flow.add(name, value(value)));
    return flow.toString();
  }

  /** One value of a bound, or a whole bound that is MinKey or MaxKey. */
  static String bound(BsonValue value) {
    if (value instanceof BsonMinKey) {
      return "Min";
    }
    if (value instanceof BsonMaxKey) {
      return "Max";
    }
    boolean reserved =
        value.isString()
            && (value.asString().getValue().equals("Min")
                || value.asString().getValue().equals("Max"));
    return reserved ? "{$literal: " + value(value) + "}" : value(value);
  }

  /** A bound by field name; the bare value when there is one field and that is clear. */
  static String bound(BsonDocument bound) {
    if (bound.size() == 1 && !bound.values().iterator().next().isDocument()) {
      return bound(bound.values().iterator().next());
    }
    return boundMap(bound);
  }

  /** A bound by field name, always as a map. */
  static String boundMap(BsonDocument bound) {
    Flow flow = new Flow();
    bound.forEach((name, value) -> flow.add(name, bound(value)));
    return flow.toString();
  }

  private static String int64(long number) {
    return number == (int) number ? "{$numberLong: \"" + number + "\"}" : Long.toString(number);
  }

  private static String dbl(double number) {
    boolean negativeZero = number == 0 && 1 / number < 0;
    return Double.isFinite(number) && !negativeZero
        ? Double.toString(number)
        : "{$numberDouble: \"" + number + "\"}";
  }

  private static String date(long millis) {
    return millis >= YEAR_1 && millis <= YEAR_9999
        ? "{$date: \"" + Instant.ofEpochMilli(millis) + "\"}"
        : "{$date: {$numberLong: \"" + millis + "\"}}";
  }

  private static String extended(BsonValue value) {
    String json = new BsonDocument("v", value).toJson(CANONICAL);
    return json.substring(json.indexOf(':') + 1, json.length() - 1).strip();
  }
}
