package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;
import shardsh.core.base.NodeId;
import shardsh.core.trace.ReplicationEvent;

class ReplicaSetTest {
  private final TestCluster cluster = of("8.0");

  private static TestCluster of(String profile) {
    return TestCluster.of(
        profile,
        "topology: {shards: [s0, s1], mongos: [m0], replicaSetSize: 3}",
        "params: {balancer: manual}",
        "databases: {shop: {primary: s0}}");
  }

  private void down(String node) {
    cluster.cluster().sim().down(cluster.node(node));
  }

  private void up(String node) {
    cluster.cluster().sim().up(cluster.node(node));
  }

  private void lag(int millis) {
    cluster.cluster().sim().setParameters(TestCluster.doc("{lagMs: " + millis + "}"));
  }

  private void insert(int id, String concern) {
    cluster.shop("{insert: 'c', documents: [{_id: " + id + "}], writeConcern: " + concern + "}");
  }

  private int count(String preference) {
    return cluster
        .shop("{count: 'c', query: {}, $readPreference: {mode: '" + preference + "'}}")
        .getNumber("n")
        .intValue();
  }

  private List<String> states(String node) {
    return cluster.run(node, "admin", "{replSetGetStatus: 1}").getArray("members").stream()
        .map(member -> member.asDocument().getString("stateStr").getValue())
        .toList();
  }

  private long now() {
    return cluster.cluster().clock().nowMillis();
  }

  @Test
  void aRouterWaitsForTheElectionAndGoesOn() {
    insert(1, "{w: 1}");
    long start = now();
    down("s0");
    assertEquals(1, count("primary"));
    assertTrue(now() - start >= 10_000, "the election time-out passes");
    assertEquals(List.of("(not reachable/healthy)", "PRIMARY", "SECONDARY"), states("s0"));
  }

  @Test
  void aSetWithoutMajorityHasNoPrimaryAndTheOthersDoNotNotice() {
    insert(1, "{w: 1}");
    down("s0");
    down("s0");
    long start = now();
    assertEquals(
        "133 FailedToSatisfyReadPreference: Could not find host matching read preference"
            + " { mode: \"primary\" } for set s0",
        cluster.refusal("m0", "shop", "{insert: 'c', documents: [{_id: 2}]}"));
    assertTrue(now() - start >= 15_000, "the router looked for a primary for 15 s");
    assertEquals(1, count("secondaryPreferred"));
    cluster.run("s1", "other", "{insert: 'c', documents: [{_id: 1}]}");
  }

  @Test
  void aPrimaryThatLosesTheMajorityStepsDownWhileAWriteWaits() {
    down("s0:1");
    down("s0:2");
    BsonDocument reply =
        cluster.shop("{insert: 'c', documents: [{_id: 1}], writeConcern: {w: 'majority'}}");
    assertEquals(
        11602, reply.getDocument("writeConcernError").getInt32("code").getValue(), reply.toJson());
    assertEquals(1, reply.getInt32("n").getValue());
    assertTrue(cluster.cluster().isDown(new NodeId("s0")));
  }

  @Test
  void aWriteConcernWaitsForTheLagOrTimesOut() {
    lag(2000);
    long start = now();
    insert(1, "{w: 'majority'}");
    assertTrue(now() - start >= 2000);
    BsonDocument reply =
        cluster.shop("{insert: 'c', documents: [{_id: 2}], writeConcern: {w: 3, wtimeout: 100}}");
    BsonDocument error = reply.getDocument("writeConcernError");
    assertEquals("WriteConcernFailed", error.getString("codeName").getValue());
    assertTrue(error.getDocument("errInfo").getBoolean("wtimeout").getValue());
    assertEquals(
        100,
        cluster
            .shop("{insert: 'c', documents: [{_id: 3}], writeConcern: {w: 4}}")
            .getDocument("writeConcernError")
            .getInt32("code")
            .getValue());
  }

  @Test
  void theImplicitWriteConcernIsMajoritySinceFive() {
    lag(2000);
    long start = now();
    cluster.shop("{insert: 'c', documents: [{_id: 1}]}");
    assertTrue(now() - start >= 2000);
    TestCluster old = of("4.4");
    old.cluster().sim().setParameters(TestCluster.doc("{lagMs: 2000}"));
    start = old.cluster().clock().nowMillis();
    old.shop("{insert: 'c', documents: [{_id: 1}]}");
    assertTrue(old.cluster().clock().nowMillis() - start < 2000);
  }

  @Test
  void aSecondaryShowsThePastUntilItsLagIsOver() {
    insert(1, "{w: 1}");
    lag(5000);
    insert(2, "{w: 1}");
    assertEquals(2, count("primary"));
    assertEquals(1, count("secondary"));
    cluster.cluster().sim().advance(4000);
    assertEquals(1, count("secondary"));
    cluster.cluster().sim().advance(1000);
    assertEquals(2, count("secondary"));
  }

  @Test
  void aMemberThatStopsWhileItCatchesUpHasNothingNewer() {
    lag(1);
    down("s0:2");
    insert(1, "{w: 'majority'}");
    cluster.cluster().sim().advance(60_000);
    up("s0:2");
    down("s0:1");
    insert(2, "{w: 1}");
    assertEquals("RECOVERING", states("s0").get(2));
    down("s0:2");
    down("s0:0");
    up("s0:1");
    up("s0:2");

    assertEquals(1, count("primary"));
  }

  @Test
  void aWriteThatNoRunningMemberHasIsUndoneAndOneToTheMajorityIsNot() {
    lag(5000);
    insert(1, "{w: 'majority'}");
    insert(2, "{w: 1}");
    TestCluster before = cluster.copy();
    down("s0");
    assertEquals(1, count("primary"));
    assertTrue(
        cluster.cluster().trace().since(0).stream()
            .anyMatch(
                entry ->
                    entry.event() instanceof ReplicationEvent.PrimaryElected elected
                        && elected.undone() == 1));
    assertEquals(
        2, before.shop("{count: 'c', query: {}}").getNumber("n").intValue(), "the copy is apart");
  }

  @Test
  void theOldPrimaryThatIsBackInTimeLosesNothing() {
    lag(5000);
    insert(1, "{w: 1}");
    down("s0");
    cluster.cluster().sim().up(cluster.node("s0"));
    assertEquals(1, count("primary"));
  }

  @Test
  void onlyAReadPreferenceLetsASecondaryAnswerAndNeverAWrite() {
    insert(1, "{w: 1}");
    assertEquals(
        "13435 NotPrimaryNoSecondaryOk: not primary and secondaryOk=false",
        cluster.refusal("s0:1", "shop", "{find: 'c'}"));
    assertEquals(
        "10107 NotWritablePrimary: not primary",
        cluster.refusal("s0:1", "shop", "{insert: 'c', documents: [{_id: 2}]}"));
    BsonDocument reply =
        cluster.run("s0:1", "shop", "{find: 'c', $readPreference: {mode: 'secondary'}}");
    assertEquals(1, reply.getDocument("cursor").getArray("firstBatch").size());
    assertFalse(
        cluster.run("s0:1", "admin", "{hello: 1}").getBoolean("isWritablePrimary").getValue());
  }

  @Test
  void tagsFindNoMemberAndStalenessHasALeast() {
    insert(1, "{w: 1}");
    String none =
        cluster.refusal(
            "m0",
            "shop",
            "{count: 'c', query: {}, $readPreference: {mode: 'secondary', tags: [{dc: 'x'}]}}");
    assertTrue(none.startsWith("133 FailedToSatisfyReadPreference"), none);
    assertTrue(none.contains("{ mode: \"secondary\", tags: [ { dc: \"x\" } ] }"), none);
    String least =
        cluster.refusal(
            "m0",
            "shop",
            "{count: 'c', $readPreference: {mode: 'secondary', maxStalenessSeconds: 10}}");
    assertTrue(least.startsWith("160 MaxStalenessOutOfRange"), least);
  }

  @Test
  void steppingDownHandsOverAndKeepsTheOldPrimaryOut() {
    cluster.run("s0", "admin", "{replSetStepDown: 60}");
    assertEquals(List.of("SECONDARY", "PRIMARY", "SECONDARY"), states("s0"));
    down("s0:2");
    down("s0");
    cluster.cluster().sim().up(cluster.node("s0:2"));
    cluster.cluster().sim().advance(15_000);
    assertEquals(List.of("SECONDARY", "(not reachable/healthy)", "PRIMARY"), states("s0"));
  }

  @Test
  void steppingDownIsRefusedWithTheServersWords() {
    assertEquals(
        "2 BadValue: stepdown period must be longer than secondaryCatchUpPeriodSecs",
        cluster.refusal("s0", "admin", "{replSetStepDown: 5}"));
    assertEquals(
        "10107 NotWritablePrimary: not primary so can't step down",
        cluster.refusal("s0:1", "admin", "{replSetStepDown: 60}"));
    lag(20_000);
    long start = now();
    String late = cluster.refusal("s0", "admin", "{replSetStepDown: 60}");
    assertTrue(late.startsWith("262 ExceededTimeLimit: No electable secondaries caught up"), late);
    assertTrue(now() - start >= 10_000);
    assertTrue(
        cluster
            .refusal("s0", "admin", "{replSetFreeze: 5}")
            .startsWith("95 NotSecondary: Cannot freeze node when primary"));
  }

  @Test
  void metadataIsReadButNotChangedWithoutAConfigPrimary() {
    cluster.admin("{enableSharding: 'shop'}");
    cluster.admin("{shardCollection: 'shop.d', key: {k: 1}}");
    cluster.shop("{insert: 'd', documents: [{_id: 1, k: 1}]}");
    down("cfgrs");
    down("cfgrs");
    String refused = cluster.refusal("{split: 'shop.d', middle: {k: 5}}");
    assertTrue(refused.startsWith("133 FailedToSatisfyReadPreference"), refused);
    cluster.admin("{flushRouterConfig: 1}");
    assertEquals(1, cluster.find("m0", "shop.d", "{filter: {k: 1}}").size());
    assertEquals(
        "the config servers are down",
        cluster
            .cluster()
            .sim()
            .balance()
            .getArray("skipped")
            .get(0)
            .asDocument()
            .getString("why")
            .getValue());
    cluster.cluster().sim().up(NodeId.CONFIG);
    cluster.admin("{split: 'shop.d', middle: {k: 5}}");
  }

  @Test
  void theBalancerRestsWithoutAConfigPrimaryAndGoesOnUnderTheNext() {
    TestCluster canvas =
        TestCluster.of(
            "classic",
            "cluster: canvas",
            "topology: {shards: [s0, s1, s2], mongos: [m0], replicaSetSize: 3}",
            "params: {balancer: on}");
    for (int key = 401; key < 407; key++) {
      canvas.admin("{split: 'shop.orders', middle: {customerId: " + key + "}}");
    }
    canvas.cluster().sim().down(canvas.node("cfgrs"));
    canvas.cluster().sim().down(canvas.node("cfgrs"));
    canvas.cluster().sim().advance(60_000);
    assertTrue(canvas.cluster().snapshot().migrations().isEmpty(), "nobody balances");
    canvas.cluster().sim().up(canvas.node("cfgrs"));
    canvas.cluster().sim().advance(60_000);
    assertFalse(canvas.cluster().snapshot().migrations().isEmpty());
  }

  @Test
  void aCursorStaysWithItsSecondaryAndIsGoneWithIt() {
    insert(1, "{w: 1}");
    insert(2, "{w: 1}");
    BsonDocument open =
        cluster.shop("{find: 'c', batchSize: 1, $readPreference: {mode: 'secondary'}}");
    long id = open.getDocument("cursor").getInt64("id").getValue();
    String more = "{getMore: {$numberLong: '" + id + "'}, collection: 'c'}";
    TestCluster other = cluster.copy();
    assertEquals(1, other.shop(more).getDocument("cursor").getArray("nextBatch").size());
    down("s0:1");
    down("s0:2");
    assertTrue(cluster.refusal("m0", "shop", more).startsWith("43 CursorNotFound"));
  }

  @Test
  void aSecondaryFiltersOrphansUnlessItMayNot() {
    TestCluster canvas =
        TestCluster.of(
            "8.0",
            "cluster: canvas",
            "topology: {shards: [s0, s1, s2], mongos: [m0], replicaSetSize: 3}");
    canvas.admin("{moveChunk: 'shop.orders', find: {customerId: 420}, to: 's0'}");
    int owned = read(canvas, "local");
    assertTrue(read(canvas, "available") > owned, "orphans are among them");
    assertEquals(
        owned, canvas.find("m0", "shop.orders", "{filter: {customerId: {$gte: 400}}}").size());
  }

  private static int read(TestCluster cluster, String level) {
    BsonValue batch =
        cluster
            .shop(
                "{find: 'orders', filter: {customerId: {$gte: 400}}, readConcern: {level: '"
                    + level
                    + "'}, $readPreference: {mode: 'secondary'}}")
            .getDocument("cursor")
            .get("firstBatch");
    return batch.asArray().size();
  }
}
