package shardsh.benchmark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import shardsh.core.base.InterruptFlag;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.cluster.Cluster;
import shardsh.core.snapshot.ClusterSpec;

/**
 * Balancer rounds over 100,000 chunks on 100 shards, one that moves nothing and one with as many
 * moves as there can be, and a year of rounds and windows on a cluster where nothing happens.
 */
public final class BalancerRounds {
  private static final int CHUNKS = 100_000;
  private static final int SHARDS = 100;
  private static final int STEP = 10;
  private static final int RUNS = 7;
  private static final int WARM_UPS = 6;
  private static final long YEAR_MILLIS = 365L * 24 * 3600 * 1000;
  private static final NodeId M0 = new NodeId("m0");

  private BalancerRounds() {}

  public static void main(String[] arguments) {
    for (String profile : List.of("classic", "5.0", "8.0")) {
      round(
          "round without a move, " + profile, start(profile, false, ClusterSpec.BalancerMode.OFF));
    }
    round("round with 50 moves, 5.0", start("5.0", true, ClusterSpec.BalancerMode.OFF));
    for (String profile : List.of("classic", "5.0", "8.0")) {
      year(profile);
    }
  }

  private static Cluster start(String profile, boolean uneven, ClusterSpec.BalancerMode mode) {
    Cluster cluster =
        Cluster.start(
            spec(CHUNKS, uneven, mode),
            Optional.of(profile),
            OptionalLong.empty(),
            new InterruptFlag());
    cluster.run(M0, "admin", BsonDocument.parse("{balancerStart: 1}"));
    return cluster;
  }

  private static ClusterSpec spec(int count, boolean uneven, ClusterSpec.BalancerMode mode) {
    List<String> shards = new ArrayList<>();
    for (int i = 0; i < SHARDS; i++) {
      shards.add(String.format("s%02d", i));
    }
    List<ClusterSpec.ChunkSpec> chunks = new ArrayList<>(count);
    for (int i = 1; i <= count; i++) {
      Optional<BsonDocument> max =
          i == count
              ? Optional.empty()
              : Optional.of(new BsonDocument("k", new BsonInt32(i * STEP)));
      int shard = uneven && i % 3 == 0 ? i % SHARDS / 2 : i % SHARDS;
      chunks.add(
          new ClusterSpec.ChunkSpec(
              max, shards.get(shard), Optional.empty(), Optional.of(1.0), false));
    }
    return new ClusterSpec(
        Optional.empty(),
        new ClusterSpec.Topology(shards, List.of("m0"), 1, Map.of(), false, true),
        new ClusterSpec.Params(
            Optional.empty(), Optional.empty(), Optional.empty(), mode, 900, false, false, 1),
        1,
        List.of(new ClusterSpec.DatabaseSpec("shop", Optional.empty())),
        List.of(
            new ClusterSpec.CollectionSpec(
                Namespace.parse("shop.orders"),
                Optional.of(new BsonDocument("k", new BsonInt32(1))),
                false,
                Optional.empty(),
                chunks,
                List.of(),
                List.of(),
                List.of())),
        List.of(),
        "");
  }

  private static void round(String name, Cluster cluster) {
    double[] millis = new double[RUNS];
    int moves = 0;
    for (int i = -WARM_UPS; i < RUNS; i++) {
      Cluster copy = cluster.copy();
      long start = System.nanoTime();
      moves = copy.sim().balance().getArray("moves").size();
      if (i >= 0) {
        millis[i] = (System.nanoTime() - start) / 1e6;
      }
    }
    Arrays.sort(millis);
    Stopwatch.print(name, millis[RUNS / 2], moves + " moves, slowest " + millis[RUNS - 1]);
  }

  /** From the start of the process on, with all that has to be loaded. */
  private static void year(String profile) {
    Cluster cluster =
        Cluster.start(
            spec(SHARDS, false, ClusterSpec.BalancerMode.ON),
            Optional.of(profile),
            OptionalLong.empty(),
            new InterruptFlag());
    cluster.run(
        M0,
        "config",
        BsonDocument.parse(
            "{update: 'settings', updates: [{q: {_id: 'balancer'}, upsert: true,"
                + " u: {$set: {activeWindow: {start: '23:00', stop: '06:00'}}}}]}"));
    cluster.run(M0, "admin", BsonDocument.parse("{balancerStart: 1}"));
    long start = System.nanoTime();
    BsonDocument report = cluster.sim().advance(YEAR_MILLIS);
    Stopwatch.print(
        "a year of windows, " + profile,
        (System.nanoTime() - start) / 1e6,
        report.getNumber("quietRounds").longValue() + " rounds");
  }
}
