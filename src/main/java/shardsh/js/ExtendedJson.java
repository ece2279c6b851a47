package shardsh.js;

import java.util.Base64;
import java.util.Locale;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import shardsh.render.BsonInspect;
import shardsh.render.JsNumber;

/**
 * BSON values as Extended JSON v2: what JSON has as itself, the rest as documents with {@code $}
 * names. Source: the Extended JSON specification and the output of mongosh's EJSON.
 */
public final class ExtendedJson {
  private static final long YEAR_10000_MILLIS = 253_402_300_800_000L;

  private final boolean relaxed;

  private ExtendedJson(boolean relaxed) {
    this.relaxed = relaxed;
  }

  /**
   * The value in terms of documents, arrays, texts, numbers, booleans and null.
   *
   * @param relaxed numbers and dates in their short forms, which lose their exact type
   */
  public static BsonValue serialize(BsonValue value, boolean relaxed) {
    return new ExtendedJson(relaxed).value(value);
  }

  /** The value as a JSON text; each level is indented by so many spaces, 0 for one line. */
  public static String text(BsonValue value, boolean relaxed, int indent) {
    StringBuilder out = new StringBuilder();
    write(serialize(value, relaxed), indent, 0, out);
    return out.toString();
  }

  /**
   * The value that a JSON text in relaxed or canonical form stands for. Long integers become plain
   * numbers, as in mongosh, unless {@code keepLongs}.
   *
   * @throws RuntimeException of the parser if the text is not such JSON
   */
  public static BsonValue parse(String text, boolean keepLongs) {
    BsonValue value = BsonDocument.parse("{\"v\": " + text + "}").get("v");
    return keepLongs ? value : withPlainLongs(value);
  }

  private static BsonValue withPlainLongs(BsonValue value) {
    return switch (value.getBsonType()) {
      case INT64 -> GuestValues.number(value.asInt64().getValue());
      case DOCUMENT -> {
        BsonDocument copy = new BsonDocument();
        value.asDocument().forEach((name, field) -> copy.put(name, withPlainLongs(field)));
        yield copy;
      }
      case ARRAY -> {
        BsonArray copy = new BsonArray();
        value.asArray().forEach(element -> copy.add(withPlainLongs(element)));
        yield copy;
      }
      default -> value;
    };
  }

  private BsonValue value(BsonValue value) {
    return switch (value.getBsonType()) {
      case DOCUMENT -> document(value.asDocument());
      case ARRAY -> array(value.asArray());
      case STRING, BOOLEAN, NULL -> value;
      case INT32 ->
          relaxed ? value : wrap("$numberInt", Integer.toString(value.asInt32().getValue()));
      case DOUBLE -> number(value.asDouble().getValue());
      case INT64 -> longNumber(value.asInt64().getValue());
      case DECIMAL128 -> wrap("$numberDecimal", value.asDecimal128().getValue().toString());
      case OBJECT_ID -> wrap("$oid", value.asObjectId().getValue().toHexString());
      case DATE_TIME -> date(value.asDateTime().getValue());
      case TIMESTAMP -> timestamp(value.asTimestamp());
      case BINARY -> binary(value);
      case REGULAR_EXPRESSION -> regex(value.asRegularExpression());
      case MIN_KEY -> new BsonDocument("$minKey", new BsonInt32(1));
      case MAX_KEY -> new BsonDocument("$maxKey", new BsonInt32(1));
      case JAVASCRIPT -> wrap("$code", value.asJavaScript().getCode());
      case JAVASCRIPT_WITH_SCOPE ->
          wrap("$code", value.asJavaScriptWithScope().getCode())
              .append("$scope", document(value.asJavaScriptWithScope().getScope()));
      case SYMBOL -> wrap("$symbol", value.asSymbol().getSymbol());
      case DB_POINTER ->
          new BsonDocument(
              "$dbPointer",
              wrap("$ref", value.asDBPointer().getNamespace())
                  .append("$id", wrap("$oid", value.asDBPointer().getId().toHexString())));
      case UNDEFINED, END_OF_DOCUMENT -> new BsonDocument("$undefined", BsonBoolean.TRUE);
    };
  }

  private static BsonDocument wrap(String name, String text) {
    return new BsonDocument(name, new BsonString(text));
  }

  private BsonDocument document(BsonDocument document) {
    BsonDocument result = new BsonDocument();
    document.forEach((name, field) -> result.put(name, value(field)));
    return result;
  }

  private BsonArray array(BsonArray array) {
    BsonArray result = new BsonArray(array.size());
    array.forEach(element -> result.add(value(element)));
    return result;
  }

  private BsonValue number(double value) {
    boolean isFinite = !Double.isNaN(value) && !Double.isInfinite(value);
    if (relaxed && isFinite) {
      return new BsonDouble(value);
    }
    String text = JsNumber.text(value);
    boolean isWhole = isFinite && text.matches("-?\\d+");
    return wrap("$numberDouble", isWhole ? text + ".0" : text);
  }

  private BsonValue longNumber(long value) {
    return relaxed ? new BsonDouble(value) : wrap("$numberLong", Long.toString(value));
  }

  private BsonValue date(long millis) {
    if (relaxed && millis >= 0 && millis < YEAR_10000_MILLIS) {
      String text = BsonInspect.isoText(millis);
      return wrap("$date", text.endsWith(".000Z") ? text.replace(".000Z", "Z") : text);
    }
    return new BsonDocument("$date", wrap("$numberLong", Long.toString(millis)));
  }

  private static BsonDocument timestamp(BsonTimestamp timestamp) {
    return new BsonDocument(
        "$timestamp",
        new BsonDocument("t", GuestValues.number(Integer.toUnsignedLong(timestamp.getTime())))
            .append("i", GuestValues.number(Integer.toUnsignedLong(timestamp.getInc()))));
  }

  private static BsonDocument binary(BsonValue value) {
    String subtype = String.format(Locale.ROOT, "%02x", value.asBinary().getType() & 0xFF);
    String base64 = Base64.getEncoder().encodeToString(value.asBinary().getData());
    return new BsonDocument(
        "$binary", wrap("base64", base64).append("subType", new BsonString(subtype)));
  }

  private static BsonDocument regex(BsonRegularExpression regex) {
    return new BsonDocument(
        "$regularExpression",
        wrap("pattern", regex.getPattern()).append("options", new BsonString(regex.getOptions())));
  }

  private static void write(BsonValue value, int indent, int level, StringBuilder out) {
    if (value.isDocument()) {
      String separator = "";
      out.append('{');
      for (var field : value.asDocument().entrySet()) {
        out.append(separator);
        newLine(indent, level + 1, out);
        quote(field.getKey(), out);
        out.append(indent > 0 ? ": " : ":");
        write(field.getValue(), indent, level + 1, out);
        separator = ",";
      }
      if (!separator.isEmpty()) {
        newLine(indent, level, out);
      }
      out.append('}');
    } else if (value.isArray()) {
      String separator = "";
      out.append('[');
      for (BsonValue element : value.asArray()) {
        out.append(separator);
        newLine(indent, level + 1, out);
        write(element, indent, level + 1, out);
        separator = ",";
      }
      if (!separator.isEmpty()) {
        newLine(indent, level, out);
      }
      out.append(']');
    } else {
      scalar(value, out);
    }
  }

  private static void newLine(int indent, int level, StringBuilder out) {
    if (indent > 0) {
      out.append('\n').append(" ".repeat(indent * level));
    }
  }

  private static void scalar(BsonValue value, StringBuilder out) {
    if (value.isString()) {
      quote(value.asString().getValue(), out);
    } else if (value.isNumber()) {
      out.append(JsNumber.text(value.asNumber().doubleValue()));
    } else if (value.isBoolean()) {
      out.append(value.asBoolean().getValue());
    } else {
      out.append("null");
    }
  }

  private static void quote(String text, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        case '\b' -> out.append("\\b");
        case '\f' -> out.append("\\f");
        default -> {
          if (c < ' ' || Character.isSurrogate(c) && !isPaired(text, i)) {
            out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }

  private static boolean isPaired(String text, int at) {
    return Character.isHighSurrogate(text.charAt(at))
        ? at + 1 < text.length() && Character.isLowSurrogate(text.charAt(at + 1))
        : at > 0 && Character.isHighSurrogate(text.charAt(at - 1));
  }
}
