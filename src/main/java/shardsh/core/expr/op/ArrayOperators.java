package shardsh.core.expr.op;

import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.ServerText;
import shardsh.core.expr.EvaluationContext;
import shardsh.core.expr.Numbers;
import shardsh.core.expr.Values;

/** Elements, parts and joins of arrays. */
final class ArrayOperators {
  private static final long RANGE_BYTES_MAX = 100L * 1024 * 1024;
  private static final int BYTES_PER_ELEMENT = 16;

  private ArrayOperators() {}

  static BsonValue elemAt(BsonValue array, BsonValue index) {
    if (Values.isNullish(array) || Values.isNullish(index)) {
      return BsonNull.VALUE;
    }
    if (!(array instanceof BsonArray list)) {
      throw Values.error(
          28689,
          "$arrayElemAt's first argument must be an array, but is " + Values.typeName(array));
    }
    if (!Numbers.isNumber(index)) {
      throw Values.error(
          28690,
          "$arrayElemAt's second argument must be a numeric value, but is "
              + Values.typeName(index));
    }
    if (!Numbers.isWholeInt(index)) {
      throw Values.error(
          28691,
          "$arrayElemAt's second argument must be representable as a 32-bit integer: "
              + ServerText.of(index));
    }
    long position = Numbers.toLong(index);
    if (position < 0) {
      position += list.size();
    }
    return position >= 0 && position < list.size() ? list.get((int) position) : null;
  }

  static BsonValue first(BsonValue array) {
    return end("$first", array, 0);
  }

  static BsonValue last(BsonValue array) {
    return end("$last", array, -1);
  }

  private static BsonValue end(String name, BsonValue array, int position) {
    if (Values.isNullish(array)) {
      return BsonNull.VALUE;
    }
    if (!(array instanceof BsonArray list)) {
      throw Values.error(
          28689, name + "'s argument must be an array, but is " + Values.typeName(array));
    }
    return list.isEmpty() ? null : list.get(position < 0 ? list.size() - 1 : 0);
  }

  static BsonValue concat(BsonValue[] arrays) {
    BsonArray result = new BsonArray();
    for (BsonValue array : arrays) {
      if (Values.isNullish(array)) {
        return BsonNull.VALUE;
      }
      if (!(array instanceof BsonArray list)) {
        throw Values.error(
            28664, "$concatArrays only supports arrays, not " + Values.typeName(array));
      }
      result.addAll(list);
    }
    return result;
  }

  static BsonValue size(BsonValue array) {
    if (!(array instanceof BsonArray list)) {
      throw Values.error(
          17124,
          "The argument to $size must be an array, but was of type: " + Values.typeName(array));
    }
    return new BsonInt32(list.size());
  }

  static BsonValue isArray(BsonValue value) {
    return Values.bool(value instanceof BsonArray);
  }

  static BsonValue reverse(BsonValue array) {
    if (Values.isNullish(array)) {
      return BsonNull.VALUE;
    }
    if (!(array instanceof BsonArray list)) {
      throw Values.error(
          34435,
          "The argument to $reverseArray must be an array, but was of type: "
              + Values.typeName(array));
    }
    BsonArray result = new BsonArray(list.size());
    for (int i = list.size() - 1; i >= 0; i--) {
      result.add(list.get(i));
    }
    return result;
  }

  static BsonValue slice(BsonValue[] values) {
    BsonValue array = values[0];
    if (Values.isNullish(array) || Values.isNullish(values[1])) {
      return BsonNull.VALUE;
    }
    if (!(array instanceof BsonArray list)) {
      throw Values.error(
          28724,
          "First argument to $slice must be an array, but is of type: " + Values.typeName(array));
    }
    long second = sliceArgument(values[1], "Second", 28725, "a numeric value", 28726);
    if (values.length == 2) {
      return second >= 0 ? part(list, 0, second) : part(list, list.size() + second, -second);
    }
    if (Values.isNullish(values[2])) {
      return BsonNull.VALUE;
    }
    long count = sliceArgument(values[2], "Third", 28727, "numeric", 28728);
    if (count <= 0) {
      throw Values.error(28729, "Third argument to $slice must be positive: " + count);
    }
    long start = second >= 0 ? second : Math.max(0, list.size() + second);
    return part(list, start, count);
  }

  private static BsonArray part(BsonArray list, long start, long count) {
    long from = Math.max(0, Math.min(start, list.size()));
    long to = Math.min(list.size(), start < 0 ? list.size() : from + count);
    return new BsonArray(List.copyOf(list.subList((int) from, (int) to)));
  }

  private static long sliceArgument(
      BsonValue value, String position, int typeCode, String wanted, int wholeCode) {
    if (!Numbers.isNumber(value)) {
      throw Values.error(
          typeCode,
          position
              + " argument to $slice must be "
              + wanted
              + ", but is of type: "
              + Values.typeName(value));
    }
    if (!Numbers.isWholeInt(value)) {
      throw Values.error(
          wholeCode,
          position
              + " argument to $slice can't be represented as a 32-bit integer: "
              + ServerText.of(value));
    }
    return Numbers.toLong(value);
  }

  static BsonValue range(BsonValue[] values) {
    long start = rangeArgument(values[0], 34443, 34444, "starting value");
    long end = rangeArgument(values[1], 34445, 34446, "ending value");
    long step = 1;
    if (values.length == 3) {
      step = rangeArgument(values[2], 34447, 34448, "step value");
      if (step == 0) {
        throw Values.error(34449, "$range requires a non-zero step value");
      }
    }
    long count = Math.max(0, (end - start + step - Long.signum(step)) / step);
    if (count * BYTES_PER_ELEMENT > RANGE_BYTES_MAX) {
      throw new CommandException(
          new ErrorCode(146, "ExceededMemoryLimit"),
          "$range would use too much memory (" + count * BYTES_PER_ELEMENT + " bytes)");
    }
    BsonArray result = new BsonArray((int) count);
    for (long i = 0; i < count; i++) {
      result.add(new BsonInt32((int) (start + i * step)));
    }
    return result;
  }

  private static long rangeArgument(BsonValue value, int typeCode, int wholeCode, String what) {
    if (!Numbers.isNumber(value)) {
      throw Values.error(
          typeCode,
          "$range requires a numeric " + what + ", found value of type:" + Values.typeName(value));
    }
    if (!Numbers.isWholeInt(value)) {
      throw Values.error(
          wholeCode,
          "$range requires a "
              + what
              + " that can be represented as a 32-bit integer, found value: "
              + ServerText.of(value));
    }
    return Numbers.toLong(value);
  }

  static BsonValue indexOf(BsonValue[] values, EvaluationContext context) {
    if (Values.isNullish(values[0])) {
      return BsonNull.VALUE;
    }
    if (!(values[0] instanceof BsonArray list)) {
      throw Values.error(
          40090,
          "$indexOfArray requires an array as a first argument, found: "
              + Values.typeName(values[0]));
    }
    int start = values.length > 2 ? index("$indexOfArray", values[2], "starting index") : 0;
    int end = list.size();
    if (values.length > 3) {
      end = Math.min(end, index("$indexOfArray", values[3], "ending index"));
    }
    for (int i = start; i < end; i++) {
      if (Values.compare(list.get(i), values[1], context.order()) == 0) {
        return new BsonInt32(i);
      }
    }
    return new BsonInt32(-1);
  }

  /**
   * A start or end position.
   *
   * @throws CommandException Location40096 unless it is a whole number, Location40097 below 0
   */
  static int index(String name, BsonValue value, String what) {
    if (!Numbers.isWholeInt(value)) {
      throw Values.error(
          40096,
          name
              + " requires an integral "
              + what
              + ", found a value of type: "
              + Values.typeName(value)
              + ", with value: "
              + (value == null ? "missing" : ServerText.of(value)));
    }
    if (Numbers.toLong(value) < 0) {
      throw Values.error(
          40097, name + " requires a nonnegative " + what + ", found: " + Numbers.toLong(value));
    }
    return (int) Numbers.toLong(value);
  }

  static BsonValue objectToArray(BsonValue object) {
    if (Values.isNullish(object)) {
      return BsonNull.VALUE;
    }
    if (!(object instanceof BsonDocument document)) {
      throw Values.error(
          40390, "$objectToArray requires a document input, found: " + Values.typeName(object));
    }
    BsonArray result = new BsonArray(document.size());
    for (Map.Entry<String, BsonValue> field : document.entrySet()) {
      BsonDocument pair = new BsonDocument("k", new BsonString(field.getKey()));
      result.add(pair.append("v", field.getValue()));
    }
    return result;
  }

  static BsonValue arrayToObject(BsonValue array) {
    if (Values.isNullish(array)) {
      return BsonNull.VALUE;
    }
    if (!(array instanceof BsonArray list)) {
      throw Values.error(
          40386, "$arrayToObject requires an array input, found: " + Values.typeName(array));
    }
    BsonDocument result = new BsonDocument(list.size());
    if (list.isEmpty()) {
      return result;
    }
    if (!list.get(0).isArray() && !list.get(0).isDocument()) {
      throw Values.error(
          40398,
          "Unrecognised input type format for $arrayToObject: " + Values.typeName(list.get(0)));
    }
    boolean pairs = list.get(0).isArray();
    for (BsonValue element : list) {
      if (pairs) {
        putPair(element, result);
      } else {
        putKeyAndValue(element, result);
      }
    }
    return result;
  }

  private static void putPair(BsonValue element, BsonDocument result) {
    if (!(element instanceof BsonArray pair)) {
      throw inconsistent(40396, "Array", element);
    }
    if (pair.size() != 2) {
      throw Values.error(
          40397,
          "$arrayToObject requires an array of size 2 arrays,found array of size: " + pair.size());
    }
    if (!(pair.get(0) instanceof BsonString key)) {
      throw Values.error(
          40395,
          "$arrayToObject requires an array of key-value pairs, where the key must be of type"
              + " string. Found key type: "
              + Values.typeName(pair.get(0)));
    }
    checkKey(key, 4940400);
    result.put(key.getValue(), pair.get(1));
  }

  private static void putKeyAndValue(BsonValue element, BsonDocument result) {
    if (!(element instanceof BsonDocument document)) {
      throw inconsistent(40391, "Object", element);
    }
    if (document.size() != 2) {
      throw Values.error(
          40392,
          "$arrayToObject requires an object keys of 'k' and 'v'. Found incorrect number of keys:"
              + document.size());
    }
    if (!document.containsKey("k") || !document.containsKey("v")) {
      throw Values.error(
          40393,
          "$arrayToObject requires an object with keys 'k' and 'v'. Missing either or both keys"
              + " from: "
              + ServerText.of(document));
    }
    if (!(document.get("k") instanceof BsonString key)) {
      throw Values.error(
          40394,
          "$arrayToObject requires an object with keys 'k' and 'v', where the value of 'k' must be"
              + " of type string. Found type: "
              + Values.typeName(document.get("k")));
    }
    checkKey(key, 4940401);
    result.put(key.getValue(), document.get("v"));
  }

  private static CommandException inconsistent(int code, String detected, BsonValue found) {
    return Values.error(
        code,
        "$arrayToObject requires a consistent input format. Elements must all be arrays or all be"
            + " objects. "
            + detected
            + " was detected, now found: "
            + Values.typeName(found));
  }

  private static void checkKey(BsonString key, int code) {
    if (key.getValue().indexOf('\0') >= 0) {
      throw Values.error(code, "Key field cannot contain an embedded null byte");
    }
  }
}
