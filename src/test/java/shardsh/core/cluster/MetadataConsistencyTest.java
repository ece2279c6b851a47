package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;

class MetadataConsistencyTest {
  private final TestCluster cluster = TestCluster.plain("7.0");

  private static List<String> found(BsonDocument reply) {
    return reply.getDocument("cursor").getArray("firstBatch").getValues().stream()
        .map(BsonValue::asDocument)
        .map(
            row ->
                row.getString("type").getValue()
                    + " "
                    + row.getDocument("details").getString("namespace").getValue()
                    + " "
                    + row.getDocument("details").getString("shard").getValue())
        .toList();
  }

  @Test
  void soundClusterHasNoInconsistencies() {
    cluster.admin("{shardCollection: 'shop.a', key: {k: 'hashed'}}");
    cluster.shop("{insert: 'plain', documents: [{a: 1}]}");

    assertEquals(List.of(), found(cluster.admin("{checkMetadataConsistency: 1}")));
  }

  @Test
  void emptyCollectionThatThePrimaryShardKeepsOfATrackedOneIsSound() {
    TestCluster newer = TestCluster.plain("8.0");
    newer.admin("{shardCollection: 'shop.a', key: {k: 1}}");
    newer.admin("{unshardCollection: 'shop.a', toShard: 's1'}");

    assertEquals(List.of(), found(newer.admin("{checkMetadataConsistency: 1}")));
  }

  @Test
  void collectionMadeBehindTheRoutersBackIsMisplaced() {
    cluster.admin("{enableSharding: 'shop', primaryShard: 's0'}");
    cluster.run("s1", "shop", "{create: 'stray'}");

    assertEquals(
        List.of("MisplacedCollection shop.stray s1"),
        found(cluster.shop("{checkMetadataConsistency: 1}")));
    assertEquals(List.of(), found(cluster.shop("{checkMetadataConsistency: 'other'}")));
  }

  @Test
  void serversBefore70DoNotHaveIt() {
    assertEquals(
        "59 CommandNotFound: no such command: 'checkMetadataConsistency'",
        TestCluster.plain("6.0").refusal("{checkMetadataConsistency: 1}"));
  }
}
