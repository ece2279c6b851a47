package shardsh.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;
import shardsh.core.base.CommandException;
import shardsh.core.base.ErrorCode;
import shardsh.core.base.InterruptFlag;
import shardsh.core.base.Namespace;
import shardsh.core.base.NodeId;
import shardsh.core.cluster.Cluster;
import shardsh.lesson.ClusterFiles;

/** Long operations, stopped at each place where they look whether they are to stop. */
class InterruptionTest {
  private static final Namespace NS = Namespace.parse("test.things");
  private static final NodeId ROUTER = new NodeId("m0");
  private static final int DOCUMENTS = 60;

  private long asked;
  private long stopAt = Long.MAX_VALUE;
  private final InterruptFlag flag = new InterruptFlag(() -> ++asked >= stopAt);
  private Cluster start = cluster("8.0");

  private Cluster cluster(String profile) {
    Cluster cluster =
        Cluster.start(
            new ClusterFiles().named("empty"), Optional.of(profile), OptionalLong.of(7), flag);
    cluster.sim().setParameters(BsonDocument.parse("{balancer: 'manual'}"));
    run(cluster, "admin", "{shardCollection: 'test.things', key: {a: 1}}");
    run(cluster, "test", insert(0, DOCUMENTS));
    run(cluster, "admin", "{split: 'test.things', middle: {a: 30}}");
    return cluster;
  }

  private static BsonDocument run(Cluster cluster, String db, String command) {
    return cluster.run(ROUTER, db, BsonDocument.parse(command));
  }

  private static String insert(int from, int to) {
    StringBuilder documents = new StringBuilder();
    for (int i = from; i < to; i++) {
      documents
          .append(i > from ? ", " : "")
          .append("{_id: " + i + ", a: " + i + ", b: " + -i + "}");
    }
    return "{insert: 'things', documents: [" + documents + "]}";
  }

  private static Map<Integer, BsonDocument> documents(Cluster cluster) {
    Map<Integer, BsonDocument> found = new TreeMap<>();
    BsonDocument cursor =
        run(cluster.copy(), "test", "{find: 'things', batchSize: 1000}").getDocument("cursor");
    for (BsonValue value : cursor.getArray("firstBatch")) {
      int id = value.asDocument().getInt32("_id").getValue();
      assertEquals(null, found.put(id, value.asDocument()), "twice: " + id);
    }
    return found;
  }

  /**
   * Stops the operation at its first look, its second and so on, until it comes to its end; after
   * each stop the cluster must be sound, and the operation must do its work when called again.
   *
   * @return how often it was stopped
   */
  private int stopEverywhere(Consumer<Cluster> operation, boolean keepsDocuments) {
    int stops = 0;
    for (long at = 1; ; at += 1 + at / 12) {
      Cluster cluster = start.copy();
      ClusterInvariants invariants = ClusterInvariants.of(cluster);
      Map<Integer, BsonDocument> before = documents(cluster);
      invariants.check(cluster, NS, before);
      boolean stopped = false;
      asked = 0;
      stopAt = at;
      try {
        operation.accept(cluster);
      } catch (CommandException e) {
        assertEquals(ErrorCode.INTERRUPTED, e.errorCode(), e.getMessage());
        stopped = true;
      }
      stopAt = Long.MAX_VALUE;
      Map<Integer, BsonDocument> after = documents(cluster);
      if (keepsDocuments) {
        assertEquals(before, after);
      }
      invariants.check(cluster, NS, after);
      if (!stopped) {
        return stops;
      }
      stops++;
      operation.accept(cluster);
      cluster.sim().advance(3_600_000);
      invariants.check(cluster, NS, documents(cluster));
    }
  }

  @Test
  void reshardingStopsAnywhereAndCanBeCalledAgain() {
    int stops =
        stopEverywhere(
            cluster -> {
              BsonDocument reply =
                  run(cluster, "admin", "{reshardCollection: 'test.things', key: {b: 1}}");
              assertEquals(1, reply.getNumber("ok").intValue());
            },
            true);

    assertTrue(stops > 10, stops + " stops");
  }

  @Test
  void migrationStopsAnywhereAndCanBeCalledAgain() {
    int stops =
        stopEverywhere(
            cluster -> run(cluster, "admin", "{moveChunk: 'test.things', find: {a: 40}, to: 's2'}"),
            true);

    assertTrue(stops > 10, stops + " stops");
  }

  @Test
  void insertOfManyKeepsWhatItHasInsertedAndNoPartOfADocument() {
    int stops =
        stopEverywhere(
            cluster -> {
              int have = documents(cluster).size();
              if (have < 90) {
                String rest = insert(have, 90);
                run(cluster, "test", rest);
              }
            },
            false);

    assertTrue(stops > 10, stops + " stops");
  }

  @Test
  void loadAndFillStopAnywhere() {
    String load = "{operations: 40, inserts: 0, fields: {a: {uniform: [0, 59]}}, readBy: [['a']]}";
    int loads =
        stopEverywhere(cluster -> cluster.sim().load(ROUTER, NS, BsonDocument.parse(load)), true);
    start = cluster("classic");
    int fills =
        stopEverywhere(
            cluster ->
                cluster
                    .sim()
                    .fill(
                        ROUTER,
                        NS,
                        BsonDocument.parse("{a: {from: 1, to: 900}}"),
                        500,
                        OptionalLong.empty()),
            true);

    assertTrue(loads > 10, loads + " stops");
    assertTrue(fills > 0, fills + " stops");
  }

  @Test
  void timeThatPassesStopsBetweenTasks() {
    int stops =
        stopEverywhere(
            cluster -> {
              run(cluster, "admin", "{moveChunk: 'test.things', find: {a: 40}, to: 's1'}");
              cluster.sim().advance(3_600_000);
            },
            true);

    assertTrue(stops > 10, stops + " stops");
  }
}
