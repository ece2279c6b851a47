package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Chunks that inserts cut, with a chunk size of 1 MB and documents of 10 kB. */
class AutoSplitTest {

  private static TestCluster small(String profile, String key) {
    TestCluster cluster =
        TestCluster.of(
            profile,
            "topology: {shards: [s0, s1, s2], mongos: [m0], replicaSetSize: 1}",
            "databases: {shop: {primary: s0}}");
    cluster.run(
        "m0",
        "config",
        "{update: 'settings', updates: [{q: {_id: 'chunksize'}, u: {value: 1}, upsert: true}]}");
    cluster.admin("{enableSharding: 'shop'}");
    cluster.admin("{shardCollection: 'shop.t', key: " + key + "}");
    return cluster;
  }

  private static void insert(TestCluster cluster, int from, int to) {
    for (int k = from; k < to; k++) {
      List<BsonDocument> one = new ArrayList<>();
      one.add(
          new BsonDocument("_id", new BsonInt32(k))
              .append("k", new BsonInt32(k))
              .append("pad", new BsonString("x".repeat(10_000))));
      cluster.insert("t", one);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"4.4", "5.0"})
  void anOutermostChunkIsCutAtItsLastKeyAndGoesElsewhere(String profile) {
    TestCluster cluster = small(profile, "{k: 1}");
    insert(cluster, 0, 104);
    assertEquals(1, cluster.chunks("shop.t").size());

    insert(cluster, 104, 130);

    List<String> chunks = cluster.chunks("shop.t");
    assertEquals("0 s1 2|0", chunks.get(0));
    assertEquals("[0 s1 2|0, 105 s0 2|1, MaxKey s0 1|3]", chunks.toString());
  }

  @Test
  void theTopChunkKeepsOneDocumentAndStaysWhenTheBalancerIsOff() {
    TestCluster cluster = small("4.4", "{k: 1}");
    cluster.admin("{split: 'shop.t', middle: {k: -1}}");
    cluster.admin("{balancerStop: 1}");
    cluster.run(
        "m0",
        "config",
        "{update: 'settings', updates: [{q: {_id: 'autosplit'}, u: {enabled: true}}]}");
    insert(cluster, 0, 130);

    List<String> chunks = cluster.chunks("shop.t");

    assertEquals("[-1 s0 1|1, 52 s0 1|3, 125 s0 1|4, MaxKey s0 1|5]", chunks.toString());
  }

  @Test
  void aChunkOfOneKeyIsLeftAsItIs() {
    TestCluster cluster = small("4.4", "{x: 1}");
    insert(cluster, 0, 300);

    assertEquals("[MaxKey s0 1|0]", cluster.chunks("shop.t").toString());
    assertEquals(0, cluster.find("m0", "config.chunks", "{filter: {jumbo: true}}").size());
  }

  @Test
  void theTeachingHybridCutsAtTheMiddle() {
    TestCluster cluster = small("classic", "{k: 1}");
    insert(cluster, 0, 130);

    assertEquals("[52 s0 1|1, MaxKey s0 1|2]", cluster.chunks("shop.t").toString());
  }
}
