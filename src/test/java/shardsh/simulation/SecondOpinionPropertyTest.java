package shardsh.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import shardsh.core.base.InterruptFlag;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.cluster.Cluster;
import shardsh.core.sim.SimRandom;
import shardsh.lesson.ClusterFiles;

/** The two ways of targeting agree on every filter; each mutant is found out. */
class SecondOpinionPropertyTest {
  private static final NodeId M0 = new NodeId("m0");
  private static final Namespace NS = Namespace.parse("test.c");
  private static final int FILTERS = 1500;

  private static Cluster sharded(String key) {
    String chunks =
        key.contains("hashed")
            ? "{max: {k: {$numberLong: \"-4000000000000000000\"}}, shard: s2}, "
                + "{max: {k: {$numberLong: \"4000000000000000000\"}}, shard: s1}, {shard: s0}"
            : key.contains("j")
                ? "{max: {k: -5, j: Min}, shard: s2}, {max: {k: 0, j: 3}, shard: s1},"
                    + " {max: {k: 0, j: 7}, shard: s0}, {max: {k: \"b\", j: Min}, shard: s1},"
                    + " {shard: s2}"
                : "{max: -5, shard: s2}, {max: 0, shard: s1}, {max: 5, shard: s0},"
                    + " {max: \"b\", shard: s1}, {shard: s2}";
    String text =
        "format: 1\ntopology: {shards: [s0, s1, s2]}\ndatabases: {test: {primary: s0}}\n"
            + "collections:\n  - {ns: test.c, shardKey: "
            + key
            + ", chunks: ["
            + (key.contains("a.b") ? chunks.replace("k: ", "a.b: ") : chunks)
            + "]}\n";
    return Cluster.start(
        new ClusterFiles().read(text, "test"),
        Optional.empty(),
        OptionalLong.empty(),
        new InterruptFlag());
  }

  @ParameterizedTest
  @ValueSource(strings = {"{k: 1}", "{a.b: 1}", "{k: 1, j: 1}", "{k: hashed}", "{k: hashed, j: 1}"})
  void bothTargetRandomFiltersAlike(String key) {
    Cluster cluster = sharded(key.equals("{k: hashed, j: 1}") ? "{k: hashed}" : key);
    for (long seed = 1; seed <= FILTERS; seed++) {
      BsonDocument filter = new RandomQueries(new SimRandom(seed)).filter(2);
      BsonDocument answer = cluster.sim().secondOpinion(M0, NS, filter, Optional.empty());
      assertTrue(
          answer.getBoolean("same").getValue(),
          "seed " + seed + ": " + filter.toJson() + " " + answer.toJson());
    }
  }

  @Test
  void randomFiltersAroundTheBoundsShowNoDifference() {
    BsonDocument answer =
        sharded("{k: 1, j: 1}").sim().secondOpinion(M0, NS, new BsonInt32(2000), Optional.empty());

    assertEquals(2000, answer.getInt32("asked").getValue());
    assertEquals(List.of(), answer.getArray("differences").getValues());
  }

  @ParameterizedTest
  @ValueSource(strings = {"exclusiveUpper", "forgetIn"})
  void everyMutantIsFoundOut(String mutant) {
    BsonDocument answer =
        sharded("{k: 1}").sim().secondOpinion(M0, NS, new BsonInt32(200), Optional.of(mutant));

    assertFalse(answer.getArray("differences").isEmpty());
  }
}
