package shardsh.render;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.bson.BsonDocument;
import shardsh.core.base.NodeId;
import shardsh.core.sharding.ChunkRange;
import shardsh.core.sharding.ChunkVersion;
import shardsh.core.sharding.MigrateInfo;
import shardsh.core.sharding.MigrationState;
import shardsh.core.sharding.ReshardingState;
import shardsh.core.sharding.ShardId;
import shardsh.core.trace.BalancerEvent;
import shardsh.core.trace.CallEvent;
import shardsh.core.trace.CatalogEvent;
import shardsh.core.trace.ClusterEvent;
import shardsh.core.trace.DeletionEvent;
import shardsh.core.trace.MigrationEvent;
import shardsh.core.trace.MigrationEvent.MigrationNoted.Note;
import shardsh.core.trace.QueryEvent;
import shardsh.core.trace.ReplicationEvent;
import shardsh.core.trace.ReshardingEvent;
import shardsh.core.trace.RoutingEvent;
import shardsh.core.trace.RoutingEvent.Path;
import shardsh.core.trace.RoutingEvent.Targeting;
import shardsh.core.trace.TransactionEvent;
import shardsh.core.trace.TransactionEvent.Ending;
import shardsh.core.trace.TransactionEvent.TransactionPhase;

/** One event of each kind, and of each state that looks different. */
final class EventSamples {
  private static final NodeId APP = NodeId.APP;
  private static final NodeId M0 = new NodeId("m0");
  private static final ShardId S0 = new ShardId("s0");
  private static final ShardId S2 = new ShardId("s2");
  private static final ChunkVersion OLD = Scenes.version("1|5");
  private static final ChunkVersion NEW = Scenes.version("2|1");
  private static final ChunkRange RANGE = Scenes.range("400", "450");
  private static final long MB = 1 << 20;

  private EventSamples() {}

  /** The kind, and what tells the sample from others of that kind. */
  static String name(ClusterEvent event) {
    String kind = event.kind();
    if (event instanceof CallEvent.RequestSent sent) {
      return kind + (sent.version().isPresent() ? ".version" : "");
    }
    if (event instanceof CallEvent.ReplyReceived reply) {
      return kind + (reply.ok() ? reply.docs() > 0 ? ".docs" : "" : "." + reply.codeName());
    }
    if (event instanceof RoutingEvent.Targeted targeted) {
      return kind + "." + targeted.targeting().name().toLowerCase(Locale.ROOT);
    }
    if (event instanceof QueryEvent.MergePlanned planned) {
      return kind + (planned.split() ? ".split" : ".whole");
    }
    if (event instanceof CatalogEvent.SplitAsked asked) {
      return kind + (asked.at().isPresent() ? "" : ".impossible");
    }
    if (event instanceof ReplicationEvent.PrimaryElected elected) {
      return kind + (elected.undone() > 0 ? ".lost" : "");
    }
    if (event instanceof ReplicationEvent.SecondaryRead read) {
      return kind + (read.lagMillis() > 0 ? ".late" : "");
    }
    if (event instanceof TransactionEvent.TransactionEnded ended) {
      return kind + "." + ended.ending().name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
    return kind;
  }

  static List<ClusterEvent> all() {
    List<ClusterEvent> all = new ArrayList<>();
    messages(all);
    routing(all);
    chunks(all);
    migrations(all);
    cluster(all);
    members(all);
    transactions(all);
    return all;
  }

  private static CallEvent.RequestSent sent(
      NodeId from, NodeId to, Optional<ChunkVersion> version) {
    return new CallEvent.RequestSent(
        1, from, to, "find", Scenes.ORDERS, version, new BsonDocument());
  }

  private static CallEvent.ReplyReceived reply(int code, String codeName, int docs) {
    return new CallEvent.ReplyReceived(
        1, S2.node(), M0, "find", Scenes.ORDERS, code == 0, code, codeName, docs, false);
  }

  private static void messages(List<ClusterEvent> all) {
    all.add(sent(APP, M0, Optional.empty()));
    all.add(sent(M0, NodeId.CONFIG, Optional.empty()));
    all.add(sent(M0, S2.node(), Optional.of(OLD)));
    all.add(reply(0, "", 0));
    all.add(reply(0, "", 3));
    all.add(reply(13388, "StaleConfig", 0));
    all.add(reply(11000, "DuplicateKey", 0));
    all.add(
        new CallEvent.CallFailed(1, M0, S2.node(), "find", Scenes.ORDERS, "the process is down"));
    all.add(new CallEvent.Refused(S2.node(), Scenes.ORDERS, "insert", "not primary"));
    all.add(new CallEvent.StatementFailed("MongoServerError", 11000, "E11000 duplicate key"));
  }

  private static void routing(List<ClusterEvent> all) {
    List<List<ShardId>> asked =
        List.of(List.of(S2), List.of(S0, S2), List.of(S0, new ShardId("s1"), S2));
    Targeting[] kinds = {Targeting.SINGLE, Targeting.SUBSET, Targeting.ALL};
    Path[] paths = {Path.FAST, Path.RANGE, Path.ALL};
    String[] reasons = {
      "equality on customerId", "range on customerId", "no condition on customerId"
    };
    for (int i = 0; i < kinds.length; i++) {
      all.add(
          new RoutingEvent.Targeted(
              M0,
              Scenes.ORDERS,
              "find",
              asked.get(i),
              kinds[i],
              paths[i],
              List.of(),
              i + 1,
              3,
              reasons[i]));
    }
    all.add(new RoutingEvent.StaleConfigSeen(M0, S2, Scenes.ORDERS, OLD, Optional.of(NEW)));
    all.add(new RoutingEvent.StaleDatabaseSeen(M0, S2, "shop", 1, Optional.of(2)));
    all.add(new RoutingEvent.RoutingRefreshed(M0, Scenes.ORDERS, Optional.of(OLD), NEW, 4));
    all.add(
        new QueryEvent.PlanChosen(
            S2.node(), Scenes.ORDERS, "SHARDING_FILTER<FETCH<IXSCAN", 3, 3, 2));
    for (boolean split : new boolean[] {true, false}) {
      all.add(
          new QueryEvent.MergePlanned(
              M0,
              Scenes.ORDERS,
              split,
              "mongos",
              Optional.empty(),
              split ? Optional.of(new QueryEvent.Cut("$group", true)) : Optional.empty(),
              List.of(),
              split ? Optional.of("$group") : Optional.empty()));
    }
    all.add(
        new QueryEvent.ResultsMerged(
            M0,
            Scenes.ORDERS,
            List.of(new QueryEvent.ShardCount(S0, 3), new QueryEvent.ShardCount(S2, 3)),
            List.of(new QueryEvent.ShardCount(S0, 1), new QueryEvent.ShardCount(S2, 2)),
            true));
    all.add(new QueryEvent.Spilled(S2.node(), Scenes.ORDERS, "$sort", 120 * MB));
  }

  private static void chunks(List<ClusterEvent> all) {
    ChunkRange last = Scenes.range("500", "Max");
    all.add(
        new CatalogEvent.SplitAsked(
            S2, Scenes.ORDERS, last, 130 * MB, 128 * MB, Optional.of(Scenes.key("580"))));
    all.add(
        new CatalogEvent.SplitAsked(S2, Scenes.ORDERS, last, 130 * MB, 128 * MB, Optional.empty()));
    all.add(
        new CatalogEvent.ChunkSplit(
            S2,
            Scenes.ORDERS,
            last,
            List.of(Scenes.key("580")),
            List.of(Scenes.version("1|6"), Scenes.version("1|7")),
            true));
    all.add(new CatalogEvent.ChunksMerged(S2, Scenes.ORDERS, last, 2, NEW));
    all.add(new CatalogEvent.JumboMarked(S2, Scenes.ORDERS, last, 130 * MB, 128 * MB));
    all.add(new BalancerEvent.ZoneViolated(S2, Scenes.ORDERS, "EU", RANGE));
    all.add(new DeletionEvent.DeletionScheduled(S2, Scenes.ORDERS, RANGE, "delayed", Scenes.NOW));
    all.add(new DeletionEvent.DeletionWaited(S2, Scenes.ORDERS, RANGE, 600_000_000));
    all.add(new DeletionEvent.OrphansDeleted(S2, Scenes.ORDERS, RANGE, 35, 35 * MB));
    all.add(new DeletionEvent.DocumentsExpired(S2, Scenes.ORDERS, 7));
  }

  private static void migrations(List<ClusterEvent> all) {
    MigrateInfo what = Scenes.moved().migrations().get(0).what();
    for (MigrationState state : MigrationState.values()) {
      Optional<ChunkVersion> version =
          state == MigrationState.COMMITTED ? Optional.of(NEW) : Optional.empty();
      String reason = state == MigrationState.ABORTED ? "the recipient is down" : "";
      all.add(new MigrationEvent.MigrationMoved(what, Optional.empty(), state, version, reason));
    }
    for (Note note : Note.values()) {
      String detail =
          switch (note) {
            case STOPPED -> "the clone: sim.stepMigrations";
            case WAITED -> "update";
            case OUTCOME_ASKED -> "it was committed";
            case WRITE_NOTED, FORWARDED -> "";
          };
      all.add(new MigrationEvent.MigrationNoted(what, note, what.donor(), 2, 5_000_000, detail));
    }
    all.add(new MigrationEvent.DocumentsCloned(what, 2, 35 * MB));
  }

  private static void cluster(List<ClusterEvent> all) {
    BsonDocument report = Scenes.moved().balancer().lastRound().orElseThrow();
    all.add(new BalancerEvent.BalancerRound(1, 1, report));
    all.add(new CatalogEvent.GenerationChanged(Scenes.ORDERS, Scenes.GENERATION, "refine"));
    for (ReshardingState state : ReshardingState.values()) {
      String reason = state == ReshardingState.ABORTED ? "the user asked for it" : "";
      all.add(
          new ReshardingEvent.ReshardingMoved(
              Scenes.ORDERS,
              "reshardCollection",
              "{orderId: \"hashed\"}",
              List.of(S0, S2),
              List.of(S0, S2),
              state,
              9,
              345 * MB,
              60_000,
              reason));
    }
    for (ReshardingEvent.ReshardingNoted.Note note :
        ReshardingEvent.ReshardingNoted.Note.values()) {
      boolean stopped = note == ReshardingEvent.ReshardingNoted.Note.STOPPED;
      all.add(
          new ReshardingEvent.ReshardingNoted(
              Scenes.ORDERS,
              "reshardCollection",
              note,
              ReshardingState.BLOCKING_WRITES,
              stopped ? NodeId.CONFIG : S2.node(),
              stopped ? 0 : 5_000_000,
              stopped ? "sim.stepMigrations" : "update"));
    }
    all.add(new ReshardingEvent.ReshardingCopied(Scenes.ORDERS, 9, 345 * MB));
    all.add(new CatalogEvent.PrimaryMoved("shop", S0, S2, 2, 1, 9, 345 * MB));
  }

  private static void members(List<ClusterEvent> all) {
    NodeId first = new NodeId("s2:0");
    NodeId second = new NodeId("s2:1");
    all.add(new ReplicationEvent.NodeWentDown(first));
    all.add(new ReplicationEvent.NodeCameUp(first));
    all.add(new ReplicationEvent.SecondaryRead(second, Scenes.ORDERS, 0, 0));
    all.add(new ReplicationEvent.SecondaryRead(second, Scenes.ORDERS, 5000, 2));
    all.add(new ReplicationEvent.WriteReplicated(S2.node(), Scenes.ORDERS, 2, 1500));
    all.add(new ReplicationEvent.PrimarySteppedDown(S2.node(), first, "it was asked to"));
    all.add(new ReplicationEvent.PrimaryElected(S2.node(), second, 0));
    all.add(new ReplicationEvent.PrimaryElected(S2.node(), second, 3));
  }

  private static void transactions(List<ClusterEvent> all) {
    for (TransactionPhase phase : TransactionPhase.values()) {
      String detail =
          switch (phase) {
            case CONFLICT -> "the document was written since it began";
            case DECIDED -> "commit";
            case ABORTED -> "older than 60 s";
            case STARTED, PREPARED, COMMITTED -> "";
          };
      all.add(new TransactionEvent.TransactionMoved(S2.node(), 1, phase, detail));
    }
    for (Ending ending : Ending.values()) {
      List<ShardId> shards =
          switch (ending) {
            case NOTHING -> List.<ShardId>of();
            case SINGLE_SHARD -> List.of(S2);
            case READ_ONLY, SINGLE_WRITE_SHARD, TWO_PHASE, ABORT -> List.of(S0, S2);
          };
      List<ShardId> wrote =
          switch (ending) {
            case NOTHING, READ_ONLY -> List.<ShardId>of();
            case SINGLE_SHARD, SINGLE_WRITE_SHARD -> List.of(S2);
            case TWO_PHASE, ABORT -> shards;
          };
      all.add(new TransactionEvent.TransactionEnded(M0, 1, ending, shards, wrote));
    }
    all.add(new TransactionEvent.WriteWaited(S2, Scenes.ORDERS, 1, 5_000_000));
  }
}
