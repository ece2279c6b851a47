package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.junit.jupiter.api.Test;

/** find through a router: what its options do, how its errors read, how long its cursors live. */
class ReadTest {
  private static final long TEN_MINUTES_MILLIS = 600_000;

  private final TestCluster cluster = sharded();

  /** {@code shop.c} by k: below 50 on s0, from 50 on s1. */
  private static TestCluster sharded() {
    TestCluster cluster = TestCluster.plain("8.0");
    cluster.admin("{shardCollection: 'shop.c', key: {k: 1}}");
    cluster.insert("c", TestCluster.numbered(100));
    cluster.admin("{split: 'shop.c', middle: {k: 50}}");
    cluster.admin("{moveChunk: 'shop.c', find: {k: 50}, to: 's1', _waitForDelete: true}");
    return cluster;
  }

  private long opened(String command) {
    return cluster.shop(command).getDocument("cursor").getInt64("id").getValue();
  }

  private static String more(long id, String collection) {
    return "{getMore: {$numberLong: '" + id + "'}, collection: '" + collection + "', batchSize: 2}";
  }

  private String refusal(String command) {
    return cluster.refusal("m0", "shop", command);
  }

  private int answers(String command) {
    return cluster.shop(command).getDocument("cursor").getArray("nextBatch").size();
  }

  @Test
  void variablesOfLetMayBeUsedInTheFilter() {
    BsonDocument reply =
        cluster.shop("{find: 'c', let: {a: 7}, filter: {$expr: {$eq: ['$k', '$$a']}}}");

    assertEquals(1, reply.getDocument("cursor").getArray("firstBatch").size());
  }

  @Test
  void recordIdIsShownWhenAskedFor() {
    BsonDocument reply = cluster.shop("{find: 'c', filter: {k: 3}, showRecordId: true}");

    BsonDocument shown = reply.getDocument("cursor").getArray("firstBatch").get(0).asDocument();
    assertEquals(new BsonInt64(4), shown.get("$recordId"));
  }

  @Test
  void errorOfAnExpressionNamesTheCollectionAndComesThroughTheRouter() {
    String refused = refusal("{find: 'c', projection: {x: {$size: '$k'}}}");

    assertEquals(
        "17124 Location17124: Encountered non-retryable error during query :: caused by :: Executor"
            + " error during find command: shop.c :: caused by :: The argument to $size must be an"
            + " array, but was of type: int",
        refused);
  }

  @Test
  void errorInTheTextOfAFindOnAnUnshardedCollectionComesAsItIs() {
    cluster.insert("d", TestCluster.numbered(3));

    assertEquals("2 BadValue: unknown operator: $x", refusal("{find: 'd', filter: {a: {$x: 1}}}"));
  }

  @Test
  void partialResultsComeWithoutTheShardThatIsDownAndSaySo() {
    cluster.cluster().sim().down(cluster.node("s1"));

    BsonDocument found = cluster.shop("{find: 'c', allowPartialResults: true}");
    String refused = refusal("{find: 'c'}");

    assertEquals(50, found.getDocument("cursor").getArray("firstBatch").size());
    assertTrue(found.getDocument("cursor").getBoolean("partialResultsReturned").getValue());
    assertTrue(refused.startsWith("133 FailedToSatisfyReadPreference: "), refused);
  }

  @Test
  void shardThatGoesDownEndsItsPartOfPartialResults() {
    BsonDocument first =
        cluster.shop("{find: 'c', allowPartialResults: true, batchSize: 2, sort: {k: 1}}");
    cluster.cluster().sim().down(cluster.node("s1"));

    BsonDocument rest =
        cluster
            .shop(
                "{getMore: {$numberLong: '"
                    + first.getDocument("cursor").getInt64("id").getValue()
                    + "'}, collection: 'c'}")
            .getDocument("cursor");

    assertFalse(first.getDocument("cursor").containsKey("partialResultsReturned"));
    assertEquals(50, rest.getArray("nextBatch").size());
    assertTrue(rest.getBoolean("partialResultsReturned").getValue());
  }

  @Test
  void minThatIsNotBelowMaxIsRefused() {
    String refused = refusal("{find: 'c', min: {k: 8}, max: {k: 8}, hint: {k: 1}}");

    assertEquals(
        "51175 Location51175: Encountered non-retryable error during query :: caused by :: The"
            + " value provided for min() does not come before the value provided for max() in the"
            + " hinted index",
        refused);
  }

  @Test
  void moreIsRefusedForAnotherCollection() {
    long id = opened("{find: 'c', batchSize: 2}");

    assertEquals(
        "13 Unauthorized: Requested getMore on namespace 'shop.d', but cursor belongs to a"
            + " different namespace shop.c",
        refusal(more(id, "d")));
    assertEquals(2, answers(more(id, "c")));
  }

  @Test
  void cursorTimesOutTenMinutesAfterItsLastUse() {
    long id = opened("{find: 'c', batchSize: 2}");
    cluster.cluster().sim().advance(TEN_MINUTES_MILLIS / 2);
    assertEquals(2, answers(more(id, "c")));
    cluster.cluster().sim().advance(TEN_MINUTES_MILLIS);

    assertEquals("43 CursorNotFound: cursor id " + id + " not found", refusal(more(id, "c")));
  }

  @Test
  void cursorWithoutTimeoutStaysOpen() {
    long id = opened("{find: 'c', batchSize: 2, noCursorTimeout: true}");
    cluster.cluster().sim().advance(3 * TEN_MINUTES_MILLIS);

    assertEquals(2, answers(more(id, "c")));
  }

  @Test
  void copyOfTheClusterKeepsTheAgeOfItsCursors() {
    long id = opened("{find: 'c', batchSize: 2}");
    cluster.cluster().sim().advance(TEN_MINUTES_MILLIS / 2);
    TestCluster copy = cluster.copy();
    copy.cluster().sim().advance(TEN_MINUTES_MILLIS / 2);

    assertEquals(
        "43 CursorNotFound: cursor id " + id + " not found",
        copy.refusal("m0", "shop", more(id, "c")));
  }
}
