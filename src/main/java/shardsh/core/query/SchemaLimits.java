package shardsh.core.query;

import java.math.BigDecimal;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.bson.BsonDocument;
import org.bson.BsonRegularExpression;
import org.bson.BsonValue;
import shardsh.core.bson.BsonOrder;

/**
 * Reads the keywords of {@code $jsonSchema} that set limits: on numbers, on the text of strings,
 * and on the size of strings, arrays and objects. A value of another kind meets each of them.
 */
final class SchemaLimits {
  private final BsonDocument schema;

  /**
   * @param schema the schema the keywords stand in, in which a limit finds whether it is exclusive
   */
  SchemaLimits(BsonDocument schema) {
    this.schema = schema;
  }

  /** {@code minimum} or {@code maximum}, as the exclusive one beside it says. */
  Schema.Condition limit(String keyword, BsonValue value) {
    boolean minimum = keyword.equals("minimum");
    BsonValue limit = SchemaOperands.number(keyword, value);
    String exclusiveKeyword = minimum ? "exclusiveMinimum" : "exclusiveMaximum";
    boolean exclusive =
        schema.containsKey(exclusiveKeyword)
            && SchemaOperands.flag(exclusiveKeyword, schema.get(exclusiveKeyword));
    return candidate -> {
      if (!SchemaOperands.isNumber(candidate)) {
        return true;
      }
      int compared = BsonOrder.compareNumbers(candidate, limit);
      return minimum
          ? compared > 0 || (compared == 0 && !exclusive)
          : compared < 0 || (compared == 0 && !exclusive);
    };
  }

  /** Refuses an exclusive limit that is no boolean or has no limit beside it. */
  void checkExclusive(String keyword, BsonValue value) {
    SchemaOperands.flag(keyword, value);
    String needed = keyword.equals("exclusiveMinimum") ? "minimum" : "maximum";
    if (!schema.containsKey(needed)) {
      throw SchemaOperands.failedToParse(
          "$jsonSchema keyword '" + needed + "' must be a present if " + keyword + " is present");
    }
  }

  static Schema.Condition multipleOf(BsonValue value) {
    BigDecimal divisor = decimal(SchemaOperands.number("multipleOf", value));
    if (divisor == null || divisor.signum() <= 0) {
      throw SchemaOperands.failedToParse(
          "$jsonSchema keyword 'multipleOf' must have a positive value");
    }
    return candidate -> {
      BigDecimal number = SchemaOperands.isNumber(candidate) ? decimal(candidate) : null;
      return !SchemaOperands.isNumber(candidate)
          || (number != null && number.remainder(divisor).signum() == 0);
    };
  }

  /** Null for NaN and infinities. */
  private static BigDecimal decimal(BsonValue value) {
    return switch (value.getBsonType()) {
      case DECIMAL128 ->
          value.asDecimal128().getValue().isFinite()
              ? new BigDecimal(value.asDecimal128().getValue().toString())
              : null;
      case DOUBLE ->
          Double.isFinite(value.asDouble().getValue())
              ? BigDecimal.valueOf(value.asDouble().getValue())
              : null;
      default -> BigDecimal.valueOf(value.asNumber().longValue());
    };
  }

  static Schema.Condition pattern(BsonValue value) {
    if (!value.isString()) {
      throw SchemaOperands.wrongType("pattern", "a string");
    }
    RegexPattern pattern =
        RegexPattern.of(new BsonRegularExpression(value.asString().getValue(), ""));
    return candidate -> !candidate.isString() || pattern.finds(candidate.asString().getValue());
  }

  private static long codePoints(BsonValue value) {
    String text = value.asString().getValue();
    return text.codePointCount(0, text.length());
  }

  /** {@code minLength} and {@code maxLength}, in code points. */
  static Schema.Condition length(String keyword, BsonValue value) {
    return size(keyword, value, BsonValue::isString, SchemaLimits::codePoints);
  }

  /** {@code minItems} and {@code maxItems}. */
  static Schema.Condition elements(String keyword, BsonValue value) {
    return size(keyword, value, BsonValue::isArray, array -> array.asArray().size());
  }

  /** {@code minProperties} and {@code maxProperties}. */
  static Schema.Condition members(String keyword, BsonValue value) {
    return size(keyword, value, BsonValue::isDocument, object -> object.asDocument().size());
  }

  private static Schema.Condition size(
      String keyword,
      BsonValue value,
      Predicate<BsonValue> concerns,
      ToLongFunction<BsonValue> of) {
    long limit = SchemaOperands.count(keyword, value);
    return keyword.startsWith("min")
        ? one -> !concerns.test(one) || of.applyAsLong(one) >= limit
        : one -> !concerns.test(one) || of.applyAsLong(one) <= limit;
  }
}
