package shardsh.js;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;

class GuestValuesTest {

  private static void assertBson(String extendedJson, String js) {
    BsonValue expected = BsonDocument.parse("{v: " + extendedJson + "}").get("v");
    assertEquals(expected, SharedEngine.bson("(" + js + ")"), js);
    assertEquals(expected, SharedEngine.bson("({v: " + js + "})").asDocument().get("v"), js);
  }

  @Test
  void wholeNumbersOf32BitsAreInt32AndOthersDouble() {
    assertBson("{$numberInt: '0'}", "0");
    assertBson("{$numberInt: '2147483647'}", "2147483647");
    assertBson("{$numberInt: '-2147483648'}", "-2147483648");
    assertBson("{$numberDouble: '2147483648'}", "2147483648");
    assertBson("{$numberDouble: '-2147483649'}", "-2147483649");
    assertBson("{$numberDouble: '1.5'}", "1.5");
    assertBson("{$numberDouble: '1E21'}", "1e21");
    assertBson("{$numberDouble: '5E-324'}", "5e-324");
    assertBson("{$numberDouble: 'NaN'}", "NaN");
    assertBson("{$numberDouble: '-Infinity'}", "-Infinity");
    assertEquals(new BsonDouble(-0.0), SharedEngine.bson("-0"));
    assertEquals(new BsonDouble(-0.0), SharedEngine.bson("({v: -0})").asDocument().get("v"));
    assertEquals(new BsonInt64(7), SharedEngine.bson("7n"));
  }

  @Test
  void typesOfBsonAreKept() {
    assertBson("{$oid: '674100000000000000000001'}", "ObjectId('674100000000000000000001')");
    assertBson("{$date: {$numberLong: '5'}}", "new Date(5)");
    assertBson("{$date: '2024-01-02T03:04:05.678Z'}", "ISODate('2024-01-02T03:04:05.678Z')");
    assertBson("{$numberLong: '9007199254740993'}", "Long('9007199254740993')");
    assertBson("{$numberLong: '-1'}", "NumberLong(-1)");
    assertBson("{$numberLong: '4294967295'}", "Long(-1)");
    assertBson("{$numberInt: '7'}", "Int32(7)");
    assertBson("{$numberInt: '7'}", "NumberInt('7.9')");
    assertBson("{$numberDouble: '7'}", "Double(7)");
    assertBson("{$numberDecimal: '1.50'}", "Decimal128('1.50')");
    assertBson("{$numberDecimal: '2'}", "NumberDecimal(2)");
    assertBson("{$timestamp: {t: 5, i: 6}}", "Timestamp(5, 6)");
    assertBson("{$timestamp: {t: 4294967295, i: 1}}", "Timestamp({t: 4294967295, i: 1})");
    assertBson("{$binary: {base64: 'AQID', subType: '00'}}", "BinData(0, 'AQID')");
    assertBson("{$binary: {base64: 'AQID', subType: '80'}}", "HexData(128, '010203')");
    assertBson("{$binary: {base64: 'AQID', subType: '00'}}", "new Uint8Array([1, 2, 3])");
    assertBson(
        "{$uuid: '6b0c63de-0000-4000-8000-000000000001'}",
        "UUID('6b0c63de-0000-4000-8000-000000000001')");
    assertBson("{$minKey: 1}", "MinKey()");
    assertBson("{$maxKey: 1}", "new MaxKey");
    assertBson("{$minKey: 1}", "MinKey");
    assertBson("{$regularExpression: {pattern: 'ab', options: 'im'}}", "/ab/im");
    assertBson("{$regularExpression: {pattern: 'ab', options: 'x'}}", "BSONRegExp('ab', 'x')");
    assertBson("{$code: 'f()'}", "Code('f()')");
    assertBson("{$code: 'f()', $scope: {a: 1}}", "Code('f()', {a: 1})");
    assertBson("{$symbol: 'a'}", "BSONSymbol('a')");
    assertBson("{$ref: 'c', $id: 1}", "DBRef('c', 1)");
  }

  @Test
  void undefinedIsStoredAsNull() {
    assertBson("{a: [null, 1], b: null, c: null}", "{a: [undefined, 1], b: null, c: undefined}");
    assertBson("[null, 1]", "[, 1]");
  }

  @Test
  void functionsInDocumentsAreStoredAsCode() {
    assertBson("{a: {$code: '() => 1'}}", "{a: () => 1}");
    assertBson("[1, {$code: 'function () { return 2 }'}]", "[1, function () { return 2 }]");
    assertEquals("{\"b\":1,\"c\":[null]}", data("{a() {}, b: 1, c: [x => x]}"));
  }

  private static String data(String js) {
    return ExtendedJson.text(SharedEngine.value("(" + js + ")").toData(), true, 0);
  }

  @Test
  void mapsAndClassInstancesAreDocuments() {
    assertBson("{a: 1, b: {c: 2}}", "new Map([['a', 1], ['b', {c: 2}]])");
    assertBson("{a: 1}", "new (class Foo { constructor() { this.a = 1 } })");
  }

  @Test
  void unusualNamesAndTextsSurvive() {
    assertBson(
        "{'__proto__': 1, '': 2, 'a.b': 3, '$x': 4, q: 'quote\\\" back\\\\ line\\n"
            + " nul\\u0000 \uD83D\uDE00'}",
        "{['__proto__']: 1, '': 2, 'a.b': 3, $x: 4, q: 'quote\" back\\\\ line\\n"
            + " nul\\u0000 \uD83D\uDE00'}");
  }

  private static String refusal(String js) {
    GuestValue value = SharedEngine.value("(" + js + ")");
    return assertThrows(ShellInputException.class, value::toBson).getMessage();
  }

  @Test
  void refusalSaysPathAndType() {
    assertEquals(
        "Field 'a.1.b' holds a value of type symbol, which cannot be stored",
        refusal("{a: [0, {b: Symbol()}]}"));
    assertEquals(
        "Field 'a' holds a value of type symbol, which cannot be stored", refusal("{a: Symbol()}"));
    assertEquals(
        "Field 'a' holds a value of type Set, which cannot be stored", refusal("{a: new Set}"));
    assertEquals(
        "Field 'a' holds a value of type Proxy, which cannot be stored",
        refusal("{a: new Proxy({}, {})}"));
    assertEquals(
        "Field 'a' holds a value of type Proxy, which cannot be stored",
        refusal("{a: Proxy.revocable({}, {}).proxy}"));
    assertEquals(
        "Field 'd' holds an invalid date, which cannot be stored", refusal("{d: new Date('x')}"));
    assertEquals(
        "Field 'n' holds the bigint 9223372036854775808, which does not fit into 64 bits, which"
            + " cannot be stored",
        refusal("{n: 9223372036854775808n}"));
    assertEquals(
        "Field 'x.self' holds a reference to a value around it, which cannot be stored",
        refusal("(() => { const x = {}; x.self = x; return {x} })()"));
    assertEquals(
        "The value holds a value of type function, which cannot be stored", refusal("() => 1"));
  }

  @Test
  void moreLevelsThanAServerTakesFitButNotAnyNumber() {
    String deep = "(n => { let v = {}; for (let i = 1; i < n; i++) v = {v}; return v })";
    SharedEngine.bson(deep + "(500)");

    String text = refusal(deep + "(501)");

    assertEquals(
        true,
        text.endsWith("more than 500 levels of documents and arrays, which cannot be stored"),
        text);
  }

  @Test
  void aNameWithANullByteIsRefusedAsTheDriverRefusesIt() {
    assertEquals("key a\0b must not contain null bytes", refusal("({x: {'a\\0b': 1}})"));
  }

  @Test
  void errorThrownByAGetterIsItsOwn() {
    GuestValue value = SharedEngine.value("({get a() { throw new RangeError('mine') }})");

    Exception thrown = assertThrows(Exception.class, value::toBson);

    assertEquals("RangeError: mine", thrown.getMessage());
  }

  @Test
  void getterThatConvertsAnotherValueDoesNotDisturb() {
    SharedEngine.get()
        .define(
            "convertOther",
            (org.graalvm.polyglot.proxy.ProxyExecutable)
                arguments -> SharedEngine.get().values().toBson(arguments[0]).isDocument());

    assertBson(
        "{a: true, d: {$date: 5}}", "{get a() { return convertOther({x: 1}) }, d: new Date(5)}");
  }

  @Test
  void documentsComeOutAsRealObjects() {
    SharedEngine.get()
        .define(
            "given",
            SharedEngine.get()
                .values()
                .toGuest(
                    BsonDocument.parse(
                        "{_id: {$oid: '674100000000000000000001'}, a: [1, {b: {$numberLong: '5'}}],"
                            + " at: {$date: 5}, '7': 1}")));

    assertEquals(
        "{\"7\":1,\"_id\":\"674100000000000000000001\",\"a\":[1,{\"b\":{\"low\":5,\"high\":0,\"unsigned\":false}}],"
            + "\"at\":\"1970-01-01T00:00:00.005Z\"}",
        SharedEngine.bson("JSON.stringify(given)").asString().getValue());
    assertEquals(
        new BsonInt32(2),
        SharedEngine.bson("const more = {...given, x: 1}; more.a.push(3); more.a.length - 1"));
    assertEquals(
        "true", SharedEngine.printed("given.a instanceof Array && given._id instanceof ObjectId"));
  }
}
