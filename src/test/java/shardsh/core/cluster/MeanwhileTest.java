package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.Test;
import shardsh.core.base.CommandException;
import shardsh.core.base.InterruptFlag;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.sharding.MigrationState;

/** What happens to the placement of data while something waits for an open transaction. */
class MeanwhileTest {
  private TestCluster world;
  private TestSession session;

  private void start(String profile) {
    world =
        TestCluster.of(
            profile,
            "topology: {shards: [s0, s1, s2], mongos: [m0, m1], replicaSetSize: 1}",
            "params: {balancer: manual, orphanCleanupDelaySecs: 900}",
            "databases: {shop: {primary: s0}}",
            "collections:",
            "  - ns: shop.t",
            "    shardKey: {k: 1}",
            "    chunks:",
            "    - {shard: s0, max: 10}",
            "    - {shard: s1, max: 20}",
            "    - {shard: s2}",
            "  - ns: shop.plain");
    world.insert("t", List.of(TestCluster.doc("{_id: 1, k: 1, n: 0}")));
    world.insert(
        "t", List.of(TestCluster.doc("{_id: 2, k: 12}"), TestCluster.doc("{_id: 3, k: 5}")));
    world.insert("plain", List.of(TestCluster.doc("{_id: 1, n: 0}")));
    session = new TestSession(world, "m0", 1);
  }

  private int n(String ns) {
    List<BsonDocument> found = world.find("m1", ns, "{filter: {_id: 1}}");
    assertEquals(1, found.size());
    return found.get(0).getInt32("n").getValue();
  }

  @Test
  void movePrimaryWaitsForTheTransactionsThatUseTheDatabase() {
    start("7.0");
    session.start().shop("{update: 'plain', updates: [{q: {_id: 1}, u: {$inc: {n: 1}}}]}");
    long before = world.cluster().clock().nowMillis();

    world.admin("{movePrimary: 'shop', to: 's1'}");

    assertTrue(world.cluster().clock().nowMillis() - before >= 59_000);
    assertEquals(251, assertThrows(CommandException.class, session::commit).errorCode().code());
    assertEquals(0, n("shop.plain"));
    assertEquals(1, world.find("s1", "shop.plain", "{}").size());
  }

  @Test
  void reshardingWaitsForTheTransactionsThatUseTheCollectionBeforeItBlocksWrites() {
    start("8.0");
    assertTrue(
        world
            .refusal("{reshardCollection: 'shop.t', key: {n: 1}, maxTimeMS: 100}")
            .startsWith("50 "));
    world.cluster().sim().advance(295_000);
    session.start().shop("{update: 't', updates: [{q: {_id: 1, k: 1}, u: {$inc: {n: 1}}}]}");

    world.cluster().sim().advance(10_000);

    assertEquals(251, assertThrows(CommandException.class, session::commit).errorCode().code());
    world.cluster().sim().advance(10_000);
    assertEquals(0, n("shop.t"));
    BsonDocument entry = world.find("m0", "config.collections", "{filter: {_id: 'shop.t'}}").get(0);
    assertEquals(TestCluster.doc("{n: 1}"), entry.get("key"));
  }

  @Test
  void writeThatWaitedFollowsACollectionThatWasMovedMeanwhile() {
    start("8.0");
    assertTrue(
        world
            .refusal("{moveCollection: 'shop.plain', toShard: 's2', maxTimeMS: 100}")
            .startsWith("50 "));
    world.cluster().sim().advance(280_000);
    session.start().shop("{update: 'plain', updates: [{q: {_id: 1}, u: {$inc: {n: 5}}}]}");

    BsonDocument reply =
        world.shop("{update: 'plain', updates: [{q: {_id: 1}, u: {$inc: {n: 1}}}]}");

    assertEquals(new BsonInt32(1), reply.get("nModified"), reply::toJson);
    world.cluster().sim().advance(600_000);
    assertEquals(1, n("shop.plain"));
    assertEquals(1, world.find("s2", "shop.plain", "{}").size());
  }

  @Test
  void aMoveThatWaitsAndIsDrivenOnByTheBalancerMeanwhileEndsOnce() {
    start("7.0");
    world.admin("{split: 'shop.t', middle: {k: 4}}");
    world.cluster().sim().stepMigrations(true);
    world.admin("{moveChunk: 'shop.t', find: {k: 1}, to: 's1'}");
    world.cluster().sim().step(3);
    session.start().shop("{update: 't', updates: [{q: {k: 1}, u: {$inc: {n: 1}}}]}");
    world.admin("{configureCollectionBalancing: 'shop.t', defragmentCollection: true}");
    world.cluster().sim().setParameters(TestCluster.doc("{balancer: 'on'}"));

    String refusal = world.refusal("{mergeChunks: 'shop.t', bounds: [{k: {$minKey: 1}}, {k: 10}]}");

    assertTrue(refusal.startsWith("20 "), refusal);
    assertEquals(0, n("shop.t"));
  }

  @Test
  void dropThatOutlivesItsClientIsDoneAllTheSame() {
    start("7.0");
    session.start().shop("{update: 't', updates: [{q: {k: 1}, u: {$inc: {n: 1}}}]}");

    CommandException expired =
        assertThrows(CommandException.class, () -> world.shop("{drop: 't', maxTimeMS: 20}"));

    assertEquals("MaxTimeMSExpired", expired.errorCode().codeName());
    assertEquals(List.of(), world.find("m0", "shop.t", "{}"));
    assertEquals(List.of(), world.find("m1", "shop.t", "{}"));
  }

  @Test
  void secondOpinionOnARouterThatHasNotHeardOfTheShardingAsks() {
    start("7.0");
    world.find("m1", "shop.plain", "{}");
    world.admin("{shardCollection: 'shop.plain', key: {_id: 1}}");

    BsonDocument answer =
        world
            .cluster()
            .sim()
            .secondOpinion(
                new NodeId("m1"),
                Namespace.parse("shop.plain"),
                TestCluster.doc("{_id: 1}"),
                Optional.empty());

    assertTrue(answer.getBoolean("same").getValue(), answer::toJson);
  }

  @Test
  void descriptionLeavesOutWhatAReshardingHasCopied() {
    start("7.0");
    assertTrue(
        world
            .refusal(
                "{reshardCollection: 'shop.t', key: {_id: 1}, numInitialChunks: 2, maxTimeMS: 100}")
            .startsWith("50 "));

    assertEquals(
        List.of("shop.t", "shop.plain"),
        world.cluster().describe().collections().stream()
            .map(collection -> collection.ns().toString())
            .toList());
  }

  @Test
  void reshardingSamplesAShardThatHasMissedItsLastChunk() {
    start("7.0");
    world.admin("{configureFailPoint: 'doNotRefreshRecipientAfterCommit', mode: 'alwaysOn'}");
    world.admin("{moveChunk: 'shop.t', find: {k: 1}, to: 's1', _waitForDelete: true}");

    world.admin("{reshardCollection: 'shop.t', key: {_id: 1}, numInitialChunks: 2}");

    assertEquals(3, world.find("m1", "shop.t", "{}").size());
  }

  @Test
  void descriptionNamesTwoIndexesThatDifferInTheOrderOfTheirFields() {
    start("7.0");
    world.shop(
        "{createIndexes: 'plain', indexes: [{key: {k: 'hashed', j: 1}, name: 'k_hashed_j_1'},"
            + " {key: {j: 1, k: 'hashed'}, name: 'b'}]}");
    world.admin("{shardCollection: 'shop.plain', key: {k: 'hashed', j: 1}}");

    Cluster again =
        Cluster.start(
            world.cluster().describe(),
            Optional.empty(),
            OptionalLong.empty(),
            new InterruptFlag());

    assertEquals(
        world.cluster().snapshot().collections().size(), again.snapshot().collections().size());
  }

  @Test
  void aMoveThatWaitedMovesWhatIsLeftToMove() {
    start("7.0");
    world.admin("{configureCollectionBalancing: 'shop.t', chunkSize: 1}");
    world.cluster().sim().setParameters(TestCluster.doc("{balancer: 'on'}"));
    world
        .cluster()
        .sim()
        .fill(
            new NodeId("m0"),
            Namespace.parse("shop.t"),
            TestCluster.doc("{k: {from: 1, to: 10}}"),
            9,
            OptionalLong.empty());
    session.start().shop("{update: 't', updates: [{q: {k: 1}, u: {$inc: {n: 1}}}]}");

    world.refusal(
        "{moveChunk: 'shop.t', bounds: [{k: {$minKey: 1}}, {k: 10}], to: 's2', forceJumbo: true,"
            + " _waitForDelete: true}");

    assertEquals(3, world.find("m1", "shop.t", "{}").size());
    assertEquals(0, n("shop.t"));
  }

  @Test
  void aMoveThatStoodStillIsGivenUpWhenTheCollectionIsAnotherOne() {
    start("7.0");
    world.cluster().sim().stepMigrations(true);
    world.admin("{moveChunk: 'shop.t', find: {k: 1}, to: 's1'}");
    world.shop("{drop: 't'}");
    world.admin("{shardCollection: 'shop.t', key: {k: 1}}");
    world.cluster().sim().stepMigrations(false);
    world.cluster().sim().step(1);

    assertEquals(List.of("MaxKey s0 1|0"), world.chunks("shop.t"));
    assertEquals(MigrationState.ABORTED, world.cluster().snapshot().migrations().get(0).state());
  }

  @Test
  void aWriteThatWaitedDoesNotSlipIntoACriticalSection() {
    start("7.0");
    world.admin("{configureCollectionBalancing: 'shop.t', chunkSize: 1}");
    world.cluster().sim().setParameters(TestCluster.doc("{balancer: 'on'}"));
    NodeId m0 = new NodeId("m0");
    Namespace ns = Namespace.parse("shop.t");
    BsonDocument keys = TestCluster.doc("{k: {from: 1, to: 10}}");
    world.cluster().sim().fill(m0, ns, keys, 9, OptionalLong.empty());
    world.admin("{configureFailPoint: 'moveChunkHangAtStep5', mode: 'alwaysOn'}");
    session.start().shop("{update: 't', updates: [{q: {k: 1}, u: {$inc: {n: 5}}}]}");

    world.shop("{update: 't', updates: [{q: {k: 1}, u: {$inc: {n: 1}}}]}");
    world.admin("{configureFailPoint: 'moveChunkHangAtStep5', mode: 'off'}");
    world.cluster().sim().advance(1000);

    assertEquals("2 s2 2|0", world.chunks("shop.t").get(0));
    assertEquals(1, n("shop.t"));
  }
}
