package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

/** What is refused, with the server's codes and wording: enableSharding, shardCollection. */
class ShardingCommandErrorsTest {
  private final TestCluster cluster = TestCluster.plain("8.0");

  private static BsonDocument withoutTimes(BsonDocument reply) {
    BsonDocument plain = reply.clone();
    plain.remove("$clusterTime");
    plain.remove("operationTime");
    return plain;
  }

  private void shop(String command) {
    BsonDocument reply = cluster.shop(command);
    assertTrue(!reply.containsKey("writeErrors"), reply.toJson());
  }

  @Test
  void commandsBelongToTheAdminDatabaseOfARouter() {
    assertEquals(
        "13 Unauthorized: shardCollection may only be run against the admin database.",
        cluster.refusal("m0", "shop", "{shardCollection: 'shop.c', key: {k: 1}}"));
    assertEquals(
        "13 Unauthorized: moveChunk may only be run against the admin database.",
        cluster.refusal("m0", "shop", "{moveChunk: 'shop.c', find: {k: 1}, to: 's1'}"));
    assertEquals(
        "59 CommandNotFound: no such command: 'shardCollection'",
        cluster.refusal("s0", "admin", "{shardCollection: 'shop.c', key: {k: 1}}"));
    assertEquals(
        "59 CommandNotFound: no such command: 'nonsense'",
        cluster.refusal("m0", "admin", "{nonsense: 1}"));
  }

  @Test
  void enableShardingIsRepeatable() {
    assertEquals("{\"ok\": 1.0}", withoutTimes(cluster.admin("{enableSharding: 'shop'}")).toJson());
    assertEquals(
        "{\"ok\": 1.0}",
        withoutTimes(cluster.admin("{enableSharding: 'shop', primaryShard: 's0'}")).toJson());
  }

  @Test
  void enableShardingRefusesNamesAndShards() {
    assertEquals(
        "72 InvalidOptions: can't shard admin database",
        cluster.refusal("{enableSharding: 'admin'}"));
    assertEquals(
        "72 InvalidOptions: can't shard local database",
        cluster.refusal("{enableSharding: 'local'}"));
    assertEquals(
        "73 InvalidNamespace: invalid db name specified: a.b",
        cluster.refusal("{enableSharding: 'a.b'}"));
    assertEquals(
        "13297 DatabaseDifferCase: can't have 2 databases that just differ on case  have: shop"
            + " want to add: Shop",
        cluster.refusal("{enableSharding: 'Shop'}"));
    assertEquals(
        "70 ShardNotFound: Shard s9 does not exist",
        cluster.refusal("{enableSharding: 'other', primaryShard: 's9'}"));
    assertTrue(
        cluster
            .refusal("{enableSharding: 'shop', primaryShard: 's1'}")
            .startsWith("48 NamespaceExists: "));
  }

  @Test
  void shardCollectionNeedsAnEnabledDatabaseUpTo50() {
    for (String profile : List.of("4.4", "5.0")) {
      TestCluster old = TestCluster.plain(profile);

      assertEquals(
          "20 IllegalOperation: sharding not enabled for db fresh",
          old.refusal("{shardCollection: 'fresh.c', key: {k: 1}}"));
    }
    assertEquals(
        "fresh.c",
        cluster
            .admin("{shardCollection: 'fresh.c', key: {k: 1}}")
            .getString("collectionsharded")
            .getValue());
  }

  @Test
  void shardCollectionRefusesKeys() {
    assertEquals(
        "40414 IDLFailedToParse: BSON field 'shardCollection.key' is missing but a required field",
        cluster.refusal("{shardCollection: 'shop.c'}"));
    assertEquals(
        "2 BadValue: Shard key is empty", cluster.refusal("{shardCollection: 'shop.c', key: {}}"));
    for (String bad :
        List.of("{k: -1}", "{k: 2}", "{k: 'text'}", "{k: 'hashed', j: 'hashed'}", "{'': 1}")) {
      String refusal = cluster.refusal("{shardCollection: 'shop.c', key: " + bad + "}");

      assertTrue(refusal.startsWith("2 BadValue: Shard key "), refusal);
      assertTrue(
          refusal.contains(
              "can contain at most one 'hashed' field, and/or multiple numerical fields set to a"
                  + " value of 1. Failed to parse field "),
          refusal);
    }
    assertEquals(
        "72 InvalidOptions: Hashed shard keys cannot be declared unique. It's possible to ensure"
            + " uniqueness on the hashed field by declaring an additional (non-hashed) unique index"
            + " on the field.",
        cluster.refusal("{shardCollection: 'shop.c', key: {k: 'hashed'}, unique: true}"));
  }

  @Test
  void shardCollectionAgainIsFineOnlyAlike() {
    cluster.admin("{shardCollection: 'shop.c', key: {k: 1}}");

    assertEquals(
        "shop.c",
        cluster
            .admin("{shardCollection: 'shop.c', key: {k: 1}}")
            .getString("collectionsharded")
            .getValue());
    assertEquals(
        "23 AlreadyInitialized: sharding already enabled for collection shop.c",
        cluster.refusal("{shardCollection: 'shop.c', key: {j: 1}}"));
    assertEquals(
        "23 AlreadyInitialized: sharding already enabled for collection shop.c",
        cluster.refusal("{shardCollection: 'shop.c', key: {k: 1}, unique: true}"));
  }

  @Test
  void shardCollectionRefusesKindsOfCollections() {
    shop("{create: 'view', viewOn: 'c', pipeline: []}");
    shop("{create: 'log', capped: true, size: 4096}");
    shop("{create: 'words', collation: {locale: 'fr'}}");

    assertEquals(
        "166 CommandNotSupportedOnView: Views cannot be sharded.",
        cluster.refusal("{shardCollection: 'shop.view', key: {k: 1}}"));
    assertEquals(
        "72 InvalidOptions: can't shard a capped collection",
        cluster.refusal("{shardCollection: 'shop.log', key: {k: 1}}"));
    assertTrue(
        cluster
            .refusal("{shardCollection: 'shop.words', key: {k: 1}}")
            .startsWith("2 BadValue: Collection has default collation: "));
    assertTrue(
        cluster
            .refusal("{shardCollection: 'shop.c', key: {k: 1}, collation: {locale: 'fr'}}")
            .startsWith(
                "2 BadValue: The collation for shardCollection must be {locale: 'simple'}"));
    for (String ns : List.of("admin.c", "local.c", "config.c", "shop.system.users")) {
      String refusal = cluster.refusal("{shardCollection: '" + ns + "', key: {k: 1}}");

      assertTrue(refusal.startsWith("20 IllegalOperation: "), refusal);
    }
    assertEquals(
        "shop.words",
        cluster
            .admin("{shardCollection: 'shop.words', key: {k: 1}, collation: {locale: 'simple'}}")
            .getString("collectionsharded")
            .getValue());
  }

  @Test
  void shardCollectionLooksAtIndexes() {
    shop("{insert: 'c', documents: [{_id: 1, k: 1, t: [1, 2]}]}");
    assertEquals(
        "72 InvalidOptions: Please create an index that starts with the proposed shard key before"
            + " sharding the collection",
        cluster.refusal("{shardCollection: 'shop.c', key: {k: 1}}"));

    shop("{createIndexes: 'c', indexes: [{key: {k: -1}, name: 'down'}]}");
    shop(
        "{createIndexes: 'c', indexes: [{key: {k: 1}, name: 'some',"
            + " partialFilterExpression: {k: {$gt: 0}}}]}");
    shop("{createIndexes: 'c', indexes: [{key: {k: 1, x: 1}, name: 'holes', sparse: true}]}");
    assertEquals(
        "72 InvalidOptions: Please create an index that starts with the proposed shard key before"
            + " sharding the collection",
        cluster.refusal("{shardCollection: 'shop.c', key: {k: 1}}"));

    shop("{createIndexes: 'c', indexes: [{key: {t: 1}, name: 'many'}]}");
    assertTrue(
        cluster
            .refusal("{shardCollection: 'shop.c', key: {t: 1}}")
            .startsWith("96 OperationFailed: "));

    shop("{createIndexes: 'c', indexes: [{key: {u: 1}, name: 'u_1', unique: true}]}");
    assertEquals(
        "72 InvalidOptions: can't shard collection 'shop.c' with unique index on { u: 1 } and"
            + " proposed shard key { k: 1 }. Uniqueness can't be maintained unless shard key is a"
            + " prefix",
        cluster.refusal("{shardCollection: 'shop.c', key: {k: 1}}"));
  }

  @Test
  void numbersOfFirstChunksHaveTheirConditions() {
    String onlyEmpty =
        "72 InvalidOptions: numInitialChunks is only supported when the collection is empty and has"
            + " a hashed field in the shard key pattern";
    TestCluster seven = TestCluster.plain("7.0");
    seven.shop("{insert: 'full', documents: [{_id: 1}]}");
    seven.shop("{createIndexes: 'full', indexes: [{key: {k: 'hashed'}, name: 'k'}]}");

    assertEquals(
        onlyEmpty,
        seven.refusal("{shardCollection: 'shop.full', key: {k: 'hashed'}, numInitialChunks: 4}"));
    assertEquals(
        onlyEmpty, seven.refusal("{shardCollection: 'shop.c', key: {k: 1}, numInitialChunks: 4}"));
    assertTrue(
        seven
            .refusal("{shardCollection: 'shop.c', key: {j: 1, k: 'hashed'}, numInitialChunks: 4}")
            .startsWith("72 InvalidOptions: "));
    assertTrue(
        seven
            .refusal("{shardCollection: 'shop.c', key: {k: 'hashed'}, numInitialChunks: 30000}")
            .startsWith("72 InvalidOptions: "));
  }

  @Test
  void since72TheNumberOfFirstChunksIsPassedOver() {
    shop("{insert: 'full', documents: [{_id: 1}]}");
    shop("{createIndexes: 'full', indexes: [{key: {k: 'hashed'}, name: 'k'}]}");

    cluster.admin("{shardCollection: 'shop.full', key: {k: 'hashed'}, numInitialChunks: 4}");
    cluster.admin("{shardCollection: 'shop.range', key: {k: 1}, numInitialChunks: 4}");
    cluster.admin("{shardCollection: 'shop.h', key: {k: 'hashed'}, numInitialChunks: 30000}");

    assertEquals(1, cluster.chunks("shop.full").size());
    assertEquals(1, cluster.chunks("shop.range").size());
    assertEquals(3, cluster.chunks("shop.h").size());
  }

  @Test
  void numberOfFirstChunksCountsForNothingBesideZones() {
    cluster.admin("{addShardToZone: 's1', zone: 'EU'}");
    cluster.admin(
        "{updateZoneKeyRange: 'shop.h', min: {k: {$minKey: 1}}, max: {k: NumberLong('0')}, zone:"
            + " 'EU'}");

    cluster.admin("{shardCollection: 'shop.h', key: {k: 'hashed'}, numInitialChunks: 8}");

    assertEquals(2, cluster.chunks("shop.h").size());
  }

  /** The server's parsers differ: that of reshardCollection is strict, of shardCollection not. */
  @Test
  void onlyReshardCollectionRefusesOptionsThatItDoesNotHave() {
    cluster.admin("{shardCollection: 'shop.c', key: {k: 1}, numInitialChunk: 3}");

    assertEquals(
        "40415 IDLUnknownField: BSON field 'reshardCollection.numInitialChunk' is an unknown"
            + " field.",
        cluster.refusal("{reshardCollection: 'shop.c', key: {v: 1}, numInitialChunk: 3}"));
  }

  @Test
  void reshardCollectionRefusesTheDistributionByName() {
    cluster.admin("{shardCollection: 'shop.c', key: {k: 1}}");

    assertEquals(
        "115 CommandNotSupported: shardDistribution of reshardCollection is not modelled in"
            + " shardsh",
        cluster.refusal(
            "{reshardCollection: 'shop.c', key: {v: 1}, shardDistribution: [{shard: 's9x'}]}"));
  }

  @Test
  void listShardsRefusesAFilterByName() {
    assertEquals(
        "115 CommandNotSupported: filter of listShards is not modelled in shardsh",
        cluster.refusal("{listShards: 1, filter: {draining: true}}"));
  }

  @Test
  void dbStatsNamesShardsByTheirConnectionStrings() {
    BsonDocument raw = cluster.shop("{dbStats: 1}").getDocument("raw");

    assertTrue(raw.getFirstKey().startsWith("s0/127.0.0.1:"), raw.toJson());
  }

  @Test
  void refusedShardCollectionLeavesNothingBehind() {
    cluster.refusal("{shardCollection: 'shop.c', key: {k: 'hashed'}, unique: true}");

    assertEquals(
        0,
        cluster.shop("{listCollections: 1}").getDocument("cursor").getArray("firstBatch").size());
  }

  @Test
  void zonesMustFitTheNewKey() {
    cluster.admin("{addShardToZone: 's1', zone: 'EU'}");
    cluster.admin(
        "{updateZoneKeyRange: 'shop.c', min: {region: 'A'}, max: {region: 'M'}, zone: 'EU'}");
    cluster.admin("{updateZoneKeyRange: 'shop.h', min: {k: 1}, max: {k: 5}, zone: 'EU'}");

    assertTrue(
        cluster
            .refusal("{shardCollection: 'shop.c', key: {k: 1}}")
            .startsWith("72 InvalidOptions: "));
    assertTrue(
        cluster
            .refusal("{shardCollection: 'shop.h', key: {k: 'hashed'}}")
            .startsWith("72 InvalidOptions: "));
  }

  @Test
  void databaseAndVersionAreLookedAtBeforeTheFields() {
    TestCluster old = TestCluster.plain("4.4");

    assertEquals(
        "13 Unauthorized: moveRange may only be run against the admin database.",
        cluster.refusal("m0", "shop", "{moveRange: 'shop.c'}"));
    assertEquals(
        "59 CommandNotFound: no such command: 'moveRange'", old.refusal("{moveRange: 'shop.c'}"));
    assertEquals(
        "59 CommandNotFound: no such command: 'setAllowMigrations'",
        old.refusal("{setAllowMigrations: 'shop.c', allowMigrations: false}"));
  }

  @Test
  void presplitHashedZonesWantZonesOfTheRightShape() {
    cluster.admin("{addShardToZone: 's1', zone: 'EU'}");
    String key = ", key: {a: 1, k: 'hashed'}, presplitHashedZones: true}";
    String shape =
        "One or more zones are not defined in a manner that supports hashed pre-splitting. ";

    assertEquals(
        "31387 Location31387: 'presplitHashedZones' is only supported when the collection is empty,"
            + " zones are set up and shard key pattern has a hashed field",
        cluster.refusal("{shardCollection: 'shop.n', key: {k: 1}, presplitHashedZones: true}"));
    zone("shop.i", "{a: {$minKey: 1}, k: {$minKey: 1}}", "{a: 5, k: {$minKey: 1}}");
    assertEquals(
        "31388 Location31388: "
            + shape
            + "Cannot have MinKey or MaxKey in the lower bound for fields preceding the hashed"
            + " field but found one, for zone EU",
        cluster.refusal("{shardCollection: 'shop.i'" + key));
    zone("shop.j", "{a: 1, k: {$minKey: 1}}", "{a: 1, k: {$maxKey: 1}}");
    assertEquals(
        "31390 Location31390: "
            + shape
            + "The value preceding hashed field of the upper bound should be greater than that of"
            + " lower bound, for zone EU",
        cluster.refusal("{shardCollection: 'shop.j'" + key));
  }

  @Test
  void onlyTheLowerBoundsOfPresplitZonesMustBeMinKey() {
    cluster.admin("{addShardToZone: 's1', zone: 'EU'}");
    zone("shop.b", "{a: 1, k: {$minKey: 1}}", "{a: 2, k: {$maxKey: 1}}");

    cluster.admin(
        "{shardCollection: 'shop.b', key: {a: 1, k: 'hashed'}, presplitHashedZones: true}");

    assertEquals(3, cluster.find("m0", "config.chunks", "{}").size());
  }

  private void zone(String ns, String min, String max) {
    cluster.admin(
        "{updateZoneKeyRange: '" + ns + "', min: " + min + ", max: " + max + ", zone: 'EU'}");
  }
}
