package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import shardsh.core.base.NodeId;

/** What is refused, with the server's codes and wording: zones, addShard, removeShard. */
class ZoneAndShardErrorsTest {
  private final TestCluster cluster = TestCluster.plain("8.0");

  private String answer(String command) {
    BsonDocument reply = cluster.admin(command).clone();
    reply.remove("$clusterTime");
    reply.remove("operationTime");
    return reply.toJson();
  }

  private List<BsonDocument> tags() {
    return cluster.find("m0", "config.tags", "{sort: {min: 1}}");
  }

  @Test
  void shardsJoinAndLeaveZones() {
    assertEquals("{\"ok\": 1.0}", answer("{addShardToZone: 's0', zone: 'EU'}"));
    assertEquals("{\"ok\": 1.0}", answer("{addShardToZone: 's0', zone: 'EU'}"));
    assertEquals(
        "70 ShardNotFound: shard s9 does not exist",
        cluster.refusal("{addShardToZone: 's9', zone: 'EU'}"));
    assertEquals("{\"ok\": 1.0}", answer("{removeShardFromZone: 's1', zone: 'EU'}"));
    assertEquals(
        "70 ShardNotFound: shard s9 does not exist",
        cluster.refusal("{removeShardFromZone: 's9', zone: 'EU'}"));
    cluster.admin("{updateZoneKeyRange: 'shop.c', min: {k: 0}, max: {k: 9}, zone: 'EU'}");
    assertEquals(
        "163 ZoneStillInUse: cannot remove a shard from zone if a chunk range is associated with"
            + " it",
        cluster.refusal("{removeShardFromZone: 's0', zone: 'EU'}"));
    cluster.admin("{addShardToZone: 's1', zone: 'EU'}");
    assertEquals("{\"ok\": 1.0}", answer("{removeShardFromZone: 's0', zone: 'EU'}"));
    assertEquals(
        "[]",
        cluster
            .find("m0", "config.shards", "{filter: {_id: 's0'}}")
            .get(0)
            .getArray("tags")
            .getValues()
            .toString());
  }

  @Test
  void zoneRangesOfAShardedCollection() {
    cluster.admin("{shardCollection: 'shop.c', key: {k: 1, j: 1}}");
    cluster.admin("{addShardToZone: 's0', zone: 'EU'}");
    cluster.admin("{addShardToZone: 's1', zone: 'US'}");

    assertEquals(
        "177 ZoneNotFound: zone XX does not exist",
        cluster.refusal("{updateZoneKeyRange: 'shop.c', min: {k: 0}, max: {k: 9}, zone: 'XX'}"));
    assertEquals(
        "9 FailedToParse: max: { k: 0 } should be greater than min: { k: 9 }",
        cluster.refusal("{updateZoneKeyRange: 'shop.c', min: {k: 9}, max: {k: 0}, zone: 'EU'}"));
    assertEquals(
        "9 FailedToParse: max: { k: 9 } should be greater than min: { k: 9 }",
        cluster.refusal("{updateZoneKeyRange: 'shop.c', min: {k: 9}, max: {k: 9}, zone: 'EU'}"));
    assertEquals(
        "61 ShardKeyNotFound: min: { j: 0 } is not a prefix of the shard key { k: 1, j: 1 } of ns:"
            + " shop.c",
        cluster.refusal("{updateZoneKeyRange: 'shop.c', min: {j: 0}, max: {j: 9}, zone: 'EU'}"));
    assertEquals(
        "61 ShardKeyNotFound: max: { x: 9 } is not a prefix of the shard key { k: 1, j: 1 } of ns:"
            + " shop.c",
        cluster.refusal("{updateZoneKeyRange: 'shop.c', min: {k: 0}, max: {x: 9}, zone: 'EU'}"));

    cluster.admin("{updateZoneKeyRange: 'shop.c', min: {k: 0}, max: {k: 9}, zone: 'EU'}");
    cluster.admin("{updateZoneKeyRange: 'shop.c', min: {k: 0}, max: {k: 9}, zone: 'EU'}");
    assertEquals(
        "178 RangeOverlapConflict: Zone range: [{ k: 5, j: MinKey }, { k: 20, j: MinKey }) is"
            + " overlapping with existing: [{ k: 0, j: MinKey }, { k: 9, j: MinKey })",
        cluster.refusal("{updateZoneKeyRange: 'shop.c', min: {k: 5}, max: {k: 20}, zone: 'US'}"));
    assertEquals(1, tags().size());
    assertEquals(TestCluster.doc("{k: 0, j: {$minKey: 1}}"), tags().get(0).getDocument("min"));

    cluster.admin("{updateZoneKeyRange: 'shop.c', min: {k: 50}, max: {k: 60}, zone: null}");
    assertEquals(1, tags().size());
    cluster.admin("{updateZoneKeyRange: 'shop.c', min: {k: 0}, max: {k: 9}, zone: null}");
    assertEquals(0, tags().size());
  }

  @Test
  void hashedFieldsAreBoundedByHashes() {
    cluster.admin("{shardCollection: 'shop.h', key: {k: 'hashed'}}");
    cluster.admin("{addShardToZone: 's0', zone: 'EU'}");

    String refused =
        cluster.refusal("{updateZoneKeyRange: 'shop.h', min: {k: 0}, max: {k: 9}, zone: 'EU'}");
    assertTrue(refused.startsWith("72 InvalidOptions: "), refused);
    cluster.admin(
        "{updateZoneKeyRange: 'shop.h', min: {k: {$minKey: 1}}, max: {k: NumberLong(0)},"
            + " zone: 'EU'}");
  }

  @Test
  void zoneRangesBeforeShardingAreExtendedOnceTheKeyIsKnown() {
    cluster.admin("{addShardToZone: 's1', zone: 'EU'}");
    String names =
        cluster.refusal("{updateZoneKeyRange: 'shop.c', min: {k: 0}, max: {j: 9}, zone: 'EU'}");
    assertTrue(names.startsWith("9 FailedToParse: "), names);
    cluster.admin("{updateZoneKeyRange: 'shop.c', min: {k: 0}, max: {k: 9}, zone: 'EU'}");
    assertEquals(TestCluster.doc("{k: 0}"), tags().get(0).getDocument("min"));

    cluster.admin("{shardCollection: 'shop.c', key: {k: 1, j: 1}}");

    assertEquals(TestCluster.doc("{k: 0, j: {$minKey: 1}}"), tags().get(0).getDocument("min"));
    assertEquals(List.of("0 s0 1|0", "9 s1 1|1", "MaxKey s1 1|2"), cluster.chunks("shop.c"));
  }

  @Test
  void onlyShardOfAZoneWithRangesStays() {
    cluster.admin("{addShardToZone: 's1', zone: 'US'}");
    cluster.admin("{addShardToZone: 's2', zone: 'US'}");
    cluster.admin("{updateZoneKeyRange: 'shop.c', min: {k: 0}, max: {k: 9}, zone: 'US'}");
    cluster.admin("{removeShardFromZone: 's1', zone: 'US'}");

    assertEquals(
        "163 ZoneStillInUse: Operation not allowed because it would remove the only shard for zone"
            + " US which has a chunk range is associated with it",
        cluster.refusal("{removeShard: 's2'}"));
    cluster.admin("{removeShard: 's1'}");
  }

  @Test
  void addShardAnswersWithTheName() {
    assertEquals(
        "{\"shardAdded\": \"s7\", \"ok\": 1.0}", answer("{addShard: 's7/127.0.0.1:29000'}"));
    assertEquals(
        "{\"shardAdded\": \"s7\", \"ok\": 1.0}", answer("{addShard: 's7/127.0.0.1:29000'}"));
    assertEquals(
        "{\"shardAdded\": \"eighth\", \"ok\": 1.0}",
        answer("{addShard: 's8/127.0.0.1:29001', name: 'eighth'}"));
  }

  @Test
  void addShardRefuses() {
    String otherName = cluster.refusal("{addShard: 's1/127.0.0.1:27103', name: 'other'}");
    assertEquals(
        "20 IllegalOperation: A shard named s1 containing the replica set 's1' already exists",
        otherName);
    assertEquals(
        "20 IllegalOperation: A shard named s1 already exists",
        cluster.refusal("{addShard: 's7/127.0.0.1:29000', name: 's1'}"));
    assertEquals(
        "20 IllegalOperation: '127.0.0.1:27103' is already a member of the existing shard"
            + " 's1/127.0.0.1:27103' (s1).",
        cluster.refusal("{addShard: 'wrong/127.0.0.1:27103'}"));
    assertEquals(
        "20 IllegalOperation: cannot add a mongos as a shard",
        cluster.refusal("{addShard: 'm0/127.0.0.1:27100'}"));
    assertTrue(
        cluster.refusal("{addShard: 'cfgrs/127.0.0.1:27101'}").startsWith("96 OperationFailed: "));
    String config = cluster.refusal("{addShard: 's7/127.0.0.1:29000', name: 'config'}");
    assertTrue(config.startsWith("2 BadValue: "), config);
  }

  @Test
  void addShardStartsASetOfAllTheHostsNamed() {
    String url = "s7/127.0.0.1:29000,127.0.0.1:29001,127.0.0.1:29002";

    cluster.admin("{addShard: 's7/localhost:29000,127.0.0.1:29001,127.0.0.1:29002'}");

    BsonDocument row = cluster.find("m0", "config.shards", "{filter: {_id: 's7'}}").get(0);
    assertEquals(url, row.getString("host").getValue());
    BsonDocument status = cluster.run("s7", "admin", "{replSetGetStatus: 1}");
    assertEquals(
        List.of("PRIMARY", "SECONDARY", "SECONDARY"),
        status.getArray("members").stream()
            .map(member -> member.asDocument().getString("stateStr").getValue())
            .toList());
    cluster.admin("{shardCollection: 'shop.c', key: {k: 1}}");
    cluster.admin("{moveChunk: 'shop.c', find: {k: 1}, to: 's7'}");
    cluster.shop("{insert: 'c', documents: [{_id: 1, k: 1}]}");
    cluster.cluster().sim().down(new NodeId("s7"));
    assertEquals(1, cluster.find("m0", "shop.c", "{}").size(), "the others elect one of them");
  }

  @Test
  void addShardKnowsASetByAnyOfItsMembersAndRefusesStrangers() {
    cluster.admin("{addShard: 's7/127.0.0.1:29000,127.0.0.1:29001,127.0.0.1:29002'}");

    assertEquals(
        "{\"shardAdded\": \"s7\", \"ok\": 1.0}", answer("{addShard: 's7/127.0.0.1:29002'}"));
    assertEquals(
        "96 OperationFailed: in seed list s7/127.0.0.1:29001,127.0.0.1:29003, host 127.0.0.1:29003"
            + " does not belong to replica set s7; it has 127.0.0.1:29000, 127.0.0.1:29001,"
            + " 127.0.0.1:29002",
        cluster.refusal("{addShard: 's7/127.0.0.1:29001,127.0.0.1:29003'}"));
    assertEquals(
        "20 IllegalOperation: '127.0.0.1:29001' is already a member of the existing shard"
            + " 's7/127.0.0.1:29000,127.0.0.1:29001,127.0.0.1:29002' (s7).",
        cluster.refusal("{addShard: 's8/127.0.0.1:29010,127.0.0.1:29001'}"));
    assertEquals(4, cluster.find("m0", "config.shards", "{}").size(), "nothing was started");
  }

  @Test
  void addShardRefusesDatabasesThatExistElsewhere() {
    cluster.shop("{insert: 'c', documents: [{_id: 1}]}");
    cluster.admin("{addShard: 's7/127.0.0.1:29000'}");
    cluster.admin("{removeShard: 's7'}");
    cluster.admin("{removeShard: 's7'}");
    cluster.run("s7", "shop", "{insert: 'c', documents: [{_id: 1}]}");

    String refused = cluster.refusal("{addShard: 's7/127.0.0.1:29000'}");

    assertEquals(
        "96 OperationFailed: can't add shard 's7' because a local database 'shop' exists in another"
            + " s0",
        refused);
  }

  @Test
  void removeShardGoesThroughItsStates() {
    cluster.admin("{shardCollection: 'shop.c', key: {k: 1}}");
    cluster.admin("{moveChunk: 'shop.c', find: {k: 1}, to: 's2'}");

    BsonDocument started = cluster.admin("{removeShard: 's2'}");
    BsonDocument ongoing = cluster.admin("{removeShard: 's2'}");
    cluster.cluster().sim().balance();
    BsonDocument completed = cluster.admin("{removeShard: 's2'}");

    assertEquals("draining started successfully", started.getString("msg").getValue());
    assertEquals("started", started.getString("state").getValue());
    assertEquals("s2", started.getString("shard").getValue());
    assertEquals("draining ongoing", ongoing.getString("msg").getValue());
    assertEquals("ongoing", ongoing.getString("state").getValue());
    assertEquals(1, ongoing.getDocument("remaining").getNumber("chunks").longValue());
    assertEquals("removeshard completed successfully", completed.getString("msg").getValue());
    assertEquals("completed", completed.getString("state").getValue());
    assertEquals(
        "70 ShardNotFound: Shard s2 does not exist", cluster.refusal("{removeShard: 's2'}"));
    assertEquals(2, cluster.admin("{listShards: 1}").getArray("shards").size());
  }

  @Test
  void lastShardStays() {
    cluster.admin("{removeShard: 's1'}");
    cluster.admin("{removeShard: 's2'}");

    assertEquals(
        "20 IllegalOperation: Operation not allowed because it would remove the last shard",
        cluster.refusal("{removeShard: 's0'}"));
  }

  @Test
  void homeOfADatabaseIsNotRemoved() {
    BsonDocument started = cluster.admin("{removeShard: 's0'}");
    BsonDocument ongoing = cluster.admin("{removeShard: 's0'}");

    assertEquals(
        "you need to call moveCollection for collectionsToMove and afterwards movePrimary for the"
            + " dbsToMove",
        started.getString("note").getValue());
    assertEquals("[\"shop\"]", text(started));
    assertEquals("[\"shop\"]", text(ongoing));
    assertEquals("ongoing", ongoing.getString("state").getValue());
  }

  @Test
  void theNoteAboutDatabasesComesWithNoneOfThemUpTo70() {
    TestCluster old = TestCluster.plain("7.0");
    old.admin("{enableSharding: 'shop'}");
    old.admin("{shardCollection: 'shop.c', key: {k: 1}}");
    old.admin("{moveChunk: 'shop.c', find: {k: 1}, to: 's2'}");

    for (String state : List.of("started", "ongoing")) {
      BsonDocument reply = old.admin("{removeShard: 's2'}");

      assertEquals(state, reply.getString("state").getValue());
      assertEquals(
          "you need to drop or movePrimary these databases", reply.getString("note").getValue());
      assertEquals("[]", text(reply));
    }
    assertFalse(cluster.admin("{removeShard: 's2'}").containsKey("note"));
  }

  @Test
  void maxSizeOfAShardIsRefused() {
    String add = "{addShard: 's7/127.0.0.1:27999', maxSize: ";

    assertEquals(
        "72 InvalidOptions: addShard has no field maxSize since 6.2", cluster.refusal(add + "9}"));
    assertEquals(
        "115 CommandNotSupported: maxSize of addShard is not modelled in shardsh",
        TestCluster.plain("6.0").refusal(add + "9}"));
    assertEquals(
        "s7", TestCluster.plain("6.0").admin(add + "0}").getString("shardAdded").getValue());
  }

  private static String text(BsonDocument reply) {
    return new BsonDocument("v", reply.getArray("dbsToMove"))
        .toJson()
        .replace("{\"v\": ", "")
        .replace("}", "");
  }

  @Test
  void addShardRefusesWhatIsNoAddress() {
    assertEquals(
        "9 FailedToParse: cannot add shard 's9/127.0.0.1:abc': 'abc' is not a port",
        cluster.refusal("{addShard: 's9/127.0.0.1:abc'}"));
    assertEquals(
        "9 FailedToParse: cannot add shard 's9/127.0.0.1:99999': port 99999 is not from 1 to 65535",
        cluster.refusal("{addShard: 's9/127.0.0.1:99999'}"));
    assertEquals(
        "9 FailedToParse: cannot add shard 's9/': it names no host",
        cluster.refusal("{addShard: 's9/'}"));
    assertEquals(
        "2 BadValue: shard name cannot be empty",
        cluster.refusal("{addShard: 's9/127.0.0.1:27900', name: ''}"));
  }

  @Test
  void addShardWithAStrangeHostOfAKnownSetLeavesTheSetAsItWas() {
    TestCluster canvas = TestCluster.named("canvas");

    String refusal = canvas.refusal("{addShard: 's0/127.0.0.1:29999'}");

    assertTrue(refusal.startsWith("96 OperationFailed: failed to run command"), refusal);
    assertEquals(9, canvas.shop("{count: 'orders', query: {}}").getNumber("n").intValue());
  }
}
