package shardsh.core.expr.op;

import org.bson.BsonDateTime;
import org.bson.BsonDecimal128;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.expr.Decimals;
import shardsh.core.expr.Numbers;
import shardsh.core.expr.Values;

/** {@code $subtract}, {@code $divide}, {@code $mod} and {@code $abs}. */
final class Arithmetic {
  private Arithmetic() {}

  static BsonValue subtract(BsonValue left, BsonValue right) {
    if (Numbers.isNumber(left) && Numbers.isNumber(right)) {
      return difference(left, right);
    }
    if (Values.isNullish(left) || Values.isNullish(right)) {
      return BsonNull.VALUE;
    }
    if (left.isDateTime()) {
      return subtractFromDate(left.asDateTime().getValue(), right);
    }
    throw cannotSubtract(Values.typeName(right), Values.typeName(left));
  }

  private static CommandException cannotSubtract(String right, String left) {
    return new CommandException(
        ErrorCode.TYPE_MISMATCH, "can't $subtract " + right + " from " + left);
  }

  private static BsonValue difference(BsonValue left, BsonValue right) {
    BsonType type = Numbers.wider(left.getBsonType(), right.getBsonType());
    return switch (type) {
      case INT32 ->
          Numbers.intOrLong((long) left.asInt32().getValue() - right.asInt32().getValue());
      case INT64 -> longDifference(Numbers.toLong(left), Numbers.toLong(right));
      case DOUBLE -> new BsonDouble(Numbers.toDouble(left) - Numbers.toDouble(right));
      default -> new BsonDecimal128(Decimals.subtract(Decimals.of(left), Decimals.of(right)));
    };
  }

  private static BsonValue longDifference(long left, long right) {
    long difference = left - right;
    boolean overflow = ((left ^ right) & (left ^ difference)) < 0;
    return overflow ? new BsonDouble((double) left - right) : new BsonInt64(difference);
  }

  private static BsonValue subtractFromDate(long millis, BsonValue right) {
    long subtrahend =
        switch (right.getBsonType()) {
          case DATE_TIME -> right.asDateTime().getValue();
          case INT32, INT64 -> Numbers.toLong(right);
          case DOUBLE -> Sums.rounded(right.asDouble().getValue());
          case DECIMAL128 -> Sums.rounded(right.asDecimal128().getValue());
          default -> throw cannotSubtract(Values.typeName(right), "Date");
        };
    long difference = millis - subtrahend;
    if (((millis ^ subtrahend) & (millis ^ difference)) < 0) {
      throw new CommandException(ErrorCode.OVERFLOW, "date overflow in $subtract");
    }
    return right.isDateTime() ? new BsonInt64(difference) : new BsonDateTime(difference);
  }

  static BsonValue divide(BsonValue left, BsonValue right) {
    if (Numbers.isNumber(left) && Numbers.isNumber(right)) {
      return quotient(left, right);
    }
    if (Values.isNullish(left) || Values.isNullish(right)) {
      return BsonNull.VALUE;
    }
    throw new CommandException(
        ErrorCode.TYPE_MISMATCH,
        "$divide only supports numeric types, not "
            + Values.typeName(left)
            + " and "
            + Values.typeName(right));
  }

  private static BsonValue quotient(BsonValue left, BsonValue right) {
    if (left.isDecimal128() || right.isDecimal128()) {
      Decimal128 divisor = Decimals.of(right);
      if (Decimals.isZero(divisor)) {
        throw divisionByZero();
      }
      return new BsonDecimal128(Decimals.divide(Decimals.of(left), divisor));
    }
    double divisor = Numbers.toDouble(right);
    if (divisor == 0) {
      throw divisionByZero();
    }
    return new BsonDouble(Numbers.toDouble(left) / divisor);
  }

  private static CommandException divisionByZero() {
    return new CommandException(ErrorCode.BAD_VALUE, "can't $divide by zero");
  }

  static BsonValue mod(BsonValue left, BsonValue right) {
    if (Numbers.isNumber(left) && Numbers.isNumber(right)) {
      return remainder(left, right);
    }
    if (Values.isNullish(left) || Values.isNullish(right)) {
      return BsonNull.VALUE;
    }
    throw Values.error(
        16611,
        "$mod only supports numeric types, not "
            + Values.typeName(left)
            + " and "
            + Values.typeName(right));
  }

  private static BsonValue remainder(BsonValue left, BsonValue right) {
    BsonType type = Numbers.wider(left.getBsonType(), right.getBsonType());
    if (type == BsonType.DECIMAL128) {
      Decimal128 divisor = Decimals.of(right);
      if (Decimals.isZero(divisor)) {
        throw Values.error(5733415, "can't $mod by zero");
      }
      return new BsonDecimal128(Decimals.remainder(Decimals.of(left), divisor));
    }
    if (Numbers.toDouble(right) == 0) {
      throw Values.error(16610, "can't $mod by zero");
    }
    if (type == BsonType.DOUBLE) {
      return new BsonDouble(Numbers.toDouble(left) % Numbers.toDouble(right));
    }
    long remainder = Numbers.toLong(left) % Numbers.toLong(right);
    return type == BsonType.INT32 ? new BsonInt32((int) remainder) : new BsonInt64(remainder);
  }

  static BsonValue abs(BsonValue value) {
    return switch (value.getBsonType()) {
      case INT32 -> Numbers.intOrLong(Math.abs((long) value.asInt32().getValue()));
      case INT64 -> {
        if (value.asInt64().getValue() == Long.MIN_VALUE) {
          throw Values.error(28680, "can't take $abs of long long min");
        }
        yield new BsonInt64(Math.abs(value.asInt64().getValue()));
      }
      case DOUBLE -> new BsonDouble(Math.abs(value.asDouble().getValue()));
      default -> new BsonDecimal128(Decimals.abs(value.asDecimal128().getValue()));
    };
  }

  /** An operator on one number: null stays null, anything but a number is refused. */
  static OperatorParser onNumber(Call.One function) {
    return (name, spec, scope) ->
        Call.one(
                value -> {
                  if (Values.isNullish(value)) {
                    return BsonNull.VALUE;
                  }
                  if (!Numbers.isNumber(value)) {
                    throw Values.error(
                        28765,
                        name + " only supports numeric types, not " + Values.typeName(value));
                  }
                  return function.apply(value);
                })
            .parse(name, spec, scope);
  }
}
