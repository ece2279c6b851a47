package shardsh.core.trace;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import org.bson.BsonArray;
import org.bson.BsonValue;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.sharding.ChunkVersion;
import shardsh.core.sharding.ShardId;

/**
 * The last routing decision in a slice of the trace: who was asked, with which bounds, how often.
 *
 * @param targeted the decision that held in the end; for a batch of writes, all its decisions in
 *     one
 * @param attempts every request to a shard, in order of sending
 * @param refreshed the last refresh by that router
 * @param merged how the results were put together, if they were
 * @param plan how an aggregation was divided
 * @param output the collection that an aggregation writes its result to
 * @param given how many documents the router gave the application; empty when more came later
 */
public record RouteReport(
    RoutingEvent.Targeted targeted,
    List<Attempt> attempts,
    Optional<RoutingEvent.RoutingRefreshed> refreshed,
    Optional<QueryEvent.ResultsMerged> merged,
    Optional<QueryEvent.MergePlanned> plan,
    Optional<Namespace> output,
    OptionalInt given) {
  /** The reason of an update that sends its document to another shard. */
  public static final String CHANGES_SHARD = "the new key belongs to another shard";

  /** The reason of several documents that are written together. */
  public static final String EACH_DOCUMENT = "shard key of each document";

  private static final String OF_ONE_DOCUMENT = "shard key of the document";

  /** The code of a refusal that says what a view is; the read goes on elsewhere. */
  private static final int VIEW = 169;

  private static final List<String> GROUPING =
      List.of("$group", "$count", "$sortByCount", "$bucket");

  /** Stages that give other rows than they take. */
  private static final List<String> MAKING =
      List.of("$group", "$count", "$sortByCount", "$bucket", "$bucketAuto", "$facet", "$unwind");

  private static final List<String> WRITES = List.of("insert", "update", "delete");

  /**
   * One request to one shard.
   *
   * @param has the shard's version, when it refused
   * @param reply {@code ok}, the error's name, or {@code lost}
   */
  public record Attempt(
      ShardId shard, Optional<ChunkVersion> sent, Optional<ChunkVersion> has, String reply) {}

  /**
   * What the shards sent is called, one of it, where the merger makes other rows of it; empty where
   * it keeps some rows as they are, and for what is not divided.
   */
  public Optional<String> partials() {
    boolean divided = plan.filter(QueryEvent.MergePlanned::split).isPresent();
    Optional<QueryEvent.Cut> cut = plan.flatMap(QueryEvent.MergePlanned::cut);
    if (!divided || cut.isEmpty()) {
      return Optional.empty();
    }
    if (cut.get().halved() && GROUPING.contains(cut.get().stage())) {
      return Optional.of("partial group");
    }
    boolean makesOthers =
        plan.get().mergerPart().stream().anyMatch(stage -> MAKING.contains(stage.getFirstKey()));
    return makesOthers ? Optional.of("row") : Optional.empty();
  }

  /**
   * How many of the documents that came are in the result: what a merger reads and leaves out
   * itself is none of it.
   */
  public int kept() {
    int used = merged.map(QueryEvent.ResultsMerged::kept).orElse(0);
    boolean onShard = plan.flatMap(QueryEvent.MergePlanned::merger).isPresent();
    if (onShard && writesTo().isEmpty() && partials().isEmpty() && given.isPresent()) {
      return Math.min(used, given.getAsInt());
    }
    return partials().isPresent() || writesTo().isPresent()
        ? used
        : merged
            .flatMap(QueryEvent.ResultsMerged::answer)
            .map(answer -> Math.min(used, answer.documents()))
            .orElse(used);
  }

  /** The collection that an aggregation writes its result to; it gives none. */
  public Optional<Namespace> writesTo() {
    return output;
  }

  /**
   * Of the last command of the application in the slice that was routed at all, with what its
   * cursor brought later.
   */
  public static Optional<RouteReport> lastOf(List<TraceEntry> slice) {
    List<QueryEvent.ResultsMerged> later = new ArrayList<>();
    int end = slice.size();
    while (end > 0) {
      int start = end - 1;
      while (start > 0 && !isCommand(slice.get(start))) {
        start--;
      }
      Optional<RouteReport> report = of(slice.subList(start, end));
      if (report.isPresent()) {
        return report.map(found -> found.with(later));
      }
      List<TraceEntry> skipped = slice.subList(start, end);
      if (isGetMore(skipped.get(0))) {
        skipped.stream()
            .map(TraceEntry::event)
            .filter(QueryEvent.ResultsMerged.class::isInstance)
            .map(QueryEvent.ResultsMerged.class::cast)
            .forEach(later::add);
      } else {
        later.clear();
      }
      end = start;
    }
    return Optional.empty();
  }

  /** One for every command of the application in the slice that was routed, in order. */
  public static List<RouteReport> allOf(List<TraceEntry> slice) {
    List<RouteReport> reports = new ArrayList<>();
    int start = 0;
    for (int i = 1; i <= slice.size(); i++) {
      if (i == slice.size() || isCommand(slice.get(i))) {
        of(slice.subList(start, i)).ifPresent(reports::add);
        start = i;
      }
    }
    return reports;
  }

  private RouteReport with(List<QueryEvent.ResultsMerged> later) {
    Optional<QueryEvent.ResultsMerged> all = merged;
    for (QueryEvent.ResultsMerged more : later) {
      all =
          all.map(
              found ->
                  found.on().equals(more.on()) && found.ns().equals(more.ns())
                      ? found.plus(more)
                      : found);
    }
    return new RouteReport(
        targeted,
        attempts,
        refreshed,
        all,
        plan,
        output,
        later.isEmpty() ? given : OptionalInt.empty());
  }

  private static boolean isGetMore(TraceEntry entry) {
    return entry.event() instanceof CallEvent.RequestSent sent && sent.command().equals("getMore");
  }

  private static boolean isCommand(TraceEntry entry) {
    return entry.event().kind().equals("command");
  }

  private static Optional<RouteReport> of(List<TraceEntry> command) {
    RoutingEvent.Targeted targeted = null;
    Map<NodeId, RoutingEvent.RoutingRefreshed> refreshed = new LinkedHashMap<>();
    QueryEvent.ResultsMerged merged = null;
    QueryEvent.MergePlanned plan = null;
    List<RoutingEvent.Targeted> parts = new ArrayList<>();
    Map<Long, Attempt> attempts = new LinkedHashMap<>();
    for (TraceEntry entry : command) {
      ClusterEvent event = entry.event();
      if (event instanceof RoutingEvent.Targeted found) {
        if (targeted != null && isInside(found, targeted)) {
          continue;
        }
        if (targeted != null && !isRetry(attempts)) {
          parts.add(targeted);
        }
        targeted = found;
      } else if (event instanceof QueryEvent.ResultsMerged found) {
        if (targeted != null && isOfAnother(found.ns(), targeted)) {
          continue;
        }
        merged = merged == null || found.shippedByShard().size() > 1 ? found : merged;
      } else if (event instanceof QueryEvent.MergePlanned found) {
        plan = targeted != null && isOf(found, targeted) ? found : plan;
      } else if (event instanceof CallEvent.ReplyReceived reply && reply.code() == VIEW) {
        targeted = null;
        attempts.clear();
      } else if (event instanceof RoutingEvent.RoutingRefreshed found) {
        refreshed.put(found.node(), found);
      } else if (targeted != null) {
        collectAttempt(event, targeted, attempts);
      }
    }
    if (targeted == null) {
      return Optional.empty();
    }
    RoutingEvent.Targeted where =
        WRITES.contains(targeted.command()) ? together(parts, targeted) : targeted;
    return Optional.of(
        new RouteReport(
            where,
            new ArrayList<>(attempts.values()),
            Optional.ofNullable(refreshed.get(where.router()))
                .filter(found -> found.ns().equals(where.ns())),
            Optional.ofNullable(merged),
            Optional.ofNullable(plan),
            output(command, where),
            given(command)));
  }

  private static OptionalInt given(List<TraceEntry> command) {
    return command.stream()
        .map(TraceEntry::event)
        .filter(CallEvent.ReplyReceived.class::isInstance)
        .map(CallEvent.ReplyReceived.class::cast)
        .filter(reply -> reply.to().equals(NodeId.APP) && reply.ok())
        .mapToInt(CallEvent.ReplyReceived::docs)
        .findFirst();
  }

  private static Optional<Namespace> output(List<TraceEntry> command, RoutingEvent.Targeted where) {
    if (!where.command().equals("aggregate")
        || !(command.get(0).event() instanceof CallEvent.RequestSent sent)
        || !sent.body().isArray("pipeline")
        || sent.body().getArray("pipeline").isEmpty()) {
      return Optional.empty();
    }
    BsonArray stages = sent.body().getArray("pipeline");
    BsonValue last = stages.get(stages.size() - 1);
    String stage = last.isDocument() && !last.asDocument().isEmpty() ? firstName(last) : "";
    return switch (stage) {
      case "$out" -> named(last.asDocument().get(stage), where.ns());
      case "$merge" -> {
        BsonValue spec = last.asDocument().get(stage);
        yield named(spec.isDocument() ? spec.asDocument().get("into") : spec, where.ns());
      }
      default -> Optional.empty();
    };
  }

  private static String firstName(BsonValue stage) {
    return stage.asDocument().getFirstKey();
  }

  /** A collection as text, or as {@code {db, coll}}. */
  private static Optional<Namespace> named(BsonValue name, Namespace source) {
    if (name == null) {
      return Optional.empty();
    }
    if (name.isString()) {
      return Optional.of(new Namespace(source.db(), name.asString().getValue()));
    }
    boolean both =
        name.isDocument() && name.asDocument().isString("db") && name.asDocument().isString("coll");
    return both
        ? Optional.of(
            new Namespace(
                name.asDocument().getString("db").getValue(),
                name.asDocument().getString("coll").getValue()))
        : Optional.empty();
  }

  /**
   * Whether a decision was made while another aggregation ran: by a shard that joins or writes, or
   * by the router for another collection.
   */
  private static boolean isInside(RoutingEvent.Targeted found, RoutingEvent.Targeted outer) {
    return !found.router().equals(outer.router())
        || (outer.command().equals("aggregate") && !found.ns().equals(outer.ns()));
  }

  /** Whether a collection is another one, which a stage of the aggregation reads besides. */
  private static boolean isOfAnother(Namespace ns, RoutingEvent.Targeted targeted) {
    return targeted.command().equals("aggregate") && !ns.equals(targeted.ns());
  }

  private static boolean isOf(QueryEvent.MergePlanned plan, RoutingEvent.Targeted targeted) {
    return plan.router().equals(targeted.router()) && plan.ns().equals(targeted.ns());
  }

  /** Whether the decision before was refused, so that the next one replaces it. */
  private static boolean isRetry(Map<Long, Attempt> attempts) {
    String last = "";
    for (Attempt attempt : attempts.values()) {
      last = attempt.reply();
    }
    return last.equals("StaleConfig");
  }

  private static RoutingEvent.Targeted together(
      List<RoutingEvent.Targeted> parts, RoutingEvent.Targeted last) {
    if (parts.isEmpty()) {
      return last;
    }
    Set<ShardId> shards = new TreeSet<>(last.shards());
    Set<RoutingEvent.KeySpan> bounds = new LinkedHashSet<>();
    RoutingEvent.Path path = last.path();
    boolean sameReason = true;
    boolean documents = isOfDocuments(last);
    for (RoutingEvent.Targeted part : parts) {
      shards.addAll(part.shards());
      bounds.addAll(part.bounds());
      path = part.path().compareTo(path) > 0 ? part.path() : path;
      sameReason &= part.reason().equals(last.reason());
      documents &= isOfDocuments(part);
    }
    bounds.addAll(last.bounds());
    boolean everything = path == RoutingEvent.Path.ALL;
    String command = parts.get(0).command();
    String reason = documents ? EACH_DOCUMENT : sameReason ? last.reason() : "several operations";
    return new RoutingEvent.Targeted(
        last.router(),
        last.ns(),
        command,
        List.copyOf(shards),
        targeting(shards.size(), last.owners()),
        path,
        everything ? List.of() : List.copyOf(bounds),
        everything ? last.chunks() : bounds.size(),
        last.owners(),
        last.command().equals(command) ? reason : CHANGES_SHARD);
  }

  private static boolean isOfDocuments(RoutingEvent.Targeted part) {
    return part.reason().equals(OF_ONE_DOCUMENT) || part.reason().equals(EACH_DOCUMENT);
  }

  private static RoutingEvent.Targeting targeting(int asked, int owners) {
    if (asked == 1) {
      return RoutingEvent.Targeting.SINGLE;
    }
    return asked == owners ? RoutingEvent.Targeting.ALL : RoutingEvent.Targeting.SUBSET;
  }

  private static void collectAttempt(
      ClusterEvent event, RoutingEvent.Targeted targeted, Map<Long, Attempt> attempts) {
    if (event instanceof CallEvent.RequestSent sent
        && sent.from().equals(targeted.router())
        && !isOfAnother(sent.ns(), targeted)
        && (sent.version().isPresent() || WRITES.contains(sent.command()))) {
      attempts.put(
          sent.callId(),
          new Attempt(
              new ShardId(sent.to().set().name()), sent.version(), Optional.empty(), "lost"));
    } else if (event instanceof CallEvent.ReplyReceived reply) {
      attempts.computeIfPresent(
          reply.callId(),
          (id, attempt) ->
              new Attempt(
                  attempt.shard(),
                  attempt.sent(),
                  attempt.has(),
                  reply.ok() ? "ok" : reply.codeName()));
    } else if (event instanceof RoutingEvent.StaleConfigSeen stale) {
      attempts.replaceAll(
          (id, attempt) ->
              attempt.shard().equals(stale.shard())
                      && attempt.has().isEmpty()
                      && attempt.reply().equals("StaleConfig")
                  ? new Attempt(attempt.shard(), attempt.sent(), stale.has(), attempt.reply())
                  : attempt);
    }
  }
}
