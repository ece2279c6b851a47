package shardsh.lesson;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A piece of a file as it stands there: a map, a list or a scalar, with its file and line. The line
 * of a map's field is that of its name. Immutable.
 */
final class SourceNode {

  enum Kind {
    MAP("a map"),
    LIST("a list"),
    TEXT("text"),
    NUMBER("a number"),
    BOOLEAN("true or false"),
    NULL("nothing");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    /** The kind as messages name it. */
    String words() {
      return words;
    }
  }

  private final Kind kind;
  private final String file;
  private final int line;
  private final String raw;
  private final boolean plain;
  private final Map<String, SourceNode> fields;
  private final List<SourceNode> items;

  private SourceNode(
      Kind kind,
      String file,
      int line,
      String raw,
      boolean plain,
      Map<String, SourceNode> fields,
      List<SourceNode> items) {
    this.kind = kind;
    this.file = file;
    this.line = line;
    this.raw = raw;
    this.plain = plain;
    this.fields = Collections.unmodifiableMap(fields);
    this.items = List.copyOf(items);
  }

  /** A scalar; {@code raw} as written, {@code plain} when it stands there without quotes. */
  static SourceNode scalar(Kind kind, String file, int line, String raw, boolean plain) {
    return new SourceNode(kind, file, line, raw, plain, new LinkedHashMap<>(), List.of());
  }

  static SourceNode map(String file, int line, Map<String, SourceNode> fields) {
    return new SourceNode(Kind.MAP, file, line, "", true, new LinkedHashMap<>(fields), List.of());
  }

  static SourceNode list(String file, int line, List<SourceNode> items) {
    return new SourceNode(Kind.LIST, file, line, "", true, new LinkedHashMap<>(), items);
  }

  Kind kind() {
    return kind;
  }

  boolean is(Kind other) {
    return kind == other;
  }

  String file() {
    return file;
  }

  int line() {
    return line;
  }

  /** A scalar as it is written in the file, without its quotes. */
  String raw() {
    return raw;
  }

  /** Whether a scalar stands in the file without quotes. */
  boolean isPlain() {
    return plain;
  }

  /** A map's fields in the file's order; empty for anything else. */
  Map<String, SourceNode> fields() {
    return fields;
  }

  /** A list's items; empty for anything else. */
  List<SourceNode> items() {
    return items;
  }

  /** A map's field; empty when it is missing or this is no map. */
  Optional<SourceNode> get(String name) {
    return Optional.ofNullable(fields.get(name));
  }

  boolean has(String name) {
    return fields.containsKey(name);
  }

  /** The items of a field that is a list; an empty list otherwise. */
  List<SourceNode> itemsOf(String name) {
    SourceNode field = fields.get(name);
    return field == null ? List.of() : field.items;
  }

  /** The fields of a field that is a map; an empty map otherwise. */
  Map<String, SourceNode> fieldsOf(String name) {
    SourceNode field = fields.get(name);
    return field == null ? Collections.emptyMap() : field.fields;
  }

  /** The text of a field that is text. */
  Optional<String> text(String name) {
    return get(name).filter(node -> node.kind == Kind.TEXT).map(node -> node.raw);
  }

  /** A field that is true or false. */
  Optional<Boolean> flag(String name) {
    return get(name)
        .filter(node -> node.kind == Kind.BOOLEAN)
        .map(node -> node.raw.equalsIgnoreCase("true"));
  }

  /** A field that is a number. */
  Optional<BigDecimal> number(String name) {
    return get(name).filter(node -> node.kind == Kind.NUMBER).map(SourceNode::number);
  }

  /** A field that is a whole number of 32 bits. */
  Optional<Integer> whole(String name) {
    return get(name)
        .filter(SourceNode::isWhole)
        .map(SourceNode::number)
        .filter(number -> number.abs().compareTo(BigDecimal.valueOf(Integer.MAX_VALUE)) <= 0)
        .map(BigDecimal::intValueExact);
  }

  /** The texts of a list; what is no text is left out. */
  List<String> texts(String name) {
    return itemsOf(name).stream()
        .filter(item -> item.kind == Kind.TEXT)
        .map(item -> item.raw)
        .toList();
  }

  /** The value of a number. */
  BigDecimal number() {
    return new BigDecimal(raw);
  }

  /** Whether this is a number without a fraction in its value: {@code 3} and {@code 3.0} are. */
  boolean isWhole() {
    return kind == Kind.NUMBER && (isInteger(raw) || number().stripTrailingZeros().scale() <= 0);
  }

  /** Whether this is a number written without point or exponent. */
  boolean isWrittenWhole() {
    return kind == Kind.NUMBER && isInteger(raw);
  }

  private static boolean isInteger(String raw) {
    for (int i = 0; i < raw.length(); i++) {
      char c = raw.charAt(i);
      if ((c < '0' || c > '9') && !(i == 0 && (c == '-' || c == '+') && raw.length() > 1)) {
        return false;
      }
    }
    return true;
  }

  /** The value for messages: scalars as written (texts in quotes), others by their kind. */
  String shown() {
    return switch (kind) {
      case TEXT -> '"' + (raw.length() > 60 ? raw.substring(0, 57) + "..." : raw) + '"';
      case NUMBER, BOOLEAN -> raw;
      case NULL, MAP, LIST -> kind.words();
    };
  }

  /** Equality of values as JSON Schema means it: numbers by value, maps in any order. */
  boolean sameValue(SourceNode other) {
    if (kind != other.kind) {
      return false;
    }
    return switch (kind) {
      case NULL -> true;
      case TEXT -> raw.equals(other.raw);
      case BOOLEAN -> raw.equalsIgnoreCase(other.raw);
      case NUMBER -> number().compareTo(other.number()) == 0;
      case LIST -> sameItems(other.items);
      case MAP -> sameFields(other.fields);
    };
  }

  private boolean sameItems(List<SourceNode> others) {
    if (items.size() != others.size()) {
      return false;
    }
    for (int i = 0; i < items.size(); i++) {
      if (!items.get(i).sameValue(others.get(i))) {
        return false;
      }
    }
    return true;
  }

  private boolean sameFields(Map<String, SourceNode> others) {
    return fields.keySet().equals(others.keySet())
        && fields.entrySet().stream()
            .allMatch(field -> field.getValue().sameValue(others.get(field.getKey())));
  }
}
