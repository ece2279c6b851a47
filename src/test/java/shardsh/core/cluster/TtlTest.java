package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;
import shardsh.core.trace.DeletionEvent;

/** TTL indexes on simulated time. */
class TtlTest {
  private static final long MINUTE = 60_000;

  private final TestCluster cluster = TestCluster.plain("8.0");
  private final long start = cluster.cluster().clock().nowMillis();

  private void index(String key, String options) {
    cluster.shop(
        "{createIndexes: 'c', indexes: [{key: " + key + ", name: 'ttl', " + options + "}]}");
  }

  private void insert(int id, BsonValue at) {
    cluster.insert("c", List.of(new BsonDocument("_id", new BsonInt32(id)).append("at", at)));
  }

  private BsonDateTime in(long millis) {
    return new BsonDateTime(start + millis);
  }

  private List<Integer> left() {
    return cluster.find("m0", "shop.c", "{sort: {_id: 1}}").stream()
        .map(document -> document.getInt32("_id").getValue())
        .toList();
  }

  @Test
  void documentGoesAtTheMinuteAfterItsTime() {
    index("{at: 1}", "expireAfterSeconds: 30");
    insert(1, in(0));
    insert(2, in(10 * MINUTE));

    cluster.cluster().sim().advance(29_000);
    assertEquals(List.of(1, 2), left());
    cluster.cluster().sim().advance(2 * MINUTE);
    assertEquals(List.of(2), left());
    cluster.cluster().sim().advance(10 * MINUTE);
    assertEquals(List.of(), left());
  }

  @Test
  void onlyDatesExpireAndArraysWithTheirEarliest() {
    index("{at: -1}", "expireAfterSeconds: 0");
    insert(1, new BsonString("x"));
    insert(2, BsonNull.VALUE);
    insert(3, new BsonArray(List.of(in(1000 * MINUTE), in(-MINUTE))));
    insert(4, new BsonArray(List.of(in(1000 * MINUTE), new BsonInt32(1))));

    cluster.cluster().sim().advance(5 * MINUTE);

    assertEquals(List.of(1, 2, 4), left());
  }

  @Test
  void partialIndexExpiresOnlyWhatItHolds() {
    index("{at: 1}", "expireAfterSeconds: 0, partialFilterExpression: {_id: {$gt: 1}}");
    insert(1, in(0));
    insert(2, in(0));

    cluster.cluster().sim().advance(5 * MINUTE);

    assertEquals(List.of(1), left());
  }

  @Test
  void changedLifeHoldsFromThenOn() {
    index("{at: 1}", "expireAfterSeconds: 100000");
    insert(1, in(0));
    cluster.shop("{collMod: 'c', index: {name: 'ttl', expireAfterSeconds: 5}}");

    cluster.cluster().sim().advance(2 * MINUTE);

    assertEquals(List.of(), left());
  }

  @Test
  void everyShardDeletesItsOwnAndSaysSo() {
    cluster.admin("{shardCollection: 'shop.c', key: {_id: 1}}");
    cluster.admin("{split: 'shop.c', middle: {_id: 5}}");
    cluster.admin("{moveChunk: 'shop.c', find: {_id: 5}, to: 's1'}");
    index("{at: 1}", "expireAfterSeconds: 0");
    insert(1, in(0));
    insert(6, in(0));
    insert(7, in(0));

    cluster.cluster().sim().advance(2 * MINUTE);

    assertEquals(List.of(), left());
    List<String> said =
        cluster.cluster().trace().since(0).stream()
            .map(entry -> entry.event())
            .filter(DeletionEvent.DocumentsExpired.class::isInstance)
            .map(DeletionEvent.DocumentsExpired.class::cast)
            .map(event -> event.on() + " " + event.docs())
            .toList();
    assertEquals(List.of("s0 1", "s1 2"), said);
  }

  @Test
  void nothingIsScheduledWithoutADateToComeOrAnIndex() {
    index("{at: 1}", "expireAfterSeconds: 0");
    insert(1, new BsonString("x"));

    assertFalse(cluster.cluster().sim().clock().toJson().contains("deleteExpired"));
  }

  @Test
  void endlessAndImpossibleLives() {
    assertEquals(
        "67 CannotCreateIndex: TTL index 'expireAfterSeconds' option must be within an acceptable"
            + " range, try a lower number. Index spec: { key: { at: 1 }, name: \"x\","
            + " expireAfterSeconds: 3000000000 }",
        cluster.refusal(
            "m0",
            "shop",
            "{createIndexes: 'c', indexes: [{key: {at: 1}, name: 'x', expireAfterSeconds:"
                + " 3000000000}]}"));
    index("{at: 1}", "expireAfterSeconds: {$numberDouble: 'NaN'}");
    insert(1, in(0));

    cluster.cluster().sim().advance(60 * MINUTE);

    assertEquals(List.of(1), left());
  }
}
