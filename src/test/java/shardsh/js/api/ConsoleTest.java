package shardsh.js.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** What is printed as Node and mongosh print it. */
class ConsoleTest {
  private final ApiWorld world = new ApiWorld();

  private String printed(String js) {
    world.host.printed.clear();
    world.printed(js);
    return String.join("\n", world.host.printed);
  }

  @Test
  void tableHasAColumnForEachFieldAndEmptyCellsForWhatIsMissing() {
    assertEquals(
        """
        ┌─────────┬───┬─────┬───┐
        │ (index) │ a │ b   │ c │
        ├─────────┼───┼─────┼───┤
        │ 0       │ 1 │ 'x' │   │
        │ 1       │ 2 │     │ 3 │
        └─────────┴───┴─────┴───┘\
        """,
        printed("console.table([{a: 1, b: 'x'}, {a: 2, c: 3}])"));
  }

  @Test
  void tableHasPlainValuesInAColumnOfTheirOwn() {
    assertEquals(
        """
        ┌─────────┬───┬────────┐
        │ (index) │ x │ Values │
        ├─────────┼───┼────────┤
        │ a       │ 1 │        │
        │ b       │   │ 2      │
        └─────────┴───┴────────┘\
        """,
        printed("console.table({a: {x: 1}, b: 2})"));
  }

  @Test
  void tableTakesTheColumnsToShowAndWideCharacters() {
    assertEquals(
        """
        ┌─────────┬────────┐
        │ (index) │ b      │
        ├─────────┼────────┤
        │ 0       │ '日本' │
        └─────────┴────────┘\
        """,
        printed("console.table([{a: 1, b: '日本'}], ['b'])"));
  }

  @Test
  void tableOfAMapHasItsKeysAndOfAnythingElseIsPlain() {
    assertEquals(
        """
        ┌───────────────────┬─────┬────────┐
        │ (iteration index) │ Key │ Values │
        ├───────────────────┼─────┼────────┤
        │ 0                 │ 'k' │ 1      │
        └───────────────────┴─────┴────────┘\
        """,
        printed("console.table(new Map([['k', 1]]))"));
    assertEquals("x", printed("console.table('x')"));
  }

  @Test
  void errorsOfTheShellHaveMongoshsCodes() {
    String seen = "[e.code, e.scope, 'metadata' in e].join(' ')";

    assertEquals(
        "COMMON-10001 COMMON true",
        world.printed("try { sh.addShard() } catch (e) { " + seen + " }"));
    assertEquals(
        "COMMON-10001 COMMON true",
        world.printed("try { ISODate('x') } catch (e) { " + seen + " }"));
  }

  @Test
  void anErrorAsAValueIsPrintedWithoutItsFields() {
    assertEquals(
        "MongoshInvalidInputError: [COMMON-10001] \"x\" is not a valid ISODate",
        world.printed("try { ISODate('x') } catch (e) { e }"));
    assertEquals("Error[Name]: m", world.printed("let e = Error('m'); e.codeName = 'Name'; e"));
  }

  @Test
  void partsOfADocumentFromTheServerAreNotCut() {
    world.router.reply(
        "find", "{cursor: {id: 0, ns: 'shop.a', firstBatch: [" + deep() + "]}, ok: 1}");

    assertEquals(
        "{ b: { c: { d: { e: { f: { g: { h: { i: 1 } } } } } } } }".replaceAll("\\s+", " "),
        world.printed("let d = db.a.find().toArray()[0]; d.a").replaceAll("\\s+", " "));
  }

  @Test
  void whatExtendedJsonStandsForIsCutLikeAnyValueOfTheProgram() {
    String numbers = "[...Array(101).keys()]";

    for (String js :
        new String[] {
          "EJSON.parse(JSON.stringify(" + numbers + "))",
          "EJSON.deserialize(" + numbers + ")",
          "EJSON.serialize(" + numbers + ")"
        }) {
      assertEquals(world.printed(numbers), world.printed(js), js);
    }
    assertEquals(
        world.printed("(" + deep() + ")"), world.printed("EJSON.deserialize(" + deep() + ")"));
  }

  private static String deep() {
    return "{a: {b: {c: {d: {e: {f: {g: {h: {i: 1}}}}}}}}}";
  }

  @Test
  void aRegularExpressionOfBsonIsPrintedAsACall() {
    assertEquals("BSONRegExp('a', 'i')", world.printed("BSONRegExp('a', 'i')"));
    assertEquals("[ BSONRegExp('a', '') ]", world.printed("[BSONRegExp('a')]"));
  }

  @Test
  void theFunctionForWordsIsHidden() {
    assertEquals(
        "[]", world.printed("Object.keys(globalThis).filter(name => name.startsWith('__'))"));
    assertEquals("function", world.printed("typeof __shardshWord"));
  }
}
