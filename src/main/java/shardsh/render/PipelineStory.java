package shardsh.render;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.NodeId;
import shardsh.core.bson.ServerText;
import shardsh.core.trace.ClusterEvent;
import shardsh.core.trace.ClusterEvent.ResultsMerged;
import shardsh.core.trace.TraceEntry;

/**
 * What the trace says about one aggregation or find.
 *
 * @param rows what each shard sent; with a shard as merger, what it used of each
 * @param plans how each shard read the collection
 * @param streamed with a shard as merger, how many rows it sent on to the router
 * @param spills stages that wrote to disk
 * @param micros simulated time from the command to its last answer
 */
record PipelineStory(
    ClusterEvent.RequestSent command,
    List<String> whole,
    List<String> onShards,
    List<String> atMerger,
    NodeId merger,
    Map<String, Integer> rows,
    Optional<ResultsMerged> merged,
    Map<String, ClusterEvent.PlanChosen> plans,
    Optional<Integer> streamed,
    List<ClusterEvent.Spilled> spills,
    long micros) {

  private static final String MERGE_CURSORS = "$mergeCursors";

  static Optional<PipelineStory> of(Scene scene) {
    ClusterEvent.RequestSent command = null;
    ClusterEvent.RequestSent part = null;
    ClusterEvent.RequestSent merging = null;
    ResultsMerged merged = null;
    ClusterEvent.MergePlanned plan = null;
    int streamed = 0;
    boolean refused = false;
    long began = 0;
    long ended = 0;
    List<ClusterEvent.Spilled> spills = new ArrayList<>();
    Map<String, ClusterEvent.PlanChosen> plans = new TreeMap<>(NodeId::compareNames);
    Map<String, Integer> rows = new TreeMap<>(NodeId::compareNames);
    for (TraceEntry entry : scene.last()) {
      ClusterEvent event = entry.event();
      if (event instanceof ClusterEvent.RequestSent sent) {
        if (sent.from().equals(NodeId.APP)) {
          if (sent.command().equals("getMore")) {
            continue;
          }
          command = sent;
          part = null;
          merging = null;
          merged = null;
          plan = null;
          streamed = 0;
          rows.clear();
          plans.clear();
          spills.clear();
          began = entry.atMicros();
          refused = false;
        } else if (command != null && sent.command().equals(command.command())) {
          boolean merges = stages(sent.body()).stream().anyMatch(s -> s.contains(MERGE_CURSORS));
          merging = merges ? sent : merging;
          part = merges ? part : sent;
        }
      } else if (event instanceof ClusterEvent.ReplyReceived reply) {
        ended = reply.to().equals(NodeId.APP) ? entry.atMicros() : ended;
        boolean fromShard = scene.shardRoles().ofNode(reply.from().name()) != Role.PLAIN;
        if (fromShard && reply.ok()) {
          rows.merge(reply.from().name(), reply.docs(), Integer::sum);
        }
        refused |= fromShard && isRefusal(reply) && isTo(command, reply.to());
      } else if (event instanceof ClusterEvent.Targeted found) {
        if (refused && isTo(command, found.router())) {
          rows.clear();
          refused = false;
        }
      } else if (event instanceof ClusterEvent.PlanChosen found) {
        if (command != null && found.ns().equals(command.ns())) {
          plans.put(found.on().name(), found);
        }
      } else if (event instanceof ClusterEvent.Spilled found) {
        spills.add(found);
      } else if (event instanceof ClusterEvent.MergePlanned found) {
        plan = command != null && found.router().equals(command.to()) ? found : plan;
      } else if (event instanceof ResultsMerged found
          && (command == null || found.ns().equals(command.ns()))) {
        merged = together(merged, found);
        streamed += command != null && found.on().equals(command.to()) ? found.shipped() : 0;
      }
    }
    if (command == null || part == null || stages(command.body()).isEmpty()) {
      return Optional.empty();
    }
    Optional<Integer> onward = Optional.empty();
    if (merging != null && merged != null) {
      rows.clear();
      merged.keptByShard().forEach(count -> rows.put(count.shard().name(), count.documents()));
      onward = Optional.of(streamed);
    }
    List<String> whole = stages(command.body());
    List<String> onShards = stages(part.body());
    List<String> rest = plan != null ? mergerPart(plan, whole) : rest(whole, onShards);
    NodeId merger = merging != null ? merging.to() : merged != null ? merged.on() : part.from();
    return Optional.of(
        new PipelineStory(
            command,
            whole,
            onShards,
            rest,
            merger,
            rows,
            Optional.ofNullable(merged),
            plans,
            onward,
            List.copyOf(spills),
            Math.max(0, ended - began)));
  }

  /** Whether the router asks all shards again after such an answer. */
  private static boolean isRefusal(ClusterEvent.ReplyReceived reply) {
    return reply.codeName().equals(ErrorCode.STALE_CONFIG.codeName())
        || reply.codeName().equals(ErrorCode.STALE_DB_VERSION.codeName());
  }

  private static boolean isTo(ClusterEvent.RequestSent command, NodeId node) {
    return command != null && command.to().equals(node);
  }

  /** What came later for the same results is added; else the one of more shards counts. */
  private static ResultsMerged together(ResultsMerged before, ResultsMerged found) {
    if (before == null) {
      return found;
    }
    if (before.on().equals(found.on())) {
      return before.plus(found);
    }
    return found.shippedByShard().size() > before.shippedByShard().size() ? found : before;
  }

  /** What the merger runs; the second half of a sort is no stage of its own. */
  private static List<String> mergerPart(ClusterEvent.MergePlanned plan, List<String> whole) {
    List<String> stages = new ArrayList<>();
    if (plan.cut().map(ClusterEvent.Cut::stage).filter("$sort"::equals).isPresent()) {
      whole.stream()
          .filter(stage -> name(stage).equals("$sort"))
          .findFirst()
          .ifPresent(sort -> stages.add(sort + "  (merges the parts)"));
    }
    plan.mergerPart().forEach(stage -> stages.add(stage(stage)));
    return stages;
  }

  /** What is left for the merger; a stage that was cut in two runs again there. */
  private static List<String> rest(List<String> whole, List<String> onShards) {
    int common = 0;
    while (common < whole.size()
        && common < onShards.size()
        && name(whole.get(common)).equals(name(onShards.get(common)))) {
      common++;
    }
    List<String> rest = new ArrayList<>();
    if (common > 0 && isCutInTwo(name(whole.get(common - 1)))) {
      rest.add(whole.get(common - 1) + "  (merges the parts)");
    }
    rest.addAll(whole.subList(common, whole.size()));
    return rest;
  }

  private static boolean isCutInTwo(String stage) {
    return stage.equals("$group") || stage.equals("$sort") || stage.equals("$limit");
  }

  /** The name of a stage as it is shown, e.g. {@code $group}. */
  static String name(String stage) {
    int end = stage.indexOf(' ');
    return end < 0 ? stage : stage.substring(0, end);
  }

  /** The stages of an aggregate, or of a find as if it were one. */
  private static List<String> stages(BsonDocument body) {
    List<String> stages = new ArrayList<>();
    if (body.isArray("pipeline")) {
      for (BsonValue stage : body.getArray("pipeline")) {
        stages.add(stage.isDocument() ? stage(stage.asDocument()) : ServerText.of(stage));
      }
      return stages;
    }
    addPart(body, "filter", "$match", stages);
    addPart(body, "sort", "$sort", stages);
    addPart(body, "skip", "$skip", stages);
    addPart(body, "limit", "$limit", stages);
    addPart(body, "projection", "$project", stages);
    return stages;
  }

  private static String stage(BsonDocument stage) {
    String name = stage.isEmpty() ? "" : stage.getFirstKey();
    return name + " " + (name.isEmpty() ? "" : ServerText.of(stage.get(name)));
  }

  private static void addPart(BsonDocument body, String field, String name, List<String> stages) {
    BsonValue value = body.get(field);
    if (value != null && !(value.isDocument() && value.asDocument().isEmpty())) {
      stages.add(name + " " + ServerText.of(value));
    }
  }
}
