package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static shardsh.core.cluster.TestCluster.doc;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import shardsh.core.base.NodeId;
import shardsh.core.bson.Docs;
import shardsh.core.snapshot.ClusterSnapshot;

/** What becomes of sessions, streams, moves and faults when a set of three changes its primary. */
class FailoverTest {
  private static final String SESSION =
      ", lsid: {id: {$binary: {base64: 'AAAAAAAAQACAAAAAAAAAAQ==', subType: '04'}}}";

  private final TestCluster cluster =
      TestCluster.of(
          "8.0",
          "topology: {shards: [s0, s1], mongos: [m0], replicaSetSize: 3}",
          "params: {balancer: manual}",
          "databases: {shop: {primary: s0}}",
          "collections:",
          "  - ns: shop.t",
          "    shardKey: {k: 1}",
          "    chunks:",
          "    - {shard: s0, max: 10}",
          "    - {shard: s1}");

  private void lag(int millis) {
    cluster.cluster().sim().setParameters(doc("{lagMs: " + millis + "}"));
  }

  private void insert(int id) {
    cluster.shop("{insert: 't', documents: [{_id: " + id + ", k: 1}], writeConcern: {w: 1}}");
  }

  private BsonDocument retryable(int id) {
    return cluster.shop(
        "{insert: 't', documents: [{_id: "
            + id
            + ", k: 1}], writeConcern: {w: 1}, txnNumber: {$numberLong: '1'}"
            + SESSION
            + "}");
  }

  private void stepDown(String set) {
    cluster.run(set, "admin", "{replSetStepDown: 60}");
  }

  private void down(String node) {
    cluster.cluster().sim().down(cluster.node(node));
  }

  private int count(String more) {
    return cluster.shop("{count: 't', query: {k: 1}" + more + "}").getNumber("n").intValue();
  }

  private BsonDocument watch() {
    return cluster
        .shop("{aggregate: 't', pipeline: [{$changeStream: {}}], cursor: {}}")
        .getDocument("cursor");
  }

  private List<Integer> events(BsonDocument stream) {
    BsonDocument more =
        new BsonDocument("getMore", stream.get("id")).append("collection", Docs.text("t"));
    List<Integer> ids = new ArrayList<>();
    for (int i = 0; i < 14; i++) {
      BsonDocument reply = cluster.cluster().run(TestCluster.M0, "shop", more);
      for (BsonValue event : reply.getDocument("cursor").getArray("nextBatch")) {
        ids.add(event.asDocument().getDocument("documentKey").getInt32("_id").getValue());
      }
    }
    return ids;
  }

  @Test
  void aStreamTellsOfAWriteOnceAMajorityHasIt() {
    lag(60_000);
    BsonDocument stream = watch();
    insert(1);

    assertEquals(List.of(), events(stream));
    cluster.cluster().sim().advance(60_000);
    assertEquals(List.of(1), events(stream));
  }

  @Test
  void aWriteThatIsUndoneIsNeverToldAndMayBeDoneAgain() {
    lag(60_000);
    BsonDocument stream = watch();
    retryable(1);
    down("s0");

    assertEquals(0, count(""));
    BsonDocument again = retryable(1);

    assertEquals(1, again.getInt32("n").getValue());
    assertTrue(!again.containsKey("retriedStmtIds"), again.toJson());
    assertEquals(1, count(""));
    cluster.cluster().sim().advance(60_000);
    assertEquals(List.of(1), events(stream));
  }

  @Test
  void aCausalReadOfASecondaryWaitsForWhatItMustSee() {
    lag(5_000);
    insert(1);
    BsonTimestamp written =
        cluster.shop("{ping: 1}").getTimestamp("operationTime", new BsonTimestamp(0, 0));
    String secondary = ", $readPreference: {mode: 'secondary'}";

    assertEquals(0, count(secondary));
    long start = cluster.cluster().clock().nowMillis();
    String causal =
        ", readConcern: {afterClusterTime: {$timestamp: {t: "
            + written.getTime()
            + ", i: "
            + written.getInc()
            + "}}}";
    assertEquals(1, count(secondary + causal));
    assertTrue(cluster.cluster().clock().nowMillis() - start >= 4_900);
  }

  @Test
  void aTransactionIsLostWithThePrimaryUnlessItIsPrepared() {
    TestSession session = new TestSession(cluster, "m0", 3);
    session.start().shop("{insert: 't', documents: [{_id: 1, k: 1}]}");
    stepDown("s0");

    String refusal = session.refusal("{insert: 't', documents: [{_id: 2, k: 1}]}");

    assertTrue(refusal.startsWith("251 NoSuchTransaction: "), refusal);
    assertEquals(0, count(""));
  }

  @Test
  void aStatementOfATransactionDoesNotWaitForTheLagButItsCommitDoes() {
    lag(5_000);
    TestSession session = new TestSession(cluster, "m0", 3);
    long start = cluster.cluster().clock().nowMillis();
    session.start().shop("{insert: 't', documents: [{_id: 1, k: 1}]}");
    assertTrue(cluster.cluster().clock().nowMillis() - start < 1_000);

    session.commit();

    assertTrue(cluster.cluster().clock().nowMillis() - start >= 5_000);
    assertEquals(1, count(", $readPreference: {mode: 'secondary'}"));
  }

  @Test
  void aMoveIsGivenUpWhenTheDonorOrTheRecipientChangesItsPrimary() {
    insert(1);
    for (String set : List.of("s0", "s1")) {
      cluster.cluster().sim().stepMigrations(true);
      cluster.admin("{moveChunk: 'shop.t', find: {k: 1}, to: 's1'}");
      cluster.cluster().sim().step(2);
      stepDown(set);
      cluster.cluster().sim().stepMigrations(false);
      List<ClusterSnapshot.MigrationView> all = cluster.cluster().snapshot().migrations();

      assertEquals("ABORTED", all.get(all.size() - 1).state().name());
      assertEquals(1, count(""));
      assertEquals(List.of(), cluster.find("s1", "config.rangeDeletions", "{}"));
      cluster.cluster().sim().advance(61_000);
    }
  }

  @Test
  void aFaultStrikesTheMemberThatAnswersByItsOwnNameAndByTheSets() {
    insert(1);
    cluster.cluster().sim().fail(doc("{to: 's0:0', command: 'count', do: 'drop'}"));
    assertTrue(
        cluster.refusal("m0", "shop", "{count: 't', query: {k: 1}}").contains("HostUnreachable"));
    assertEquals(1, count(", $readPreference: {mode: 'secondary'}"));
    cluster.cluster().sim().failOff();

    stepDown("s0");
    cluster.cluster().sim().fail(doc("{to: 's0:0', command: 'count', do: 'drop'}"));
    assertEquals(1, count(""));
    cluster.cluster().sim().fail(doc("{to: 's0', command: 'count', do: 'drop', times: 1}"));
    assertTrue(
        cluster.refusal("m0", "shop", "{count: 't', query: {k: 1}}").contains("HostUnreachable"));
    assertEquals(1, count(""));
  }

  @Test
  void aReshardingWhoseConfigServersLoseTheirPrimaryIsNotWaitedForWithoutEnd() {
    cluster.cluster().sim().down(new NodeId("cfgrs").member(1));
    cluster.cluster().sim().down(new NodeId("cfgrs").member(2));

    String refusal = cluster.refusal("{reshardCollection: 'shop.t', key: {j: 1}}");
    cluster.cluster().sim().up(new NodeId("cfgrs").member(1));
    cluster.cluster().sim().advance(600_000);

    assertTrue(refusal.startsWith("133 FailedToSatisfyReadPreference"), refusal);
    assertEquals(
        doc("{j: 1}"),
        cluster.find("m0", "config.collections", "{filter: {_id: 'shop.t'}}").get(0).get("key"));
  }

  @Test
  void aDatabaseWhoseDropWasNotHeardOfToTheEndGoesOn() {
    cluster
        .cluster()
        .sim()
        .fail(doc("{to: 'cfgrs', command: '_configsvrRemoveDatabase', do: 'drop', times: 1}"));
    cluster.shop("{insert: 'plain', documents: [{_id: 1}]}");
    String refusal = cluster.refusal("m0", "shop", "{dropDatabase: 1}");

    cluster.shop("{insert: 'plain', documents: [{_id: 2}]}");

    assertTrue(refusal.startsWith("6 HostUnreachable"), refusal);
    assertEquals(List.of(doc("{_id: 2}")), cluster.find("m0", "shop.plain", "{}"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"classic", "4.4", "5.0", "8.0"})
  void aRouterThatDidNotHearOfADropIsToldWhateverTheVersion(String profile) {
    TestCluster world =
        TestCluster.of(
            profile,
            "topology: {shards: [s0, s1], mongos: [m0, m1], replicaSetSize: 1}",
            "databases: {shop: {primary: s0}}");
    world.run("m1", "shop", "{insert: 'plain', documents: [{_id: 1}]}");
    world.run("m0", "shop", "{dropDatabase: 1}");

    world.run("m1", "shop", "{insert: 'plain', documents: [{_id: 2}]}");

    assertEquals(List.of(doc("{_id: 2}")), world.find("m0", "shop.plain", "{}"));
  }

  @Test
  void shardCollectionThatFailsHalfWayLeavesNoEmptyCollections() {
    TestCluster three =
        TestCluster.of(
            "classic",
            "topology: {shards: [s0, s1, s2], mongos: [m0], replicaSetSize: 1}",
            "databases: {shop: {primary: s0}}");
    three.admin("{enableSharding: 'shop'}");
    String lost = "{to: 's2', command: '_shardsvrCreateCollectionParticipant', do: 'drop'}";
    three.cluster().sim().fail(doc(lost));

    String refusal = three.refusal("{shardCollection: 'shop.h', key: {k: 'hashed'}}");
    three.cluster().sim().failOff();

    assertTrue(refusal.startsWith("6 HostUnreachable"), refusal);
    assertEquals(1, three.admin("{movePrimary: 'shop', to: 's1'}").getNumber("ok").intValue());
  }
}
