package shardsh.shell;

import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;
import shardsh.render.JsNumber;

/**
 * Values as Extended JSON v2, set in lines with two spaces a level, as {@code --json} prints them.
 * The driver writes the values; the lines are ours, because its own are not those of mongosh.
 */
final class ExtendedJson {
  private static final JsonWriterSettings CANONICAL =
      JsonWriterSettings.builder().outputMode(JsonMode.EXTENDED).build();
  private static final JsonWriterSettings RELAXED =
      JsonWriterSettings.builder()
          .outputMode(JsonMode.RELAXED)
          .doubleConverter(
              (value, writer) -> {
                if (Double.isNaN(value) || Double.isInfinite(value)) {
                  writer.writeStartObject();
                  writer.writeString("$numberDouble", JsNumber.text(value));
                  writer.writeEndObject();
                } else {
                  writer.writeRaw(JsNumber.text(value));
                }
              })
          .build();
  private static final String BEFORE = "{\"v\": ";

  private ExtendedJson() {}

  static String text(BsonValue value, boolean canonical) {
    String wrapped = new BsonDocument("v", value).toJson(canonical ? CANONICAL : RELAXED);
    return inLines(wrapped.substring(BEFORE.length(), wrapped.length() - 1));
  }

  private static String inLines(String json) {
    StringBuilder out = new StringBuilder(json.length() * 2);
    int level = 0;
    boolean inString = false;
    for (int i = 0; i < json.length(); i++) {
      char c = json.charAt(i);
      if (inString) {
        out.append(c);
        if (c == '\\') {
          out.append(json.charAt(++i));
        }
        inString = c != '"';
        continue;
      }
      switch (c) {
        case '"' -> {
          inString = true;
          out.append(c);
        }
        case '{', '[' -> {
          out.append(c);
          char close = c == '{' ? '}' : ']';
          if (json.charAt(i + 1) == close) {
            out.append(json.charAt(++i));
          } else {
            newLine(++level, out);
          }
        }
        case '}', ']' -> {
          newLine(--level, out);
          out.append(c);
        }
        case ',' -> {
          out.append(c);
          newLine(level, out);
        }
        case ':' -> out.append(": ");
        case ' ' -> {}
        default -> out.append(c);
      }
    }
    return out.toString();
  }

  private static void newLine(int level, StringBuilder out) {
    out.append('\n').append("  ".repeat(level));
  }
}
