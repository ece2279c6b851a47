package shardsh.core.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.Test;
import shardsh.core.base.CommandException;
import shardsh.core.base.Namespace;
import shardsh.core.bson.BsonSize;
import shardsh.core.keys.HashedKey;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.KeyPattern;

class CollectionStoreTest {
  private final CollectionStore store =
      new CollectionStore(
          new Namespace("shop", "nums"),
          new IndexFunctions(
              HashedKey::of, filter -> document -> document.containsKey(filter.getFirstKey())));

  private static BsonDocument doc(String json) {
    return BsonDocument.parse(json);
  }

  private long insert(String json) {
    return store.insert(doc(json));
  }

  private boolean create(String spec) {
    return store.createIndex(IndexSpec.parse(doc(spec)));
  }

  private static CommandException refused(Runnable action) {
    return assertThrows(CommandException.class, action::run);
  }

  private static List<String> ids(CollectionStore store, String index) {
    List<String> ids = new ArrayList<>();
    IndexCursor cursor = store.indexes().named(index).orElseThrow().cursor(true);
    for (boolean more = cursor.seekFirst(); more; more = cursor.next()) {
      ids.add(store.document(cursor.recordId()).orElseThrow().get("_id").asInt32().getValue() + "");
    }
    return ids;
  }

  @Test
  void documentsComeBackEqualAndInNaturalOrder() {
    BsonDocument first = doc("{_id: 2, a: {b: [1, {c: 'x'}]}, d: null}");
    store.insert(first);
    insert("{_id: 1}");

    RecordCursor cursor = store.records(true);
    assertTrue(cursor.next());
    assertEquals(first, cursor.document());
    assertEquals(cursor.document(), first);
    assertEquals(first.toJson(), cursor.document().toJson());
    assertTrue(cursor.next());
    assertEquals(doc("{_id: 1}"), cursor.document());
    assertFalse(cursor.next());
    assertEquals(first, store.documentWithId(new BsonInt32(2)).orElseThrow());
    assertEquals(BsonSize.of(first) + 14, store.dataBytes());
  }

  @Test
  void secondDocumentWithOneIdIsRefusedAndNothingChanges() {
    insert("{_id: 1, a: 1}");

    CommandException refused = refused(() -> insert("{_id: 1.0, a: 2}"));

    assertEquals(
        "E11000 duplicate key error collection: shop.nums index: _id_ dup key: { _id: 1.0 }",
        refused.getMessage());
    assertEquals(
        new DuplicateKeyInfo(doc("{_id: 1}"), doc("{_id: 1.0}")), refused.detail().orElseThrow());
    assertEquals(1, store.count());
  }

  @Test
  void uniqueIndexIsCheckedBeforeAnyIndexIsWritten() {
    create("{key: {a: 1}, name: 'a_1'}");
    create("{key: {b: 1}, name: 'b_1', unique: true}");
    insert("{_id: 1, a: 1, b: 1}");

    refused(() -> insert("{_id: 2, a: 2, b: 1}"));

    assertEquals(List.of("1"), ids(store, "a_1"));
    assertEquals(List.of("1"), ids(store, "_id_"));
  }

  @Test
  void replaceMovesIndexEntriesAndSizes() {
    create("{key: {a: 1}, name: 'a_1'}");
    long record = insert("{_id: 1, a: 5}");
    insert("{_id: 2, a: 3}");

    store.replace(record, doc("{_id: 1, a: [1, 4], pad: 'xxxxxxxx'}"));

    assertEquals(List.of("1", "2", "1"), ids(store, "a_1"));
    KeyPattern byId = KeyPattern.of(doc("{_id: 1}"));
    RangeStatistics all = store.statistics(byId, IndexKey.allMin(1), IndexKey.allMax(1));
    assertEquals(store.dataBytes(), all.documentBytes());
    assertTrue(store.indexes().named("a_1").orElseThrow().multikeyPaths().isMultikey());
  }

  @Test
  void replaceMayKeepItsOwnUniqueKey() {
    create("{key: {a: 1}, name: 'a_1', unique: true}");
    long record = insert("{_id: 1, a: 5}");
    insert("{_id: 2, a: 6}");

    store.replace(record, doc("{_id: 1, a: 5, b: 1}"));
    CommandException refused = refused(() -> store.replace(record, doc("{_id: 1, a: 6}")));

    assertEquals(11000, refused.errorCode().code());
    assertEquals(doc("{_id: 1, a: 5, b: 1}"), store.document(record).orElseThrow());
  }

  @Test
  void removeTakesAllEntriesAway() {
    create("{key: {a: 1}, name: 'a_1'}");
    long record = insert("{_id: 1, a: [1, 2]}");

    store.remove(record);

    assertEquals(List.of(), ids(store, "a_1"));
    assertEquals(Optional.empty(), store.document(record));
    assertEquals(0, store.dataBytes());
  }

  @Test
  void copyAndOriginalGoTheirOwnWays() {
    create("{key: {a: 1}, name: 'a_1'}");
    for (int i = 0; i < 300; i++) {
      insert("{_id: " + i + ", a: " + (i % 10) + "}");
    }
    CollectionStore copy = store.copy();

    store.remove(store.recordWithId(new BsonInt32(5)));
    copy.insert(doc("{_id: 1000, a: 0}"));

    assertEquals(299, store.count());
    assertEquals(301, copy.count());
    assertEquals(-1, store.recordWithId(new BsonInt32(1000)));
    assertTrue(copy.documentWithId(new BsonInt32(5)).isPresent());
    assertEquals(299, ids(store, "a_1").size());
    assertEquals(301, ids(copy, "a_1").size());
  }

  @Test
  void cursorSeesTheCollectionAsItWas() {
    for (int i = 0; i < 100; i++) {
      insert("{_id: " + i + "}");
    }
    RecordCursor cursor = store.records(true);
    IndexCursor entries = store.indexes().idIndex().cursor(false);

    for (int i = 0; i < 100; i += 2) {
      store.remove(store.recordWithId(new BsonInt32(i)));
    }
    insert("{_id: 1000}");

    int seen = 0;
    while (cursor.next()) {
      seen++;
    }
    int seenInIndex = 0;
    for (boolean more = entries.seekFirst(); more; more = entries.next()) {
      seenInIndex++;
    }
    assertEquals(100, seen);
    assertEquals(100, seenInIndex);
  }

  @Test
  void backwardsAndContinuedCursorsSkipHoles() {
    for (int i = 0; i < 500; i++) {
      insert("{_id: " + i + "}");
    }
    for (int i = 10; i < 490; i++) {
      store.remove(store.recordWithId(new BsonInt32(i)));
    }

    RecordCursor back = store.records(false);
    List<Integer> seen = new ArrayList<>();
    while (back.next()) {
      seen.add(back.document().getInt32("_id").getValue());
    }
    assertEquals(20, seen.size());
    assertEquals(List.of(499, 0), List.of(seen.get(0), seen.get(19)));

    RecordCursor forward = store.records(true);
    for (int i = 0; i < 11; i++) {
      assertTrue(forward.next());
    }
    assertEquals(490, forward.document().getInt32("_id").getValue());
  }

  @Test
  void sameIndexTwiceIsNoChange() {
    assertTrue(create("{key: {a: 1}, name: 'a_1'}"));
    assertFalse(create("{v: 2, key: {a: 1.0}, name: 'a_1'}"));
    assertEquals(2, store.indexes().all().size());
  }

  @Test
  void conflictsWithExistingIndexesHaveTheServersCodes() {
    create("{key: {a: 1}, name: 'a_1'}");

    CommandException otherName = refused(() -> create("{key: {a: 1}, name: 'x'}"));
    assertEquals(85, otherName.errorCode().code());
    assertEquals("Index already exists with a different name: a_1", otherName.getMessage());
    CommandException otherOptions =
        refused(() -> create("{key: {a: 1}, name: 'a_1', expireAfterSeconds: 5}"));
    assertEquals(85, otherOptions.errorCode().code());
    CommandException otherKey = refused(() -> create("{key: {b: 1}, name: 'a_1'}"));
    assertEquals(86, otherKey.errorCode().code());
    assertEquals(
        "An existing index has the same name as the requested index. When index names are not"
            + " specified, they are auto generated and can cause conflicts. Please refer to our"
            + " documentation. Requested index: { v: 2, key: { b: 1 }, name: \"a_1\" }, existing"
            + " index: { v: 2, key: { a: 1 }, name: \"a_1\" }",
        otherKey.getMessage());
    assertEquals(
        86, refused(() -> create("{key: {a: 1}, name: 'a_1', unique: true}")).errorCode().code());
  }

  @Test
  void badSpecificationsAreRefused() {
    assertEquals(67, refused(() -> create("{key: {}, name: 'x'}")).errorCode().code());
    assertEquals(67, refused(() -> create("{key: {a: 0}, name: 'x'}")).errorCode().code());
    assertEquals(67, refused(() -> create("{key: {a: true}, name: 'x'}")).errorCode().code());
    assertEquals(67, refused(() -> create("{key: {a: 'text'}, name: 'x'}")).errorCode().code());
    assertEquals(67, refused(() -> create("{key: {a: 'bogus'}, name: 'x'}")).errorCode().code());
    assertEquals(67, refused(() -> create("{key: {'$**': 1}, name: 'x'}")).errorCode().code());
    assertEquals(197, refused(() -> create("{key: {a: 1}, name: 'x', z: 1}")).errorCode().code());
    assertEquals(
        16764,
        refused(() -> create("{key: {a: 'hashed'}, name: 'x', unique: true}")).errorCode().code());
    assertEquals(1, store.indexes().all().size());
  }

  @Test
  void buildingOverDuplicatesFailsAndLeavesNoIndex() {
    insert("{_id: 1, a: 1}");
    insert("{_id: 2, a: 1}");

    CommandException refused = refused(() -> create("{key: {a: 1}, name: 'a_1', unique: true}"));

    assertEquals(11000, refused.errorCode().code());
    assertEquals(Optional.empty(), store.indexes().named("a_1"));
  }

  @Test
  void sparseAndPartialIndexesLeaveDocumentsOut() {
    create("{key: {a: 1}, name: 's', sparse: true}");
    create("{key: {a: 1}, name: 'p', partialFilterExpression: {b: {$exists: true}}, unique: true}");
    insert("{_id: 1, a: 1, b: 1}");
    insert("{_id: 2, a: 1}");
    insert("{_id: 3}");

    assertEquals(List.of("1", "2"), ids(store, "s"));
    assertEquals(List.of("1"), ids(store, "p"));
    store.replace(store.recordWithId(new BsonInt32(1)), doc("{_id: 1, a: 1}"));
    assertEquals(List.of(), ids(store, "p"));
  }

  @Test
  void collationMakesKeysOfOneStringEqual() {
    create("{key: {a: 1}, name: 'a_1', unique: true, collation: {locale: 'en', strength: 2}}");
    insert("{_id: 1, a: 'Anna'}");

    CommandException refused = refused(() -> insert("{_id: 2, a: 'anna'}"));

    assertEquals(11000, refused.errorCode().code());
    assertTrue(
        refused.getMessage().contains("dup key: { a: \"CollationKey(0x"), refused.getMessage());
  }

  @Test
  void partialFilterWithANegationIsRefused() {
    CommandException refused =
        refused(() -> create("{key: {a: 1}, partialFilterExpression: {b: {$ne: 1}}}"));

    assertEquals(67, refused.errorCode().code());
    assertTrue(refused.getMessage().startsWith("Expression not supported in partial index: "));
  }

  @Test
  void documentsWithNamesOfTheirOwnAreStoredToo() {
    for (int i = 0; i < 7000; i++) {
      insert("{_id: " + i + ", n" + i + ": 1, m: {k" + i + ": 2}}");
    }

    BsonDocument last = store.documentWithId(new BsonInt32(6999)).orElseThrow();
    assertEquals(doc("{_id: 6999, n6999: 1, m: {k6999: 2}}"), last);
    assertEquals(2, last.getDocument("m").getInt32("k6999").getValue());
    assertEquals(null, last.get("n6998"));
  }

  @Test
  void droppingFollowsTheServersRules() {
    create("{key: {a: 1}, name: 'a_1'}");

    assertEquals(72, refused(() -> store.dropIndex("_id_")).errorCode().code());
    CommandException unknown = refused(() -> store.dropIndex("b_1"));
    assertEquals(27, unknown.errorCode().code());
    assertEquals("index not found with name [b_1]", unknown.getMessage());
    assertEquals(27, refused(() -> store.dropIndex(doc("{b: 1}"))).errorCode().code());
    store.dropIndex(doc("{a: 1.0}"));
    assertEquals(1, store.indexes().all().size());
  }

  @Test
  void supportingIndexMustBeginWithTheShardKeyAndHaveNoArraysInIt() {
    create("{key: {a: 1, b: -1}, name: 'ab'}");
    create("{key: {c: -1}, name: 'c'}");
    create("{key: {d: 1}, name: 'd', sparse: true}");
    create("{key: {h: 'hashed'}, name: 'h'}");

    assertTrue(store.indexes().supporting(KeyPattern.of(doc("{a: 1}"))).isPresent());
    assertTrue(store.indexes().supporting(KeyPattern.of(doc("{h: 'hashed'}"))).isPresent());
    assertFalse(store.indexes().supporting(KeyPattern.of(doc("{h: 1}"))).isPresent());
    assertFalse(store.indexes().supporting(KeyPattern.of(doc("{a: 1, b: 1}"))).isPresent());
    assertFalse(store.indexes().supporting(KeyPattern.of(doc("{c: 1}"))).isPresent());
    assertFalse(store.indexes().supporting(KeyPattern.of(doc("{d: 1}"))).isPresent());
    insert("{_id: 1, a: [1]}");
    assertFalse(store.indexes().supporting(KeyPattern.of(doc("{a: 1}"))).isPresent());
  }

  @Test
  void storedDocumentsRefuseChangesButTheirClonesDoNot() {
    long record = insert("{_id: 1, a: {b: 1}}");
    BsonDocument stored = store.document(record).orElseThrow();

    assertThrows(UnsupportedOperationException.class, () -> stored.append("x", new BsonInt32(1)));
    BsonDocument clone = stored.clone();
    clone.getDocument("a").append("x", new BsonInt32(1));
    assertEquals(doc("{_id: 1, a: {b: 1}}"), stored);
  }
}
