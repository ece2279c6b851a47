package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How good a shard key would be: {@code sharding-facts.md}, section 8.6. */
class AnalyzeShardKeyTest {
  private TestCluster cluster;

  @BeforeEach
  void start() {
    cluster = TestCluster.plain("8.0");
    cluster.admin("{enableSharding: 'shop'}");
    cluster.shop(
        "{createIndexes: 'c', indexes: [{key: {v: 1}, name: 'v_1'}, {key: {w: 1}, name: 'w_1',"
            + " sparse: true}]}");
    cluster.admin("{shardCollection: 'shop.c', key: {k: 1}}");
    for (int i = 0; i < 40; i++) {
      cluster.shop(
          "{insert: 'c', documents: [{_id: " + i + ", k: " + i + ", v: " + i * 7 % 4 + "}]}");
    }
    cluster.admin("{split: 'shop.c', middle: {k: 20}}");
    cluster.admin("{moveChunk: 'shop.c', find: {k: 30}, to: 's1', _waitForDelete: true}");
  }

  private BsonDocument analyzed(String rest) {
    return cluster.admin("{analyzeShardKey: 'shop.c', " + rest + "}");
  }

  private BsonDocument samples(String collection) {
    List<BsonDocument> rows = cluster.find("m0", "config." + collection, "{}");
    return rows.get(rows.size() - 1);
  }

  @Test
  void keyCharacteristicsTellHowManyValuesThereAre() {
    BsonDocument found =
        analyzed("key: {v: 1}, readWriteDistribution: false").getDocument("keyCharacteristics");

    assertEquals(40, found.getInt64("numDocsTotal").getValue());
    assertEquals(0, found.getInt64("numOrphanDocs").getValue());
    assertEquals(40, found.getInt64("numDocsSampled").getValue());
    assertFalse(found.getBoolean("isUnique").getValue());
    assertEquals(4, found.getInt64("numDistinctValues").getValue());
    assertEquals(
        TestCluster.doc("{value: {v: 0}, frequency: {$numberLong: '10'}}"),
        found.getArray("mostCommonValues").get(0));
    assertEquals("not monotonic", found.getDocument("monotonicity").getString("type").getValue());
  }

  @Test
  void aKeyInTheOrderOfInsertionIsMonotonic() {
    BsonDocument found =
        analyzed("key: {k: 1}, readWriteDistribution: false").getDocument("keyCharacteristics");

    assertEquals(40, found.getInt64("numDistinctValues").getValue());
    assertEquals(
        1,
        found.getDocument("monotonicity").getDouble("recordIdCorrelationCoefficient").getValue(),
        1e-9);
    assertEquals("monotonic", found.getDocument("monotonicity").getString("type").getValue());
  }

  @Test
  void theIdIsUnique() {
    BsonDocument found =
        analyzed("key: {_id: 1}, readWriteDistribution: false").getDocument("keyCharacteristics");

    assertTrue(found.getBoolean("isUnique").getValue());
  }

  @Test
  void withoutAnIndexThereAreNoCharacteristics() {
    assertFalse(analyzed("key: {w: 1}").containsKey("keyCharacteristics"));
  }

  @Test
  void partOfTheDocumentsIsEnough() {
    BsonDocument found = analyzed("key: {v: 1}, sampleRate: 0.5").getDocument("keyCharacteristics");

    assertEquals(20, found.getInt64("numDocsSampled").getValue());
    assertEquals(
        5,
        analyzed("key: {v: 1}, sampleSize: 5")
            .getDocument("keyCharacteristics")
            .getInt64("numDocsSampled")
            .getValue());
  }

  @Test
  void sampledQueriesTellHowReadsAndWritesWouldBeSpread() {
    cluster.admin("{configureQueryAnalyzer: 'shop.c', mode: 'full', samplesPerSecond: 50}");
    cluster.shop("{find: 'c', filter: {v: 2}}");
    cluster.shop("{find: 'c', filter: {v: {$gte: 2}}}");
    cluster.shop("{aggregate: 'c', pipeline: [{$match: {v: 1}}], cursor: {}}");
    cluster.shop("{count: 'c', query: {k: 3}}");
    cluster.shop("{update: 'c', updates: [{q: {v: 1, k: 15}, u: {$set: {v: 3}}}]}");
    cluster.shop("{update: 'c', updates: [{q: {k: 5}, u: {$set: {x: 3}}}]}");
    cluster.shop("{delete: 'c', deletes: [{q: {k: {$gt: 500}}, limit: 0}]}");
    cluster.shop("{findAndModify: 'c', query: {k: 6}, update: {$inc: {v: 1}}}");

    BsonDocument reads = analyzed("key: {v: 1}").getDocument("readDistribution");
    BsonDocument writes = analyzed("key: {v: 1}").getDocument("writeDistribution");

    assertEquals(
        TestCluster.doc(
            "{total: {$numberLong: '4'}, find: {$numberLong: '2'}, aggregate: {$numberLong: '1'},"
                + " count: {$numberLong: '1'}, distinct: {$numberLong: '0'}}"),
        reads.getDocument("sampleSize"));
    assertEquals(50, reads.getDouble("percentageOfSingleShardReads").getValue());
    assertEquals(25, reads.getDouble("percentageOfMultiShardReads").getValue());
    assertEquals(25, reads.getDouble("percentageOfScatterGatherReads").getValue());
    assertEquals(
        TestCluster.doc(
                "{a: [{$numberLong: '1'}, {$numberLong: '2'}, {$numberLong: '3'}, {$numberLong:"
                    + " '2'}]}")
            .get("a"),
        reads.get("numReadsByRange"));
    assertEquals(25, writes.getDouble("percentageOfSingleShardWrites").getValue());
    assertEquals(50, writes.getDouble("percentageOfShardKeyUpdates").getValue());
    assertEquals(50, writes.getDouble("percentageOfSingleWritesWithoutShardKey").getValue());
    assertEquals(25, writes.getDouble("percentageOfMultiWritesWithoutShardKey").getValue());
  }

  @Test
  void samplesKeepToTheRateOnTheSimulatedClock() {
    BsonDocument first =
        cluster.admin("{configureQueryAnalyzer: 'shop.c', mode: 'full', samplesPerSecond: 1}");
    for (int i = 0; i < 10; i++) {
      cluster.shop("{find: 'c', filter: {k: 1}}");
    }
    assertEquals(1, cluster.find("m0", "config.sampledQueries", "{}").size());

    cluster.cluster().sim().advance(1_000);
    cluster.shop("{find: 'c', filter: {k: 2}, let: {a: 1}}");
    BsonDocument off = cluster.admin("{configureQueryAnalyzer: 'shop.c', mode: 'off'}");
    cluster.cluster().sim().advance(1_000);
    cluster.shop("{find: 'c', filter: {k: 3}}");

    assertEquals(
        TestCluster.doc("{mode: 'full', samplesPerSecond: 1.0}"), first.get("newConfiguration"));
    assertFalse(first.containsKey("oldConfiguration"));
    assertEquals(first.get("newConfiguration"), off.get("oldConfiguration"));
    assertEquals(TestCluster.doc("{mode: 'off'}"), off.get("newConfiguration"));
    assertEquals(
        TestCluster.doc("{filter: {k: 2}, let: {a: 1}}"), samples("sampledQueries").get("cmd"));
    assertEquals(
        2,
        cluster
            .admin(
                "{aggregate: 1, pipeline: [{$listSampledQueries: {namespace: 'shop.c'}}], cursor:"
                    + " {}}")
            .getDocument("cursor")
            .getArray("firstBatch")
            .size());
  }

  @Test
  void anUpdateTellsWhatItChanged() {
    cluster.admin("{configureQueryAnalyzer: 'shop.c', mode: 'full', samplesPerSecond: 50}");

    cluster.shop("{update: 'c', updates: [{q: {k: 30}, u: {$set: {'a.b': 1}, $unset: {v: ''}}}]}");

    BsonDocument diff = samples("sampledQueriesDiff");
    assertEquals(TestCluster.doc("{u: {a: {b: 1}}, d: {v: false}}"), diff.get("diff"));
    assertEquals(samples("sampledQueries").get("_id"), diff.get("_id"));
  }

  @Test
  void samplesAreGoneAfterSevenDays() {
    cluster.admin("{configureQueryAnalyzer: 'shop.c', mode: 'full', samplesPerSecond: 1}");
    cluster.shop("{find: 'c', filter: {k: 1}}");

    cluster.cluster().sim().advance(7L * 24 * 3600 * 1000);

    assertEquals(0, cluster.find("m0", "config.sampledQueries", "{}").size());
  }

  @Test
  void aCopyHasItsOwnSamples() {
    cluster.admin("{configureQueryAnalyzer: 'shop.c', mode: 'full', samplesPerSecond: 50}");
    Cluster copy = cluster.cluster().copy();

    cluster.shop("{find: 'c', filter: {k: 1}}");

    BsonDocument there =
        copy.run(cluster.node("m0"), "config", TestCluster.doc("{find: 'sampledQueries'}"));
    assertEquals(0, there.getDocument("cursor").getArray("firstBatch").size());
    assertEquals(1, cluster.find("m0", "config.sampledQueries", "{}").size());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{analyzeShardKey: 'shop.none', key: {k: 1}} | 26 NamespaceNotFound: The namespace"
            + " shop.none does not exist",
        "{analyzeShardKey: 'nodb.none', key: {k: 1}} | 26 NamespaceNotFound: The namespace"
            + " nodb.none does not exist",
        "{analyzeShardKey: 'config.chunks', key: {k: 1}} | 20 IllegalOperation: Cannot run against"
            + " an internal collection",
        "{analyzeShardKey: 'shop.view', key: {k: 1}} | 166 CommandNotSupportedOnView: The namespace"
            + " corresponds to a view",
        "{analyzeShardKey: 'shop.empty', key: {_id: 1}} | 20 IllegalOperation: Cannot analyze the"
            + " cardinality and frequency of a shard key for an empty collection",
        "{analyzeShardKey: 'shop.c'} | 40414 IDLFailedToParse: BSON field 'analyzeShardKey.key' is"
            + " missing but a required field",
        "{analyzeShardKey: 'shop.c', key: {k: 1}, sampleRate: 0.5, sampleSize: 5} | 72"
            + " InvalidOptions: Cannot specify both 'sampleRate' and 'sampleSize'",
        "{analyzeShardKey: 'shop.c', key: {k: 1}, sampleRate: 2} | 51024 Location51024: BSON field"
            + " 'sampleRate' value must be <= 1, actual value '2.0'",
        "{configureQueryAnalyzer: 'shop.c', mode: 'full'} | 72 InvalidOptions: 'samplesPerSecond'"
            + " must be specified when 'mode' is not \"off\"",
        "{configureQueryAnalyzer: 'shop.c', mode: 'some'} | 2 BadValue: Enumeration value 'some'"
            + " for field 'configureQueryAnalyzer.mode' is not a valid value.",
        "{configureQueryAnalyzer: 'shop.c', mode: 'off', samplesPerSecond: 1} | 72 InvalidOptions:"
            + " Cannot specify 'samplesPerSecond' when 'mode' is \"off\"",
        "{configureQueryAnalyzer: 'shop.c', mode: 'full', samplesPerSecond: 51} | 72"
            + " InvalidOptions: 'samplesPerSecond' must be less than or equal to"
            + " 50",
      })
  void refusals(String command, String expected) {
    cluster.shop("{create: 'empty'}");
    cluster.shop("{create: 'view', viewOn: 'c', pipeline: []}");

    assertEquals(expected, cluster.refusal(command));
  }

  @Test
  void serversBeforeSevenDoNotKnowThem() {
    cluster = TestCluster.plain("6.0");

    assertEquals(
        "59 CommandNotFound: no such command: 'analyzeShardKey'",
        cluster.refusal("{analyzeShardKey: 'shop.c', key: {k: 1}}"));
  }
}
