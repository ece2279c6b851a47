package shardsh.core.storage;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.bson.BsonSize;
import shardsh.core.bson.ServerText;
import shardsh.core.keys.DocumentKeys;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.KeyPattern;

/**
 * One collection's data on one node: documents in natural order, indexes that always agree with
 * them, and declared weight. Every document has an {@code _id}, unique on this node. Documents are
 * given back as stored, never to be changed.
 */
public final class CollectionStore {
  /** The largest document, in bytes. */
  public static final int DOCUMENT_BYTES_MAX = 16 * 1024 * 1024;

  private final Namespace ns;
  private final IndexFunctions functions;
  private final DocumentPacker packer;
  private final RecordStore records;
  private final IndexCatalog catalog;
  private final WeightMap weights;
  private long bytes;
  private Journal journal;

  /** An empty collection with the index on {@code _id}. */
  public CollectionStore(Namespace ns, IndexFunctions functions) {
    this(ns, functions, IndexSpec.id());
  }

  /** An empty collection whose strings compare by that collation, in {@code _id} too. */
  public CollectionStore(Namespace ns, IndexFunctions functions, BsonDocument collation) {
    this(ns, functions, IndexSpec.id(collation));
  }

  private CollectionStore(Namespace ns, IndexFunctions functions, IndexSpec id) {
    this.ns = ns;
    this.functions = functions;
    this.packer = new DocumentPacker();
    this.records = new RecordStore();
    this.catalog = new IndexCatalog();
    this.weights = new WeightMap();
    catalog.add(new OrderedIndex(id, functions));
  }

  private CollectionStore(CollectionStore other, Namespace ns) {
    this.ns = ns;
    this.functions = other.functions;
    this.packer = other.packer;
    this.records = other.records.copy();
    this.catalog = other.catalog.copy();
    this.weights = other.weights.copy();
    this.bytes = other.bytes;
  }

  /** An independent collection with the same content; what both hold is shared until it changes. */
  public CollectionStore copy() {
    return new CollectionStore(this, ns);
  }

  /** A copy under another name. */
  public CollectionStore renamedTo(Namespace name) {
    return new CollectionStore(this, name);
  }

  public Namespace namespace() {
    return ns;
  }

  public IndexCatalog indexes() {
    return catalog;
  }

  /** The collection's declared weight; changed directly. */
  public WeightMap weights() {
    return weights;
  }

  /** The number of documents, weight not counted. */
  public long count() {
    return records.count();
  }

  /** The size of all documents in BSON bytes, weight not counted. */
  public long dataBytes() {
    return bytes;
  }

  /** In natural order, or backwards; a view of this moment. */
  public RecordCursor records(boolean forward) {
    return records.cursor(forward);
  }

  /** The document of a record; empty when it has been removed. */
  public Optional<BsonDocument> document(long recordId) {
    return Optional.ofNullable(records.get(recordId));
  }

  /** Reads the documents that an index scan finds. */
  public RecordReader reader() {
    return new RecordReader(records);
  }

  /** The record with this {@code _id}, or -1. */
  public long recordWithId(BsonValue id) {
    return catalog.idIndex().recordWithValue(id);
  }

  /** The document with this {@code _id}. */
  public Optional<BsonDocument> documentWithId(BsonValue id) {
    long record = recordWithId(id);
    return record < 0 ? Optional.empty() : document(record);
  }

  /**
   * Adds a document, which must have an {@code _id}, and gives its record id. Nothing is written
   * when it fails.
   *
   * @throws CommandException DUPLICATE_KEY with a {@link DuplicateKeyInfo}; what {@link
   *     shardsh.core.keys.KeyGenerator#keys} throws; BAD_VALUE above 16 MB
   */
  public long insert(BsonDocument document) {
    BsonDocument packed = packer.pack(document);
    int size = BsonSize.of(packed);
    if (size > DOCUMENT_BYTES_MAX) {
      throw new CommandException(
          ErrorCode.BAD_VALUE,
          "object to insert too large. size in bytes: "
              + size
              + ", max size: "
              + DOCUMENT_BYTES_MAX);
    }
    DocumentKeys[] keys = keysOf(packed);
    List<OrderedIndex> indexes = catalog.all();
    for (int i = 0; i < keys.length; i++) {
      checkUnique(indexes.get(i), keys[i], -1);
    }
    long recordId = records.add(packed);
    bytes += size;
    for (int i = 0; i < keys.length; i++) {
      indexes.get(i).add(keys[i], recordId, size);
    }
    if (journal != null) {
      journal.inserted(ns, recordId, packed);
    }
    return recordId;
  }

  /** Tells a journal of every change from now on; copies tell nobody. */
  public void reportTo(Journal newJournal) {
    journal = newJournal;
  }

  /** Puts a document back that was removed, as the record that it was; the journal is not told. */
  public void restore(long recordId, BsonDocument document) {
    BsonDocument packed = packer.pack(document);
    int size = BsonSize.of(packed);
    DocumentKeys[] keys = keysOf(packed);
    records.restore(recordId, packed);
    bytes += size;
    for (int i = 0; i < keys.length; i++) {
      catalog.all().get(i).add(keys[i], recordId, size);
    }
  }

  /**
   * Puts another document in the place of one that exists; it keeps its place in natural order.
   * Nothing is written when it fails.
   *
   * @throws CommandException as {@link #insert}; 17419 above 16 MB
   */
  public void replace(long recordId, BsonDocument document) {
    BsonDocument old = existing(recordId);
    BsonDocument packed = packer.pack(document);
    int size = BsonSize.of(packed);
    if (size > DOCUMENT_BYTES_MAX) {
      throw new CommandException(
          ErrorCode.location(17419),
          "Resulting document after update is larger than " + DOCUMENT_BYTES_MAX);
    }
    DocumentKeys[] before = keysOf(old);
    DocumentKeys[] after = keysOf(packed);
    List<OrderedIndex> indexes = catalog.all();
    for (int i = 0; i < after.length; i++) {
      checkUnique(indexes.get(i), after[i], recordId);
    }
    int grown = size - BsonSize.of(old);
    records.replace(recordId, packed);
    bytes += grown;
    for (int i = 0; i < after.length; i++) {
      indexes.get(i).replace(before[i], after[i], recordId, grown, size);
    }
    if (journal != null) {
      journal.replaced(ns, recordId, old, packed);
    }
  }

  /** Removes a record that exists and gives its document. */
  public BsonDocument remove(long recordId) {
    BsonDocument old = existing(recordId);
    DocumentKeys[] keys = keysOf(old);
    for (int i = 0; i < keys.length; i++) {
      catalog.all().get(i).remove(keys[i], recordId);
    }
    records.remove(recordId);
    bytes -= BsonSize.of(old);
    if (journal != null) {
      journal.removed(ns, recordId, old);
    }
    return old;
  }

  private BsonDocument existing(long recordId) {
    BsonDocument document = records.get(recordId);
    if (document == null) {
      throw new IllegalStateException(ns + " has no record " + recordId);
    }
    return document;
  }

  private DocumentKeys[] keysOf(BsonDocument document) {
    List<OrderedIndex> indexes = catalog.all();
    DocumentKeys[] keys = new DocumentKeys[indexes.size()];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = indexes.get(i).keysOf(document);
    }
    return keys;
  }

  private void checkUnique(OrderedIndex index, DocumentKeys keys, long except) {
    if (!index.spec().unique()) {
      return;
    }
    for (IndexKey key : keys.keys()) {
      if (index.otherRecordWith(key, except) >= 0) {
        throw duplicateKey(index, key);
      }
    }
  }

  /** The other records that have a unique key of this document, in no particular order. */
  public List<Long> clashing(BsonDocument document, long except) {
    List<Long> found = new ArrayList<>();
    for (OrderedIndex index : catalog.all()) {
      if (index.spec().unique()) {
        for (IndexKey key : index.keysOf(document).keys()) {
          long record = index.otherRecordWith(key, except);
          if (record >= 0) {
            found.add(record);
          }
        }
      }
    }
    return found;
  }

  private CommandException duplicateKey(OrderedIndex index, IndexKey key) {
    BsonDocument value = index.keyPattern().named(index.shown(key));
    return new CommandException(
        ErrorCode.DUPLICATE_KEY,
        "E11000 duplicate key error collection: "
            + ns
            + " index: "
            + index.name()
            + index.spec().collation().map(one -> " collation: " + ServerText.of(one)).orElse("")
            + " dup key: "
            + ServerText.of(value),
        new DuplicateKeyInfo(index.keyPattern().toDocument(), value));
  }

  /**
   * Makes an index over the documents that are there; false when the same one exists already.
   *
   * @throws CommandException IndexOptionsConflict or IndexKeySpecsConflict; DUPLICATE_KEY when
   *     documents share a unique key; what {@link IndexSpec#parse} and the key generator throw
   */
  public boolean createIndex(IndexSpec spec) {
    if (catalog.has(spec, ns)) {
      return false;
    }
    OrderedIndex index = new OrderedIndex(spec, functions);
    RecordCursor cursor = records.cursor(true);
    while (cursor.next()) {
      DocumentKeys keys = index.keysOf(cursor.document());
      checkUnique(index, keys, cursor.recordId());
      index.add(keys, cursor.recordId(), BsonSize.of(cursor.document()));
    }
    catalog.add(index);
    return true;
  }

  /**
   * Drops the index of that name.
   *
   * @throws CommandException IndexNotFound; InvalidOptions for the index on {@code _id}
   */
  public void dropIndex(String name) {
    OrderedIndex index = catalog.all().get(catalog.positionOf(name));
    drop(index);
  }

  /**
   * Drops the index with exactly this key.
   *
   * @throws CommandException IndexNotFound; AmbiguousIndexKeyPattern when there are several;
   *     InvalidOptions for the index on {@code _id}
   */
  public void dropIndex(BsonDocument key) {
    List<OrderedIndex> found = catalog.withKey(key);
    if (found.isEmpty()) {
      throw new CommandException(
          ErrorCode.INDEX_NOT_FOUND, "can't find index with key: " + ServerText.of(key));
    }
    if (found.size() > 1) {
      throw new CommandException(
          new ErrorCode(181, "AmbiguousIndexKeyPattern"),
          found.size()
              + " indexes found for key: "
              + ServerText.of(key)
              + ", identify by name instead. Conflicting indexes: "
              + found.get(0).spec()
              + ", "
              + found.get(1).spec());
    }
    drop(found.get(0));
  }

  private void drop(OrderedIndex index) {
    if (index.spec().isIdIndex()) {
      throw new CommandException(ErrorCode.INVALID_OPTIONS, "cannot drop _id index");
    }
    catalog.remove(index);
  }

  /**
   * Changes {@code hidden}, {@code expireAfterSeconds}, {@code unique} or the like of an index, as
   * collMod does; empty takes the option away. What may be changed is for the caller to decide.
   *
   * @throws CommandException IndexNotFound
   */
  public void setIndexOption(String indexName, String option, Optional<BsonValue> value) {
    int position = catalog.positionOf(indexName);
    OrderedIndex index = catalog.all().get(position);
    catalog.put(position, index.withSpec(index.spec().with(option, value)));
  }

  /**
   * Documents and weight whose shard key lies in {@code [min, max)}; a {@code max} of MaxKeys takes
   * in everything above. Costs the same for ten and for a million documents.
   *
   * @throws CommandException IndexNotFound when no index begins with the shard key
   */
  public RangeStatistics statistics(KeyPattern shardKey, IndexKey min, IndexKey max) {
    EntryRank from = EntryRank.of(shardKeyIndex(shardKey).tree(), min, false);
    EntryRank to = rankBelow(shardKeyIndex(shardKey).tree(), max);
    return new RangeStatistics(
        Math.max(0, to.entries() - from.entries()),
        Math.max(0, to.bytes() - from.bytes()),
        weights.documents(min, max),
        weights.bytes(min, max));
  }

  /**
   * The records whose shard key lies in {@code [min, max)}, by record id, which is natural order;
   * empty when no index with one entry per document begins with the shard key.
   */
  public Optional<List<Long>> recordsIn(KeyPattern shardKey, IndexKey min, IndexKey max) {
    Optional<OrderedIndex> found = indexWithOneEntryEach(shardKey);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    KeyTree tree = found.get().tree();
    long left = rankBelow(tree, max).entries() - EntryRank.of(tree, min, false).entries();
    List<Long> inRange = new ArrayList<>();
    IndexCursor cursor = found.get().cursor(true);
    boolean there = left > 0 && cursor.seek(min, false);
    while (there && left-- > 0) {
      inRange.add(cursor.recordId());
      there = cursor.next();
    }
    Collections.sort(inRange);
    return Optional.of(inRange);
  }

  static EntryRank rankBelow(KeyTree tree, IndexKey max) {
    return max.isAllMax() ? EntryRank.end(tree) : EntryRank.of(tree, max, false);
  }

  /** Whether {@link #statistics} can be told of a shard key. */
  public boolean hasShardKeyIndex(KeyPattern shardKey) {
    return indexWithOneEntryEach(shardKey).isPresent();
  }

  private Optional<OrderedIndex> indexWithOneEntryEach(KeyPattern shardKey) {
    return catalog.supporting(shardKey).filter(index -> !index.multikeyPaths().isMultikey());
  }

  /**
   * The index that serves a shard key and has one entry per document.
   *
   * @throws CommandException IndexNotFound
   */
  OrderedIndex shardKeyIndex(KeyPattern shardKey) {
    return indexWithOneEntryEach(shardKey)
        .orElseThrow(
            () ->
                new CommandException(
                    ErrorCode.INDEX_NOT_FOUND,
                    "couldn't find index over shard key " + shardKey + " in " + ns));
  }
}
