package shardsh.core.query;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonType;

/**
 * A set of BSON types as {@code $type} names them: by number, by alias, or "number" for all four.
 */
public final class TypeSet {
  private static final Map<String, BsonType> ALIASES = new LinkedHashMap<>();
  private static final List<BsonType> NUMBERS =
      List.of(BsonType.DOUBLE, BsonType.INT32, BsonType.INT64, BsonType.DECIMAL128);

  static {
    ALIASES.put("double", BsonType.DOUBLE);
    ALIASES.put("string", BsonType.STRING);
    ALIASES.put("object", BsonType.DOCUMENT);
    ALIASES.put("array", BsonType.ARRAY);
    ALIASES.put("binData", BsonType.BINARY);
    ALIASES.put("undefined", BsonType.UNDEFINED);
    ALIASES.put("objectId", BsonType.OBJECT_ID);
    ALIASES.put("bool", BsonType.BOOLEAN);
    ALIASES.put("date", BsonType.DATE_TIME);
    ALIASES.put("null", BsonType.NULL);
    ALIASES.put("regex", BsonType.REGULAR_EXPRESSION);
    ALIASES.put("dbPointer", BsonType.DB_POINTER);
    ALIASES.put("javascript", BsonType.JAVASCRIPT);
    ALIASES.put("symbol", BsonType.SYMBOL);
    ALIASES.put("javascriptWithScope", BsonType.JAVASCRIPT_WITH_SCOPE);
    ALIASES.put("int", BsonType.INT32);
    ALIASES.put("timestamp", BsonType.TIMESTAMP);
    ALIASES.put("long", BsonType.INT64);
    ALIASES.put("decimal", BsonType.DECIMAL128);
    ALIASES.put("minKey", BsonType.MIN_KEY);
    ALIASES.put("maxKey", BsonType.MAX_KEY);
  }

  private final EnumSet<BsonType> types;
  private final boolean allNumbers;

  private TypeSet(EnumSet<BsonType> types, boolean allNumbers) {
    this.types = types;
    this.allNumbers = allNumbers;
  }

  static TypeSet of(List<BsonType> types, boolean allNumbers) {
    EnumSet<BsonType> set = EnumSet.noneOf(BsonType.class);
    set.addAll(types);
    if (allNumbers) {
      set.addAll(NUMBERS);
    }
    return new TypeSet(set, allNumbers);
  }

  /** The type an alias such as "objectId" names. "number" is no single type. */
  static Optional<BsonType> named(String alias) {
    return Optional.ofNullable(ALIASES.get(alias));
  }

  /** The type of a number in the BSON specification; -1 and 255 are both MinKey. */
  static Optional<BsonType> numbered(int number) {
    if (number == -1 || number == 255) {
      return Optional.of(BsonType.MIN_KEY);
    }
    if (number == 127) {
      return Optional.of(BsonType.MAX_KEY);
    }
    return number < 1 || number > 19
        ? Optional.empty()
        : Optional.ofNullable(BsonType.findByValue(number));
  }

  public boolean contains(BsonType type) {
    return types.contains(type);
  }

  public boolean isEmpty() {
    return types.isEmpty();
  }

  /** The types, each once, in the order of the driver's enum. */
  public List<BsonType> types() {
    return new ArrayList<>(types);
  }

  /** Whether the set is given as "number". */
  public boolean allNumbers() {
    return allNumbers;
  }

  BsonArray toBson() {
    BsonArray array = new BsonArray();
    if (allNumbers) {
      array.add(new BsonString("number"));
    }
    for (BsonType type : types) {
      if (!allNumbers || !NUMBERS.contains(type)) {
        array.add(new BsonInt32(number(type)));
      }
    }
    return array;
  }

  private static int number(BsonType type) {
    return switch (type) {
      case MIN_KEY -> -1;
      case MAX_KEY -> 127;
      default -> type.getValue();
    };
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TypeSet && ((TypeSet) other).types.equals(types);
  }

  @Override
  public int hashCode() {
    return types.hashCode();
  }

  @Override
  public String toString() {
    return toBson().toString();
  }
}
