package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.bson.BsonDocument;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import shardsh.core.trace.DeletionEvent;

/** Whoever waits for the deletion of a range waits for the cursors that may still read it. */
class WaitForDeleteTest {
  private static final String MOVE =
      "{moveChunk: 'shop.t', find: {k: 15}, to: 's2', _waitForDelete: true";

  private final TestCluster cluster = TestCluster.inThirds();

  @BeforeEach
  void thirty() {
    cluster.insert("t", TestCluster.numbered(30));
  }

  private long openCursor(String more) {
    BsonDocument reply =
        cluster.shop("{find: 't', filter: {k: {$gte: 10, $lt: 20}}, batchSize: 2" + more + "}");
    return reply.getDocument("cursor").getInt64("id").getValue();
  }

  private long now() {
    return cluster.cluster().clock().nowMillis();
  }

  private long left() {
    return cluster.find("s1", "shop.t", "{}").size();
  }

  private long waitedMillis(long mark) {
    return cluster.cluster().trace().since(mark).stream()
        .filter(entry -> entry.event() instanceof DeletionEvent.DeletionWaited)
        .mapToLong(entry -> ((DeletionEvent.DeletionWaited) entry.event()).micros() / 1000)
        .sum();
  }

  @Test
  void withoutACursorNobodyWaits() {
    long mark = cluster.cluster().trace().mark();

    cluster.admin(MOVE + "}");

    assertEquals(0, waitedMillis(mark));
    assertEquals(0, left());
  }

  @Test
  void openCursorHoldsTheRangeUntilItTimesOut() {
    openCursor("");
    long start = now();
    long mark = cluster.cluster().trace().mark();

    cluster.admin(MOVE + "}");

    assertTrue(now() - start >= 600_000, "ten minutes, not " + (now() - start));
    assertTrue(waitedMillis(mark) >= 599_000);
    assertEquals(0, left());
  }

  @Test
  void limitOfTimeEndsTheWaitingButNotTheMove() {
    openCursor("");

    String refused = cluster.refusal(MOVE + ", maxTimeMS: 5000}");

    assertTrue(refused.startsWith("50 MaxTimeMSExpired"), refused);
    assertTrue(cluster.chunks("shop.t").get(1).startsWith("20 s2"), "it is committed");
    assertEquals(10, left());
    cluster.cluster().sim().advance(2_000_000);
    assertEquals(0, left());
  }

  @Test
  void cursorThatIsReadToItsEndHoldsNothing() {
    long id = openCursor("");
    cluster.shop("{getMore: {$numberLong: '" + id + "'}, collection: 't'}");
    long start = now();

    cluster.admin(MOVE + "}");

    assertTrue(now() - start < 10_000);
  }

  @Test
  void cursorOpenedAfterTheCommitHoldsNothing() {
    cluster.admin("{moveChunk: 'shop.t', find: {k: 15}, to: 's2'}");
    cluster.run("s1", "shop", "{find: 't', batchSize: 2}");
    cluster.cluster().sim().advance(1_000);

    cluster.run("s1", "admin", "{cleanupOrphaned: 'shop.t'}");

    assertEquals(0, left());
  }

  @Test
  void cleanupOrphanedWaitsForTheCursorsToo() {
    openCursor("");
    cluster.admin("{moveChunk: 'shop.t', find: {k: 15}, to: 's2'}");
    long start = now();

    cluster.run("s1", "admin", "{cleanupOrphaned: 'shop.t'}");

    assertTrue(now() - start >= 600_000);
    assertEquals(0, left());
  }

  @Test
  void cursorWithoutTimeoutIsToldInsteadOfWaitingForEver() {
    openCursor(", noCursorTimeout: true");

    String refused = cluster.refusal(MOVE + "}");

    assertTrue(refused.startsWith("265 OrphanedRangeCleanUpFailed"), refused);
    assertTrue(cluster.chunks("shop.t").get(1).startsWith("20 s2"), "it is committed");
  }
}
