package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import shardsh.core.base.NodeId;
import shardsh.core.sharding.ShardId;
import shardsh.core.snapshot.ClusterSnapshot;
import shardsh.core.snapshot.SnapshotDiff;

/** What snapshots tell of zones to come, of removed shards and of rows that were merged. */
class PicturesOfStateTest {
  private final TestCluster cluster = TestCluster.inThirds();

  private ClusterSnapshot now() {
    return cluster.cluster().snapshot();
  }

  private ClusterSnapshot.ShardView shard(String name) {
    return now().shard(new ShardId(name)).orElseThrow();
  }

  @Test
  void zonesOfACollectionThatIsNotShardedAreThereAndDiffer() {
    ClusterSnapshot before = now();
    cluster.admin("{addShardToZone: 's1', zone: 'EU'}");
    cluster.admin(
        "{updateZoneKeyRange: 'shop.later', min: {region: 'a'}, max: {region: 'm'}, zone: 'EU'}");

    assertEquals(1, now().zonesToCome().size());
    assertEquals(
        TestCluster.doc(
            "{'shop.later': {'[{ region: \"a\" }, { region: \"m\" })': {before: null, after:"
                + " 'EU'}}}"),
        SnapshotDiff.of(before, now()).getDocument("zones"));
    cluster.admin("{shardCollection: 'shop.later', key: {region: 1}}");
    assertEquals(List.of(), now().zonesToCome());
  }

  @Test
  void zonesThatAreEqualAreNotInTheDiff() {
    BsonDocument diff = SnapshotDiff.of(now(), now());

    assertFalse(diff.containsKey("zones"));
  }

  @Test
  void shardThatWasRemovedIsNotOneThatWasNeverAdded() {
    assertFalse(shard("s2").removed());
    cluster.admin("{removeShard: 's2'}");
    assertTrue(shard("s2").draining());
    cluster.admin("{moveChunk: 'shop.t', find: {k: 25}, to: 's0', _waitForDelete: true}");
    cluster.admin("{removeShard: 's2'}");

    assertFalse(shard("s2").inCatalog());
    assertTrue(shard("s2").removed());
  }

  @Test
  void rowOfChunksThatWereMergedSaysSo() {
    cluster.admin("{split: 'shop.t', middle: {k: 5}}");
    cluster.run("m1", "admin", "{flushRouterConfig: 1}");
    cluster.find("m1", "shop.t", "{}");
    cluster.admin("{mergeChunks: 'shop.t', bounds: [{k: {$minKey: 1}}, {k: 10}]}");

    List<String> marks =
        now().router(new NodeId("m1")).orElseThrow().caches().get(0).rows().stream()
            .map(ClusterSnapshot.CacheRow::mark)
            .toList();

    assertEquals(List.of("old (merged)", "old (merged)", "", ""), marks);
  }
}
