package shardsh.js;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.graalvm.polyglot.Value;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlainReaderTest {
  private final GuestValues values = SharedEngine.get().values();

  private static Value raw(String js) {
    return SharedEngine.value("(" + js + ")").raw();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "{a: 1, b: [1, 2.5, 'x', true, false, null, undefined], c: {d: new Date(5)}, e: undefined}",
        "[0, -0, NaN, Infinity, -Infinity, 2147483647, 2147483648, 1e21, 5e-324]",
        "[, 1, , 2]",
        "[[1, 2], [1.5, 2], ['a'], [{}], new Array(3)]",
        "{['__proto__']: 1, '': 2, 'a.b': 3, $x: 4, q: 'quote\\\" \\n \\u0000 \\ud83d\\ude00'}",
        "{[Symbol('s')]: 1, a: 2}",
        "Object.defineProperty({a: 1}, 'b', {value: 2})",
        "Object.freeze({a: 1, b: Object.freeze([1])})",
        "Object.assign([1, 2], {name: 3})",
        "(() => { const x = {y: [1]}; return {a: x, b: x, c: x.y} })()",
        "(() => { let t = ''; for (let i = 0; i < 50; i++) t += i; return {t, u: t + 'x'} })()",
        "(() => { const x = []; x[3] = 1; x.length = 6; return x })()",
        "(() => { const x = {}; for (let i = 0; i < 60; i++) x['k' + i] = i / 2; return x })()",
      })
  void plainTreesAreTheSameOnBothRoads(String js) {
    Optional<BsonValue> plain = values.plain(raw(js));

    assertEquals(Optional.of(values.byText(raw(js), true)), plain);
    assertEquals(values.byText(raw(js), true).toString(), plain.orElseThrow().toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{b: 1, 1: 2, 0: 3}",
        "{get a() { return 1 }}",
        "{a: () => 1}",
        "{toJSON() { return 1 }}",
        "[/x/]",
        "{a: {b: 7n}}",
        "{a: Symbol()}",
        "{a: new Date(NaN)}",
        "{a: ObjectId()}",
        "{a: new Map}",
        "{a: new Number(1)}",
        "{a: new Proxy({}, {})}",
        "new Proxy({}, {getPrototypeOf() { throw new Error('asked') }})",
        "{a: Proxy.revocable({}, {}).proxy}",
        "(() => { const x = Proxy.revocable([], {}); x.revoke(); return [x.proxy] })()",
        "Object.defineProperty([], 0, {enumerable: true, get() { throw new Error('asked') }})",
        "{a: Object.create(null)}",
        "{a: Object.create({b: 1})}",
        "{a: new (class extends Date {})(5)}",
        "{a: new (class extends Array {})}",
        "new Uint8Array(2)",
        "(() => { const x = {}; x.self = x; return x })()",
      })
  void whateverElseIsInsideIsLeftToTheText(String js) {
    assertEquals(Optional.empty(), values.plain(raw(js)));
  }

  @Test
  void holesOfArraysAskNobody() {
    SharedEngine.bson(
        "Object.defineProperty(Array.prototype, 0, {configurable: true, get() { throw new"
            + " Error('asked') }}); 1");
    try {
      assertEquals(
          BsonDocument.parse("{a: [null, 1]}"), values.plain(raw("{a: [, 1]}")).orElseThrow());
    } finally {
      SharedEngine.bson("delete Array.prototype[0]; 1");
    }
  }

  @Test
  void whatIsNotPlainStillBecomesWhatItWas() {
    assertEquals(
        BsonDocument.parse("{'0': 3, '1': 2, b: 1}").toString(),
        SharedEngine.bson("({b: 1, 1: 2, 0: 3})").toString());
  }

  @Test
  void deletedAndAddedFieldsComeInTheirPresentOrder() {
    String js =
        "(() => { const x = {a: 1, b: 2, c: 3}; delete x.a; x.d = 'four'; x.b = new Date(2);"
            + " x.a = 5; return x })()";

    assertEquals(
        "{\"b\": {\"$date\": \"1970-01-01T00:00:00.002Z\"}, \"c\": 3, \"d\": \"four\", \"a\": 5}",
        SharedEngine.bson(js).asDocument().toJson());
    assertEquals(values.byText(raw(js), true), SharedEngine.bson(js));
  }

  @Test
  void toJsonOfThePrototypesChangesNoDocument() {
    SharedEngine.bson("Object.prototype.toJSON = function () { return 7 }; 1");
    try {
      assertEquals(BsonDocument.parse("{a: 1}"), SharedEngine.bson("({a: 1})"));
      assertEquals(
          BsonDocument.parse("{a: {$numberLong: '1'}}"), SharedEngine.bson("({a: Long(1)})"));
    } finally {
      SharedEngine.bson("delete Object.prototype.toJSON; 1");
    }
  }

  @Test
  void sharedPartsWithoutEndAreLeftToWhatCanBeStopped() {
    String js = "(() => { let x = [1]; for (let i = 0; i < 40; i++) x = [x, x]; return x })()";

    assertTrue(values.plain(raw(js)).isEmpty());
  }

  @Test
  void dateOfTheServerIsPlainToo() {
    BsonDocument document = new BsonDocument("at", new BsonDateTime(5));

    assertEquals(Optional.of(document), values.plain((Value) values.toGuest(document)));
  }
}
