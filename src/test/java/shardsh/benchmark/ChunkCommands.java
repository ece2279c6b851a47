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
 * Whole commands on a collection of a million chunks over three shards: what a person waits for.
 */
public final class ChunkCommands {
  private static final int CHUNKS = 1_000_000;
  private static final int STEP = 10;
  private static final int RUNS = 40;
  private static final int WARM_UPS = 20;
  private static final NodeId M0 = new NodeId("m0");
  private static final NodeId M1 = new NodeId("m1");

  private final Cluster cluster =
      Cluster.start(spec(), Optional.empty(), OptionalLong.empty(), new InterruptFlag());

  public static void main(String[] arguments) {
    new ChunkCommands().run();
  }

  private static ClusterSpec spec() {
    List<ClusterSpec.ChunkSpec> chunks = new ArrayList<>(CHUNKS);
    for (int i = 1; i <= CHUNKS; i++) {
      Optional<BsonDocument> max =
          i == CHUNKS
              ? Optional.empty()
              : Optional.of(new BsonDocument("k", new BsonInt32(i * STEP)));
      chunks.add(
          new ClusterSpec.ChunkSpec(max, "s" + i % 3, Optional.empty(), Optional.empty(), false));
    }
    return new ClusterSpec(
        Optional.empty(),
        new ClusterSpec.Topology(
            List.of("s0", "s1", "s2"), List.of("m0", "m1"), 1, Map.of(), false, true),
        new ClusterSpec.Params(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            ClusterSpec.BalancerMode.OFF,
            900,
            false,
            false,
            1),
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

  private void run() {
    double[] splits = new double[RUNS];
    double[] moves = new double[RUNS];
    double[] finds = new double[RUNS];
    for (int i = -WARM_UPS; i < RUNS; i++) {
      int key = (i + WARM_UPS) * (CHUNKS / (RUNS + WARM_UPS)) * STEP + STEP / 2;
      double split = millis(M0, "admin", "{split: 'shop.orders', middle: {k: " + key + "}}");
      String move = "{moveChunk: 'shop.orders', find: {k: " + key + "}, to: 's%d'}";
      millis(M0, "admin", String.format(move, 0));
      double moved = millis(M0, "admin", String.format(move, 1));
      // The other router still has the table of its last find.
      double found = millis(M1, "shop", "{find: 'orders', filter: {k: " + key + "}}");
      if (i >= 0) {
        splits[i] = split;
        moves[i] = moved;
        finds[i] = found;
      }
    }
    print("command split", splits);
    print("command moveChunk", moves);
    print("command find, stale router", finds);
  }

  private double millis(NodeId router, String db, String command) {
    BsonDocument parsed = BsonDocument.parse(command);
    long start = System.nanoTime();
    cluster.run(router, db, parsed);
    return (System.nanoTime() - start) / 1e6;
  }

  private static void print(String name, double[] millis) {
    Arrays.sort(millis);
    Stopwatch.print(name, millis[RUNS / 2], "-");
  }
}
