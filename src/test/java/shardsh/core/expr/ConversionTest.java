package shardsh.core.expr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;
import shardsh.core.base.CommandException;

class ConversionTest {

  private static String text(double value) {
    return Expression.parse(ExpressionTest.value("{$toString: '$v'}"))
        .evaluate(EvaluationContext.of(new BsonDocument("v", new BsonDouble(value))))
        .asString()
        .getValue();
  }

  private static int failure(String expression, String document) {
    return assertThrows(CommandException.class, () -> ExpressionTest.evaluate(expression, document))
        .errorCode()
        .code();
  }

  @Test
  void doublesAreWrittenShortest() {
    assertEquals("0", text(0));
    assertEquals("-0", text(-0.0));
    assertEquals("1.337", text(1.337));
    assertEquals("100000", text(1e5));
    assertEquals("1e+16", text(1e16));
    assertEquals("1.5e-07", text(1.5e-7));
    assertEquals("0.0001", text(1e-4));
    assertEquals("5e-324", text(Double.MIN_VALUE));
    assertEquals("-Infinity", text(Double.NEGATIVE_INFINITY));
  }

  @Test
  void binaryDataIsWrittenAndRead() {
    String base64 = "{$convert: {input: 'aGVsbG8=', to: 'binData', format: 'base64'}}";
    String hex =
        "{$convert: {input: {$binary: {base64: 'AQL/', subType: '00'}}, to: 'string',"
            + " format: 'hex'}}";

    assertEquals(
        ExpressionTest.value("{$binary: {base64: 'aGVsbG8=', subType: '00'}}"),
        ExpressionTest.evaluate(base64, "{}"));
    assertEquals(new BsonString("0102FF"), ExpressionTest.evaluate(hex, "{}"));
    assertEquals(
        new BsonString("AQL/"),
        ExpressionTest.evaluate(
            "{$toString: '$b'}", "{b: {$binary: {base64: 'AQL/', subType: '00'}}}"));
  }

  @Test
  void uuidTextNeedsItsSubtype() {
    String text = "867dee52-c331-484e-92d1-c56479b8e67e";
    BsonValue uuid = ExpressionTest.evaluate("{$toUUID: '" + text + "'}", "{}");

    assertEquals(4, uuid.asBinary().getType());
    assertEquals(
        new BsonString(text),
        Expression.parse(ExpressionTest.value("{$toString: '$u'}"))
            .evaluate(EvaluationContext.of(new BsonDocument("u", uuid))));
    assertEquals(
        241, failure("{$convert: {input: '" + text + "', to: 'binData', format: 'uuid'}}", "{}"));
  }

  @Test
  void formatIsRequiredForBinaryData() {
    assertEquals(4341115, failure("{$convert: {input: 'x', to: 'binData'}}", "{}"));
    assertEquals(
        4341125, failure("{$convert: {input: 'x', to: 'binData', format: 'rot13'}}", "{}"));
  }

  @Test
  void shortFormsTakeOneArgument() {
    assertEquals(50723, failure("{$toInt: [1, 2]}", "{}"));
    assertEquals(2, failure("{$convert: {input: 1, to: 'integer'}}", "{}"));
  }
}
