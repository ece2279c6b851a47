package shardsh.render;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonValue;
import shardsh.core.bson.ServerText;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.KeyPattern;
import shardsh.core.sharding.ChunkRange;
import shardsh.core.trace.RoutingEvent.KeySpan;

/** Shard keys as short texts: {@code 100}, {@code Min}, {@code {"west", 5}}. */
final class KeyText {
  private static final int RANGE_MIN = 8;

  private KeyText() {}

  static String of(IndexKey key) {
    if (key.isAllMin()) {
      return "Min";
    }
    if (key.isAllMax()) {
      return "Max";
    }
    if (key.size() == 1) {
      return value(key.get(0));
    }
    List<String> parts = new ArrayList<>();
    for (BsonValue value : key.values()) {
      parts.add(value(value));
    }
    return "{" + String.join(", ", parts) + "}";
  }

  /** {@code [100, 200)}. */
  static String of(ChunkRange range) {
    return range(of(range.min()), of(range.max()));
  }

  /** A range whose bounds have these texts. */
  static String range(String min, String max) {
    return "[" + min + ", " + max + ")";
  }

  /** As {@link #of(ChunkRange)}, each bound cut so that the whole takes at most so many cells. */
  static String of(ChunkRange range, int cells) {
    return cut(of(range.min()), of(range.max()), cells);
  }

  /** A range whose bounds have these texts, each cut so that the whole has room. */
  static String cut(String lower, String upper, int cells) {
    String min = lower;
    String max = upper;
    int left = Math.max(2, cells - 4);
    int minCells = DisplayWidth.of(min);
    int maxCells = DisplayWidth.of(max);
    if (minCells + maxCells > left) {
      int half = left / 2;
      int forMin = maxCells < half ? left - maxCells : Math.min(minCells, half);
      min = DisplayWidth.cut(min, forMin);
      max = DisplayWidth.cut(max, left - DisplayWidth.of(min));
    }
    return range(min, max);
  }

  /** A cell of a table cut to its column: of a range both bounds, of anything else the end. */
  static StyledLine cut(StyledLine cell, int cells) {
    if (cell.width() <= cells || cell.spans().size() != 1 || cells < RANGE_MIN) {
      return LineBuilder.cut(cell, cells);
    }
    String text = cell.text();
    int comma = text.startsWith("[") && text.endsWith(")") ? boundsEnd(text) : -1;
    return comma < 0
        ? LineBuilder.cut(cell, cells)
        : StyledLine.of(
            cut(text.substring(1, comma), text.substring(comma + 2, text.length() - 1), cells),
            cell.spans().get(0).role());
  }

  /** Where the lower bound of a range ends: at the first comma outside of braces and quotes. */
  private static int boundsEnd(String range) {
    int depth = 0;
    boolean quoted = false;
    for (int i = 1; i < range.length() - 1; i++) {
      char c = range.charAt(i);
      quoted ^= c == '"';
      if (!quoted) {
        depth += c == '{' ? 1 : c == '}' ? -1 : 0;
        if (depth == 0 && c == ',' && range.charAt(i + 1) == ' ') {
          return i;
        }
      }
    }
    return -1;
  }

  /** {@code 420}, {@code [100, 199]} or {@code [100, 200)}. */
  static String of(KeySpan span) {
    return span.low().equals(span.high())
        ? of(span.low())
        : "[" + of(span.low()) + ", " + of(span.high()) + (span.highIncluded() ? "]" : ")");
  }

  /** {@code {customerId: 1}}. */
  static String of(KeyPattern pattern) {
    String text = ServerText.of(pattern.toDocument());
    return DisplayWidth.visible(text.replace("{ ", "{").replace(" }", "}"));
  }

  static String value(BsonValue value) {
    String text =
        switch (value.getBsonType()) {
          case MIN_KEY -> "Min";
          case MAX_KEY -> "Max";
          case DOUBLE -> JsNumber.text(value.asDouble().getValue());
          case DATE_TIME -> date(value.asDateTime().getValue());
          case OBJECT_ID -> value.asObjectId().getValue().toHexString();
          case DECIMAL128 -> value.asDecimal128().getValue().toString();
          default -> ServerText.of(value);
        };
    return DisplayWidth.visible(text);
  }

  private static String date(long millis) {
    String text = BsonInspect.isoText(millis);
    return text.endsWith("T00:00:00.000Z") ? text.substring(0, text.indexOf('T')) : text;
  }
}
