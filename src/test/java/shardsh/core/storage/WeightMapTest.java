package shardsh.core.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.Test;
import shardsh.core.base.CommandException;
import shardsh.core.keys.HashedKey;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.KeyPattern;

class WeightMapTest {
  private static final KeyPattern KEY = KeyPattern.of(BsonDocument.parse("{k: 1}"));
  private static final IndexKey MIN = IndexKey.allMin(1);
  private static final IndexKey MAX = IndexKey.allMax(1);

  private final WeightMap map = new WeightMap();

  private static IndexKey key(int value) {
    return IndexKey.of(new BsonInt32(value));
  }

  private static List<WeightSegment> over(String pattern, String key, long bytes, long documents) {
    return WeightSegment.over(
        KeyPattern.of(BsonDocument.parse(pattern)),
        BsonDocument.parse(key),
        Fraction.of(bytes),
        Fraction.of(documents),
        HashedKey::of);
  }

  private void fill(String key, long bytes) {
    map.addAll(over("{k: 1}", key, bytes, 7));
  }

  @Test
  void thirdsAddUpAgainExactly() {
    fill("{k: {from: 1, to: 3}}", 100);

    Fraction third = map.bytes(key(2), key(3));

    assertEquals("100/3", third.toString());
    assertEquals(Fraction.of(100), third.plus(third).plus(map.bytes(key(3), MAX)));
    assertEquals("14/3", map.documents(key(1), key(3)).toString());
  }

  @Test
  void clippedRunMovedAwayAndBackIsTheSameRun() {
    fill("{k: {from: 1, to: 100}}", 1000);
    List<WeightSegment> before = map.segments();

    List<WeightSegment> moved = map.clip(key(20), key(30));
    map.remove(key(20), key(30));

    assertEquals(Fraction.of(900), map.bytes(MIN, MAX));
    assertEquals(Fraction.ZERO, map.bytes(key(20), key(30)));

    map.addAll(moved);
    assertEquals(Fraction.of(1000), map.bytes(MIN, MAX));
    assertEquals(before.size(), 1);
    assertEquals(before.get(0).bytes(), map.bytes(key(1), key(101)));
  }

  @Test
  void overlappingRunsAddUpKeyByKey() {
    fill("{k: {from: 0, to: 9}}", 100);
    fill("{k: {from: 20, to: 29}}", 100);
    fill("{k: {from: 5, to: 24}}", 20);

    assertEquals(Fraction.of(10), map.bytes(key(4), key(5)));
    assertEquals(Fraction.of(11), map.bytes(key(5), key(6)));
    assertEquals(Fraction.of(1), map.bytes(key(12), key(13)));
    assertEquals(Fraction.of(11), map.bytes(key(24), key(25)));
    assertEquals(Fraction.of(10), map.bytes(key(25), key(26)));
    assertEquals(Fraction.of(220), map.bytes(MIN, MAX));
  }

  @Test
  void weightWithoutKeysIsHalvedByEachCut() {
    map.add(new WeightSegment.Keyless(MIN, key(100), Fraction.of(40), Fraction.of(4)));

    map.cut(key(50));
    map.cut(key(70));
    map.cut(key(100));

    assertEquals(Fraction.of(20), map.bytes(MIN, key(50)));
    assertEquals(Fraction.of(10), map.bytes(key(50), key(70)));
    assertEquals(Fraction.of(10), map.bytes(key(70), key(100)));
    assertEquals(Fraction.ZERO, map.bytes(key(100), MAX));

    map.remove(key(50), key(70));
    assertEquals(Fraction.of(30), map.bytes(MIN, MAX));
  }

  @Test
  void copyDoesNotSeeLaterChanges() {
    fill("{k: 5}", 10);
    WeightMap copy = map.copy();

    fill("{k: 5}", 10);
    map.remove(MIN, key(3));

    assertEquals(Fraction.of(20), map.bytes(MIN, MAX));
    assertEquals(Fraction.of(10), copy.bytes(MIN, MAX));
  }

  @Test
  void hashedFieldPutsEachValueAtItsHash() {
    map.addAll(over("{k: 'hashed'}", "{k: {from: 1, to: 4}}", 100, 4));

    assertEquals(4, map.segments().size());
    IndexKey hash = IndexKey.of(HashedKey.of(new BsonInt32(3)));
    IndexKey next =
        IndexKey.of(new org.bson.BsonInt64(HashedKey.of(new BsonInt32(3)).getValue() + 1));
    assertEquals(Fraction.of(25), map.bytes(hash, next));
  }

  @Test
  void runInTheFirstOfTwoFieldsIsCutByWholeKeys() {
    map.addAll(over("{k: 1, r: 1}", "{k: {from: 1, to: 10}, r: 'EU'}", 100, 10));
    IndexKey inside = IndexKey.of(new BsonInt32(5), new org.bson.BsonString("F"));

    assertEquals(Fraction.of(50), map.bytes(IndexKey.allMin(2), inside));
  }

  @Test
  void datesRunByMilliseconds() {
    map.addAll(
        over(
            "{k: 1}",
            "{k: {from: {$date: '2024-01-01T00:00:00Z'}, to: {$date: '2024-01-01T00:00:00.099Z'}}}",
            1000,
            10));
    IndexKey at10 = IndexKey.of(new org.bson.BsonDateTime(1704067200010L));

    assertEquals(Fraction.of(100), map.bytes(MIN, at10));
  }

  @Test
  void keyThatDoesNotFitIsRefused() {
    assertThrows(CommandException.class, () -> over("{k: 1}", "{j: 5}", 1, 1));
    assertThrows(CommandException.class, () -> over("{k: 1}", "{k: {from: 5, to: 1}}", 1, 1));
    assertThrows(CommandException.class, () -> over("{k: 1}", "{k: {from: 'a', to: 'b'}}", 1, 1));
    assertTrue(over("{k: 1}", "{k: {from: 5, to: 5}}", 1, 1).get(0) instanceof WeightSegment.Point);
  }
}
