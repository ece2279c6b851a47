package shardsh.core.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import shardsh.core.base.InterruptFlag;
import shardsh.core.base.NodeId;
import shardsh.core.pipeline.SplitCases;
import shardsh.lesson.ClusterFiles;

/** The handed cases of where pipelines merge and how explain shows it, on a cluster. */
class SplitClusterVectorTest {
  private static BsonDocument doc(String json) {
    return BsonDocument.parse(json);
  }

  /** Two shards and a router, in the words of the cases' setup. */
  private static final class World {
    private final Cluster cluster =
        Cluster.start(
            new ClusterFiles().named("empty"),
            Optional.of("8.0"),
            OptionalLong.empty(),
            new InterruptFlag());
    private final NodeId router = cluster.routerIds().get(0);
    private final NodeId first = cluster.shardIds().get(0);
    private final NodeId second = cluster.shardIds().get(1);

    BsonDocument run(String db, BsonDocument command) {
      return cluster.run(router, db, command);
    }

    void shardOnId(String collection, int... splits) {
      run("admin", doc("{enableSharding: 'test', primaryShard: '" + first.name() + "'}"));
      run("admin", doc("{shardCollection: 'test." + collection + "', key: {_id: 1}}"));
      for (int middle : splits) {
        run("admin", doc("{split: 'test." + collection + "', middle: {_id: " + middle + "}}"));
      }
    }

    void move(String collection, int find) {
      run(
          "admin",
          doc(
              "{moveChunk: 'test."
                  + collection
                  + "', find: {_id: "
                  + find
                  + "}, to: '"
                  + second.name()
                  + "'}"));
    }

    void insert(String collection, BsonArray documents) {
      run(
          "test",
          new BsonDocument("insert", new BsonString(collection)).append("documents", documents));
    }
  }

  private static World mergeWorld() {
    World world = new World();
    world.shardOnId("c", -100, 0, 100);
    world.move("c", 0);
    world.move("c", 100);
    BsonArray documents = new BsonArray();
    BsonArray others = new BsonArray();
    for (int i = -200; i < 200; i++) {
      documents.add(
          doc("{_id: " + i + ", a: [" + i + "], b: {redactThisDoc: true}, c: true, text: 'txt'}"));
      others.add(doc("{_id: " + i + ", x: " + i + "}"));
    }
    world.insert("c", documents);
    world.insert("u", others);
    return world;
  }

  @TestFactory
  Stream<DynamicTest> mergeTypes() throws IOException {
    return SplitCases.of("mergeType")
        .map(
            one ->
                DynamicTest.dynamicTest(
                    one.getString("name").getValue(),
                    () -> {
                      World world = mergeWorld();
                      BsonDocument types = one.getDocument("mergeType");
                      check(world, one, Optional.of(false), types.get("allowDiskUseFalse"));
                      check(world, one, Optional.empty(), types.get("allowDiskUseOmitted"));
                      check(world, one, Optional.of(true), types.get("allowDiskUseTrue"));
                    }));
  }

  private static void check(
      World world, BsonDocument one, Optional<Boolean> allowDiskUse, BsonValue type) {
    BsonDocument command =
        new BsonDocument("aggregate", new BsonString("c"))
            .append("pipeline", one.get("pipeline"))
            .append("cursor", doc("{batchSize: 1000}"));
    allowDiskUse.ifPresent(allowed -> command.append("allowDiskUse", BsonBoolean.valueOf(allowed)));

    BsonDocument explained =
        world.run(
            "test",
            new BsonDocument("explain", command)
                .append("verbosity", new BsonString("queryPlanner")));
    BsonArray found = world.run("test", command).getDocument("cursor").getArray("firstBatch");

    assertEquals(type, explained.get("mergeType"), "allowDiskUse " + allowDiskUse);
    assertTrue(explained.isDocument("splitPipeline"));
    assertEquals(one.getNumber("resultCount").intValue(), found.size());
  }

  @TestFactory
  Stream<DynamicTest> explains() throws IOException {
    return SplitCases.of("explain")
        .map(
            one ->
                DynamicTest.dynamicTest(one.getString("name").getValue(), () -> checkExplain(one)));
  }

  private static void checkExplain(BsonDocument one) {
    World world = new World();
    boolean split = one.getBoolean("splitPipelinePresent").getValue();
    String collection = split ? "agg_explain_fmt" : "plain";
    if (split) {
      world.shardOnId(collection, 0);
      world.move(collection, 0);
    } else {
      BsonArray documents = new BsonArray();
      for (int i = -5; i < 5; i++) {
        documents.add(doc("{_id: " + i + "}"));
      }
      world.insert(collection, documents);
    }
    BsonDocument command =
        new BsonDocument("aggregate", new BsonString(collection))
            .append("pipeline", one.get("pipeline"))
            .append("cursor", new BsonDocument());

    BsonDocument explained = world.run("test", new BsonDocument("explain", command));

    if (!split) {
      assertFalse(explained.containsKey("splitPipeline"));
      return;
    }
    BsonDocument first =
        explained
            .getDocument("splitPipeline")
            .getArray("mergerPart")
            .get(0)
            .asDocument()
            .getDocument("$mergeCursors");
    one.getDocument("mergerPartFirstStage")
        .getDocument("$mergeCursors")
        .forEach((name, value) -> assertEquals(value, first.get(name), name));
    for (BsonValue absent : one.getArray("mergeCursorsAbsentFields")) {
      assertFalse(first.containsKey(absent.asString().getValue()));
    }
  }
}
