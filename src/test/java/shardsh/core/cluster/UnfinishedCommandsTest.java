package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static shardsh.core.cluster.TestCluster.doc;

import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands that lose a message half way: what they leave works, and they can be repeated. */
class UnfinishedCommandsTest {
  private static final String MOVE = "{movePrimary: 'shop', to: 's1'}";

  private TestCluster world;

  @BeforeEach
  void aCollectionThatIsNotSharded() {
    world = TestCluster.inThirds();
    world.insert("u", List.of(doc("{_id: 1}"), doc("{_id: 2}")));
    world.insert("t", List.of(doc("{_id: 1, k: 1}"), doc("{_id: 11, k: 11}")));
    world.find("m1", "shop.u", "{}");
  }

  private void fail(String fault) {
    world.cluster().sim().fail(doc(fault));
  }

  private void failOff() {
    world.cluster().sim().failOff();
  }

  private int count(String router, String collection) {
    return world.find(router, "shop." + collection, "{}").size();
  }

  @Test
  void aDatabaseWhoseMoveWasDoneButNotAnsweredHasMoved() {
    fail("{to: 'cfgrs', command: '_configsvrCommitMovePrimary', do: 'dropReply', times: 1}");

    world.admin(MOVE);

    assertEquals(2, count("m0", "u"));
    assertEquals(2, count("m1", "u"));
    assertEquals(2, count("s1", "u"));
    assertEquals(0, count("s0", "u"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"drop", "dropReply"})
  void aMoveOfWhichNobodyKnowsTheEndIsSettledByTheNextRequest(String what) {
    fail("{to: 'cfgrs', command: '_configsvrCommitMovePrimary', do: '" + what + "', times: 1}");
    fail("{from: 's0', to: 'cfgrs', command: 'find', do: 'drop', times: 1}");
    String refusal = world.refusal(MOVE);

    world.run("m1", "shop", "{insert: 'u', documents: [{_id: 3}]}");

    assertTrue(refusal.startsWith("6 HostUnreachable"), refusal);
    assertEquals(3, count("m0", "u"));
    assertEquals(3, count("s0", "u") + count("s1", "u"));
    assertEquals(1, world.admin("{movePrimary: 'shop', to: 's2'}").getNumber("ok").intValue());
    assertEquals(3, count("m1", "u"));
  }

  @Test
  void aMoveOfADatabaseWhoseCopyWasNotAnsweredForCanBeRepeated() {
    fail("{to: 's1', command: '_shardsvrCloneCatalogData', do: 'dropReply', times: 1}");
    fail("{to: 's1', command: '_shardsvrDropCollectionParticipant', do: 'drop', times: 1}");
    world.refusal(MOVE);

    world.admin(MOVE);

    assertEquals(2, count("m1", "u"));
    assertEquals(0, count("s0", "u"));
  }

  @Test
  void aMoveOfADatabaseThatFailedTakesNoShardedCollectionBack() {
    world = TestCluster.plain("8.0");
    world.admin("{enableSharding: 'shop', primaryShard: 's0'}");
    world.admin("{shardCollection: 'shop.t', key: {k: 1}}");
    world.admin("{movePrimary: 'shop', to: 's2'}");
    world.admin("{moveChunk: 'shop.t', find: {k: 1}, to: 's1'}");
    world.insert("t", List.of(doc("{_id: 1, k: 1}")));
    fail("{from: 's1', to: 'cfgrs', command: 'find', do: 'drop', times: 1}");

    world.refusal(MOVE);

    assertEquals(1, count("m0", "t"));
  }

  @ParameterizedTest
  @CsvSource({
    "cfgrs, _configsvrRemoveCollection, drop",
    "cfgrs, _configsvrRemoveCollection, dropReply",
    "s0, _shardsvrDropCollectionParticipant, drop",
    "s0, _shardsvrDropCollectionParticipant, dropReply",
    "s1, _shardsvrDropCollectionParticipant, error",
    "s2, _shardsvrDropCollectionParticipant, drop"
  })
  void aDropGoesOnWhenAMessageWasLost(String to, String command, String what) {
    fail("{to: '" + to + "', command: '" + command + "', do: '" + what + "', times: 1}");

    world.shop("{drop: 't'}");

    assertEquals(0, count("m0", "t"));
    assertEquals(0, count("m1", "t"));
    for (String shard : List.of("s0", "s1", "s2")) {
      assertEquals(0, count(shard, "t"));
    }
    world.insert("t", List.of(doc("{_id: 5, k: 5}")));
    world.admin("{shardCollection: 'shop.t', key: {_id: 1}}");
    assertEquals(1, count("m1", "t"));
    world.admin(MOVE);
  }

  @Test
  void theShardsKnowOfAShardedCollectionThatWasNotAnsweredFor() {
    world.shop("{create: 'h'}");
    world.find("m0", "shop.h", "{}");
    fail("{to: 'cfgrs', command: '_configsvrCommitShardCollection', do: 'dropReply', times: 1}");
    world.refusal("{shardCollection: 'shop.h', key: {k: 'hashed'}}");

    world.insert("h", TestCluster.numbered(20));

    for (int k = 0; k < 20; k++) {
      assertEquals(1, world.find("m1", "shop.h", "{filter: {k: " + k + "}}").size());
    }
  }

  @Test
  void aShardedCollectionThatWasRefusedAtItsCommitLeavesNoEmptyCollections() {
    fail("{to: 'cfgrs', command: '_configsvrCommitShardCollection', do: 'error', times: 1}");
    world.refusal("{shardCollection: 'shop.h', key: {k: 'hashed'}}");

    String there = world.run("s2", "shop", "{listCollections: 1}").toJson();

    assertTrue(!there.contains("\"h\""), there);
  }

  @Test
  void aStreamDoesNotHearOfACollectionThatWasTakenBack() {
    world.shop("{create: 'h'}");
    BsonDocument stream =
        world.shop("{aggregate: 'h', pipeline: [{$changeStream: {}}], cursor: {}}");
    fail("{to: 's2', command: '_shardsvrCreateCollectionParticipant', do: 'dropReply', times: 1}");
    world.refusal("{shardCollection: 'shop.h', key: {k: 'hashed'}}");
    failOff();

    String more =
        "{getMore: {$numberLong: '"
            + stream.getDocument("cursor").getNumber("id").longValue()
            + "'}, collection: 'h', maxTimeMS: 20000}";

    assertEquals(
        List.of(), world.shop(more).getDocument("cursor").getArray("nextBatch").getValues());
  }

  @Test
  void aDatabaseThatMovedAfterADropThatWasNotFinishedHasOnePrimary() {
    fail("{to: 'cfgrs', command: '_configsvrRemoveDatabase', do: 'drop', times: 1}");
    world.refusal("m0", "shop", "{dropDatabase: 1}");
    world.admin(MOVE);

    world.run("m1", "shop", "{insert: 'u', documents: [{_id: 3}]}");

    assertEquals(1, count("m0", "u"));
  }

  @Test
  void aRecipientThatForgotWhatItOwnsKeepsItsIndexes() {
    world.run("s1", "shop", "{createIndexes: 't', indexes: [{key: {x: 1}, name: 'x_1'}]}");
    fail("{from: 's1', to: 'cfgrs', command: 'find', do: 'drop', times: 2}");
    world.admin("{moveChunk: 'shop.t', find: {k: 25}, to: 's1'}");
    failOff();

    world.admin("{moveChunk: 'shop.t', find: {k: 1}, to: 's1'}");

    assertTrue(world.run("s1", "shop", "{listIndexes: 't'}").toJson().contains("x_1"));
  }

  @Test
  void theCheckOfConsistencyGoesOnWhenAShardWasBehind() {
    fail("{to: 's0', command: '_flushRoutingTableCacheUpdates', do: 'drop', times: 1}");
    world.shop("{createIndexes: 't', indexes: [{key: {k: 1, j: 1}, name: 'kj'}]}");
    world.refusal("{refineCollectionShardKey: 'shop.t', key: {k: 1, j: 1}}");

    BsonDocument reply = world.shop("{checkMetadataConsistency: 1}");

    assertEquals(List.of(), reply.getDocument("cursor").getArray("firstBatch").getValues());
  }
}
