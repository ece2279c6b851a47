package shardsh.js;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonObjectId;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Writes a document or array as plain JSON plus a list of places: where a value that JSON does not
 * have belongs, as the prelude's {@code revive} reads it.
 */
final class GuestTextWriter {
  private final StringBuilder out = new StringBuilder(256);
  private final List<Object> places = new ArrayList<>();
  private final List<Object> path = new ArrayList<>();

  /** How deep documents and arrays lie inside each other: 0 when none is nested. */
  private int nesting;

  /**
   * The JSON, how many levels of documents or arrays are nested in it, then for each special value:
   * number of keys, the keys, its letter, its payload.
   */
  static Object[] arguments(BsonValue value) {
    GuestTextWriter writer = new GuestTextWriter();
    writer.write(value);
    Object[] arguments = new Object[2 + writer.places.size()];
    arguments[0] = writer.out.toString();
    arguments[1] = writer.nesting;
    for (int i = 2; i < arguments.length; i++) {
      arguments[i] = writer.places.get(i - 2);
    }
    return arguments;
  }

  private void write(BsonValue value) {
    switch (value.getBsonType()) {
      case DOCUMENT -> document(value.asDocument());
      case ARRAY -> array(value.asArray());
      case STRING -> string(value.asString().getValue());
      case INT32 -> out.append(value.asInt32().getValue());
      case DOUBLE -> number(value.asDouble().getValue());
      case BOOLEAN -> out.append(value.asBoolean().getValue());
      case NULL -> out.append("null");
      default -> {
        out.append("null");
        special(value);
      }
    }
  }

  private void document(BsonDocument document) {
    if (isReference(document)) {
      out.append("null");
      place("D", document);
      return;
    }
    out.append('{');
    int level = path.size();
    nesting = Math.max(nesting, level);
    path.add(null);
    boolean first = true;
    for (Map.Entry<String, BsonValue> field : document.entrySet()) {
      if (!first) {
        out.append(',');
      }
      first = false;
      path.set(level, field.getKey());
      string(field.getKey());
      out.append(':');
      write(field.getValue());
    }
    path.remove(level);
    out.append('}');
  }

  /** Whether it is what a DBRef is stored as; mongosh shows it as one. */
  private static boolean isReference(BsonDocument document) {
    return document.size() >= 2
        && document.getFirstKey().equals("$ref")
        && document.get("$ref").isString()
        && document.containsKey("$id");
  }

  private void array(BsonArray array) {
    out.append('[');
    int level = path.size();
    nesting = Math.max(nesting, level);
    path.add(null);
    for (int i = 0; i < array.size(); i++) {
      if (i > 0) {
        out.append(',');
      }
      path.set(level, i);
      write(array.get(i));
    }
    path.remove(level);
    out.append(']');
  }

  private void number(double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      out.append("null");
      place("n", Double.toString(value));
    } else {
      out.append(value);
    }
  }

  private void special(BsonValue value) {
    place(Character.toString(letter(value)), payload(value));
  }

  private void place(String letter, Object payload) {
    places.add(path.size());
    places.addAll(path);
    places.add(letter);
    places.add(payload);
  }

  /** The letter of a value that JSON does not have. */
  static char letter(BsonValue value) {
    return switch (value.getBsonType()) {
      case OBJECT_ID -> 'o';
      case DATE_TIME -> 'd';
      case INT64 -> 'l';
      case DECIMAL128 -> 'm';
      case TIMESTAMP -> 't';
      case BINARY -> 'b';
      case MIN_KEY -> 'k';
      case MAX_KEY -> 'K';
      case JAVASCRIPT -> 'c';
      case JAVASCRIPT_WITH_SCOPE -> 'C';
      case SYMBOL -> 'y';
      case REGULAR_EXPRESSION -> 'r';
      case DB_POINTER -> 'D';
      case UNDEFINED, END_OF_DOCUMENT -> 'u';
      case DOCUMENT, ARRAY, STRING, INT32, DOUBLE, BOOLEAN, NULL ->
          throw new IllegalStateException("JSON has " + value.getBsonType());
    };
  }

  /** What belongs to the letter: text, a number of milliseconds, or a document. */
  static Object payload(BsonValue value) {
    return switch (value.getBsonType()) {
      case OBJECT_ID -> value.asObjectId().getValue().toHexString();
      case DATE_TIME -> value.asDateTime().getValue();
      case INT64 -> Long.toString(value.asInt64().getValue());
      case DECIMAL128 -> value.asDecimal128().getValue().toString();
      case TIMESTAMP -> Long.toString(value.asTimestamp().getValue());
      case BINARY -> binary(value.asBinary());
      case JAVASCRIPT -> value.asJavaScript().getCode();
      case JAVASCRIPT_WITH_SCOPE ->
          new BsonDocument("code", new BsonString(value.asJavaScriptWithScope().getCode()))
              .append("scope", value.asJavaScriptWithScope().getScope());
      case SYMBOL -> value.asSymbol().getSymbol();
      case REGULAR_EXPRESSION -> regex(value.asRegularExpression());
      case DB_POINTER ->
          new BsonDocument("$ref", new BsonString(value.asDBPointer().getNamespace()))
              .append("$id", new BsonObjectId(value.asDBPointer().getId()));
      default -> "";
    };
  }

  private static String binary(BsonBinary binary) {
    return (binary.getType() & 0xFF) + ":" + Base64.getEncoder().encodeToString(binary.getData());
  }

  private static String regex(BsonRegularExpression regex) {
    return regex.getOptions() + "/" + regex.getPattern();
  }

  private void string(String text) {
    out.append('"');
    int from = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= ' ' && c != '"' && c != '\\') {
        continue;
      }
      out.append(text, from, i);
      from = i + 1;
      if (c < ' ') {
        out.append("\\u00").append(c < 16 ? "0" : "1").append(Integer.toHexString(c & 15));
      } else {
        out.append('\\').append(c);
      }
    }
    out.append(text, from, text.length()).append('"');
  }
}
