package shardsh.core.mongod;

import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.NodeId;
import shardsh.core.rpc.Environment;
import shardsh.core.sharding.Chunk;
import shardsh.core.sharding.ChunkVersion;
import shardsh.core.sharding.RoutingTable;

/**
 * The donor's talk with the config servers about the owner of a range. Source: {@code
 * sharding-facts.md}, sections 12.1 (step 6) and 12.3.
 */
final class MigrationCommit {
  /** Refusals after which it is certain that nothing was committed. */
  private static final List<ErrorCode> REFUSALS =
      List.of(
          ErrorCode.CONFLICTING_OPERATION_IN_PROGRESS,
          ErrorCode.STALE_EPOCH,
          ErrorCode.SHARD_NOT_FOUND,
          ErrorCode.NAMESPACE_NOT_SHARDED);

  private final ShardServer server;
  private final Environment environment;

  MigrationCommit(ShardServer server) {
    this.server = server;
    this.environment = server.environment();
  }

  /** Whether an answer to the request leaves open what became of it. */
  static boolean leavesUnknown(CommandException e) {
    return !REFUSALS.contains(e.errorCode());
  }

  /** What is said when nobody knows any more how the request failed. */
  CommandException lost() {
    return new CommandException(
        ErrorCode.HOST_UNREACHABLE, "the config servers did not get the commit");
  }

  /**
   * Asks the config servers to give the range to the recipient; gives the migration with the
   * version of the moved chunk.
   *
   * @throws CommandException their refusal, or any other error, see {@link #leavesUnknown}
   */
  MigrationRecord request(MigrationRecord record) {
    MigrationOrder order = record.order();
    ChunkVersion known =
        server.sharding().table(order.ns()).map(RoutingTable::version).orElse(order.chunkVersion());
    BsonDocument reply =
        environment
            .network()
            .require(
                server.id(),
                NodeId.CONFIG,
                "admin",
                new BsonDocument(
                        "_configsvrCommitChunkMigration", new BsonString(order.ns().toString()))
                    .append("fromShard", new BsonString(order.what().donor().name()))
                    .append("toShard", new BsonString(order.what().recipient().name()))
                    .append("migratedChunk", order.bounds())
                    .append("fromShardCollectionVersion", known.toBson()));
    if (environment.failPoints().isHit(server.id(), "migrationCommitNetworkError")) {
      throw new CommandException(
          ErrorCode.INTERNAL_ERROR, "Failpoint 'migrationCommitNetworkError' generated error");
    }
    BsonTimestamp version = reply.getTimestamp("migratedVersion");
    return record.withVersion(
        new ChunkVersion(version.getTime(), version.getInc(), order.chunkVersion().generation()));
  }

  /**
   * What became of a commit: raises the version of the chunk if it still is the donor's, so that a
   * request that is late cannot succeed any more, and looks who owns the range. Empty when it was
   * not committed.
   *
   * @throws CommandException when the config servers cannot be asked
   */
  Optional<MigrationRecord> outcome(MigrationRecord record) {
    MigrationOrder order = record.order();
    environment
        .network()
        .require(
            server.id(),
            NodeId.CONFIG,
            "admin",
            new BsonDocument(
                    "_configsvrEnsureChunkVersionIsGreaterThan",
                    new BsonString(order.ns().toString()))
                .append("minKey", order.key().named(order.what().range().min()))
                .append("maxKey", order.key().named(order.what().range().max()))
                .append("version", order.chunkVersion().toBson()));
    Optional<Chunk> chunk =
        server
            .sharding()
            .refresh(order.ns())
            .filter(table -> table.generation().equals(order.chunkVersion().generation()))
            .map(table -> table.chunkFor(order.what().range().min()));
    return chunk
        .filter(found -> found.shard().equals(order.what().recipient()))
        .map(found -> record.withVersion(found.version()));
  }
}
