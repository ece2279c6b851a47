package shardsh.core.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.keys.HashedKey;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.KeyPattern;

class SplitPointsTest {
  private static final long MB = 1024 * 1024;
  private static final KeyPattern KEY = KeyPattern.of(BsonDocument.parse("{customerId: 1}"));

  private CollectionStore store;

  @BeforeEach
  void emptyCollection() {
    store = new CollectionStore(new Namespace("shop", "orders"), IndexFunctions.withoutFilters());
    store.createIndex(IndexSpec.of(KEY));
  }

  private static IndexKey key(int value) {
    return IndexKey.of(new BsonInt32(value));
  }

  private void fill(String key, long megabytes) {
    store
        .weights()
        .addAll(
            WeightSegment.over(
                KEY,
                BsonDocument.parse(key),
                Fraction.of(megabytes * MB),
                Fraction.of(megabytes * 1024),
                HashedKey::of));
  }

  private void insert(int id, int customerId) {
    store.insert(
        new BsonDocument("_id", new BsonInt32(id)).append("customerId", new BsonInt32(customerId)));
  }

  private SplitPoints from500() {
    return new SplitPoints(store, KEY, key(500), IndexKey.allMax(1));
  }

  private long megabytes(IndexKey min, IndexKey max) {
    return store.statistics(KEY, min, max).totalBytes() / MB;
  }

  @Test
  void middleInsideOneHeavyKeyCutsThere() {
    fill("{customerId: {from: 500, to: 579}}", 60);
    fill("{customerId: 580}", 70);

    assertEquals(Optional.of(key(580)), from500().median());
    assertEquals(60, megabytes(key(500), key(580)));
    assertEquals(70, megabytes(key(580), IndexKey.allMax(1)));
    assertEquals(List.of(key(580)), from500().vector(128 * MB));
  }

  @Test
  void weightAddedInStepsToOneKeyCutsAtItToo() {
    fill("{customerId: {from: 500, to: 579}}", 60);
    for (int press = 0; press < 4; press++) {
      fill("{customerId: 580}", 20);
    }

    assertEquals(Optional.of(key(580)), from500().median());
    assertEquals(80, megabytes(key(580), IndexKey.allMax(1)));
  }

  @Test
  void weightOnOneKeyIsIndivisible() {
    fill("{customerId: 580}", 140);

    assertEquals(Optional.empty(), from500().median());
    assertEquals(List.of(), from500().vector(128 * MB));
    CommandException refused =
        assertThrows(CommandException.class, () -> from500().requireMedian());
    assertEquals(ErrorCode.CANNOT_SPLIT, refused.errorCode());
  }

  @Test
  void middleInTheFirstKeyGoesOnToTheNext() {
    fill("{customerId: 580}", 140);
    insert(1, 590);

    assertEquals(Optional.of(key(590)), from500().median());
  }

  @Test
  void evenWeightIsCutInHalves() {
    fill("{customerId: {from: 400, to: 499}}", 70);

    SplitPoints points = new SplitPoints(store, KEY, key(400), key(500));

    assertEquals(Optional.of(key(450)), points.median());
    assertEquals(35, megabytes(key(400), key(450)));
  }

  @Test
  void pieceOfAtMost128MegabytesEndsBeforeTheKeyThatIsTooMuch() {
    fill("{customerId: {from: 400, to: 499}}", 70);
    fill("{customerId: {from: 400, to: 499}}", 400);

    SplitPoints points = new SplitPoints(store, KEY, key(400), key(500));

    assertEquals(key(427), points.pieceEnd(128 * MB));
    assertEquals(126, megabytes(key(400), key(427)));
  }

  @Test
  void pieceThatTakesEverythingEndsWithTheRange() {
    fill("{customerId: {from: 400, to: 499}}", 70);

    assertEquals(key(500), new SplitPoints(store, KEY, key(400), key(500)).pieceEnd(128 * MB));
  }

  @Test
  void pieceOfOneTooHeavyKeyEndsAtTheNextKey() {
    fill("{customerId: 410}", 200);
    fill("{customerId: 420}", 5);

    assertEquals(key(420), new SplitPoints(store, KEY, key(400), key(500)).pieceEnd(128 * MB));
  }

  @Test
  void documentsAreCountedAndTheMiddleOneIsTheCut() {
    for (int i = 0; i < 5; i++) {
      insert(i, 500 + i);
    }
    assertEquals(Optional.of(key(502)), from500().median());

    insert(5, 505);
    assertEquals(Optional.of(key(503)), from500().median());
  }

  @Test
  void manyDocumentsOfTheFirstKeyCutAtTheSecond() {
    for (int i = 0; i < 5; i++) {
      insert(i, 500);
    }
    insert(5, 505);

    assertEquals(Optional.of(key(505)), from500().median());
  }

  @Test
  void emptyRangeOfACollectionWithDocumentsHasItsOwnError() {
    insert(1, 3);

    CommandException refused =
        assertThrows(CommandException.class, () -> from500().requireMedian());
    assertEquals(ErrorCode.OPERATION_FAILED, refused.errorCode());
  }

  @Test
  void documentsAloneAreCutByNumberAtHalfTheChunkSize() {
    for (int i = 0; i < 100; i++) {
      insert(i, 500 + i);
    }
    long each = store.dataBytes() / 100;

    // Ten to a piece, and the eleventh begins the next one.
    assertEquals(
        List.of(
            key(510), key(521), key(532), key(543), key(554), key(565), key(576), key(587),
            key(598)),
        from500().vector(20 * each));
  }

  @Test
  void longerIndexServesAShorterShardKey() {
    store.dropIndex("customerId_1");
    store.createIndex(IndexSpec.of(KeyPattern.of(BsonDocument.parse("{customerId: 1, _id: -1}"))));
    for (int i = 0; i < 6; i++) {
      insert(i, 500 + i / 2);
    }

    assertEquals(Optional.of(key(501)), from500().median());
    assertEquals(4, store.statistics(KEY, key(500), key(502)).documents());
  }
}
