package shardsh.render;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.trace.CallEvent;
import shardsh.core.trace.QueryEvent;
import shardsh.core.trace.QueryEvent.ResultsMerged;
import shardsh.core.trace.TraceEntry;

/**
 * What the trace says about one aggregation or find.
 *
 * @param onShards the stages that each shard was sent
 * @param rows what each shard asked sent; with a shard as merger, what it used of each
 * @param plans how each shard read the collection
 * @param streamed with a shard as merger, how many rows it sent on to the router
 * @param spills stages that wrote to disk
 * @param nested what stages read and wrote in other collections
 * @param failure the error's name; empty when there was none
 * @param micros simulated time from the command to its last answer
 */
record PipelineStory(
    CallEvent.RequestSent command,
    List<String> onShards,
    List<String> atMerger,
    NodeId merger,
    Map<String, Integer> rows,
    Optional<ResultsMerged> merged,
    Map<String, QueryEvent.PlanChosen> plans,
    Optional<Integer> streamed,
    List<QueryEvent.Spilled> spills,
    List<Nested> nested,
    String failure,
    long micros) {

  /**
   * Commands of one kind that stages ran.
   *
   * @param by the nodes whose stages they were
   * @param times how many there were
   * @param requests how many messages they came to
   * @param rows how many documents came with the answers
   */
  record Nested(
      String command, Namespace ns, TreeSet<String> by, int times, int requests, long rows) {
    private static final List<String> READS = List.of("aggregate", "find");
    private static final List<String> WRITES = List.of("insert", "update", "delete");

    static boolean isKnown(String command) {
      return READS.contains(command) || WRITES.contains(command);
    }

    boolean reads() {
      return READS.contains(command);
    }

    static Nested none(String command, Namespace ns) {
      return new Nested(command, ns, new TreeSet<>(NodeId::compareNames), 0, 0, 0);
    }

    Nested from(String node, boolean once) {
      by.add(node);
      return new Nested(command, ns, by, times + (once ? 1 : 0), requests, rows);
    }

    Nested plusRequest() {
      return new Nested(command, ns, by, times, requests + 1, rows);
    }

    Nested plusRows(int more) {
      return new Nested(command, ns, by, times, requests, rows + more);
    }
  }

  /** The last aggregation or find of a trace, if shards were asked for it. */
  static Optional<PipelineStory> of(ShardRoles shards, List<TraceEntry> trace) {
    PipelineReader reader = null;
    for (TraceEntry entry : trace) {
      if (entry.event() instanceof CallEvent.RequestSent sent && PipelineReader.begins(sent)) {
        reader = new PipelineReader(shards, sent, entry.atMicros());
      } else if (reader != null) {
        reader.see(entry);
      }
    }
    return reader == null ? Optional.empty() : reader.story();
  }

  /** How much was asked to be told when it was only explained; empty when it ran. */
  String verbosity() {
    return PipelineStages.verbosity(command.body());
  }

  boolean isExplained() {
    return !verbosity().isEmpty();
  }

  /**
   * Whether the shards ran their parts: also when explained, unless only the plan was asked for.
   */
  boolean hasRun() {
    return !verbosity().equals("queryPlanner");
  }

  /** How many documents that shard examined for its part. */
  long examined(String shard) {
    QueryEvent.PlanChosen plan = plans.get(shard);
    return plan == null ? 0 : plan.docsExamined();
  }

  /** The size of what came from that shard. */
  long bytes(String shard) {
    return merged
        .map(
            found ->
                found.shippedByShard().stream()
                    .filter(count -> count.shard().name().equals(shard))
                    .mapToLong(QueryEvent.ShardCount::bytes)
                    .sum())
        .orElse(0L);
  }
}
