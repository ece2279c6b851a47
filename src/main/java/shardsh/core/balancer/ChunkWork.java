package shardsh.core.balancer;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.NodeId;
import shardsh.core.bson.Docs;
import shardsh.core.keys.IndexKey;
import shardsh.core.rpc.Environment;
import shardsh.core.rpc.Replies;
import shardsh.core.sharding.Chunk;
import shardsh.core.sharding.ChunkRange;
import shardsh.core.sharding.MigrateInfo;
import shardsh.core.sharding.RoutingTable;
import shardsh.core.sharding.ShardId;
import shardsh.core.sharding.Zone;
import shardsh.core.trace.BalancerEvent;
import shardsh.core.trace.CatalogEvent;

/** What the balancer has shards do: cut, move, join and measure chunks. */
final class ChunkWork {
  private final Environment environment;
  private final BalancerView view;

  ChunkWork(Environment environment, BalancerView view) {
    this.environment = environment;
    this.view = view;
  }

  /**
   * Has the donor move a range. A move that fails is reported as skipped; one that is too large is
   * first cut, where servers cut by themselves, and else flagged jumbo. Source: {@code
   * sharding-facts.md}, sections 11.1 and 11.5.
   *
   * @return whether the range is on the recipient now
   */
  boolean move(Decision.Move move, RoundReport report) {
    MigrateInfo what = move.what();
    RoutingTable table = view.catalog().table(what.ns()).orElseThrow();
    if (what.reason() == MigrateInfo.Reason.ZONE_VIOLATION) {
      environment
          .trace()
          .record(
              new BalancerEvent.ZoneViolated(
                  what.donor(),
                  what.ns(),
                  Zone.of(view.catalog().zonesOf(what.ns()), what.range()),
                  what.range()));
    }
    try {
      BsonDocument reply =
          environment
              .network()
              .require(NodeId.CONFIG, what.donor().node(), "admin", request(table, move));
      report.moved(moved(table, move, reply));
      if (reply.containsKey("stoppedBefore")) {
        report.stoppedBefore(reply.getString("stoppedBefore").getValue());
      }
      return reply.isDocument("moved");
    } catch (CommandException e) {
      failed(table, what, e, report);
      return false;
    }
  }

  private BsonDocument request(RoutingTable table, Decision.Move move) {
    MigrateInfo what = move.what();
    BsonDocument request =
        new BsonDocument("_shardsvrMoveRange", new BsonString(what.ns().toString()))
            .append("toShard", new BsonString(what.recipient().name()))
            .append("fromShard", new BsonString(what.donor().name()))
            .append("min", table.shardKey().named(move.min()))
            .append("maxChunkSizeBytes", new BsonInt64(view.chunkSizeBytes(what.ns())))
            .append("forceJumbo", BsonBoolean.valueOf(move.forced()))
            .append("reason", new BsonString(what.reason().text()));
    move.max().ifPresent(max -> request.append("max", table.shardKey().named(max)));
    if (view.settings().filter(settings -> Docs.truthy(settings, "_waitForDelete")).isPresent()) {
      request.append("waitForDelete", BsonBoolean.TRUE);
    }
    return request;
  }

  /** What moved; while migrations stand still before each step, what is going to. */
  private static RoundReport.Moved moved(
      RoutingTable table, Decision.Move move, BsonDocument reply) {
    MigrateInfo what = move.what();
    if (!reply.isDocument("moved")) {
      return new RoundReport.Moved(what, table.shardKey(), 0, move.why());
    }
    BsonDocument range = reply.getDocument("moved");
    ChunkRange actual =
        new ChunkRange(
            IndexKey.ofDocument(range.getDocument("min")),
            IndexKey.ofDocument(range.getDocument("max")));
    return new RoundReport.Moved(
        new MigrateInfo(what.ns(), actual, what.donor(), what.recipient(), what.reason()),
        table.shardKey(),
        range.getNumber("bytes").longValue(),
        move.why());
  }

  private void failed(
      RoutingTable table, MigrateInfo what, CommandException e, RoundReport report) {
    rethrowInterrupt(e);
    report.failed(new Decision.Skip(what.ns(), e.getMessage()));
    if (!e.errorCode().equals(ErrorCode.CHUNK_TOO_BIG)) {
      return;
    }
    if (!(environment.profile().splitsOnInsert() && isCut(table, what))) {
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
      environment
          .trace()
          .record(
              new CatalogEvent.JumboMarked(
                  what.donor(),
                  what.ns(),
                  what.range(),
                  sizeIn(e),
                  view.chunkSizeBytes(what.ns())));
    }
  }

  /** The size of a chunk that was too big to move, as its donor tells it. */
  private static long sizeIn(CommandException tooBig) {
    return ((BsonDocument) tooBig.detail().orElseThrow()).getInt64("bytes").getValue();
  }

  private static void rethrowInterrupt(CommandException e) {
    if (e.errorCode().equals(ErrorCode.INTERRUPTED)
        || e.errorCode().equals(ErrorCode.MAX_TIME_MS_EXPIRED)) {
      throw e;
    }
  }

  /** Tries to cut a chunk at its median. */
  private boolean isCut(RoutingTable table, MigrateInfo what) {
    return Replies.isOk(split(table, what.donor(), what.range(), new BsonArray()));
  }

  /** Has the owner cut a chunk. */
  void split(RoutingTable table, ZoneSplits.ZoneSplit split) {
    BsonArray keys = new BsonArray();
    split.points().forEach(point -> keys.add(table.shardKey().named(point)));
    split(table, split.chunk().shard(), split.chunk().range(), keys);
  }

  private BsonDocument split(RoutingTable table, ShardId owner, ChunkRange range, BsonArray keys) {
    BsonDocument request =
        new BsonDocument("splitChunk", new BsonString(table.ns().toString()))
            .append("min", table.shardKey().named(range.min()))
            .append("max", table.shardKey().named(range.max()));
    if (!keys.isEmpty()) {
      request.append("splitKeys", keys);
    }
    return environment.network().call(NodeId.CONFIG, owner.node(), "admin", request);
  }

  /** Has the owner join neighbours, lowest first. */
  void merge(RoutingTable table, List<Chunk> run, RoundReport report) {
    Chunk first = run.get(0);
    ChunkRange range = new ChunkRange(first.min(), run.get(run.size() - 1).max());
    ShardId owner = view.catalog().table(table.ns()).orElseThrow().chunkFor(range.min()).shard();
    BsonArray bounds = new BsonArray();
    bounds.add(table.shardKey().named(range.min()));
    bounds.add(table.shardKey().named(range.max()));
    try {
      environment
          .network()
          .require(
              NodeId.CONFIG,
              owner.node(),
              "admin",
              new BsonDocument("mergeChunks", new BsonString(table.ns().toString()))
                  .append("bounds", bounds));
      report.merged(table, owner, range, run.size());
    } catch (CommandException e) {
      rethrowInterrupt(e);
      report.failed(new Decision.Skip(table.ns(), e.getMessage()));
    }
  }

  /** What each chunk holds in bytes, by its min, as the shards say. */
  Map<IndexKey, Long> measure(RoutingTable table) {
    Map<IndexKey, Long> sizes = new TreeMap<>();
    for (ShardId shard : table.owners()) {
      if (environment.network().isDown(shard.node())) {
        continue;
      }
      BsonDocument reply =
          environment
              .network()
              .require(
                  NodeId.CONFIG,
                  shard.node(),
                  "admin",
                  new BsonDocument(
                      "_shardsvrMeasureChunks", new BsonString(table.ns().toString())));
      for (BsonValue row : reply.getArray("chunks")) {
        sizes.put(
            IndexKey.ofDocument(row.asDocument().getDocument("min")),
            row.asDocument().getInt64("bytes").getValue());
      }
    }
    return sizes;
  }
}
