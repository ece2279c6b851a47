package shardsh.script.report;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.lesson.ValueText;

/** JSON written field by field, in the order given; numbers without a trailing {@code .0}. */
final class Json {
  private final StringBuilder out = new StringBuilder();
  private final List<Boolean> begun = new ArrayList<>();
  private boolean afterName;

  Json open(char bracket) {
    separate();
    out.append(bracket);
    begun.add(false);
    return this;
  }

  Json close(char bracket) {
    boolean wasBegun = begun.remove(begun.size() - 1);
    if (wasBegun) {
      out.append('\n').append("  ".repeat(begun.size()));
    }
    out.append(bracket);
    return this;
  }

  private void separate() {
    if (afterName) {
      afterName = false;
      return;
    }
    if (begun.isEmpty()) {
      return;
    }
    int last = begun.size() - 1;
    out.append(begun.get(last) ? ",\n" : "\n").append("  ".repeat(begun.size()));
    begun.set(last, true);
  }

  Json name(String name) {
    separate();
    quote(name);
    out.append(": ");
    afterName = true;
    return this;
  }

  Json text(String value) {
    separate();
    quote(value);
    return this;
  }

  Json number(BigDecimal value) {
    separate();
    out.append(plain(value));
    return this;
  }

  Json number(long value) {
    separate();
    out.append(value);
    return this;
  }

  Json nothing() {
    separate();
    out.append("null");
    return this;
  }

  static String plain(BigDecimal value) {
    return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
  }

  /** A value on one line; what JSON does not know is written as its text. */
  Json value(BsonValue value) {
    separate();
    write(value);
    return this;
  }

  private void write(BsonValue value) {
    if (value.isDocument()) {
      BsonDocument document = value.asDocument();
      String separator = "{";
      for (String name : document.keySet()) {
        out.append(separator);
        quote(name);
        out.append(": ");
        write(document.get(name));
        separator = ", ";
      }
      out.append(document.isEmpty() ? "{}" : "}");
    } else if (value.isArray()) {
      String separator = "[";
      for (BsonValue item : value.asArray()) {
        out.append(separator);
        write(item);
        separator = ", ";
      }
      out.append(value.asArray().isEmpty() ? "[]" : "]");
    } else if (value.isBoolean()) {
      out.append(value.asBoolean().getValue());
    } else if (value.isNull()) {
      out.append("null");
    } else if (value.isNumber() && Double.isFinite(value.asNumber().doubleValue())) {
      out.append(ValueText.of(value));
    } else {
      quote(ValueText.of(value));
    }
  }

  private void quote(String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          boolean isLone =
              Character.isSurrogate(c)
                  && !(Character.isHighSurrogate(c)
                      && i + 1 < text.length()
                      && Character.isLowSurrogate(text.charAt(i + 1)))
                  && !(Character.isLowSurrogate(c)
                      && i > 0
                      && Character.isHighSurrogate(text.charAt(i - 1)));
          if (c < ' ' || c == 0x7f || c == 0x2028 || c == 0x2029 || isLone) {
            out.append(String.format("\\u%04x", (int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }

  @Override
  public String toString() {
    return out.append('\n').toString();
  }
}
