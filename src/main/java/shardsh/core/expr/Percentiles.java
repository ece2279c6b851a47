package shardsh.core.expr;

import java.util.Arrays;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonNull;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.ServerText;

/**
 * The values below which given parts of the numbers lie. Numbers are all kept and the answer is one
 * of them (the discrete percentile), which is what the server's approximation gives for as long as
 * it has not had to merge any. What is no number is passed over. Mutable.
 */
public final class Percentiles {
  private double[] values = new double[16];
  private int count;
  private boolean sorted = true;

  /** Includes a value, which may be missing (null) or no number. */
  public void add(BsonValue value) {
    if (!Numbers.isNumber(value) || Numbers.isNaN(value)) {
      return;
    }
    add(Numbers.toDouble(value));
  }

  private void add(double number) {
    if (count == values.length) {
      values = Arrays.copyOf(values, count * 2);
    }
    values[count++] = number;
    sorted = false;
  }

  /** Includes all that another has seen. */
  public void add(Percentiles other) {
    for (int i = 0; i < other.count; i++) {
      add(other.values[i]);
    }
  }

  /** All numbers seen, for handing them on. */
  public BsonArray numbers() {
    BsonArray numbers = new BsonArray(count);
    for (int i = 0; i < count; i++) {
      numbers.add(new BsonDouble(values[i]));
    }
    return numbers;
  }

  /** The percentile of a part from 0 to 1; null (BSON) of nothing. */
  public BsonValue at(double part) {
    if (count == 0) {
      return BsonNull.VALUE;
    }
    if (!sorted) {
      Arrays.sort(values, 0, count);
      sorted = true;
    }
    int rank = part >= 1 ? count - 1 : Math.max(0, (int) Math.ceil(count * part) - 1);
    return new BsonDouble(values[rank]);
  }

  /** One percentile for each part. */
  public BsonArray at(double[] parts) {
    BsonArray results = new BsonArray(parts.length);
    for (double part : parts) {
      results.add(at(part));
    }
    return results;
  }

  /**
   * Checks the specification of {@code $percentile} or {@code $median}, except for its input.
   *
   * @throws CommandException Location7429703 or 7436100 when it is no object, Location40414 and
   *     40415 for missing and unknown fields, BAD_VALUE for another method than approximate
   */
  public static BsonDocument checkSpec(String name, BsonValue spec) {
    boolean median = name.equals("$median");
    if (!(spec instanceof BsonDocument document)) {
      throw Values.error(
          median ? 7436100 : 7429703,
          "specification must be an object; found " + name + ": " + ServerText.of(spec));
    }
    for (Map.Entry<String, BsonValue> field : document.entrySet()) {
      String key = field.getKey();
      boolean known = key.equals("input") || key.equals("method") || (key.equals("p") && !median);
      if (!known) {
        throw new CommandException(
            ErrorCode.UNKNOWN_FIELD, "BSON field '" + name + "." + key + "' is an unknown field.");
      }
    }
    require(name, document, "input");
    if (!median) {
      require(name, document, "p");
    }
    require(name, document, "method");
    BsonValue method = document.get("method");
    if (!method.isString()) {
      throw new CommandException(
          ErrorCode.TYPE_MISMATCH,
          "BSON field '"
              + name
              + ".method' is the wrong type '"
              + Values.typeName(method)
              + "', expected type 'string'");
    }
    if (!method.asString().getValue().equals("approximate")) {
      throw new CommandException(
          ErrorCode.BAD_VALUE,
          "Currently only 'approximate' can be used as a percentile 'method'.");
    }
    return document;
  }

  private static void require(String name, BsonDocument spec, String field) {
    if (!spec.containsKey(field)) {
      throw new CommandException(
          ErrorCode.MISSING_FIELD,
          "BSON field '" + name + "." + field + "' is missing but a required field");
    }
  }

  /**
   * The parts asked for: {@code p} of {@code $percentile}.
   *
   * @throws CommandException Location7750300 to 7750303 unless it is an array of numbers from 0 to
   *     1
   */
  public static double[] parts(BsonValue p) {
    String field = "The $percentile 'p' field must be an array of ";
    if (!(p instanceof BsonArray array)) {
      throw Values.error(7750300, field + "values, but found value: " + text(p));
    }
    if (array.isEmpty()) {
      throw Values.error(7750301, "The $percentile 'p' field must not be an empty array");
    }
    double[] parts = new double[array.size()];
    for (int i = 0; i < parts.length; i++) {
      if (!Numbers.isNumber(array.get(i))) {
        throw Values.error(
            7750302, field + "numeric values, but found value: " + text(array.get(i)));
      }
      parts[i] = Numbers.toDouble(array.get(i));
      if (!(parts[i] >= 0 && parts[i] <= 1)) {
        throw Values.error(
            7750303, field + "numeric values from [0.0, 1.0], but found: " + text(array.get(i)));
      }
    }
    return parts;
  }

  private static String text(BsonValue value) {
    return value == null ? "missing" : ServerText.of(value);
  }
}
