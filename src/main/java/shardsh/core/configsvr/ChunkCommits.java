package shardsh.core.configsvr;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.bson.Docs;
import shardsh.core.bson.ServerText;
import shardsh.core.keys.IndexKey;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.Chunk;
import shardsh.core.sharding.ChunkOperations;
import shardsh.core.sharding.ChunkRange;
import shardsh.core.sharding.ChunkVersion;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;
import shardsh.core.sharding.ShardKeyPattern;

/** Splits, merges, migrations and jumbo flags, as shards ask the config servers to commit them. */
final class ChunkCommits {
  private static final int SPLIT_POINTS_MAX = 8192;

  private final CatalogState state;

  ChunkCommits(CatalogState state) {
    this.state = state;
  }

  void addTo(Map<String, ConfigCommand> commands) {
    commands.put("_configsvrCommitChunkSplit", (db, command) -> split(command));
    commands.put("_configsvrCommitChunksMerge", (db, command) -> merge(command));
    commands.put("_configsvrCommitChunkMigration", (db, command) -> migrate(command));
    commands.put(
        "_configsvrEnsureChunkVersionIsGreaterThan", (db, command) -> raiseVersion(command));
    commands.put("_configsvrSetJumboFlag", (db, command) -> flagJumbo(command, true));
    commands.put("_configsvrClearJumboFlag", (db, command) -> flagJumbo(command, false));
  }

  /**
   * {@code {_configsvrCommitChunkSplit: ns, min, max, splitPoints: [key], shard}} → {@code
   * {shardVersion, versions: [Timestamp]}}.
   */
  private BsonDocument split(BsonDocument command) {
    Namespace ns = ns(command);
    RoutingTable table = state.requireTable(ns);
    Chunk chunk = requireChunk(table, command);
    List<IndexKey> points = new ArrayList<>();
    for (BsonValue point : command.getArray("splitPoints")) {
      points.add(IndexKey.ofDocument(point.asDocument()));
    }
    checkSplitPoints(table, chunk, points);
    RoutingTable next =
        ChunkOperations.split(table, chunk, points, state.environment().ids()::objectId);
    state.replace(state.catalog().withTable(next));
    List<Chunk> pieces =
        new ArrayList<>(next.chunksOverlapping(chunk.min(), points.get(points.size() - 1)));
    logSplit(table, chunk, pieces);
    BsonArray versions = new BsonArray();
    pieces.forEach(piece -> versions.add(piece.version().toTimestamp()));
    return Replies.ok(
        new BsonDocument("shardVersion", next.shardVersion(chunk.shard()).toBson())
            .append("versions", versions));
  }

  private static void checkSplitPoints(RoutingTable table, Chunk chunk, List<IndexKey> points) {
    if (points.size() > SPLIT_POINTS_MAX) {
      throw new CommandException(
          ErrorCode.BAD_VALUE,
          "Cannot split chunk in more than " + SPLIT_POINTS_MAX + " parts at a time.");
    }
    IndexKey before = chunk.min();
    for (IndexKey point : points) {
      if (point.compareTo(before) <= 0 || point.compareTo(chunk.max()) >= 0) {
        throw new CommandException(
            ErrorCode.INVALID_OPTIONS,
            "Split keys must be strictly inside "
                + table.shardKey().text(chunk.range())
                + " and ascending");
      }
      if (!ShardKeyPattern.isStorableInBound(point)) {
        throw new CommandException(
            ErrorCode.INVALID_OPTIONS, "Split key contains a value that cannot bound a chunk");
      }
      before = point;
    }
  }

  private void logSplit(RoutingTable table, Chunk before, List<Chunk> pieces) {
    String shard = before.shard().name();
    BsonDocument beforeRow = piece(table, before);
    if (pieces.size() == 2) {
      state.log(
          "split",
          table.ns().toString(),
          shard,
          new BsonDocument("before", beforeRow)
              .append("left", piece(table, pieces.get(0)))
              .append("right", piece(table, pieces.get(1)))
              .append("owningShard", new BsonString(shard)));
      return;
    }
    for (int i = 0; i < pieces.size(); i++) {
      state.log(
          "multi-split",
          table.ns().toString(),
          shard,
          new BsonDocument("before", beforeRow)
              .append("number", new BsonInt32(i + 1))
              .append("of", new BsonInt32(pieces.size()))
              .append("chunk", piece(table, pieces.get(i)))
              .append("owningShard", new BsonString(shard)));
    }
  }

  /** A chunk as the change log shows it: {@code {min, max, lastmod, lastmodEpoch}}. */
  static BsonDocument piece(RoutingTable table, Chunk chunk) {
    return new BsonDocument("min", table.shardKey().named(chunk.min()))
        .append("max", table.shardKey().named(chunk.max()))
        .append("lastmod", chunk.version().toTimestamp())
        .append("lastmodEpoch", new BsonObjectId(table.generation().epoch()));
  }

  /**
   * {@code {_configsvrCommitChunksMerge: ns, shard, chunkRange: {min, max}}} → {@code
   * {shardVersion, merged: n}}. Answers success when one chunk already fills the range.
   */
  private BsonDocument merge(BsonDocument command) {
    Namespace ns = ns(command);
    RoutingTable table = state.requireTable(ns);
    BsonDocument range = command.getDocument("chunkRange");
    IndexKey min = IndexKey.ofDocument(range.getDocument("min"));
    IndexKey max = IndexKey.ofDocument(range.getDocument("max"));
    ShardId shard = new ShardId(command.getString("shard").getValue());
    if (table.chunkWithBounds(min, max).isPresent()) {
      return mergeReply(table, shard, 1);
    }
    List<Chunk> run = exactRun(table, min, max, shard);
    RoutingTable next = ChunkOperations.merge(table, run, state.environment().nextClusterTime());
    state.replace(state.catalog().withTable(next));
    BsonArray merged = new BsonArray();
    run.forEach(chunk -> merged.add(piece(table, chunk)));
    BsonDocument details =
        new BsonDocument("merged", merged)
            .append("prevShardVersion", table.shardVersion(shard).toTimestamp())
            .append("mergedVersion", next.version().toTimestamp())
            .append("owningShard", new BsonString(shard.name()));
    if (state.environment().profile().autoMerge()) {
      details
          .append("numChunks", new BsonInt32(run.size()))
          .append("isAutoMerge", BsonBoolean.FALSE);
    }
    state.log("merge", ns.toString(), shard.name(), details);
    return mergeReply(next, shard, run.size());
  }

  private static BsonDocument mergeReply(RoutingTable table, ShardId shard, int chunks) {
    return Replies.ok(
        new BsonDocument("shardVersion", table.shardVersion(shard).toBson())
            .append("version", table.version().toTimestamp())
            .append("merged", new BsonInt32(chunks)));
  }

  private static List<Chunk> exactRun(
      RoutingTable table, IndexKey min, IndexKey max, ShardId shard) {
    List<Chunk> run = new ArrayList<>();
    if (min.compareTo(max) < 0) {
      for (Chunk chunk : table.chunksOverlapping(min, max)) {
        if (chunk.min().compareTo(max) < 0) {
          run.add(chunk);
        }
      }
    }
    boolean exact =
        !run.isEmpty()
            && run.get(0).min().equals(min)
            && run.get(run.size() - 1).max().equals(max)
            && run.stream().allMatch(chunk -> chunk.shard().equals(shard));
    if (!exact) {
      throw new CommandException(
          ErrorCode.ILLEGAL_OPERATION,
          "could not merge chunks, shard "
              + shard
              + " does not contain a sequence of chunks that"
              + " exactly fills the range ["
              + ServerText.of(table.shardKey().named(min))
              + ", "
              + ServerText.of(table.shardKey().named(max))
              + ")");
    }
    return run;
  }

  /**
   * {@code {_configsvrCommitChunkMigration: ns, fromShard, toShard, migratedChunk: {min, max}}} →
   * {@code {shardVersion, migratedVersion: Timestamp}}. Repeating a request that has been committed
   * answers as before.
   */
  private BsonDocument migrate(BsonDocument command) {
    Namespace ns = ns(command);
    RoutingTable table = state.requireTable(ns);
    ShardId from = new ShardId(command.getString("fromShard").getValue());
    ShardId to = new ShardId(command.getString("toShard").getValue());
    BsonDocument migrated = command.getDocument("migratedChunk");
    ChunkRange range =
        new ChunkRange(
            IndexKey.ofDocument(migrated.getDocument("min")),
            IndexKey.ofDocument(migrated.getDocument("max")));
    Chunk current = table.chunkFor(range.min());
    if (current.shard().equals(to) && current.range().equals(range)) {
      return migrationReply(table, from, current);
    }
    if (!current.shard().equals(from) || !current.range().covers(range)) {
      throw new CommandException(
          ErrorCode.CONFLICTING_OPERATION_IN_PROGRESS,
          "Chunk " + table.shardKey().text(range) + " is not owned by shard " + from);
    }
    checkStillAllowed(table, command, to);
    RoutingTable next =
        ChunkOperations.move(
            table,
            range,
            to,
            state.environment().nextClusterTime(),
            state.environment().ids()::objectId);
    state.replace(state.catalog().withTable(next));
    return migrationReply(next, from, next.chunkFor(range.min()));
  }

  private void checkStillAllowed(RoutingTable table, BsonDocument command, ShardId to) {
    if (state.environment().failPoints().isHit(NodeId.CONFIG, "migrationCommitVersionError")) {
      throw new CommandException(
          ErrorCode.STALE_EPOCH, "Failpoint 'migrationCommitVersionError' generated error");
    }
    ChunkVersion known = ChunkVersion.parse(command.getDocument("fromShardCollectionVersion"));
    if (!known.generation().equals(table.generation())) {
      throw new CommandException(
          ErrorCode.STALE_EPOCH,
          "The epoch of collection "
              + table.ns()
              + " has changed since the migration began; it was dropped, or sharded in another"
              + " way");
    }
    if (!state.catalog().collections().get(table.ns()).allowsMigrations()) {
      throw new CommandException(
          ErrorCode.CONFLICTING_OPERATION_IN_PROGRESS,
          "Collection "
              + table.ns()
              + " is undergoing changes or does not permit migrations; the move cannot be"
              + " committed");
    }
    if (state.requireShard(to).draining() && state.environment().profile().majorVersion() >= 6) {
      throw new CommandException(
          ErrorCode.SHARD_NOT_FOUND, "Shard " + to + " is currently draining");
    }
  }

  /**
   * {@code {_configsvrEnsureChunkVersionIsGreaterThan: ns, minKey, maxKey, version}}: the chunk
   * that holds these bounds gets the next major version unless it has a higher one, so that a
   * commit which believes in the old one fails. Does nothing when there is no such chunk any more.
   */
  private BsonDocument raiseVersion(BsonDocument command) {
    Optional<RoutingTable> table = state.catalog().table(ns(command));
    ChunkVersion version = ChunkVersion.parse(command.getDocument("version"));
    IndexKey min = IndexKey.ofDocument(command.getDocument("minKey"));
    IndexKey max = IndexKey.ofDocument(command.getDocument("maxKey"));
    Optional<Chunk> chunk =
        table
            .filter(found -> found.generation().equals(version.generation()))
            .map(found -> found.chunkFor(min))
            .filter(found -> found.range().covers(new ChunkRange(min, max)))
            .filter(found -> !version.isOlderThan(found.version()));
    chunk.ifPresent(
        found ->
            state.replace(
                state
                    .catalog()
                    .withTable(ChunkOperations.raiseVersion(table.orElseThrow(), found))));
    return Replies.ok();
  }

  private static BsonDocument migrationReply(RoutingTable table, ShardId from, Chunk moved) {
    return Replies.ok(
        new BsonDocument("shardVersion", table.shardVersion(from).toBson())
            .append("migratedVersion", moved.version().toTimestamp()));
  }

  /** {@code {…: ns, minKey, maxKey}} → {@code {ok: 1}}. */
  private BsonDocument flagJumbo(BsonDocument command, boolean jumbo) {
    RoutingTable table = state.requireTable(ns(command));
    IndexKey min = IndexKey.ofDocument(command.getDocument("minKey"));
    IndexKey max = IndexKey.ofDocument(command.getDocument("maxKey"));
    Chunk chunk =
        table
            .chunkWithBounds(min, max)
            .orElseThrow(
                () ->
                    new CommandException(
                        ErrorCode.location(51262), "Unable to locate chunk in " + table.ns()));
    if (chunk.jumbo() != jumbo) {
      state.replace(state.catalog().withTable(ChunkOperations.flagJumbo(table, chunk, jumbo)));
    }
    return Replies.ok();
  }

  private static Chunk requireChunk(RoutingTable table, BsonDocument command) {
    IndexKey min = IndexKey.ofDocument(command.getDocument("min"));
    IndexKey max = IndexKey.ofDocument(command.getDocument("max"));
    ShardId shard = new ShardId(command.getString("shard").getValue());
    return table
        .chunkWithBounds(min, max)
        .filter(chunk -> chunk.shard().equals(shard))
        .orElseThrow(
            () ->
                new CommandException(
                    ErrorCode.STALE_EPOCH,
                    "the chunk to split is no longer what shard " + shard + " believes it to be"));
  }

  private static Namespace ns(BsonDocument command) {
    return Namespace.parse(command.getString(Docs.firstName(command)).getValue());
  }
}
