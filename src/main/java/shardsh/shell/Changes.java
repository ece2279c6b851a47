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
      List.of(
          "insert",
          "update",
          "delete",
          "createIndexes",
          "dropIndexes",
          "collMod",
          "drop",
          "_shardsvrCreateCollection");

  /** Commands that are answered with ok, too, where there is nothing left to do. */
  private static final List<String> SHOWN_BY_WHAT_FOLLOWS =
      List.of("shardCollection", "moveChunk", "moveRange");

  private static final List<String> ENDS = List.of("commitTransaction", "abortTransaction");

  private Changes() {}

  static boolean in(List<TraceEntry> slice) {
    TreeSet<Long> refused = new TreeSet<>();
    for (TraceEntry entry : slice) {
      if (entry.event() instanceof CallEvent.ReplyReceived reply
          && (!reply.ok() || reply.isIdle())) {
        refused.add(reply.callId());
      }
    }
    boolean isRefused = isRefused(slice, refused);
    for (TraceEntry entry : slice) {
      boolean isOnlyRead = isRefused && entry.event().kind().equals("refresh");
      if (!isOnlyRead && changes(entry.event(), refused)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether all commands that were sent ask and change nothing.
   *
   * @param but a text; a command that it names is none of these
   */
  static boolean onlyReads(List<TraceEntry> slice, String but) {
    for (TraceEntry entry : slice) {
      if (entry.event() instanceof CallEvent.RequestSent sent
          && sent.kind().equals("command")
          && (writes(sent)
              || SHOWN_BY_WHAT_FOLLOWS.contains(sent.command())
              || but.contains(sent.command()))) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether all commands that were sent belong to a transaction that is still open: what they do is
   * not to be seen before it is committed.
   */
  static boolean waitForCommit(List<TraceEntry> slice) {
    boolean any = false;
    for (TraceEntry entry : slice) {
      if (entry.event() instanceof CallEvent.RequestSent sent && sent.kind().equals("command")) {
        any = true;
        if (!sent.body().containsKey("autocommit") || ENDS.contains(sent.command())) {
          return false;
        }
      }
    }
    return any;
  }

  /** Whether there were commands and none did anything: a table read for them is no one's work. */
  private static boolean isRefused(List<TraceEntry> slice, Set<Long> refused) {
    boolean any = false;
    for (TraceEntry entry : slice) {
      if (entry.event() instanceof CallEvent.RequestSent sent && sent.kind().equals("command")) {
        any = true;
        if (!refused.contains(sent.callId())) {
          return false;
        }
      }
    }
    return any;
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
      return !READS.contains(request.command())
          && !SHOWN_BY_WHAT_FOLLOWS.contains(request.command());
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
