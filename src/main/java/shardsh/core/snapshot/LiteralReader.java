package shardsh.core.snapshot;

import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import shardsh.core.bson.Docs;

/**
 * Reads values as the shells and tools of MongoDB print them: JSON and Extended JSON (old and new),
 * the old shell's {@code NumberLong(5)} and {@code { "$minKey" : 1 }}, mongosh's {@code Timestamp({
 * t: 1, i: 0 })} and unquoted names.
 */
final class LiteralReader {
  private static final int DEPTH_MAX = 100;

  private final String text;
  private int at;
  private int depth;

  LiteralReader(String text) {
    this(text, 0);
  }

  LiteralReader(String text, int from) {
    this.text = text;
    this.at = from;
  }

  /** Where reading goes on. */
  int position() {
    return at;
  }

  void skipTo(int position) {
    at = position;
  }

  boolean isAtEnd() {
    skipSpace();
    return at >= text.length();
  }

  /** The character that comes next; 0 at the end. */
  char next() {
    skipSpace();
    return at < text.length() ? text.charAt(at) : 0;
  }

  /** Whether these characters come next; passes over them if so. */
  boolean accepts(String token) {
    skipSpace();
    if (text.startsWith(token, at)) {
      at += token.length();
      return true;
    }
    return false;
  }

  /** Characters up to the next blank. */
  String word() {
    skipSpace();
    int start = at;
    while (at < text.length() && !Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return text.substring(start, at);
  }

  private void skipSpace() {
    while (at < text.length()) {
      if (Character.isWhitespace(text.charAt(at)) || text.charAt(at) == '\uFEFF') {
        at++;
      } else if (text.startsWith("//", at)) {
        at = lineEnd();
      } else {
        return;
      }
    }
  }

  private int lineEnd() {
    int end = text.indexOf('\n', at);
    return end < 0 ? text.length() : end;
  }

  private ImportException fault(String what) {
    int line = 1 + (int) text.substring(0, Math.min(at, text.length())).lines().count() - 1;
    int start = text.lastIndexOf('\n', Math.max(0, at - 1)) + 1;
    String shown = text.substring(start, Math.max(start, lineEnd())).strip();
    return new ImportException(
        "line " + Math.max(1, line) + ": " + what,
        shown.length() > 80 ? shown.substring(0, 80) + "…" : shown);
  }

  /**
   * The value that comes next.
   *
   * @throws ImportException when there is none that could be read
   */
  BsonValue value() {
    if (++depth > DEPTH_MAX) {
      throw fault("values are nested too deeply");
    }
    try {
      char c = next();
      if (c == '{') {
        return ExtendedJsonForm.plain(document());
      }
      if (c == '[') {
        return array();
      }
      if (c == '"' || c == '\'' || c == '`') {
        return new BsonString(string());
      }
      if (c == '/') {
        return regularExpression();
      }
      if (c == '-' || c == '+' || Character.isDigit(c) || c == '.') {
        return number();
      }
      if (Character.isLetter(c) || c == '_' || c == '$') {
        return named(name());
      }
      throw fault(c == 0 ? "a value is missing at the end" : "no value begins with '" + c + "'");
    } finally {
      depth--;
    }
  }

  private BsonDocument document() {
    at++;
    BsonDocument document = new BsonDocument();
    while (next() != '}') {
      char c = next();
      String name = c == '"' || c == '\'' || c == '`' ? string() : bareName();
      if (!accepts(":")) {
        throw fault("a colon is missing after " + name);
      }
      document.put(name, value());
      if (!accepts(",") && next() != '}') {
        throw fault("a comma or } is missing after " + name);
      }
    }
    at++;
    return document;
  }

  private String bareName() {
    int start = at;
    while (at < text.length()
        && (Character.isLetterOrDigit(text.charAt(at)) || "_$.-".indexOf(text.charAt(at)) >= 0)) {
      at++;
    }
    if (start == at) {
      throw fault("a name is missing");
    }
    return text.substring(start, at);
  }

  private String name() {
    int start = at;
    while (at < text.length()
        && (Character.isLetterOrDigit(text.charAt(at)) || "_$.".indexOf(text.charAt(at)) >= 0)) {
      at++;
    }
    return text.substring(start, at);
  }

  private BsonArray array() {
    at++;
    List<BsonValue> items = new ArrayList<>();
    while (next() != ']') {
      if (text.startsWith("...", at)) {
        throw fault("the list was cut when it was printed; print it whole");
      }
      items.add(value());
      if (!accepts(",") && next() != ']') {
        throw fault("a comma or ] is missing");
      }
    }
    at++;
    return new BsonArray(items);
  }

  private String string() {
    char quote = text.charAt(at++);
    StringBuilder value = new StringBuilder();
    while (at < text.length() && text.charAt(at) != quote) {
      char c = text.charAt(at++);
      if (c != '\\' || at == text.length()) {
        value.append(c);
        continue;
      }
      char escaped = text.charAt(at++);
      int simple = "nrtbf".indexOf(escaped);
      if (simple >= 0) {
        value.append("\n\r\t\b\f".charAt(simple));
      } else if (escaped == 'u' && at + 4 <= text.length()) {
        value.append((char) Integer.parseInt(text.substring(at, at + 4), 16));
        at += 4;
      } else {
        value.append(escaped);
      }
    }
    if (at >= text.length()) {
      throw fault("a text has no end");
    }
    at++;
    return value.toString();
  }

  private BsonValue regularExpression() {
    int end = at + 1;
    while (end < text.length() && text.charAt(end) != '/') {
      end += text.charAt(end) == '\\' ? 2 : 1;
    }
    if (end >= text.length()) {
      throw fault("a regular expression has no end");
    }
    String pattern = text.substring(at + 1, end);
    at = end + 1;
    int start = at;
    while (at < text.length() && Character.isLetter(text.charAt(at))) {
      at++;
    }
    return new BsonRegularExpression(pattern, text.substring(start, at));
  }

  private BsonValue number() {
    int start = at;
    while (at < text.length() && "+-.0123456789eE".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    String digits = text.substring(start, at);
    if (digits.equals("-") && text.startsWith("Infinity", at)) {
      at += "Infinity".length();
      return new BsonDouble(Double.NEGATIVE_INFINITY);
    }
    try {
      return numberOf(digits);
    } catch (NumberFormatException e) {
      throw fault(digits + " is no number");
    }
  }

  static BsonValue numberOf(String digits) {
    if (digits.indexOf('.') >= 0 || digits.indexOf('e') >= 0 || digits.indexOf('E') >= 0) {
      return new BsonDouble(Double.parseDouble(digits));
    }
    long whole = Long.parseLong(digits.startsWith("+") ? digits.substring(1) : digits);
    return Docs.number(whole);
  }

  private BsonValue named(String name) {
    switch (name) {
      case "new" -> {
        skipSpace();
        return named(name());
      }
      case "true", "false" -> {
        return BsonBoolean.valueOf(name.equals("true"));
      }
      case "null" -> {
        return BsonNull.VALUE;
      }
      case "undefined" -> {
        return new BsonUndefined();
      }
      case "NaN" -> {
        return new BsonDouble(Double.NaN);
      }
      case "Infinity" -> {
        return new BsonDouble(Double.POSITIVE_INFINITY);
      }
      case "Object", "Array" ->
          throw fault("a value was left out when the text was printed ([" + name + "])");
      default -> {}
    }
    List<BsonValue> arguments = next() == '(' ? arguments() : List.of();
    try {
      return constructed(name, arguments);
    } catch (IllegalArgumentException | DateTimeParseException e) {
      throw fault(name + " does not take that: " + e.getMessage());
    }
  }

  private List<BsonValue> arguments() {
    at++;
    List<BsonValue> arguments = new ArrayList<>();
    while (next() != ')') {
      arguments.add(value());
      if (!accepts(",") && next() != ')') {
        throw fault("a comma or ) is missing");
      }
    }
    at++;
    return arguments;
  }

  private BsonValue constructed(String name, List<BsonValue> arguments) {
    BsonValue first = arguments.isEmpty() ? BsonNull.VALUE : arguments.get(0);
    return switch (name) {
      case "MinKey" -> new BsonMinKey();
      case "MaxKey" -> new BsonMaxKey();
      case "ObjectId" -> new BsonObjectId(new ObjectId(plainText(first)));
      case "UUID" -> new BsonBinary(UUID.fromString(plainText(first)));
      case "NumberLong", "Long" -> new BsonInt64(Long.parseLong(plainText(first)));
      case "NumberInt", "Int32" -> new BsonInt32(Integer.parseInt(plainText(first)));
      case "Double" -> new BsonDouble(Double.parseDouble(plainText(first)));
      case "NumberDecimal", "Decimal128" -> new BsonDecimal128(Decimal128.parse(plainText(first)));
      case "ISODate", "Date" -> new BsonDateTime(millis(first));
      case "Timestamp" ->
          first.isDocument()
              ? new BsonTimestamp(
                  first.asDocument().getNumber("t").intValue(),
                  first.asDocument().getNumber("i").intValue())
              : new BsonTimestamp(
                  first.asNumber().intValue(), arguments.get(1).asNumber().intValue());
      case "BinData" ->
          new BsonBinary(
              (byte) first.asNumber().intValue(),
              Base64.getDecoder().decode(arguments.get(1).asString().getValue()));
      case "Binary.createFromBase64" ->
          new BsonBinary(
              (byte) (arguments.size() > 1 ? arguments.get(1).asNumber().intValue() : 0),
              Base64.getDecoder().decode(plainText(first)));
      default -> throw fault("'" + name + "' is no value that can be read");
    };
  }

  private static String plainText(BsonValue value) {
    if (value.isString()) {
      return value.asString().getValue();
    }
    if (value.isNumber()) {
      return value.isDouble()
          ? Double.toString(value.asDouble().getValue())
          : Long.toString(value.asNumber().longValue());
    }
    throw new IllegalArgumentException("a text or number is missing");
  }

  /** Milliseconds of a date as a number or in ISO form, possibly without the time. */
  static long millis(BsonValue value) {
    if (value.isNumber()) {
      return value.asNumber().longValue();
    }
    String iso = value.asString().getValue();
    if (iso.indexOf('T') < 0) {
      return LocalDate.parse(iso).atStartOfDay().toInstant(ZoneOffset.UTC).toEpochMilli();
    }
    String zoned = iso.matches(".*([zZ]|[+-]\\d\\d:?\\d\\d)$") ? iso : iso + "Z";
    zoned = zoned.replaceFirst("([+-]\\d\\d)(\\d\\d)$", "$1:$2");
    return OffsetDateTime.parse(zoned).toInstant().toEpochMilli();
  }
}
