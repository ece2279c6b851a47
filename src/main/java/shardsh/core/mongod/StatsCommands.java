package shardsh.core.mongod;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.bson.Docs;
import shardsh.core.keys.IndexKey;
import shardsh.core.pipeline.stage.CollStats;
import shardsh.core.rpc.Replies;
import shardsh.core.rpc.StatsScale;
import shardsh.core.sharding.ChunkRange;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.storage.CollectionStore;
import shardsh.core.storage.OrderedIndex;
import shardsh.core.storage.RangeStatistics;

/** Sizes and counts of one shard. Declared weight counts as documents and bytes. */
final class StatsCommands {
  private static final String ORPHANS_ARE_COUNTED_SINCE = "6.0";
  private static final int INDEX_ENTRY_BYTES = 32;

  private final ShardServer server;

  StatsCommands(ShardServer server) {
    this.server = server;
  }

  void addTo(Map<String, ShardCommand> commands) {
    commands.put("collStats", this::collStats);
    commands.put("dbStats", this::dbStats);
    commands.put("dataSize", (db, command) -> dataSize(command));
    commands.put("_shardsvrGetStatsForBalancing", (db, command) -> balancing(command));
  }

  /** Everything of a store as numbers, declared weight included. */
  private record Sizes(long documents, long bytes, long orphans) {}

  private Sizes sizes(Namespace ns) {
    RangeStatistics all = server.sizes().of(ns);
    RangeStatistics owned = server.sharding().table(ns).map(server.sizes()::owned).orElse(all);
    return new Sizes(all.totalDocuments(), all.totalBytes(), all.minus(owned).totalDocuments());
  }

  private BsonDocument collStats(String db, BsonDocument command) {
    Namespace ns = new Namespace(db, command.getString("collStats").getValue());
    server.sharding().checkBoth(ns, command);
    server.reads().refuseView(ns);
    long scale = StatsScale.of(command);
    BsonDocument stats = storage(ns);
    for (String field : List.of("size", "storageSize", "totalIndexSize", "totalSize")) {
      stats.put(field, Docs.number(stats.getNumber(field).longValue() / scale));
    }
    stats
        .getDocument("indexSizes")
        .replaceAll((name, size) -> Docs.number(size.asNumber().longValue() / scale));
    return Replies.ok(stats.append("scaleFactor", Docs.number(scale)));
  }

  /** The document that {@code $collStats} gives on this shard. */
  BsonDocument document(Namespace ns, CollStats stage) {
    if (server.data().store(ns).isEmpty()) {
      throw new CommandException(
          ErrorCode.NAMESPACE_NOT_FOUND,
          "Unable to retrieve storageStats in $collStats stage :: caused by :: Collection ["
              + ns
              + "] not found.");
    }
    BsonDocument document =
        new BsonDocument("ns", new BsonString(ns.toString()))
            .append("shard", new BsonString(server.shardId().name()))
            .append("host", new BsonString(server.set().servingHost()))
            .append("localTime", new BsonDateTime(server.environment().clock().nowMillis()));
    if (stage.asksFor("storageStats")) {
      document.append("storageStats", storage(ns));
    }
    if (stage.asksFor("count")) {
      document.append("count", Docs.number(sizes(ns).documents()));
    }
    return document;
  }

  /** The documents that {@code $indexStats} gives on this shard. */
  List<BsonDocument> indexes(Namespace ns) {
    List<BsonDocument> rows = new ArrayList<>();
    for (OrderedIndex index :
        server.data().store(ns).map(store -> store.indexes().all()).orElse(List.of())) {
      BsonDocument spec = index.spec().toDocument();
      BsonDocument accesses =
          new BsonDocument("ops", new BsonInt64(server.counts().indexUses(ns, index.name())))
              .append("since", new BsonDateTime(server.counts().sinceMillis()));
      rows.add(
          new BsonDocument("name", new BsonString(index.name()))
              .append("key", spec.get("key"))
              .append("host", new BsonString(server.set().servingHost()))
              .append("accesses", accesses)
              .append("shard", new BsonString(server.shardId().name()))
              .append("spec", spec));
    }
    return rows;
  }

  private BsonDocument storage(Namespace ns) {
    Optional<CollectionStore> store = server.data().store(ns);
    Sizes sizes = sizes(ns);
    BsonDocument indexSizes = new BsonDocument();
    long totalIndexSize = 0;
    List<OrderedIndex> indexes = store.map(found -> found.indexes().all()).orElse(List.of());
    for (OrderedIndex index : indexes) {
      long bytes = index.entries() * INDEX_ENTRY_BYTES;
      totalIndexSize += bytes;
      indexSizes.append(index.name(), Docs.number(bytes));
    }
    BsonDocument stats = new BsonDocument("ns", new BsonString(ns.toString()));
    stats
        .append("size", Docs.number(sizes.bytes()))
        .append("count", Docs.number(sizes.documents()))
        .append(
            "avgObjSize",
            Docs.number(sizes.documents() == 0 ? 0 : sizes.bytes() / sizes.documents()));
    if (server.environment().profile().isAtLeast(ORPHANS_ARE_COUNTED_SINCE)) {
      stats.append("numOrphanDocs", Docs.number(sizes.orphans()));
    }
    stats
        .append("storageSize", Docs.number(sizes.bytes()))
        .append("freeStorageSize", Docs.number(0))
        .append("capped", Docs.bool(false));
    server
        .data()
        .find(ns)
        .map(LocalCollection::options)
        .filter(options -> Docs.truthy(options, "capped"))
        .ifPresent(options -> addCapped(stats, options));
    return stats
        .append("nindexes", new BsonInt32(indexes.size()))
        .append("indexSizes", indexSizes)
        .append("totalIndexSize", Docs.number(totalIndexSize))
        .append("totalSize", Docs.number(sizes.bytes() + totalIndexSize));
  }

  private static void addCapped(BsonDocument stats, BsonDocument options) {
    stats
        .append("capped", Docs.bool(true))
        .append("max", options.getOrDefault("max", Docs.number(0)))
        .append("maxSize", options.get("size"));
  }

  private BsonDocument dbStats(String db, BsonDocument command) {
    double scale = StatsScale.of(command);
    long collections = 0;
    long views = 0;
    long objects = 0;
    long bytes = 0;
    long indexes = 0;
    long indexBytes = 0;
    for (Namespace ns : server.data().namesIn(db)) {
      if (server.data().find(ns).orElseThrow().isView()) {
        views++;
        continue;
      }
      collections++;
      Sizes sizes = sizes(ns);
      objects += sizes.documents();
      bytes += sizes.bytes();
      for (OrderedIndex index : server.data().store(ns).orElseThrow().indexes().all()) {
        indexes++;
        indexBytes += index.entries() * INDEX_ENTRY_BYTES;
      }
    }
    return Replies.ok(
        new BsonDocument("db", new BsonString(db))
            .append("collections", Docs.number(collections))
            .append("views", Docs.number(views))
            .append("objects", Docs.number(objects))
            .append("avgObjSize", new BsonDouble(objects == 0 ? 0 : (double) bytes / objects))
            .append("dataSize", new BsonDouble(bytes / scale))
            .append("storageSize", new BsonDouble(bytes / scale))
            .append("indexes", Docs.number(indexes))
            .append("indexSize", new BsonDouble(indexBytes / scale))
            .append("totalSize", new BsonDouble((bytes + indexBytes) / scale))
            .append("scaleFactor", Docs.number((long) scale)));
  }

  /** {@code {dataSize: ns, keyPattern?, min?, max?}} → {@code {size, numObjects, millis}}. */
  private BsonDocument dataSize(BsonDocument command) {
    Namespace ns = Namespace.parse(command.getString("dataSize").getValue());
    server.sharding().checkBoth(ns, command);
    Optional<RoutingTable> table = server.sharding().table(ns);
    long bytes;
    long documents;
    if (table.isPresent() && command.isDocument("min") && command.isDocument("max")) {
      IndexKey min = table.get().shardKey().requireBound(command.getDocument("min"));
      IndexKey max = table.get().shardKey().requireBound(command.getDocument("max"));
      RangeStatistics size =
          min.compareTo(max) < 0
              ? server.sizes().of(table.get(), new ChunkRange(min, max))
              : RangeStatistics.NONE;
      bytes = size.totalBytes();
      documents = size.totalDocuments();
    } else {
      Sizes sizes = sizes(ns);
      bytes = sizes.bytes();
      documents = sizes.documents();
    }
    return Replies.ok(
        new BsonDocument("size", Docs.number(bytes))
            .append("numObjects", Docs.number(documents))
            .append("millis", Docs.number(0)));
  }

  /**
   * {@code {_shardsvrGetStatsForBalancing: 1, collections: [ns], migrating?}} → {@code {stats:
   * [{ns, bytes}]}}. What waits for its deletion does not count, nor what has come with a migration
   * that still runs; without either, all that is here does, as in real servers.
   */
  private BsonDocument balancing(BsonDocument command) {
    boolean migrating = Docs.truthy(command, "migrating");
    BsonArray stats = new BsonArray();
    for (BsonValue name : command.getArray("collections")) {
      Namespace ns = Namespace.parse(name.asString().getValue());
      boolean mixed =
          migrating
              || server.rangeDeleter().waiting().stream().anyMatch(task -> task.ns().equals(ns));
      RangeStatistics size =
          server
              .sharding()
              .table(ns)
              .filter(table -> table.chunkCount(server.sharding().shard()) > 0)
              .map(table -> mixed ? server.sizes().owned(table) : server.sizes().of(ns))
              .orElse(RangeStatistics.NONE);
      stats.add(new BsonDocument("ns", name).append("bytes", new BsonInt64(size.totalBytes())));
    }
    return Replies.ok(new BsonDocument("stats", stats));
  }
}
