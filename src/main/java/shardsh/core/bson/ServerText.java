package shardsh.core.bson;

import java.lang.ref.WeakReference;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * Values as the server writes them inside its error messages and explain bounds, e.g. {@code {
 * customerId: 580, at: new Date(0) }}. Source: messages quoted in the manual and in the server's
 * tests.
 */
public final class ServerText {
  private static final int TEXT_SHOWN_BELOW = 160;
  private static final int TEXT_LEFT = 150;
  private static final int LONG_TEXT = 1_000;

  /** The last that was measured; a thread that sees a former one measures again. */
  private static Measured longText = new Measured(new WeakReference<>(null), 0);

  private ServerText() {}

  /**
   * One value: documents as {@code { a: 1 }}, strings in double quotes and nothing in them escaped,
   * long ones cut, doubles with a fraction.
   */
  public static String of(BsonValue value) {
    StringBuilder out = new StringBuilder();
    append(value, out);
    return out.toString();
  }

  private static void append(BsonValue value, StringBuilder out) {
    switch (value.getBsonType()) {
      case DOCUMENT -> appendDocument(value.asDocument(), out);
      case ARRAY -> appendArray(value.asArray(), out);
      case STRING -> appendQuoted(value.asString().getValue(), out);
      case SYMBOL -> appendQuoted(value.asSymbol().getSymbol(), out);
      case INT32 -> out.append(value.asInt32().getValue());
      case INT64 -> out.append(value.asInt64().getValue());
      case DOUBLE -> out.append(number(value.asDouble().getValue()));
      case DECIMAL128 -> out.append(value.asDecimal128().getValue());
      case BOOLEAN -> out.append(value.asBoolean().getValue());
      case NULL -> out.append("null");
      case UNDEFINED, END_OF_DOCUMENT -> out.append("undefined");
      case MIN_KEY -> out.append("MinKey");
      case MAX_KEY -> out.append("MaxKey");
      case OBJECT_ID ->
          out.append("ObjectId('").append(value.asObjectId().getValue().toHexString()).append("')");
      case DATE_TIME -> out.append("new Date(").append(value.asDateTime().getValue()).append(')');
      case TIMESTAMP ->
          out.append("Timestamp(")
              .append(Integer.toUnsignedLong(value.asTimestamp().getTime()))
              .append(", ")
              .append(Integer.toUnsignedLong(value.asTimestamp().getInc()))
              .append(')');
      case REGULAR_EXPRESSION ->
          out.append('/')
              .append(value.asRegularExpression().getPattern())
              .append('/')
              .append(value.asRegularExpression().getOptions());
      case BINARY -> appendBinary(value.asBinary(), out);
      case JAVASCRIPT -> out.append(value.asJavaScript().getCode());
      case JAVASCRIPT_WITH_SCOPE -> out.append(value.asJavaScriptWithScope().getCode());
      case DB_POINTER ->
          out.append("DBRef('")
              .append(value.asDBPointer().getNamespace())
              .append("',")
              .append(value.asDBPointer().getId().toHexString())
              .append(')');
    }
  }

  private static void appendDocument(BsonDocument document, StringBuilder out) {
    if (document.isEmpty()) {
      out.append("{}");
      return;
    }
    out.append('{');
    String separator = " ";
    for (Map.Entry<String, BsonValue> field : document.entrySet()) {
      out.append(separator).append(field.getKey()).append(": ");
      append(field.getValue(), out);
      separator = ", ";
    }
    out.append(" }");
  }

  private static void appendArray(BsonArray array, StringBuilder out) {
    if (array.isEmpty()) {
      out.append("[]");
      return;
    }
    out.append('[');
    String separator = " ";
    for (BsonValue element : array) {
      out.append(separator);
      append(element, out);
      separator = ", ";
    }
    out.append(" ]");
  }

  private static void appendQuoted(String text, StringBuilder out) {
    boolean cut = utf8Length(text) >= TEXT_SHOWN_BELOW;
    String shown = cut ? beginning(text, TEXT_LEFT) + "..." : text;
    out.append('"').append(shown).append('"');
  }

  /** What fits into that many bytes of UTF-8. */
  private static String beginning(String text, int bytes) {
    int end = 0;
    int used = 0;
    while (end < text.length()) {
      int next = text.offsetByCodePoints(end, 1);
      used += utf8Length(text.substring(end, next));
      if (used > bytes) {
        break;
      }
      end = next;
    }
    return text.substring(0, end);
  }

  private static void appendBinary(BsonBinary binary, StringBuilder out) {
    if (binary.getType() == 4 && binary.getData().length == 16) {
      out.append("UUID(\"").append(binary.asUuid()).append("\")");
      return;
    }
    out.append("BinData(").append(binary.getType() & 0xFF).append(", ");
    for (byte b : binary.getData()) {
      out.append(String.format(Locale.ROOT, "%02X", b));
    }
    out.append(')');
  }

  /**
   * A double as the server prints it in a document, to 16 digits and always with a fraction: {@code
   * 5.0}, {@code 0.1}, {@code 1e+20.0}, {@code inf.0}, {@code nan.0}.
   */
  public static String number(double value) {
    String text = plainNumber(value);
    return text.indexOf('.') < 0 ? text + ".0" : text;
  }

  /** A double as the server prints it outside of documents: {@code 5}, {@code 1e+20}. */
  public static String plainNumber(double value) {
    if (Double.isNaN(value)) {
      return "nan";
    }
    if (Double.isInfinite(value)) {
      return value < 0 ? "-inf" : "inf";
    }
    if (value == 0) {
      return 1 / value < 0 ? "-0" : "0";
    }
    BigDecimal rounded = new BigDecimal(value).round(new MathContext(16)).stripTrailingZeros();
    int exponent = rounded.precision() - rounded.scale() - 1;
    if (exponent >= -4 && exponent < 16) {
      return rounded.toPlainString();
    }
    String digits = rounded.unscaledValue().toString();
    String sign = digits.startsWith("-") ? "-" : "";
    String absolute = digits.substring(sign.length());
    String mantissa =
        absolute.length() == 1 ? absolute : absolute.charAt(0) + "." + absolute.substring(1);
    return String.format(
        Locale.ROOT, "%s%se%s%02d", sign, mantissa, exponent < 0 ? "-" : "+", Math.abs(exponent));
  }

  /** An instant as {@code 2024-11-01T12:00:00.000Z}. */
  public static String isoDate(long millis) {
    return DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
        .withZone(ZoneOffset.UTC)
        .format(Instant.ofEpochMilli(millis));
  }

  /** The bytes of one long text: a pipeline measures the same constant in every document. */
  private record Measured(WeakReference<String> text, int bytes) {
    int bytesOf(String wanted) {
      if (text.refersTo(wanted)) {
        return bytes;
      }
      // A copy is made in one go; going through it takes several times as long.
      int found = wanted.getBytes(StandardCharsets.UTF_8).length;
      longText = new Measured(new WeakReference<>(wanted), found);
      return found;
    }
  }

  /** The number of bytes of a text in UTF-8. */
  public static int utf8Length(String text) {
    int length = text.length();
    if (length > LONG_TEXT) {
      return longText.bytesOf(text);
    }
    int bytes = length;
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        if (Character.isSurrogate(c)) {
          return text.getBytes(StandardCharsets.UTF_8).length;
        }
        bytes += c < 0x800 ? 1 : 2;
      }
    }
    return bytes;
  }
}
