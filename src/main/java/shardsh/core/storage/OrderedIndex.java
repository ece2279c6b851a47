package shardsh.core.storage;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.bson.BsonOrder;
import shardsh.core.keys.DocumentKeys;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.KeyGenerator;
import shardsh.core.keys.KeyPattern;
import shardsh.core.keys.MultikeyPaths;
import shardsh.core.query.Collation;

/**
 * One index of a collection: its entries in order, and where its documents had arrays. Changed only
 * through {@link CollectionStore}.
 */
public final class OrderedIndex {
  private static final DocumentKeys NO_KEYS = new DocumentKeys(List.of(), MultikeyPaths.NONE);

  private final KeyGenerator generator;
  private final Collation collation;
  private final Predicate<BsonDocument> filter;
  private final KeyTree tree;
  private final IndexSpec spec;
  private MultikeyPaths multikeyPaths;

  OrderedIndex(IndexSpec spec, IndexFunctions functions) {
    this.spec = spec;
    this.collation = spec.collation().map(Collation::parse).orElse(Collation.simple());
    this.generator =
        new KeyGenerator(
            spec.keyPattern(),
            spec.sparse(),
            value -> functions.hash().apply(collation.comparisonValue(value)));
    this.filter =
        spec.partialFilter().isPresent()
            ? functions.partialFilter().apply(spec.partialFilter().get())
            : document -> true;
    this.tree = new KeyTree(new KeyOrder(spec.keyPattern(), BsonOrder.SIMPLE));
    this.multikeyPaths = MultikeyPaths.NONE;
  }

  private OrderedIndex(OrderedIndex other, IndexSpec spec, KeyTree tree) {
    this.spec = spec;
    this.generator = other.generator;
    this.collation = other.collation;
    this.filter = other.filter;
    this.tree = tree;
    this.multikeyPaths = other.multikeyPaths;
  }

  OrderedIndex copy() {
    return new OrderedIndex(this, spec, tree.copy());
  }

  /** The same entries under a changed description. */
  OrderedIndex withSpec(IndexSpec changed) {
    return new OrderedIndex(this, changed, tree);
  }

  /** How it compares strings. */
  public Collation collation() {
    return collation;
  }

  /**
   * A key as errors show it: what stands for a string under a collation as {@code
   * CollationKey(0x…)}. The form is the server's (5.0 and later), the bytes are those of this
   * model's collation keys, not ICU's.
   */
  IndexKey shown(IndexKey key) {
    if (collation.isSimple()) {
      return key;
    }
    List<BsonValue> values = new ArrayList<>(key.size());
    for (BsonValue value : key.values()) {
      values.add(value.isString() ? hexadecimal(value.asString().getValue()) : value);
    }
    return IndexKey.of(values);
  }

  private static BsonString hexadecimal(String comparisonKey) {
    StringBuilder text = new StringBuilder("CollationKey(0x");
    for (int i = 0; i < comparisonKey.length(); i++) {
      text.append(Character.forDigit(comparisonKey.charAt(i) >> 4 & 0xF, 16));
      text.append(Character.forDigit(comparisonKey.charAt(i) & 0xF, 16));
    }
    return new BsonString(text.append(')').toString());
  }

  public IndexSpec spec() {
    return spec;
  }

  public String name() {
    return spec.name();
  }

  public KeyPattern keyPattern() {
    return spec.keyPattern();
  }

  /**
   * Where arrays have been met since the index was made; removing the documents does not undo it.
   */
  public MultikeyPaths multikeyPaths() {
    return multikeyPaths;
  }

  /** The number of entries, which is not the number of documents when the index is multikey. */
  public long entries() {
    return tree.count();
  }

  /**
   * The keys this document has, or would have, in this index; none when the filter leaves it out.
   */
  public DocumentKeys keysOf(BsonDocument document) {
    if (!filter.test(document)) {
      return NO_KEYS;
    }
    DocumentKeys keys = generator.keys(document);
    return collation.isSimple() ? keys : collated(keys);
  }

  /** Strings are stored as what compares by their bytes the way the collation compares them. */
  private DocumentKeys collated(DocumentKeys keys) {
    TreeSet<IndexKey> collated = new TreeSet<>();
    for (IndexKey key : keys.keys()) {
      List<BsonValue> values = new ArrayList<>(key.size());
      for (int i = 0; i < key.size(); i++) {
        boolean hashed = keyPattern().fields().get(i).hashed();
        values.add(hashed ? key.get(i) : collation.comparisonValue(key.get(i)));
      }
      collated.add(IndexKey.of(values));
    }
    return new DocumentKeys(new ArrayList<>(collated), keys.multikey());
  }

  /** Over the entries as they are now, whatever is written meanwhile. */
  public IndexCursor cursor(boolean forward) {
    return new IndexCursor(tree.share(), tree.order(), forward);
  }

  /**
   * The number of entries between two places in the index's own order, without a walk. A place is
   * before the first entry that starts with a prefix, or after the last one that does; a prefix
   * without values is the beginning, or the end, of the index.
   */
  public long entriesBetween(IndexKey from, boolean afterFrom, IndexKey to, boolean afterTo) {
    return Math.max(0, rank(to, afterTo) - rank(from, afterFrom));
  }

  private long rank(IndexKey prefix, boolean after) {
    if (prefix.size() == 0) {
      return after ? tree.count() : 0;
    }
    return EntryRank.of(tree, prefix, after).entries();
  }

  /** The record of an entry with that value, as the index compares it, or -1. */
  long recordWithValue(BsonValue value) {
    return recordWith(IndexKey.of(collation.comparisonValue(value)));
  }

  /** The record of an entry with this very key, or -1. */
  long recordWith(IndexKey key) {
    return tree.firstRecord(key);
  }

  /** The record of an entry with this very key that is not {@code except}, or -1. */
  long otherRecordWith(IndexKey key, long except) {
    long first = tree.firstRecord(key);
    if (first != except || first < 0) {
      return first;
    }
    IndexCursor cursor = new IndexCursor(tree.root(), tree.order(), true);
    boolean found = cursor.seek(key, false);
    while (found && tree.order().compare(cursor.key(), key) == 0) {
      if (cursor.recordId() != except) {
        return cursor.recordId();
      }
      found = cursor.next();
    }
    return -1;
  }

  void add(DocumentKeys keys, long recordId, int documentBytes) {
    multikeyPaths = multikeyPaths.union(keys.multikey());
    for (IndexKey key : keys.keys()) {
      tree.add(key, recordId, documentBytes);
    }
  }

  void remove(DocumentKeys keys, long recordId) {
    for (IndexKey key : keys.keys()) {
      tree.remove(key, recordId);
    }
  }

  void replace(DocumentKeys before, DocumentKeys after, long recordId, int grown, int bytes) {
    multikeyPaths = multikeyPaths.union(after.multikey());
    for (IndexKey key : before.keys()) {
      if (!contains(after, key)) {
        tree.remove(key, recordId);
      } else if (grown != 0) {
        tree.resize(key, recordId, bytes);
      }
    }
    for (IndexKey key : after.keys()) {
      if (!contains(before, key)) {
        tree.add(key, recordId, bytes);
      }
    }
  }

  /**
   * Whether the same key is there with the same types: 1 and 1.0 sort alike but are not one key.
   */
  private static boolean contains(DocumentKeys keys, IndexKey key) {
    List<IndexKey> all = keys.keys();
    int low = 0;
    int high = all.size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int compared = all.get(middle).compareTo(key);
      if (compared == 0) {
        return all.get(middle).values().equals(key.values());
      }
      if (compared < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return false;
  }

  KeyTree tree() {
    return tree;
  }
}
