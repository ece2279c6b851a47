package shardsh.core.plan;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.KeyPattern;
import shardsh.core.query.Projection;
import shardsh.core.storage.CollectionStore;
import shardsh.core.storage.IndexCursor;

/**
 * What one stage hands to the next: a record, its index key if it comes from an index, its document
 * once it has been fetched.
 */
final class Row {
  private final long recordId;
  private final IndexEntry index;
  private final Object storedKey;
  private final CollectionStore store;
  private BsonDocument document;
  private BsonDocument result;
  private Projection projection;
  private IndexKey key;

  private Row(
      long recordId,
      IndexEntry index,
      Object storedKey,
      CollectionStore store,
      BsonDocument document) {
    this.recordId = recordId;
    this.index = index;
    this.storedKey = storedKey;
    this.store = store;
    this.document = document;
  }

  static Row ofDocument(long recordId, BsonDocument document) {
    return new Row(recordId, null, null, null, document);
  }

  /**
   * @param store tells a null from a missing value, which have the same key. A server cannot, and
   *     gives null for both; we prefer the answer a collection scan gives
   */
  static Row ofKey(long recordId, IndexEntry index, IndexKey key, CollectionStore store) {
    return new Row(recordId, index, key, store, null);
  }

  /** As {@link #ofKey} with a key as an index holds it. */
  static Row ofStoredKey(long recordId, IndexEntry index, Object key, CollectionStore store) {
    return new Row(recordId, index, key, store, null);
  }

  private IndexKey key() {
    if (key == null) {
      key = IndexCursor.keyOf(storedKey);
    }
    return key;
  }

  long recordId() {
    return recordId;
  }

  boolean isFetched() {
    return document != null;
  }

  void fetched(BsonDocument stored) {
    document = stored;
  }

  /** The stored document; of a row that was not fetched, what its index key holds of it. */
  BsonDocument document() {
    return document != null ? document : keyAsDocument();
  }

  private BsonDocument keyAsDocument() {
    for (int i = 0; i < key().size(); i++) {
      if (key().get(i).isNull()) {
        return store.document(recordId).orElseGet(this::valuesOfKey);
      }
    }
    return valuesOfKey();
  }

  private BsonDocument valuesOfKey() {
    BsonDocument values = new BsonDocument();
    for (int i = 0; i < key().size(); i++) {
      KeyPattern.Field field = index.keyPattern().fields().get(i);
      List<String> parts = field.path().parts();
      if (field.hashed()) {
        continue;
      }
      if (parts.size() == 1) {
        values.put(parts.get(0), key().get(i));
      } else if (!index.holdsAbove(i)) {
        put(values, parts, key().get(i));
      }
    }
    return values;
  }

  private static void put(BsonDocument values, List<String> parts, BsonValue value) {
    BsonDocument at = values;
    for (String part : parts.subList(0, parts.size() - 1)) {
      BsonValue child = at.get(part);
      if (child == null) {
        child = new BsonDocument();
        at.put(part, child);
      }
      at = child.asDocument();
    }
    at.put(parts.get(parts.size() - 1), value);
  }

  /** The values at these positions of the index key. */
  IndexKey keyPart(int[] positions) {
    List<BsonValue> values = new ArrayList<>(positions.length);
    for (int position : positions) {
      values.add(position < 0 ? BsonNull.VALUE : key().get(position));
    }
    return IndexKey.of(values);
  }

  /** The index key by the names of its pattern; empty for a row from no index. */
  BsonDocument namedKey() {
    return storedKey == null ? new BsonDocument() : index.keyPattern().named(key());
  }

  IndexEntry index() {
    return index;
  }

  void projected(BsonDocument projection) {
    result = projection;
  }

  /** A projection that cannot fail is not carried out before somebody asks for what it gives. */
  void toBeProjected(Projection simple) {
    projection = simple;
  }

  /** What the query gives: the projection, or the document itself. */
  BsonDocument result() {
    if (result == null && projection != null) {
      result = projection.apply(document());
    }
    return result != null ? result : document();
  }
}
