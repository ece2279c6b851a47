package shardsh.lesson;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.StringJoiner;
import org.bson.BsonDocument;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonValue;
import shardsh.core.bson.ServerText;

/** Values in one line, as failure texts show them: {@code {s0: 3, s1: 2}}, {@code 2|1}. */
public final class ValueText {
  private static final int LENGTH_MAX = 300;
  private static final char UNKNOWN = '\uFFFD';
  private static final int NON_JOINER = 0x200C;
  private static final int JOINER = 0x200D;

  /** As mongosh writes dates. */
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private ValueText() {}

  /** A value in one line; a long one is cut. */
  public static String of(BsonValue value) {
    String text = whole(value);
    return inOneLine(text.length() > LENGTH_MAX ? text.substring(0, LENGTH_MAX - 1) + "…" : text);
  }

  /** Line ends as escapes; what no text may hold, as the sign for that. */
  private static String inOneLine(String text) {
    StringBuilder line = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> {
              if (c == '\n' || c == '\r') {
                line.append(c == '\n' ? "\\n" : "\\r");
              } else {
                line.appendCodePoint(isSeen(c) ? c : UNKNOWN);
              }
            });
    return line.toString();
  }

  private static boolean isSeen(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      case Character.FORMAT -> codePoint == NON_JOINER || codePoint == JOINER;
      default -> true;
    };
  }

  private static String whole(BsonValue value) {
    if (value.isString()) {
      return value.asString().getValue();
    }
    if (value.isDocument()) {
      StringJoiner fields = new StringJoiner(", ", "{", "}");
      BsonDocument document = value.asDocument();
      document.forEach((name, field) -> fields.add(name + ": " + whole(field)));
      return fields.toString();
    }
    if (value.isArray()) {
      StringJoiner items = new StringJoiner(", ", "[", "]");
      value.asArray().forEach(item -> items.add(whole(item)));
      return items.toString();
    }
    if (value.isInt32() || value.isInt64()) {
      return Long.toString(value.asNumber().longValue());
    }
    if (value.isDouble()) {
      return number(value.asDouble().getValue());
    }
    if (value instanceof BsonMinKey) {
      return "Min";
    }
    if (value instanceof BsonMaxKey) {
      return "Max";
    }
    if (value.isNull()) {
      return "null";
    }
    if (value.isDateTime()) {
      Instant at = Instant.ofEpochMilli(value.asDateTime().getValue());
      return "ISODate('" + DATE.format(at) + "')";
    }
    return ServerText.of(value);
  }

  /** A number as it is written, without zeros that say nothing. */
  static String number(double value) {
    return Double.isFinite(value)
        ? BigDecimal.valueOf(value).stripTrailingZeros().toPlainString()
        : Double.toString(value);
  }
}
