package shardsh.core.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import shardsh.core.base.CommandException;
import shardsh.core.base.InterruptFlag;
import shardsh.core.base.NodeId;
import shardsh.core.cluster.Cluster;
import shardsh.lesson.ClusterFiles;

/**
 * The handed cases of stages on a cluster of three shards: with an unsharded collection, and with
 * one that is sharded by a hash, which must answer the same. A case is never edited to pass.
 */
class StageClusterVectorTest {
  private static final Path FOLDER = Path.of("src/test/resources/vectors");

  /** Cases whose answer depends on the order in which documents stand, which shards do not keep. */
  private static final List<String> IN_ORDER_ONLY =
      List.of(
          "firstLast.firstMissingIsNull",
          "firstLast.last",
          "group.pushInOrder",
          "group.fourValuesTwoKeys",
          "group.twoAccumulators");

  private static Stream<BsonDocument> cases() throws IOException {
    List<BsonDocument> all = new ArrayList<>();
    for (String name : List.of("stage-handed.json", "group-handed.json")) {
      BsonDocument.parse(Files.readString(FOLDER.resolve(name)))
          .getArray("cases")
          .forEach(one -> all.add(one.asDocument()));
    }
    return all.stream();
  }

  @TestFactory
  Stream<DynamicTest> unsharded() throws IOException {
    return cases()
        .map(
            one ->
                DynamicTest.dynamicTest(
                    one.getString("name").getValue(), () -> check(one, new World(one, false))));
  }

  @TestFactory
  Stream<DynamicTest> sharded() throws IOException {
    return cases()
        .filter(one -> !IN_ORDER_ONLY.contains(one.getString("name").getValue()))
        .map(
            one ->
                DynamicTest.dynamicTest(
                    one.getString("name").getValue(), () -> check(one, new World(one, true))));
  }

  /** Three shards with the documents of one case. */
  private static final class World {
    private final Cluster cluster =
        Cluster.start(
            new ClusterFiles().named("empty"),
            Optional.of("8.0"),
            OptionalLong.empty(),
            new InterruptFlag());
    private final NodeId router = cluster.routerIds().get(0);
    private final boolean sharded;

    World(BsonDocument one, boolean sharded) {
      this.sharded = sharded;
      run("admin", "{enableSharding: 'test', primaryShard: 's1'}");
      if (sharded) {
        run("admin", "{shardCollection: 'test.coll', key: {_id: 'hashed'}}");
      }
      fill("coll", one.getArray("documents"));
      BsonDocument none = new BsonDocument();
      one.getDocument("collections", none)
          .forEach((name, documents) -> fill(name, documents.asArray()));
      one.getDocument("uniqueIndexes", none).forEach((name, keys) -> index(name, keys.asArray()));
    }

    private BsonDocument run(String db, String command) {
      return cluster.run(router, db, BsonDocument.parse(command));
    }

    private void fill(String collection, BsonArray documents) {
      if (!documents.isEmpty()) {
        cluster.run(
            router,
            "test",
            new BsonDocument("insert", new BsonString(collection)).append("documents", documents));
      }
    }

    private void index(String collection, BsonArray keys) {
      BsonArray indexes = new BsonArray();
      for (BsonValue key : keys) {
        indexes.add(
            new BsonDocument("key", key)
                .append("name", new BsonString(key.asDocument().getFirstKey() + "_1"))
                .append("unique", BsonBoolean.TRUE));
      }
      cluster.run(
          router,
          "test",
          new BsonDocument("createIndexes", new BsonString(collection)).append("indexes", indexes));
    }

    List<BsonDocument> aggregate(BsonArray pipeline) {
      BsonArray sent = pipeline;
      return documents(
          cluster.run(
              router,
              "test",
              new BsonDocument("aggregate", new BsonString("coll"))
                  .append("pipeline", sent)
                  .append("cursor", new BsonDocument("batchSize", new BsonInt32(1000)))));
    }

    List<BsonDocument> contents(String collection) {
      return documents(run("test", "{find: '" + collection + "', batchSize: 1000}"));
    }

    private static List<BsonDocument> documents(BsonDocument reply) {
      List<BsonDocument> documents = new ArrayList<>();
      reply
          .getDocument("cursor")
          .getArray("firstBatch")
          .forEach(document -> documents.add(document.asDocument()));
      return documents;
    }
  }

  private static void check(BsonDocument one, World world) {
    List<BsonDocument> results = null;
    try {
      results = world.aggregate(one.getArray("pipeline"));
    } catch (CommandException e) {
      if (!one.containsKey("error")) {
        throw e;
      }
      BsonDocument error = one.getDocument("error");
      if (error.containsKey("code")) {
        assertEquals(error.getInt32("code").getValue(), e.errorCode().code(), e.getMessage());
      }
    }
    if (results != null) {
      if (one.containsKey("error")) {
        fail("expected error " + one.get("error") + ", got " + results);
      } else if (one.containsKey("resultCount")) {
        assertEquals(one.getInt32("resultCount").getValue(), results.size());
      } else {
        compare(one, results, world.sharded);
      }
    }
    BsonDocument after = one.getDocument("collectionsAfter", new BsonDocument());
    after.forEach(
        (name, documents) ->
            new Sameness(false, true, false)
                .check(documents.asArray(), world.contents(name), false));
  }

  /** Documents that were inserted without an {@code _id} have one now. */
  private static void compare(BsonDocument one, List<BsonDocument> results, boolean sharded) {
    List<BsonDocument> plain = new ArrayList<>();
    for (BsonDocument result : results) {
      if (result.isObjectId("_id")) {
        BsonDocument without = result.clone();
        without.remove("_id");
        plain.add(without);
      } else {
        plain.add(result);
      }
    }
    Sameness.check(one, plain, !sharded);
  }
}
