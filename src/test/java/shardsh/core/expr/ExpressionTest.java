package shardsh.core.expr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;
import shardsh.core.base.CommandException;
import shardsh.core.base.JavaScriptFunctions;
import shardsh.core.bson.BsonOrder;
import shardsh.core.expr.op.Operators;

class ExpressionTest {

  static BsonValue value(String json) {
    return BsonDocument.parse("{v: " + json + "}").get("v");
  }

  static BsonValue evaluate(String expression, String document) {
    return Expression.parse(value(expression))
        .evaluate(EvaluationContext.of(BsonDocument.parse(document)));
  }

  private static int errorCode(String expression) {
    return assertThrows(CommandException.class, () -> evaluate(expression, "{}"))
        .errorCode()
        .code();
  }

  @Test
  void pathThroughArrayCollectsWhatItsObjectsHave() {
    assertEquals(value("[1, 3]"), evaluate("'$a.b'", "{a: [{b: 1}, {c: 2}, 5, [{b: 9}], {b: 3}]}"));
  }

  @Test
  void pathThroughArrayDoesNotUnderstandPositions() {
    assertEquals(value("[]"), evaluate("'$a.0'", "{a: [7, 8]}"));
  }

  @Test
  void pathThroughNumberIsMissing() {
    assertNull(evaluate("'$a.b'", "{a: 5}"));
  }

  @Test
  void missingElementsOfArrayLiteralBecomeNull() {
    assertEquals(value("[1, null]"), evaluate("['$a', '$none']", "{a: 1}"));
  }

  @Test
  void removeLeavesFieldOut() {
    assertEquals(value("{a: 1}"), evaluate("{a: 1, b: '$$REMOVE'}", "{}"));
  }

  @Test
  void malformedExpressionsHaveTheServersCodes() {
    assertEquals(16872, errorCode("'$'"));
    assertEquals(40353, errorCode("'$a.'"));
    assertEquals(15998, errorCode("'$a..b'"));
    assertEquals(16410, errorCode("'$a.$b'"));
    assertEquals(9, errorCode("'$$'"));
    assertEquals(17276, errorCode("'$$nobody'"));
    assertEquals(168, errorCode("{$nothing: 1}"));
    assertEquals(15983, errorCode("{$add: [1], $sum: [2]}"));
    assertEquals(16410, errorCode("{a: 1, $add: [1]}"));
    assertEquals(16412, errorCode("{'a.b': 1}"));
    assertEquals(16020, errorCode("{$abs: [1, 2]}"));
    assertEquals(28667, errorCode("{$slice: [[1]]}"));
  }

  @Test
  void constantArgumentsAreComputedOnce() {
    assertEquals(value("{$const: 3}"), Expression.parse(value("{$add: [1, 2]}")).toBson());
  }

  @Test
  void errorOfConstantArgumentsWaitsForDocument() {
    Expression expression = Expression.parse(value("{$divide: [1, 0]}"));

    assertThrows(
        CommandException.class,
        () -> expression.evaluate(EvaluationContext.of(new BsonDocument())));
  }

  @Test
  void printsAsExplainDoes() {
    assertEquals(
        value(
            "{$cond: [{$gt: ['$qty', {$const: 5}]}, '$$ROOT.a', {$map: {input: '$xs', as: 'x',"
                + " in: '$$x.y'}}]}"),
        Expression.parse(
                value(
                    "{$cond: {if: {$gt: ['$qty', 5]}, then: '$$ROOT.a', else:"
                        + " {$map: {input: '$xs', as: 'x', in: '$$x.y'}}}}"))
            .toBson());
  }

  @Test
  void dependenciesAreRootPathsAndUnboundVariables() {
    VariableNames scope = VariableNames.SYSTEM.with("outer");
    Expression expression =
        Expression.parse(
            value("{$map: {input: '$a.b', as: 'x', in: {$add: ['$$x', '$c', '$$outer']}}}"), scope);

    Dependencies dependencies = Dependencies.of(expression);

    assertEquals(List.of("a.b", "c"), List.copyOf(dependencies.paths()));
    assertEquals(List.of("outer"), List.copyOf(dependencies.variables()));
    assertFalse(dependencies.needsWholeDocument());
  }

  @Test
  void rootNeedsWholeDocument() {
    assertTrue(Dependencies.of(Expression.parse(value("'$$ROOT'"))).needsWholeDocument());
  }

  @Test
  void fieldPathFollowsReboundCurrent() {
    Expression expression = Expression.parse(value("{$let: {vars: {CURRENT: '$a'}, in: '$b'}}"));

    assertEquals(
        new BsonInt32(2),
        expression.evaluate(EvaluationContext.of(BsonDocument.parse("{a: {b: 2}, b: 3}"))));
    assertEquals(List.of("a"), List.copyOf(Dependencies.of(expression).paths()));
  }

  @Test
  void variablesOfTheContextAreSeen() {
    Expression expression = Expression.parse(value("'$$v.x'"), VariableNames.SYSTEM.with("v"));

    EvaluationContext context =
        EvaluationContext.of(new BsonDocument()).with("v", BsonDocument.parse("{x: 4}"));

    assertEquals(new BsonInt32(4), expression.evaluate(context));
    assertNull(expression.evaluate(context.with("v", null)));
  }

  @Test
  void nowComesFromTheSettings() {
    EvaluationContext context =
        EvaluationContext.of(
            new BsonDocument(), EvaluationContext.Settings.PLAIN.withNowMillis(77));

    assertEquals(new BsonDateTime(77), Expression.parse(value("'$$NOW'")).evaluate(context));
  }

  @Test
  void collationDecidesComparisons() {
    BsonOrder ignoringCase = new BsonOrder(String.CASE_INSENSITIVE_ORDER);
    EvaluationContext context =
        EvaluationContext.of(
            new BsonDocument(), EvaluationContext.Settings.PLAIN.withOrder(ignoringCase));

    assertEquals(Values.bool(true), Expression.parse(value("{$eq: ['a', 'A']}")).evaluate(context));
    assertEquals(
        Values.bool(true),
        Expression.parse(value("{$in: ['B', ['a','b','c','d','e','f','g','h']]}"))
            .evaluate(context));
    assertEquals(
        value("['a']"), Expression.parse(value("{$setUnion: [['a'], ['A']]}")).evaluate(context));
  }

  @Test
  void longConstantListIsSearchedByValueAcrossNumberTypes() {
    String list = "[9, 1, 8, 2, 7, 3, 6, {$literal: 4}, 'x']";

    assertEquals(Values.bool(true), evaluate("{$in: ['$a', " + list + "]}", "{a: 7.0}"));
    assertEquals(Values.bool(false), evaluate("{$in: ['$a', " + list + "]}", "{a: 5}"));
    assertEquals(Values.bool(false), evaluate("{$in: ['$none', " + list + "]}", "{}"));
  }

  @Test
  void functionIsCalledThroughThePort() {
    JavaScriptFunctions javaScript =
        (body, arguments) -> new BsonString(body + new BsonArray(arguments));
    EvaluationContext context =
        EvaluationContext.of(
            BsonDocument.parse("{a: 2}"),
            new EvaluationContext.Settings(
                BsonOrder.SIMPLE,
                new BsonDateTime(0),
                new BsonTimestamp(0, 0),
                () -> 0.5,
                javaScript,
                EvaluationContext.Settings.PLAIN.profile()));
    Expression expression =
        Expression.parse(value("{$function: {body: 'f', args: ['$a', 1], lang: 'js'}}"));

    assertEquals(
        new BsonString("fBsonArray{values=[BsonInt32{value=2}, BsonInt32{value=1}]}"),
        expression.evaluate(context));
  }

  @Test
  void functionWithoutEngineIsRefusedByName() {
    CommandException error =
        assertThrows(
            CommandException.class,
            () -> evaluate("{$function: {body: 'f', args: [], lang: 'js'}}", "{}"));

    assertTrue(error.getMessage().contains("$function"), error.getMessage());
  }

  @Test
  void randDrawsFromTheSettings() {
    EvaluationContext context =
        EvaluationContext.of(
            new BsonDocument(), EvaluationContext.Settings.PLAIN.withRandom(() -> 0.25));

    assertEquals(value("0.25"), Expression.parse(value("{$rand: {}}")).evaluate(context));
  }

  @Test
  void metadataIsMissingAndItsNamesAreChecked() {
    assertNull(evaluate("{$meta: 'sortKey'}", "{}"));
    assertEquals(17308, errorCode("{$meta: 'nonsense'}"));
    assertEquals(115, errorCode("{$meta: 'textScore'}"));
  }

  @Test
  void everyOperatorOfTheTableRefusesNothingButItsArguments() {
    for (String name : Operators.names()) {
      CommandException error = null;
      try {
        Expression.parse(new BsonDocument(name, new BsonArray()));
      } catch (CommandException e) {
        error = e;
      }

      assertTrue(error == null || error.errorCode().code() != 168, name);
    }
  }
}
