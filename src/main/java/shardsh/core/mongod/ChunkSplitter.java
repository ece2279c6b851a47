package shardsh.core.mongod;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.bson.Docs;
import shardsh.core.keys.IndexKey;
import shardsh.core.keys.KeyPattern;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.Chunk;
import shardsh.core.sharding.ChunkOperations;
import shardsh.core.sharding.ChunkRange;
import shardsh.core.sharding.ChunkVersion;
import shardsh.core.sharding.MigrateInfo;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardKeyPattern;
import shardsh.core.storage.CollectionStore;
import shardsh.core.storage.SplitPoints;
import shardsh.core.trace.CatalogEvent;

/**
 * Splits and merges on the shard that owns the chunks, asked for or by itself after inserts.
 * Source: {@code sharding-facts.md}, sections 7.3, 7.6 and 11.6; under the teaching hybrid it cuts
 * a chunk over the limit at its middle by itself, as the sharding page shows, and its pieces again.
 */
final class ChunkSplitter {
  private static final int WRITES_PER_CHECK = 5;

  private final ShardServer server;
  private final Environment environment;
  private final WrittenBytes written = new WrittenBytes();

  ChunkSplitter(ShardServer server) {
    this.server = server;
    this.environment = server.environment();
  }

  void copyFrom(ChunkSplitter other) {
    written.copyFrom(other.written);
  }

  void addTo(Map<String, ShardCommand> commands) {
    commands.put("splitChunk", (db, command) -> splitChunk(command));
    commands.put("mergeChunks", (db, command) -> mergeChunks(command));
    commands.put("splitVector", (db, command) -> splitVector(command));
  }

  private RoutingTable ownTable(Namespace ns) {
    Optional<RoutingTable> known = server.sharding().table(ns);
    return known
        .or(() -> server.sharding().refresh(ns))
        .orElseThrow(
            () ->
                new CommandException(
                    ErrorCode.NAMESPACE_NOT_SHARDED, "Collection " + ns + " is not sharded."));
  }

  /** {@code {splitChunk: ns, min, max, splitKeys?: [key]}}; without keys at the median. */
  private BsonDocument splitChunk(BsonDocument command) {
    Namespace ns = Namespace.parse(command.getString("splitChunk").getValue());
    RoutingTable table = ownTable(ns);
    ShardKeyPattern shardKey = table.shardKey();
    ChunkRange range = shardKey.range(command.getDocument("min"), command.getDocument("max"));
    List<IndexKey> points = new ArrayList<>();
    if (command.containsKey("splitKeys")) {
      for (BsonValue key : command.getArray("splitKeys")) {
        points.add(shardKey.requireBound(key.asDocument()));
      }
    } else {
      points.add(median(table, range));
    }
    split(table, range, points, false);
    return Replies.ok();
  }

  private IndexKey median(RoutingTable table, ChunkRange range) {
    CollectionStore store = server.data().storeOrCreate(table.ns());
    SplitPoints points =
        new SplitPoints(store, table.shardKey().keyPattern(), range.min(), range.max());
    Optional<IndexKey> found = points.median();
    environment
        .trace()
        .record(
            new CatalogEvent.SplitAsked(
                server.sharding().shard(),
                table.ns(),
                range,
                server.sizes().of(table, range).totalBytes(),
                0,
                found));
    return points.requireMedian();
  }

  private RoutingTable split(
      RoutingTable table, ChunkRange range, List<IndexKey> points, boolean automatic) {
    BsonArray keys = new BsonArray();
    points.forEach(point -> keys.add(table.shardKey().named(point)));
    BsonDocument reply =
        environment
            .network()
            .require(
                server.id(),
                NodeId.CONFIG,
                "admin",
                new BsonDocument(
                        "_configsvrCommitChunkSplit", new BsonString(table.ns().toString()))
                    .append("min", table.shardKey().named(range.min()))
                    .append("max", table.shardKey().named(range.max()))
                    .append("splitPoints", keys)
                    .append("shard", new BsonString(server.sharding().shard().name())));
    List<ChunkVersion> versions = new ArrayList<>();
    for (BsonValue version : reply.getArray("versions")) {
      versions.add(
          new ChunkVersion(
              version.asTimestamp().getTime(), version.asTimestamp().getInc(), table.generation()));
    }
    environment
        .trace()
        .record(
            new CatalogEvent.ChunkSplit(
                server.sharding().shard(), table.ns(), range, points, versions, automatic));
    server
        .data()
        .store(table.ns())
        .ifPresent(store -> points.forEach(point -> store.weights().cut(point)));
    return server.sharding().refresh(table.ns()).orElseThrow();
  }

  /** {@code {mergeChunks: ns, bounds: [min, max]}}. */
  private BsonDocument mergeChunks(BsonDocument command) {
    Namespace ns = Namespace.parse(command.getString("mergeChunks").getValue());
    RoutingTable table = ownTable(ns);
    if (!command.isArray("bounds")) {
      throw new CommandException(ErrorCode.NONE, "no bounds were specified");
    }
    BsonArray bounds = command.getArray("bounds");
    ChunkRange range = boundsOf(table, bounds);
    BsonDocument reply =
        environment
            .network()
            .require(
                server.id(),
                NodeId.CONFIG,
                "admin",
                new BsonDocument("_configsvrCommitChunksMerge", new BsonString(ns.toString()))
                    .append("shard", new BsonString(server.sharding().shard().name()))
                    .append(
                        "chunkRange",
                        new BsonDocument("min", bounds.get(0)).append("max", bounds.get(1))));
    RoutingTable fresh = server.sharding().refresh(ns).orElseThrow();
    environment
        .trace()
        .record(
            new CatalogEvent.ChunksMerged(
                server.sharding().shard(),
                table.ns(),
                range,
                reply.getInt32("merged").getValue(),
                fresh.chunkFor(range.min()).version()));
    return Replies.ok();
  }

  private static ChunkRange boundsOf(RoutingTable table, BsonArray bounds) {
    if (bounds.size() != 2) {
      throw new CommandException(ErrorCode.NONE, "only a min and max bound may be specified");
    }
    for (BsonValue bound : bounds) {
      if (!bound.isDocument()) {
        throw new CommandException(
            ErrorCode.location(10065), "invalid parameter: expected an object (bounds)");
      }
    }
    return table.shardKey().range(bounds.get(0).asDocument(), bounds.get(1).asDocument());
  }

  /** {@code {splitVector: ns, keyPattern, min?, max?, maxChunkSizeBytes | force}}. */
  private BsonDocument splitVector(BsonDocument command) {
    Namespace ns = Namespace.parse(command.getString("splitVector").getValue());
    CollectionStore store =
        server
            .data()
            .store(ns)
            .orElseThrow(() -> new CommandException(ErrorCode.NAMESPACE_NOT_FOUND, "ns not found"));
    KeyPattern pattern = KeyPattern.of(command.getDocument("keyPattern"));
    IndexKey min =
        command.isDocument("min")
            ? IndexKey.ofDocument(command.getDocument("min"))
            : IndexKey.allMin(pattern.size());
    IndexKey max =
        command.isDocument("max")
            ? IndexKey.ofDocument(command.getDocument("max"))
            : IndexKey.allMax(pattern.size());
    SplitPoints points = new SplitPoints(store, pattern, min, max);
    BsonArray keys = new BsonArray();
    if (Docs.truthy(command, "force")) {
      points.median().ifPresent(key -> keys.add(pattern.named(key)));
    } else {
      long bytes =
          command.containsKey("maxChunkSizeBytes")
              ? command.getNumber("maxChunkSizeBytes").longValue()
              : command.getNumber("maxChunkSize").longValue() * 1024 * 1024;
      points.vector(bytes).forEach(key -> keys.add(pattern.named(key)));
    }
    return Replies.ok(new BsonDocument("splitKeys", keys));
  }

  /**
   * Counts what a write added to the document's chunk, and looks at that chunk once it is enough to
   * matter.
   *
   * @param bytes how much larger the collection became
   */
  void wrote(Namespace ns, BsonDocument document, long bytes) {
    if (bytes <= 0 || !environment.splitsOnInsert(ns) || isMigrating(ns)) {
      return;
    }
    Optional<Chunk> chunk = server.sharding().table(ns).flatMap(table -> ownChunk(table, document));
    if (chunk.isEmpty()) {
      return;
    }
    IndexKey min = chunk.get().min();
    long limitBytes = environment.chunkSizeBytes(ns);
    if (written.add(ns, min, bytes) >= limitBytes / WRITES_PER_CHECK) {
      written.forget(ns, min);
      try {
        if (environment.profile().splitsAtHalves()) {
          cutAtHalves(ns, chunk.get().range(), limitBytes);
        } else {
          cutDown(ns, chunk.get().range(), limitBytes, new ArrayList<>());
        }
      } catch (CommandException e) {
        // The write is done whatever becomes of the split; a real shard splits in the background.
      }
    }
  }

  /**
   * Cuts a chunk into pieces of half the chunk size, if there are at least two places to cut; one
   * at an end of all keys there, so that the outermost piece is nearly empty and may go elsewhere.
   */
  private void cutAtHalves(Namespace ns, ChunkRange range, long limitBytes) {
    RoutingTable table = ownTable(ns);
    KeyPattern pattern = table.shardKey().keyPattern();
    SplitPoints places =
        new SplitPoints(server.data().storeOrCreate(ns), pattern, range.min(), range.max());
    List<IndexKey> points = new ArrayList<>(places.vector(limitBytes));
    if (points.size() < 2) {
      return;
    }
    boolean ordered = pattern.fields().stream().noneMatch(KeyPattern.Field::hashed);
    boolean first = ordered && range.min().isAllMin();
    boolean last = ordered && !first && range.max().isAllMax();
    if (first) {
      points.set(0, places.lowest().orElseThrow());
    } else if (last) {
      points.set(points.size() - 1, places.highest().orElseThrow());
    }
    environment
        .trace()
        .record(
            new CatalogEvent.SplitAsked(
                server.sharding().shard(),
                ns,
                range,
                server.sizes().of(table, range).totalBytes(),
                limitBytes,
                Optional.of(points.get(0))));
    split(table, range, points, true);
    if (first || last) {
      IndexKey outermost = first ? range.min() : points.get(points.size() - 1);
      environment
          .scheduler()
          .schedule(
              environment.clock().nowMillis(),
              NodeId.CONFIG,
              MigrateInfo.OUTERMOST_TASK,
              new BsonDocument("ns", new BsonString(ns.toString()))
                  .append("min", table.shardKey().named(outermost)));
    }
  }

  /** Chunks of a collection are not cut by themselves while one of them moves away. */
  private boolean isMigrating(Namespace ns) {
    return server.source().active().filter(record -> record.what().ns().equals(ns)).isPresent();
  }

  private Optional<Chunk> ownChunk(RoutingTable table, BsonDocument document) {
    return table
        .shardKey()
        .keyOf(document)
        .map(table::chunkFor)
        .filter(chunk -> chunk.shard().equals(server.sharding().shard()));
  }

  /**
   * Cuts every chunk of this shard that was written to and is over the limit, and its pieces again;
   * one that cannot be cut is marked jumbo. Gives the points at which it cut.
   */
  List<IndexKey> splitIfTooLarge(Namespace ns, Predicate<ChunkRange> wasWritten) {
    long limitBytes = environment.chunkSizeBytes(ns);
    List<IndexKey> cuts = new ArrayList<>();
    if (isMigrating(ns)) {
      return cuts;
    }
    RoutingTable table = ownTable(ns);
    List<Chunk> own = new ArrayList<>();
    for (Chunk chunk : table.chunks()) {
      environment.operation().checkForInterrupt();
      if (chunk.shard().equals(server.sharding().shard()) && wasWritten.test(chunk.range())) {
        own.add(chunk);
      }
    }
    for (Chunk chunk : own) {
      cutDown(ns, chunk.range(), limitBytes, cuts);
    }
    return cuts;
  }

  private void cutDown(Namespace ns, ChunkRange range, long limitBytes, List<IndexKey> cuts) {
    environment.operation().checkForInterrupt();
    environment.report("splits", cuts.size(), 0);
    RoutingTable table = ownTable(ns);
    long bytes = server.sizes().of(table, range).totalBytes();
    Chunk chunk = table.chunkFor(range.min());
    if (bytes <= limitBytes) {
      return;
    }
    CollectionStore store = server.data().storeOrCreate(ns);
    Optional<IndexKey> middle =
        new SplitPoints(store, table.shardKey().keyPattern(), range.min(), range.max()).median();
    if (chunk.jumbo() && middle.isEmpty()) {
      return;
    }
    environment
        .trace()
        .record(
            new CatalogEvent.SplitAsked(
                server.sharding().shard(), ns, range, bytes, limitBytes, middle));
    if (middle.isEmpty()) {
      markJumbo(table, chunk, bytes, limitBytes);
      return;
    }
    split(table, range, List.of(middle.get()), true);
    cuts.add(middle.get());
    cutDown(ns, new ChunkRange(range.min(), middle.get()), limitBytes, cuts);
    cutDown(ns, new ChunkRange(middle.get(), range.max()), limitBytes, cuts);
  }

  private void markJumbo(RoutingTable table, Chunk chunk, long bytes, long limitBytes) {
    environment
        .network()
        .require(
            server.id(),
            NodeId.CONFIG,
            "admin",
            new BsonDocument("_configsvrSetJumboFlag", new BsonString(table.ns().toString()))
                .append("minKey", table.shardKey().named(chunk.min()))
                .append("maxKey", table.shardKey().named(chunk.max())));
    server.sharding().learn(table.ns(), Optional.of(ChunkOperations.flagJumbo(table, chunk, true)));
    environment
        .trace()
        .record(
            new CatalogEvent.JumboMarked(
                server.sharding().shard(), table.ns(), chunk.range(), bytes, limitBytes));
  }
}
