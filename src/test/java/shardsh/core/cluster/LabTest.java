package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

/** A cluster made from processes that nobody has initiated, and the wrong turns on the way. */
class LabTest {
  private final TestCluster cluster = TestCluster.named("lab");

  private void initiate(String node, String set, int port, String more) {
    cluster.run(
        node,
        "admin",
        "{replSetInitiate: {_id: '"
            + set
            + "', "
            + more
            + "members: [{_id: 0, host:"
            + " 'localhost:"
            + port
            + "'}]}}");
  }

  private void initiateAll() {
    initiate("cfgrs", "cfgrs", 27101, "configsvr: true, ");
    initiate("shard1rs", "shard1rs", 27102, "");
    initiate("shard2rs", "shard2rs", 27103, "");
  }

  @Test
  void initiatedSetsBecomeShards() {
    initiateAll();

    assertEquals(
        "shard1rs",
        cluster.admin("{addShard: 'shard1rs/localhost:27102'}").getString("shardAdded").getValue());
    cluster.admin("{addShard: 'shard2rs/localhost:27103'}");

    List<BsonDocument> shards = cluster.find("m0", "config.shards", "{sort: {_id: 1}}");
    assertEquals(
        List.of("shard1rs/127.0.0.1:27102", "shard2rs/127.0.0.1:27103"),
        shards.stream().map(shard -> shard.getString("host").getValue()).toList());
    cluster.shop("{insert: 'c', documents: [{_id: 1}]}");
    assertEquals(1, cluster.find("m0", "shop.c", "{}").size());
    assertEquals(1, cluster.find("shard1rs", "shop.c", "{}").size());
  }

  @Test
  void initiateWithoutAConfigurationMakesASetOfOneMember() {
    cluster.run("shard1rs", "admin", "{replSetInitiate: {}}");

    BsonDocument hello = cluster.run("shard1rs", "admin", "{hello: 1}");
    assertEquals("shard1rs", hello.getString("setName").getValue());
    assertEquals("127.0.0.1:27102", hello.getString("primary").getValue());
    assertTrue(hello.getBoolean("isWritablePrimary").getValue());
    BsonDocument status = cluster.run("shard1rs", "admin", "{replSetGetStatus: 1}");
    assertEquals(1, status.getArray("members").size());
    assertEquals(
        "PRIMARY", status.getArray("members").get(0).asDocument().getString("stateStr").getValue());
  }

  @Test
  void nothingWorksBeforeItIsInitiated() {
    BsonDocument hello = cluster.run("shard1rs", "admin", "{hello: 1}");
    assertEquals(false, hello.getBoolean("isWritablePrimary").getValue());
    assertEquals(
        "94 NotYetInitialized: no replset config has been received",
        cluster.refusal("shard1rs", "admin", "{replSetGetStatus: 1}"));
    for (String node : List.of("shard1rs", "cfgrs")) {
      String refused = cluster.refusal(node, "test", "{find: 'c'}");
      assertTrue(refused.contains("rs.initiate()"), refused);
    }
    for (String command :
        List.of("{find: 'c'}", "{insert: 'c', documents: [{_id: 1}]}", "{listDatabases: 1}")) {
      String refused = cluster.refusal("m0", "admin", command);
      assertTrue(refused.startsWith("94 NotYetInitialized: "), refused);
    }
  }

  @Test
  void shardThatIsNotInitiatedIsNotAdded() {
    initiate("cfgrs", "cfgrs", 27101, "configsvr: true, ");

    String refused = cluster.refusal("{addShard: 'shard1rs/localhost:27102'}");

    assertTrue(refused.startsWith("94 NotYetInitialized: "), refused);
    assertTrue(refused.contains("rs.initiate()"), refused);
    assertEquals(0, cluster.admin("{listShards: 1}").getArray("shards").size());
  }

  @Test
  void shardsComeAfterTheConfigServers() {
    initiate("shard1rs", "shard1rs", 27102, "");

    String refused = cluster.refusal("{addShard: 'shard1rs/localhost:27102'}");

    assertTrue(refused.startsWith("94 NotYetInitialized: "), refused);
  }

  @Test
  void setIsInitiatedOnce() {
    initiate("shard1rs", "shard1rs", 27102, "");

    assertEquals(
        "23 AlreadyInitialized: already initialized",
        cluster.refusal("shard1rs", "admin", "{replSetInitiate: {}}"));
  }

  @Test
  void nameOfTheSetIsThatOfTheProcess() {
    String other =
        cluster.refusal(
            "shard1rs",
            "admin",
            "{replSetInitiate: {_id: 'other', members: [{_id: 0, host: 'localhost:27102'}]}}");

    assertEquals(
        "93 InvalidReplicaSetConfig: Attempting to initiate a replica set with name other, but"
            + " command line reports shard1rs; rejecting",
        other);
    initiateAll();
    String added = cluster.refusal("{addShard: 'other/localhost:27102'}");
    assertTrue(added.startsWith("96 OperationFailed: "), added);
    String plain = cluster.refusal("{addShard: 'localhost:27102'}");
    assertTrue(plain.startsWith("96 OperationFailed: "), plain);
  }

  @Test
  void membersMustBeTheProcess() {
    String refused =
        cluster.refusal(
            "shard1rs",
            "admin",
            "{replSetInitiate: {_id: 'shard1rs', members: [{_id: 0, host: 'localhost:27103'}]}}");

    assertTrue(refused.startsWith("74 NodeNotFound: "), refused);
  }

  @Test
  void configServersSayThatTheyAreOnes() {
    String refused =
        cluster.refusal(
            "cfgrs",
            "admin",
            "{replSetInitiate: {_id: 'cfgrs', members: [{_id: 0, host: 'localhost:27101'}]}}");

    assertTrue(refused.startsWith("2 BadValue: "), refused);
  }

  @Test
  void databasesNeedAShard() {
    initiateAll();

    String refused = cluster.refusal("m0", "shop", "{insert: 'c', documents: [{_id: 1}]}");

    assertEquals("70 ShardNotFound: No shards found", refused);
  }

  @Test
  void copyOfAHalfMadeClusterGoesOnByItself() {
    initiate("cfgrs", "cfgrs", 27101, "configsvr: true, ");
    TestCluster copy = cluster.copy();
    initiate("shard1rs", "shard1rs", 27102, "");
    cluster.admin("{addShard: 'shard1rs/localhost:27102'}");

    assertEquals(0, copy.admin("{listShards: 1}").getArray("shards").size());
    assertTrue(
        copy.refusal("{addShard: 'shard1rs/localhost:27102'}").startsWith("94 NotYetInitialized"));
  }
}
