package shardsh.core.keys;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonMinKey;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyPatternTest {

  private static KeyPattern pattern(String json) {
    return KeyPattern.of(BsonDocument.parse(json));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{a: 1} | a_1",
        "{region: 1, _id: 1} | region_1__id_1",
        "{a: -1, 'b.c': 1} | a_-1_b.c_1",
        "{a: 'hashed'} | a_hashed",
        "{a: 1.0} | a_1",
        "{a: {$numberLong: '-1'}} | a_-1",
        "{a: 1.5} | a_1.5"
      })
  void usualNameJoinsFieldsAndValues(String json, String name) {
    assertEquals(name, pattern(json).defaultIndexName());
  }

  @Test
  void fieldsKnowDirectionAndHash() {
    KeyPattern pattern = pattern("{a: 1, b: -1, c: 'hashed'}");

    assertFalse(pattern.fields().get(0).descending());
    assertTrue(pattern.fields().get(1).descending());
    assertTrue(pattern.fields().get(2).hashed());
    assertTrue(pattern.isHashed());
    assertFalse(pattern("{a: 1, b: -1}").isHashed());
  }

  @Test
  void keyIsNamedByThePathsInOrder() {
    BsonDocument named =
        pattern("{b: 1, 'a.x': 1}").named(IndexKey.of(new BsonInt32(5), new BsonMinKey()));

    assertEquals(
        new BsonDocument("b", new BsonInt32(5)).append("a.x", new BsonMinKey()).toJson(),
        named.toJson());
  }

  @Test
  void keysCompareValueByValueAndShorterFirst() {
    IndexKey one = IndexKey.of(new BsonInt32(1));
    IndexKey oneA = IndexKey.of(new BsonInt32(1), new BsonString("a"));
    IndexKey oneB = IndexKey.of(new BsonInt64(1), new BsonString("b"));

    assertTrue(one.compareTo(oneA) < 0);
    assertTrue(oneA.compareTo(oneB) < 0);
    assertTrue(oneB.compareTo(IndexKey.allMax(2)) < 0);
    assertTrue(IndexKey.allMin(2).compareTo(oneA) < 0);
  }

  @Test
  void equalKeysOfDifferentNumberTypesHashAlike() {
    IndexKey whole = IndexKey.of(new BsonInt32(1), new BsonString("a"));
    IndexKey large = IndexKey.of(new BsonInt64(1), new BsonString("a"));

    assertEquals(whole, large);
    assertEquals(whole.hashCode(), large.hashCode());
    assertNotEquals(whole, IndexKey.of(new BsonInt32(2), new BsonString("a")));
  }

  @Test
  void keyKeepsItsValuesWhenTheArrayItWasMadeFromChanges() {
    BsonValue[] values = {new BsonInt32(1)};
    IndexKey key = IndexKey.of(values);

    values[0] = new BsonInt32(2);

    assertEquals(IndexKey.of(new BsonInt32(1)), key);
  }

  @Test
  void intervalContainsItsEndsOnlyWhenIncluded() {
    Interval interval = new Interval(new BsonInt32(1), true, new BsonInt32(3), false);

    assertTrue(interval.contains(new BsonInt64(1)));
    assertTrue(interval.contains(new BsonInt32(2)));
    assertFalse(interval.contains(new BsonInt32(3)));
    assertTrue(Interval.all().isAll());
    assertTrue(Interval.point(new BsonInt32(1)).isPoint());
    assertFalse(interval.isPoint());
  }
}
