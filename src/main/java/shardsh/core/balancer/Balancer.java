package shardsh.core.balancer;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.base.ServerProfile;
import shardsh.core.bson.Docs;
import shardsh.core.keys.IndexKey;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.ChunkRange;
import shardsh.core.sharding.ConfigCatalog;
import shardsh.core.sharding.MigrateInfo;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;
import shardsh.core.sharding.Zone;
import shardsh.core.trace.ClusterEvent;

/**
 * The loop around a policy: cuts chunks at zone bounds, asks the policy, has the donors move. Runs
 * on the config servers. Source: {@code sharding-facts.md}, section 11.1.
 */
public final class Balancer {
  /** The scheduler's word for a round that is due. */
  public static final String TASK = "balancerRound";

  private static final long INTERVAL_MILLIS = 10_000;
  private static final long SHORT_INTERVAL_MILLIS = 1_000;

  private final Environment environment;
  private final BalancerView view;
  private final BalancerPolicy policy;
  private boolean movedLastRound;

  public Balancer(Environment environment, BalancerView view) {
    this.environment = environment;
    this.view = view;
    this.policy = Policies.of(environment.profile().imbalance());
  }

  /** A copy in another environment. */
  public Balancer copy(Environment otherEnvironment, BalancerView otherView) {
    Balancer copy = new Balancer(otherEnvironment, otherView);
    copy.movedLastRound = movedLastRound;
    return copy;
  }

  public BalancerPolicy policy() {
    return policy;
  }

  /** Schedules the next round by itself. */
  public void scheduleNext() {
    long wait = movedLastRound ? SHORT_INTERVAL_MILLIS : INTERVAL_MILLIS;
    environment
        .scheduler()
        .schedule(environment.clock().nowMillis() + wait, NodeId.CONFIG, TASK, new BsonDocument());
  }

  /** One round now; gives its report {@code {round, policy, compared, moves, skipped}}. */
  public BsonDocument round() {
    long number = view.nextRound();
    RoundReport report = new RoundReport();
    Optional<String> idle = whyIdle();
    if (idle.isPresent()) {
      movedLastRound = false;
      BsonDocument document = report.toBson(number, policy);
      document
          .getArray("skipped")
          .add(
              new BsonDocument("ns", new BsonString("")).append("why", new BsonString(idle.get())));
      return ended(number, document, 0);
    }
    splitAtZoneBounds();
    List<DistributionStatus> statuses = statuses(report);
    for (Decision decision : policy.round(statuses)) {
      report.decided(decision);
      for (Decision.Move move : decision.moves()) {
        perform(move, report);
      }
    }
    movedLastRound = report.moveCount() > 0;
    return ended(number, report.toBson(number, policy), report.moveCount());
  }

  private BsonDocument ended(long number, BsonDocument document, int moves) {
    view.roundEnded(document);
    environment.trace().record(new ClusterEvent.BalancerRound(number, moves, document));
    return document;
  }

  private Optional<String> whyIdle() {
    if (environment.network().isDown(NodeId.CONFIG)) {
      return Optional.of("the config servers are down");
    }
    if (!view.isOn()) {
      return Optional.of("the balancer is stopped");
    }
    return view.settings()
        .flatMap(BalancerWindow::in)
        .filter(window -> !window.contains(environment.clock().nowMillis()))
        .map(window -> "outside the balancer's window " + window);
  }

  private void splitAtZoneBounds() {
    for (ConfigCatalog.CollectionEntry entry : view.catalog().collections().values()) {
      if (!entry.isBalanced() || entry.table().isUnsplittable()) {
        continue;
      }
      RoutingTable table = entry.table();
      for (ZoneSplits.ZoneSplit split :
          ZoneSplits.needed(table, view.catalog().zonesOf(table.ns()))) {
        BsonArray keys = new BsonArray();
        split.points().forEach(point -> keys.add(table.shardKey().named(point)));
        ShardId owner = split.chunk().shard();
        if (environment.network().isDown(owner.node())) {
          continue;
        }
        environment
            .network()
            .call(
                NodeId.CONFIG,
                owner.node(),
                "admin",
                new BsonDocument("splitChunk", new BsonString(table.ns().toString()))
                    .append("min", table.shardKey().named(split.chunk().min()))
                    .append("max", table.shardKey().named(split.chunk().max()))
                    .append("splitKeys", keys));
      }
    }
  }

  private List<DistributionStatus> statuses(RoundReport report) {
    List<ConfigCatalog.CollectionEntry> balanced = new ArrayList<>();
    for (ConfigCatalog.CollectionEntry entry : view.catalog().collections().values()) {
      if (entry.table().isUnsplittable()) {
        continue;
      }
      if (entry.isBalanced()) {
        balanced.add(entry);
      } else {
        report.skipped(
            new Decision.Skip(entry.table().ns(), "balancing is switched off for this collection"));
      }
    }
    Map<Namespace, Map<ShardId, Long>> sizes = sizes(balanced);
    List<DistributionStatus> statuses = new ArrayList<>();
    for (ConfigCatalog.CollectionEntry entry : balanced) {
      statuses.add(status(entry.table(), sizes.getOrDefault(entry.table().ns(), new TreeMap<>())));
    }
    return statuses;
  }

  /** The state of one collection as the policy sees it, without waiting for anything. */
  public DistributionStatus status(RoutingTable table, Map<ShardId, Long> bytes) {
    List<DistributionStatus.ShardStatus> shards = new ArrayList<>();
    for (ConfigCatalog.ShardEntry shard : view.catalog().shards().values()) {
      shards.add(
          new DistributionStatus.ShardStatus(
              shard.id(),
              shard.draining(),
              false,
              shard.zoneNames(),
              bytes.getOrDefault(shard.id(), 0L),
              environment.network().isDown(shard.id().node())));
    }
    return new DistributionStatus(
        table,
        view.catalog().zonesOf(table.ns()),
        shards,
        view.chunkSizeBytes(table.ns()),
        movedLastRound,
        view.settings()
            .map(settings -> Docs.truthy(settings, "attemptToBalanceJumboChunks"))
            .orElse(false));
  }

  private Map<Namespace, Map<ShardId, Long>> sizes(
      List<ConfigCatalog.CollectionEntry> collections) {
    Map<Namespace, Map<ShardId, Long>> sizes = new TreeMap<>();
    if (environment.profile().imbalance() != ServerProfile.Imbalance.DATA_SIZE
        || collections.isEmpty()) {
      return sizes;
    }
    BsonArray names = new BsonArray();
    collections.forEach(entry -> names.add(new BsonString(entry.table().ns().toString())));
    BsonDocument request =
        new BsonDocument("_shardsvrGetStatsForBalancing", new BsonInt32(1))
            .append("collections", names);
    for (ShardId shard : view.catalog().shards().keySet()) {
      if (environment.network().isDown(shard.node())) {
        continue;
      }
      BsonDocument reply =
          environment.network().require(NodeId.CONFIG, shard.node(), "admin", request);
      for (BsonValue row : reply.getArray("stats")) {
        Namespace ns = Namespace.parse(row.asDocument().getString("ns").getValue());
        sizes
            .computeIfAbsent(ns, key -> new TreeMap<>())
            .put(shard, row.asDocument().getInt64("bytes").getValue());
      }
    }
    return sizes;
  }

  private void perform(Decision.Move move, RoundReport report) {
    MigrateInfo what = move.what();
    RoutingTable table = view.catalog().table(what.ns()).orElseThrow();
    if (what.reason() == MigrateInfo.Reason.ZONE_VIOLATION) {
      environment
          .trace()
          .record(
              new ClusterEvent.ZoneViolated(
                  what.donor(),
                  what.ns(),
                  Zone.of(view.catalog().zonesOf(what.ns()), what.range()),
                  what.range()));
    }
    BsonDocument request =
        new BsonDocument("_shardsvrMoveRange", new BsonString(what.ns().toString()))
            .append("toShard", new BsonString(what.recipient().name()))
            .append("fromShard", new BsonString(what.donor().name()))
            .append("min", table.shardKey().named(move.min()))
            .append("maxChunkSizeBytes", new BsonInt64(view.chunkSizeBytes(what.ns())))
            .append("forceJumbo", BsonBoolean.valueOf(move.forced()))
            .append("reason", new BsonString(what.reason().text()));
    move.max().ifPresent(max -> request.append("max", table.shardKey().named(max)));
    view.log("moveChunk.start", what.ns().toString(), what.donor().name(), details(table, what));
    try {
      BsonDocument reply =
          environment.network().require(NodeId.CONFIG, what.donor().node(), "admin", request);
      report.moved(moved(table, what, reply));
    } catch (CommandException e) {
      failed(table, what, e, report);
    }
  }

  private static BsonDocument details(RoutingTable table, MigrateInfo what) {
    return new BsonDocument("min", table.shardKey().named(what.range().min()))
        .append("max", table.shardKey().named(what.range().max()))
        .append("from", new BsonString(what.donor().name()))
        .append("to", new BsonString(what.recipient().name()));
  }

  private static RoundReport.Moved moved(RoutingTable table, MigrateInfo what, BsonDocument reply) {
    BsonDocument range = reply.getDocument("moved");
    ChunkRange actual =
        new ChunkRange(
            IndexKey.ofDocument(range.getDocument("min")),
            IndexKey.ofDocument(range.getDocument("max")));
    return new RoundReport.Moved(
        new MigrateInfo(what.ns(), actual, what.donor(), what.recipient(), what.reason()),
        table.shardKey(),
        range.getNumber("bytes").longValue());
  }

  private void failed(
      RoutingTable table, MigrateInfo what, CommandException e, RoundReport report) {
    if (e.errorCode().equals(ErrorCode.INTERRUPTED)
        || e.errorCode().equals(ErrorCode.MAX_TIME_MS_EXPIRED)) {
      throw e;
    }
    view.log("moveChunk.error", what.ns().toString(), what.donor().name(), details(table, what));
    report.skipped(new Decision.Skip(what.ns(), e.getMessage()));
    if (e.errorCode().equals(ErrorCode.CHUNK_TOO_BIG)) {
      BsonDocument reply =
          environment
              .network()
              .call(
                  NodeId.CONFIG,
                  NodeId.CONFIG,
                  "admin",
                  new BsonDocument("_configsvrSetJumboFlag", new BsonString(what.ns().toString()))
                      .append("minKey", table.shardKey().named(what.range().min()))
                      .append("maxKey", table.shardKey().named(what.range().max())));
      Replies.require(reply);
    }
  }
}
