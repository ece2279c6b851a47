package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What stands before an error that comes up while a plan runs, and before one of the planner. */
class ExecutorErrorsTest {
  private static final String DIVIDE = "{$divide: [1, '$z']}";
  private static final String ZERO = " :: caused by :: can't $divide by zero";
  private static final String QUERY =
      "2 BadValue: Encountered non-retryable error during query :: caused by :: ";

  /** {@code shop.u} on s0; {@code shop.c} by k: below 50 on s0, from 50 on s1. */
  private static TestCluster cluster(String profile) {
    TestCluster cluster = TestCluster.plain(profile);
    cluster.admin("{enableSharding: 'shop'}");
    cluster.admin("{shardCollection: 'shop.c', key: {k: 1}}");
    cluster.insert("c", TestCluster.numbered(100));
    cluster.admin("{split: 'shop.c', middle: {k: 50}}");
    cluster.admin("{moveChunk: 'shop.c', find: {k: 50}, to: 's1'}");
    cluster.insert("u", List.of(TestCluster.doc("{_id: 1, z: 0}")));
    cluster.shop("{update: 'c', updates: [{q: {}, u: {$set: {z: 0}}, multi: true}]}");
    return cluster;
  }

  private static String refusal(TestCluster cluster, String command) {
    return cluster.refusal("m0", "shop", command);
  }

  private static String aggregate(String collection) {
    return "{aggregate: '"
        + collection
        + "', pipeline: [{$project: {q: "
        + DIVIDE
        + "}}], cursor: {}}";
  }

  @Test
  void anAggregationOnOneShardNamesThePlanExecutor() {
    for (String profile : List.of("4.4", "7.0", "8.0")) {
      assertEquals(
          "2 BadValue: PlanExecutor error during aggregation" + ZERO,
          refusal(cluster(profile), aggregate("u")));
    }
  }

  @Test
  void anAggregationOverSeveralShardsNamesTheShard() {
    TestCluster cluster = cluster("8.0");

    assertEquals(
        "2 BadValue: Error on remote shard 127.0.0.1:27102 :: caused by :: Executor error during"
            + " getMore"
            + ZERO,
        refusal(cluster, aggregate("c")));
  }

  @Test
  void aFindNamesTheCollectionFromSevenOn() {
    String find = "{find: 'u', filter: {$expr: " + DIVIDE + "}}";

    assertEquals(
        QUERY + "Executor error during find command: shop.u" + ZERO, refusal(cluster("7.0"), find));
    assertEquals(
        QUERY + "Executor error during find command" + ZERO, refusal(cluster("5.0"), find));
  }

  @Test
  void aDistinctAndARemovalByFindAndModifyNameThemselves() {
    TestCluster cluster = cluster("8.0");

    assertEquals(
        "2 BadValue: Executor error during distinct command" + ZERO,
        refusal(cluster, "{distinct: 'u', key: 'a', query: {$expr: " + DIVIDE + "}}"));
    assertEquals(
        "2 BadValue: Plan executor error during findAndModify" + ZERO,
        refusal(cluster, "{findAndModify: 'u', query: {$expr: " + DIVIDE + "}, remove: true}"));
  }

  @Test
  void aHintWithoutAnIndexShowsTheQuery() {
    String end =
        "\n planner returned error :: caused by :: hint provided does not correspond to an existing"
            + " index";
    TestCluster cluster = cluster("8.0");

    assertEquals(
        QUERY
            + "error processing query: ns=shop.u batchSize=5 limit=3 skip=1Tree: $and\n"
            + "    $or\n"
            + "        c $elemMatch (obj)\n"
            + "            e mod 2 % x == 1\n"
            + "        d exists\n"
            + "    a $eq \"x\"\n"
            + "    b $in [ 1 2 /^z/i ]\n"
            + "    $not\n"
            + "        f $gt 1\n"
            + "Sort: { a: -1 }\nProj: { a: 1 }"
            + end,
        refusal(
            cluster,
            "{find: 'u', filter: {a: 'x', b: {$in: [1, 2, /^z/i]}, f: {$not: {$gt: 1}}, $or: [{d:"
                + " {$exists: true}}, {c: {$elemMatch: {e: {$mod: [2, 1]}}}}]}, sort: {a: -1},"
                + " projection: {a: 1}, batchSize: 5, limit: 3, skip: 1, hint: 'nope'}"));
    assertEquals(
        "2 BadValue: error processing query: ns=shop.uTree: $and\nSort: {}\nProj: {}" + end,
        refusal(cluster, "{count: 'u', query: {}, hint: {nope: 1}}"));
  }
}
