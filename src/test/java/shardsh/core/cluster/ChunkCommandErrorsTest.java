package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import shardsh.core.base.Namespace;

/**
 * What is refused, with the server's codes and wording: split, moveChunk, moveRange, mergeChunks,
 * clearJumboFlag. A text without a code is an answer with errmsg alone.
 */
class ChunkCommandErrorsTest {

  /** {@code shop.c} by k, cut at 0 and 100, all on s0; k 0 to 9 exist. */
  private static TestCluster sharded(String profile) {
    TestCluster cluster = TestCluster.plain(profile);
    cluster.admin("{enableSharding: 'shop'}");
    cluster.admin("{shardCollection: 'shop.c', key: {k: 1}}");
    cluster.insert("c", TestCluster.numbered(10));
    cluster.admin("{split: 'shop.c', middle: {k: 0}}");
    cluster.admin("{split: 'shop.c', middle: {k: 100}}");
    cluster.shop("{create: 'plain'}");
    return cluster;
  }

  private final TestCluster cluster = sharded("8.0");

  @Test
  void collectionsThatAreNotSharded() {
    for (String command :
        List.of(
            "{split: 'NS', middle: {k: 5}}",
            "{moveChunk: 'NS', find: {k: 5}, to: 's1'}",
            "{mergeChunks: 'NS', bounds: [{k: 0}, {k: 100}]}",
            "{clearJumboFlag: 'NS', find: {k: 5}}")) {
      assertEquals(
          "118 NamespaceNotSharded: Collection shop.plain is not sharded.",
          cluster.refusal(command.replace("NS", "shop.plain")));
      String unknown = cluster.refusal(command.replace("NS", "nowhere.c"));
      assertTrue(unknown.startsWith("26 NamespaceNotFound: "), unknown);
      String nameless = cluster.refusal(command.replace("NS", "shop"));
      assertTrue(nameless.startsWith("73 InvalidNamespace: "), nameless);
    }
    assertEquals(
        "118 NamespaceNotSharded: Collection shop.plain is not sharded.",
        cluster.refusal("{moveRange: 'shop.plain', min: {k: 5}, toShard: 's1'}"));
  }

  @Test
  void splitWantsExactlyOneOfFindBoundsAndMiddle() {
    assertEquals("need to specify find/bounds or middle", cluster.refusal("{split: 'shop.c'}"));
    assertEquals(
        "cannot specify bounds and find at the same time",
        cluster.refusal("{split: 'shop.c', find: {k: 1}, bounds: [{k: 0}, {k: 100}]}"));
    assertEquals(
        "cannot specify find and middle together",
        cluster.refusal("{split: 'shop.c', find: {k: 1}, middle: {k: 1}}"));
    assertEquals(
        "cannot specify bounds and middle together",
        cluster.refusal("{split: 'shop.c', middle: {k: 1}, bounds: [{k: 0}, {k: 100}]}"));
    assertEquals("lower bound not specified", cluster.refusal("{split: 'shop.c', bounds: []}"));
    assertEquals(
        "lower bound not specified", cluster.refusal("{split: 'shop.c', bounds: [{}, {k: 1}]}"));
    assertEquals(
        "upper bound not specified", cluster.refusal("{split: 'shop.c', bounds: [{k: 0}]}"));
    assertEquals(
        "upper bound not specified", cluster.refusal("{split: 'shop.c', bounds: [{k: 0}, {}]}"));
  }

  @Test
  void splitRefusesKeysAndBounds() {
    assertEquals(
        "no shard key found in chunk query { j: 5 }",
        cluster.refusal("{split: 'shop.c', find: {j: 5}}"));
    assertEquals(
        "no shard key found in chunk query { k: { $gt: 5 } }",
        cluster.refusal("{split: 'shop.c', find: {k: {$gt: 5}}}"));
    assertEquals(
        "shard key bounds [{ j: 0 },{ j: 5 }) are not valid for shard key pattern { k: 1 }",
        cluster.refusal("{split: 'shop.c', bounds: [{j: 0}, {j: 5}]}"));
    assertEquals(
        "no chunk found with the shard key bounds [{ k: 0 }, { k: 5 })",
        cluster.refusal("{split: 'shop.c', bounds: [{k: 0}, {k: 5}]}"));
    assertEquals(
        "new split key { j: 5 } is not valid for shard key pattern { k: 1 }",
        cluster.refusal("{split: 'shop.c', middle: {j: 5}}"));
    assertEquals(
        "new split key { k: [ 1, 2 ] } is not valid for shard key pattern { k: 1 }",
        cluster.refusal("{split: 'shop.c', middle: {k: [1, 2]}}"));
    assertEquals(
        "new split key { k: 100 } is a boundary key of existing chunk [{ k: 100 },{ k: MaxKey })",
        cluster.refusal("{split: 'shop.c', middle: {k: 100}}"));
    assertEquals(
        "new split key { k: MinKey } is a boundary key of existing chunk [{ k: MinKey },{ k: 0 })",
        cluster.refusal("{split: 'shop.c', middle: {k: {$minKey: 1}}}"));
  }

  @Test
  void splitNeedsAMedian() {
    assertEquals(
        "96 OperationFailed: can't open a cursor to scan the range (desired range is possibly"
            + " empty)",
        cluster.refusal("{split: 'shop.c', find: {k: 500}}"));
    cluster.shop("{insert: 'c', documents: [{_id: 'a', k: 200}, {_id: 'b', k: 200}]}");
    assertEquals(
        "87 CannotSplit: Unable to find median in chunk because chunk is indivisible.",
        cluster.refusal("{split: 'shop.c', find: {k: 500}}"));
    cluster.admin("{shardCollection: 'shop.empty', key: {k: 1}}");
    assertEquals(
        "87 CannotSplit: Unable to find median in chunk because chunk is indivisible.",
        cluster.refusal("{split: 'shop.empty', find: {k: 5}}"));
  }

  @Test
  void splitOfAHashedKeyFindsValuesButCutsAtHashes() {
    cluster.admin("{shardCollection: 'shop.h', key: {k: 'hashed'}}");
    cluster.admin("{split: 'shop.h', middle: {k: NumberLong('4854801880128277513')}}");

    assertEquals(
        "87 CannotSplit: Unable to find median in chunk because chunk is indivisible.",
        cluster.refusal("{split: 'shop.h', find: {k: 0}}"));
    assertEquals(4, cluster.chunks("shop.h").size());
  }

  @Test
  void moveChunkWantsAShard() {
    assertEquals(
        "you have to specify where you want to move the chunk",
        cluster.refusal("{moveChunk: 'shop.c', find: {k: 1}}"));
    assertEquals(
        "you have to specify where you want to move the chunk",
        cluster.refusal("{moveChunk: 'shop.c', find: {k: 1}, to: ''}"));
    String number = cluster.refusal("{moveChunk: 'shop.c', find: {k: 1}, to: 5}");
    assertTrue(number.startsWith("14 TypeMismatch: "), number);
    assertEquals(
        "70 ShardNotFound: Shard s9 does not exist",
        cluster.refusal("{moveChunk: 'shop.c', find: {k: 1}, to: 's9'}"));
  }

  @Test
  void moveChunkWantsOneChunk() {
    String neither = "need to specify either a find query, or both lower and upper bounds.";
    assertEquals(neither, cluster.refusal("{moveChunk: 'shop.c', to: 's1'}"));
    assertEquals(
        neither,
        cluster.refusal(
            "{moveChunk: 'shop.c', find: {k: 1}, bounds: [{k: 0}, {k: 100}], to: 's1'}"));
    assertEquals(
        "10065 Location10065: invalid parameter: expected an object (0)",
        cluster.refusal("{moveChunk: 'shop.c', bounds: [0, 100], to: 's1'}"));
    assertEquals(
        "no shard key found in chunk query { j: 5 }",
        cluster.refusal("{moveChunk: 'shop.c', find: {j: 5}, to: 's1'}"));
    assertEquals(
        "no chunk found with the shard key bounds [{ k: 0 }, { k: 5 })",
        cluster.refusal("{moveChunk: 'shop.c', bounds: [{k: 0}, {k: 5}], to: 's1'}"));
    assertEquals(
        "shard key bounds [{ j: 0 },{ j: 5 }) are not valid for shard key pattern { k: 1 }",
        cluster.refusal("{moveChunk: 'shop.c', bounds: [{j: 0}, {j: 5}], to: 's1'}"));
  }

  @Test
  void moveToTheOwnerSucceedsAndDoesNothing() {
    List<String> before = cluster.chunks("shop.c");

    cluster.admin("{moveChunk: 'shop.c', find: {k: 1}, to: 's0'}");
    cluster.admin("{moveRange: 'shop.c', min: {k: 3}, toShard: 's0'}");

    assertEquals(before, cluster.chunks("shop.c"));
  }

  @Test
  void moveChunkTakesTheConnectionStringOfAShard() {
    cluster.admin("{moveChunk: 'shop.c', find: {k: 1}, to: 's1/127.0.0.1:27103'}");

    assertEquals(List.of("0 s0 2|1", "100 s1 2|0", "MaxKey s0 1|4"), cluster.chunks("shop.c"));
  }

  @Test
  void chunkOverTheLimitIsMovedOnlyByForce() {
    cluster
        .cluster()
        .sim()
        .fill(
            TestCluster.M0,
            Namespace.parse("shop.c"),
            TestCluster.doc("{k: 50}"),
            300,
            OptionalLong.of(300));

    assertEquals(
        "153 ChunkTooBig: Cannot move chunk: the maximum number of documents for a chunk is 264,"
            + " the maximum chunk size is 134217728, average document size is 1014751. Found 310"
            + " documents in chunk ns: shop.c { k: 0 } -> { k: 100 }",
        cluster.refusal("{moveChunk: 'shop.c', find: {k: 1}, to: 's1'}"));
    cluster.admin("{moveChunk: 'shop.c', find: {k: 1}, to: 's1', forceJumbo: true}");
    assertEquals("100 s1 2|0", cluster.chunks("shop.c").get(1));
  }

  @Test
  void movesObeyDrainingShards() {
    cluster.admin("{removeShard: 's2'}");

    assertEquals(
        "70 ShardNotFound: Shard s2 is currently draining",
        cluster.refusal("{moveChunk: 'shop.c', find: {k: 1}, to: 's2'}"));
    TestCluster old = sharded("5.0");
    old.admin("{removeShard: 's2'}");
    assertEquals(
        "20 IllegalOperation: s2 is currently draining.",
        old.refusal("{moveChunk: 'shop.c', find: {k: 1}, to: 's2'}"));
  }

  @Test
  void movesObeyZonesUpTo50() {
    for (String profile : List.of("5.0", "8.0")) {
      TestCluster zoned = sharded(profile);
      zoned.admin("{addShardToZone: 's0', zone: 'EU'}");
      zoned.admin("{updateZoneKeyRange: 'shop.c', min: {k: 0}, max: {k: 100}, zone: 'EU'}");
      String move = "{moveChunk: 'shop.c', find: {k: 1}, to: 's1'}";

      if (profile.equals("5.0")) {
        assertEquals("20 IllegalOperation: s1 is not in the correct zone EU", zoned.refusal(move));
      } else {
        zoned.admin(move);
      }
    }
  }

  @Test
  void movesObeyTheSwitchOfTheCollection() {
    cluster.admin("{setAllowMigrations: 'shop.c', allowMigrations: false}");

    String refused = cluster.refusal("{moveChunk: 'shop.c', find: {k: 1}, to: 's1'}");
    assertTrue(refused.startsWith("117 ConflictingOperationInProgress: "), refused);
    cluster.admin("{setAllowMigrations: 'shop.c', allowMigrations: true}");
    cluster.admin("{moveChunk: 'shop.c', find: {k: 1}, to: 's1'}");
  }

  @Test
  void moveRangeRefusesRanges() {
    String neither = cluster.refusal("{moveRange: 'shop.c', toShard: 's1'}");
    assertTrue(neither.startsWith("72 InvalidOptions: "), neither);
    String otherKey = cluster.refusal("{moveRange: 'shop.c', min: {j: 1}, toShard: 's1'}");
    assertTrue(otherKey.startsWith("72 InvalidOptions: "), otherKey);
    String otherMax =
        cluster.refusal("{moveRange: 'shop.c', min: {k: 1}, max: {j: 1}, toShard: 's1'}");
    assertTrue(otherMax.startsWith("72 InvalidOptions: "), otherMax);
    assertEquals(
        "70 ShardNotFound: Shard s9 does not exist",
        cluster.refusal("{moveRange: 'shop.c', min: {k: 1}, toShard: 's9'}"));
    String across =
        cluster.refusal("{moveRange: 'shop.c', min: {k: 1}, max: {k: 200}, toShard: 's1'}");
    assertTrue(across.startsWith("11089203 Location11089203: "), across);
    assertEquals(
        "9 FailedToParse: max: { k: 1 } should be greater than min: { k: 5 }",
        cluster.refusal("{moveRange: 'shop.c', min: {k: 5}, max: {k: 1}, toShard: 's1'}"));
    assertEquals(
        "9 FailedToParse: max: { k: MaxKey } should be greater than min: { k: MaxKey }",
        cluster.refusal("{moveRange: 'shop.c', min: {k: {$maxKey: 1}}, toShard: 's1'}"));
    assertEquals(
        "9 FailedToParse: max: { k: MinKey } should be greater than min: { k: MinKey }",
        cluster.refusal("{moveRange: 'shop.c', max: {k: {$minKey: 1}}, toShard: 's1'}"));
    assertEquals(
        "59 CommandNotFound: no such command: 'moveRange'",
        sharded("5.0").refusal("{moveRange: 'shop.c', min: {k: 1}, toShard: 's1'}"));
  }

  @Test
  void mergeChunksWantsTwoBounds() {
    assertEquals("no bounds were specified", cluster.refusal("{mergeChunks: 'shop.c'}"));
    assertEquals(
        "no bounds were specified", cluster.refusal("{mergeChunks: 'shop.c', bounds: []}"));
    assertEquals(
        "only a min and max bound may be specified",
        cluster.refusal("{mergeChunks: 'shop.c', bounds: [{k: 0}]}"));
    assertEquals(
        "only a min and max bound may be specified",
        cluster.refusal("{mergeChunks: 'shop.c', bounds: [{k: 0}, {k: 1}, {k: 2}]}"));
    assertEquals(
        "no min key specified", cluster.refusal("{mergeChunks: 'shop.c', bounds: [{}, {k: 100}]}"));
    assertEquals(
        "no max key specified", cluster.refusal("{mergeChunks: 'shop.c', bounds: [{k: 0}, {}]}"));
  }

  @Test
  void mergeChunksWantsWholeChunksOfOneShard() {
    for (String bounds :
        List.of("[{k: 0}, {k: 50}]", "[{k: 50}, {k: 100}]", "[{k: 0}, {k: 100}]")) {
      String refused = cluster.refusal("{mergeChunks: 'shop.c', bounds: " + bounds + "}");

      assertTrue(refused.startsWith("20 IllegalOperation: could not merge chunks, "), refused);
    }
    assertEquals(
        "shard key bounds [{ j: 0 },{ j: 100 }) are not valid for shard key pattern { k: 1 }",
        cluster.refusal("{mergeChunks: 'shop.c', bounds: [{j: 0}, {j: 100}]}"));
    assertEquals(
        "9 FailedToParse: max: { k: 0 } should be greater than min: { k: 100 }",
        cluster.refusal("{mergeChunks: 'shop.c', bounds: [{k: 100}, {k: 0}]}"));
    cluster.admin("{moveChunk: 'shop.c', find: {k: 500}, to: 's1'}");
    String two = cluster.refusal("{mergeChunks: 'shop.c', bounds: [{k: 0}, {k: {$maxKey: 1}}]}");
    assertTrue(
        two.startsWith(
            "20 IllegalOperation: could not merge chunks, shard s0 does not contain"
                + " a sequence of chunks that exactly fills the range [{ k: 0 }, { k: MaxKey })"),
        two);
    cluster.admin("{mergeChunks: 'shop.c', bounds: [{k: {$minKey: 1}}, {k: 100}]}");
    assertEquals(List.of("100 s0 2|2", "MaxKey s1 2|0"), cluster.chunks("shop.c"));
  }

  @Test
  void mergeChunksOf44HasTheWordsOfAShard() {
    TestCluster old = sharded("4.4");
    String refused = "20 IllegalOperation: could not merge chunks, collection shop.c ";

    assertEquals(
        refused + "does not contain a chunk ending at { k: 50 }",
        old.refusal("{mergeChunks: 'shop.c', bounds: [{k: 0}, {k: 50}]}"));
    assertEquals(
        refused + "does not contain a chunk starting at { k: 50 } or ending at { k: 70 }",
        old.refusal("{mergeChunks: 'shop.c', bounds: [{k: 50}, {k: 70}]}"));
    assertEquals(
        refused + "already contains chunk for [{ k: 0 }, { k: 100 })",
        old.refusal("{mergeChunks: 'shop.c', bounds: [{k: 0}, {k: 100}]}"));
    old.admin("{moveChunk: 'shop.c', find: {k: 5}, to: 's1'}");
    assertEquals(
        refused
            + "has a hole in the range [{ k: MinKey }, { k: MaxKey }) at [{ k: 0 }, { k: 100 })",
        old.refusal("{mergeChunks: 'shop.c', bounds: [{k: {$minKey: 1}}, {k: {$maxKey: 1}}]}"));
    assertEquals(
        refused + "range ending at { k: 100 } does not belong to shard s0",
        old.refusal("{mergeChunks: 'shop.c', bounds: [{k: {$minKey: 1}}, {k: 100}]}"));
  }

  @Test
  void collectionsOfTheConfigServersAreNotSharded() {
    assertEquals(
        "118 NamespaceNotSharded: Collection config.chunks is not sharded.",
        cluster.refusal("{moveChunk: 'config.chunks', find: {_id: 1}, to: 's1'}"));
  }

  @Test
  void clearJumboFlagNamesAChunk() {
    assertEquals(
        "72 InvalidOptions: need to specify find or bounds",
        cluster.refusal("{clearJumboFlag: 'shop.c'}"));
    assertEquals(
        "51260 Location51260: no shard key found in chunk query { j: 1 }",
        cluster.refusal("{clearJumboFlag: 'shop.c', find: {j: 1}}"));
    assertEquals(
        "51261 Location51261: no chunk found with the shard key bounds [{ k: 0 }, { k: 5 })",
        cluster.refusal("{clearJumboFlag: 'shop.c', bounds: [{k: 0}, {k: 5}]}"));
    List<String> before = cluster.chunks("shop.c");
    cluster.admin("{clearJumboFlag: 'shop.c', find: {k: 5}}");
    assertEquals(before, cluster.chunks("shop.c"));
  }
}
