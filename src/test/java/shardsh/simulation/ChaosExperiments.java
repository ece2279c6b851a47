package shardsh.simulation;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import shardsh.core.base.InterruptFlag;
import shardsh.core.cluster.Cluster;
import shardsh.core.sim.SimRandom;
import shardsh.core.snapshot.ClusterSnapshot;
import shardsh.core.snapshot.ClusterSpec;

/** Loads, second opinions and descriptions in the midst of everything else. */
final class ChaosExperiments {

  private ChaosExperiments() {}

  /** Reads only, which change no document; the same load on a copy gives the same. */
  static void load(ChaosWorld world, SimRandom random) {
    BsonDocument spec =
        BsonDocument.parse(
            "{operations: 12, inserts: 0, fields: {k: {uniform: [-10, 10]}, j: {zipf: [0, 5]}},"
                + " readBy: [['k'], ['j'], ['k', 'j'], ['_id']]}");
    Cluster copy = world.cluster().copy();
    var router = world.router(random);
    BsonDocument report = world.cluster().sim().load(router, ChaosWorld.NS, spec);
    if (!report.equals(copy.sim().load(router, ChaosWorld.NS, spec))) {
      throw new AssertionError("the same load on a copy differs");
    }
    if (report.getNumber("reads").intValue() != 12) {
      throw new AssertionError("not all reads were driven: " + report);
    }
  }

  /** Both ways of targeting agree. The toy hash is left out: it has rules of its own. */
  static void secondOpinion(ChaosWorld world, SimRandom random) {
    if (!world.isSharded() || world.kind().toyHash()) {
      return;
    }
    BsonDocument answer =
        world
            .cluster()
            .sim()
            .secondOpinion(
                world.router(random), ChaosWorld.NS, new BsonInt32(40), Optional.empty());
    if (!answer.getArray("differences").isEmpty()) {
      throw new AssertionError("targeting differs: " + answer);
    }
  }

  /** A cluster started from the description of this one has the same chunks and documents. */
  static void describe(ChaosWorld world, SimRandom random) {
    ClusterSpec spec = world.cluster().describe();
    Cluster again =
        Cluster.start(spec, Optional.empty(), OptionalLong.empty(), new InterruptFlag());
    List<String> before = chunks(world.cluster().snapshot());
    List<String> after = chunks(again.snapshot());
    if (!before.equals(after)) {
      throw new AssertionError("described " + before + ", started " + after);
    }
    ClusterSpec twice = again.describe();
    if (!documents(spec).equals(documents(twice))) {
      throw new AssertionError("documents " + documents(spec) + " became " + documents(twice));
    }
  }

  private static List<String> documents(ClusterSpec spec) {
    return spec.collections().stream()
        .flatMap(collection -> collection.docs().stream())
        .map(BsonDocument::toJson)
        .sorted()
        .toList();
  }

  private static List<String> chunks(ClusterSnapshot snapshot) {
    return snapshot.collection(ChaosWorld.NS).stream()
        .flatMap(collection -> collection.chunks().stream())
        .map(chunk -> chunk.range() + " " + chunk.shard() + " " + chunk.version() + chunk.jumbo())
        .toList();
  }
}
