package shardsh.lesson;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonInvalidOperationException;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.json.JsonParseException;

/**
 * Values of documents: a number written whole is an int32, or an int64 when it does not fit; one
 * with a point or exponent is a double; Extended JSON ({@code {$date: "2024-10-15T00:00:00Z"}},
 * relaxed or canonical) is what it says.
 */
final class Values {
  private static final BigDecimal LONG_MAX = BigDecimal.valueOf(Long.MAX_VALUE);
  private static final BigDecimal LONG_MIN = BigDecimal.valueOf(Long.MIN_VALUE);

  private Values() {}

  static BsonValue of(SourceNode node, Faults faults) {
    return switch (node.kind()) {
      case NULL -> BsonNull.VALUE;
      case TEXT -> new BsonString(node.raw());
      case BOOLEAN -> BsonBoolean.valueOf(node.raw().equalsIgnoreCase("true"));
      case NUMBER -> number(node, faults);
      case LIST -> {
        List<BsonValue> items = new ArrayList<>();
        node.items().forEach(item -> items.add(of(item, faults)));
        yield new BsonArray(items);
      }
      case MAP -> isExtended(node) ? extended(node, faults) : document(node, faults);
    };
  }

  /** A map as a document, field by field. */
  static BsonDocument document(SourceNode map, Faults faults) {
    BsonDocument document = new BsonDocument();
    map.fields().forEach((name, value) -> document.append(name, of(value, faults)));
    return document;
  }

  /** The documents of a list; what is no map is left out, since the schema speaks about it. */
  static List<BsonDocument> documents(List<SourceNode> items, Faults faults) {
    return items.stream()
        .filter(item -> item.is(SourceNode.Kind.MAP))
        .map(item -> document(item, faults))
        .toList();
  }

  private static BsonValue number(SourceNode node, Faults faults) {
    if (!node.isWrittenWhole()) {
      return new BsonDouble(Double.parseDouble(node.raw()));
    }
    if (node.raw().length() < 10) {
      return new BsonInt32(Integer.parseInt(node.raw()));
    }
    BigDecimal number = node.number();
    if (number.compareTo(LONG_MIN) < 0 || number.compareTo(LONG_MAX) > 0) {
      faults.add(
          node,
          node.raw() + " does not fit 64 bits",
          "write {$numberDecimal: \"" + node.raw() + "\"} or a text");
      return BsonNull.VALUE;
    }
    long value = number.longValueExact();
    return value == (int) value ? new BsonInt32((int) value) : new BsonInt64(value);
  }

  /** Whether a map is a value in Extended JSON, or at least tries to be. */
  static boolean isExtended(SourceNode map) {
    return !map.fields().isEmpty() && map.fields().keySet().iterator().next().startsWith("$");
  }

  private static BsonValue extended(SourceNode map, Faults faults) {
    Map.Entry<String, SourceNode> first = map.fields().entrySet().iterator().next();
    if (first.getKey().equals("$date") && map.fields().size() == 1) {
      Optional<String> millis = first.getValue().text("$numberLong");
      if (millis.isPresent() && isMillis(millis.get())) {
        return new BsonDateTime(Long.parseLong(millis.get()));
      }
      if (first.getValue().is(SourceNode.Kind.TEXT)) {
        return date(first.getValue(), faults);
      }
    }
    try {
      return BsonDocument.parse("{\"v\": " + JsonText.of(map) + "}").get("v");
    } catch (JsonParseException | BsonInvalidOperationException | IllegalArgumentException e) {
      faults.add(
          map,
          first.getKey() + " is not the Extended JSON of a value (" + e.getMessage() + ")",
          "write it as in {$date: \"2024-10-15T00:00:00Z\"} or {$numberLong: \"5\"}");
      return BsonNull.VALUE;
    }
  }

  /** Whether a text is digits that surely fit 64 bits. */
  private static boolean isMillis(String text) {
    return !text.isEmpty()
        && text.length() < 19
        && text.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  private static BsonValue date(SourceNode node, Faults faults) {
    try {
      return new BsonDateTime(Instant.parse(node.raw()).toEpochMilli());
    } catch (DateTimeException | ArithmeticException e) {
      faults.add(node, node.shown() + " is no date", "write it as \"2024-10-15T00:00:00Z\"");
      return BsonNull.VALUE;
    }
  }
}
