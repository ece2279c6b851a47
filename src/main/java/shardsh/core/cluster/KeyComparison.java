package shardsh.core.cluster;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.keys.IndexKey;
import shardsh.core.sharding.ShardId;
import shardsh.core.snapshot.LoadView;

/**
 * One load on copies of a cluster, in each of which the collection is made anew and sharded by
 * another key.
 *
 * <p>In a copy the inserts of the load come first; then the chunks are cut and laid out evenly, as
 * resharding does it, {@link #PIECES} for each shard as far as the key has the values; then the
 * whole load runs, goes on inserting, and is measured. The balancer rests meanwhile. A piece is
 * what one chunk holds if all documents are spread evenly over so many chunks, but no more than the
 * chunk size: a value of the key whose documents are more than that is a chunk that cannot be cut,
 * and moves are needed until the shards differ by less than a piece.
 */
final class KeyComparison {
  /** How many chunks are made for each shard. */
  static final int PIECES = 4;

  private static final double MEBIBYTE = 1024.0 * 1024.0;

  private final Cluster cluster;
  private final NodeId router;
  private final Namespace ns;
  private final LoadSpec spec;

  KeyComparison(Cluster cluster, NodeId router, Namespace ns, LoadSpec spec) {
    this.cluster = cluster;
    this.router = router;
    this.ns = ns;
    this.spec = spec;
  }

  /**
   * {@code {keys: [{key, targetedShare, shardsPerRead, writesPerShard, hottestShard: {shard,
   * share}, uncuttableChunks, largestUncuttableMB, movesNeeded}]}}.
   */
  BsonDocument compare(List<BsonDocument> keys) {
    if (keys.isEmpty()) {
      throw new CommandException(ErrorCode.BAD_VALUE, "there is no shard key to compare");
    }
    if (spec.insertsAmong(spec.operations()) == 0) {
      throw new CommandException(
          ErrorCode.BAD_VALUE, "a load without inserts says nothing about shard keys");
    }
    BsonArray rows = new BsonArray();
    for (int i = 0; i < keys.size(); i++) {
      rows.add(one(keys.get(i), "key " + (i + 1) + " of " + keys.size()));
    }
    return new BsonDocument("keys", rows);
  }

  /** Nothing but the trial itself is to move chunks, stop moves or lose messages. */
  private static Cluster undisturbed(Cluster copy) {
    copy.environment().failPoints().clear();
    copy.sim().failOff();
    copy.sim().stepMigrations(false);
    copy.sim().setParameters(new BsonDocument("balancer", new BsonString("off")));
    return copy;
  }

  private BsonDocument one(BsonDocument key, String which) {
    Cluster copy = undisturbed(cluster.copy());
    KeyTrial trial = new KeyTrial(copy, router, ns);
    trial.shard(key, spec);
    LoadValues values = new LoadValues(withoutFilling(), copy.environment().random());
    new LoadRun(copy, router, ns, withoutFilling(), values, which + ", inserts").runInserts();
    trial.layOut(PIECES);
    LoadTally tally =
        new LoadRun(copy, router, ns, withoutFilling(), values, which + ", load").run();
    return row(key, tally, trial.documents());
  }

  /** What a document weighs is reckoned, so that no copy need hold it. */
  private LoadSpec withoutFilling() {
    return new LoadSpec(spec.operations(), spec.inserts(), spec.fields(), spec.readBy(), 0);
  }

  private BsonDocument row(
      BsonDocument key, LoadTally tally, Map<ShardId, Map<IndexKey, KeyTrial.Amount>> documents) {
    LoadView load = tally.view();
    BsonDocument writes = new BsonDocument();
    LoadView.Shard hottest = load.shards().get(0);
    for (LoadView.Shard shard : load.shards()) {
      writes.append(shard.id().name(), new BsonInt32((int) shard.writes()));
      hottest = shard.operations() > hottest.operations() ? shard : hottest;
    }
    Map<IndexKey, Long> bytes = new TreeMap<>();
    documents
        .values()
        .forEach(
            of -> of.forEach((value, amount) -> bytes.merge(value, weight(amount), Long::sum)));
    long total = bytes.values().stream().mapToLong(Long::longValue).sum();
    long piece = piece(total, load.shards().size());
    List<Long> uncuttable = bytes.values().stream().filter(size -> size > piece).toList();
    long largest = uncuttable.stream().mapToLong(Long::longValue).max().orElse(0);
    return new BsonDocument("key", key)
        .append("targetedShare", decimal(tally.targetedShare(), 1000))
        .append("shardsPerRead", decimal(tally.shardsPerRead(), 100))
        .append("writesPerShard", writes)
        .append(
            "hottestShard",
            new BsonDocument("shard", new BsonString(hottest.id().name()))
                .append("share", decimal(load.share(hottest), 1000)))
        .append("uncuttableChunks", new BsonInt32(uncuttable.size()))
        .append("largestUncuttableMB", decimal(largest / MEBIBYTE, 1000))
        .append("movesNeeded", new BsonInt32(moves(documents, load.shards(), piece)));
  }

  private long weight(KeyTrial.Amount amount) {
    return spec.documentBytes() > 0 ? amount.documents() * spec.documentBytes() : amount.bytes();
  }

  private long piece(long total, int shards) {
    long chunkSize = cluster.config().state().chunkSizeBytes(ns);
    return Math.max(1, Math.min(chunkSize, total / Math.max(1, PIECES * shards)));
  }

  private static BsonValue decimal(double value, int precision) {
    double rounded = Math.round(value * precision) / (double) precision;
    return rounded == Math.rint(rounded) ? new BsonInt32((int) rounded) : new BsonDouble(rounded);
  }

  /**
   * Chunks that must move, the fullest shard giving to the emptiest, until the two differ by less
   * than a piece or a move would not help.
   */
  private int moves(
      Map<ShardId, Map<IndexKey, KeyTrial.Amount>> documents,
      List<LoadView.Shard> shards,
      long piece) {
    Map<ShardId, List<Long>> chunks = new LinkedHashMap<>();
    Map<ShardId, Long> sizes = new LinkedHashMap<>();
    for (LoadView.Shard shard : shards) {
      List<Long> pieces = pieces(documents.getOrDefault(shard.id(), new TreeMap<>()), piece);
      chunks.put(shard.id(), pieces);
      sizes.put(shard.id(), pieces.stream().mapToLong(Long::longValue).sum());
    }
    int moves = 0;
    while (true) {
      ShardId fullest = shards.get(0).id();
      ShardId emptiest = shards.get(0).id();
      for (ShardId shard : sizes.keySet()) {
        fullest = sizes.get(shard) > sizes.get(fullest) ? shard : fullest;
        emptiest = sizes.get(shard) < sizes.get(emptiest) ? shard : emptiest;
      }
      long difference = sizes.get(fullest) - sizes.get(emptiest);
      List<Long> giving = chunks.get(fullest);
      if (difference < 2 * piece || giving.isEmpty() || giving.get(0) >= difference) {
        return moves;
      }
      long moved = giving.remove(0);
      chunks.get(emptiest).add(moved);
      sizes.merge(fullest, -moved, Long::sum);
      sizes.merge(emptiest, moved, Long::sum);
      moves++;
    }
  }

  /** A shard's documents in chunks of about a piece, cut between values of the key. */
  private List<Long> pieces(Map<IndexKey, KeyTrial.Amount> documents, long piece) {
    List<Long> pieces = new ArrayList<>();
    long open = 0;
    for (KeyTrial.Amount amount : documents.values()) {
      long weight = weight(amount);
      if (open > 0 && open + weight > piece) {
        pieces.add(open);
        open = 0;
      }
      open += weight;
    }
    if (open > 0) {
      pieces.add(open);
    }
    pieces.sort(null);
    return pieces;
  }
}
