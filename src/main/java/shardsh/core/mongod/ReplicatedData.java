package shardsh.core.mongod;

import java.util.ArrayDeque;
import java.util.List;
import org.bson.BsonDocument;

/**
 * What secondaries show: the shard's data as it was, for as long back as they lag. A write of a
 * client sets the state before it aside; whatever else changes data is, like a write to the
 * majority, on every member at once. Costs nothing while secondaries do not lag.
 */
final class ReplicatedData {
  /** Commands whose writes reach secondaries after their lag. */
  private static final List<String> CLIENT_WRITES =
      List.of("insert", "update", "delete", "findAndModify", "findandmodify");

  private static final List<String> WITHOUT_WRITES =
      List.of(
          "find",
          "getMore",
          "killCursors",
          "count",
          "distinct",
          "aggregate",
          "explain",
          "listCollections",
          "listIndexes",
          "listDatabases",
          "collStats",
          "dbStats",
          "dataSize",
          "splitVector",
          "serverStatus",
          "getShardVersion",
          "validate");

  /**
   * The state that was true until an instant.
   *
   * @param command that ended it
   * @param logged the place in the log where it ended
   */
  private record Past(long untilMillis, ShardData data, BsonDocument command, long logged) {}

  private final ArrayDeque<Past> pasts = new ArrayDeque<>();

  /** What was set aside is never changed, so that copies of a cluster may share it. */
  ReplicatedData copy() {
    ReplicatedData copy = new ReplicatedData();
    copy.pasts.addAll(pasts);
    return copy;
  }

  /** A command is about to run on the primary. */
  void before(String name, BsonDocument command, ShardServer server) {
    if (!CLIENT_WRITES.contains(name)) {
      return;
    }
    long nowMillis = server.environment().clock().nowMillis();
    long lagMillis = server.environment().lagMillis();
    while (!pasts.isEmpty() && pasts.peekFirst().untilMillis() <= nowMillis - lagMillis) {
      pasts.removeFirst();
    }
    pasts.addLast(new Past(nowMillis, server.present().copy(), command, server.log().size()));
  }

  /** It has run. */
  void after(String command) {
    if (!CLIENT_WRITES.contains(command) && !WITHOUT_WRITES.contains(command)) {
      pasts.clear();
    }
  }

  /** Every member has everything. */
  void reachesAll() {
    pasts.clear();
  }

  /** The state at an instant; null when that is the present one. */
  ShardData at(long millis) {
    for (Past past : pasts) {
      if (past.untilMillis() > millis) {
        return past.data();
      }
    }
    return null;
  }

  /** How many commands have written since an instant. */
  int writesSince(long millis) {
    int writes = 0;
    for (Past past : pasts) {
      writes += past.untilMillis() > millis ? 1 : 0;
    }
    return writes;
  }

  /** What was written after an instant is undone; gives how many commands wrote it. */
  int backTo(long millis, ShardServer server) {
    int undone = 0;
    for (Past past : pasts) {
      if (past.untilMillis() > millis) {
        if (undone == 0) {
          server.present().become(past.data());
          server.log().shortenTo(past.logged());
        }
        server.sessions().history().forget(past.command());
        undone++;
      }
    }
    pasts.clear();
    return undone;
  }
}
