package shardsh.core.mongos;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.bson.types.ObjectId;
import shardsh.core.bson.BsonOrder;
import shardsh.core.keys.KeyHash;
import shardsh.core.keys.KeyPattern;

/**
 * Which values each field of a shard key can have in the matches of a filter, read from the
 * filter's text for {@link SecondOpinion}. What it does not know restricts nothing.
 */
final class FilterValues {
  private final List<KeyPattern.Field> key;
  private final KeyHash hash;
  private final SecondOpinion.Mutant mutant;

  FilterValues(List<KeyPattern.Field> key, KeyHash hash, SecondOpinion.Mutant mutant) {
    this.key = key;
    this.hash = hash;
    this.mutant = mutant;
  }

  /** The values of each field of the key, in its order. */
  List<KeyValues> of(BsonDocument filter) {
    return of(filter, "");
  }

  private List<KeyValues> of(BsonDocument filter, String prefix) {
    List<KeyValues> allowed = everywhere(KeyValues.ALL);
    for (Map.Entry<String, BsonValue> condition : filter.entrySet()) {
      List<KeyValues> one = condition(condition.getKey(), condition.getValue(), prefix);
      for (int i = 0; i < allowed.size(); i++) {
        allowed.set(i, allowed.get(i).and(one.get(i)));
      }
    }
    return allowed;
  }

  private List<KeyValues> everywhere(KeyValues values) {
    return new ArrayList<>(Collections.nCopies(key.size(), values));
  }

  private List<KeyValues> condition(String name, BsonValue value, String prefix) {
    if (name.equals("$and") && value.isArray()) {
      List<KeyValues> allowed = everywhere(KeyValues.ALL);
      for (BsonValue branch : value.asArray()) {
        List<KeyValues> one = of(branch.asDocument(), prefix);
        for (int i = 0; i < allowed.size(); i++) {
          allowed.set(i, allowed.get(i).and(one.get(i)));
        }
      }
      return allowed;
    }
    if (name.equals("$or") && value.isArray()) {
      return anyOf(value.asArray(), prefix);
    }
    List<KeyValues> allowed = everywhere(KeyValues.ALL);
    if (name.equals("$expr")) {
      return equality(value, allowed);
    }
    if (name.startsWith("$")) {
      return allowed;
    }
    if (value.isDocument() && value.asDocument().isDocument("$elemMatch")) {
      BsonDocument inner = value.asDocument().getDocument("$elemMatch");
      if (!isOperators(inner)) {
        return of(inner, prefix + name + ".");
      }
    }
    for (int i = 0; i < key.size(); i++) {
      if (key.get(i).path().text().equals(prefix + name)) {
        allowed.set(i, predicate(value, key.get(i).hashed()));
      }
    }
    return allowed;
  }

  /** A branch that cannot match adds nothing to any field. */
  private List<KeyValues> anyOf(BsonArray branches, String prefix) {
    List<KeyValues> allowed = everywhere(KeyValues.NONE);
    for (BsonValue branch : branches) {
      List<KeyValues> one = of(branch.asDocument(), prefix);
      if (one.stream().noneMatch(KeyValues::isEmpty)) {
        for (int i = 0; i < allowed.size(); i++) {
          allowed.set(i, allowed.get(i).or(one.get(i)));
        }
      }
    }
    return allowed;
  }

  /** {@code {$eq: ["$field", constant]}}, either way round. */
  private List<KeyValues> equality(BsonValue expression, List<KeyValues> allowed) {
    boolean isEquality =
        expression.isDocument()
            && expression.asDocument().isArray("$eq")
            && expression.asDocument().getArray("$eq").size() == 2;
    if (!isEquality) {
      return allowed;
    }
    BsonArray sides = expression.asDocument().getArray("$eq");
    for (int side = 0; side < 2; side++) {
      BsonValue constant = sides.get(1 - side);
      boolean plain =
          !constant.isDocument()
              && !constant.isArray()
              && !(constant.isString() && constant.asString().getValue().startsWith("$"));
      for (int i = 0; plain && i < key.size(); i++) {
        if (sides.get(side).equals(new BsonString("$" + key.get(i).path().text()))) {
          allowed.set(i, KeyValues.one(stored(constant, key.get(i).hashed())));
        }
      }
    }
    return allowed;
  }

  private static boolean isOperators(BsonValue value) {
    return value.isDocument()
        && !value.asDocument().isEmpty()
        && value.asDocument().getFirstKey().startsWith("$");
  }

  private BsonValue stored(BsonValue value, boolean hashed) {
    return hashed ? hash.of(value) : value;
  }

  private KeyValues predicate(BsonValue value, boolean hashed) {
    if (!isOperators(value)) {
      return value instanceof BsonRegularExpression
          ? pattern((BsonRegularExpression) value, hashed)
          : equal(value, hashed);
    }
    KeyValues allowed = KeyValues.ALL;
    for (Map.Entry<String, BsonValue> operator : value.asDocument().entrySet()) {
      allowed = allowed.and(operator(operator.getKey(), operator.getValue(), hashed));
    }
    return allowed;
  }

  private KeyValues operator(String name, BsonValue operand, boolean hashed) {
    return switch (name) {
      case "$eq" -> equal(operand, hashed);
      case "$gt", "$gte", "$lt", "$lte" -> range(name, operand, hashed);
      case "$in" -> mutant == SecondOpinion.Mutant.FORGET_IN ? KeyValues.ALL : in(operand, hashed);
      case "$all" -> all(operand, hashed);
      case "$ne" -> hashed || operand.isArray() ? KeyValues.ALL : equal(operand, false).others();
      case "$nin" -> notIn(operand, hashed);
      case "$exists" ->
          operand.isBoolean() && !operand.asBoolean().getValue()
              ? KeyValues.one(stored(BsonNull.VALUE, hashed))
              : KeyValues.ALL;
      case "$not" -> not(operand, hashed);
      case "$elemMatch" -> isOperators(operand) ? predicate(operand, hashed) : KeyValues.ALL;
      default -> KeyValues.ALL;
    };
  }

  /** Only of a single comparison that leaves nothing open. */
  private KeyValues not(BsonValue operand, boolean hashed) {
    if (!isOperators(operand) || operand.asDocument().size() != 1) {
      return KeyValues.ALL;
    }
    String name = operand.asDocument().getFirstKey();
    BsonValue inner = operand.asDocument().get(name);
    if (name.equals("$exists") && isTrue(inner)) {
      return KeyValues.one(stored(BsonNull.VALUE, hashed));
    }
    if (hashed) {
      return KeyValues.ALL;
    }
    return switch (name) {
      case "$eq", "$gt", "$gte", "$lt", "$lte" ->
          inner.isArray() ? KeyValues.ALL : operator(name, inner, false).others();
      case "$in" -> notIn(inner, false);
      default -> KeyValues.ALL;
    };
  }

  private static boolean isTrue(BsonValue value) {
    return !value.isBoolean() || value.asBoolean().getValue();
  }

  private KeyValues equal(BsonValue value, boolean hashed) {
    KeyValues whole = KeyValues.one(stored(value, hashed));
    if (!value.isArray() || hashed) {
      return whole;
    }
    BsonArray array = value.asArray();
    return whole.or(KeyValues.one(array.isEmpty() ? new BsonUndefined() : array.get(0)));
  }

  private KeyValues in(BsonValue operand, boolean hashed) {
    KeyValues allowed = KeyValues.NONE;
    for (BsonValue member : operand.asArray()) {
      allowed =
          allowed.or(
              member instanceof BsonRegularExpression
                  ? pattern((BsonRegularExpression) member, hashed)
                  : equal(member, hashed));
    }
    return allowed;
  }

  private KeyValues notIn(BsonValue operand, boolean hashed) {
    boolean open =
        hashed
            || operand.asArray().stream()
                .anyMatch(one -> one.isArray() || one instanceof BsonRegularExpression);
    return open ? KeyValues.ALL : in(operand, false).others();
  }

  private KeyValues all(BsonValue operand, boolean hashed) {
    KeyValues allowed = operand.asArray().isEmpty() ? KeyValues.NONE : KeyValues.ALL;
    for (BsonValue member : operand.asArray()) {
      allowed = allowed.and(in(new BsonArray(List.of(member)), hashed));
    }
    return allowed;
  }

  private KeyValues range(String operator, BsonValue operand, boolean hashed) {
    boolean included = operator.endsWith("e");
    if (operand.isNull()) {
      return included ? equal(operand, hashed) : KeyValues.NONE;
    }
    if (hashed) {
      return KeyValues.ALL;
    }
    boolean below = operator.startsWith("$lt");
    if (operand.isArray()) {
      return arrayRange(below, operand.asArray());
    }
    BsonValue[] ends = typeEnds(operand);
    if (ends.length == 0) {
      return KeyValues.ALL;
    }
    boolean openEnd = operand.isString() || operand.isDocument() || operand.isBinary();
    return below
        ? KeyValues.between(ends[0], true, operand, included)
        : KeyValues.between(operand, included, ends[1], !openEnd);
  }

  private static KeyValues arrayRange(boolean below, BsonArray operand) {
    if (operand.isEmpty()) {
      return KeyValues.ALL;
    }
    BsonValue first = operand.get(0);
    boolean firstIsLower = BsonOrder.SIMPLE.compare(first, operand) <= 0;
    return below
        ? KeyValues.between(new BsonMinKey(), true, firstIsLower ? operand : first, true)
        : KeyValues.between(firstIsLower ? first : operand, true, new BsonMaxKey(), true);
  }

  /** The lowest value of the operand's type and the highest, or the first above; none unknown. */
  private static BsonValue[] typeEnds(BsonValue operand) {
    return switch (operand.getBsonType()) {
      case DOUBLE, INT32, INT64, DECIMAL128 ->
          isNaN(operand)
              ? new BsonValue[] {operand, operand}
              : new BsonValue[] {
                new BsonDouble(Double.NEGATIVE_INFINITY), new BsonDouble(Double.POSITIVE_INFINITY)
              };
      case STRING -> new BsonValue[] {new BsonString(""), new BsonDocument()};
      case DOCUMENT -> new BsonValue[] {new BsonDocument(), new BsonArray()};
      case BINARY ->
          new BsonValue[] {
            new BsonBinary(new byte[0]), new BsonObjectId(new ObjectId(new byte[12]))
          };
      case OBJECT_ID ->
          new BsonValue[] {
            new BsonObjectId(new ObjectId(new byte[12])),
            new BsonObjectId(new ObjectId("ffffffffffffffffffffffff"))
          };
      case BOOLEAN -> new BsonValue[] {BsonBoolean.FALSE, BsonBoolean.TRUE};
      case DATE_TIME ->
          new BsonValue[] {new BsonDateTime(Long.MIN_VALUE), new BsonDateTime(Long.MAX_VALUE)};
      case TIMESTAMP -> new BsonValue[] {new BsonTimestamp(0), new BsonTimestamp(-1L)};
      case MIN_KEY, MAX_KEY -> new BsonValue[] {new BsonMinKey(), new BsonMaxKey()};
      default -> new BsonValue[0];
    };
  }

  private static boolean isNaN(BsonValue value) {
    return value.isDecimal128()
        ? value.asDecimal128().getValue().isNaN()
        : Double.isNaN(value.asNumber().doubleValue());
  }

  /** Strings with the text that every match begins with, and the expression itself. */
  private static KeyValues pattern(BsonRegularExpression expression, boolean hashed) {
    if (hashed) {
      return KeyValues.ALL;
    }
    String text = expression.getPattern();
    int end = 1;
    while (text.startsWith("^") && end < text.length() && isPlain(text.charAt(end))) {
      end++;
    }
    boolean optional = end < text.length() && "*?{".indexOf(text.charAt(end)) >= 0;
    String start =
        text.startsWith("^") && expression.getOptions().isEmpty() && text.indexOf('|') < 0
            ? text.substring(1, optional ? Math.max(1, end - 1) : end)
            : "";
    KeyValues strings =
        start.isEmpty()
            ? KeyValues.between(new BsonString(""), true, new BsonDocument(), false)
            : KeyValues.between(new BsonString(start), true, new BsonString(above(start)), false);
    return strings.or(KeyValues.one(expression));
  }

  private static boolean isPlain(char c) {
    return "\\^$.[]()+*?{}|".indexOf(c) < 0;
  }

  private static String above(String start) {
    int last = start.length() - 1;
    return start.substring(0, last) + (char) (start.charAt(last) + 1);
  }

  /** Whether a list says one value, perhaps several times. */
  private static boolean isOneValue(BsonArray list) {
    return !list.isEmpty()
        && list.stream().allMatch(one -> BsonOrder.SIMPLE.equal(one, list.get(0)));
  }

  /** The values that a condition on a path demands it to be equal to. */
  static List<BsonValue> equalities(BsonValue condition, SecondOpinion.Mutant mutant) {
    if (!isOperators(condition)) {
      return condition instanceof BsonRegularExpression ? List.of() : List.of(condition);
    }
    List<BsonValue> values = new ArrayList<>();
    condition
        .asDocument()
        .forEach(
            (name, operand) -> {
              boolean forgotten = name.equals("$in") && mutant == SecondOpinion.Mutant.FORGET_IN;
              boolean listed =
                  name.equals("$all") || name.equals("$in") && isOneValue(operand.asArray());
              if (name.equals("$eq")) {
                values.add(operand);
              } else if (listed && !forgotten) {
                operand.asArray().stream()
                    .distinct()
                    .filter(one -> !(one instanceof BsonRegularExpression))
                    .forEach(values::add);
              }
            });
    return values;
  }
}
