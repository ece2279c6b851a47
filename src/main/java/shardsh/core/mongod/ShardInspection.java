package shardsh.core.mongod;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import shardsh.core.base.Namespace;
import shardsh.core.keys.IndexKey;
import shardsh.core.sharding.ChunkRange;
import shardsh.core.sharding.ChunkVersion;
import shardsh.core.sharding.DatabaseVersion;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.storage.CollectionStore;
import shardsh.core.storage.OrderedIndex;
import shardsh.core.storage.RangeStatistics;
import shardsh.core.storage.RecordCursor;
import shardsh.core.storage.WeightSegment;

/** What lies on a shard, for snapshots: a look from outside of the model, which no node has. */
public final class ShardInspection {
  private final ShardServer server;

  ShardInspection(ShardServer server) {
    this.server = server;
  }

  /** The collections that have a store here, views left out. */
  public List<Namespace> collections() {
    List<Namespace> names = new ArrayList<>();
    for (Namespace ns : server.data().names()) {
      if (server.data().store(ns).isPresent()) {
        names.add(ns);
      }
    }
    return names;
  }

  /** All names there are, those of views too. */
  public List<Namespace> names() {
    return server.data().names();
  }

  /** The options of a view, {@code viewOn} and {@code pipeline} among them; empty for no view. */
  public Optional<BsonDocument> view(Namespace ns) {
    return server.data().find(ns).filter(LocalCollection::isView).map(LocalCollection::options);
  }

  /** Some documents of a collection here, of its beginning and its end, orphans included. */
  public List<BsonDocument> sample(Namespace ns, int max) {
    List<BsonDocument> documents = new ArrayList<>();
    Optional<CollectionStore> store = server.data().store(ns);
    if (store.isPresent()) {
      for (boolean forward : new boolean[] {true, false}) {
        RecordCursor cursor = store.get().records(forward);
        for (int i = 0; i < (max + 1) / 2 && cursor.next(); i++) {
          documents.add(cursor.document());
        }
      }
    }
    return documents;
  }

  /** The names of a collection's indexes here. */
  public List<String> indexes(Namespace ns) {
    return server
        .data()
        .store(ns)
        .map(store -> store.indexes().all().stream().map(OrderedIndex::name).toList())
        .orElse(List.of());
  }

  /** Documents stored, declared ones not counted. */
  public long documents(Namespace ns) {
    return server.data().store(ns).map(CollectionStore::count).orElse(0L);
  }

  /** All documents and declared weight of a collection. */
  public RangeStatistics sizeOf(Namespace ns) {
    return server.sizes().of(ns);
  }

  /** Documents and weight in a range of a sharded collection, orphans included. */
  public RangeStatistics sizeOf(RoutingTable table, ChunkRange range) {
    return server.sizes().of(table, range);
  }

  /** Declared weight in a range, orphans included. */
  public List<WeightSegment> weights(Namespace ns, ChunkRange range) {
    return server
        .data()
        .store(ns)
        .map(store -> store.weights().clip(range.min(), range.max()))
        .orElse(List.of());
  }

  /** How many stored documents the table gives to other shards. */
  public long orphans(RoutingTable table) {
    Optional<CollectionStore> store = server.data().store(table.ns());
    if (store.isEmpty()) {
      return 0;
    }
    OwnershipFilter filter = new OwnershipFilter(table, server.sharding().shard());
    long orphans = 0;
    RecordCursor cursor = store.get().records(true);
    while (cursor.next()) {
      Optional<IndexKey> key = table.shardKey().keyOf(cursor.document());
      if (key.isPresent() && !filter.owns(key.get())) {
        orphans++;
      }
    }
    return orphans;
  }

  /** Documents and declared weight in chunks that this shard owns by the table. */
  public RangeStatistics ownedSize(RoutingTable table) {
    return server.sizes().owned(table);
  }

  /**
   * The version this shard filters by; empty when it must ask first or the collection is unsharded.
   */
  public Optional<ChunkVersion> filteringVersion(Namespace ns) {
    return server
        .sharding()
        .table(ns)
        .filter(table -> !table.isUnsplittable())
        .map(table -> table.shardVersion(server.sharding().shard()));
  }

  /** The version this shard knows of a database. */
  public Optional<DatabaseVersion> databaseVersion(String database) {
    return server.sharding().databaseVersion(database);
  }

  /**
   * A range that waits for its deletion; a pending one for the end of its migration first.
   *
   * @param bytes of the orphans, declared weight included
   */
  public record WaitingRange(
      Namespace ns,
      ChunkRange range,
      String whenToClean,
      long orphans,
      long bytes,
      boolean pending,
      long dueMillis) {}

  /** The ranges that wait, in the order in which they were noted. */
  public List<WaitingRange> rangeDeletions() {
    return server.rangeDeleter().waiting().stream().map(this::waiting).toList();
  }

  private WaitingRange waiting(RangeDeleter.Waiting task) {
    boolean empty = task.pending() && isOwned(task);
    long orphans = task.pending() ? server.rangeDeleter().orphansIn(task) : task.orphans();
    return new WaitingRange(
        task.ns(),
        task.range(),
        task.whenToClean(),
        empty ? 0 : orphans,
        empty ? 0 : bytesIn(task),
        task.pending(),
        task.dueMillis());
  }

  /** Whether what lies in a range is this shard's as far as it knows. */
  private boolean isOwned(RangeDeleter.Waiting task) {
    return server
        .sharding()
        .table(task.ns())
        .map(table -> table.chunkFor(task.range().min()).shard())
        .filter(server.sharding().shard()::equals)
        .isPresent();
  }

  private long bytesIn(RangeDeleter.Waiting task) {
    return server
        .data()
        .store(task.ns())
        .map(store -> RangeScan.bytes(store, task.key(), task.range()))
        .orElse(0L);
  }

  /** Commands that read, since the counts began. */
  public long reads() {
    return server.counts().reads();
  }

  /** Documents written, since the counts began. */
  public long writes() {
    return server.counts().writes();
  }

  /** Every document of a collection here, in natural order, orphans included. */
  public List<BsonDocument> allDocuments(Namespace ns) {
    List<BsonDocument> documents = new ArrayList<>();
    Optional<CollectionStore> store = server.data().store(ns);
    if (store.isPresent()) {
      RecordCursor cursor = store.get().records(true);
      while (cursor.next()) {
        documents.add(cursor.document());
      }
    }
    return documents;
  }
}
