package shardsh.core.expr.op;

import java.util.function.LongBinaryOperator;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.expr.Values;

/** {@code $bitAnd}, {@code $bitOr}, {@code $bitXor} and {@code $bitNot}, on ints and longs. */
final class Bits {
  private Bits() {}

  /**
   * @param start what no operands give
   */
  static OperatorParser combining(int start, LongBinaryOperator operator) {
    return (name, spec, scope) ->
        Call.any(values -> combined(name, start, operator, values)).parse(name, spec, scope);
  }

  private static BsonValue combined(
      String name, int start, LongBinaryOperator operator, BsonValue[] values) {
    long result = start;
    boolean isLong = false;
    for (BsonValue value : values) {
      if (Values.isNullish(value)) {
        return BsonNull.VALUE;
      }
      if (!value.isInt32() && !value.isInt64()) {
        throw new CommandException(
            ErrorCode.TYPE_MISMATCH, name + " only supports int and long operands.");
      }
      isLong |= value.isInt64();
      result = operator.applyAsLong(result, value.asNumber().longValue());
    }
    return isLong ? new BsonInt64(result) : new BsonInt32((int) result);
  }

  static BsonValue not(BsonValue value) {
    if (Values.isNullish(value)) {
      return BsonNull.VALUE;
    }
    return switch (value.getBsonType()) {
      case INT32 -> new BsonInt32(~value.asInt32().getValue());
      case INT64 -> new BsonInt64(~value.asInt64().getValue());
      default ->
          throw new CommandException(
              ErrorCode.TYPE_MISMATCH,
              "$bitNot only supports int and long, not: " + Values.typeName(value) + ".");
    };
  }
}
