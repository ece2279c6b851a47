package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;
import shardsh.core.trace.RouteReport;
import shardsh.core.trace.RoutingEvent;

/** The experiment with two shards and four regions, by commands at the door. */
class RegionsTest {
  private static final String NEEDS_INDEX =
      "72 InvalidOptions: Please create an index that starts with the proposed shard key before"
          + " sharding the collection";

  private final TestCluster cluster = filled();

  private static TestCluster filled() {
    TestCluster cluster = TestCluster.named("regions");
    List<String> regions = List.of("east", "north", "south", "west");
    for (int i = 0; i < 400; i++) {
      cluster
          .cluster()
          .run(
              TestCluster.M0,
              "shopdb",
              new BsonDocument("insert", new BsonString("orders"))
                  .append(
                      "documents",
                      new BsonArray(
                          List.of(
                              new BsonDocument("_id", new BsonInt32(i))
                                  .append("region", new BsonString(regions.get(i / 100)))))));
    }
    return cluster;
  }

  private static final String KEY = "{shardCollection: 'shopdb.orders', key: {region: 1, _id: 1}}";

  private void createIndex() {
    cluster.run(
        "m0",
        "shopdb",
        "{createIndexes: 'orders', indexes: [{key: {region: 1, _id: 1}, name: 'region_1__id_1'}]}");
  }

  private void shard() {
    cluster.admin("{enableSharding: 'shopdb'}");
    createIndex();
    cluster.admin(KEY);
  }

  private void layout() {
    shard();
    cluster.admin("{split: 'shopdb.orders', middle: {region: 'south', _id: {$minKey: 1}}}");
    cluster.admin("{moveChunk: 'shopdb.orders', find: {region: 'south', _id: 0}, to: 'shard2rs'}");
  }

  private int count(String node, String command) {
    return cluster.run(node, "shopdb", command).getNumber("n").intValue();
  }

  /** What countDocuments asks. */
  private int countDocuments(String node, String filter) {
    String command =
        "{aggregate: 'orders', pipeline: [{$match: "
            + filter
            + "}, {$group: {_id: 1, n: {$sum: 1}}}], cursor: {}}";
    return cluster
        .run(node, "shopdb", command)
        .getDocument("cursor")
        .getArray("firstBatch")
        .get(0)
        .asDocument()
        .getNumber("n")
        .intValue();
  }

  private RouteReport routeOf(String filter) {
    long mark = cluster.cluster().trace().mark();
    cluster.find("m0", "shopdb.orders", "{filter: " + filter + "}");
    return RouteReport.lastOf(cluster.cluster().trace().since(mark)).orElseThrow();
  }

  private List<String> shardsInExplain(String filter) {
    BsonDocument reply =
        cluster.run("m0", "shopdb", "{explain: {find: 'orders', filter: " + filter + "}}");
    BsonDocument plan = reply.getDocument("queryPlanner").getDocument("winningPlan");
    List<String> found = new ArrayList<>(List.of(plan.getString("stage").getValue()));
    plan.getArray("shards")
        .forEach(shard -> found.add(shard.asDocument().getString("shardName").getValue()));
    return found;
  }

  @Test
  void shardingNeedsTheIndexFirst() {
    assertEquals(NEEDS_INDEX, cluster.refusal(KEY));

    createIndex();
    cluster.admin(KEY);

    assertEquals(List.of("MaxKey shard1rs 1|0"), cluster.chunks("shopdb.orders"));
  }

  @Test
  void versionsGoFrom10OverTheSplitToTheMove() {
    shard();
    cluster.admin("{split: 'shopdb.orders', middle: {region: 'south', _id: {$minKey: 1}}}");
    assertEquals(
        List.of("south shard1rs 1|1", "MaxKey shard1rs 1|2"), cluster.chunks("shopdb.orders"));

    cluster.admin("{moveChunk: 'shopdb.orders', find: {region: 'south', _id: 0}, to: 'shard2rs'}");

    assertEquals(
        List.of("south shard1rs 2|1", "MaxKey shard2rs 2|0"), cluster.chunks("shopdb.orders"));
    List<BsonDocument> rows = cluster.find("m0", "config.chunks", "{sort: {min: 1}}");
    assertEquals(
        "[{\"$timestamp\": {\"t\": 2, \"i\": 1}}, {\"$timestamp\": {\"t\": 2, \"i\": 0}}]",
        rows.stream()
            .map(row -> new BsonDocument("v", row.get("lastmod")).toJson())
            .map(text -> text.substring("{\"v\": ".length(), text.length() - 1))
            .toList()
            .toString());
  }

  @Test
  void threeQueriesTakeThreeRoutes() {
    layout();

    assertEquals(List.of("SINGLE_SHARD", "shard1rs"), shardsInExplain("{region: 'east', _id: 42}"));
    assertEquals(List.of("SINGLE_SHARD", "shard2rs"), shardsInExplain("{region: 'west'}"));
    assertEquals(List.of("SHARD_MERGE", "shard1rs", "shard2rs"), shardsInExplain("{_id: 42}"));
    assertEquals(RoutingEvent.Path.FAST, routeOf("{region: 'east', _id: 42}").targeted().path());
    assertEquals(RoutingEvent.Path.RANGE, routeOf("{region: 'west'}").targeted().path());
    assertEquals(RoutingEvent.Path.ALL, routeOf("{_id: 42}").targeted().path());
    assertEquals(
        List.of("SHARD_MERGE", "shard1rs", "shard2rs"),
        shardsInExplain("{region: {$in: ['east', 'south']}}"));
    assertEquals(
        List.of("SHARD_MERGE", "shard1rs", "shard2rs"),
        shardsInExplain("{region: {$lt: 'south'}}"));
    assertEquals(
        List.of("SINGLE_SHARD", "shard1rs"), shardsInExplain("{region: {$in: ['east']}, _id: 42}"));
    assertEquals(
        List.of("SINGLE_SHARD", "shard1rs"), shardsInExplain("{region: 'east', _id: {$gt: 41}}"));
  }

  @Test
  void ghostsStayForFifteenMinutes() {
    layout();

    assertEquals(400, count("shard1rs", "{count: 'orders'}"));
    assertEquals(100, count("shard1rs", "{count: 'orders', query: {region: 'south'}}"));
    assertEquals(200, count("shard2rs", "{count: 'orders'}"));
    assertEquals(600, count("m0", "{count: 'orders'}"));
    assertEquals(400, count("m0", "{count: 'orders', query: {_id: {$gte: 0}}}"));
    assertEquals(400, countDocuments("m0", "{}"));
    assertEquals(400, countDocuments("shard1rs", "{}"));
    assertEquals(100, countDocuments("m0", "{region: 'south'}"));

    cluster.cluster().sim().advance(899_000);
    assertEquals(400, count("shard1rs", "{count: 'orders'}"));
    cluster.cluster().sim().advance(2_000);

    assertEquals(200, count("shard1rs", "{count: 'orders'}"));
    assertEquals(0, countDocumentsOrNone("shard1rs", "{region: 'south'}"));
    assertEquals(400, count("m0", "{count: 'orders'}"));
    assertEquals(List.of(), cluster.find("shard1rs", "config.rangeDeletions", "{}"));
  }

  private int countDocumentsOrNone(String node, String filter) {
    return cluster.find(node, "shopdb.orders", "{filter: " + filter + "}").size();
  }

  @Test
  void donorKeepsARowForTheRangeItGaveAway() {
    layout();

    List<BsonDocument> rows = cluster.find("shard1rs", "config.rangeDeletions", "{}");

    assertEquals(1, rows.size());
    BsonDocument row = rows.get(0);
    assertEquals("shopdb.orders", row.getString("nss").getValue());
    assertEquals("shard1rs", row.getString("donorShardId").getValue());
    assertEquals("delayed", row.getString("whenToClean").getValue());
    assertEquals(200, row.getInt64("numOrphanDocs").getValue());
    assertEquals(
        TestCluster.doc(
            "{min: {region: 'south', _id: {$minKey: 1}},"
                + " max: {region: {$maxKey: 1}, _id: {$maxKey: 1}}}"),
        row.getDocument("range"));
    assertEquals(List.of(), cluster.find("shard2rs", "config.rangeDeletions", "{}"));
  }

  @Test
  void cursorOpenedBeforeTheMoveStillReadsWhatItSaw() {
    shard();
    cluster.admin("{split: 'shopdb.orders', middle: {region: 'south', _id: {$minKey: 1}}}");
    BsonDocument cursor =
        cluster
            .run("m0", "shopdb", "{find: 'orders', sort: {_id: 1}, batchSize: 10}")
            .getDocument("cursor");

    cluster.admin("{moveChunk: 'shopdb.orders', find: {region: 'south', _id: 0}, to: 'shard2rs'}");
    int seen = cursor.getArray("firstBatch").size();
    while (cursor.getInt64("id").getValue() != 0) {
      cursor =
          cluster
              .run(
                  "m0",
                  "shopdb",
                  "{getMore: NumberLong('"
                      + cursor.getInt64("id").getValue()
                      + "'), collection: 'orders', batchSize: 50}")
              .getDocument("cursor");
      seen += cursor.getArray("nextBatch").size();
    }

    assertEquals(400, seen);
    cluster.run("shard1rs", "admin", "{cleanupOrphaned: 'shopdb.orders'}");
    assertEquals(200, count("shard1rs", "{count: 'orders'}"));
  }

  @Test
  void readConcernAvailableSeesGhosts() {
    layout();

    assertEquals(
        400,
        cluster
            .find(
                "m0",
                "shopdb.orders",
                "{filter: {region: {$in: ['east', 'north', 'south']}},"
                    + " readConcern: {level: 'available'}}")
            .size());
    assertEquals(
        600,
        cluster
            .find("m0", "shopdb.orders", "{filter: {}, readConcern: {level: 'available'}}")
            .size());
  }
}
