package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;
import shardsh.core.base.InterruptFlag;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.snapshot.ClusterSnapshot;
import shardsh.core.trace.RouteReport;
import shardsh.lesson.ClusterFiles;

/** The numbers of the canvas, by commands at the door. */
class CanvasTest {
  private static final Namespace ORDERS = Namespace.parse("shop.orders");
  private static final NodeId M0 = new NodeId("m0");

  private final Cluster cluster = start("canvas");

  private static Cluster start(String name) {
    return Cluster.start(
        new ClusterFiles().named(name),
        Optional.empty(),
        OptionalLong.empty(),
        new InterruptFlag());
  }

  private static BsonDocument doc(String json) {
    return BsonDocument.parse(json);
  }

  private BsonDocument admin(String json) {
    return cluster.run(M0, "admin", doc(json));
  }

  private List<BsonDocument> find(String filter) {
    BsonDocument reply =
        cluster.run(
            M0,
            "shop",
            new BsonDocument("find", new BsonString("orders")).append("filter", doc(filter)));
    List<BsonDocument> found = new ArrayList<>();
    reply.getDocument("cursor").getArray("firstBatch").forEach(v -> found.add(v.asDocument()));
    return found;
  }

  private void fill(int customer, double megabytes) {
    cluster
        .sim()
        .fill(M0, ORDERS, doc("{customerId: " + customer + "}"), megabytes, OptionalLong.empty());
  }

  private String chunks() {
    StringBuilder text = new StringBuilder();
    for (ClusterSnapshot.ChunkView chunk :
        cluster.snapshot().collection(ORDERS).orElseThrow().chunks()) {
      text.append(bound(chunk.range().min().get(0)))
          .append(' ')
          .append(chunk.shard())
          .append(' ')
          .append(chunk.version())
          .append(' ')
          .append(Math.round(chunk.bytes() / 104857.6) / 10.0)
          .append(chunk.jumbo() ? " jumbo" : "")
          .append("; ");
    }
    return text.toString();
  }

  private static String bound(BsonValue value) {
    return value.isInt32() ? "" + value.asInt32().getValue() : "Min";
  }

  private String versions() {
    ClusterSnapshot snapshot = cluster.snapshot();
    ClusterSnapshot.CollectionView orders = snapshot.collection(ORDERS).orElseThrow();
    StringBuilder text = new StringBuilder(orders.version().toString());
    orders.shardVersions().forEach(s -> text.append(' ').append(s.version()));
    return text
        + " m0 "
        + snapshot.router(M0).orElseThrow().cacheOf(ORDERS).orElseThrow().version();
  }

  private RouteReport lastRoute() {
    return RouteReport.lastOf(cluster.trace().since(0)).orElseThrow();
  }

  private String attempts() {
    StringBuilder text = new StringBuilder();
    for (RouteReport.Attempt attempt : lastRoute().attempts()) {
      text.append(attempt.shard())
          .append(' ')
          .append(attempt.sent().orElseThrow())
          .append(attempt.has().map(v -> " has " + v).orElse(""))
          .append(' ')
          .append(attempt.reply())
          .append("; ");
    }
    return text.toString();
  }

  @Test
  void startsAsThePageSays() {
    assertEquals(
        "Min s0 1|0 45.0; 100 s0 1|1 50.0; 200 s1 1|2 55.0; 300 s1 1|3 65.0; 400 s2 1|4 70.0;"
            + " 500 s2 1|5 60.0; ",
        chunks());
    assertEquals("1|5 1|1 1|3 1|5 m0 1|5", versions());
  }

  @Test
  void seventyMegabytesForOneCustomerSplitTheLastChunk() {
    fill(580, 70);

    assertEquals(
        "Min s0 1|0 45.0; 100 s0 1|1 50.0; 200 s1 1|2 55.0; 300 s1 1|3 65.0; 400 s2 1|4 70.0;"
            + " 500 s2 1|6 60.0; 580 s2 1|7 70.0; ",
        chunks());
    assertEquals("1|7 1|1 1|3 1|7 m0 1|5", versions());
    find("{customerId: 470}");
    assertEquals("s2 1|5 ok; ", attempts());
  }

  private void untilTheMove() {
    fill(580, 70);
    admin("{split: 'shop.orders', middle: {customerId: 450}}");
    cluster.sim().balance();
  }

  @Test
  void balancerMovesThirtyFiveMegabytes() {
    untilTheMove();

    assertEquals(
        "Min s0 1|0 45.0; 100 s0 1|1 50.0; 200 s1 1|2 55.0; 300 s1 1|3 65.0; 400 s0 2|0 35.0;"
            + " 450 s2 2|1 35.0; 500 s2 1|6 60.0; 580 s2 1|7 70.0; ",
        chunks());
    assertEquals("2|1 2|0 1|3 2|1 m0 1|5", versions());
  }

  @Test
  void balancerLeavesThreeAgainstTwoAlone() {
    fill(580, 70);

    BsonDocument report = cluster.sim().balance();

    assertEquals(new BsonArray(), report.get("moves"));
  }

  @Test
  void staleRouterIsRefusedRefreshesFourRowsAndIsAnswered() {
    untilTheMove();

    List<BsonDocument> found = find("{customerId: 420}");

    assertEquals(1, found.size());
    assertEquals("s2 1|5 has 2|1 StaleConfig; s0 2|0 ok; ", attempts());
    assertEquals(4, lastRoute().refreshed().orElseThrow().rows());
    assertEquals("2|1 2|0 1|3 2|1 m0 2|1", versions());
  }

  @Test
  void rightRouteWithWrongVersionIsRefusedToo() {
    untilTheMove();

    find("{customerId: 470}");

    assertEquals("s2 1|5 has 2|1 StaleConfig; s2 2|1 ok; ", attempts());
    assertEquals(4, lastRoute().refreshed().orElseThrow().rows());
  }

  @Test
  void recipientThatOnlyGainedRefusesToo() {
    untilTheMove();

    find("{customerId: 150}");

    assertEquals("s0 1|1 has 2|0 StaleConfig; s0 2|0 ok; ", attempts());
  }

  @Test
  void shardThatTookNoPartAnswersAtOnce() {
    untilTheMove();

    find("{customerId: 250}");

    assertEquals("s1 1|3 ok; ", attempts());
  }

  @Test
  void splitAfterAMigrationLiftsTheShardsMajor() {
    untilTheMove();
    find("{customerId: 420}");

    admin("{split: 'shop.orders', middle: {customerId: 250}}");
    find("{customerId: 210}");

    assertEquals("s1 1|3 has 2|3 StaleConfig; s1 2|3 ok; ", attempts());
    assertEquals(3, lastRoute().refreshed().orElseThrow().rows());
  }

  @Test
  void movingTheFirstChunkGivesThreeRows() {
    admin("{moveChunk: 'shop.orders', find: {customerId: 1}, to: 's1'}");

    find("{customerId: 50}");

    assertEquals(3, lastRoute().refreshed().orElseThrow().rows());
  }

  @Test
  void twentyMegabytesSevenTimesMakeAJumboChunk() {
    for (int press = 1; press <= 4; press++) {
      fill(580, 20);
    }
    assertEquals("500 s2 1|6 60.0; 580 s2 1|7 80.0; ", chunks().substring(chunks().indexOf("500")));

    for (int press = 5; press <= 7; press++) {
      fill(580, 20);
    }
    assertEquals(
        "500 s2 1|6 60.0; 580 s2 1|7 140.0 jumbo; ", chunks().substring(chunks().indexOf("500")));
  }

  @Test
  void jumboChunkStaysAndTheCountsEndEqual() {
    for (int press = 1; press <= 7; press++) {
      fill(580, 20);
    }
    admin("{split: 'shop.orders', middle: {customerId: 450}}");
    cluster.sim().balance();
    admin("{split: 'shop.orders', middle: {customerId: 530}}");
    cluster.sim().balance();

    TreeMap<String, Integer> counts = new TreeMap<>();
    cluster
        .snapshot()
        .collection(ORDERS)
        .orElseThrow()
        .shardVersions()
        .forEach(s -> counts.put(s.shard().name(), s.chunks()));
    assertEquals("{s0=3, s1=3, s2=3}", counts.toString());
    assertEquals("3|1", versions().substring(0, 3));
  }

  @Test
  void nineShippedThreeKept() {
    BsonDocument reply =
        cluster.run(
            M0,
            "shop",
            doc("{find: 'orders', filter: {status: 'open'}, sort: {orderDate: -1}, limit: 3}"));

    List<Integer> totals = new ArrayList<>();
    reply
        .getDocument("cursor")
        .getArray("firstBatch")
        .forEach(v -> totals.add(v.asDocument().getInt32("total").getValue()));
    assertEquals(List.of(18, 16, 15), totals);
    assertEquals(9, lastRoute().merged().orElseThrow().shipped());
    assertEquals(
        "[0, 2, 1]",
        lastRoute().merged().orElseThrow().keptByShard().stream()
            .map(kept -> kept.documents())
            .toList()
            .toString());
  }

  @Test
  void increasingKeyWritesToOneShard() {
    assertEquals("{s2=5}", insertFive(cluster).toString());
  }

  @Test
  void toyHashSpreadsOneTwoTwo() {
    assertEquals("{s0=1, s1=2, s2=2}", insertFive(start("canvas-hashed")).toString());
  }

  private static TreeMap<String, Integer> insertFive(Cluster cluster) {
    TreeMap<String, Integer> counts = new TreeMap<>();
    for (int customer = 601; customer <= 605; customer++) {
      long mark = cluster.trace().mark();
      cluster.run(
          M0, "shop", doc("{insert: 'orders', documents: [{customerId: " + customer + "}]}"));
      RouteReport.lastOf(cluster.trace().since(mark))
          .orElseThrow()
          .attempts()
          .forEach(attempt -> counts.merge(attempt.shard().name(), 1, Integer::sum));
    }
    return counts;
  }

  @Test
  void copiesLiveApart() {
    Cluster copy = cluster.copy();
    untilTheMove();

    assertEquals("1|5", copy.snapshot().collection(ORDERS).orElseThrow().version().toString());
    assertEquals("2|1", versions().substring(0, 3));
  }
}
