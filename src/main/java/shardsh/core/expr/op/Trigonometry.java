package shardsh.core.expr.op;

import java.math.BigDecimal;
import java.util.function.DoubleUnaryOperator;
import java.util.function.UnaryOperator;
import org.bson.BsonDecimal128;
import org.bson.BsonDouble;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import shardsh.core.bson.ServerText;
import shardsh.core.expr.DecimalFunctions;
import shardsh.core.expr.Decimals;
import shardsh.core.expr.Numbers;
import shardsh.core.expr.Values;

/** Sines, cosines, tangents, their inverses and hyperbolic forms; degrees and radians. */
final class Trigonometry {
  private static final Decimal128 DEGREE =
      Decimals.of(DecimalFunctions.PI.divide(BigDecimal.valueOf(180), DecimalFunctions.WORKING));
  private static final Decimal128 RADIAN =
      Decimals.of(BigDecimal.valueOf(180).divide(DecimalFunctions.PI, DecimalFunctions.WORKING));
  private static final double DEGREE_DOUBLE = Decimals.toDouble(DEGREE);
  private static final double RADIAN_DOUBLE = Decimals.toDouble(RADIAN);

  /** Beyond it hyperbolic functions of decimals overflow. */
  private static final double SERIES_MAX = 15_000;

  private Trigonometry() {}

  /** A function of every finite number. */
  static OperatorParser finite(DoubleUnaryOperator onDouble, UnaryOperator<BigDecimal> onDecimal) {
    return (name, spec, scope) ->
        Arithmetic.onNumber(
                value -> {
                  if (Double.isInfinite(Numbers.toDouble(value))) {
                    throw outOfBounds(name, value, "(-inf,inf)");
                  }
                  return applied(value, onDouble, onDecimal);
                })
            .parse(name, spec, scope);
  }

  /** A function of numbers from {@code low} to {@code high}, both included. */
  static OperatorParser within(
      double low, double high, DoubleUnaryOperator onDouble, UnaryOperator<BigDecimal> onDecimal) {
    return (name, spec, scope) ->
        Arithmetic.onNumber(
                value -> {
                  double number = Numbers.toDouble(value);
                  if (number < low || number > high) {
                    throw outOfBounds(name, value, "[" + bound(low) + "," + bound(high) + "]");
                  }
                  return applied(value, onDouble, onDecimal);
                })
            .parse(name, spec, scope);
  }

  /** A function of every number. */
  static OperatorParser anywhere(
      DoubleUnaryOperator onDouble, UnaryOperator<BigDecimal> onDecimal) {
    return Arithmetic.onNumber(value -> applied(value, onDouble, onDecimal));
  }

  private static String bound(double value) {
    return Double.isInfinite(value) ? "inf" : Long.toString((long) value);
  }

  private static RuntimeException outOfBounds(String name, BsonValue value, String bounds) {
    return Values.error(
        50989,
        "cannot apply " + name + " to " + ServerText.of(value) + ", value must be in " + bounds);
  }

  private static BsonValue applied(
      BsonValue value, DoubleUnaryOperator onDouble, UnaryOperator<BigDecimal> onDecimal) {
    if (!value.isDecimal128()) {
      return new BsonDouble(onDouble.applyAsDouble(Numbers.toDouble(value)));
    }
    Decimal128 decimal = value.asDecimal128().getValue();
    double approximate = onDouble.applyAsDouble(Decimals.toDouble(decimal));
    double size = Math.abs(Decimals.toDouble(decimal));
    boolean pole = Double.isInfinite(approximate) && (size <= 1 || size > SERIES_MAX);
    if (!decimal.isFinite() || pole) {
      return new BsonDecimal128(Decimals.exactly(approximate));
    }
    return new BsonDecimal128(Decimals.of(onDecimal.apply(Decimals.finite(decimal))));
  }

  static BsonValue atan2(BsonValue y, BsonValue x) {
    if (Values.isNullish(y) || Values.isNullish(x)) {
      return BsonNull.VALUE;
    }
    if (!Numbers.isNumber(y)) {
      throw Values.error(51044, "$atan2 only supports numeric types, not " + Values.typeName(y));
    }
    if (!Numbers.isNumber(x)) {
      throw Values.error(51045, "$atan2 only supports numeric types, not " + Values.typeName(x));
    }
    double approximate = StrictMath.atan2(Numbers.toDouble(y), Numbers.toDouble(x));
    if (!y.isDecimal128() && !x.isDecimal128()) {
      return new BsonDouble(approximate);
    }
    Decimal128 left = Decimals.of(y);
    Decimal128 right = Decimals.of(x);
    if (!left.isFinite() || !right.isFinite()) {
      return new BsonDecimal128(Decimals.exactly(approximate));
    }
    return new BsonDecimal128(
        Decimals.of(DecimalFunctions.atan2(Decimals.finite(left), Decimals.finite(right))));
  }

  static BsonValue degreesToRadians(BsonValue value) {
    return scaled(value, DEGREE, DEGREE_DOUBLE);
  }

  static BsonValue radiansToDegrees(BsonValue value) {
    return scaled(value, RADIAN, RADIAN_DOUBLE);
  }

  private static BsonValue scaled(BsonValue value, Decimal128 decimalFactor, double factor) {
    return value.isDecimal128()
        ? new BsonDecimal128(Decimals.multiply(value.asDecimal128().getValue(), decimalFactor))
        : new BsonDouble(Numbers.toDouble(value) * factor);
  }

  static double asinh(double value) {
    double size = Math.abs(value);
    double root = StrictMath.log1p(size + size * size / (1 + StrictMath.sqrt(1 + size * size)));
    if (size > 1e150) {
      root = StrictMath.log(size) + StrictMath.log(2);
    }
    return Math.copySign(root, value);
  }

  static double acosh(double value) {
    if (value > 1e150) {
      return StrictMath.log(value) + StrictMath.log(2);
    }
    double above = value - 1;
    return StrictMath.log1p(above + StrictMath.sqrt(2 * above + above * above));
  }

  static double atanh(double value) {
    double size = Math.abs(value);
    return Math.copySign(0.5 * StrictMath.log1p(2 * size / (1 - size)), value);
  }
}
