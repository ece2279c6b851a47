package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands sent to a process that does not have them, or about what they cannot be about. */
class WrongPlaceTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "enableSharding",
        "shardCollection",
        "split",
        "moveChunk",
        "moveRange",
        "addShard",
        "addShardToZone",
        "updateZoneKeyRange",
        "reshardCollection",
        "moveCollection",
        "balancerCollectionStatus",
        "configureCollectionBalancing"
      })
  void aShardDoesNotKnowARoutersCommandWhateverItsFields(String command) {
    TestCluster cluster = TestCluster.plain("8.0");

    assertEquals(
        "59 CommandNotFound: no such command: '" + command + "'",
        cluster.refusal("s0", "admin", "{" + command + ": 'shop.a'}"));
  }

  @Test
  void theConfigServersDoNotKnowARoutersCommandWhateverItsFields() {
    TestCluster cluster = TestCluster.plain("8.0");

    assertEquals(
        "59 CommandNotFound: no such command: 'shardCollection'",
        cluster.refusal("cfgrs", "admin", "{shardCollection: 'shop.a'}"));
  }

  @Test
  void aViewHasNoStatistics() {
    TestCluster cluster = TestCluster.plain("8.0");
    cluster.admin("{enableSharding: 'shop'}");
    cluster.shop("{create: 'v', viewOn: 'a', pipeline: []}");

    assertEquals(
        "166 CommandNotSupportedOnView: Namespace shop.v is a view, not a collection",
        cluster.refusal("m0", "shop", "{collStats: 'v'}"));
  }

  @Test
  void checkIndexesIsABool() {
    TestCluster cluster = TestCluster.plain("8.0");

    assertTrue(
        cluster
            .refusal("m0", "admin", "{checkMetadataConsistency: 1, checkIndexes: 'yes'}")
            .startsWith("14 TypeMismatch: "));
  }

  @Test
  void noDatabaseHasAnEmptyName() {
    TestCluster cluster = TestCluster.plain("8.0");

    assertEquals(
        "73 InvalidNamespace: Invalid namespace specified ''",
        cluster.refusal("m0", "admin", "{getShardVersion: ''}"));
  }
}
