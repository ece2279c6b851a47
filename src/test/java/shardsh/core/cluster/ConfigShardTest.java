package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.bson.BsonDocument;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import shardsh.core.base.InterruptFlag;
import shardsh.core.base.NodeId;
import shardsh.core.trace.CallEvent;

/** The config servers hold data as well: curriculum C05. */
class ConfigShardTest {
  private TestCluster cluster;

  @BeforeEach
  void start() {
    cluster = TestCluster.plain("8.0");
    cluster.admin("{enableSharding: 'shop', primaryShard: 's0'}");
    cluster.admin("{shardCollection: 'shop.c', key: {k: 1}}");
    cluster.insert("c", TestCluster.numbered(20));
    cluster.admin("{split: 'shop.c', middle: {k: 10}}");
  }

  private BsonDocument leave() {
    return cluster.admin("{transitionToDedicatedConfigServer: 1}");
  }

  @Test
  void theConfigServersBecomeAShardThatHoldsChunks() {
    cluster.admin("{transitionFromDedicatedConfigServer: 1}");
    cluster.admin("{moveChunk: 'shop.c', find: {k: 15}, to: 'config', _waitForDelete: true}");

    BsonDocument row = cluster.find("m0", "config.shards", "{filter: {_id: 'config'}}").get(0);
    assertTrue(row.getString("host").getValue().startsWith("cfgrs/127.0.0.1:"), row.toJson());
    assertEquals(List.of("10 s0 2|1", "MaxKey config 2|0"), cluster.chunks("shop.c"));
    assertEquals(20, cluster.find("m0", "shop.c", "{}").size());
    assertEquals(20, cluster.find("m1", "shop.c", "{}").size());
    assertEquals(10, cluster.find("cfgrs", "shop.c", "{}").size());
    assertTrue(cluster.find("cfgrs", "config.shards", "{}").size() > 1);
  }

  @Test
  void becomingAShardTwiceIsNoError() {
    cluster.admin("{transitionFromDedicatedConfigServer: 1}");
    cluster.admin("{transitionFromDedicatedConfigServer: 1}");

    assertEquals(1, cluster.find("m0", "config.shards", "{filter: {_id: 'config'}}").size());
  }

  @Test
  void oneProcessHoldsBothPartsAndSendsItselfNoMessages() {
    cluster.admin("{transitionFromDedicatedConfigServer: 1}");
    cluster.admin("{moveChunk: 'shop.c', find: {k: 15}, to: 'config', _waitForDelete: true}");

    boolean talks =
        cluster.cluster().trace().since(0).stream()
            .map(entry -> entry.event())
            .anyMatch(
                event ->
                    event instanceof CallEvent.RequestSent sent
                        && isConfig(sent.from())
                        && isConfig(sent.to()));
    assertFalse(talks);

    cluster.cluster().sim().down(NodeId.CONFIG);
    String refused = cluster.refusal("m0", "shop", "{count: 'c', query: {k: 15}}");
    assertTrue(refused.startsWith("133 FailedToSatisfyReadPreference"), refused);
    cluster.cluster().sim().up(NodeId.CONFIG);
    assertEquals(20, cluster.find("m0", "shop.c", "{}").size());
  }

  private static boolean isConfig(NodeId node) {
    return node.equals(NodeId.CONFIG) || node.name().equals("config");
  }

  @Test
  void goingBackDrainsAndWaitsForOrphans() {
    cluster.admin("{transitionFromDedicatedConfigServer: 1}");
    cluster.admin("{moveChunk: 'shop.c', find: {k: 15}, to: 'config', _waitForDelete: true}");

    assertEquals("started", leave().getString("state").getValue());
    BsonDocument ongoing = leave();
    assertEquals("ongoing", ongoing.getString("state").getValue());
    assertEquals(1, ongoing.getDocument("remaining").getInt64("chunks").getValue());
    cluster.admin("{moveChunk: 'shop.c', find: {k: 15}, to: 's1'}");
    BsonDocument pending = leave();
    assertEquals("pendingDataCleanup", pending.getString("state").getValue());
    assertEquals(1, pending.getInt64("pendingRangeDeletions").getValue());
    cluster.cluster().sim().advance(1_000_000);
    BsonDocument completed = leave();
    assertEquals("completed", completed.getString("state").getValue());
    assertEquals("config", completed.getString("shard").getValue());

    assertEquals(0, cluster.find("m0", "config.shards", "{filter: {_id: 'config'}}").size());
    assertEquals(20, cluster.find("m0", "shop.c", "{}").size());
    assertEquals("70 ShardNotFound: Shard config does not exist", refusedToLeave());
  }

  private String refusedToLeave() {
    return cluster.refusal("{transitionToDedicatedConfigServer: 1}");
  }

  @Test
  void itCanBecomeAShardAgainAndACopyHasItToo() {
    cluster.admin("{transitionFromDedicatedConfigServer: 1}");
    leave();
    leave();
    cluster.admin("{transitionFromDedicatedConfigServer: 1}");
    Cluster copy = cluster.cluster().copy();
    cluster.admin("{moveChunk: 'shop.c', find: {k: 15}, to: 'config'}");

    BsonDocument count =
        copy.run(cluster.node("m0"), "shop", TestCluster.doc("{count: 'c', query: {}}"));
    assertEquals(20, count.getNumber("n").intValue());
    copy.run(
        cluster.node("m0"),
        "admin",
        TestCluster.doc("{moveChunk: 'shop.c', find: {k: 5}, to: 'config'}"));
    assertEquals(20, cluster.find("m1", "shop.c", "{}").size());
  }

  @Test
  void aSavedClusterHasItAgain() {
    cluster.admin("{transitionFromDedicatedConfigServer: 1}");
    cluster.admin("{moveChunk: 'shop.c', find: {k: 15}, to: 'config', _waitForDelete: true}");
    BsonDocument row = cluster.find("m0", "config.shards", "{filter: {_id: 'config'}}").get(0);

    Cluster again =
        Cluster.start(
            cluster.cluster().describe(),
            Optional.empty(),
            OptionalLong.empty(),
            new InterruptFlag());

    BsonDocument found =
        again.run(cluster.node("cfgrs"), "shop", TestCluster.doc("{count: 'c', query: {}}"));
    assertEquals(10, found.getNumber("n").intValue());
    BsonDocument rows =
        again.run(
            cluster.node("m0"),
            "config",
            TestCluster.doc("{find: 'shards', filter: {_id: 'config'}}"));
    assertEquals(
        row.get("host"),
        rows.getDocument("cursor").getArray("firstBatch").get(0).asDocument().get("host"));
    again.sim().down(NodeId.CONFIG);
    assertTrue(again.isDown(new NodeId("config")));
  }

  @Test
  void serversBeforeEightDoNotKnowIt() {
    cluster = TestCluster.plain("7.0");

    assertEquals(
        "59 CommandNotFound: no such command: 'transitionFromDedicatedConfigServer'",
        cluster.refusal("{transitionFromDedicatedConfigServer: 1}"));
  }
}
