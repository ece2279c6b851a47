package shardsh.core.update;

import org.bson.BsonDecimal128;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonType;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.ServerText;
import shardsh.core.expr.Decimals;
import shardsh.core.expr.Numbers;
import shardsh.core.expr.Values;

/**
 * {@code $inc} and {@code $mul}. The result has the wider type of the two; an int that overflows
 * becomes a long, a long that overflows is an error. Where there is nothing yet, the sum is the
 * argument and the product zero of the argument's type.
 */
final class ArithmeticOperator implements UpdateOperator {
  private final String path;
  private final boolean multiplies;
  private final BsonValue argument;

  private ArithmeticOperator(String path, boolean multiplies, BsonValue argument) {
    this.path = path;
    this.multiplies = multiplies;
    this.argument = argument;
  }

  static ArithmeticOperator increment(String path, BsonValue argument) {
    return new ArithmeticOperator(path, false, checked("increment", path, argument));
  }

  static ArithmeticOperator multiply(String path, BsonValue argument) {
    return new ArithmeticOperator(path, true, checked("multiply", path, argument));
  }

  private static BsonValue checked(String verb, String path, BsonValue argument) {
    if (!Numbers.isNumber(argument)) {
      throw new CommandException(
          ErrorCode.TYPE_MISMATCH,
          "Cannot "
              + verb
              + " with non-numeric argument: {"
              + path
              + ": "
              + ServerText.of(argument)
              + "}");
    }
    return argument;
  }

  private String name() {
    return multiplies ? "$mul" : "$inc";
  }

  @Override
  public BsonValue apply(BsonValue current, Application application) {
    if (current == null) {
      return multiplies ? calculate(argument, zero(), application) : argument;
    }
    if (!Numbers.isNumber(current)) {
      throw new CommandException(
          ErrorCode.TYPE_MISMATCH,
          "Cannot apply "
              + name()
              + " to a value of non-numeric type. "
              + application.documentText()
              + " has the field '"
              + path.substring(path.lastIndexOf('.') + 1)
              + "' of non-numeric type "
              + Values.typeName(current));
    }
    BsonValue result = calculate(current, argument, application);
    return Identity.same(result, current) ? current : result;
  }

  private static BsonValue zero() {
    return new BsonInt32(0);
  }

  private BsonValue calculate(BsonValue left, BsonValue right, Application application) {
    BsonType type = Numbers.wider(left.getBsonType(), right.getBsonType());
    return switch (type) {
      case INT32, INT64 -> whole(left, right, type, application);
      case DOUBLE -> {
        double a = Numbers.toDouble(left);
        double b = Numbers.toDouble(right);
        yield new BsonDouble(multiplies ? a * b : a + b);
      }
      default -> {
        yield new BsonDecimal128(
            multiplies
                ? Decimals.multiply(Decimals.of(left), Decimals.of(right))
                : Decimals.add(Decimals.of(left), Decimals.of(right)));
      }
    };
  }

  private BsonValue whole(BsonValue left, BsonValue right, BsonType type, Application application) {
    long a = left.asNumber().longValue();
    long b = right.asNumber().longValue();
    try {
      long result = multiplies ? Math.multiplyExact(a, b) : Math.addExact(a, b);
      return type == BsonType.INT32 ? Numbers.intOrLong(result) : new BsonInt64(result);
    } catch (ArithmeticException e) {
      throw Application.badValue(
          "Failed to apply "
              + name()
              + " operations to current value ((NumberLong)"
              + a
              + ") for document "
              + application.documentText());
    }
  }
}
