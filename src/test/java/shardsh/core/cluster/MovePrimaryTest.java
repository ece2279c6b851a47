package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A database gets another primary shard: {@code sharding-facts.md}, sections 7.9 and 8.7. */
class MovePrimaryTest {
  private TestCluster cluster;

  private void start(String profile) {
    cluster = TestCluster.plain(profile);
    cluster.insert("a", TestCluster.numbered(5));
    cluster.shop("{createIndexes: 'a', indexes: [{key: {k: 1}, name: 'k_1'}]}");
    cluster.shop("{create: 'big', viewOn: 'a', pipeline: [{$match: {k: {$gt: 2}}}]}");
    cluster.admin("{enableSharding: 'shop'}");
    cluster.admin("{shardCollection: 'shop.c', key: {k: 1}}");
    cluster.insert("c", TestCluster.numbered(8));
    cluster.find("m1", "shop.a", "{}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"4.4", "classic", "8.0"})
  void unshardedCollectionsAndViewsMoveAndChunksStay(String profile) {
    start(profile);

    cluster.admin("{movePrimary: 'shop', to: 's2'}");

    assertEquals(5, cluster.find("s2", "shop.a", "{}").size());
    assertEquals(0, cluster.find("s0", "shop.a", "{}").size());
    assertEquals(5, cluster.find("m0", "shop.a", "{}").size());
    assertEquals(2, cluster.find("m0", "shop.big", "{}").size());
    assertEquals(8, cluster.find("m0", "shop.c", "{}").size());
    assertEquals(List.of("MaxKey s0 1|0"), cluster.chunks("shop.c"));
    assertEquals(
        2, cluster.shop("{listIndexes: 'a'}").getDocument("cursor").getArray("firstBatch").size());
    assertEquals(
        3,
        cluster.shop("{listCollections: 1}").getDocument("cursor").getArray("firstBatch").size());
    BsonDocument row = cluster.find("m0", "config.databases", "{}").get(0);
    assertEquals(2, row.getDocument("version").getInt32("lastMod").getValue());
    assertEquals("s2", row.getString("primary").getValue());
  }

  @Test
  void otherRoutersAreRefusedWithTheOldVersionAndLearn() {
    start("8.0");
    cluster.admin("{movePrimary: 'shop', to: 's2'}");
    long mark = cluster.cluster().trace().mark();

    assertEquals(5, cluster.find("m1", "shop.a", "{}").size());

    String events = cluster.cluster().sim().events(mark).toString();
    assertTrue(events.contains("\"code\": 249"), events);
    assertEquals(
        "s2",
        cluster
            .cluster()
            .run(cluster.node("m1"), "admin", TestCluster.doc("{getShardVersion: 'shop'}"))
            .getString("primaryShard")
            .getValue());
  }

  @Test
  void writesOfAStaleRouterGoToTheNewPrimary() {
    start("8.0");
    cluster.admin("{movePrimary: 'shop', to: 's2'}");

    cluster.run("m1", "shop", "{insert: 'a', documents: [{_id: 77}]}");
    cluster.run("m1", "shop", "{insert: 'new', documents: [{_id: 1}]}");

    assertEquals(6, cluster.find("s2", "shop.a", "{}").size());
    assertEquals(1, cluster.find("s2", "shop.new", "{}").size());
  }

  @Test
  void shardsTellWhatTheyKnow() {
    start("8.0");
    cluster.admin("{movePrimary: 'shop', to: 's2'}");

    assertEquals(
        2,
        cluster
            .run("s0", "admin", "{getDatabaseVersion: 'shop'}")
            .getDocument("dbVersion")
            .getInt32("lastMod")
            .getValue());
    assertEquals(
        TestCluster.doc("{mine: {$timestamp: {t: 1, i: 0}}}").get("mine"),
        cluster.run("s0", "admin", "{getShardVersion: 'shop.c'}").get("mine"));
    assertEquals(
        "UNKNOWN",
        cluster.run("s1", "admin", "{getShardVersion: 'shop.c'}").getString("global").getValue());
  }

  @Test
  void toThePresentPrimaryChangesNothing() {
    start("8.0");
    BsonDocument before = cluster.find("m0", "config.databases", "{}").get(0);

    cluster.admin("{movePrimary: 'shop', to: 's0'}");

    assertEquals(before, cluster.find("m0", "config.databases", "{}").get(0));
  }

  @Test
  void whatStandsInTheWayIsNamedAndNothingIsLeft() {
    start("8.0");
    cluster.run("s1", "shop", "{insert: 'big', documents: [{_id: 1}]}");

    assertEquals(
        "48 NamespaceExists: Found collection shop.big on the shard that is to be the primary;"
            + " drop it there before moving the database",
        cluster.refusal("{movePrimary: 'shop', to: 's1'}"));
    assertEquals(0, cluster.find("s1", "shop.a", "{}").size());
    assertEquals(5, cluster.find("m0", "shop.a", "{}").size());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{movePrimary: 'admin', to: 's1'} | 72 InvalidOptions: Can't move primary for admin"
            + " database",
        "{movePrimary: 'config', to: 's1'} | 72 InvalidOptions: Can't move primary for config"
            + " database",
        "{movePrimary: 'a b', to: 's1'} | 73 InvalidNamespace: invalid db name specified: a b",
        "{movePrimary: 'shop'} | you have to specify where you want to move it",
        "{movePrimary: 'shop', to: 's9'} | 70 ShardNotFound: Shard s9 does not exist",
        "{movePrimary: 'none', to: 's1'} | 26 NamespaceNotFound: database none not found",
      })
  void refusals(String command, String expected) {
    start("8.0");

    assertEquals(expected, cluster.refusal(command));
  }

  @Test
  void drainingShardIsRefusedAndNothingIsLeftThere() {
    start("8.0");
    cluster.admin("{removeShard: 's1'}");

    assertEquals(
        "70 ShardNotFound: Requested primary shard s1 is draining",
        cluster.refusal("{movePrimary: 'shop', to: 's1'}"));
    assertEquals(0, cluster.find("s1", "shop.a", "{}").size());
    assertEquals(5, cluster.find("m0", "shop.a", "{}").size());
  }
}
