package shardsh.core.mongod;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.bson.Docs;
import shardsh.core.bson.ServerText;
import shardsh.core.keys.IndexKey;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.Chunk;
import shardsh.core.sharding.ChunkRange;
import shardsh.core.sharding.ChunkVersion;
import shardsh.core.sharding.MigrateInfo;
import shardsh.core.sharding.MigrationState;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;
import shardsh.core.storage.CollectionStore;
import shardsh.core.storage.RangeStatistics;
import shardsh.core.storage.RecordCursor;
import shardsh.core.storage.SplitPoints;
import shardsh.core.trace.ClusterEvent;

/**
 * The donor's side of a migration, in six steps. Source: {@code sharding-facts.md}, section 12.1.
 * At most one migration runs on a shard.
 */
final class MigrationSource {
  private static final int HISTORY_MAX = 20;

  private final ShardServer server;
  private final Environment environment;
  private final List<MigrationRecord> finished = new ArrayList<>();
  private Optional<MigrationRecord> active = Optional.empty();

  MigrationSource(ShardServer server) {
    this.server = server;
    this.environment = server.environment();
  }

  void copyFrom(MigrationSource other) {
    finished.addAll(other.finished);
    active = other.active;
  }

  void addTo(Map<String, ShardCommand> commands) {
    commands.put("_shardsvrMoveRange", (db, command) -> moveRange(command));
    commands.put("_migrateClone", (db, command) -> cloneBatch());
    commands.put("_transferMods", (db, command) -> modifications());
  }

  /** Finished migrations, oldest first, and the running one. */
  List<MigrationRecord> all() {
    List<MigrationRecord> all = new ArrayList<>(finished);
    active.ifPresent(all::add);
    return all;
  }

  /**
   * {@code {_shardsvrMoveRange: ns, toShard, fromShard, min?, max?, maxChunkSizeBytes, forceJumbo?,
   * waitForDelete?, reason?}} → {@code {ok: 1}} when the range belongs to the recipient.
   */
  private BsonDocument moveRange(BsonDocument command) {
    start(command);
    while (active.isPresent()) {
      step();
    }
    MigrationRecord done = finished.get(finished.size() - 1);
    RoutingTable table = server.sharding().table(done.what().ns()).orElseThrow();
    return Replies.ok(
        new BsonDocument(
            "moved",
            new BsonDocument("min", table.shardKey().named(done.what().range().min()))
                .append("max", table.shardKey().named(done.what().range().max()))
                .append("bytes", new BsonInt64(done.bytes()))));
  }

  private void start(BsonDocument command) {
    Namespace ns = Namespace.parse(command.getString("_shardsvrMoveRange").getValue());
    ShardId to = new ShardId(command.getString("toShard").getValue());
    active.ifPresent(
        running -> {
          throw new CommandException(
              ErrorCode.CONFLICTING_OPERATION_IN_PROGRESS,
              "Unable to start new migration because this shard is currently donating chunk "
                  + text(running.what())
                  + " for namespace "
                  + running.what().ns()
                  + " to "
                  + running.what().recipient());
        });
    RoutingTable table =
        server
            .sharding()
            .refresh(ns)
            .orElseThrow(
                () ->
                    new CommandException(
                        ErrorCode.NAMESPACE_NOT_SHARDED, "Collection " + ns + " is not sharded."));
    long maxBytes = command.getNumber("maxChunkSizeBytes").longValue();
    ChunkRange range = rangeToMove(table, command, maxBytes);
    boolean forced = Docs.truthy(command, "forceJumbo");
    if (!forced) {
      checkSize(table, range, maxBytes);
    }
    MigrateInfo what = new MigrateInfo(ns, range, server.sharding().shard(), to, reasonOf(command));
    long now = environment.clock().nowMillis();
    MigrationRecord record =
        new MigrationRecord(
            environment.ids().uuid(),
            what,
            MigrationState.CREATED,
            List.of(new MigrationRecord.Entered(MigrationState.CREATED, now)),
            Optional.empty(),
            0,
            0,
            Docs.truthy(command, "waitForDelete"),
            forced,
            "");
    active = Optional.of(record);
    recordMove(record, Optional.empty());
    attempt(this::tellRecipient);
  }

  private static MigrateInfo.Reason reasonOf(BsonDocument command) {
    String text = command.getString("reason", new BsonString("manual")).getValue();
    for (MigrateInfo.Reason reason : MigrateInfo.Reason.values()) {
      if (reason.text().equals(text)) {
        return reason;
      }
    }
    return MigrateInfo.Reason.MANUAL;
  }

  private ChunkRange rangeToMove(RoutingTable table, BsonDocument command, long maxBytes) {
    boolean hasMin = command.containsKey("min");
    boolean hasMax = command.containsKey("max");
    IndexKey min = hasMin ? IndexKey.ofDocument(command.getDocument("min")) : null;
    IndexKey max = hasMax ? IndexKey.ofDocument(command.getDocument("max")) : null;
    Chunk chunk = hasMin ? table.chunkFor(min) : chunkBelow(table, max);
    if (!hasMax) {
      max = pieceEnd(table, min, chunk.max(), maxBytes);
    }
    if (!hasMin) {
      min = pieceStart(table, chunk.min(), max, maxBytes);
    }
    ChunkRange range = new ChunkRange(min, max);
    if (!chunk.range().covers(range)) {
      throw new CommandException(
          ErrorCode.location(11089203),
          "the range "
              + table.shardKey().text(range)
              + " does not lie inside one chunk; it meets "
              + table.shardKey().text(chunk.range()));
    }
    if (!chunk.shard().equals(server.sharding().shard())) {
      throw new CommandException(
          ErrorCode.OPERATION_FAILED,
          "chunk " + table.shardKey().text(range) + " is not owned by this shard");
    }
    return range;
  }

  private static Chunk chunkBelow(RoutingTable table, IndexKey max) {
    Chunk found = table.chunkFor(max);
    return found.min().equals(max)
        ? table.chunks().get(Math.max(0, table.chunks().indexOf(found) - 1))
        : found;
  }

  private IndexKey pieceEnd(RoutingTable table, IndexKey min, IndexKey max, long maxBytes) {
    return server
        .data()
        .store(table.ns())
        .map(store -> new SplitPoints(store, table.shardKey().keyPattern(), min, max))
        .map(points -> points.pieceEnd(maxBytes))
        .orElse(max);
  }

  private IndexKey pieceStart(RoutingTable table, IndexKey min, IndexKey max, long maxBytes) {
    IndexKey start = min;
    while (sizeOf(table, new ChunkRange(start, max)).totalBytes() > maxBytes) {
      IndexKey next = pieceEnd(table, start, max, maxBytes);
      if (next.equals(max)) {
        return start;
      }
      start = next;
    }
    return start;
  }

  private RangeStatistics sizeOf(RoutingTable table, ChunkRange range) {
    return server.sizeOf(table, range);
  }

  private void checkSize(RoutingTable table, ChunkRange range, long maxBytes) {
    RangeStatistics size = sizeOf(table, range);
    double factor = environment.profile().majorVersion() >= 6 ? 2 : 1.3;
    long documents = size.totalDocuments();
    if (documents == 0 || size.totalBytes() <= factor * maxBytes) {
      return;
    }
    long average = Math.max(1, size.totalBytes() / documents);
    environment
        .trace()
        .record(
            new ClusterEvent.Refused(
                server.id(),
                table.ns(),
                "moveChunk",
                "The range has "
                    + documents
                    + " documents of "
                    + average
                    + " bytes on average, "
                    + size.totalBytes()
                    + " bytes. A move takes at most "
                    + (factor == 2 ? "2" : "1.3")
                    + " times the chunk size (2 from 6.0 on, 1.3 before), here "
                    + (factor == 2 ? "2" : "1.3")
                    + " × "
                    + maxBytes
                    + " bytes, which is "
                    + (long) (factor * maxBytes / average)
                    + " such documents. The chunk size is that of the collection, else the one in"
                    + " config.settings. What works: split the chunk, if it has more than one key"
                    + " value; a larger chunk size; or moveChunk with forceJumbo: true."));
    throw new CommandException(
        ErrorCode.CHUNK_TOO_BIG,
        "Cannot move chunk: the maximum number of documents for a chunk is "
            + (long) (factor * maxBytes / average)
            + ", the maximum chunk size is "
            + maxBytes
            + ", average document size is "
            + average
            + ". Found "
            + documents
            + " documents in chunk ns: "
            + table.ns()
            + " "
            + ServerText.of(table.shardKey().named(range.min()))
            + " -> "
            + ServerText.of(table.shardKey().named(range.max())));
  }

  private void tellRecipient() {
    MigrationRecord record = active.orElseThrow();
    MigrateInfo what = record.what();
    RoutingTable table = server.sharding().table(what.ns()).orElseThrow();
    call(
        "_recvChunkStart",
        new BsonDocument("sessionId", record.id())
            .append("from", new BsonString(what.donor().name()))
            .append("min", table.shardKey().named(what.range().min()))
            .append("max", table.shardKey().named(what.range().max()))
            .append("shardKeyPattern", table.shardKey().toDocument())
            .append("hash", new BsonString(table.shardKey().hash().name())));
  }

  private BsonDocument call(String command, BsonDocument arguments) {
    MigrateInfo what = active.orElseThrow().what();
    BsonDocument request = new BsonDocument(command, new BsonString(what.ns().toString()));
    request.putAll(arguments);
    return environment.network().require(server.id(), what.recipient().node(), "admin", request);
  }

  /** Does the next step of the active migration; a failure aborts it. */
  void step() {
    attempt(
        () -> {
          environment.operation().checkForInterrupt();
          switch (active.orElseThrow().state()) {
            case CREATED -> copyDocuments();
            case CLONING -> catchUp();
            case CATCHING_UP -> enterCriticalSection();
            case CRITICAL_SECTION -> commit();
            case COMMITTING, COMMITTED, ABORTED ->
                throw new IllegalStateException("a migration rests in a state between steps");
          }
        });
  }

  private void attempt(Runnable step) {
    try {
      step.run();
    } catch (CommandException e) {
      abort(e.getMessage());
      throw e;
    }
  }

  /** Expects CREATED. Leaves CLONING with all documents of the range on both sides. */
  private void copyDocuments() {
    enter(MigrationState.CLONING);
    BsonDocument status = call("_recvChunkStatus", new BsonDocument());
    BsonDocument counts = status.getDocument("counts");
    long documents = counts.getNumber("cloned").longValue();
    long bytes = counts.getNumber("clonedBytes").longValue();
    active = active.map(record -> record.withCloned(documents, bytes));
    environment
        .trace()
        .record(new ClusterEvent.DocumentsCloned(active.orElseThrow().what(), documents, bytes));
  }

  /** Expects CLONING. Leaves CATCHING_UP with the recipient in its steady state. */
  private void catchUp() {
    enter(MigrationState.CATCHING_UP);
    call("_recvChunkStatus", new BsonDocument());
  }

  /** Expects CATCHING_UP. Leaves CRITICAL_SECTION: writes to the range wait from now on. */
  private void enterCriticalSection() {
    enter(MigrationState.CRITICAL_SECTION);
    call("_recvChunkCommit", new BsonDocument());
  }

  /**
   * Expects CRITICAL_SECTION. Leaves COMMITTED, the donor's documents scheduled for deletion and
   * both sides knowing the new table.
   */
  private void commit() {
    enter(MigrationState.COMMITTING);
    MigrationRecord record = active.orElseThrow();
    MigrateInfo what = record.what();
    RoutingTable table = server.sharding().table(what.ns()).orElseThrow();
    BsonDocument reply =
        environment
            .network()
            .require(
                server.id(),
                NodeId.CONFIG,
                "admin",
                new BsonDocument(
                        "_configsvrCommitChunkMigration", new BsonString(what.ns().toString()))
                    .append("fromShard", new BsonString(what.donor().name()))
                    .append("toShard", new BsonString(what.recipient().name()))
                    .append(
                        "migratedChunk",
                        new BsonDocument("min", table.shardKey().named(what.range().min()))
                            .append("max", table.shardKey().named(what.range().max())))
                    .append("counts", counts(record))
                    .append("fromShardCollectionVersion", table.version().toBson()));
    ChunkVersion version =
        new ChunkVersion(
            reply.getTimestamp("migratedVersion").getTime(),
            reply.getTimestamp("migratedVersion").getInc(),
            table.generation());
    active = active.map(committing -> committing.withVersion(version));
    enter(MigrationState.COMMITTED);
    RoutingTable fresh = server.sharding().refresh(what.ns()).orElseThrow();
    try {
      call("_recvChunkReleaseCritSec", new BsonDocument());
    } catch (CommandException unreachable) {
      // The range is the recipient's all the same; it learns so from the first request for it.
    }
    finish();
    RangeDeleter.Waiting task =
        server.rangeDeleter().schedule(fresh, what.range(), record.waitForDelete());
    if (record.waitForDelete()) {
      server.rangeDeleter().delete(task);
    }
  }

  private static BsonDocument counts(MigrationRecord record) {
    return new BsonDocument("cloned", new BsonInt64(record.documents()))
        .append("clonedBytes", new BsonInt64(record.bytes()))
        .append("catchup", new BsonInt64(0))
        .append("steady", new BsonInt64(0));
  }

  private void enter(MigrationState next) {
    MigrationRecord before = active.orElseThrow();
    MigrationRecord after = before.entering(next, environment.clock().nowMillis());
    active = Optional.of(after);
    recordMove(after, Optional.of(before.state()));
  }

  private void recordMove(MigrationRecord record, Optional<MigrationState> before) {
    environment
        .trace()
        .record(
            new ClusterEvent.MigrationMoved(
                record.what(), before, record.state(), record.version(), record.reason()));
  }

  private void abort(String reason) {
    if (active.isEmpty()) {
      return;
    }
    MigrationRecord before = active.get();
    MigrationRecord aborted = before.abortedFor(reason, environment.clock().nowMillis());
    active = Optional.of(aborted);
    recordMove(aborted, Optional.of(before.state()));
    try {
      call("_recvChunkAbort", new BsonDocument("sessionId", aborted.id()));
    } catch (CommandException unreachable) {
      // The recipient deletes what it cloned when it is asked for this range the next time.
    }
    finish();
  }

  private void finish() {
    if (finished.size() == HISTORY_MAX) {
      finished.remove(0);
    }
    finished.add(active.orElseThrow());
    active = Optional.empty();
  }

  /** {@code {_migrateClone: ns}} → {@code {objects: [document], weights: [segment]}}. */
  private BsonDocument cloneBatch() {
    MigrateInfo what = requireActive().what();
    BsonArray objects = new BsonArray();
    Optional<CollectionStore> store = server.data().store(what.ns());
    BsonArray weights = new BsonArray();
    if (store.isPresent()) {
      RoutingTable table = server.sharding().table(what.ns()).orElseThrow();
      RecordCursor cursor = store.get().records(true);
      while (cursor.next()) {
        environment.operation().checkForInterrupt();
        Optional<IndexKey> key = table.shardKey().keyOf(cursor.document());
        if (key.isPresent() && what.range().contains(key.get())) {
          objects.add(cursor.document());
        }
      }
      weights =
          WeightDocuments.toBson(
              store.get().weights().clip(what.range().min(), what.range().max()));
    }
    return Replies.ok(new BsonDocument("objects", objects).append("weights", weights));
  }

  private BsonDocument modifications() {
    requireActive();
    return Replies.ok(
        new BsonDocument("reload", new BsonArray()).append("deleted", new BsonArray()));
  }

  private MigrationRecord requireActive() {
    return active.orElseThrow(
        () ->
            new CommandException(
                ErrorCode.NOT_YET_INITIALIZED, "No active migration on this shard"));
  }

  private String text(MigrateInfo what) {
    return server
        .sharding()
        .table(what.ns())
        .map(table -> table.shardKey().text(what.range()))
        .orElse(what.range().toString());
  }
}
