package shardsh.js;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import shardsh.js.Evaluation.Limit;

@Timeout(60)
class JsEngineTest {

  @Test
  void valueOfLastStatementIsTheResult() {
    assertEquals(new BsonInt32(3), SharedEngine.bson("1; 2; 3"));
  }

  @Test
  void namesDeclaredAtTheTopMayBeDeclaredAgain() {
    SharedEngine.evaluate("let a1 = 1; const b1 = 2; class C1 { x() { return 1 } }");

    assertEquals(
        new BsonString("3 4 5"),
        SharedEngine.bson(
            "let a1 = 3; const b1 = 4; class C1 { x() { return 5 } }\n"
                + "`${a1} ${b1} ${new C1().x()}`"));
  }

  /** As mongosh 2.12.0 does. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "let r1 = 1; let r1 = 2                | r1 | 1 | 17",
        "var r2 = 1; let r2 = 2                | r2 | 1 | 17",
        "const r3 = 1; var r3 = 2              | r3 | 1 | 19",
        "function r4() {}; let r4 = 1          | r4 | 1 | 23",
        "class R5 {}; let R5 = 1               | R5 | 1 | 18",
        "let r6 = 1, r6 = 2                    | r6 | 1 | 13",
        "{ let r7 = 1; let r7 = 2 }            | r7 | 1 | 19",
        "for (let r8 of [1]) { var r8 = 1 }    | r8 | 1 | 27"
      })
  void aNameDeclaredTwiceInOneInputIsRefused(String text, String name, int line, int column) {
    EvaluationError error = SharedEngine.error(text);

    assertEquals("SyntaxError", error.name());
    assertEquals("Identifier '" + name + "' has already been declared.", error.message());
    assertEquals(line, error.place().orElseThrow().line());
    assertEquals(column, error.place().orElseThrow().column());
    assertEquals("ReferenceError", SharedEngine.error(name).name());
  }

  @Test
  void aVariableAndAFunctionMayBeDeclaredTwiceInOneInput() {
    assertEquals(
        new BsonInt32(5),
        SharedEngine.bson(
            "var v1 = 1; var v1 = 2; function v2() {} function v2() { return 5 } v2()"));
  }

  @Test
  void aConstantWithoutAValueIsRefused() {
    assertEquals("SyntaxError", SharedEngine.error("const c1").name());
  }

  @Test
  void aDeclarationAtTheEndIsTheValueOfItsLine() {
    assertEquals("[Function: f3]", SharedEngine.printed("function f3() {}"));
    assertEquals("[class C3]", SharedEngine.printed("class C3 { }"));
    assertEquals("[Function: f4]", SharedEngine.printed("5; function f4() {}"));
    assertEquals("5", SharedEngine.printed("function f4() {} 5"));
    assertEquals("undefined", SharedEngine.printed("var f5 = function () {}"));
  }

  @Test
  void bindingsInBlocksAndTextsStayAsTheyAre() {
    assertEquals(
        new BsonString("let q const 1"),
        SharedEngine.bson("let s = 'let q const'; { const inner = 1; s += ' ' + inner } s"));
    assertEquals("ReferenceError", SharedEngine.error("inner").name());
  }

  @Test
  void destructuringMayBeRepeated() {
    SharedEngine.evaluate("let {p1, q1} = {p1: 1, q1: 2}");

    assertEquals(new BsonInt32(7), SharedEngine.bson("let {p1, q1} = {p1: 3, q1: 4}; p1 + q1"));
  }

  @Test
  void filesKeepTheirDeclarations() {
    JsEngine engine = SharedEngine.get();
    engine.evaluate("const onceOnly = 1", "a.js", SourceKind.FILE);

    Evaluation again = engine.evaluate("const onceOnly = 2", "a.js", SourceKind.FILE);

    assertInstanceOf(Evaluation.Failed.class, again);
  }

  @Test
  void thrownErrorKeepsNameMessageAndPlace() {
    EvaluationError error = SharedEngine.error("1;\n  zork.foo()");

    assertEquals("ReferenceError", error.name());
    assertEquals("zork is not defined", error.message());
    assertEquals(
        Optional.of(new EvaluationError.Place("<shell>", 2, 3, "  zork.foo()")), error.place());
  }

  @Test
  void placeIsInTheTextAsTypedNotAsRewritten() {
    EvaluationError error = SharedEngine.error("const pi = 3; class K9 {} zork");

    assertEquals(27, error.place().orElseThrow().column());
    assertEquals("const pi = 3; class K9 {} zork", error.place().orElseThrow().lineText());
  }

  @Test
  void syntaxErrorHasItsPlaceAndNoEngineText() {
    EvaluationError error = SharedEngine.error("let y = 1 2");

    assertEquals(EvaluationError.Kind.SYNTAX, error.kind());
    assertEquals("Expected ; but found 2", error.message());
    assertEquals(11, error.place().orElseThrow().column());
  }

  @Test
  void parsingTextWronglyAtRunTimeIsNoSyntaxErrorOfTheProgram() {
    EvaluationError error = SharedEngine.error("\nJSON.parse('{')");

    assertEquals(EvaluationError.Kind.JAVASCRIPT, error.kind());
    assertEquals("SyntaxError", error.name());
    assertEquals(2, error.place().orElseThrow().line());
  }

  @Test
  void thrownValueThatIsNoErrorIsKept() {
    EvaluationError error = SharedEngine.error("throw {a: 1}");

    assertEquals("Error", error.name());
    assertEquals(BsonDocument.parse("{a: 1}"), error.thrown().orElseThrow().toBson());
  }

  @Test
  void errorOfTheShellCanBeCaughtAsErrorWithItsFields() {
    JsEngine engine = SharedEngine.get();
    BsonDocument fields = BsonDocument.parse("{code: 11000, codeName: 'DuplicateKey'}");
    engine.define(
        "failing",
        (ProxyExecutable)
            arguments -> {
              throw engine.error(
                  EvaluationError.Kind.SERVER, "MongoServerError", "E11000 dup", fields, "try it");
            });

    assertEquals(
        new BsonString("true MongoServerError E11000 dup 11000 DuplicateKey"),
        SharedEngine.bson(
            "try { failing() } catch (e) { [e instanceof Error, e.name, e.message, e.code,"
                + " e.codeName].join(' ') }"));
    EvaluationError error = SharedEngine.error("failing()");
    assertEquals(EvaluationError.Kind.SERVER, error.kind());
    assertEquals(OptionalInt.of(11000), error.code());
    assertEquals(Optional.of("DuplicateKey"), error.codeName());
    assertEquals(Optional.of("try it"), error.hint());
    assertEquals(1, error.place().orElseThrow().column());
  }

  @Test
  void mistakeOfOurOwnIsNotHiddenByCatch() {
    JsEngine engine = SharedEngine.get();
    engine.define(
        "mistaken",
        (ProxyExecutable)
            arguments -> {
              throw engine.fault(new IllegalStateException("gap"));
            });

    IllegalStateException thrown =
        org.junit.jupiter.api.Assertions.assertThrows(
            IllegalStateException.class,
            () -> SharedEngine.evaluate("try { mistaken() } catch (e) { 1 }"));

    assertEquals("gap", thrown.getMessage());
  }

  @Test
  void exitEndsWithItsCodeEvenWhenCaught() {
    JsEngine engine = SharedEngine.get();
    engine.define(
        "leave",
        (ProxyExecutable)
            arguments -> {
              throw engine.exit(arguments[0].asInt());
            });

    assertEquals(new Evaluation.Exited(3), SharedEngine.evaluate("try { leave(3) } catch (e) {}"));
    assertEquals(new BsonInt32(1), SharedEngine.bson("1"));
  }

  @Test
  void timeAndChanceComeFromThePorts() {
    assertEquals(new BsonString("1730462400000"), SharedEngine.bson("String(Date.now())"));
    assertEquals(
        new BsonString("2024-11-01T12:00:00.000Z"), SharedEngine.bson("new Date().toISOString()"));
    assertEquals(
        new BsonString("Fri Nov 01 2024 12:00:00 GMT+0000 (GMT)"), SharedEngine.bson("Date()"));
    assertEquals("0.25", SharedEngine.printed("Math.random()"));
    assertEquals("true", SharedEngine.printed("new Date() instanceof Date"));
    assertEquals(
        "[ '1970-01-01T00:00:00.005Z', 0 ]",
        SharedEngine.printed("[new Date(5).toJSON(), Date.UTC(1970, 0)]"));
  }

  @Test
  void programReachesNothingOfTheMachine() {
    for (String name :
        new String[] {"Java", "Polyglot", "load", "require", "process", "print", "console"}) {
      assertEquals("undefined", SharedEngine.printed("typeof " + name), name);
    }
  }

  @Test
  void interruptStopsAnEndlessLoopAndTheEngineLivesOn() throws InterruptedException {
    JsEngine engine = SharedEngine.get();
    SharedEngine.evaluate("let turns = 0");
    Thread other = interruptWhenRunning(engine);

    Evaluation outcome =
        SharedEngine.evaluate("for (;;) { try { reached(); while (true) turns++ } catch (e) {} }");
    other.join();

    assertEquals(new Evaluation.Interrupted(), outcome);
    assertEquals(new BsonInt32(2), SharedEngine.bson("1 + 1"));
  }

  private static Thread interruptWhenRunning(JsEngine engine) {
    java.util.concurrent.CountDownLatch started = new java.util.concurrent.CountDownLatch(1);
    engine.define(
        "reached",
        (ProxyExecutable)
            arguments -> {
              started.countDown();
              return null;
            });
    Thread other =
        new Thread(
            () -> {
              try {
                started.await();
                engine.interrupt();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    other.start();
    return other;
  }

  @Test
  void evaluationInsideAnotherIsStoppedWithIt() throws InterruptedException {
    JsEngine engine = SharedEngine.get();
    engine.define(
        "inner",
        (ProxyExecutable)
            arguments ->
                engine
                    .evaluate("1 + 1", "inner", SourceKind.INTERACTIVE)
                    .getClass()
                    .getSimpleName());
    assertEquals(new BsonString("Completed"), SharedEngine.bson("inner()"));
    Thread other = interruptWhenRunning(engine);

    Evaluation outcome = SharedEngine.evaluate("inner(); reached(); while (true);");
    other.join();

    assertEquals(new Evaluation.Interrupted(), outcome);
  }

  @Test
  void interruptWhenNothingRunsDoesNothing() {
    SharedEngine.get().interrupt();

    assertEquals(new BsonInt32(2), SharedEngine.bson("1 + 1"));
  }

  @Test
  void timeLimitIsAnOutcomeOfItsOwn() {
    EngineLimits limits =
        new EngineLimits(
            Optional.of(Duration.ofMillis(400)), OptionalLong.empty(), OptionalLong.empty());
    try (JsEngine engine = SharedEngine.get().isolated(SharedEngine.PORTS, limits)) {
      Evaluation outcome = engine.evaluate("while (true);", "x", SourceKind.INTERACTIVE);

      assertEquals(new Evaluation.LimitReached(Limit.TIME), outcome);
      assertInstanceOf(
          Evaluation.Completed.class, engine.evaluate("1", "x", SourceKind.INTERACTIVE));
    }
  }

  @Test
  void memoryLimitCountsWhatIsKeptAndNotWhatIsDropped() {
    EngineLimits limits =
        new EngineLimits(Optional.empty(), OptionalLong.of(60), OptionalLong.empty());
    try (JsEngine engine = SharedEngine.get().isolated(SharedEngine.PORTS, limits)) {
      Evaluation dropped =
          engine.evaluate(
              "for (let i = 0; i < 400; i++) new ArrayBuffer(1e6)", "x", SourceKind.INTERACTIVE);
      Evaluation kept =
          engine.evaluate(
              "const all = []; while (true) all.push(new ArrayBuffer(1e5))",
              "x",
              SourceKind.INTERACTIVE);

      assertInstanceOf(Evaluation.Completed.class, dropped);
      assertEquals(new Evaluation.LimitReached(Limit.MEMORY), kept);
    }
  }

  @Test
  void statementsAreCountedAnewForEachEvaluation() {
    EngineLimits limits =
        new EngineLimits(Optional.empty(), OptionalLong.empty(), OptionalLong.of(1000));
    String text = "for (let i = 0; i < 200; i++) { i; }";
    try (JsEngine engine = SharedEngine.get().isolated(SharedEngine.PORTS, limits)) {
      for (int i = 0; i < 5; i++) {
        assertInstanceOf(
            Evaluation.Completed.class, engine.evaluate(text, "x", SourceKind.INTERACTIVE));
      }
    }
  }

  @Test
  void memoryThatRunsOutInACallOfOursIsTheLimitAndNoBug() {
    JsEngine engine = SharedEngine.get();
    engine.define(
        "greedy",
        (ProxyExecutable)
            arguments -> {
              throw new OutOfMemoryError("as if");
            });

    assertEquals(new Evaluation.LimitReached(Limit.MEMORY), SharedEngine.evaluate("greedy()"));
  }

  @Test
  void anErrorThatThrowsWhenItIsLookedAtIsStillTheProgramsError() {
    EvaluationError error =
        SharedEngine.error(
            "let bad = new Error('m'); Object.defineProperty(bad, 'name', {get() { throw 1 }});"
                + "throw bad");

    assertEquals("an error that throws when it is looked at: 1", error.message());
  }

  @Test
  void typesOfOursAreThereWhateverTheProgramGaveEveryObject() {
    try (JsEngine engine = SharedEngine.get().isolated(SharedEngine.PORTS, EngineLimits.NONE)) {
      Evaluation outcome =
          engine.evaluate(
              "Object.prototype.get = 1; Object.prototype.has = 1;"
                  + "[MinKey(), new ObjectId(), ISODate(), new Date(), new Proxy({}, {})].length",
              "x",
              SourceKind.INTERACTIVE);

      assertTrue(outcome instanceof Evaluation.Completed, outcome::toString);
    }
  }

  @Test
  void anErrorWhoseDescriptionDoesNotEndIsStoppedByTheTime() {
    EngineLimits limits =
        new EngineLimits(
            Optional.of(Duration.ofMillis(300)), OptionalLong.empty(), OptionalLong.empty());
    try (JsEngine engine = SharedEngine.get().isolated(SharedEngine.PORTS, limits)) {
      Evaluation outcome =
          engine.evaluate(
              "let e = new Error('m'); Object.defineProperty(e, 'name', {get() { for (;;); }});"
                  + "throw e",
              "x",
              SourceKind.INTERACTIVE);

      assertEquals(new Evaluation.LimitReached(Limit.TIME), outcome);
    }
  }

  @Test
  void aCallOfOursThatIsStoppedOnTheWayIsNoFault() {
    EngineLimits limits =
        new EngineLimits(
            Optional.of(Duration.ofMillis(300)), OptionalLong.empty(), OptionalLong.empty());
    try (JsEngine engine = SharedEngine.get().isolated(SharedEngine.PORTS, limits)) {
      engine.define(
          "store",
          (ProxyExecutable)
              arguments -> {
                try {
                  return engine.values().toBson(arguments[0]).toString();
                } catch (RuntimeException e) {
                  throw engine.fault(e);
                }
              });

      Evaluation outcome =
          engine.evaluate("store({get a() { for (;;); }})", "x", SourceKind.INTERACTIVE);

      assertEquals(new Evaluation.LimitReached(Limit.TIME), outcome);
    }
  }

  @Test
  void aHugeListOfHolesIsPrintedAtOnce() {
    assertEquals("[ <1000000000 empty items> ]", SharedEngine.printed("new Array(1e9)"));
    assertEquals(
        "[ <3000000 empty items>, 1, <4291967294 empty items> ]",
        SharedEngine.printed("let l = []; l.length = 4294967295; l[3000000] = 1; l"));
    assertEquals(
        "[ 1, <1 empty item>, 3, <4997 empty items>, 4 ]",
        SharedEngine.printed("let m = [1, , 3]; m[5000] = 4; m"));
  }

  @Test
  void statementLimitClosesTheWorldButNotOthers() {
    EngineLimits limits =
        new EngineLimits(Optional.empty(), OptionalLong.empty(), OptionalLong.of(1000));
    try (JsEngine engine = SharedEngine.get().isolated(SharedEngine.PORTS, limits)) {
      Evaluation outcome =
          engine.evaluate("let n = 0; while (true) { n++; }", "x", SourceKind.INTERACTIVE);

      assertEquals(new Evaluation.LimitReached(Limit.STATEMENTS), outcome);
    }
    assertEquals(new BsonInt32(2), SharedEngine.bson("1 + 1"));
  }

  @Test
  void endlessRecursionIsAnOrdinaryError() {
    assertEquals("RangeError", SharedEngine.error("function r() { return r() + 1 } r()").name());
  }

  @Test
  void promiseIsAwaitedWhenItIsTheValue() {
    assertEquals(new BsonInt32(5), SharedEngine.bson("(async () => { await 1; return 5 })()"));
    assertEquals(
        "RangeError", SharedEngine.error("(async () => { throw new RangeError('x') })()").name());
    assertEquals("Promise { <pending> }", SharedEngine.printed("new Promise(() => {})"));
  }

  @Test
  void messagesAreThoseUsersKnow() {
    assertEquals(
        "Cannot read properties of undefined (reading 'b')",
        SharedEngine.error("const o9 = {}; o9.a.b").message());
    assertEquals("o9.nope is not a function", SharedEngine.error("o9.nope()").message());
    assertEquals(
        "(intermediate value).foo is not a function", SharedEngine.error("({}).foo()").message());
    assertEquals("42", SharedEngine.error("throw 42").message());
    assertEquals("{ a: 1 }", SharedEngine.error("throw {a: 1}").message());
    assertEquals("text", SharedEngine.error("throw 'text'").message());
    assertEquals("Symbol(x)", SharedEngine.error("throw Symbol('x')").message());
  }

  @Test
  void completenessOfLines() {
    assertCompleteness(Completeness.COMPLETE, "1 + 1", "let a = {b: [1]}", "`${ {a:1}.a } {`");
    assertCompleteness(
        Completeness.COMPLETE, "/[`/]/.test('x')", "a / b / c", "'//'", "let x9 = 1");
    assertCompleteness(
        Completeness.INCOMPLETE, "foo(", "[1,", "if (x) {", "`abc", "`a ${1} b", "/* x", "x +");
    assertCompleteness(Completeness.INCOMPLETE, "`a ${ `b", "a => {", "const y =", "x.");
    assertCompleteness(Completeness.EMPTY, "", "  \n", "// only a comment", "/* a */ // b");
    assertCompleteness(Completeness.BROKEN, "'abc", "\"abc\n", "a b", "let y = 1 2", "}");
  }

  private static void assertCompleteness(Completeness expected, String... texts) {
    for (String text : texts) {
      assertEquals(expected, SharedEngine.get().completeness(text), text);
    }
  }

  @Test
  void isolatedWorldSharesNoNames() {
    SharedEngine.evaluate("let mine = 1");
    try (JsEngine other = SharedEngine.get().isolated(SharedEngine.PORTS, EngineLimits.NONE)) {
      Evaluation outcome = other.evaluate("typeof mine", "x", SourceKind.INTERACTIVE);

      assertTrue(
          outcome instanceof Evaluation.Completed c
              && c.value().toBson().equals(new BsonString("undefined")));
    }
  }
}
