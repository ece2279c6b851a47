package shardsh.core.expr.op;

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

/** {@code $multiply}: the product so far in the widest type met, kept as long and as double. */
final class Products {
  private BsonType type = BsonType.INT32;
  private long whole = 1;
  private double fractional = 1;
  private Decimal128 decimal;

  private Products() {}

  static BsonValue multiply(BsonValue[] operands) {
    Products product = new Products();
    for (BsonValue operand : operands) {
      if (Values.isNullish(operand)) {
        return BsonNull.VALUE;
      }
      if (!Numbers.isNumber(operand)) {
        throw new CommandException(
            ErrorCode.TYPE_MISMATCH,
            "$multiply only supports numeric types, not " + Values.typeName(operand));
      }
      product.include(operand);
    }
    return product.total();
  }

  private void include(BsonValue operand) {
    BsonType before = type;
    type = Numbers.wider(type, operand.getBsonType());
    if (type == BsonType.DECIMAL128) {
      if (before != BsonType.DECIMAL128) {
        decimal = before == BsonType.DOUBLE ? Decimals.of(fractional) : Decimals.of(whole);
      }
      decimal = Decimals.multiply(decimal, Decimals.of(operand));
      return;
    }
    fractional *= Numbers.toDouble(operand);
    if (type != BsonType.DOUBLE) {
      multiplyWhole(Numbers.toLong(operand));
    }
  }

  private void multiplyWhole(long operand) {
    long high = Math.multiplyHigh(whole, operand);
    long low = whole * operand;
    if (high != low >> 63) {
      type = BsonType.DOUBLE;
    } else {
      whole = low;
    }
  }

  private BsonValue total() {
    return switch (type) {
      case INT32 -> Numbers.intOrLong(whole);
      case INT64 -> new BsonInt64(whole);
      case DOUBLE -> new BsonDouble(fractional);
      default -> new BsonDecimal128(decimal);
    };
  }
}
