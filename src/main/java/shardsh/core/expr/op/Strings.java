package shardsh.core.expr.op;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.bson.BsonArray;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.bson.ServerText;
import shardsh.core.expr.Numbers;
import shardsh.core.expr.Values;

/** Joining, splitting, cutting and comparing strings; case is changed in ASCII letters only. */
final class Strings {
  private Strings() {}

  static BsonValue concat(BsonValue[] parts) {
    StringBuilder result = new StringBuilder();
    for (BsonValue part : parts) {
      if (Values.isNullish(part)) {
        return BsonNull.VALUE;
      }
      if (!(part instanceof BsonString string)) {
        throw Values.error(16702, "$concat only supports strings, not " + Values.typeName(part));
      }
      result.append(string.getValue());
    }
    return new BsonString(result.toString());
  }

  /**
   * The text that string operators take for a value: numbers and dates as text, null as empty.
   *
   * @throws shardsh.core.base.CommandException Location16007 for arrays, objects and the like
   */
  static String coerced(BsonValue value) {
    if (Values.isNullish(value)) {
      return "";
    }
    return switch (value.getBsonType()) {
      case STRING -> value.asString().getValue();
      case SYMBOL -> value.asSymbol().getSymbol();
      case JAVASCRIPT -> value.asJavaScript().getCode();
      case INT32 -> Integer.toString(value.asInt32().getValue());
      case INT64 -> Long.toString(value.asInt64().getValue());
      case DOUBLE -> NumberText.of(value.asDouble().getValue());
      case DECIMAL128 -> value.asDecimal128().getValue().toString();
      case DATE_TIME -> ServerText.isoDate(value.asDateTime().getValue());
      case TIMESTAMP -> ServerText.of(value);
      default ->
          throw Values.error(
              16007, "can't convert from BSON type " + Values.typeName(value) + " to String");
    };
  }

  static BsonValue toUpper(BsonValue value) {
    return new BsonString(mapped(coerced(value), 'a', 'z', 'A' - 'a'));
  }

  static BsonValue toLower(BsonValue value) {
    return new BsonString(lower(coerced(value)));
  }

  private static String lower(String text) {
    return mapped(text, 'A', 'Z', 'a' - 'A');
  }

  private static String mapped(String text, char from, char to, int shift) {
    char[] chars = text.toCharArray();
    for (int i = 0; i < chars.length; i++) {
      if (chars[i] >= from && chars[i] <= to) {
        chars[i] += (char) shift;
      }
    }
    return new String(chars);
  }

  static BsonValue strcasecmp(BsonValue left, BsonValue right) {
    byte[] first = lower(coerced(left)).getBytes(StandardCharsets.UTF_8);
    byte[] second = lower(coerced(right)).getBytes(StandardCharsets.UTF_8);
    return new BsonInt32(Integer.signum(Arrays.compareUnsigned(first, second)));
  }

  static BsonValue lengthBytes(BsonValue value) {
    return new BsonInt32(ServerText.utf8Length(text("$strLenBytes", value, 34473)));
  }

  static BsonValue lengthCodePoints(BsonValue value) {
    String text = text("$strLenCP", value, 34471);
    return new BsonInt32(text.codePointCount(0, text.length()));
  }

  private static String text(String name, BsonValue value, int code) {
    if (value instanceof BsonString string) {
      return string.getValue();
    }
    throw Values.error(
        code, name + " requires a string argument, found: " + Values.typeName(value));
  }

  static BsonValue split(BsonValue input, BsonValue separator) {
    if (Values.isNullish(input) || Values.isNullish(separator)) {
      return BsonNull.VALUE;
    }
    String expected = "$split requires an expression that evaluates to a string as a ";
    if (!(input instanceof BsonString text)) {
      throw Values.error(40085, expected + "first argument, found: " + Values.typeName(input));
    }
    if (!(separator instanceof BsonString token)) {
      throw Values.error(40086, expected + "second argument, found: " + Values.typeName(separator));
    }
    if (token.getValue().isEmpty()) {
      throw Values.error(40087, "$split requires a non-empty separator");
    }
    BsonArray parts = new BsonArray();
    String rest = text.getValue();
    int start = 0;
    for (int at = rest.indexOf(token.getValue());
        at >= 0;
        at = rest.indexOf(token.getValue(), start)) {
      parts.add(new BsonString(rest.substring(start, at)));
      start = at + token.getValue().length();
    }
    parts.add(new BsonString(rest.substring(start)));
    return parts;
  }

  /** Counts in bytes of UTF-8 and refuses to cut a character. */
  static BsonValue substrBytes(BsonValue[] values) {
    byte[] bytes = coerced(values[0]).getBytes(StandardCharsets.UTF_8);
    if (!Numbers.isNumber(values[1])) {
      throw notNumeric("$substrBytes: ", "starting index", values[1], 16034);
    }
    if (!Numbers.isNumber(values[2])) {
      throw notNumeric("$substrBytes: ", "length", values[2], 16035);
    }
    long start = Numbers.toLong(values[1]);
    if (start < 0) {
      throw Values.error(
          50752, "$substrBytes: starting index must be non-negative (got: " + start + ")");
    }
    if (start >= bytes.length) {
      return new BsonString("");
    }
    long length = Numbers.toLong(values[2]);
    long end = length < 0 || length > bytes.length - start ? bytes.length : start + length;
    if (isContinuation(bytes[(int) start])) {
      throw Values.error(
          28656, "$substrBytes:  Invalid range, starting index is a UTF-8 continuation byte.");
    }
    if (end < bytes.length && isContinuation(bytes[(int) end])) {
      throw Values.error(
          28657,
          "$substrBytes:  Invalid range, ending index is in the middle of a UTF-8 character.");
    }
    return new BsonString(
        new String(bytes, (int) start, (int) (end - start), StandardCharsets.UTF_8));
  }

  private static boolean isContinuation(byte value) {
    return (value & 0xC0) == 0x80;
  }

  private static RuntimeException notNumeric(String name, String what, BsonValue value, int code) {
    return Values.error(
        code,
        name
            + " "
            + what
            + " must be a numeric type (is BSON type "
            + Values.typeName(value)
            + ")");
  }

  static BsonValue substrCodePoints(BsonValue[] values) {
    String text = coerced(values[0]);
    if (!Numbers.isNumber(values[1])) {
      throw notNumeric("$substrCP:", "starting index", values[1], 34450);
    }
    if (!Numbers.isWholeInt(values[1])) {
      throw notInt("starting index", values[1], 34451);
    }
    if (!Numbers.isNumber(values[2])) {
      throw notNumeric("$substrCP:", "length", values[2], 34452);
    }
    if (!Numbers.isWholeInt(values[2])) {
      throw notInt("length", values[2], 34453);
    }
    int start = (int) Numbers.toLong(values[1]);
    int length = (int) Numbers.toLong(values[2]);
    if (length < 0) {
      throw Values.error(34454, "$substrCP: length must be a nonnegative integer.");
    }
    if (start < 0) {
      throw Values.error(34455, "$substrCP: the starting index must be nonnegative integer.");
    }
    int count = text.codePointCount(0, text.length());
    if (start >= count) {
      return new BsonString("");
    }
    int from = text.offsetByCodePoints(0, start);
    int to = text.offsetByCodePoints(from, Math.min(length, count - start));
    return new BsonString(text.substring(from, to));
  }

  private static RuntimeException notInt(String what, BsonValue value, int code) {
    return Values.error(
        code,
        "$substrCP: "
            + what
            + " cannot be represented as a 32-bit integral value: "
            + ServerText.of(value));
  }
}
