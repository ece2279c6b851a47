package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static shardsh.core.cluster.TestCluster.doc;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import shardsh.core.sim.SimRandom;

/**
 * What a transaction does is what its statements do without one, all at once or not at all. The
 * oracle is another cluster that runs the same statements one by one.
 */
class TransactionOracleTest {
  private static final int SEEDS = 60;

  private static TestCluster world() {
    TestCluster world =
        TestCluster.of(
            "8.0",
            "topology: {shards: [s0, s1, s2], mongos: [m0, m1], replicaSetSize: 1}",
            "params: {balancer: manual}",
            "databases: {shop: {primary: s0}}",
            "collections:",
            "  - ns: shop.t",
            "    shardKey: {k: 1}",
            "    chunks:",
            "    - {shard: s0, max: 10}",
            "    - {shard: s1, max: 20}",
            "    - {shard: s2}");
    List<BsonDocument> documents = new ArrayList<>();
    for (int i = 0; i < 30; i += 2) {
      documents.add(doc("{_id: " + i + ", k: " + i + ", v: 0}"));
    }
    world.insert("t", documents);
    return world;
  }

  private static String statement(SimRandom random) {
    int k = random.nextInt(30);
    return switch (random.nextInt(6)) {
      case 0 ->
          "{insert: 't', documents: [{_id: " + (100 + random.nextInt(900)) + ", k: " + k + "}]}";
      case 1 -> "{update: 't', updates: [{q: {k: " + k + "}, u: {$inc: {v: 1}}}]}";
      case 2 ->
          "{update: 't', updates: [{q: {k: {$gt: " + k + "}}, u: {$inc: {v: 1}}, multi: true}]}";
      case 3 -> "{delete: 't', deletes: [{q: {k: " + k + "}, limit: 1}]}";
      case 4 -> "{delete: 't', deletes: [{q: {k: {$lt: " + k / 4 + "}}, limit: 0}]}";
      default ->
          "{update: 't', updates: [{q: {_id: "
              + k
              + ", k: "
              + k
              + "}, u: {$set: {k: "
              + (random.nextInt(30))
              + "}}}]}";
    };
  }

  private static List<BsonDocument> contents(TestCluster world) {
    return world.find("m1", "shop.t", "{sort: {_id: 1}}");
  }

  @Test
  void committedEqualsTheStatementsOneByOneAndAbortedEqualsNothing() {
    for (int seed = 0; seed < SEEDS; seed++) {
      SimRandom random = new SimRandom(seed);
      TestCluster world = world();
      TestCluster plain = world();
      TestSession session = new TestSession(world, "m0", 1);
      List<BsonDocument> before = contents(world);
      session.start();
      boolean failed = false;
      for (int n = 1 + random.nextInt(8); n > 0 && !failed; n--) {
        String statement = statement(random);
        BsonDocument inside = session.shop(statement);
        BsonDocument outside = plain.shop(statement);
        failed = inside.containsKey("writeErrors");
        assertEquals(failed, outside.containsKey("writeErrors"), statement);
        if (!failed) {
          assertEquals(outside.get("n"), inside.get("n"), statement);
          assertEquals(contents(plain), session.find("t"), "seed " + seed + ": " + statement);
        }
        assertEquals(before, contents(world), "seed " + seed + ": seen before the commit");
      }
      if (failed) {
        continue;
      }
      if (random.nextInt(3) == 0) {
        session.abort();
        assertEquals(before, contents(world), "seed " + seed);
      } else {
        session.commit();
        assertEquals(contents(plain), contents(world), "seed " + seed);
      }
    }
  }
}
