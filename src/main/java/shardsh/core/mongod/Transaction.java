package shardsh.core.mongod;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.SessionFields;
import shardsh.core.storage.CollectionStore;

/**
 * A transaction as one shard has it: the data as they were when it began here, and what it has
 * written since, which nobody else sees. A collection that it writes is a copy with its own writes
 * in it; what was done to the copy is noted, to be done to the real one at the end.
 */
final class Transaction {

  /** What was done to a record. */
  enum Kind {
    INSERT,
    UPDATE,
    /** As UPDATE, but a whole document was given. */
    REPLACE,
    REMOVE
  }

  /**
   * One write.
   *
   * @param recordId in the transaction's copy; in the real collection too, unless it inserted the
   *     record itself
   * @param before empty document for an insert
   * @param after empty document for a removal
   */
  record Write(Kind kind, long recordId, BsonDocument before, BsonDocument after) {}

  /** A collection that it writes. */
  static final class Written {
    private final CollectionStore store;
    private final boolean created;
    private final List<Write> writes = new ArrayList<>();
    private final TreeSet<Long> inserted = new TreeSet<>();
    private final TreeSet<Long> touched = new TreeSet<>();

    private Written(CollectionStore store, boolean created) {
      this.store = store;
      this.created = created;
    }

    private Written copy() {
      Written copy = new Written(store.copy(), created);
      copy.writes.addAll(writes);
      copy.inserted.addAll(inserted);
      copy.touched.addAll(touched);
      return copy;
    }

    /** The collection as the transaction sees it. */
    CollectionStore store() {
      return store;
    }

    /** In the order in which they were done. */
    List<Write> writes() {
      return List.copyOf(writes);
    }

    /** Whether the record is one that it inserted itself. */
    boolean hasInserted(long recordId) {
      return inserted.contains(recordId);
    }

    /** Whether it replaced or removed a record that was there before. */
    boolean hasTouched(long recordId) {
      return touched.contains(recordId);
    }

    private void add(Write write) {
      writes.add(write);
      if (write.kind() == Kind.INSERT) {
        inserted.add(write.recordId());
      } else if (!inserted.contains(write.recordId())) {
        touched.add(write.recordId());
      }
    }
  }

  private final SessionFields fields;
  private final long startMillis;
  private final BsonTimestamp snapshotTime;
  private final boolean global;
  private final ShardData snapshot;
  private final Map<Namespace, Written> written = new TreeMap<>();
  private final TreeSet<Namespace> used = new TreeSet<>();
  private boolean prepared;
  private Optional<BsonDocument> retryOf = Optional.empty();

  /**
   * @param snapshot the data that it sees; nobody changes them
   * @param snapshotTime their cluster time
   * @param global whether all shards of the transaction see the data of that time
   */
  Transaction(
      SessionFields fields,
      long startMillis,
      BsonTimestamp snapshotTime,
      boolean global,
      ShardData snapshot) {
    this.fields = fields;
    this.startMillis = startMillis;
    this.snapshotTime = snapshotTime;
    this.global = global;
    this.snapshot = snapshot;
  }

  Transaction copy(Environment environment) {
    Transaction copy =
        new Transaction(fields, startMillis, snapshotTime, global, snapshot.copy(environment));
    written.forEach((ns, collection) -> copy.written.put(ns, collection.copy()));
    copy.used.addAll(used);
    copy.prepared = prepared;
    copy.retryOf = retryOf;
    return copy;
  }

  SessionFields fields() {
    return fields;
  }

  long number() {
    return fields.number();
  }

  long startMillis() {
    return startMillis;
  }

  BsonTimestamp snapshotTime() {
    return snapshotTime;
  }

  /** Whether all shards of the transaction see the data of one time. */
  boolean isGlobal() {
    return global;
  }

  boolean isPrepared() {
    return prepared;
  }

  void prepare() {
    prepared = true;
  }

  /** It is run for a retryable write, which its session then knows as done. */
  void isFor(BsonDocument statement) {
    retryOf = Optional.of(statement);
  }

  /** The statement of a retryable write that it does, {@code {lsid, txnNumber, stmtId}}. */
  Optional<BsonDocument> retryOf() {
    return retryOf;
  }

  /** Without writes, and without a statement that its session has to know as done. */
  boolean isReadOnly() {
    return retryOf.isEmpty()
        && written.values().stream().allMatch(collection -> collection.writes.isEmpty());
  }

  boolean createsCollections() {
    return written.values().stream()
        .anyMatch(collection -> collection.created && !collection.writes.isEmpty());
  }

  /** Whether it has read or written the collection here: then others may not change its options. */
  boolean uses(Namespace ns) {
    return used.contains(ns);
  }

  /** Whether it {@linkplain #uses uses} a collection of the database. */
  boolean usesDatabase(String db) {
    return used.stream().anyMatch(ns -> ns.db().equals(db));
  }

  Map<Namespace, Written> written() {
    return written;
  }

  Optional<Written> written(Namespace ns) {
    return Optional.ofNullable(written.get(ns));
  }

  /**
   * The collection as the transaction sees it, for reading; empty when it does not exist for it.
   *
   * @param now the real data
   * @throws CommandException SNAPSHOT_UNAVAILABLE when the collection is another one by now
   */
  Optional<CollectionStore> readable(Namespace ns, ShardData now) {
    use(ns, now);
    Written own = written.get(ns);
    return own != null ? Optional.of(own.store) : snapshot.store(ns);
  }

  /** As {@link #readable}, for writing; it is made if there is none. */
  Written writable(Namespace ns, ShardData now) {
    use(ns, now);
    Written own = written.get(ns);
    if (own == null) {
      Optional<CollectionStore> known = snapshot.store(ns);
      own =
          new Written(
              known.map(CollectionStore::copy).orElseGet(() -> now.emptyStore(ns)),
              known.isEmpty());
      written.put(ns, own);
    }
    return own;
  }

  private void use(Namespace ns, ShardData now) {
    if (!used.add(ns)) {
      return;
    }
    Optional<LocalCollection> then = snapshot.find(ns);
    Optional<LocalCollection> present = now.find(ns);
    boolean same =
        then.map(LocalCollection::uuid).equals(present.map(LocalCollection::uuid))
            && then.map(Transaction::indexNames).equals(present.map(Transaction::indexNames));
    if (!same) {
      used.remove(ns);
      throw new CommandException(
          ErrorCode.SNAPSHOT_UNAVAILABLE,
          "Unable to read from a snapshot due to pending collection catalog changes; please retry"
              + " the operation.");
    }
  }

  private static List<String> indexNames(LocalCollection collection) {
    return collection.isView()
        ? List.of()
        : collection.store().indexes().all().stream().map(index -> index.name()).toList();
  }

  /** Whether a record that it did not insert is no longer what it saw when it began. */
  boolean isOutdated(Namespace ns, long recordId, ShardData now) {
    Optional<BsonDocument> then = snapshot.store(ns).flatMap(store -> store.document(recordId));
    Optional<BsonDocument> present = now.store(ns).flatMap(store -> store.document(recordId));
    return then.isEmpty() || present.isEmpty() || then.get() != present.get();
  }

  void insert(Namespace ns, BsonDocument document) {
    Written own = written.get(ns);
    long recordId = own.store.insert(document);
    own.add(new Write(Kind.INSERT, recordId, new BsonDocument(), document));
  }

  void replace(
      Namespace ns, long recordId, BsonDocument before, BsonDocument after, boolean whole) {
    Written own = written.get(ns);
    own.store.replace(recordId, after);
    own.add(new Write(whole ? Kind.REPLACE : Kind.UPDATE, recordId, before, after));
  }

  void remove(Namespace ns, long recordId) {
    Written own = written.get(ns);
    BsonDocument before = own.store.remove(recordId);
    own.add(new Write(Kind.REMOVE, recordId, before, new BsonDocument()));
  }
}
