package shardsh.core.keys;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Collectors;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import shardsh.core.base.CommandException;
import shardsh.core.bson.ServerText;

class KeyGeneratorTest {
  private static BsonDocument doc(String json) {
    return BsonDocument.parse(json);
  }

  private static KeyGenerator generator(String pattern) {
    return new KeyGenerator(KeyPattern.of(doc(pattern)), false);
  }

  private static String keys(String pattern, String document) {
    return text(generator(pattern).keys(doc(document)));
  }

  private static String text(DocumentKeys keys) {
    return keys.keys().stream()
        .map(
            key ->
                key.values().stream()
                    .map(ServerText::of)
                    .collect(Collectors.joining(", ", "(", ")")))
        .collect(Collectors.joining(" "));
  }

  @Test
  void plainFieldsGiveOneKeyAndMissingOnesNull() {
    assertEquals("(5, null)", keys("{a: 1, 'b.c': -1}", "{_id: 1, a: 5, b: 7}"));
    assertEquals("(5, 8)", keys("{a: 1, 'b.c': -1}", "{b: {c: 8}, a: 5}"));
  }

  @Test
  void arrayGivesOneKeyPerDifferentElement() {
    assertEquals("(1) (2) (\"x\")", keys("{a: 1}", "{a: [2, 1, 1.0, 'x']}"));
  }

  @Test
  void emptyArrayIsUndefinedAtTheEndOfThePathAndNullOnTheWay() {
    assertEquals("(undefined)", keys("{a: 1}", "{a: []}"));
    assertEquals("(null)", keys("{'a.b': 1}", "{a: []}"));
    assertEquals("(undefined, null, 3)", keys("{a: 1, 'a.b': 1, c: 1}", "{a: [], c: 3}"));
  }

  @Test
  void severalPathsThroughOneArrayStayTogether() {
    assertEquals(
        "(1, 2, 9) (3, null, 9)",
        keys("{'a.b': 1, 'a.c': 1, d: 1}", "{a: [{b: 1, c: 2}, {b: 3}], d: 9}"));
  }

  @Test
  void elementsThatAreNoObjectsGiveNull() {
    assertEquals("(null) (1)", keys("{'a.b': 1}", "{a: [5, {b: 1}]}"));
  }

  @Test
  void nestedArraysAreEnteredOnceAndThenValues() {
    assertEquals("(3) ([ 1, 2 ])", keys("{a: 1}", "{a: [[1, 2], 3]}"));
    assertEquals("(1) (2) (3)", keys("{'a.b': 1}", "{a: [{b: [1, 2]}, {b: 3}]}"));
  }

  @Test
  void numberInAPathNamesAPositionOrAField() {
    assertEquals("(7)", keys("{'a.1': 1}", "{a: [5, 7]}"));
    assertEquals("(8)", keys("{'a.0.b': 1}", "{a: [{b: 8}, {b: 9}]}"));
    assertEquals("(8)", keys("{'a.0': 1}", "{a: {'0': 8}}"));
    assertEquals("(null)", keys("{'a.2': 1}", "{a: [5, 7]}"));
    assertEquals("([ 1, 2 ])", keys("{'a.0': 1}", "{a: [[1, 2]]}"));
  }

  @Test
  void positionInAnArrayOfArraysIsOneValueUnlessThePathGoesOn() {
    assertEquals("(undefined)", keys("{'a.0': 1}", "{a: [[]]}"));
    assertEquals("(1)", keys("{'a.0.0': 1}", "{a: [[1]]}"));
    assertEquals("(null)", keys("{'a.0.0': 1}", "{a: [[]]}"));
    assertEquals("(undefined)", keys("{'a.0.0': 1}", "{a: [[[]]]}"));
    assertEquals("(1)", keys("{'a.0.b': 1}", "{a: [[{b: 1}]]}"));
    assertEquals("([ 1 ])", keys("{'a.0.b': 1}", "{a: [[{b: [[1]]}]]}"));
    assertEquals("(undefined)", keys("{'a.0.b': 1}", "{a: [[{b: []}]]}"));
    assertEquals("(1)", keys("{'a.0.b.0': 1}", "{a: [{b: [1]}]}"));
  }

  @Test
  void numberThatIsPositionAndFieldIsRefused() {
    CommandException refused =
        assertThrows(CommandException.class, () -> keys("{'a.0': 1}", "{a: [{'0': 1}]}"));

    assertEquals(16746, refused.errorCode().code());
  }

  @Test
  void parallelArraysAreRefused() {
    CommandException refused =
        assertThrows(CommandException.class, () -> keys("{a: 1, b: 1}", "{a: [1, 2], b: [3]}"));

    assertEquals(171, refused.errorCode().code());
    assertEquals("cannot index parallel arrays [b] [a]", refused.getMessage());
  }

  @Test
  void sparseLeavesOutKeysWithNoFieldAtAll() {
    KeyGenerator sparse = new KeyGenerator(KeyPattern.of(doc("{'a.b': 1}")), true);

    assertTrue(sparse.keys(doc("{c: 1}")).keys().isEmpty());
    assertEquals("(1)", text(sparse.keys(doc("{a: [{b: 1}, {c: 2}]}"))));
    assertEquals("(null)", text(sparse.keys(doc("{a: {b: null}}"))));
  }

  @Test
  void hashedFieldHoldsTheHashAndRefusesArrays() {
    String hashOfNull = ServerText.of(HashedKey.of(org.bson.BsonNull.VALUE));
    assertEquals("(" + hashOfNull + ", 4)", keys("{a: 'hashed', b: 1}", "{b: 4}"));

    CommandException refused =
        assertThrows(CommandException.class, () -> keys("{'a.b': 'hashed'}", "{a: [{b: 1}]}"));

    assertEquals(16766, refused.errorCode().code());
    assertEquals(
        "hashed indexes do not currently support array values. Found array at path: a",
        refused.getMessage());
  }

  @Test
  void multikeyPathsNameTheArraysOnly() {
    KeyPattern pattern = KeyPattern.of(doc("{'a.b': 1, c: 1}"));

    MultikeyPaths paths =
        new KeyGenerator(pattern, false).keys(doc("{a: [{b: [1]}], c: 3}")).multikey();

    assertEquals(doc("{'a.b': ['a', 'a.b'], c: []}"), paths.toDocument(pattern));
    assertTrue(paths.isMultikey(0));
    assertFalse(paths.isMultikey(1));
    assertFalse(generator("{a: 1}").keys(doc("{a: 1}")).multikey().isMultikey());
    assertTrue(generator("{a: 1}").keys(doc("{a: []}")).multikey().isMultikey());
  }
}
