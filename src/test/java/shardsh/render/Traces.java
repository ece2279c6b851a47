package shardsh.render;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import shardsh.core.base.NodeId;
import shardsh.core.sharding.ChunkVersion;
import shardsh.core.sharding.MigrateInfo;
import shardsh.core.sharding.MigrationState;
import shardsh.core.sharding.ShardId;
import shardsh.core.trace.BalancerEvent;
import shardsh.core.trace.CallEvent;
import shardsh.core.trace.CatalogEvent;
import shardsh.core.trace.ClusterEvent;
import shardsh.core.trace.DeletionEvent;
import shardsh.core.trace.MigrationEvent;
import shardsh.core.trace.QueryEvent;
import shardsh.core.trace.RoutingEvent;
import shardsh.core.trace.TraceEntry;

/** Slices of a trace, written down as the model records them. */
final class Traces {
  private final List<TraceEntry> entries = new ArrayList<>();
  private final List<Long> open = new ArrayList<>();
  private long micros = Scenes.NOW * 1000;
  private long calls;

  static final NodeId M0 = new NodeId("m0");
  static final NodeId CFG = NodeId.CONFIG;

  List<TraceEntry> entries() {
    return entries;
  }

  Traces add(ClusterEvent event) {
    long parent = open.isEmpty() ? -1 : open.get(open.size() - 1);
    entries.add(new TraceEntry(entries.size(), micros, parent, event));
    return this;
  }

  Traces send(String from, String to, String command, String version) {
    return send(from, to, command, version, "{}");
  }

  Traces send(String from, String to, String command, String version, String body) {
    long id = ++calls;
    Optional<ChunkVersion> attached =
        version.isEmpty() ? Optional.empty() : Optional.of(Scenes.version(version));
    add(
        new CallEvent.RequestSent(
            id,
            new NodeId(from),
            new NodeId(to),
            command,
            Scenes.ORDERS,
            attached,
            BsonDocument.parse(body)));
    open.add(id);
    micros += 500;
    return this;
  }

  Traces reply(String from, String to, String command, int code, String codeName, int docs) {
    long id = open.remove(open.size() - 1);
    micros += 500;
    return add(
        new CallEvent.ReplyReceived(
            id,
            new NodeId(from),
            new NodeId(to),
            command,
            Scenes.ORDERS,
            code == 0,
            code,
            codeName,
            docs,
            false));
  }

  Traces target(List<String> shards, RoutingEvent.Path path, String low, String high, String why) {
    return target(shards, path, low, high, why, "find");
  }

  Traces target(
      List<String> shards,
      RoutingEvent.Path path,
      String low,
      String high,
      String why,
      String command) {
    boolean all = shards.size() == 3;
    return add(
        new RoutingEvent.Targeted(
            M0,
            Scenes.ORDERS,
            command,
            shards.stream().map(ShardId::new).toList(),
            shards.size() == 1
                ? RoutingEvent.Targeting.SINGLE
                : all ? RoutingEvent.Targeting.ALL : RoutingEvent.Targeting.SUBSET,
            path,
            low.isEmpty()
                ? List.of()
                : List.of(new RoutingEvent.KeySpan(Scenes.key(low), Scenes.key(high))),
            shards.size(),
            3,
            why));
  }

  /** A chunk has moved, and a router that did not know of it was sent away by the donor. */
  static Scene afterStaleFind() {
    return Scene.of(Scenes.moved()).withBefore(Scenes.start()).withLast(staleFind());
  }

  /** Section 3.4: {@code find({customerId: 420})} through a router at 1|5 after the move. */
  static List<TraceEntry> staleFind() {
    Traces trace = new Traces();
    trace.send("app", "m0", "find", "", "{find: 'orders', filter: {customerId: 420}}");
    trace.target(List.of("s2"), RoutingEvent.Path.FAST, "420", "420", "equality on customerId");
    trace.send("m0", "s2", "find", "1|5");
    trace.reply("s2", "m0", "find", 13388, "StaleConfig", 0);
    trace.add(
        new RoutingEvent.StaleConfigSeen(
            M0,
            new ShardId("s2"),
            Scenes.ORDERS,
            Scenes.version("1|5"),
            Optional.of(Scenes.version("2|1"))));
    trace.send("m0", "cfgrs", "_configsvrGetChunks", "");
    trace.reply("cfgrs", "m0", "_configsvrGetChunks", 0, "", 4);
    trace.add(
        new RoutingEvent.RoutingRefreshed(
            M0, Scenes.ORDERS, Optional.of(Scenes.version("1|5")), Scenes.version("2|1"), 4));
    trace.target(List.of("s0"), RoutingEvent.Path.FAST, "420", "420", "equality on customerId");
    trace.send("m0", "s0", "find", "2|0");
    trace.add(
        new QueryEvent.PlanChosen(
            new NodeId("s0"), Scenes.ORDERS, "SHARDING_FILTER<FETCH<IXSCAN", 1, 1, 1));
    trace.reply("s0", "m0", "find", 0, "", 1);
    trace.reply("m0", "app", "find", 0, "", 1);
    return trace.entries();
  }

  /** Section 3.7: a sorted find with a limit that every shard answers. */
  static List<TraceEntry> scatterGather() {
    Traces trace = new Traces();
    trace.send(
        "app",
        "m0",
        "find",
        "",
        "{find: 'orders', filter: {status: 'open'}, sort: {orderDate: -1}, limit: 3}");
    trace.target(
        List.of("s0", "s1", "s2"), RoutingEvent.Path.ALL, "", "", "no condition on customerId");
    String[] versions = {"1|1", "1|3", "1|5"};
    for (int i = 0; i < 3; i++) {
      trace.send(
          "m0",
          "s" + i,
          "find",
          versions[i],
          "{find: 'orders', filter: {status: 'open'}, sort: {orderDate: -1}, limit: 3}");
      trace.reply("s" + i, "m0", "find", 0, "", 3);
    }
    trace.add(
        new QueryEvent.ResultsMerged(
            M0,
            Scenes.ORDERS,
            List.of(count("s0", 3), count("s1", 3), count("s2", 3)),
            List.of(count("s0", 0), count("s1", 2), count("s2", 1)),
            true));
    trace.reply("m0", "app", "find", 0, "", 3);
    return trace.entries();
  }

  /** Section 3.2: 70 MB more for customer 580 push the last chunk over the limit. */
  static List<TraceEntry> fillAndSplit() {
    Traces trace = new Traces();
    trace.send("app", "m0", "insert", "");
    trace.target(List.of("s2"), RoutingEvent.Path.FAST, "580", "580", "equality on customerId");
    trace.send("m0", "s2", "insert", "1|5");
    trace.add(
        new CatalogEvent.SplitAsked(
            new ShardId("s2"),
            Scenes.ORDERS,
            Scenes.range("500", "Max"),
            130L << 20,
            128L << 20,
            Optional.of(Scenes.key("580"))));
    trace.add(
        new CatalogEvent.ChunkSplit(
            new ShardId("s2"),
            Scenes.ORDERS,
            Scenes.range("500", "Max"),
            List.of(Scenes.key("580")),
            List.of(Scenes.version("1|6"), Scenes.version("1|7")),
            true));
    trace.reply("s2", "m0", "insert", 0, "", 0);
    trace.reply("m0", "app", "insert", 0, "", 0);
    return trace.entries();
  }

  /** Section 3.6: a chunk of one key outgrows the limit. */
  static List<TraceEntry> jumbo() {
    Traces trace = new Traces();
    trace.add(
        new CatalogEvent.SplitAsked(
            new ShardId("s2"),
            Scenes.ORDERS,
            Scenes.range("580", "Max"),
            130L << 20,
            128L << 20,
            Optional.empty()));
    trace.add(
        new CatalogEvent.JumboMarked(
            new ShardId("s2"), Scenes.ORDERS, Scenes.range("580", "Max"), 130L << 20, 128L << 20));
    return trace.entries();
  }

  /** Section 3.3: a round that moves {@code [400, 450)} from s2 to s0. */
  static List<TraceEntry> balance() {
    Traces trace = new Traces();
    BsonDocument report = Scenes.moved().balancer().lastRound().orElseThrow();
    trace.add(new BalancerEvent.BalancerRound(1, 1, report));
    MigrateInfo what = Scenes.moved().migrations().get(0).what();
    Optional<MigrationState> before = Optional.empty();
    for (MigrationState state : MigrationState.values()) {
      if (state != MigrationState.ABORTED) {
        Optional<ChunkVersion> version =
            state == MigrationState.COMMITTED
                ? Optional.of(Scenes.version("2|0"))
                : Optional.empty();
        trace.add(new MigrationEvent.MigrationMoved(what, before, state, version, ""));
        before = Optional.of(state);
        trace.micros += 1500;
      }
      if (state == MigrationState.CLONING) {
        trace.add(new MigrationEvent.DocumentsCloned(what, 2, 35L << 20));
      }
    }
    trace.add(
        new DeletionEvent.DeletionScheduled(
            new ShardId("s2"), Scenes.ORDERS, what.range(), "delayed", Scenes.NOW + 900_000));
    return trace.entries();
  }

  /** A group by a field that is not the shard key, cut in two. */
  static List<TraceEntry> group() {
    String whole =
        "{aggregate: 'orders', pipeline: [{$match: {status: 'open'}},"
            + " {$group: {_id: '$customerId', total: {$sum: '$total'}}}, {$sort: {total: -1}}]}";
    String part =
        "{aggregate: 'orders', pipeline: [{$match: {status: 'open'}},"
            + " {$group: {_id: '$customerId', total: {$sum: '$total'}}}]}";
    Traces trace = new Traces();
    trace.send("app", "m0", "aggregate", "", whole);
    trace.target(
        List.of("s0", "s1", "s2"), RoutingEvent.Path.ALL, "", "", "no condition on customerId");
    trace.add(
        new QueryEvent.MergePlanned(
            M0,
            Scenes.ORDERS,
            true,
            "mongos",
            Optional.empty(),
            Optional.of(new QueryEvent.Cut("$group", true)),
            List.of(
                BsonDocument.parse(
                    "{$group: {_id: '$$ROOT._id', total: {$sum: '$$ROOT.total'},"
                        + " $doingMerge: true}}"),
                BsonDocument.parse("{$sort: {total: -1}}")),
            Optional.of("$group")));
    String[] versions = {"1|1", "1|3", "1|5"};
    for (int i = 0; i < 3; i++) {
      trace.send("m0", "s" + i, "aggregate", versions[i], part);
      trace.reply("s" + i, "m0", "aggregate", 0, "", 3);
    }
    trace.add(
        new QueryEvent.ResultsMerged(
            M0,
            Scenes.ORDERS,
            List.of(count("s0", 3), count("s1", 3), count("s2", 3)),
            List.of(count("s0", 3), count("s1", 3), count("s2", 3)),
            false));
    trace.reply("m0", "app", "aggregate", 0, "", 9);
    return trace.entries();
  }

  /** A sorted find that s0 and s2 refuse at first, while s1 answers. */
  static List<TraceEntry> staleSort() {
    String find = "{find: 'orders', filter: {}, sort: {orderDate: -1}, limit: 3}";
    List<String> shards = List.of("s0", "s1", "s2");
    Traces trace = new Traces();
    trace.send("app", "m0", "find", "", find);
    trace.target(shards, RoutingEvent.Path.ALL, "", "", "no filter");
    for (String shard : shards) {
      boolean refuses = !shard.equals("s1");
      trace.send("m0", shard, "find", "1|5", find);
      trace.reply(
          shard, "m0", "find", refuses ? 13388 : 0, refuses ? "StaleConfig" : "", refuses ? 0 : 3);
    }
    trace.add(
        new RoutingEvent.RoutingRefreshed(
            M0, Scenes.ORDERS, Optional.of(Scenes.version("1|5")), Scenes.version("2|1"), 2));
    trace.target(shards, RoutingEvent.Path.ALL, "", "", "no filter");
    for (String shard : List.of("s1", "s0", "s2")) {
      trace.send("m0", shard, "find", "2|0", find);
      trace.reply(shard, "m0", "find", 0, "", shard.equals("s2") ? 0 : 3);
    }
    trace.reply("m0", "app", "find", 0, "", 3);
    return trace.entries();
  }

  /** A thousand finds in one line of input. */
  static List<TraceEntry> manyFinds() {
    Traces trace = new Traces();
    for (int i = 0; i < 1000; i++) {
      String shard = "s" + i % 3;
      trace.send("app", "m0", "find", "");
      trace.target(List.of(shard), RoutingEvent.Path.FAST, "420", "420", "equality on customerId");
      trace.send("m0", shard, "find", "1|5");
      trace.reply(shard, "m0", "find", 0, "", 1);
      trace.reply("m0", "app", "find", 0, "", 1);
    }
    return trace.entries();
  }

  private static QueryEvent.ShardCount count(String shard, int documents) {
    return new QueryEvent.ShardCount(new ShardId(shard), documents);
  }
}
