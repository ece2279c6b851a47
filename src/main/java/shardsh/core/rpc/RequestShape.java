package shardsh.core.rpc;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonType;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.ServerText;
import shardsh.core.bson.TypeNames;

/**
 * The fields of a command and the types that they must have. As in the server's generated parsers,
 * null and undefined stand for a field that is not there. Source: the server's error messages,
 * observed.
 *
 * @param words how the server's parser of this command complains
 * @param strict whether a field that is not named here is refused
 * @param fields in the order in which they are checked
 */
record RequestShape(Words words, boolean strict, List<Field> fields) {
  RequestShape {
    fields = List.copyOf(fields);
  }

  /** The three generations of the server's parsers. */
  enum Words {
    /** {@code BSON field 'count.query' is the wrong type 'int', expected type 'object'}. */
    GENERATED,
    /** {@code "zone" had the wrong type. Expected string, found int}. */
    EXTRACTED,
    /** {@code wrong type for 'find' field, expected object, found find: 5}, and no code. */
    LEGACY
  }

  /** What a field may hold. */
  enum Kind {
    ANY(""),
    OBJECT("type 'object'"),
    /** An object whose own parser complains about other types, and about null. */
    OWNED("object"),
    ARRAY("type 'array'"),
    STRING("type 'string'"),
    LONG("type 'long'"),
    // The bracket and the quote are in the server's order.
    NUMBER("types '[long, int, decimal, double']"),
    BOOL("type 'bool'"),
    /** A bool whose own parser complains about other types, and about null. */
    TRUTH("bool"),
    FLAG("types '[bool, long, int, decimal, double']");

    private final String wanted;

    Kind(String wanted) {
      this.wanted = wanted;
    }

    private boolean admits(BsonValue value) {
      return switch (this) {
        case ANY -> true;
        case OBJECT, OWNED -> value.isDocument();
        case ARRAY -> value.isArray();
        case STRING -> value.isString();
        case LONG -> value.isInt64();
        case NUMBER -> value.isNumber() || value.isDecimal128();
        case BOOL, TRUTH -> value.isBoolean();
        case FLAG -> value.isBoolean() || value.isNumber() || value.isDecimal128();
      };
    }

    private boolean readsNull() {
      return this == OWNED || this == TRUTH;
    }
  }

  /**
   * One field.
   *
   * @param least of a number: the smallest that is allowed; {@code Long.MIN_VALUE} for any
   * @param elements of an array: what each element must be
   * @param within of an object, or of an array's objects: their fields
   */
  record Field(
      String name, boolean required, Kind kind, long least, Kind elements, RequestShape within) {}

  /**
   * The shape written as {@code "filter:object limit:number>=0 updates!array"}, where an
   * exclamation mark says that the field is required; other fields are refused.
   */
  static RequestShape of(String text) {
    return of(Words.GENERATED, true, text);
  }

  static RequestShape of(Words words, boolean strict, String text) {
    List<Field> fields = new ArrayList<>();
    for (String word : text.isEmpty() ? new String[0] : text.split(" ")) {
      fields.add(field(word));
    }
    return new RequestShape(words, strict, fields);
  }

  private static Field field(String word) {
    int mark = Math.max(word.indexOf(':'), word.indexOf('!'));
    int bound = word.indexOf(">=");
    String kind = word.substring(mark + 1, bound < 0 ? word.length() : bound);
    return new Field(
        word.substring(0, mark),
        word.charAt(mark) == '!',
        Kind.valueOf(kind.toUpperCase(Locale.ROOT)),
        bound < 0 ? Long.MIN_VALUE : Long.parseLong(word.substring(bound + 2)),
        Kind.ANY,
        null);
  }

  /** This shape with one more array, which is required. */
  RequestShape withArray(String name, Kind elements, RequestShape within) {
    return with(new Field(name, true, Kind.ARRAY, Long.MIN_VALUE, elements, within));
  }

  /** This shape with one more array, which may be left out. */
  RequestShape withArrayIfAny(String name, Kind elements, RequestShape within) {
    return with(new Field(name, false, Kind.ARRAY, Long.MIN_VALUE, elements, within));
  }

  /** This shape with one more object. */
  RequestShape withObject(String name, RequestShape within) {
    return with(new Field(name, false, Kind.OBJECT, Long.MIN_VALUE, Kind.ANY, within));
  }

  private RequestShape with(Field field) {
    List<Field> more = new ArrayList<>(fields);
    more.add(field);
    return new RequestShape(words, strict, more);
  }

  /**
   * Refuses fields that the command does not have. Its first field, which is its name, is not one
   * of them.
   *
   * @param path of the document, e.g. {@code update.updates}, for messages
   * @param passed fields that every command has; none inside of a field
   * @throws CommandException UNKNOWN_FIELD
   */
  void checkNames(String path, BsonDocument request, List<String> passed) {
    if (!strict) {
      return;
    }
    boolean first = !passed.isEmpty();
    for (String name : request.keySet()) {
      if (!first && !has(name) && !passed.contains(name)) {
        throw new CommandException(
            ErrorCode.UNKNOWN_FIELD, "BSON field '" + path + "." + name + "' is an unknown field.");
      }
      first = false;
    }
  }

  private boolean has(String name) {
    for (Field field : fields) {
      if (field.name().equals(name)) {
        return true;
      }
    }
    return false;
  }

  /**
   * The same request without the fields that are null or undefined.
   *
   * @param path of the document, e.g. {@code update.updates}, for messages
   * @throws CommandException TYPE_MISMATCH, or MISSING_FIELD for a required field; UNKNOWN_FIELD
   *     inside of a field
   */
  BsonDocument checked(String path, BsonDocument request) {
    BsonDocument result = request;
    for (Field field : fields) {
      BsonValue value = request.get(field.name());
      boolean absent = value == null || (isNothing(value) && readsNullAsNothing(field));
      if (absent && field.required()) {
        throw missing(path, field);
      }
      if (value == null) {
        continue;
      }
      BsonValue good = absent ? null : checked(path, field, value);
      if (good != value) {
        result = replaced(result, field.name(), good);
      }
    }
    return result;
  }

  private static boolean isNothing(BsonValue value) {
    return value.isNull() || value.getBsonType() == BsonType.UNDEFINED;
  }

  private boolean readsNullAsNothing(Field field) {
    return words == Words.GENERATED && !field.kind().readsNull();
  }

  private CommandException missing(String path, Field field) {
    return words == Words.GENERATED
        ? new CommandException(
            ErrorCode.MISSING_FIELD,
            "BSON field '" + path + "." + field.name() + "' is missing but a required field")
        : new CommandException(
            ErrorCode.NO_SUCH_KEY, "Missing expected field \"" + field.name() + "\"");
  }

  /** The field's value, checked; {@code parent} is the path of the document that it is in. */
  private BsonValue checked(String parent, Field field, BsonValue value) {
    require(parent, field.name(), field.name(), field.kind(), value);
    requireLeast(field, value);
    if (field.within() == null && field.elements() == Kind.ANY) {
      return value;
    }
    String path = parent + "." + field.name();
    if (field.within() != null && value.isDocument()) {
      field.within().checkNames(path, value.asDocument(), List.of());
      return field.within().checked(path, value.asDocument());
    }
    if (field.elements() == Kind.ANY) {
      return value;
    }
    BsonArray changed = null;
    for (int i = 0; i < value.asArray().size(); i++) {
      BsonValue element = value.asArray().get(i);
      require(path, i, field.name(), field.elements(), element);
      if (field.within() != null) {
        field.within().checkNames(path, element.asDocument(), List.of());
        BsonValue good = field.within().checked(path, element.asDocument());
        if (good != element) {
          changed = changed == null ? new BsonArray(value.asArray()) : changed;
          changed.set(i, good);
        }
      }
    }
    return changed == null ? value : changed;
  }

  /** {@code last} is the value's name or number in what {@code parent} leads to. */
  private void require(String parent, Object last, String name, Kind kind, BsonValue value) {
    if (!kind.admits(value)) {
      ErrorCode code = words == Words.LEGACY ? ErrorCode.NONE : ErrorCode.TYPE_MISMATCH;
      throw new CommandException(code, complaint(parent + "." + last, name, kind, value));
    }
  }

  private static void requireLeast(Field field, BsonValue value) {
    if (field.least() == Long.MIN_VALUE) {
      return;
    }
    long number = (long) value.asNumber().doubleValue();
    if (number < field.least()) {
      throw new CommandException(
          ErrorCode.location(51024),
          "BSON field '"
              + field.name()
              + "' value must be >= "
              + field.least()
              + ", actual value '"
              + number
              + "'");
    }
  }

  private String complaint(String path, String name, Kind kind, BsonValue value) {
    String found = TypeNames.of(value);
    if (kind == Kind.OWNED) {
      return "Expected field " + name + "to be of type object";
    }
    if (kind == Kind.TRUTH) {
      return "Field '" + name + "' should be a boolean value, but found: " + found;
    }
    String wanted = kind.name().toLowerCase(Locale.ROOT);
    return switch (words) {
      case GENERATED ->
          "BSON field '" + path + "' is the wrong type '" + found + "', expected " + kind.wanted;
      case EXTRACTED ->
          "\"" + name + "\" had the wrong type. Expected " + wanted + ", found " + found;
      case LEGACY ->
          "wrong type for '"
              + name
              + "' field, expected "
              + wanted
              + ", found "
              + name
              + ": "
              + ServerText.of(value);
    };
  }

  private static BsonDocument replaced(BsonDocument document, String name, BsonValue value) {
    BsonDocument copy = new BsonDocument(document.size());
    document.forEach(
        (key, old) -> {
          if (!key.equals(name)) {
            copy.append(key, old);
          } else if (value != null) {
            copy.append(key, value);
          }
        });
    return copy;
  }
}
