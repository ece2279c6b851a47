package shardsh.js.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.graalvm.polyglot.Value;
import shardsh.js.GuestValues;
import shardsh.js.ShellInputException;

/**
 * The arguments of one call, checked when they are asked for. The wording of the errors is
 * mongosh's; the usage follows as a hint. Positions count from 0.
 */
final class Args {
  /** Three thousand years, far within what the clock and dates can hold. */
  private static final long MILLIS_MAX = 100_000_000_000_000L;

  private final GuestValues values;
  private final Value[] given;
  private final BsonValue[] converted;
  private final String where;
  private final String usage;

  /**
   * @param where e.g. {@code Shard.splitAt}, shown in errors
   */
  Args(GuestValues values, Value[] given, String where, String usage) {
    this.values = values;
    this.given = given;
    this.where = where;
    this.usage = usage;
    converted = new BsonValue[given.length];
  }

  int size() {
    return given.length;
  }

  /** Whether there is such an argument and it is not undefined. */
  boolean has(int position) {
    return position < given.length
        && (!given[position].isNull() || !values.isUndefined(given[position]));
  }

  /** As {@link #has}, and it is not null either. */
  boolean hasValue(int position) {
    return position < given.length && !given[position].isNull();
  }

  /**
   * Refuses arguments beyond a number of them; a negative number allows any.
   *
   * @throws ShellInputException if there are more
   */
  void atMost(int count) {
    if (count >= 0 && size() > count) {
      String taken =
          count == 0
              ? "no argument"
              : "at most " + count + (count == 1 ? " argument" : " arguments");
      throw invalid("Takes " + taken + ", got " + size() + " (" + where + ")");
    }
  }

  Value raw(int position) {
    return has(position) ? given[position] : values.undefined();
  }

  boolean isText(int position) {
    return hasValue(position) && given[position].isString();
  }

  boolean isNumber(int position) {
    return hasValue(position) && given[position].isNumber();
  }

  boolean isBoolean(int position) {
    return hasValue(position) && given[position].isBoolean();
  }

  boolean isArray(int position) {
    return hasValue(position) && given[position].hasArrayElements();
  }

  boolean isFunction(int position) {
    return hasValue(position) && given[position].canExecute();
  }

  String text(int position) {
    need(position);
    if (!given[position].isString()) {
      throw wrongType(position, "string");
    }
    return given[position].asString();
  }

  Optional<String> textIfAny(int position) {
    return has(position) ? Optional.of(text(position)) : Optional.empty();
  }

  double number(int position) {
    need(position);
    if (given[position].isNumber()) {
      return given[position].asDouble();
    }
    BsonValue value = any(position);
    if (!value.isNumber()) {
      throw wrongType(position, "number");
    }
    return value.asNumber().doubleValue();
  }

  boolean bool(int position) {
    need(position);
    if (!given[position].isBoolean()) {
      throw wrongType(position, "boolean");
    }
    return given[position].asBoolean();
  }

  BsonTimestamp timestamp(int position) {
    need(position);
    BsonValue value = any(position);
    if (!value.isTimestamp()) {
      throw wrongType(position, "Timestamp");
    }
    return value.asTimestamp();
  }

  /** A number without a fraction, within a long. */
  long whole(int position) {
    double number = number(position);
    if (number != Math.rint(number) || Math.abs(number) > Long.MAX_VALUE) {
      throw invalid("Argument at position " + position + " must be a whole number");
    }
    return (long) number;
  }

  Value function(int position) {
    need(position);
    if (!given[position].canExecute()) {
      throw wrongType(position, "function");
    }
    return given[position];
  }

  /** A document; null and arrays are none. */
  BsonDocument document(int position) {
    return document(position, true);
  }

  /** A document without the functions inside of it. */
  BsonDocument dataDocument(int position) {
    return document(position, false);
  }

  private BsonDocument document(int position, boolean keepsFunctions) {
    need(position);
    if (given[position].isString() || given[position].isNumber() || given[position].isBoolean()) {
      throw wrongType(position, "object");
    }
    BsonValue value = keepsFunctions ? any(position) : data(position);
    if (!value.isDocument()) {
      throw wrongType(position, "object");
    }
    return value.asDocument();
  }

  /** A document of options, of which no others are known; empty without one. */
  BsonDocument options(int position, String... known) {
    BsonDocument options = documentOrEmpty(position);
    for (String name : options.keySet()) {
      if (!List.of(known).contains(name)) {
        throw invalid("there is no option '" + name + "'; known: " + String.join(", ", known));
      }
    }
    return options;
  }

  /** The only option there is, a text. */
  Optional<String> textOption(int position, String name) {
    BsonValue value = options(position, name).get(name);
    if (value != null && !value.isString()) {
      throw invalid(name + " must be a text");
    }
    return value == null ? Optional.empty() : Optional.of(value.asString().getValue());
  }

  Optional<BsonDocument> documentIfAny(int position) {
    return hasValue(position) ? Optional.of(document(position)) : Optional.empty();
  }

  /** The document, or an empty one if there is none. */
  BsonDocument documentOrEmpty(int position) {
    return hasValue(position) ? document(position) : new BsonDocument();
  }

  BsonArray array(int position) {
    need(position);
    if (!given[position].hasArrayElements()) {
      throw wrongType(position, "array");
    }
    return any(position).asArray();
  }

  /** The argument as BSON, whatever it is. */
  BsonValue any(int position) {
    need(position);
    if (converted[position] == null) {
      converted[position] = values.toBson(given[position]);
    }
    return converted[position];
  }

  /** The argument as BSON without the functions inside of it, whatever it is. */
  BsonValue data(int position) {
    need(position);
    return values.toData(given[position]);
  }

  /** All arguments from that position on, as BSON. */
  List<BsonValue> rest(int from) {
    List<BsonValue> rest = new ArrayList<>();
    for (int i = from; i < given.length; i++) {
      rest.add(any(i));
    }
    return rest;
  }

  /** An aggregation's stages: one array, or each stage an argument. */
  BsonArray pipeline() {
    if (size() == 0 || isArray(0)) {
      return size() == 0 ? new BsonArray() : array(0);
    }
    BsonArray stages = new BsonArray();
    for (int i = 0; i < size(); i++) {
      stages.add(document(i));
    }
    return stages;
  }

  /**
   * A number of milliseconds.
   *
   * @throws ShellInputException if it is beyond what a clock can count
   */
  long millis(int position) {
    return (long) checkedMillis(number(position));
  }

  private double checkedMillis(double millis) {
    if (!(Math.abs(millis) <= MILLIS_MAX)) {
      throw invalid("a duration has at most " + MILLIS_MAX + " milliseconds");
    }
    return millis;
  }

  /** A number of milliseconds, or a duration such as {@code "15m"}: ms, s, m, h, d. */
  long durationMillis(int position) {
    need(position);
    if (!isText(position)) {
      double millis = number(position);
      if (Double.isNaN(millis)) {
        throw invalid("A duration is a number of milliseconds or a text like \"15m\", got NaN");
      }
      return (long) checkedMillis(millis);
    }
    String text = text(position).trim();
    int digits = 0;
    while (digits < text.length() && "0123456789.".indexOf(text.charAt(digits)) >= 0) {
      digits++;
    }
    Long unit =
        switch (text.substring(digits).trim()) {
          case "ms" -> 1L;
          case "s" -> 1_000L;
          case "m" -> 60_000L;
          case "h" -> 3_600_000L;
          case "d" -> 86_400_000L;
          default -> null;
        };
    if (digits == 0 || unit == null) {
      throw invalid(
          "\"" + text + "\" is not a duration; examples: \"900s\", \"15m\", \"2h\", \"7d\", 1000");
    }
    try {
      return Math.round(checkedMillis(Double.parseDouble(text.substring(0, digits)) * unit));
    } catch (NumberFormatException e) {
      throw invalid("\"" + text + "\" is not a duration");
    }
  }

  private void need(int position) {
    if (!has(position)) {
      throw invalid("Missing required argument at position " + position + " (" + where + ")");
    }
  }

  /**
   * The error for an argument of the wrong type; {@code expected} e.g. {@code string or object}.
   */
  ShellInputException wrongType(int position, String expected) {
    String actual = given[position].isNull() ? "null" : values.typeOf(given[position]);
    if (given[position].hasArrayElements() && !expected.equals("array")) {
      actual = "array";
    }
    return invalid(
        "Argument at position "
            + position
            + " must be of type "
            + expected
            + ", got "
            + actual
            + " instead ("
            + where
            + ")");
  }

  /** An error about these arguments, with the usage as its hint. */
  ShellInputException invalid(String message) {
    ShellInputException error = ShellInputException.invalid(message);
    return usage.isEmpty() ? error : error.withHint(usage);
  }
}
