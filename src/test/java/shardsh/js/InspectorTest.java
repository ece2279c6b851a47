package shardsh.js;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InspectorTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "1e21 | 1e+21",
        "-0 | -0",
        "10n | 10n",
        "null | null",
        "undefined | undefined",
        "'text' | text",
        "['text', \"it's\"] | [ 'text', \"it's\" ]",
        "(function f() {}) | [Function: f]",
        "(() => 1) | [Function (anonymous)]",
        "(class A {}) | [class A]",
        "(class B extends Array {}) | [class B extends Array]",
        "new (class A {}) | A {}",
        "new (class A { constructor() { this.b = 1 } }) | A { b: 1 }",
        "Object.create(null) | [Object: null prototype] {}",
        "new Map([[1, 2]]) | Map(1) { 1 => 2 }",
        "new Set(['a']) | Set(1) { 'a' }",
        "[, 1] | [ <1 empty item>, 1 ]",
        "{ const c1 = {}; c1.self = c1; c1 } | <ref *1> { self: [Circular *1] }",
        "Symbol('x') | Symbol(x)",
        "({[Symbol('x')]: 1, 'a-b': 2}) | { 'a-b': 2, [Symbol(x)]: 1 }",
        "({get a() { return 1 }, set a(v) {}, get b() { return 1 }}) | { a: [Getter/Setter], b:"
            + " [Getter] }",
        "/a b/g | /a b/g",
        "new Date(NaN) | Invalid Date",
        "[new Error('x')] | [ Error: x ]",
        "new Number(5) | [Number: 5]",
        "new Uint8Array([1, 2]) | Uint8Array(2) [ 1, 2 ]",
        "({a: {b: {c: {d: {e: {f: {g: {h: 1}}}}}}}}).a.b.c.d.e.f.g | { h: 1 }",
        "new Promise(() => {}) | Promise { <pending> }",
        "ObjectId | [Function: ObjectId]",
      })
  void valueIsPrintedAsNodePrintsIt(String js, String printed) {
    assertEquals(printed, SharedEngine.printed(js));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "Array.from({length: 150}, (_, i) => ({i})).length | 150",
      })
  void longArrayHasItsLength(String js, String printed) {
    assertEquals(printed, SharedEngine.printed(js));
  }

  @org.junit.jupiter.api.Test
  void longArrayIsCutAndDeepValueNamed() {
    String printed = SharedEngine.printed("new Array(1000000).fill('abcdefghijklmnopqrst')");
    assertEquals(true, printed.endsWith("\n  ... 999900 more items\n]"), printed);
    assertEquals(
        true,
        SharedEngine.printed("({a: {b: {c: {d: {e: {f: {g: {h: 1}}}}}}}})")
            .contains("g: [Object]"));
  }
}
