package shardsh.core.expr.op;

import org.bson.BsonDecimal128;
import org.bson.BsonDouble;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import shardsh.core.bson.ServerText;
import shardsh.core.expr.DecimalFunctions;
import shardsh.core.expr.Decimals;
import shardsh.core.expr.Numbers;
import shardsh.core.expr.Values;

/** {@code $pow}, {@code $sqrt}, {@code $exp} and the logarithms. */
final class Powers {
  private static final int LONG_EXPONENT_MAX = 63;

  private Powers() {}

  static BsonValue pow(BsonValue base, BsonValue exponent) {
    if (Values.isNullish(base) || Values.isNullish(exponent)) {
      return BsonNull.VALUE;
    }
    if (!Numbers.isNumber(base)) {
      throw Values.error(28762, "$pow's base must be numeric, not " + Values.typeName(base));
    }
    if (!Numbers.isNumber(exponent)) {
      throw Values.error(
          28763, "$pow's exponent must be numeric, not " + Values.typeName(exponent));
    }
    if (base.isDecimal128() || exponent.isDecimal128()) {
      return decimalPower(Decimals.of(base), Decimals.of(exponent));
    }
    double baseDouble = Numbers.toDouble(base);
    double exponentDouble = Numbers.toDouble(exponent);
    checkZeroBase(baseDouble == 0 && exponentDouble < 0);
    if (base.isDouble() || exponent.isDouble()) {
      return new BsonDouble(StrictMath.pow(baseDouble, exponentDouble));
    }
    boolean isLong = base.isInt64() || exponent.isInt64();
    return wholePower(Numbers.toLong(base), Numbers.toLong(exponent), isLong);
  }

  private static void checkZeroBase(boolean zeroToNegative) {
    if (zeroToNegative) {
      throw Values.error(28764, "$pow cannot take a base of 0 and a negative exponent");
    }
  }

  private static BsonValue decimalPower(Decimal128 base, Decimal128 exponent) {
    checkZeroBase(Decimals.isZero(base) && exponent.isNegative());
    return new BsonDecimal128(DecimalFunctions.pow(base, exponent));
  }

  private static BsonValue wholePower(long base, long exponent, boolean isLong) {
    if (base == 0 || base == 1 || base == -1) {
      long result = base == 0 ? (exponent == 0 ? 1 : 0) : (exponent & 1) == 0 ? 1 : base;
      return isLong ? new BsonInt64(result) : Numbers.intOrLong(result);
    }
    if (exponent < 0 || exponent > LONG_EXPONENT_MAX) {
      return new BsonDouble(StrictMath.pow(base, exponent));
    }
    long result = 1;
    for (long i = 0; i < exponent; i++) {
      long high = Math.multiplyHigh(result, base);
      result *= base;
      if (high != result >> 63) {
        return new BsonDouble(StrictMath.pow(base, exponent));
      }
    }
    return isLong ? new BsonInt64(result) : Numbers.intOrLong(result);
  }

  static BsonValue sqrt(BsonValue value) {
    if (value.isDecimal128()) {
      Decimal128 decimal = value.asDecimal128().getValue();
      checkSqrt(!decimal.isNegative() || Decimals.isZero(decimal) || decimal.isNaN());
      return new BsonDecimal128(DecimalFunctions.sqrt(decimal));
    }
    double number = Numbers.toDouble(value);
    checkSqrt(!(number < 0));
    return new BsonDouble(Math.sqrt(number));
  }

  private static void checkSqrt(boolean allowed) {
    if (!allowed) {
      throw Values.error(28714, "$sqrt's argument must be greater than or equal to 0");
    }
  }

  static BsonValue exp(BsonValue value) {
    return value.isDecimal128()
        ? new BsonDecimal128(DecimalFunctions.exp(value.asDecimal128().getValue()))
        : new BsonDouble(StrictMath.exp(Numbers.toDouble(value)));
  }

  static BsonValue ln(BsonValue value) {
    checkPositive(value, 28766, "$ln's argument must be a positive number, but is ");
    return value.isDecimal128()
        ? new BsonDecimal128(DecimalFunctions.ln(value.asDecimal128().getValue()))
        : new BsonDouble(StrictMath.log(Numbers.toDouble(value)));
  }

  static BsonValue log10(BsonValue value) {
    checkPositive(value, 28761, "$log10's argument must be a positive number, but is ");
    return value.isDecimal128()
        ? new BsonDecimal128(DecimalFunctions.log10(value.asDecimal128().getValue()))
        : new BsonDouble(StrictMath.log10(Numbers.toDouble(value)));
  }

  static BsonValue log(BsonValue value, BsonValue base) {
    if (Values.isNullish(value) || Values.isNullish(base)) {
      return BsonNull.VALUE;
    }
    if (!Numbers.isNumber(value)) {
      throw Values.error(28756, "$log's argument must be numeric, not " + Values.typeName(value));
    }
    if (!Numbers.isNumber(base)) {
      throw Values.error(28757, "$log's base must be numeric, not " + Values.typeName(base));
    }
    checkPositive(value, 28758, "$log's argument must be a positive number, but is ");
    String badBase = "$log's base must be a positive number not equal to 1, but is ";
    checkPositive(base, 28759, badBase);
    if (Numbers.toDouble(base) == 1) {
      throw Values.error(28759, badBase + ServerText.of(base));
    }
    if (value.isDecimal128() || base.isDecimal128()) {
      return new BsonDecimal128(
          Decimals.divide(
              DecimalFunctions.ln(Decimals.of(value)), DecimalFunctions.ln(Decimals.of(base))));
    }
    double logarithm = StrictMath.log(Numbers.toDouble(value));
    return new BsonDouble(logarithm / StrictMath.log(Numbers.toDouble(base)));
  }

  private static void checkPositive(BsonValue value, int code, String message) {
    boolean allowed;
    if (value.isDecimal128()) {
      Decimal128 decimal = value.asDecimal128().getValue();
      allowed = decimal.isNaN() || !(decimal.isNegative() || Decimals.isZero(decimal));
    } else {
      allowed = !(Numbers.toDouble(value) <= 0);
    }
    if (!allowed) {
      throw Values.error(code, message + ServerText.of(value));
    }
  }
}
