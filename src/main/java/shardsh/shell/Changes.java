package shardsh.shell;

import java.util.List;
import shardsh.core.trace.ClusterEvent;
import shardsh.core.trace.TraceEntry;

/** Whether a slice of the trace changed the cluster: data, chunks, caches or processes. */
final class Changes {
  private static final List<String> READS =
      List.of(
          "find",
          "getMore",
          "killCursors",
          "count",
          "distinct",
          "aggregate",
          "explain",
          "hello",
          "isMaster",
          "ping",
          "buildInfo",
          "listCollections",
          "listDatabases",
          "listIndexes",
          "listShards",
          "collStats",
          "dbStats",
          "dataSize",
          "serverStatus",
          "balancerStatus",
          "getShardVersion",
          "replSetGetStatus",
          "replSetGetConfig",
          "endSessions",
          "connectionStatus",
          "getCmdLineOpts");

  private Changes() {}

  static boolean in(List<TraceEntry> slice) {
    for (TraceEntry entry : slice) {
      if (changes(entry.event())) {
        return true;
      }
    }
    return false;
  }

  private static boolean changes(ClusterEvent event) {
    return switch (event.kind()) {
      case "command" -> !READS.contains(((ClusterEvent.RequestSent) event).command());
      case "refresh",
          "split",
          "merge",
          "jumbo",
          "migrate.start",
          "range.delete",
          "balance.round",
          "epoch",
          "node.down",
          "node.up",
          "election" ->
          true;
      default -> false;
    };
  }
}
