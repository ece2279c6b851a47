package shardsh.core.mongod;

import java.util.List;
import java.util.Optional;
import org.bson.BsonTimestamp;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.bson.ServerText;
import shardsh.core.rpc.Environment;
import shardsh.core.storage.CollectionStore;

/**
 * A shard's data as they were at an earlier cluster time: a copy of the present ones in which every
 * later change is taken back. Collections that were dropped or renamed since are not found again.
 */
final class PastData {
  private static final int WINDOW_SECONDS = 300;

  private PastData() {}

  /**
   * @throws CommandException INVALID_OPTIONS for a time that is not yet, SNAPSHOT_TOO_OLD for one
   *     that is too long ago, SNAPSHOT_UNAVAILABLE when a collection has gone since
   */
  static ShardData at(BsonTimestamp time, ShardData now, ShardLog log, Environment environment) {
    check(time, log, environment);
    ShardData past = now.copy(environment);
    List<ShardLog.Entry> later = log.backTo(time);
    for (ShardLog.Entry entry : later) {
      takeBack(entry, past);
    }
    return past;
  }

  private static void check(BsonTimestamp time, ShardLog log, Environment environment) {
    BsonTimestamp current = environment.clusterTime();
    int seconds = (int) (environment.clock().nowMillis() / 1000);
    if (time.compareTo(current) > 0 && time.getTime() > seconds) {
      throw new CommandException(
          ErrorCode.INVALID_OPTIONS,
          "readConcern atClusterTime value must not be greater than the current clusterTime."
              + " Requested clusterTime: { ts: "
              + ServerText.of(time)
              + " }; current clusterTime: { ts: "
              + ServerText.of(current)
              + " }");
    }
    if (time.compareTo(log.start()) < 0 || time.getTime() < seconds - WINDOW_SECONDS) {
      throw new CommandException(
          ErrorCode.SNAPSHOT_TOO_OLD,
          "Read timestamp "
              + ServerText.of(time)
              + " is older than the oldest available timestamp.");
    }
  }

  private static void takeBack(ShardLog.Entry entry, ShardData past) {
    Optional<CollectionStore> store = past.store(entry.ns());
    switch (entry.kind()) {
      case INSERT -> store.orElseThrow(PastData::gone).remove(entry.recordId());
      case UPDATE -> store.orElseThrow(PastData::gone).replace(entry.recordId(), entry.before());
      case REMOVE -> store.orElseThrow(PastData::gone).restore(entry.recordId(), entry.before());
      case DROP, RENAME, DROP_DATABASE -> throw gone();
    }
  }

  private static CommandException gone() {
    return new CommandException(
        ErrorCode.SNAPSHOT_UNAVAILABLE,
        "Unable to read from a snapshot due to pending collection catalog changes; please retry"
            + " the operation.");
  }
}
