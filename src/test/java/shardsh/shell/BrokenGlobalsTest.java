package shardsh.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import shardsh.js.TestEngines;
import shardsh.render.ScreenProfile;
import shardsh.render.StyledLine;

/** Whatever a program does to JavaScript's own names, the commands after it do what they do. */
class BrokenGlobalsTest {
  private static final List<String> HONEST =
      List.of(
          "db.orders.find({customerId: 470})",
          "db.orders.insertOne({_id: 77, customerId: 150, at: ISODate('2024-11-01T00:00:00Z'), n:"
              + " NumberLong('5'), t: Timestamp(1, 5), d: NumberDecimal('1.5'), o:"
              + " ObjectId('65a000000000000000000001'), x: /a/i, b: BinData(0, 'AAEC'), u:"
              + " UUID('00112233-4455-6677-8899-aabbccddeeff'), k: [MinKey(), MaxKey()], f: 1.5})",
          "db.orders.findOne({_id: 77})",
          "db.orders.insertOne({customerId: 151})",
          "db.orders.insertMany([{customerId: 152}, {customerId: 153}])",
          "db.orders.aggregate([{$group: {_id: '$customerId', n: {$sum: 1}}}, {$sort: {_id:"
              + " 1}}]).toArray()",
          "db.orders.find({customerId: {$in: [470, 42]}}).sort({_id: 1}).explain()",
          "db.orders.insertOne()",
          "db.adminCommand({nothing: 1})",
          "db.orders.bulkWrite([{insertOne: {document: {_id: 78, customerId: 9}}}, {insertOne:"
              + " {document: {_id: 78, customerId: 9}}}])",
          "db.orders.find(5)",
          "sh.splitAt('shop.orders', {customerId: 450})",
          "sh.status()",
          "sim.balance()",
          "sim.trace()",
          "db.getSiblingDB('config').chunks.find({}, {lastmod: 1})",
          "kept",
          "console.table([{a: 1}, {a: 2, b: 3}])",
          "print({a: {b: [1, 'x']}}, 5)",
          "printjson({a: NumberLong('7')})",
          "EJSON.stringify({a: NumberLong('7')})",
          "mistake",
          "throw mistake",
          "show cluster");

  private static final String VALUES =
      "var kept = [new Date(0), new Date(NaN), /x/g, new Map([[1, 2]]), new Set([3]), Object('x'),"
          + " Symbol.iterator, 5n, [, 1], () => 1, class A {}, new Uint8Array(2)];"
          + " var mistake = new TypeError('mine')";

  private static List<String> untouched;

  @BeforeAll
  static void tellsWhatIsRight() {
    untouched = after("0");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Object",
        "Function",
        "Array",
        "String",
        "Number",
        "Boolean",
        "BigInt",
        "RegExp",
        "Date",
        "JSON",
        "Math",
        "Reflect",
        "Promise",
        "Map",
        "Set",
        "WeakMap",
        "WeakSet",
        "Error",
        "Uint8Array",
        "ArrayBuffer",
        "DataView",
        "WeakRef",
        "Symbol",
        "Proxy",
        "Uint8Array",
        "Infinity",
        "parseInt",
        "isNaN"
      })
  void commandsGoOnWithoutTheGlobal(String name) {
    same(after("globalThis." + name + " = null"), name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Object",
        "Array",
        "String",
        "Number",
        "BigInt",
        "Date",
        "JSON",
        "Math",
        "Reflect",
        "Promise",
        "Symbol",
        "Uint8Array.__proto__",
        "Error",
        "Map",
        "RegExp",
        "Proxy"
      })
  void commandsGoOnWithoutTheFunctionsOfTheGlobal(String name) {
    same(after(without(name, "")), name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Object",
        "Function",
        "Array",
        "String",
        "Number",
        "Boolean",
        "BigInt",
        "Symbol",
        "RegExp",
        "Date",
        "Promise",
        "Map",
        "Set",
        "WeakMap",
        "WeakSet",
        "Error",
        "Uint8Array",
        "Uint8Array.__proto__"
      })
  void commandsGoOnWithoutTheMethodsOfItsValues(String name) {
    same(after(without(name + ".prototype", "constructor")), name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ObjectId",
        "Long",
        "Timestamp",
        "Decimal128",
        "Int32",
        "Double",
        "Binary",
        "UUID",
        "MinKey",
        "MaxKey",
        "Code",
        "DBRef",
        "BSONRegExp",
        "BSONSymbol"
      })
  void commandsGoOnWithoutTheMethodsOfBsonValues(String name) {
    same(after(without(name + ".prototype", "constructor")), name);
    same(after(readingNothing(name + ".prototype")), name);
    same(after(without(name, "")), name);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[][Symbol.iterator]()",
        "new Map()[Symbol.iterator]()",
        "new Set()[Symbol.iterator]()",
        "''[Symbol.iterator]()",
        "'a'.matchAll(/a/g)"
      })
  void commandsGoOnWithoutTheIteratorsSteps(String iterator) {
    same(after("Object.getPrototypeOf(" + iterator + ").next = () => { throw 1 }"), iterator);
  }

  /** Takes every function out of an object that it lets go. */
  private static String without(String object, String kept) {
    return "(o => { const define = Object.defineProperty, of = Object.getOwnPropertyDescriptor;"
        + " const all = Reflect.ownKeys(o); const f = () => { throw 1 };"
        + " for (let i = 0; i < all.length; i++) { const d = of(o, all[i]);"
        + " if (all[i] !== '"
        + kept
        + "' && typeof d.value === 'function') try { define(o, all[i], {__proto__: null, value: f})"
        + " } catch {} } })("
        + object
        + ")";
  }

  /** Makes every property that is computed throw, and every function that may be set anew. */
  private static String readingNothing(String object) {
    return "(o => { const f = () => { throw 1 }; for (const name of Reflect.ownKeys(o)) {"
        + " const d = Object.getOwnPropertyDescriptor(o, name);"
        + " if (d.get && d.configurable) Object.defineProperty(o, name, {get: f});"
        + " else if (name !== 'constructor' && typeof o[name] === 'function') o[name] = f } })("
        + object
        + ")";
  }

  private static void same(List<String> found, String broken) {
    for (int i = 0; i < found.size(); i++) {
      assertEquals(untouched.get(i), found.get(i), broken + ": " + HONEST.get(i));
    }
  }

  /** What the honest commands show after a text. */
  private static List<String> after(String text) {
    LiveSession session =
        new LiveSession(
            TestSettings.limited(
                ScreenProfile.unicode(100),
                Optional.of(Duration.ofMinutes(1)),
                OptionalLong.empty()),
            TestEngines::fresh);
    session.submit(ScriptText.typed(VALUES), new NoOutput());
    session.submit(ScriptText.typed(text), new NoOutput());
    List<String> shown = new ArrayList<>();
    for (String honest : HONEST) {
      Submission done = session.submit(ScriptText.typed(honest), new NoOutput());
      shown.add(
          done.outcome()
              + "\n"
              + done.lines().stream().map(StyledLine::text).collect(Collectors.joining("\n"))
              + done.failure()
                  .map(
                      f -> f.message().stream().map(StyledLine::text).collect(Collectors.joining()))
                  .orElse(""));
    }
    session.end();
    return shown;
  }
}
