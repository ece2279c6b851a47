package shardsh.shell;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.bson.BsonValue;
import shardsh.core.trace.CallEvent;
import shardsh.core.trace.ClusterEvent;
import shardsh.core.trace.RoutingEvent;
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
          "listCommands",
          "checkMetadataConsistency",
          "endSessions",
          "connectionStatus",
          "getCmdLineOpts");

  private static final List<String> DONE_BY_SHARDS =
      List.of("insert", "update", "delete", "createIndexes", "dropIndexes", "collMod", "drop");

  private Changes() {}

  static boolean in(List<TraceEntry> slice) {
    TreeSet<Long> refused = new TreeSet<>();
    for (TraceEntry entry : slice) {
      if (entry.event() instanceof CallEvent.ReplyReceived reply && !reply.ok()) {
        refused.add(reply.callId());
      }
    }
    for (TraceEntry entry : slice) {
      if (changes(entry.event(), refused)) {
        return true;
      }
    }
    return false;
  }

  /**
   * What was sent on from node to node counts as well: one shard may have done what another
   * refused.
   */
  private static boolean changes(ClusterEvent event, Set<Long> refused) {
    return switch (event.kind()) {
      case "send" -> {
        CallEvent.RequestSent request = (CallEvent.RequestSent) event;
        yield DONE_BY_SHARDS.contains(request.command()) && !refused.contains(request.callId());
      }
      case "command" -> {
        CallEvent.RequestSent request = (CallEvent.RequestSent) event;
        yield !refused.contains(request.callId()) && writes(request);
      }
      case "refresh" -> {
        RoutingEvent.RoutingRefreshed refresh = (RoutingEvent.RoutingRefreshed) event;
        yield !refresh.since().equals(Optional.of(refresh.now()));
      }
      case "split",
          "merge",
          "jumbo",
          "migrate.start",
          "migrate.clone",
          "migrate.catchup",
          "migrate.critical",
          "migrate.commit",
          "migrate.abort",
          "migrate.cleanup",
          "migrate.stop",
          "range.delete",
          "ttl.delete",
          "balance.round",
          "epoch",
          "node.down",
          "node.up",
          "election",
          "stepdown" ->
          true;
      default -> false;
    };
  }

  private static boolean writes(CallEvent.RequestSent request) {
    if (!request.command().equals("aggregate") || !request.body().isArray("pipeline")) {
      return !READS.contains(request.command());
    }
    for (BsonValue stage : request.body().getArray("pipeline")) {
      if (stage.isDocument()
          && (stage.asDocument().containsKey("$out") || stage.asDocument().containsKey("$merge"))) {
        return true;
      }
    }
    return false;
  }
}
