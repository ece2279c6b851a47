package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import shardsh.core.base.InterruptFlag;
import shardsh.core.base.NodeId;
import shardsh.core.snapshot.ClusterSnapshot;
import shardsh.core.snapshot.ClusterSpec;
import shardsh.lesson.ClusterFileWriter;
import shardsh.lesson.ClusterFiles;

/** Sets of three members, as most built-in clusters have them. */
class ThreeMembersTest {
  private static final String S1 = "s1/127.0.0.1:27103,127.0.0.1:28103,127.0.0.1:29103";
  private static final String CONFIG = "cfgrs/127.0.0.1:27101,127.0.0.1:28101,127.0.0.1:29101";

  private final TestCluster canvas = TestCluster.named("canvas");

  private static void down(TestCluster cluster, String node) {
    cluster.cluster().sim().down(new NodeId(node));
  }

  private static TestCluster configShard() {
    TestCluster cluster =
        TestCluster.of("8.0", "cluster: canvas", "params: {balancer: manual, hash: real}");
    cluster.admin("{transitionFromDedicatedConfigServer: 1}");
    cluster.admin(
        "{moveChunk: 'shop.orders', find: {customerId: 150}, to: 'config', _waitForDelete: true}");
    return cluster;
  }

  private static BsonDocument plan(TestCluster cluster, int customer) {
    return cluster
        .shop("{explain: {find: 'orders', filter: {customerId: " + customer + "}}}")
        .getDocument("queryPlanner")
        .getDocument("winningPlan")
        .getArray("shards")
        .get(0)
        .asDocument();
  }

  @ParameterizedTest
  @CsvSource({"canvas,3", "canvas-hashed,3", "aggregation,3", "empty,3", "regions,1", "lab,1"})
  void allBuiltInClustersHaveThreeButTheExperimentOfTheArticle(String name, int members) {
    assertEquals(members, new ClusterFiles().named(name).topology().replicaSetSize());
  }

  @Test
  void aSetIsNamedWithAllItsHostsAndAProcessWithItsOwn() {
    down(canvas, "s1");

    BsonDocument plan = plan(canvas, 250);

    assertEquals(S1, plan.getString("connectionString").getValue());
    assertEquals(28103, plan.getDocument("serverInfo").getInt32("port").getValue());
    BsonDocument row = canvas.find("m0", "config.shards", "{filter: {_id: 's1'}}").get(0);
    assertEquals(S1, row.getString("host").getValue());
    assertEquals(
        "127.0.0.1:28103", canvas.run("s1", "admin", "{hello: 1}").getString("me").getValue());
    assertEquals(
        "127.0.0.1:28103",
        canvas
            .run("s1", "shop", "{aggregate: 'orders', pipeline: [{$collStats: {}}], cursor: {}}")
            .getDocument("cursor")
            .getArray("firstBatch")
            .get(0)
            .asDocument()
            .getString("host")
            .getValue());
  }

  @Test
  void aCopyElectsForItself() {
    down(canvas, "s1");
    TestCluster copy = canvas.copy();

    assertEquals(1, copy.find("m0", "shop.orders", "{filter: {customerId: 250}}").size());

    assertTrue(canvas.cluster().isDown(new NodeId("s1")));
    assertFalse(copy.cluster().isDown(new NodeId("s1")));
  }

  @Test
  void theFileOfADescriptionStartsTheSameMembers() {
    canvas.admin("{addShard: 's3/127.0.0.1:27110,127.0.0.1:28110,127.0.0.1:29110'}");
    canvas.admin("{moveChunk: 'shop.orders', find: {customerId: 420}, to: 's3'}");
    ClusterSpec spec = canvas.cluster().describe();

    String text = ClusterFileWriter.text(spec);
    ClusterSpec read = new ClusterFiles().read(text, "saved");
    Cluster again =
        Cluster.start(read, Optional.empty(), OptionalLong.empty(), new InterruptFlag());

    assertEquals(spec, read);
    assertEquals(spec, again.describe());
    assertEquals(
        List.of("127.0.0.1:27110", "127.0.0.1:28110", "127.0.0.1:29110"),
        again.hostsOf(new NodeId("s3")));
  }

  @Test
  void aConfigShardHasTheMembersOfTheConfigServers() {
    TestCluster cluster = configShard();
    down(cluster, "cfgrs");

    BsonDocument plan = plan(cluster, 150);

    assertEquals(CONFIG, plan.getString("connectionString").getValue());
    assertEquals(28101, plan.getDocument("serverInfo").getInt32("port").getValue());
    List<ClusterSnapshot.ShardView> shards = cluster.cluster().snapshot().shards();
    assertEquals(
        List.of("cfgrs:0 DOWN", "cfgrs:1 PRIMARY", "cfgrs:2 SECONDARY"),
        shards.get(shards.size() - 1).node().members().stream()
            .map(member -> member.name() + " " + member.state())
            .toList());
    assertEquals(
        cluster.cluster().snapshot().config().members(),
        shards.get(shards.size() - 1).node().members());
  }

  @Test
  void aCopyOfAConfigShardElectsWithItsConfigServers() {
    TestCluster copy = configShard().copy();
    down(copy, "cfgrs");

    assertEquals(1, copy.find("m0", "shop.orders", "{filter: {customerId: 150}}").size());

    assertEquals(28101, plan(copy, 150).getDocument("serverInfo").getInt32("port").getValue());
  }

  @Test
  void aFileOfAClusterWithAConfigShardIsRead() {
    ClusterSpec spec = configShard().cluster().describe();

    ClusterSpec read = new ClusterFiles().read(ClusterFileWriter.text(spec), "saved");
    Cluster again =
        Cluster.start(read, Optional.empty(), OptionalLong.empty(), new InterruptFlag());

    assertEquals(spec, read);
    assertEquals(spec, again.describe());
    assertTrue(read.topology().configShard());
  }

  @Test
  void aSetIsInitiatedWithAllItsProcessesAndAllAlike() {
    TestCluster processes =
        TestCluster.of("8.0", "topology: {shards: [s0], initiated: false, replicaSetSize: 3}");
    String two =
        "{_id: 's0', members: [{_id: 0, host: '127.0.0.1:27102'},"
            + " {_id: 1, host: 'localhost:28102', priority: 1.0}";

    assertEquals(
        "115 CommandNotSupported: a set s0 without 127.0.0.1:29102 is not modelled in shardsh",
        processes.refusal("s0", "admin", "{replSetInitiate: " + two + "]}}"));
    assertEquals(
        "115 CommandNotSupported: members[2].priority other than 1 is not modelled in shardsh",
        processes.refusal(
            "s0",
            "admin",
            "{replSetInitiate: " + two + ", {_id: 2, host: '127.0.0.1:29102', priority: 0}]}}"));
    processes.run(
        "s0", "admin", "{replSetInitiate: " + two + ", {_id: 2, host: '127.0.0.1:29102'}]}}");

    assertEquals(
        3,
        processes
            .run("s0", "admin", "{replSetGetConfig: 1}")
            .getDocument("config")
            .getArray("members")
            .size());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "addShard: 'app/127.0.0.1:27150' | a shard with the name of another process, 'app',",
        "addShard: 'z/127.0.0.1:27150', name: 'm0' | a shard with the name of another process,"
            + " 'm0',",
        "addShard: 'a b/127.0.0.1:27150' | the name 'a b' of a shard, which is not of letters,"
            + " digits, _ and -,",
        "addShard: 'z/127.0.0.1:27150', name: 's:1' | the name 's:1' of a shard, which is not of"
            + " letters, digits, _ and -,",
        "addShard: 'z/h:1,h:2,h:3,h:4,h:5,h:6,h:7,h:8' | a set of more than 7 members"
      })
  void namesThatNoProcessCanHaveAndTooLargeSetsAreRefusedAsNewShards(String command, String what) {
    assertEquals(
        "115 CommandNotSupported: " + what + " is not modelled in shardsh",
        canvas.refusal("{" + command + "}"));
    assertEquals(3, canvas.admin("{listShards: 1}").getArray("shards").size());
    assertFalse(canvas.cluster().find("z").isPresent());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "s7/127.0.0.1:27110,127.0.0.1:28110,127.0.0.1:29110,127.0.0.1:30110",
        "s7/127.0.0.1:26102",
        "s7/127.0.0.1:65000"
      })
  void aSavedClusterHasTheSizeOfMostSetsAndCanBeReadAgain(String set) {
    canvas.admin("{addShard: '" + set + "'}");

    ClusterSpec saved = canvas.cluster().describe();

    assertEquals(3, saved.topology().replicaSetSize());
    ClusterSpec read = new ClusterFiles().read(ClusterFileWriter.text(saved), "test");
    assertEquals(saved.topology(), read.topology());
  }
}
