package shardsh.core.query;

import org.bson.BsonDecimal128;
import org.bson.BsonDouble;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonNull;
import org.bson.BsonValue;
import shardsh.core.bson.BsonOrder;

/**
 * How {@code $eq}, {@code $lt}, {@code $lte}, {@code $gt} and {@code $gte} decide about one value.
 * Values compare only within one type class; null also stands for a missing value, MinKey and
 * MaxKey reach across all types, NaN equals itself and is neither above nor below anything. Source:
 * the manual's page on comparison, and the server's matcher tests (8.0: null does not equal
 * undefined).
 */
final class Comparisons {
  private Comparisons() {}

  static boolean test(MatchExpression.Op op, BsonValue operand, BsonValue value, BsonOrder order) {
    if (value == null) {
      return operand instanceof BsonNull ? includesEqual(op) : acrossTypes(op, operand);
    }
    if (BsonOrder.canonicalType(value) != BsonOrder.canonicalType(operand)) {
      return acrossTypes(op, operand);
    }
    if (isNaN(value) || isNaN(operand)) {
      return includesEqual(op) && isNaN(value) && isNaN(operand);
    }
    return holds(op, order.compare(value, operand));
  }

  static boolean holds(MatchExpression.Op op, int compared) {
    return switch (op) {
      case EQ -> compared == 0;
      case LT -> compared < 0;
      case LTE -> compared <= 0;
      case GT -> compared > 0;
      case GTE -> compared >= 0;
    };
  }

  private static boolean acrossTypes(MatchExpression.Op op, BsonValue operand) {
    return switch (op) {
      case EQ -> false;
      case LT, LTE -> operand instanceof BsonMaxKey;
      case GT, GTE -> operand instanceof BsonMinKey;
    };
  }

  static boolean includesEqual(MatchExpression.Op op) {
    return switch (op) {
      case EQ, LTE, GTE -> true;
      case LT, GT -> false;
    };
  }

  static boolean isNaN(BsonValue value) {
    if (value instanceof BsonDouble) {
      return Double.isNaN(((BsonDouble) value).getValue());
    }
    return value instanceof BsonDecimal128 && ((BsonDecimal128) value).getValue().isNaN();
  }
}
