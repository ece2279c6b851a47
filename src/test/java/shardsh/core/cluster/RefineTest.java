package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.List;
import java.util.OptionalLong;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import shardsh.core.base.Namespace;
import shardsh.core.snapshot.ClusterSnapshot;

/** A shard key gets more fields: {@code sharding-facts.md}, section 7.10. */
class RefineTest {
  private TestCluster cluster;

  private void sharded(String profile) {
    cluster = TestCluster.plain(profile);
    cluster.admin("{enableSharding: 'shop'}");
    cluster.shop("{createIndexes: 'c', indexes: [{key: {k: 1, v: 1}, name: 'k_1_v_1'}]}");
    cluster.admin("{shardCollection: 'shop.c', key: {k: 1}}");
    cluster.insert("c", TestCluster.numbered(20));
    cluster.admin("{split: 'shop.c', middle: {k: 10}}");
    cluster.admin("{moveChunk: 'shop.c', find: {k: 15}, to: 's1'}");
    cluster.cluster().run(cluster.node("m1"), "shop", TestCluster.doc("{count: 'c', query: {}}"));
  }

  private List<BsonDocument> chunkRows() {
    return cluster.find("m0", "config.chunks", "{sort: {min: 1}}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"4.4", "5.0", "classic", "8.0"})
  void boundsAreExtendedAndNothingMoves(String profile) {
    sharded(profile);
    List<String> before = cluster.chunks("shop.c");
    var epoch = entry().get("lastmodEpoch");

    cluster.admin("{refineCollectionShardKey: 'shop.c', key: {k: 1, v: 1}}");

    assertEquals(TestCluster.doc("{k: 1, v: 1}"), entry().get("key"));
    assertNotEquals(epoch, entry().get("lastmodEpoch"));
    assertEquals(before, cluster.chunks("shop.c"));
    BsonDocument last = chunkRows().get(1);
    assertEquals(
        TestCluster.doc("{k: 10, v: {$minKey: 1}}"), last.getDocument("min"), last.toJson());
    assertEquals(TestCluster.doc("{k: {$maxKey: 1}, v: {$maxKey: 1}}"), last.getDocument("max"));
    assertEquals(20, cluster.find("m0", "shop.c", "{}").size());
    assertEquals(20, cluster.find("m1", "shop.c", "{}").size());
  }

  private BsonDocument entry() {
    return cluster.find("m0", "config.collections", "{}").get(0);
  }

  @Test
  void orphansOfBeforeAreDeletedWhenDue() {
    sharded("8.0");
    cluster.admin("{refineCollectionShardKey: 'shop.c', key: {k: 1, v: 1}}");

    cluster.cluster().sim().advance(1_000_000);

    assertEquals(10, cluster.find("s0", "shop.c", "{}").size());
    assertEquals(20, cluster.find("m0", "shop.c", "{}").size());
  }

  @Test
  void orphansAreMeasuredWhereNoIndexHasTheNewFields() {
    cluster = TestCluster.plain("8.0");
    cluster.admin("{shardCollection: 'shop.c', key: {k: 1}}");
    cluster.insert("c", TestCluster.numbered(20));
    cluster.admin("{moveChunk: 'shop.c', find: {k: 15}, to: 's1'}");
    long before = waitingBytes();
    assertNotEquals(0, before);
    cluster.shop("{createIndexes: 'c', indexes: [{key: {k: 1, v: 1}, name: 'k_1_v_1'}]}");

    cluster.admin("{refineCollectionShardKey: 'shop.c', key: {k: 1, v: 1}}");

    assertEquals(before, waitingBytes());
  }

  private long waitingBytes() {
    return cluster.cluster().snapshot().shards().stream()
        .flatMap(shard -> shard.rangeDeletions().stream())
        .mapToLong(ClusterSnapshot.RangeDeletionView::bytes)
        .sum();
  }

  @Test
  void weightAtOneKeyCanBeSplitByTheNewField() {
    sharded("8.0");
    cluster
        .cluster()
        .sim()
        .fill(
            cluster.node("m0"),
            Namespace.parse("shop.c"),
            TestCluster.doc("{k: 3}"),
            100,
            OptionalLong.empty());
    cluster.admin("{refineCollectionShardKey: 'shop.c', key: {k: 1, v: 1}}");
    cluster.admin("{split: 'shop.c', middle: {k: 3, v: 7}}");

    long mebibyte = 1024 * 1024;
    List<Long> megabytes =
        cluster
            .cluster()
            .snapshot()
            .collection(Namespace.parse("shop.c"))
            .orElseThrow()
            .chunks()
            .stream()
            .map(chunk -> chunk.bytes() / mebibyte)
            .toList();
    assertEquals(List.of(50L, 50L, 0L), megabytes);
  }

  @Test
  void zonesAreExtended() {
    sharded("8.0");
    cluster.admin("{addShardToZone: 's0', zone: 'A'}");
    cluster.admin("{updateZoneKeyRange: 'shop.c', min: {k: 5}, max: {k: {$maxKey: 1}}, zone: 'A'}");

    cluster.admin("{refineCollectionShardKey: 'shop.c', key: {k: 1, v: 1}}");

    BsonDocument tag = cluster.find("m0", "config.tags", "{}").get(0);
    assertEquals(TestCluster.doc("{k: 5, v: {$minKey: 1}}"), tag.getDocument("min"));
    assertEquals(TestCluster.doc("{k: {$maxKey: 1}, v: {$maxKey: 1}}"), tag.getDocument("max"));
  }

  @Test
  void sameKeyChangesNothing() {
    sharded("8.0");
    BsonDocument before = entry();

    cluster.admin("{refineCollectionShardKey: 'shop.c', key: {k: 1}}");

    assertEquals(before, entry());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{refineCollectionShardKey: 'shop.c'} | 40414 IDLFailedToParse: BSON field"
            + " 'refineCollectionShardKey.key' is missing but a required field",
        "{refineCollectionShardKey: 5, key: {k: 1}} | 14 TypeMismatch: BSON field"
            + " 'refineCollectionShardKey.refineCollectionShardKey' is the wrong type 'int',"
            + " expected type 'string'",
        "{refineCollectionShardKey: 'shop.c', key: {}} | 2 BadValue: Shard key is empty",
        "{refineCollectionShardKey: 'shop.none', key: {k: 1}} | 26 NamespaceNotFound:"
            + " refineCollectionShardKey namespace shop.none does not exist",
        "{refineCollectionShardKey: 'none.c', key: {k: 1}} | 26 NamespaceNotFound:"
            + " refineCollectionShardKey namespace none.c does not exist",
        "{refineCollectionShardKey: 'shop.plain', key: {k: 1}} | 118 NamespaceNotSharded:"
            + " refineCollectionShardKey namespace shop.plain is not sharded",
        "{refineCollectionShardKey: 'shop.c', key: {v: 1, k: 1}} | 72 InvalidOptions:"
            + " refineCollectionShardKey shard key { v: 1, k: 1 } does not extend the current"
            + " shard key { k: 1 }",
        "{refineCollectionShardKey: 'shop.c', key: {k: 'hashed', v: 1}} | 72 InvalidOptions:"
            + " refineCollectionShardKey shard key { k: \"hashed\", v: 1 } does not extend the"
            + " current shard key { k: 1 }",
        "{refineCollectionShardKey: 'shop.c', key: {k: 1, w: 1}} | 72 InvalidOptions: Please"
            + " create an index that starts with the proposed shard key before refining the shard"
            + " key of the collection",
      })
  void refusals(String command, String expected) {
    sharded("8.0");
    cluster.shop("{create: 'plain'}");

    assertEquals(expected, cluster.refusal(command));
  }

  @Test
  void partialAndMultikeyIndexesAreRefused() {
    sharded("8.0");
    cluster.shop(
        "{createIndexes: 'c', indexes: [{key: {k: 1, p: 1}, name: 'p',"
            + " partialFilterExpression: {p: 1}}, {key: {k: 1, m: 1}, name: 'm'}]}");
    cluster.shop("{insert: 'c', documents: [{_id: 100, k: 1, m: [1, 2]}]}");

    assertEquals(
        "96 OperationFailed: couldn't find valid index for shard key: index p is partial, and a"
            + " shard key needs an index with one entry for each document",
        cluster.refusal("{refineCollectionShardKey: 'shop.c', key: {k: 1, p: 1}}"));
    assertEquals(
        "96 OperationFailed: couldn't find valid index for shard key: index m is multikey, and a"
            + " shard key needs an index with one entry for each document",
        cluster.refusal("{refineCollectionShardKey: 'shop.c', key: {k: 1, m: 1}}"));
  }

  @Test
  void aMoveThatStandsKeepsTheKeyAsItIs() {
    sharded("8.0");
    cluster.cluster().sim().stepMigrations(true);
    cluster.admin("{moveChunk: 'shop.c', find: {k: 5}, to: 's1'}");

    assertEquals(
        "117 ConflictingOperationInProgress: refineCollectionShardKey of shop.c must wait: chunk"
            + " [{ k: MinKey }, { k: 10 }) is moving from s0 to s1",
        cluster.refusal("{refineCollectionShardKey: 'shop.c', key: {k: 1, v: 1}}"));
  }
}
