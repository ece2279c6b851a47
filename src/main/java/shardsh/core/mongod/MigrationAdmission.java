package shardsh.core.mongod;

import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonString;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.bson.Docs;
import shardsh.core.rpc.Environment;
import shardsh.core.sharding.Chunk;
import shardsh.core.sharding.MigrateInfo;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.RunningMigration;
import shardsh.core.sharding.ShardId;

/**
 * Whether a donor takes a migration on: what is asked for, whether it may move, and whether both
 * shards are free. Source: {@code sharding-facts.md}, sections 7.4, 7.5 and 12.1 (steps 1 and 2).
 */
final class MigrationAdmission {
  private final ShardServer server;
  private final Environment environment;
  private final MoveRanges ranges;

  MigrationAdmission(ShardServer server) {
    this.server = server;
    this.environment = server.environment();
    this.ranges = new MoveRanges(server);
  }

  /**
   * What a request asks for.
   *
   * @throws CommandException NAMESPACE_NOT_SHARDED, or what {@link MoveRanges#rangeToMove} throws
   */
  MigrateInfo wanted(BsonDocument command) {
    Namespace ns = Namespace.parse(command.getString("_shardsvrMoveRange").getValue());
    RoutingTable table =
        server
            .sharding()
            .refresh(ns)
            .orElseThrow(
                () ->
                    new CommandException(
                        ErrorCode.NAMESPACE_NOT_SHARDED, "Collection " + ns + " is not sharded."));
    return new MigrateInfo(
        ns,
        ranges.rangeToMove(table, command, maxBytes(command)),
        server.sharding().shard(),
        new ShardId(command.getString("toShard").getValue()),
        reasonOf(command));
  }

  private static long maxBytes(BsonDocument command) {
    return command.getNumber("maxChunkSizeBytes").longValue();
  }

  /**
   * Takes it on.
   *
   * @throws CommandException CONFLICTING_OPERATION_IN_PROGRESS or CHUNK_TOO_BIG
   */
  MigrationOrder admit(MigrateInfo what, BsonDocument command) {
    refuseIfBusy(what.donor(), what.recipient());
    RoutingTable table = server.sharding().table(what.ns()).orElseThrow();
    boolean forced = Docs.truthy(command, "forceJumbo");
    if (!forced) {
      ranges.checkSize(table, what.range(), maxBytes(command), command);
    }
    return new MigrationOrder(
        environment.ids().uuid(),
        what,
        table.shardKey(),
        table.chunkFor(what.range().min()).version(),
        table.uuid(),
        Docs.truthy(command, "waitForDelete"),
        forced,
        forced
            && what.reason() == MigrateInfo.Reason.MANUAL
            && ranges.isTooBig(table, what.range(), maxBytes(command)),
        !Docs.truthy(command, "moveCollection"),
        environment.clock().nowMillis());
  }

  /**
   * Before the first message to the recipient: the range must be this shard's, as it was when the
   * migration was taken on. It may have stood still since then.
   *
   * @throws CommandException STALE_EPOCH when the collection was dropped, made again or given
   *     another key; CONFLICTING_OPERATION_IN_PROGRESS when the range is not this shard's
   */
  void requireStillValid(MigrationOrder order) {
    ShardingState known = server.sharding();
    Optional<RoutingTable> now =
        known.knows(order.ns()) ? known.table(order.ns()) : known.refresh(order.ns());
    boolean same =
        now.filter(table -> table.generation().equals(order.chunkVersion().generation()))
            .isPresent();
    if (!same) {
      throw new CommandException(
          ErrorCode.STALE_EPOCH,
          "Collection "
              + order.ns()
              + " has undergone sharding changes since the move was asked for");
    }
    for (Chunk chunk :
        now.get().chunksOverlapping(order.what().range().min(), order.what().range().max())) {
      if (chunk.range().overlaps(order.what().range())
          && !chunk.shard().equals(order.what().donor())) {
        throw new CommandException(
            ErrorCode.CONFLICTING_OPERATION_IN_PROGRESS,
            "Chunk "
                + order.key().text(order.what().range())
                + " is not owned by shard "
                + order.what().donor());
      }
    }
  }

  /**
   * @throws CommandException CONFLICTING_OPERATION_IN_PROGRESS when a shard gives or receives
   */
  private void refuseIfBusy(ShardId donor, ShardId recipient) {
    for (RunningMigration running : environment.migrations()) {
      MigrateInfo other = running.what();
      boolean gives = other.donor().equals(donor) || other.donor().equals(recipient);
      if (gives || running.involves(donor) || running.involves(recipient)) {
        throw new CommandException(
            ErrorCode.CONFLICTING_OPERATION_IN_PROGRESS,
            "Unable to start new migration because this shard is currently "
                + (gives ? "donating" : "receiving")
                + " chunk "
                + running.key().text(other.range())
                + " for namespace "
                + other.ns()
                + (gives ? " to " + other.recipient() : " from " + other.donor()));
      }
    }
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
}
