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
import shardsh.core.bson.TypeNames;

/**
 * The types that the fields of a command must have. As in the server's generated parsers, null and
 * undefined stand for a field that is not there. Source: the server's error messages, observed.
 *
 * @param fields in the order in which they are checked; fields not named here may be anything
 */
record RequestShape(List<Field> fields) {
  RequestShape {
    fields = List.copyOf(fields);
  }

  /** What a field may hold. */
  enum Kind {
    ANY(""),
    OBJECT("type 'object'"),
    ARRAY("type 'array'"),
    STRING("type 'string'"),
    NUMBER("types '[long, int, decimal, double]'"),
    BOOL("types '[bool, long, int, decimal, double]'");

    private final String wanted;

    Kind(String wanted) {
      this.wanted = wanted;
    }

    private boolean admits(BsonValue value) {
      return switch (this) {
        case ANY -> true;
        case OBJECT -> value.isDocument();
        case ARRAY -> value.isArray();
        case STRING -> value.isString();
        case NUMBER -> value.isNumber() || value.isDecimal128();
        case BOOL -> value.isBoolean() || value.isNumber() || value.isDecimal128();
      };
    }
  }

  /**
   * One field.
   *
   * @param elements of an array: what each element must be
   * @param within of an object, or of an array's objects: their fields
   */
  record Field(String name, boolean required, Kind kind, Kind elements, RequestShape within) {}

  /**
   * The shape written as {@code "filter:object limit:number updates!array"}, where an exclamation
   * mark says that the field is required.
   */
  static RequestShape of(String text) {
    List<Field> fields = new ArrayList<>();
    for (String word : text.split(" ")) {
      int mark = Math.max(word.indexOf(':'), word.indexOf('!'));
      Kind kind = Kind.valueOf(word.substring(mark + 1).toUpperCase(Locale.ROOT));
      fields.add(
          new Field(word.substring(0, mark), word.charAt(mark) == '!', kind, Kind.ANY, null));
    }
    return new RequestShape(fields);
  }

  /** This shape with one more array, which is required. */
  RequestShape withArray(String name, Kind elements, RequestShape within) {
    List<Field> more = new ArrayList<>(fields);
    more.add(new Field(name, true, Kind.ARRAY, elements, within));
    return new RequestShape(more);
  }

  /**
   * The same request without the fields that are null or undefined.
   *
   * @param path of the document, e.g. {@code update.updates}, for messages
   * @throws CommandException TYPE_MISMATCH, or MISSING_FIELD for a required field
   */
  BsonDocument checked(String path, BsonDocument request) {
    BsonDocument result = request;
    for (Field field : fields) {
      BsonValue value = request.get(field.name());
      boolean absent = value == null || isNothing(value);
      if (absent && field.required()) {
        throw new CommandException(
            ErrorCode.MISSING_FIELD,
            "BSON field '" + path + "." + field.name() + "' is missing but a required field");
      }
      if (value == null) {
        continue;
      }
      BsonValue good = absent ? null : checked(path + "." + field.name(), field, value);
      if (good != value) {
        result = replaced(result, field.name(), good);
      }
    }
    return result;
  }

  private static boolean isNothing(BsonValue value) {
    return value.isNull() || value.getBsonType() == BsonType.UNDEFINED;
  }

  private static BsonValue checked(String path, Field field, BsonValue value) {
    require(path, field.kind(), value);
    if (field.within() != null && value.isDocument()) {
      return field.within().checked(path, value.asDocument());
    }
    if (field.elements() == Kind.ANY) {
      return value;
    }
    BsonArray changed = null;
    for (int i = 0; i < value.asArray().size(); i++) {
      BsonValue element = value.asArray().get(i);
      require(path + "." + i, field.elements(), element);
      if (field.within() != null) {
        BsonValue good = field.within().checked(path, element.asDocument());
        if (good != element) {
          changed = changed == null ? new BsonArray(value.asArray()) : changed;
          changed.set(i, good);
        }
      }
    }
    return changed == null ? value : changed;
  }

  private static void require(String path, Kind kind, BsonValue value) {
    if (!kind.admits(value)) {
      throw new CommandException(
          ErrorCode.TYPE_MISMATCH,
          "BSON field '"
              + path
              + "' is the wrong type '"
              + TypeNames.of(value)
              + "', expected "
              + kind.wanted);
    }
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
