package shardsh.render;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.bson.BsonDocument;
import shardsh.core.base.NodeId;
import shardsh.core.trace.CallEvent;
import shardsh.core.trace.ClusterEvent;
import shardsh.core.trace.QueryEvent;
import shardsh.core.trace.QueryEvent.ResultsMerged;
import shardsh.core.trace.RoutingEvent;
import shardsh.core.trace.TraceEntry;

/**
 * Follows one aggregation or find through the trace, by the calls in which things happened: those
 * of the router that was asked, and of the shard that merges if one does. What stages read or write
 * in other collections happens in calls of its own and is only counted.
 */
final class PipelineReader {
  private final ShardRoles shards;
  private final CallEvent.RequestSent command;
  private final Set<Long> routerCalls = new LinkedHashSet<>();
  private final Set<Long> partCalls = new LinkedHashSet<>();
  private final Set<Long> mergerCalls = new LinkedHashSet<>();
  private final Map<String, Integer> rows = new TreeMap<>(NodeId::compareNames);
  private final Map<String, QueryEvent.PlanChosen> plans = new TreeMap<>(NodeId::compareNames);
  private final List<QueryEvent.Spilled> spills = new ArrayList<>();
  private final Map<String, PipelineStory.Nested> nested = new LinkedHashMap<>();
  private final Map<Long, String> nestedCalls = new LinkedHashMap<>();
  private final long began;
  private long ended;
  private CallEvent.RequestSent part;
  private CallEvent.RequestSent merging;
  private ResultsMerged merged;
  private QueryEvent.MergePlanned plan;
  private int streamed;
  private String failure = "";

  /** Whether the client has gone on to another command. */
  private boolean elsewhere;

  PipelineReader(ShardRoles shards, CallEvent.RequestSent command, long atMicros) {
    this.shards = shards;
    this.command = command;
    this.began = atMicros;
    routerCalls.add(command.callId());
  }

  /** Whether a client's command is one that shards run as a pipeline. */
  static boolean begins(CallEvent.RequestSent sent) {
    return sent.from().equals(NodeId.APP)
        && (PipelineStages.read(sent.body()).isArray("pipeline")
            || !PipelineStages.of(sent.body()).isEmpty());
  }

  void see(TraceEntry entry) {
    ClusterEvent event = entry.event();
    long call = entry.parentCall();
    if (event instanceof CallEvent.RequestSent sent) {
      sent(sent, call);
    } else if (elsewhere) {
      return;
    } else if (event instanceof CallEvent.ReplyReceived reply) {
      reply(reply, entry.atMicros());
    } else if (event instanceof RoutingEvent.Targeted found) {
      targeted(found, call);
    } else if (event instanceof QueryEvent.PlanChosen found) {
      if (partCalls.contains(call) || mergerCalls.contains(call)) {
        plans.put(found.on().set().name(), found);
      }
    } else if (event instanceof QueryEvent.Spilled found) {
      if (isOwn(call)) {
        spills.add(found);
      }
    } else if (event instanceof QueryEvent.MergePlanned found) {
      plan = routerCalls.contains(call) ? found : plan;
    } else if (event instanceof ResultsMerged found && isOwn(call)) {
      merged = together(merged, found);
      streamed += routerCalls.contains(call) ? found.shipped() : 0;
    }
  }

  private boolean isOwn(long call) {
    return routerCalls.contains(call) || partCalls.contains(call) || mergerCalls.contains(call);
  }

  private void sent(CallEvent.RequestSent sent, long call) {
    if (sent.from().equals(NodeId.APP)) {
      elsewhere = !sent.command().equals("getMore") || !sent.ns().equals(command.ns());
      if (!elsewhere) {
        routerCalls.add(sent.callId());
      }
      return;
    }
    boolean toShard = shards.ofNode(sent.to().name()) != Role.PLAIN;
    boolean own = routerCalls.contains(call) || mergerCalls.contains(call);
    if (own && sent.command().equals("getMore")) {
      boolean ofMerger = merging != null && routerCalls.contains(call);
      (ofMerger ? mergerCalls : partCalls).add(sent.callId());
    } else if (routerCalls.contains(call) && !PipelineStages.read(sent.body()).isEmpty()) {
      request(sent);
    } else if (toShard && nestedCalls.containsKey(call)) {
      nestedCalls.put(sent.callId(), nestedCalls.get(call));
      nested.computeIfPresent(nestedCalls.get(call), (key, found) -> found.plusRequest());
    }
  }

  private void request(CallEvent.RequestSent sent) {
    if (!sent.ns().db().equals(command.ns().db()) || isFromRouterCache(sent)) {
      return;
    }
    if (PipelineStages.of(sent.body()).stream().anyMatch(PipelineStages::mergesCursors)) {
      merging = sent;
      mergerCalls.add(sent.callId());
    } else {
      part = sent;
      partCalls.add(sent.callId());
    }
  }

  private static boolean isFromRouterCache(CallEvent.RequestSent sent) {
    return sent.to().equals(NodeId.CONFIG);
  }

  private void reply(CallEvent.ReplyReceived reply, long atMicros) {
    if (routerCalls.contains(reply.callId())) {
      ended = atMicros;
      failure = reply.ok() ? "" : reply.codeName();
    } else if (partCalls.contains(reply.callId())) {
      String member = reply.from().name();
      if (reply.ok()) {
        rows.remove(member.equals(reply.from().set().name()) ? "" : reply.from().set().name());
        rows.merge(member, reply.docs(), Integer::sum);
      }
    } else if (nestedCalls.containsKey(reply.callId())) {
      nested.computeIfPresent(
          nestedCalls.get(reply.callId()), (key, found) -> found.plusRows(reply.docs()));
    }
  }

  /** Each attempt of the router begins with it; so does each nested command. */
  private void targeted(RoutingEvent.Targeted found, long call) {
    if (routerCalls.contains(call)) {
      rows.clear();
      plans.clear();
      partCalls.clear();
      mergerCalls.clear();
      merging = null;
      merged = null;
      streamed = 0;
      found.shards().forEach(shard -> rows.put(shard.name(), 0));
    } else if (call >= 0 && !isOwn(call) && PipelineStory.Nested.isKnown(found.command())) {
      String key = found.command() + " " + found.ns();
      boolean again = nestedCalls.put(call, key) != null;
      PipelineStory.Nested before =
          nested.getOrDefault(key, PipelineStory.Nested.none(found.command(), found.ns()));
      nested.put(key, before.from(found.router().name(), !again));
    }
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

  /** The story so far; empty when no shard was asked. */
  Optional<PipelineStory> story() {
    if (part == null) {
      return Optional.empty();
    }
    Optional<Integer> onward = Optional.empty();
    if (merging != null && merged != null) {
      rows.clear();
      merged.keptByShard().forEach(count -> rows.put(count.shard().name(), count.documents()));
      onward = Optional.of(streamed);
    }
    return Optional.of(
        new PipelineStory(
            command,
            PipelineStages.of(part.body()),
            atMerger(),
            merger(),
            rows,
            Optional.ofNullable(merged),
            plans,
            onward,
            List.copyOf(spills),
            List.copyOf(nested.values()),
            failure,
            Math.max(0, ended - began)));
  }

  private NodeId merger() {
    if (merging != null) {
      return merging.to();
    }
    if (plan != null && plan.merger().isPresent()) {
      return plan.merger().get().node();
    }
    return merged != null ? merged.on() : part.from();
  }

  private List<String> atMerger() {
    if (plan == null) {
      return rows.size() > 1 ? restOfFind() : List.of();
    }
    List<String> stages = new ArrayList<>();
    if (plan.cut().map(QueryEvent.Cut::stage).filter("$sort"::equals).isPresent()) {
      PipelineStages.of(command.body()).stream()
          .filter(stage -> PipelineStages.name(stage).equals("$sort"))
          .findFirst()
          .ifPresent(sort -> stages.add(sort + PipelineStages.MERGES));
    }
    plan.mergerPart().forEach(stage -> stages.add(PipelineStages.stage(stage)));
    return stages;
  }

  /** A router sorts, skips and counts over all shards; the filter and the fields are theirs. */
  private List<String> restOfFind() {
    List<String> stages = new ArrayList<>();
    BsonDocument body = PipelineStages.read(command.body());
    PipelineStages.addPart(body, "sort", "$sort", stages);
    stages.replaceAll(sort -> sort + PipelineStages.MERGES);
    PipelineStages.addPart(body, "skip", "$skip", stages);
    PipelineStages.addPart(body, "limit", "$limit", stages);
    return stages;
  }
}
