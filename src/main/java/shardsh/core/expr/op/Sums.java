package shardsh.core.expr.op;

import java.math.RoundingMode;
import org.bson.BsonDateTime;
import org.bson.BsonDecimal128;
import org.bson.BsonDouble;
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

/**
 * {@code $add}: the total so far in the widest type met. Ints that overflow become longs, longs
 * doubles; one date among the operands makes the total a date.
 */
final class Sums {
  private BsonType type = BsonType.INT32;
  private long whole;
  private double fractional;
  private Decimal128 decimal;
  private boolean date;

  private Sums() {}

  static BsonValue add(BsonValue[] operands) {
    if (operands.length == 2
        && operands[0] != null
        && operands[1] != null
        && operands[0].isInt32()
        && operands[1].isInt32()) {
      return Numbers.intOrLong(
          (long) operands[0].asInt32().getValue() + operands[1].asInt32().getValue());
    }
    Sums sum = new Sums();
    for (BsonValue operand : operands) {
      if (Values.isNullish(operand)) {
        return BsonNull.VALUE;
      }
      sum.include(operand);
    }
    return sum.total();
  }

  private void include(BsonValue operand) {
    if (operand.isDateTime()) {
      if (date) {
        throw Values.error(16612, "only one date allowed in an $add expression");
      }
      BsonValue before = total();
      whole = 0;
      includeInDate(before);
      date = true;
      whole = addToDate(whole, operand.asDateTime().getValue());
      return;
    }
    if (!Numbers.isNumber(operand)) {
      throw new CommandException(
          ErrorCode.TYPE_MISMATCH,
          "$add only supports numeric or date types, not " + Values.typeName(operand));
    }
    if (date) {
      includeInDate(operand);
    } else {
      widen(Numbers.wider(type, operand.getBsonType()));
      includeNumber(operand);
    }
  }

  private void widen(BsonType wider) {
    if (wider == type) {
      return;
    }
    if (wider == BsonType.DOUBLE) {
      fractional = whole;
    } else if (wider == BsonType.DECIMAL128) {
      decimal = type == BsonType.DOUBLE ? Decimals.of(fractional) : Decimals.of(whole);
    }
    type = wider;
  }

  private void includeNumber(BsonValue operand) {
    switch (type) {
      case INT32, INT64 -> {
        long value = Numbers.toLong(operand);
        long total = whole + value;
        if (((whole ^ total) & (value ^ total)) < 0) {
          fractional = (double) whole + value;
          type = BsonType.DOUBLE;
        } else {
          whole = total;
        }
      }
      case DOUBLE -> fractional += Numbers.toDouble(operand);
      default -> decimal = Decimals.add(decimal, Decimals.of(operand));
    }
  }

  private void includeInDate(BsonValue operand) {
    switch (operand.getBsonType()) {
      case INT32, INT64 -> whole = addToDate(whole, Numbers.toLong(operand));
      case DOUBLE -> whole = addToDate(whole, rounded(operand.asDouble().getValue()));
      default -> whole = addToDate(whole, rounded(operand.asDecimal128().getValue()));
    }
  }

  /** Halves away from zero. */
  static long rounded(double value) {
    if (!(value >= -0x1p63 && value < 0x1p63)) {
      throw dateOverflow();
    }
    long cut = (long) value;
    double rest = value - cut;
    return rest >= 0.5 ? cut + 1 : rest <= -0.5 ? cut - 1 : cut;
  }

  /** Halves to even. */
  static long rounded(Decimal128 value) {
    Decimal128 whole = Decimals.round(value, 0, RoundingMode.HALF_EVEN);
    BsonDecimal128 number = new BsonDecimal128(whole);
    if (!Numbers.isWholeLong(number)) {
      throw dateOverflow();
    }
    return Numbers.toLong(number);
  }

  static long addToDate(long millis, long more) {
    long total = millis + more;
    if (((millis ^ total) & (more ^ total)) < 0) {
      throw dateOverflow();
    }
    return total;
  }

  static CommandException dateOverflow() {
    return new CommandException(ErrorCode.OVERFLOW, "date overflow");
  }

  private BsonValue total() {
    if (date) {
      return new BsonDateTime(whole);
    }
    return switch (type) {
      case INT32 -> Numbers.intOrLong(whole);
      case INT64 -> new BsonInt64(whole);
      case DOUBLE -> new BsonDouble(fractional);
      default -> new BsonDecimal128(decimal);
    };
  }
}
