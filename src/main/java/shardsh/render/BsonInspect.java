package shardsh.render;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import shardsh.render.InspectNode.Element;
import shardsh.render.InspectNode.Item;
import shardsh.render.InspectNode.Scalar;

/**
 * BSON values from a server as trees to print: int32 and double are plain JavaScript numbers, the
 * other types print as the call that makes them. Source: mongosh's output, observed.
 */
public final class BsonInspect {
  /** JavaScript's dates end this many milliseconds before and after 1970. */
  private static final long DATE_MILLIS_MAX = 8_640_000_000_000_000L;

  private static final byte UUID_SUBTYPE = 4;
  private static final byte MD5_SUBTYPE = 5;

  private BsonInspect() {}

  public static InspectNode node(BsonValue value) {
    return switch (value.getBsonType()) {
      case DOCUMENT -> document(value.asDocument());
      case ARRAY -> array(value.asArray());
      case STRING -> new InspectNode.Str(value.asString().getValue());
      case INT32 -> InspectNode.number(Integer.toString(value.asInt32().getValue()));
      case DOUBLE -> InspectNode.number(JsNumber.text(value.asDouble().getValue()));
      case INT64 -> InspectNode.call("Long", Long.toString(value.asInt64().getValue()));
      case DECIMAL128 -> InspectNode.call("Decimal128", value.asDecimal128().getValue().toString());
      case BOOLEAN ->
          InspectNode.text(Boolean.toString(value.asBoolean().getValue()), Role.BOOLEAN);
      case NULL -> InspectNode.text("null", Role.NULL);
      case UNDEFINED, END_OF_DOCUMENT -> InspectNode.text("undefined", Role.UNDEFINED);
      case MIN_KEY -> InspectNode.text("MinKey()", Role.PLAIN);
      case MAX_KEY -> InspectNode.text("MaxKey()", Role.PLAIN);
      case OBJECT_ID -> InspectNode.call("ObjectId", value.asObjectId().getValue().toHexString());
      case DATE_TIME -> date(value.asDateTime().getValue());
      case TIMESTAMP -> timestamp(value.asTimestamp());
      case REGULAR_EXPRESSION ->
          regex(value.asRegularExpression().getPattern(), value.asRegularExpression().getOptions());
      case BINARY -> binary(value.asBinary());
      case JAVASCRIPT -> InspectNode.call("Code", value.asJavaScript().getCode());
      case JAVASCRIPT_WITH_SCOPE ->
          code(value.asJavaScriptWithScope().getCode(), value.asJavaScriptWithScope().getScope());
      case SYMBOL -> InspectNode.call("BSONSymbol", value.asSymbol().getSymbol());
      case DB_POINTER ->
          dbPointer(value.asDBPointer().getNamespace(), value.asDBPointer().getId().toHexString());
    };
  }

  /** A date, e.g. {@code ISODate('1970-01-01T00:00:00.000Z')}, or {@code Invalid Date}. */
  public static InspectNode date(long millis) {
    if (Math.abs(millis) > DATE_MILLIS_MAX || millis == Long.MIN_VALUE) {
      return InspectNode.text("Invalid Date", Role.DATE);
    }
    return InspectNode.text("ISODate('" + isoText(millis) + "')", Role.DATE);
  }

  /** As JavaScript's {@code toISOString}: years outside 0 to 9999 have a sign and six digits. */
  public static String isoText(long millis) {
    LocalDateTime time = LocalDateTime.ofInstant(Instant.ofEpochMilli(millis), ZoneOffset.UTC);
    int year = time.getYear();
    StringBuilder out = new StringBuilder(27);
    if (year >= 0 && year <= 9999) {
      appendDigits(year, 4, out);
    } else {
      appendDigits(Math.abs(year), 6, out.append(year < 0 ? '-' : '+'));
    }
    appendDigits(time.getMonthValue(), 2, out.append('-'));
    appendDigits(time.getDayOfMonth(), 2, out.append('-'));
    appendDigits(time.getHour(), 2, out.append('T'));
    appendDigits(time.getMinute(), 2, out.append(':'));
    appendDigits(time.getSecond(), 2, out.append(':'));
    appendDigits(time.getNano() / 1_000_000, 3, out.append('.'));
    return out.append('Z').toString();
  }

  private static void appendDigits(int number, int digits, StringBuilder out) {
    String text = Integer.toString(number);
    for (int i = text.length(); i < digits; i++) {
      out.append('0');
    }
    out.append(text);
  }

  private static InspectNode document(BsonDocument document) {
    List<Item> items = new ArrayList<>(document.size());
    TreeMap<Long, BsonValue> numbered = new TreeMap<>();
    for (Map.Entry<String, BsonValue> field : document.entrySet()) {
      long index = arrayIndex(field.getKey());
      if (index >= 0) {
        numbered.put(index, field.getValue());
      } else {
        items.add(InspectNode.property(field.getKey(), node(field.getValue())));
      }
    }
    if (!numbered.isEmpty()) {
      List<Item> first = new ArrayList<>(document.size());
      numbered.forEach((index, v) -> first.add(InspectNode.property(index.toString(), node(v))));
      first.addAll(items);
      return InspectNode.object(first);
    }
    return InspectNode.object(items);
  }

  /** The number that a key is, if JavaScript sorts it before the others; else -1. */
  static long arrayIndex(String key) {
    int length = key.length();
    if (length == 0 || length > 10 || length > 1 && key.charAt(0) == '0') {
      return -1;
    }
    long index = 0;
    for (int i = 0; i < length; i++) {
      int digit = key.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      index = index * 10 + digit;
    }
    return index <= 0xFFFF_FFFEL ? index : -1;
  }

  private static InspectNode array(BsonArray array) {
    List<Item> items = new ArrayList<>(array.size());
    for (BsonValue element : array) {
      items.add(new Element(node(element)));
    }
    return InspectNode.array(items);
  }

  private static InspectNode timestamp(BsonTimestamp timestamp) {
    return new Scalar(
        List.of(
            Span.plain("Timestamp({ t: "),
            new Span(Integer.toUnsignedString(timestamp.getTime()), Role.NUMBER),
            Span.plain(", i: "),
            new Span(Integer.toUnsignedString(timestamp.getInc()), Role.NUMBER),
            Span.plain(" })")),
        false);
  }

  private static InspectNode regex(String pattern, String options) {
    String flags = options.replace("x", "").replace("l", "");
    String source = pattern.isEmpty() ? "(?:)" : pattern.replace("\n", "\\n");
    return InspectNode.text("/" + source + "/" + flags, Role.REGEX);
  }

  private static InspectNode binary(BsonBinary binary) {
    byte[] data = binary.getData();
    if (binary.getType() == UUID_SUBTYPE && data.length == 16) {
      return InspectNode.call("UUID", uuid(data).toString());
    }
    if (binary.getType() == MD5_SUBTYPE && data.length == 16) {
      return InspectNode.call("MD5", HexFormat.of().formatHex(data));
    }
    return new Scalar(
        List.of(
            Span.plain("Binary.createFromBase64("),
            new Span("'" + Base64.getEncoder().encodeToString(data) + "'", Role.STRING),
            Span.plain(", "),
            new Span(Integer.toString(binary.getType() & 0xFF), Role.NUMBER),
            Span.plain(")")),
        false);
  }

  private static UUID uuid(byte[] data) {
    ByteBuffer bytes = ByteBuffer.wrap(data);
    return new UUID(bytes.getLong(), bytes.getLong());
  }

  private static InspectNode code(String code, BsonDocument scope) {
    List<Span> spans = new ArrayList<>();
    spans.add(Span.plain("Code("));
    spans.add(new Span(ValueFormatter.quoted(code), Role.STRING));
    spans.add(Span.plain(", "));
    List<StyledLine> lines = ValueFormatter.format(document(scope), InspectOptions.ONE_LINE);
    for (int i = 0; i < lines.size(); i++) {
      if (i > 0) {
        spans.add(Span.plain("\n"));
      }
      spans.addAll(lines.get(i).spans());
    }
    spans.add(Span.plain(")"));
    return new Scalar(spans, false);
  }

  private static InspectNode dbPointer(String collection, String id) {
    return new Scalar(
        List.of(
            Span.plain("DBRef("),
            new Span(ValueFormatter.quoted(collection), Role.STRING),
            Span.plain(", ObjectId("),
            new Span("'" + id + "'", Role.STRING),
            Span.plain("))")),
        false);
  }
}
