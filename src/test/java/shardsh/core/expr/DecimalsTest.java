package shardsh.core.expr;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.bson.types.Decimal128;
import org.junit.jupiter.api.Test;

class DecimalsTest {

  private static Decimal128 decimal(String text) {
    return Decimal128.parse(text);
  }

  @Test
  void doubleBecomesFifteenDigits() {
    assertEquals("0.100000000000000", Decimals.of(0.1).toString());
    assertEquals("2.50000000000000", Decimals.of(2.5).toString());
    assertEquals("0", Decimals.of(0.0).toString());
  }

  @Test
  void exactQuotientKeepsFewDigits() {
    assertEquals("5", Decimals.divide(decimal("12.5"), decimal("2.5")).toString());
  }

  @Test
  void quotientHasThirtyFourDigits() {
    assertEquals(
        "0.3333333333333333333333333333333333",
        Decimals.divide(decimal("1"), decimal("3")).toString());
  }

  @Test
  void infinitiesFollowIeee() {
    Decimal128 infinity = Decimal128.POSITIVE_INFINITY;
    Decimal128 minusInfinity = Decimal128.NEGATIVE_INFINITY;

    assertEquals(Decimal128.NaN, Decimals.add(infinity, minusInfinity));
    assertEquals(Decimal128.NaN, Decimals.multiply(infinity, decimal("0.0")));
    assertEquals(minusInfinity, Decimals.multiply(infinity, decimal("-2")));
    assertEquals(infinity, Decimals.divide(decimal("1"), decimal("0")));
    assertEquals(Decimal128.NaN, Decimals.divide(decimal("0"), decimal("0")));
  }

  @Test
  void tooLargeBecomesInfiniteAndTooSmallZero() {
    assertEquals(
        Decimal128.POSITIVE_INFINITY, Decimals.multiply(decimal("9E+6100"), decimal("9E+6100")));
    assertEquals(true, Decimals.isZero(Decimals.multiply(decimal("1E-6100"), decimal("1E-6100"))));
  }

  @Test
  void roundingTinyValueToWholeIsZeroOrOne() {
    assertEquals("0", Decimals.round(decimal("3E-6000"), 0, RoundingMode.FLOOR).toString());
    assertEquals("1", Decimals.round(decimal("3E-6000"), 0, RoundingMode.CEILING).toString());
  }

  @Test
  void functionsAreRightToTheLastDigit() {
    assertEquals(
        "2.718281828459045235360287471352662", DecimalFunctions.exp(decimal("1")).toString());
    assertEquals(
        "0.6931471805599453094172321214581766", DecimalFunctions.ln(decimal("2")).toString());
    assertEquals("3", DecimalFunctions.log10(decimal("1000")).toString());
    assertEquals("1024", DecimalFunctions.pow(decimal("2"), decimal("10")).toString());
    assertEquals(
        "1.414213562373095048801688724209698",
        DecimalFunctions.pow(decimal("2"), decimal("0.5")).toString());
    assertEquals(
        "0.8414709848078965066525023216302990",
        Decimals.of(DecimalFunctions.sin(BigDecimal.ONE)).toString());
    assertEquals(
        "0.7853981633974483096156608458198757",
        Decimals.of(DecimalFunctions.atan(BigDecimal.ONE)).toString());
    assertEquals(
        "1.175201193643801456882381850595601",
        Decimals.of(DecimalFunctions.sinh(BigDecimal.ONE)).toString());
    assertEquals(
        "0.8813735870195430252326093249797923",
        Decimals.of(DecimalFunctions.asinh(BigDecimal.ONE)).toString());
  }
}
